//! Moves from one cell to another.

use std::fmt;

use crate::cell::Cell;
use crate::piece::{Piece, Role};

/// A move of a piece: its start, its target and its promotion.
///
/// # Example
/// ```
/// use kubikschach::{board::Move, cell::Cell, notation, rules::Rules};
/// let rules = Rules::raumschach();
/// let size = rules.default_size();
/// let mv = Move::new(Cell::new(1, 0, 0), Cell::new(0, 2, 0));
/// assert_eq!(notation::write_move(&rules, size, mv), "Ab1-Aa3");
/// assert_eq!(notation::parse_move(&rules, size, "Ab1-Aa3")?, mv);
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Move {
    /// Cell that the piece leaves, which is empty afterwards.
    pub from: Cell,
    /// Cell of the piece after the move; another piece there is captured.
    pub to: Cell,
    /// Role that a promoting piece takes; `None` if the move is no promotion.
    pub promotion: Option<Role>,
}

/// Shows the start and the target, as in `(1, 0, 0)-(0, 2, 0)`, and the index of the role after a
/// promotion, as in `(1, 3, 0)-(1, 4, 0)=2`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}-{:?}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "={}", role.index()))
    }
}

impl Move {
    /// Creates a move without promotion.
    #[must_use]
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self { from, to, promotion: None }
    }

    /// Returns the piece on `to` after `piece` has made this move: the promoted piece or `piece`
    /// itself.
    #[must_use]
    pub fn arriving(self, piece: Piece) -> Piece {
        self.promotion.map_or(piece, |role| Piece::new(piece.color(), role))
    }
}
