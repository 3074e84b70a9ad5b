//! Text to and from cells, boards, moves, games and queries.
//!
//! A text may hold many records. A [`Reader`] parses the record at the front of a text in one pass.
//! [`query`] and [`board`] parse a text with a single record.
//!
//! # Queries
//! A query names a piece, its color, a start and a finish: `King W A1a B3d` on one line, or `King
//! W`, `A1a` and `B3d` on three. Blanks, commas, `->` and `→` separate words, and `-` may separate
//! the two cells: `King, W, A1a-B3d`. Names may be in upper or lower case.
//!
//! # Boards
//! Levels are listed from the top, rows from Black's side, cells from the left. `#`, `.` and `_`
//! are empty cells. Upper-case letters are White's pieces.
//!
//! | form | such as |
//! |---|---|
//! | brackets | `[#q,##],[##,K#]` |
//! | each row in brackets, or all in one more pair | `[[#q][##]],[[##][K#]]`, `[[#q,##],[##,K#]]` |
//! | JSON | `[["#q","##"],["##","K#"]]` |
//! | arrays of any depth, of n³ letters in strings of equal length | `["#q","##","##","K#"]`, `[#q####K#]` |
//! | a size before it, or on the line before it | `n=2, [#q,##],[##,K#]`, `2, [#q,##],[##,K#]` |
//! | a grid | rows on lines, with empty lines between levels or without |
//! | a setup of the rule set | its name, such as `start`, in any case |
//!
//! The side to move may follow a board, `w` or `b`. If the rule set has holds, the side whose king
//! holds the other may come next: `w`, `b` or `-`. An example is `[#q,##],[##,K#] b`.
//!
//! # Broken records
//! A broken record ends with the line where it breaks, and is answered at once.
//! - A line that can start no record is one bad record, and so is a query line of more than two
//!   words. Reading resumes with the next line. The same holds for a board or a setup that is
//!   broken only by what follows it on its last line.
//! - After any other broken record reading resumes at the next line that starts with `[`, `{`, a
//!   size (boards) or a piece (queries), or after an empty line. The line where the record breaks
//!   counts if the record began before it, and nothing but brackets stands before the break.
//! - A line that is too long ends where it is cut, and the rest of it is passed over.

mod boards;
mod cursor;
mod games;
mod moves;
mod queries;
mod skip;

pub use self::boards::{Boards, board_text, position_text};
pub use self::games::{CLAIM, GameMove, GameResult, GameText, game_text};
pub use self::moves::{WrittenMove, move_from, move_text, written_move};
pub use self::queries::Queries;
#[cfg(feature = "cli")]
pub(crate) use self::skip::too_long;
use crate::board::Setup;
use crate::cell::{Cell, Size};
use crate::diagnostic::{Diagnostic, nearest, quote};
pub use crate::path::Query;
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// The result of looking for a record at the front of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<T, E = Diagnostic> {
    /// A complete record, valid or broken.
    Record {
        /// The byte after the record.
        end: usize,
        /// The record, or what is wrong with it.
        result: Result<T, E>,
    },
    /// The record is incomplete; parsing it again needs at least this many bytes.
    NeedMore {
        /// The least length of the text, more than its present length.
        at_least: usize,
    },
    /// The text has no further record, and can be dropped.
    Done,
}

/// A parser of records of one kind from a text with many of them.
///
/// The end of a record depends on the text alone, not on the parts in which the text arrives.
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
    /// The type of the records.
    type Record;

    /// A record's name in messages, with its article, such as `a board`.
    const WHAT: &'static str;

    /// Parses the record at the front of the text, after any blanks.
    ///
    /// Unless the text has `ended`, more of it may arrive. After [`Next::NeedMore`], the next call
    /// must have the same text with more at its end; parsing continues where it stopped. After a
    /// record, the next call has the text from the record's end on; after [`Next::Done`], it has
    /// new text. Places in diagnostics count from the start of the text.
    fn next(&mut self, text: &[u8], ended: bool) -> Next<Self::Record>;

    /// Returns the first byte of the record that [`Reader::next`] would parse.
    ///
    /// # Errors
    /// The result of [`Reader::next`] if no record starts in the text.
    #[doc(hidden)]
    fn start(&mut self, text: &[u8], ended: bool) -> Result<usize, Next<Self::Record>>;

    /// Forgets the text parsed so far, so that the next call may have another.
    fn restart(&mut self);

    /// Skips the text up to the end of its first line.
    #[doc(hidden)]
    fn skip_line(&mut self);

    /// Parses a text that is a single record.
    ///
    /// # Errors
    /// If the text is not exactly one record.
    fn single(&mut self, text: &[u8]) -> Result<Self::Record, Diagnostic> {
        self.restart();
        let first = self.next(text, true);
        self.restart();
        let Next::Record { end, result } = first else {
            let end = text.len();
            return Err(Diagnostic::expected(end..end, Self::WHAT, "the end of the input"));
        };
        let record = result?;
        if let Ok(start) = self.start(&text[end..], true) {
            let (start, rest) = (end + start, text[end + start..].trim_ascii_end());
            let expected = format!("{} and nothing more", Self::WHAT);
            return Err(Diagnostic::expected(start..start + rest.len(), expected, quote(rest)));
        }
        Ok(record)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Queries {}
    impl Sealed for super::Boards<'_> {}
}

/// Parses a text that is a single query, on one line or three.
///
/// # Errors
/// If the text is not exactly one query.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.size().expect("its size is fixed");
/// let query = notation::query(&rules, size, "King W\nA1a\nB3d")?;
/// assert_eq!(rules.cells().name(size, query.finish), "B3d");
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
pub fn query(rules: &Rules, size: Size, text: &str) -> Result<Query, Diagnostic> {
    Queries::new(rules, size).single(text.as_bytes())
}

/// Parses a text that is a single board in any form, or the name of a setup of the rule set.
///
/// # Errors
/// If the text is not exactly one board.
///
/// # Example
/// ```
/// use kubikschach::{cell::Cell, notation, rules::Rules};
/// let rules = Rules::cube();
/// let setup = notation::board(&rules, "[#q,##],[##,K#] b")?;
/// assert!(setup.board.piece_at(Cell::new(1, 1, 1)).is_some());
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
pub fn board(rules: &Rules, text: &str) -> Result<Setup, Diagnostic> {
    Boards::new(rules).single(text.as_bytes())
}

/// Parses a piece: its name or letter with a color, such as `King W`, or its letter alone, whose
/// case tells the color, such as `q` for Black's queen.
///
/// # Errors
/// If the text is no piece of the rule set.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::kubikschach();
/// assert_eq!(notation::piece(&rules, "King W")?, notation::piece(&rules, "K")?);
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
pub fn piece(rules: &Rules, text: &str) -> Result<Piece, Diagnostic> {
    queries::piece(rules, text.as_bytes())
}

/// Parses the name or letter of a role.
#[cfg(feature = "serde")]
pub(crate) fn role(rules: &Rules, text: &str) -> Result<crate::piece::Role, Diagnostic> {
    let role = rules.role_named(text);
    role.ok_or_else(|| queries::unknown_piece(rules, 0..text.len(), text.as_bytes()))
}

/// Parses the name of a color.
#[cfg(feature = "serde")]
pub(crate) fn piece_color(text: &str) -> Result<Color, Diagnostic> {
    color(text).ok_or_else(|| queries::unknown_color(0..text.len(), text.as_bytes()))
}

/// Parses the name of a cell.
///
/// # Errors
/// If a board of this size has no such cell.
///
/// # Example
/// ```
/// use kubikschach::{cell::Cell, notation, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.size().expect("its size is fixed");
/// let cell = notation::cell(&rules, size, "B3d")?;
/// assert_eq!(rules.cells().name(size, cell), "B3d");
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
pub fn cell(rules: &Rules, size: Size, text: &str) -> Result<Cell, Diagnostic> {
    cell_named(rules, size, text)
        .ok_or_else(|| queries::unknown_cell(rules, size, 0..text.len(), text.as_bytes()))
}

/// Returns the cell with exactly this name, or else the only cell whose name differs in case alone.
fn cell_named(rules: &Rules, size: Size, name: &str) -> Option<Cell> {
    /// The most letters of a name that is tried in both cases: it has 2^12 spellings.
    const MOST_LETTERS: usize = 12;
    let exact = rules.cells().parse(size, name);
    let letters = name.bytes().take(LONGEST_NAME + 1).filter(u8::is_ascii_alphabetic).count();
    if exact.is_some() || letters > MOST_LETTERS || name.len() > LONGEST_NAME {
        return exact;
    }
    let spelling = |upper: usize| {
        let mut nth = 0;
        let letters = name.chars().map(|letter| {
            let is_upper = upper >> nth & 1 == 1;
            nth += usize::from(letter.is_ascii_alphabetic());
            if is_upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
        });
        letters.collect::<String>()
    };
    let cells = (0..1 << letters).filter_map(|upper| rules.cells().parse(size, &spelling(upper)));
    let mut cells: Vec<Cell> = cells.collect();
    cells.dedup();
    if let [cell] = cells[..] { Some(cell) } else { None }
}

/// The longest name that is tried in both cases, in bytes.
const LONGEST_NAME: usize = 32;

/// Parses the name of a color, such as `W`, `White` or `black`.
///
/// # Example
/// ```
/// use kubikschach::{notation, piece::Color};
/// assert_eq!(notation::color("black"), Some(Color::Black));
/// assert_eq!(notation::color("red"), None);
/// ```
#[must_use]
pub fn color(name: &str) -> Option<Color> {
    name.parse().ok()
}

/// Returns a hint that lists the letters of pieces, if `found` is a number.
#[cfg(feature = "serde")]
pub(crate) fn hint_at_letters(rules: &Rules, found: &str) -> Option<String> {
    queries::of_a_number(rules, found.as_bytes())
}

/// Returns a hint at the color nearest to a misspelt name.
pub(crate) fn nearest_side(found: &str) -> Option<String> {
    nearest(&Color::ALL.map(Color::name), found)
}
