//! Boards, setups and moves.

mod moves;
mod occupancy;
mod setup;

use std::fmt;

pub use self::moves::Move;
pub(crate) use self::occupancy::After;
pub use self::occupancy::{Empty, Occupancy};
pub use self::setup::Setup;
use crate::bits;
use crate::cell::{Cell, Isometry, Size};
use crate::piece::{Color, Piece};

/// A board with pieces, one byte per cell. Boards of at most 128 cells also keep bitboards.
///
/// # Example
/// ```
/// use kubikschach::{board::Board, cell::{Cell, Size}, notation, rules::Rules};
/// let rules = Rules::cube();
/// let mut board = Board::new(Size::new(2).expect("a size of boards"));
/// board.set(Cell::new(0, 0, 0), Some(notation::parse_piece(&rules, "K")?));
/// board.set(Cell::new(1, 1, 1), Some(notation::parse_piece(&rules, "q")?));
/// assert!(board.is_empty(Cell::new(1, 0, 0)));
/// assert_eq!(notation::write_board(&rules, &board), "[#q,##],[##,K#]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// The cells in the order of [`Size::index`]; `None` is an empty cell.
    cells: Vec<Option<Piece>>,
    /// The bitboards of White's and Black's pieces, with one bit for each [`Size::index`]. Both are
    /// 0 if [`Board::has_bitboards`] is `false`.
    bitboards: [u128; 2],
}

/// Shows the board's size and number of pieces only, because the cells of a large board would fill
/// pages.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}, {} pieces)", self.size, self.count())
    }
}

impl Board {
    /// Creates a board without pieces.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, cells: vec![None; size.cells()], bitboards: [0; 2] }
    }

    /// Creates a board from its cells, which must be in the order of [`Size::index`].
    pub(crate) fn from_cells(size: Size, cells: Vec<Option<Piece>>) -> Self {
        let mut bitboards = [0; 2];
        if Self::has_bitboards(size) {
            for (index, piece) in cells.iter().enumerate() {
                if let Some(piece) = piece {
                    bitboards[piece.color() as usize] |= 1 << index;
                }
            }
        }
        Self { size, cells, bitboards }
    }

    /// Returns `true` if boards of this size have at most 128 cells and so keep bitboards.
    pub(crate) const fn has_bitboards(size: Size) -> bool {
        size.cells() <= u128::BITS as usize
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the piece on a cell; `None` if the cell is empty or not on the board.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        Occupancy::piece_at(self, cell)
    }

    /// Returns `true` if the cell is on the board and empty.
    #[must_use]
    pub fn is_empty(&self, cell: Cell) -> bool {
        Occupancy::is_empty(self, cell)
    }

    /// Returns the piece on the cell with this [`Size::index`]; `None` if the cell is empty.
    pub(crate) fn piece_on(&self, index: usize) -> Option<Piece> {
        self.cells[index]
    }

    /// Puts `piece` on a cell; `None` empties the cell.
    ///
    /// # Panics
    /// Panics if the cell is not on the board.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        assert!(self.size.contains(cell), "{cell:?} is not on the board");
        self.put(self.size.index(cell), piece);
    }

    pub(crate) fn put(&mut self, index: usize, piece: Option<Piece>) {
        self.cells[index] = piece;
        if Self::has_bitboards(self.size) {
            let bit = 1 << index;
            self.bitboards = self.bitboards.map(|bits| bits & !bit);
            if let Some(piece) = piece {
                self.bitboards[piece.color() as usize] |= bit;
            }
        }
    }

    /// Returns the image of the board under an isometry.
    #[must_use]
    pub fn turned(&self, isometry: Isometry) -> Self {
        let mut turned = Self::new(self.size);
        for (cell, piece) in self.pieces() {
            turned.set(isometry.cell(self.size, cell), Some(piece));
        }
        turned
    }

    /// Returns the number of pieces on the board.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Returns all pieces with their cells, in the order of [`Size::index`].
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.indexed_pieces().map(|(index, piece)| (self.size.cell(index), piece))
    }

    /// Returns all pieces with the indexes of their cells, in increasing order.
    pub(crate) fn indexed_pieces(&self) -> impl Iterator<Item = (usize, Piece)> {
        let [white, black] = self.bitboards;
        self.indexes(white | black, |_| true).filter_map(|at| Some((at, self.cells[at]?)))
    }

    /// Returns the pieces of a color with their cells, in the order of [`Size::index`].
    pub fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Cell, Piece)> {
        self.pieces().filter(move |(_, piece)| piece.color() == color)
    }

    /// Returns the indexes of the cells with pieces of a color, in increasing order.
    pub(crate) fn indexes_of(&self, color: Color) -> impl Iterator<Item = usize> {
        self.indexes(self.bitboard(color), move |piece| piece.color() == color)
    }

    /// Returns the indexes of cells with certain pieces, in increasing order. On a board with
    /// bitboards, `bits` selects the cells; on any other board, `is_wanted` selects the pieces.
    fn indexes(
        &self,
        bits: u128,
        is_wanted: impl Fn(Piece) -> bool,
    ) -> impl Iterator<Item = usize> {
        let without_bits = if Self::has_bitboards(self.size) { &[] } else { &self.cells[..] };
        let found = without_bits.iter().enumerate();
        let found = found.filter(move |(_, piece)| piece.is_some_and(&is_wanted));
        bits::ones(bits).chain(found.map(|(index, _)| index))
    }
}
