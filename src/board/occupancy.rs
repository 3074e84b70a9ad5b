//! The trait by which movement reads boards, and the boards that have it.

use super::{Board, Move};
use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece};

/// Read access to the pieces of a board.
///
/// Movement works on a [`Board`], on an [`Empty`] board that takes no memory, and within the crate
/// on a board as a move will leave it.
pub trait Occupancy {
    /// Returns the size of the board.
    fn size(&self) -> Size;

    /// Returns the piece on the cell with an index of [`Size::index`].
    ///
    /// # Panics
    /// If the board has no such cell.
    fn piece_on(&self, index: usize) -> Option<Piece>;

    /// Returns the cells of a color's pieces, one bit a cell by its index; 0 if the board has more
    /// than 128 cells.
    fn bitboard(&self, color: Color) -> u128;

    /// Returns `true` if nothing stands on the cell with an index of [`Size::index`].
    ///
    /// # Panics
    /// If the board has no such cell.
    fn is_empty_on(&self, index: usize) -> bool {
        self.piece_on(index).is_none()
    }

    /// Returns the piece on a cell; `None` if the cell is empty or not on the board.
    fn piece_at(&self, cell: Cell) -> Option<Piece> {
        if self.size().contains(cell) { self.piece_on(self.size().index(cell)) } else { None }
    }

    /// Returns `true` if the cell is on the board and nothing stands there.
    fn is_empty(&self, cell: Cell) -> bool {
        self.size().contains(cell) && self.is_empty_on(self.size().index(cell))
    }
}

/// A board without pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Empty(pub Size);

impl Occupancy for Empty {
    fn size(&self) -> Size {
        self.0
    }

    fn piece_on(&self, _: usize) -> Option<Piece> {
        None
    }

    fn bitboard(&self, _: Color) -> u128 {
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

    fn bitboard(&self, color: Color) -> u128 {
        self.bitboards[color as usize]
    }
}

/// A board as it will stand after a move, without a copy of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct After<'b> {
    board: &'b Board,
    from: usize,
    to: usize,
    piece: Option<Piece>,
}

impl<'b> After<'b> {
    /// Returns the board after a move, whether or not the piece may move so.
    pub(crate) fn new(board: &'b Board, mv: Move) -> Self {
        let [from, to] = [mv.from, mv.to].map(|cell| board.size().index(cell));
        Self { board, from, to, piece: board.piece_on(from).map(|piece| mv.arriving(piece)) }
    }

    /// Returns the board after the piece on `from` has moved to `to`, both given by index.
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

    fn bitboard(&self, color: Color) -> u128 {
        // On larger boards the shifts wrap, and nobody uses the bits.
        let [from, to] = [self.from, self.to].map(|index| 1_u128 << (index % 128));
        let arrives = self.piece.is_some_and(|piece| piece.color() == color);
        self.board.bitboard(color) & !from & !to | if arrives { to } else { 0 }
    }
}
