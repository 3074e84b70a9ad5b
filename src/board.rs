//! Boards: what stands where.

use std::collections::TryReserveError;

use crate::cell::{Cell, Offset, Size};
use crate::piece::{Color, Piece, Role};

/// What movement asks of a board. A [`Board`] answers, an empty board ([`Empty`]) that takes no
/// memory, and a board as it stands [`After`] a move.
pub trait Occupancy {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The piece on a cell of the board.
    fn piece_at(&self, cell: Cell) -> Option<Piece>;

    /// Whether nothing stands on the cell.
    fn is_empty(&self, cell: Cell) -> bool {
        self.piece_at(cell).is_none()
    }

    /// Whether the cell that `offset` leads to is on the board and nothing stands on it.
    fn is_open(&self, from: Cell, offset: Offset) -> bool {
        self.size().step(from, offset).is_some_and(|cell| self.is_empty(cell))
    }
}

/// A board without pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Empty(pub Size);

impl Occupancy for Empty {
    fn size(&self) -> Size {
        self.0
    }

    fn piece_at(&self, _: Cell) -> Option<Piece> {
        None
    }
}

/// A board with pieces, one byte a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    cells: Vec<Option<Piece>>,
}

impl Board {
    /// A board without pieces.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(size: Size) -> Result<Self, TryReserveError> {
        let mut cells = Vec::new();
        cells.try_reserve_exact(size.cells())?;
        cells.resize(size.cells(), None);
        Ok(Self { size, cells })
    }

    /// The board of the cells in the order of the notations: levels from the top, ranks from
    /// Black's side, files from the left.
    ///
    /// # Panics
    /// If the number of cells is not that of the size.
    pub(crate) fn from_rows(size: Size, mut cells: Vec<Option<Piece>>) -> Self {
        assert_eq!(cells.len(), size.cells(), "a board has all its cells");
        cells.reverse();
        cells.chunks_mut(size.edge()).for_each(<[_]>::reverse);
        Self { size, cells }
    }

    /// Puts a piece on a cell, or empties it.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        assert!(self.size.contains(cell), "{cell:?} is not on the board");
        self.cells[self.size.index(cell)] = piece;
    }

    /// The board turned a quarter: ranks become files, and the first file the last rank.
    #[must_use]
    pub fn turned(&self) -> Self {
        let size = self.size;
        let mut turned = Self { size, cells: vec![None; size.cells()] };
        for (cell, piece) in self.pieces() {
            let Some(file) = size.coordinates().nth(usize::from(cell.rank)) else { continue };
            let Some(rank) = size.coordinates().rev().nth(usize::from(cell.file)) else { continue };
            turned.set(Cell::new(file, rank, cell.level), Some(piece));
        }
        turned
    }

    /// The pieces and their cells, in the order of the cells' indexes.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.pieces_such(|_| true)
    }

    /// The pieces of a color and their cells.
    pub fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Cell, Piece)> {
        self.pieces_such(move |piece| piece.color() == color)
    }

    /// The pieces that are such and their cells.
    pub fn pieces_such(&self, such: impl Fn(Piece) -> bool) -> impl Iterator<Item = (Cell, Piece)> {
        let cells = self.cells.iter().enumerate();
        let pieces =
            cells.filter_map(move |(index, piece)| Some((index, piece.filter(|&p| such(p))?)));
        pieces.map(|(index, piece)| (self.size.cell(index), piece))
    }
}

impl Occupancy for Board {
    fn size(&self) -> Size {
        self.size
    }

    fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.cells[self.size.index(cell)]
    }
}

/// A move of the piece on one cell to another.
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
pub struct After<'b, B> {
    board: &'b B,
    mv: Move,
    piece: Option<Piece>,
}

impl<'b, B: Occupancy> After<'b, B> {
    /// The board after the move, whether or not the piece may move so.
    pub fn new(board: &'b B, mv: Move) -> Self {
        Self { board, mv, piece: board.piece_at(mv.from).map(|piece| mv.arriving(piece)) }
    }
}

impl<B: Occupancy> Occupancy for After<'_, B> {
    fn size(&self) -> Size {
        self.board.size()
    }

    fn piece_at(&self, cell: Cell) -> Option<Piece> {
        if cell == self.mv.to {
            self.piece
        } else if cell == self.mv.from {
            None
        } else {
            self.board.piece_at(cell)
        }
    }
}
