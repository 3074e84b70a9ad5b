//! Text from and to cells, boards and queries.
//!
//! The readers take one record at a time from the front of a text ([`Taken`]), so that a stream
//! can be read in pieces; [`query`] and [`board`] read a text that is one record.

mod boards;
mod error;
mod moves;
mod queries;

use std::ops::Range;

pub use boards::{BegunBoard, Boards, Setup, board_text, position_text};
pub use error::{ErrorKind, SyntaxError};
pub use moves::{move_from, move_text};
pub use queries::{CommonQueries, CommonQuery, Numbering, Queries, Query};

use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// What taking a record from the front of a text came to.
#[derive(Debug)]
pub struct Taken<T> {
    /// The record, or what is wrong with it; `None` if there were only blanks.
    pub record: Option<Result<T, SyntaxError>>,
    /// How many bytes of the text it took.
    pub used: usize,
    /// Whether the reader looked past the end of the text: with more text after it, the same
    /// bytes might read otherwise.
    pub starved: bool,
}

/// A reader of records of one kind from the front of a text.
pub trait Reader {
    /// What it reads.
    type Record;

    /// What a record is called in messages, such as `a board`.
    const WHAT: &'static str;

    /// Takes the record at the front of the text; blanks before it are skipped.
    fn take(&self, text: &[u8]) -> Taken<Self::Record>;

    /// What is kept of a record whose text has not come to its end.
    type Begun: Default;

    /// Takes the record that continues what has been begun, if anything has. If the text ends
    /// before the record, and has not `ended` for good, what was used of it is kept as begun.
    ///
    /// `None` if the text of what has been begun is needed again ([`Reader::text`]), to be taken
    /// with what follows.
    fn go_on(
        &self,
        begun: &mut Self::Begun,
        text: &[u8],
        ended: bool,
    ) -> Option<Taken<Self::Record>>;

    /// Whether anything has been begun.
    fn has_begun(begun: &Self::Begun) -> bool;

    /// The text of what has been begun.
    fn text(&self, begun: Self::Begun) -> Vec<u8>;

    /// The length of the broken record at the front of the text, and whether the text ends too
    /// early to be sure of it: where reading can go on after an error.
    fn skip(&self, text: &[u8]) -> (usize, bool);

    /// Reads a text that is a single record.
    ///
    /// # Errors
    /// If the text is not one record; a text of blanks is an unexpected end.
    fn single(&self, text: &[u8]) -> Result<Self::Record, SyntaxError> {
        let taken = self.take(text);
        let end = text.len();
        let Some(record) = taken.record else {
            return Err(SyntaxError::new(
                ErrorKind::End,
                end..end,
                Self::WHAT,
                "the end of the input",
            ));
        };
        let record = record?;
        if self.take(&text[taken.used..]).record.is_some() {
            let rest = text[taken.used..].trim_ascii();
            let start = end - text[taken.used..].trim_ascii_start().len();
            let (expected, found) =
                (format!("{} and nothing more", Self::WHAT), error::quote(rest));
            return Err(SyntaxError::new(
                ErrorKind::Rest,
                start..start + rest.len(),
                expected,
                found,
            ));
        }
        Ok(record)
    }
}

/// Reads a text that is a single query, in either form.
///
/// # Errors
/// If the text is not one query; a text of blanks is an unexpected end.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let query = notation::query(&rules, size, "King W\nA1a\nB3d")?;
/// assert_eq!(rules.cells().name(size, query.finish), "B3d");
/// # Ok::<(), notation::SyntaxError>(())
/// ```
pub fn query(rules: &Rules, size: Size, text: &str) -> Result<Query, SyntaxError> {
    Queries::new(rules, size).single(text.as_bytes())
}

/// Reads a text that is a single board.
///
/// # Errors
/// If the text is not one board; a text of blanks is an unexpected end.
///
/// # Example
/// ```
/// use kubikschach::{board::Occupancy, cell::Cell, notation, rules::Rules};
/// let rules = Rules::built_in("cube").expect("it is built in");
/// let setup = notation::board(&rules, "[#q,##],[##,K#] b")?;
/// assert!(setup.board.piece_at(Cell::new(1, 1, 1)).is_some());
/// # Ok::<(), notation::SyntaxError>(())
/// ```
pub fn board(rules: &Rules, text: &str) -> Result<Setup, SyntaxError> {
    Boards::new(rules).single(text.as_bytes())
}

/// Reads the name or letter of a piece and its color, such as `King W`.
///
/// # Errors
/// If the text is not these two words.
pub fn piece(rules: &Rules, text: &str) -> Result<Piece, SyntaxError> {
    queries::piece(rules, text.as_bytes())
}

/// Reads the name of a cell.
///
/// # Errors
/// If the board of this size has no such cell.
pub fn cell(rules: &Rules, size: Size, text: &str) -> Result<Cell, SyntaxError> {
    Queries::new(rules, size).cell(text.as_bytes(), &(0..text.len()))
}

/// The color of a name such as `W`, `White` or `black`.
#[must_use]
pub fn color(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| {
        let whole = color.to_string();
        name.eq_ignore_ascii_case(&whole) || name.eq_ignore_ascii_case(&whole[..1])
    })
}

/// The line and column, both from 1, of a byte of a text. Columns count characters.
#[must_use]
pub fn line_and_column(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line_start =
        before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    (line, 1 + characters(&before[line_start..]))
}

/// The number of characters of a text; a byte that is not UTF-8 counts as one.
#[must_use]
pub fn characters(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// The bytes of the character that starts at `at`.
fn character_at(text: &[u8], at: usize) -> Range<usize> {
    let end = text.len().min(at + 4);
    let first = text[at..end].utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    at..(at + first.map_or(1, char::len_utf8)).min(text.len())
}

/// Whether the text ends within the character that starts at `at`, so that more may complete it.
fn is_cut_short(text: &[u8], at: usize) -> bool {
    let character = &text[at..text.len().min(at + 4)];
    str::from_utf8(character)
        .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
}
