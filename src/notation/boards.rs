//! The parser and writer of boards in all notations: bracket lists, nested brackets, JSON and
//! grids.
//!
//! All notations list levels from the top, rows from Black's side and cells from the left. They
//! differ in their separators.

mod around;
mod brackets;
mod grid;
mod named;
mod other;
mod pasted;
mod plain_lines;
mod published;
mod record;
mod shape;
mod sides;
mod tokens;
mod waiting;

use std::ops::Range;

use memchr::memchr;

#[cfg(feature = "serde")]
pub(crate) use self::around::variable_length;
#[cfg(feature = "serde")]
pub(crate) use self::grid::is_rule;
use self::named::setup_name;
use self::plain_lines::fence_length;
use self::shape::BoardReader;
use self::tokens::{LONGEST_LINE, SizeLines};
use self::waiting::Waiting;
use super::cursor::{Cursor, Stop};
use super::skip::Skip;
use super::{Next, Reader};
use crate::board::{Board, Setup};
use crate::cell::{Cell, Size};
use crate::common::sorted;
use crate::mistake::Mistake;
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// The character that is written for an empty cell.
const EMPTY: char = '#';
/// The characters that are accepted for an empty cell.
const EMPTIES: [u8; 3] = *b"#._";
/// The maximum length of a board's text in bytes, including blanks.
const LONGEST_BOARD: usize = 1 << 22;

/// A [`Reader`] of boards whose letters stand for the pieces of one rule set.
#[derive(Clone, Debug)]
pub struct Boards<'r> {
    rules: &'r Rules,
    /// The only accepted size; `None` if all sizes are accepted.
    size: Option<Size>,
    /// The texts that the reader accepts in place of a board, such as `start`, each with the name
    /// of its setup.
    names: Vec<(String, &'r str)>,
    /// For each byte, the contents of a cell that is written as this byte: a piece, or an inner
    /// `None` for an empty cell. The outer `None` means that no cell is written as this byte.
    contents: Box<[Option<Option<Piece>>; 256]>,
    skip: Skip,
    /// The incomplete record at the start of the text; `None` if the last record was complete.
    waiting: Option<Waiting>,
}

impl<'r> Boards<'r> {
    /// Creates a reader of boards of every size that the rule set allows.
    #[must_use]
    pub fn new(rules: &'r Rules) -> Self {
        let mut contents = Box::new([None; 256]);
        for letter in EMPTIES {
            contents[usize::from(letter)] = Some(None);
        }
        for (letter, piece) in rules.letters() {
            contents[letter as usize] = Some(Some(piece));
        }
        let names = rules.setup_spellings().collect();
        let (size, skip) = (rules.size(), Skip::default());
        Self { rules, size, names, contents, skip, waiting: None }
    }

    /// Creates a reader for the boards in a rule document. The reader accepts no setup names.
    pub(crate) fn of_setups(rules: &'r Rules) -> Self {
        Self { names: Vec::new(), ..Self::new(rules) }
    }

    /// Restricts the reader to boards of `size`. The call has no effect if the rule set has a fixed
    /// size.
    #[must_use]
    pub fn of_size(self, size: Size) -> Self {
        Self { size: self.size.or(Some(size)), ..self }
    }

    /// Returns the rule set whose letters the reader accepts.
    #[must_use]
    pub const fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// Returns each of `cells` with the byte range of its letter in `board`, in text order. `board`
    /// is the text of a single board.
    ///
    /// The result is empty if the text is the name of a setup, because such a text has no letters
    /// for cells.
    #[must_use]
    pub fn spans(&self, board: &[u8], size: Size, cells: &[Cell]) -> Vec<(Cell, Range<usize>)> {
        if setup_name(&self.names, board.trim_ascii_start()).is_some() {
            return Vec::new();
        }
        let place = |cell: Cell| {
            let (rank, level) = (size.opposite(cell.rank), size.opposite(cell.level));
            size.index(Cell::new(cell.file, rank, level))
        };
        let places = sorted(cells.iter().map(|&cell| (place(cell), cell)));
        // The `n` of a declared size, as in `n=3`, could be the letter of a piece, so the search
        // starts after `=`.
        let start = memchr(b'=', board).map_or(0, |equals| equals + 1);
        let mut letters = (start..board.len()).filter(|&at| self.is_letter(board[at]));
        let mut passed = 0;
        let span = |(place, cell): (usize, Cell)| {
            let at = letters.nth(place - passed)?;
            passed = place + 1;
            Some((cell, at..at + 1))
        };
        places.into_iter().map_while(span).collect()
    }

    /// Returns the board with these letters, which are in text order.
    fn board(&self, size: Size, letters: impl Iterator<Item = u8>) -> Board {
        let (mut board, edge) = (Board::new(size), size.edge());
        for (nth, letter) in letters.enumerate() {
            if let Some(piece) = self.contents[usize::from(letter)].flatten() {
                // Levels and rows are written from the last to the first.
                let (row, file) = (edge * edge - 1 - nth / edge, nth % edge);
                board.place(row * edge + file, piece);
            }
        }
        board
    }

    /// Returns `true` if the byte is the letter of a piece or of an empty cell.
    fn is_letter(&self, byte: u8) -> bool {
        self.contents[usize::from(byte)].is_some()
    }

    /// Returns the letters of all pieces and of the empty cell, for messages.
    fn letters(&self) -> String {
        self.rules.letters().map(|(letter, _)| letter).chain([EMPTY]).collect()
    }
}

impl Reader for Boards<'_> {
    type Record = Setup;

    const WHAT: &'static str = "a board";

    fn read(&mut self, text: &[u8], start: usize, ended: bool) -> Next<Setup> {
        let end = text.len().min(start + LONGEST_BOARD);
        let is_cut = end < text.len();
        let list = match self.published(&text[start..end]) {
            // Most records end here. The way through the parsers of names and sides would take 230
            // instructions more, 4 % of a verdict at 3×3×3.
            Some((board, _, length)) if text.get(start + length) == Some(&b'\n') => {
                (self.skip, self.waiting) = (Skip::Blanks, None);
                let setup = Setup { board, turn: None, holder: None };
                return Next::Record { end: start + length + 1, result: Ok(setup) };
            }
            list => list,
        };
        let cursor = Cursor::new(&text[..end], start, ended && !is_cut);
        let mut reader = BoardReader::new(self, cursor);
        let result = match reader.setup(list) {
            Err(Stop::Bad(error)) => self.other_form(&mut reader, cursor, error),
            result => result,
        };
        let result = match result {
            Err(Stop::NeedMore) if is_cut => {
                let expected = format!("a board of at most {LONGEST_BOARD} bytes");
                Err(Stop::Bad(Mistake::expected(start..start + 1, expected, "more")))
            }
            result => result,
        };
        let (at, is_in_cells) = (reader.cursor.at, reader.is_in_cells);
        let cursor = Cursor::new(text, at, ended);
        let next = match result {
            Ok(setup) => self.skip.ends(&cursor, setup),
            Err(Stop::Bad(error)) if is_in_cells => {
                self.skip.broken(&cursor, start, error, &SizeLines)
            }
            Err(Stop::Bad(error)) => {
                self.skip.ends_line(&cursor, Err(error), Skip::Blanks, LONGEST_LINE)
            }
            Err(Stop::NeedMore) => Next::NeedMore,
        };
        self.waiting = match next {
            Next::NeedMore => Some(Waiting::after(self.waiting, text, start)),
            _ => None,
        };
        next
    }

    fn start(&mut self, text: &[u8], ended: bool) -> Result<usize, Next<Setup>> {
        if !ended && self.waiting.as_mut().is_some_and(|waiting| !waiting.is_worth_a_try(text)) {
            return Err(Next::NeedMore);
        }
        let mut start = self.skip.start(text, ended, &SizeLines)?;
        // The fences around code are no part of a board.
        loop {
            match fence_length(&text[start..], ended) {
                None => return Err(Next::NeedMore),
                Some(0) => return Ok(start),
                Some(length) => start += length,
            }
            let next = Skip::Blanks.start(&text[start..], ended, &SizeLines);
            if let Err(Next::Done) = next {
                // The fence was the end of what is skipped, so text that arrives later is not skipped.
                self.skip = Skip::Blanks;
            }
            start += next?;
        }
    }

    fn restart(&mut self) {
        (self.skip, self.waiting) = (Skip::default(), None);
    }

    fn skip_line(&mut self) {
        self.skip = Skip::Line(false);
    }
}

/// Writes a board as a bracket list, such as `[#q,##],[##,K#]`.
///
/// # Panics
/// Panics if the rule set does not define the role of a piece.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::cube();
/// let board = notation::parse_board(&rules, "#q\n##\n\n##\nK#\n")?.board;
/// assert_eq!(notation::write_board(&rules, &board), "[#q,##],[##,K#]");
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
#[must_use]
pub fn write_board(rules: &Rules, board: &Board) -> String {
    let size = board.size();
    let edge = size.edge();
    let mut text = String::with_capacity((edge * (edge + 1) + 2) * edge);
    for level in size.coordinates().rev() {
        text.push('[');
        for rank in size.coordinates().rev() {
            let cells = size.coordinates().map(|file| board.piece_at(Cell::new(file, rank, level)));
            text.extend(cells.map(|there| there.map_or(EMPTY, |p| rules.letter(p))));
            text.push_str(if rank > 0 { "," } else { "]" });
        }
        if level > 0 {
            text.push(',');
        }
    }
    text
}

/// Writes a position: the board and the side to move. If the rule set has holds, the side whose
/// king holds the other king follows, or `-` if `holder` is `None`.
///
/// # Panics
/// Panics if the rule set does not define the role of a piece.
///
/// # Example
/// ```
/// use kubikschach::{notation, piece::Color, rules::Rules};
/// let rules = Rules::cube();
/// let board = notation::parse_board(&rules, "[#q,##],[##,K#]")?.board;
/// let text = notation::write_position(&rules, &board, Color::Black, None);
/// assert_eq!(text, "[#q,##],[##,K#] b");
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
#[must_use]
pub fn write_position(rules: &Rules, board: &Board, turn: Color, holder: Option<Color>) -> String {
    let letter = |color| match color {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let mut text = write_board(rules, board);
    // Without this line `extend` would double the capacity of the text.
    text.reserve_exact(" w w".len());
    text.extend([' ', letter(turn)]);
    if !rules.holds().is_empty() {
        text.extend([' ', holder.map_or('-', letter)]);
    }
    text
}
