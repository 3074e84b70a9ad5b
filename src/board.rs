//! Boards, setups and moves.

mod moves;
mod occupancy;
mod setup;

use std::fmt;

pub use self::moves::Move;
pub(crate) use self::occupancy::After;
pub use self::occupancy::{Empty, Occupancy};
pub use self::setup::Setup;
use smallvec::{SmallVec, smallvec};

use crate::cell::{Cell, Size};
use crate::common::ones;
use crate::piece::{Color, Piece};

/// A board with pieces: one byte for each cell, and one bit for each cell and color.
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
    /// Cells in the order of [`Size::index`]; `None` is an empty cell.
    cells: Vec<Option<Piece>>,
    /// Sets of cells with White's and with Black's pieces: bit `b` of word `w` stands for the
    /// cell with index `64 * w + b`.
    words: [CellSet; 2],
}

/// A set of cells as bits, without a heap allocation for boards of up to 128 cells.
type CellSet = SmallVec<[u64; 2]>;

const WORD_BITS: usize = u64::BITS as usize;

/// The cells and the sets of a board that is being filled. With them, the readers of boards need not
/// find the words of a set anew for each piece.
pub(crate) struct Fill<'b> {
    cells: &'b mut [Option<Piece>],
    words: [&'b mut [u64]; 2],
}

impl Fill<'_> {
    /// Puts a piece on the empty cell with this [`Size::index`].
    #[inline]
    pub(crate) fn place(&mut self, index: usize, piece: Piece) {
        self.cells[index] = Some(piece);
        self.words[piece.color() as usize][index / WORD_BITS] |= 1 << (index % WORD_BITS);
    }
}

/// Shows the size and each piece with its cell, as in `Board(3×3×3, White 0 (2, 0, 1))`.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}", self.size)?;
        for (cell, piece) in self.pieces() {
            write!(f, ", {piece:?} {cell:?}")?;
        }
        f.write_str(")")
    }
}

impl Board {
    /// Creates a board without pieces.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let words = smallvec![0; size.cells().div_ceil(WORD_BITS)];
        Self { size, cells: vec![None; size.cells()], words: [words.clone(), words] }
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
        let (word, bit) = (index / WORD_BITS, 1 << (index % WORD_BITS));
        for words in &mut self.words {
            words[word] &= !bit;
        }
        self.cells[index] = None;
        if let Some(piece) = piece {
            self.fill().place(index, piece);
        }
    }

    /// Returns access to the empty cells, for many pieces in a row.
    #[inline]
    pub(crate) fn fill(&mut self) -> Fill<'_> {
        let [white, black] = &mut self.words;
        Fill { cells: &mut self.cells, words: [white, black] }
    }

    /// Returns the number of pieces on the board.
    #[must_use]
    pub fn count(&self) -> usize {
        let words = self.words.iter().flatten();
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// Returns all pieces with their cells, in the order of [`Size::index`].
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.indexed_pieces().map(|(index, piece)| (self.size.cell(index), piece))
    }

    /// Returns all pieces with the indexes of their cells, in increasing order.
    pub(crate) fn indexed_pieces(&self) -> impl Iterator<Item = (usize, Piece)> {
        let [white, black] = &self.words;
        let words = white.iter().zip(black).map(|(white, black)| white | black);
        ones(words).filter_map(|index| Some((index, self.cells[index]?)))
    }

    /// Returns the pieces of a color with their cells, in the order of [`Size::index`].
    pub fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Cell, Piece)> {
        self.indexed_pieces_of(color).map(|(index, piece)| (self.size.cell(index), piece))
    }
}
