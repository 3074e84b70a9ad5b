//! Moves.

use crate::cell::Cell;
use crate::piece::{Piece, Role};

/// A move of the piece on one cell to another.
///
/// # Example
/// ```
/// use kubikschach::{board::Move, cell::Cell, notation, rules::Rules};
/// let rules = Rules::raumschach();
/// let size = rules.size().expect("its size is fixed");
/// let mv = Move::new(Cell::new(1, 0, 0), Cell::new(0, 2, 0));
/// assert_eq!(notation::move_text(&rules, size, mv), "Ab1-Aa3");
/// assert_eq!(notation::move_from(&rules, size, "Ab1-Aa3")?, mv);
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The cell that the piece leaves.
    pub from: Cell,
    /// The cell that the piece moves to.
    pub to: Cell,
    /// The role that a promoting piece becomes; `None` without promotion.
    pub promotion: Option<Role>,
}

impl Move {
    /// Creates a move without promotion.
    #[must_use]
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self { from, to, promotion: None }
    }

    /// Returns the piece that stands on `to` after `piece` has made this move.
    #[must_use]
    pub fn arriving(self, piece: Piece) -> Piece {
        self.promotion.map_or(piece, |role| Piece::new(piece.color(), role))
    }
}
