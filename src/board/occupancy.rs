//! The read access to boards that movement needs, and the types that implement it.

use super::{Board, Move};
use crate::cell::{Cell, Size};
use crate::common::ones;
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

    /// Returns the pieces of a color with the indexes of their cells.
    ///
    /// The indexes increase, except that a piece that has just moved may be out of order.
    fn indexed_pieces_of(&self, color: Color) -> impl Iterator<Item = (usize, Piece)>;

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

    fn indexed_pieces_of(&self, _: Color) -> impl Iterator<Item = (usize, Piece)> {
        std::iter::empty()
    }
}

impl Occupancy for Board {
    fn size(&self) -> Size {
        self.size
    }

    fn piece_on(&self, index: usize) -> Option<Piece> {
        self.cells[index]
    }

    fn indexed_pieces_of(&self, color: Color) -> impl Iterator<Item = (usize, Piece)> {
        let words = self.words[color as usize].iter().copied();
        ones(words).filter_map(|index| Some((index, self.cells[index]?)))
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

    fn indexed_pieces_of(&self, color: Color) -> impl Iterator<Item = (usize, Piece)> {
        self.board.indexed_pieces_of(color).filter_map(|(index, piece)| {
            if index == self.from {
                Some((self.to, self.piece?))
            } else {
                (index != self.to).then_some((index, piece))
            }
        })
    }
}
