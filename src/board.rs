//! Boards: what stands where.

mod dense;
mod rows;

use std::collections::TryReserveError;
use std::hash::{Hash, Hasher};

pub(crate) use dense::DenseBoard;
pub(crate) use rows::Rows;

use crate::bits;
use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece, Role};

/// What movement asks of a board. A [`Board`] answers, one that is filled again and again, an
/// [`Empty`] one that takes no memory, and a board as it stands [`After`] a move.
///
/// Movement follows places ([`Size::place`]): an offset adds the same to all of them.
pub trait Occupancy {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The piece on a place of the board.
    fn piece_on(&self, place: usize) -> Option<Piece>;

    /// Whether nothing stands on a place of the board.
    fn is_open(&self, place: usize) -> bool;

    /// The occupied places, those that are not open, as the bits of a word; from boards that are so
    /// small and made for it.
    fn word(&self) -> Option<u64> {
        None
    }

    /// The piece on a cell of the board.
    fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.piece_on(self.size().place(cell))
    }

    /// Whether nothing stands on the cell.
    fn is_empty(&self, cell: Cell) -> bool {
        self.is_open(self.size().place(cell))
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

    fn is_open(&self, _: usize) -> bool {
        true
    }
}

/// A board with pieces: a bit a cell, and the pieces in a list.
///
/// It takes two bits a cell and a byte a piece.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    /// Which places are occupied, 64 a word.
    bits: Vec<u64>,
    /// Where the pieces of each word start in the list.
    firsts: Vec<usize>,
    pieces: Vec<Piece>,
}

impl Board {
    /// A board without pieces.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(size: Size) -> Result<Self, TryReserveError> {
        let words = size.cells().div_ceil(64);
        Vec::<u64>::new().try_reserve_exact(words)?;
        Vec::<usize>::new().try_reserve_exact(words)?;
        Ok(Self { size, bits: vec![0; words], firsts: vec![0; words], pieces: Vec::new() })
    }

    /// Puts a piece on a cell, or empties it.
    ///
    /// # Complexity
    /// The pieces after it are moved.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        assert!(self.size.contains(cell), "{cell:?} is not on the board");
        let place = self.size.place(cell);
        let (word, bit) = (place / 64, 1 << (place % 64));
        let nth = self.nth(place);
        match (self.bits[word] & bit != 0, piece) {
            (true, Some(piece)) => self.pieces[nth] = piece,
            (false, None) => {}
            (true, None) => {
                self.bits[word] ^= bit;
                self.pieces.remove(nth);
                self.firsts[word + 1..].iter_mut().for_each(|first| *first -= 1);
            }
            (false, Some(piece)) => {
                self.bits[word] ^= bit;
                self.pieces.insert(nth, piece);
                self.firsts[word + 1..].iter_mut().for_each(|first| *first += 1);
            }
        }
    }

    /// The number of pieces on the places before this one.
    #[inline]
    fn nth(&self, place: usize) -> usize {
        let before = self.bits[place / 64] & ((1 << (place % 64)) - 1);
        self.firsts[place / 64] + before.count_ones() as usize
    }

    /// The board turned a quarter: ranks become files, and the first file the last rank.
    #[must_use]
    pub fn turned(&self) -> Self {
        let size = self.size;
        let turned = |cell: Cell| Cell::new(cell.rank, size.opposite(cell.file), cell.level);
        let pieces = self.pieces().map(|(cell, piece)| (size.place(turned(cell)), piece));
        let mut pieces: Vec<(usize, Piece)> = pieces.collect();
        pieces.sort_unstable();
        let mut rows = Rows::new(size);
        for (place, piece) in pieces {
            while rows.count() < place / size.edge() {
                rows.end_row();
            }
            rows.put(place % size.edge(), piece);
        }
        rows.finish()
    }

    /// The number of pieces.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.pieces.len()
    }

    /// The pieces and their cells, in the order of their places.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.pieces_such(|_| true)
    }

    /// The pieces of a color and their cells.
    pub fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Cell, Piece)> {
        self.pieces_such(move |piece| piece.color() == color)
    }

    /// The pieces that are such and their cells.
    pub fn pieces_such(&self, such: impl Fn(Piece) -> bool) -> impl Iterator<Item = (Cell, Piece)> {
        let pieces = bits::each_of(&self.bits).zip(&self.pieces);
        let such = pieces.filter(move |(_, piece)| such(**piece));
        such.map(|(place, &piece)| (self.size.cell_on(place), piece))
    }
}

/// Two boards are the same if the same pieces stand on the same places.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        // Where the pieces of a word start follows from the bits before it.
        (self.size, &self.bits, &self.pieces) == (other.size, &other.bits, &other.pieces)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.size, &self.bits, &self.pieces).hash(state);
    }
}

impl Occupancy for Board {
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn piece_on(&self, place: usize) -> Option<Piece> {
        if self.is_open(place) { None } else { Some(self.pieces[self.nth(place)]) }
    }

    #[inline]
    fn is_open(&self, place: usize) -> bool {
        self.bits[place / 64] >> (place % 64) & 1 == 0
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
    from: usize,
    to: usize,
    piece: Option<Piece>,
}

impl<'b, B: Occupancy> After<'b, B> {
    /// The board after the move, whether or not the piece may move so.
    pub fn new(board: &'b B, mv: Move) -> Self {
        let [from, to] = [mv.from, mv.to].map(|cell| board.size().place(cell));
        Self { board, from, to, piece: board.piece_on(from).map(|piece| mv.arriving(piece)) }
    }
}

impl<B: Occupancy> Occupancy for After<'_, B> {
    fn size(&self) -> Size {
        self.board.size()
    }

    #[inline]
    fn word(&self) -> Option<u64> {
        self.board.word().map(|word| word & !(1 << self.from) | 1 << self.to)
    }

    #[inline]
    fn piece_on(&self, place: usize) -> Option<Piece> {
        if place == self.to {
            self.piece
        } else if place == self.from {
            None
        } else {
            self.board.piece_on(place)
        }
    }

    #[inline]
    fn is_open(&self, place: usize) -> bool {
        place != self.to && (place == self.from || self.board.is_open(place))
    }
}
