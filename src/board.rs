//! Boards: what stands where.

mod indexes;
mod moves;
mod setup;

use std::collections::TryReserveError;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use self::indexes::Indexes;
pub(crate) use self::moves::After;
pub use self::moves::Move;
pub use self::setup::Setup;
use crate::bits::{self, Word};
use crate::cell::{Cell, Isometry, Size};
use crate::memory::zeros;
use crate::piece::{Color, Piece, PieceSet};

/// What movement asks of a board. A [`Board`] answers, an [`Empty`] one that takes no memory, and
/// within the crate a board as it will stand after a move.
pub trait Occupancy {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The piece on the cell of an index, which must be on the board; see [`Size::index`].
    fn piece_on(&self, index: usize) -> Option<Piece>;

    /// Whether nothing stands on the cell of an index, which must be on the board.
    fn is_empty_on(&self, index: usize) -> bool;

    /// The piece on a cell; `None` too where there is no such cell.
    fn piece_at(&self, cell: Cell) -> Option<Piece> {
        if self.size().contains(cell) { self.piece_on(self.size().index(cell)) } else { None }
    }

    /// Whether it is a cell of the board on which nothing stands.
    fn is_empty(&self, cell: Cell) -> bool {
        self.size().contains(cell) && self.is_empty_on(self.size().index(cell))
    }
}

/// A board whose pieces can be gone through.
pub(crate) trait Populated: Occupancy {
    /// The board, or what it was before a move: where something else stands by now, [`Occupancy`]
    /// tells what.
    fn board(&self) -> &Board;

    /// Where a piece stands that has come to a cell since.
    fn arrived(&self) -> Option<usize> {
        None
    }

    /// Where pieces of a color stand, as the bits of a word; on a board of more cells than it has
    /// bits those of the first.
    fn word_of<W: Word>(&self, color: Color) -> W;

    /// Where pieces stand, as the bits of a word.
    fn occupied<W: Word>(&self) -> W {
        self.word_of::<W>(Color::White) | self.word_of(Color::Black)
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

    fn is_empty_on(&self, _: usize) -> bool {
        true
    }
}

/// A board with pieces.
///
/// It takes a byte a cell and two bits, in memory that the system provides as pieces come to stand
/// there: a large board with few pieces takes little.
///
/// What stands on a cell is asked by the methods of [`Occupancy`], which has to be imported for them.
///
/// # Example
/// ```
/// use kubikschach::{board::{Board, Occupancy}, cell::{Cell, Size}, notation, rules::Rules};
/// let rules = Rules::built_in("cube").expect("it is built in");
/// let mut board = Board::new(Size::new(2).expect("a size of boards"))?;
/// board.set(Cell::new(0, 0, 0), Some(notation::piece(&rules, "K")?));
/// board.set(Cell::new(1, 1, 1), Some(notation::piece(&rules, "q")?));
/// assert!(board.is_empty(Cell::new(1, 0, 0)));
/// assert_eq!(notation::board_text(&rules, &board), "[#q,##],[##,K#]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    /// The code of the piece on each cell, 0 where there is none.
    cells: Vec<u8>,
    /// For each 64 cells where the pieces of each color stand, as bits.
    words: Vec<[u64; 2]>,
    /// For each 64 of these words which of them may have bits: going through the pieces of a large
    /// and almost empty board touches little memory. On a small one all may have.
    summary: Vec<u64>,
}

/// How many cells have their bits in a word.
const WORD: usize = u64::BITS as usize;
/// The boards that are cleared as a whole have at most this many cells.
const FEW_CELLS: usize = 4096;

impl Board {
    /// A board without pieces.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(size: Size) -> Result<Self, TryReserveError> {
        let cells = size.cells();
        let words = cells.div_ceil(WORD);
        let summary = zeros(words.div_ceil(WORD))?;
        Ok(Self { size, cells: zeros(cells)?, words: zeros(words)?, summary })
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Takes all pieces from the board and gives it another size. A board of the same size keeps
    /// its memory.
    ///
    /// # Errors
    /// If there is not enough memory; then the board stays as it is.
    pub fn reset(&mut self, size: Size) -> Result<(), TryReserveError> {
        if self.size != size {
            *self = Self::new(size)?;
        } else if self.cells.len() <= FEW_CELLS {
            self.cells.fill(0);
            self.words.fill([0; 2]);
        } else {
            for (nth, summary) in self.summary.iter_mut().enumerate() {
                for word in bits::ones(std::mem::take(summary)).map(|bit| WORD * nth + bit) {
                    self.words[word] = [0; 2];
                    self.cells.chunks_mut(WORD).nth(word).into_iter().for_each(|c| c.fill(0));
                }
            }
        }
        Ok(())
    }

    /// Puts a piece on a cell, or empties it.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        assert!(self.size.contains(cell), "{cell:?} is not on the board");
        self.put(self.size.index(cell), piece);
    }

    /// Puts a piece on the cell of an index, or empties it.
    pub(crate) fn put(&mut self, index: usize, piece: Option<Piece>) {
        let (word, bit) = (index / WORD, 1 << (index % WORD));
        self.words[word] = self.words[word].map(|bits| bits & !bit);
        self.cells[index] = piece.map_or(0, Piece::code);
        if let Some(piece) = piece {
            self.words[word][piece.color() as usize] |= bit;
            self.summary[word / WORD] |= 1 << (word % WORD);
        }
    }

    /// Puts the pieces of all levels on a board without pieces: for each letter the one of the code that
    /// `codes` has for it. Says whether every letter has a code, which is less than [`Piece::NO_CODE`];
    /// else what is on the board has no meaning until it is put again. The pieces are there once
    /// [`Board::index`] has been called.
    ///
    /// The text starts with a row; a row starts a byte after the end of the one before, and a level
    /// `stride` bytes after the start of the one before.
    pub(crate) fn put_levels(&mut self, text: &[u8], stride: usize, codes: &[u8; 256]) -> bool {
        // Short rows are put in half the time where the compiler knows their length. Most boards of
        // the challenge have this one.
        match self.size.edge() {
            3 => self.put_rows(3, text, stride, codes),
            edge => self.put_rows(edge, text, stride, codes),
        }
    }

    #[inline(always)]
    fn put_rows(&mut self, edge: usize, text: &[u8], stride: usize, codes: &[u8; 256]) -> bool {
        let length = edge * (edge + 1) - 1;
        let (mut start, mut all) = (self.cells.len(), 0);
        for level in text.chunks(stride) {
            for row in level[..length].chunks(edge + 1) {
                start -= edge;
                all |= self.put_row(start, &row[..edge], codes);
            }
        }
        all < Piece::NO_CODE
    }

    /// Puts the pieces of cells in a row, as [`Board::put_levels`] those of all; returns all bits of
    /// their codes.
    #[inline(always)]
    pub(crate) fn put_row(&mut self, start: usize, letters: &[u8], codes: &[u8; 256]) -> u8 {
        if self.cells.len() > FEW_CELLS {
            if is_empty(letters, codes) {
                return 0;
            }
            self.note(start..start + letters.len());
        }
        let cells = &mut self.cells[start..][..letters.len()];
        cells.iter_mut().zip(letters).fold(0, |all, (cell, letter)| {
            *cell = codes[usize::from(*letter)];
            all | *cell
        })
    }

    /// Notes cells on which pieces have perhaps been put.
    fn note(&mut self, cells: Range<usize>) {
        for word in cells.start / WORD..cells.end.div_ceil(WORD) {
            self.summary[word / WORD] |= 1 << (word % WORD);
        }
    }

    /// Finds out where the pieces stand that were put by [`Board::put_levels`] or [`Board::put_row`].
    pub(crate) fn index(&mut self) {
        if self.cells.len() <= FEW_CELLS {
            for (word, codes) in self.words.iter_mut().zip(self.cells.chunks(WORD)) {
                *word = indexes::of_codes(codes);
            }
            self.summary[0] = u64::MAX >> (WORD - self.words.len());
            return;
        }
        for (nth, &summary) in self.summary.iter().enumerate() {
            for word in bits::ones(summary).map(|bit| WORD * nth + bit) {
                let cells = &self.cells[WORD * word..];
                self.words[word] = indexes::of_codes(&cells[..cells.len().min(WORD)]);
            }
        }
    }

    /// The board as it comes to lie on itself.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn turned(&self, isometry: Isometry) -> Result<Self, TryReserveError> {
        let mut turned = Self::new(self.size)?;
        for (cell, piece) in self.pieces() {
            turned.set(isometry.cell(self.size, cell), Some(piece));
        }
        Ok(turned)
    }

    /// The number of pieces.
    #[must_use]
    pub fn count(&self) -> usize {
        self.words.as_flattened().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The pieces and their cells, in the order of the cells.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.placed(self.indexes())
    }

    /// The pieces of a color and their cells, in the order of the cells.
    pub fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Cell, Piece)> {
        self.placed(self.indexes_of(color))
    }

    fn placed(&self, indexes: impl Iterator<Item = usize>) -> impl Iterator<Item = (Cell, Piece)> {
        indexes.filter_map(|index| Some((self.size.cell(index), self.piece_on(index)?)))
    }

    /// Visits the pieces that are in a set and the indexes of their cells, in their order.
    pub(crate) fn visit(&self, pieces: PieceSet, mut visit: impl FnMut(usize, Piece)) {
        for (nth, &summary) in self.summary.iter().enumerate() {
            for word in bits::ones(summary).map(|bit| WORD * nth + bit) {
                let [white, black] = self.words[word];
                // Few are, and which can't be foreseen: they are found without a branch for each.
                let found = bits::ones(white | black).fold(0, |found, bit| {
                    let piece = self.piece_on(WORD * word + bit);
                    found | u64::from(piece.is_some_and(|piece| pieces.contains(piece))) << bit
                });
                for index in bits::ones(found).map(|bit| WORD * word + bit) {
                    self.piece_on(index).into_iter().for_each(|piece| visit(index, piece));
                }
            }
        }
    }

    /// The indexes of the cells where pieces stand, in their order.
    fn indexes(&self) -> Indexes<'_> {
        Indexes::new(&self.words, &self.summary, [u64::MAX; 2])
    }

    /// The indexes of the cells where pieces of a color stand, in their order.
    pub(crate) fn indexes_of(&self, color: Color) -> Indexes<'_> {
        let mut colors = [0; 2];
        colors[color as usize] = u64::MAX;
        Indexes::new(&self.words, &self.summary, colors)
    }
}

/// Whether the same letter stands everywhere, and for no piece; most rows of a large board are so.
fn is_empty(letters: &[u8], codes: &[u8; 256]) -> bool {
    letters.first().is_none_or(|first| {
        codes[usize::from(*first)] == 0
            && letters.iter().fold(0, |differ, letter| differ | (letter ^ first)) == 0
    })
}

/// Two boards are the same if the same pieces stand on the same cells.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.pieces().eq(other.pieces())
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
        self.pieces().for_each(|piece| piece.hash(state));
    }
}

impl Occupancy for Board {
    fn size(&self) -> Size {
        self.size
    }

    fn piece_on(&self, index: usize) -> Option<Piece> {
        Piece::from_code(self.cells[index])
    }

    fn is_empty_on(&self, index: usize) -> bool {
        self.cells[index] == 0
    }
}

impl Populated for Board {
    fn board(&self) -> &Self {
        self
    }

    fn word_of<W: Word>(&self, color: Color) -> W {
        W::of(&self.words, color as usize)
    }
}
