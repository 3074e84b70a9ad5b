//! The read access to boards that movement needs, and the types that implement it.

use super::{Board, Move, WORD_BITS};
use crate::bits;
use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece};

/// Read access to the pieces of a board.
///
/// [`Board`] implements this trait, and [`Empty`] does so without memory for cells. Within the
/// crate a third type shows a board after a move that has not been made.
pub trait Occupancy {
    /// Returns the size of the board.
    fn size(&self) -> Size;

    /// Returns the piece on the cell with this [`Size::index`]; `None` if the cell is empty.
    ///
    /// # Panics
    /// Panics if the index is not below the number of cells.
    fn piece_on(&self, index: usize) -> Option<Piece>;

    /// Returns 64 bits of the set of cells with pieces of a color: bit `b` is set if such a piece
    /// is on the cell with index `64 * nth + b`.
    ///
    /// # Panics
    /// Panics if the board has no cell with index `64 * nth`.
    fn word(&self, color: Color, nth: usize) -> u64;

    /// Returns `true` if the cell with this [`Size::index`] is empty.
    ///
    /// # Panics
    /// Panics if the index is not below the number of cells.
    fn is_empty_on(&self, index: usize) -> bool {
        self.piece_on(index).is_none()
    }

    /// Returns the piece on a cell; `None` if the cell is empty or not on the board.
    fn piece_at(&self, cell: Cell) -> Option<Piece> {
        if self.size().contains(cell) { self.piece_on(self.size().index(cell)) } else { None }
    }

    /// Returns `true` if the cell is on the board and empty.
    fn is_empty(&self, cell: Cell) -> bool {
        self.size().contains(cell) && self.is_empty_on(self.size().index(cell))
    }

    /// Returns the pieces of a color with the indexes of their cells, in increasing order.
    fn indexed_pieces_of(&self, color: Color) -> impl Iterator<Item = (usize, Piece)> {
        let words =
            (0..self.size().cells().div_ceil(WORD_BITS)).map(move |nth| self.word(color, nth));
        bits::ones(words).filter_map(|index| Some((index, self.piece_on(index)?)))
    }
}

/// A board of a given size without pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Empty(pub Size);

impl Occupancy for Empty {
    fn size(&self) -> Size {
        self.0
    }

    fn piece_on(&self, _: usize) -> Option<Piece> {
        None
    }

    fn word(&self, _: Color, _: usize) -> u64 {
        0
    }
}

impl Occupancy for Board {
    fn size(&self) -> Size {
        self.size
    }

    fn piece_on(&self, index: usize) -> Option<Piece> {
        self.cells[index]
    }

    fn word(&self, color: Color, nth: usize) -> u64 {
        self.words[color as usize][nth]
    }
}

/// A view of a board after a move, without a copy of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct After<'b> {
    board: &'b Board,
    from: usize,
    to: usize,
    piece: Option<Piece>,
}

impl<'b> After<'b> {
    /// Creates a view of `board` after a move, which need not be legal.
    pub(crate) fn new(board: &'b Board, mv: Move) -> Self {
        let [from, to] = [mv.from, mv.to].map(|cell| board.size().index(cell));
        Self { board, from, to, piece: board.piece_on(from).map(|piece| mv.arriving(piece)) }
    }

    /// Creates a view of `board` after a move without promotion. `from` and `to` are the indexes of
    /// the cells where the move starts and ends.
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

    fn word(&self, color: Color, nth: usize) -> u64 {
        let bit = |index: usize| {
            if index / WORD_BITS == nth { 1 << (index % WORD_BITS) } else { 0 }
        };
        let arrives = self.piece.is_some_and(|piece| piece.color() == color);
        let rest = self.board.word(color, nth) & !bit(self.from) & !bit(self.to);
        rest | if arrives { bit(self.to) } else { 0 }
    }
}
