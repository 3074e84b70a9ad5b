//! Parsers and writers of cells, boards, moves and queries as text.
//!
//! A text may have many records. A [`Reader`] parses the record at the start of a text in one pass.
//! [`parse_query`] and [`parse_board`] parse a text with a single record.
//!
//! # Queries
//! A query names a piece, its color, a start and a finish: `King W A1a B3d` on one line, or
//! `King W`, `A1a` and `B3d` on three lines. Blanks, commas, `->` and `→` separate words, and `-`,
//! `to` or nothing may separate the two cells: `King, W, A1a-B3d`. Names are accepted in any case.
//! The number of an item may stand before a query: `1. King W A1a B3d`.
//!
//! # Boards
//! Levels are written from the top, rows from Black's side, cells from the left. `#`, `.` and `_`
//! are empty cells. Upper-case letters are White's pieces, lower-case letters Black's.
//!
//! | form | such as |
//! |---|---|
//! | brackets | `[#q,##],[##,K#]` |
//! | each row in brackets, or all levels in another pair | `[[#q][##]],[[##][K#]]`, `[[#q,##],[##,K#]]` |
//! | JSON | `[["#q","##"],["##","K#"]]` |
//! | arrays of any depth, of n³ letters in strings of equal length | `["#q","##","##","K#"]`, `[#q####K#]` |
//! | `()` or `{}` within brackets | `[(#q,##),(##,K#)]` |
//! | a size before the board, or on the line before | `n=2, [#q,##],[##,K#]`, `2, [#q,##],[##,K#]` |
//! | a grid | rows on lines, with empty lines or labels between levels, or without |
//! | pieces with their cells, on one line | `Ka1(I) qb2(II)` |
//! | a setup of the rule set, or a built-in rule set with a setup `start` | its name, such as `start`, in any case |
//!
//! After a board, or before its first bracket, `w` or `b` gives the side to move. If the rule set has holds, a second word gives
//! the side whose king holds the other king: `w`, `b` or `-`. An example is `[#q,##],[##,K#] b`.
//!
//! # Broken records
//! A broken record ends with the line of its first mistake, or before that line if the line starts
//! a record of its own. The reader returns the mistake at once and then looks for the next record:
//! - After a query, parsing resumes on the next line if the broken line could not start a record, or
//!   had more than two words. Otherwise lines are skipped up to an empty line, or a line that starts
//!   with `[`, `{` or a piece.
//! - After a board, the rest of it is skipped: its lines up to its last bracket, the levels that are
//!   left of a grid, and other lines up to an empty line, or a line that starts a record: with a
//!   bracket, a size, a side or a name. If the line of the mistake
//!   could not start a board, parsing resumes on the next line.
//! - A line of a query has at most 64 KiB, and a board has at most 4 MiB. A longer line is cut there,
//!   and the rest of the line is skipped.

mod boards;
mod built_in;
mod cursor;
mod moves;
mod page_line;
mod queries;
mod skip;

pub use self::boards::{Boards, Written, write_board, write_pieces, write_position};
#[cfg(feature = "serde")]
pub(crate) use self::boards::{PlacedPieces, is_rule, variable_length};
#[cfg(feature = "cli")]
pub(crate) use self::cursor::too_long;
#[cfg(feature = "serde")]
pub(crate) use self::moves::append_move;
pub(crate) use self::moves::{DASHES, TIMES, before_sign};
pub use self::moves::{WrittenMove, parse_move, parse_written_move, write_move};
pub use self::queries::{Queries, QueryWords};
use crate::board::Setup;
use crate::cell::{Cell, Size};
use crate::mistake::{Mistake, nearest, quote};
pub use crate::path::Query;
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// The result of parsing the record at the start of a text that may be incomplete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<T, E = Mistake> {
    /// The text starts with a complete record, valid or broken.
    Record {
        /// Byte offset after the record.
        end: usize,
        /// Parsed record, or its first mistake.
        result: Result<T, E>,
    },
    /// The record is incomplete: the next call needs a longer text.
    NeedMore,
    /// The text has no further record and can be dropped.
    Done,
}

/// A parser of records of one kind, boards or queries, from a text that may arrive in parts.
///
/// The end of a record depends on the text alone, not on how the text is split into parts.
///
/// # Example
/// ```
/// use kubikschach::{notation::{Boards, Next, Reader}, position::Position, rules::Rules};
/// let rules = Rules::cube();
/// let (mut boards, mut verdicts) = (Boards::new(&rules), Vec::new());
/// let mut text = &b"[rq,##],[##,K#]\n[#q,##],[##,K#]\n"[..];
/// while let Next::Record { end, result } = boards.next(text, true) {
///     verdicts.push(Position::new(&rules, result?)?.is_checkmate());
///     text = &text[end..];
/// }
/// assert_eq!(verdicts, [true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Reader: sealed::Sealed {
    /// The type of a parsed record.
    type Record;

    /// A record's noun with its article for messages, such as `a board`.
    const WHAT: &'static str;

    /// Parses the record at the start of the text, after any blanks.
    ///
    /// `ended` is true if no more text will arrive. After [`Next::NeedMore`], the next call must
    /// have the same text with more at its end. After a record, the next call must have the text
    /// after that record. After [`Next::Done`], it must have new text. Byte ranges in mistakes
    /// count from the start of `text`.
    #[inline]
    fn next(&mut self, text: &[u8], ended: bool) -> Next<Self::Record> {
        match self.start(text, ended) {
            Ok(start) => self.read(text, start, ended),
            Err(next) => next,
        }
    }

    /// Parses the record that starts at byte offset `start`, which [`Reader::start`] returned.
    #[doc(hidden)]
    fn read(&mut self, text: &[u8], start: usize, ended: bool) -> Next<Self::Record>;

    /// Returns the byte offset of the record that [`Reader::next`] would parse.
    ///
    /// # Errors
    /// Returns an error if no record starts in the text. The error is the result that
    /// [`Reader::next`] would return.
    #[doc(hidden)]
    fn start(&mut self, text: &[u8], ended: bool) -> Result<usize, Next<Self::Record>>;

    /// Resets the reader, so that the next call of [`Reader::next`] may have an unrelated text.
    fn restart(&mut self);

    /// Makes the next call of [`Reader::next`] skip the text up to the end of its first line.
    #[doc(hidden)]
    fn skip_line(&mut self);

    /// Parses a text that must be exactly one record.
    ///
    /// # Errors
    /// Returns an error if the text is empty or broken, or has anything after its first record.
    fn single(&mut self, text: &[u8]) -> Result<Self::Record, Mistake>
    where
        Self: Sized,
    {
        self.restart();
        let single = match self.next(text, true) {
            Next::Record { end, result } => {
                result.and_then(|record| nothing_after(self, text, end).map(|()| record))
            }
            Next::NeedMore | Next::Done => Err(no_record::<Self>(text)),
        };
        self.restart();
        single
    }
}

/// Checks that a reader finds no record after byte offset `end`.
fn nothing_after<R: Reader>(reader: &mut R, text: &[u8], end: usize) -> Result<(), Mistake> {
    let Ok(start) = reader.start(&text[end..], true) else { return Ok(()) };
    let (start, rest) = (end + start, text[end + start..].trim_ascii_end());
    let expected = format!("{} and nothing more", R::WHAT);
    Err(Mistake::expected(start..start + rest.len(), expected, quote(rest)))
}

/// Returns the mistake of a text without a record.
fn no_record<R: Reader>(text: &[u8]) -> Mistake {
    Mistake::expected(text.len()..text.len(), R::WHAT, "the end of the input")
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Queries {}
    impl Sealed for super::Boards<'_> {}
}

/// Parses a text that must be exactly one query, on one line or three.
///
/// # Errors
/// Returns an error if the text is not exactly one query.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let query = notation::parse_query(&rules, size, "King W\nA1a\nB3d")?;
/// assert_eq!(rules.cells().name(size, query.finish), "B3d");
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
pub fn parse_query(rules: &Rules, size: Size, text: &str) -> Result<Query, Mistake> {
    Queries::new(rules, size).single(text.as_bytes())
}

/// Parses a text that must be exactly one board in any form, or the name of a setup of the rule
/// set.
///
/// # Errors
/// Returns an error if the text is not exactly one board or setup name.
///
/// # Example
/// ```
/// use kubikschach::{cell::Cell, notation, rules::Rules};
/// let rules = Rules::cube();
/// let setup = notation::parse_board(&rules, "[#q,##],[##,K#] b")?;
/// assert!(setup.board.piece_at(Cell::new(1, 1, 1)).is_some());
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
pub fn parse_board(rules: &Rules, text: &str) -> Result<Setup, Mistake> {
    Boards::new(rules).single(text.as_bytes())
}

/// Parses a piece: its name or letter with a color, such as `King W`, or its letter in boards, such
/// as `q` for Black's queen.
///
/// # Errors
/// Returns an error if the rule set has no such piece.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::kubikschach();
/// assert_eq!(notation::parse_piece(&rules, "King W")?, notation::parse_piece(&rules, "K")?);
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
pub fn parse_piece(rules: &Rules, text: &str) -> Result<Piece, Mistake> {
    queries::piece(rules, text.as_bytes())
}

#[cfg(feature = "cli")]
pub(crate) fn parse_role(rules: &Rules, text: &str) -> Result<crate::piece::Role, Mistake> {
    let role = rules.role_named(text);
    role.ok_or_else(|| queries::unknown_piece(rules, 0..text.len(), text.as_bytes()))
}

/// Parses the name or letter of a piece, and its color if there is one.
#[cfg(feature = "serde")]
pub(crate) fn parse_role_and_color(
    rules: &Rules,
    text: &str,
) -> Result<(crate::piece::Role, Option<Color>), Mistake> {
    queries::role_and_color(rules, text.as_bytes())
}

#[cfg(feature = "serde")]
pub(crate) fn parse_piece_color(text: &str) -> Result<Color, Mistake> {
    parse_color(text).ok_or_else(|| queries::unknown_color(0..text.len(), text.as_bytes()))
}

/// Parses the name of a cell on a board of this size.
///
/// # Errors
/// Returns an error if a board of this size has no such cell.
///
/// # Example
/// ```
/// use kubikschach::{cell::Cell, notation, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let cell = notation::parse_cell(&rules, size, "B3d")?;
/// assert_eq!(rules.cells().name(size, cell), "B3d");
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
pub fn parse_cell(rules: &Rules, size: Size, text: &str) -> Result<Cell, Mistake> {
    // Where no piece is named, a position is known, and another rule set could not read it.
    parse_cell_of(rules, size, None, text).map_err(|error| Mistake { hint: None, ..error })
}

/// Parses the name of a cell on a board of this size. If the cell is unknown, the mistake
/// suggests a rule set that has the cell and `piece`, the name of the piece on the cell; without
/// `piece`, one that has the cell.
pub(crate) fn parse_cell_of(
    rules: &Rules,
    size: Size,
    piece: Option<&str>,
    text: &str,
) -> Result<Cell, Mistake> {
    rules.cells().parse_any_case(size, text).ok_or_else(|| {
        let names = (piece.map(str::as_bytes), &[text.as_bytes()][..]);
        queries::unknown_cell(rules, size, 0..text.len(), names)
    })
}

/// Returns `true` if `name` is a cell of the largest board, and the rule set has no fixed size.
pub(crate) fn is_on_larger_board(rules: &Rules, name: &[u8]) -> bool {
    let largest = Size::new(Size::MAX).filter(|_| rules.size().is_none());
    largest.is_some_and(|largest| rules.cells().parse_any_case(largest, name).is_some())
}

/// Parses a text with `read`, which receives the text without surrounding blanks.
pub(crate) fn trimmed<T>(
    text: &str,
    read: impl FnOnce(&str) -> Result<T, Mistake>,
) -> Result<T, Mistake> {
    let start = text.len() - text.trim_start().len();
    read(text.trim()).map_err(|error| error.moved(start))
}

/// Parses a color, such as `W`, `White` or `black`; `None` if the text is no color.
///
/// # Example
/// ```
/// use kubikschach::{notation, piece::Color};
/// assert_eq!(notation::parse_color("black"), Some(Color::Black));
/// assert_eq!(notation::parse_color("red"), None);
/// ```
#[must_use]
pub fn parse_color(name: &str) -> Option<Color> {
    name.parse().ok()
}

/// Returns a hint that lists the letters of all pieces if `found` is a number, else `None`.
#[cfg(feature = "serde")]
pub(crate) fn hint_at_letters(rules: &Rules, found: &str) -> Option<String> {
    queries::number_hint(rules, found.as_bytes())
}

/// Returns a hint with the color whose name is most similar to `found`; `None` if none is similar.
pub(crate) fn nearest_side(found: &str) -> Option<String> {
    nearest(&Color::ALL.map(Color::name), found)
}
