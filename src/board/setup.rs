//! Setups: what a text or a program says of a position before any rule has looked at it.

use super::Board;
use crate::piece::Color;

/// A board, the side to move and the side whose king holds the other, as far as they are said.
///
/// It becomes a position by [`Position::new`](crate::position::Position::new), which looks whether
/// it can be one.
///
/// # Example
/// ```
/// use kubikschach::{board::Setup, notation, piece::Color, position::Position, rules::Rules};
/// let rules = Rules::cube();
/// let board = notation::board(&rules, "[#q,##],[##,K#]")?.board;
/// let position = Position::new(&rules, Setup::new(board, Color::White))?;
/// assert!(position.is_check() && !position.is_checkmate());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces and their cells.
    pub board: Board,
    /// The side to move; White where it isn't said.
    pub turn: Option<Color>,
    /// The side whose king holds the other, if one does.
    pub holder: Option<Color>,
}

impl Setup {
    /// The setup of a board with a side to move, and no king holding the other.
    #[must_use]
    pub const fn new(board: Board, turn: Color) -> Self {
        Self { board, turn: Some(turn), holder: None }
    }
}
