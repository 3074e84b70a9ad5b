//! Moves, and boards as they stand after one.

use super::{Board, Occupancy, Populated};
use crate::bits::{self, Word};
use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece, Role};

/// A move of the piece on one cell to another.
///
/// # Example
/// ```
/// use kubikschach::{board::Move, cell::Cell, notation, rules::Rules};
/// let rules = Rules::built_in("raumschach").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let mv = Move::new(Cell::new(1, 0, 0), Cell::new(0, 2, 0));
/// assert_eq!(notation::move_text(&rules, size, mv), "Ab1-Aa3");
/// assert_eq!(notation::move_from(&rules, size, "Ab1-Aa3")?, mv);
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
    /// What it becomes there, if it promotes.
    pub promotion: Option<Role>,
}

impl Move {
    /// A move without promotion.
    #[must_use]
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self { from, to, promotion: None }
    }

    /// The piece that arrives when this one moves.
    #[must_use]
    pub fn arriving(self, piece: Piece) -> Piece {
        self.promotion.map_or(piece, |role| Piece::new(piece.color(), role))
    }
}

/// A board as it stands after a move, without a copy of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct After<'b> {
    board: &'b Board,
    from: usize,
    to: usize,
    piece: Option<Piece>,
}

impl<'b> After<'b> {
    /// The board after the move, whether or not the piece may move so.
    pub(crate) fn new(board: &'b Board, mv: Move) -> Self {
        let [from, to] = [mv.from, mv.to].map(|cell| board.size().index(cell));
        Self { board, from, to, piece: board.piece_on(from).map(|piece| mv.arriving(piece)) }
    }

    /// The same for a move without promotion, from and to cells of these indexes.
    pub(crate) fn by_index(board: &'b Board, from: usize, to: usize) -> Self {
        Self { board, from, to, piece: board.piece_on(from) }
    }
}

impl Occupancy for After<'_> {
    fn size(&self) -> Size {
        self.board.size()
    }

    fn piece_on(&self, index: usize) -> Option<Piece> {
        if index == self.to {
            self.piece
        } else if index == self.from {
            None
        } else {
            self.board.piece_on(index)
        }
    }

    fn is_empty_on(&self, index: usize) -> bool {
        index != self.to && (index == self.from || self.board.is_empty_on(index))
    }
}

impl Populated for After<'_> {
    fn board(&self) -> &Board {
        self.board
    }

    fn arrived(&self) -> Option<usize> {
        Some(self.to)
    }

    fn word_of<W: Word>(&self, color: Color) -> W {
        // Where the cells are no bits of a word nobody asks for it.
        let bit = |index, is_set| bits::bit::<W>(index % W::BITS, is_set);
        let arrives = self.piece.is_some_and(|piece| piece.color() == color);
        self.board.word_of::<W>(color) & !(bit(self.from, true) | bit(self.to, true))
            | bit(self.to, arrives)
    }
}
