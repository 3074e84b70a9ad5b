//! Setups: boards with a side to move, not yet checked against the rules.

use super::Board;
use crate::piece::Color;

/// A board, the side to move, and the side whose king holds the other king.
///
/// [`Position::new`](crate::position::Position::new) turns a setup into a position if the rules
/// allow it.
///
/// # Example
/// ```
/// use kubikschach::{board::Setup, notation, piece::Color, position::Position, rules::Rules};
/// let rules = Rules::cube();
/// let board = notation::parse_board(&rules, "[#q,##],[##,K#]")?.board;
/// let position = Position::new(&rules, Setup::new(board, Color::White))?;
/// assert!(position.is_check() && !position.is_checkmate());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Pieces and their cells.
    pub board: Board,
    /// Side to move; `None` means White.
    pub turn: Option<Color>,
    /// Side whose king holds the other king; `None` if no king is held.
    ///
    /// A [`Hold`](crate::rules::Hold) limits the moves of the held king.
    pub holder: Option<Color>,
}

impl Setup {
    /// Creates a setup in which no king is held.
    #[must_use]
    pub const fn new(board: Board, turn: Color) -> Self {
        Self { board, turn: Some(turn), holder: None }
    }
}
