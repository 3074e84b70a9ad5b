//! Text from and to cells, boards, moves and queries.
//!
//! A text may hold many records. A [`Reader`] takes the next of them from the front of a text and
//! reads it in one pass; [`query`] and [`board`] read a text that is one record.
//!
//! # Queries
//! A piece, its color, where it stands and where it goes: `King W A1a B3d` on one line, or
//! `King W`, `A1a` and `B3d` on three. Blanks, commas, `->` and `→` separate words, and so does `-`
//! between two cells: `King, W, A1a-B3d`. Names are read in any case.
//!
//! # Boards
//! Levels come from the top, rows from Black's side, cells from the left; `#` is an empty cell, and so
//! are `.` and `_`. The letters of pieces are upper case for White.
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
//! After a board may stand the side to move, `w` or `b`, and then who holds, `w`, `b` or `-`, where kings
//! can be held: `[#q,##],[##,K#] b`.
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

/// The finding of a reader at the front of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<T, E = Diagnostic> {
    /// A record, good or bad, and the byte after it.
    Record {
        /// The byte after the record.
        end: usize,
        /// The record, or what is wrong with it.
        result: Result<T, E>,
    },
    /// The record may go on: at least this many bytes are needed before it is worth trying again.
    NeedMore {
        /// More bytes than there were.
        at_least: usize,
    },
    /// Nothing is left that belongs to a record. What there is may be dropped.
    Done,
}

/// A reader of records of one kind from a text of many.
///
/// The end of a record depends on the text alone, not on how the text arrives in parts.
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
    /// The records that it reads.
    type Record;

    /// What a record is called in messages, such as `a board`.
    const WHAT: &'static str;

    /// Reads the record that the text starts with; blanks may stand before it.
    ///
    /// More text may follow unless the text has `ended`. After [`Next::NeedMore`] the next call
    /// has the same text with more at its end, and reading goes on where it stopped. After a record
    /// the next call has the text from the byte after it on, and after [`Next::Done`] other text.
    /// Places in diagnostics count from the start of the text.
    fn next(&mut self, text: &[u8], ended: bool) -> Next<Self::Record>;

    /// Finds the first byte of the record that [`Reader::next`] would read.
    ///
    /// # Errors
    /// The answer of [`Reader::next`] if no record starts in the text.
    #[doc(hidden)]
    fn start(&mut self, text: &[u8], ended: bool) -> Result<usize, Next<Self::Record>>;

    /// Forgets the text that was read: the next one is another.
    fn restart(&mut self);

    /// Passes over the text up to the end of its first line.
    #[doc(hidden)]
    fn skip_line(&mut self);

    /// Reads a text that is a single record.
    ///
    /// # Errors
    /// If the text is not one record; a text of blanks ends too early.
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

/// Reads a text that is a single query, in either form.
///
/// # Errors
/// If the text is not one query; a text of blanks ends too early.
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

/// Reads a text that is a single board, in any form, or the name of a setup of the rule set.
///
/// # Errors
/// If the text is not one board; a text of blanks ends too early.
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

/// Reads the name or letter of a piece and its color, such as `King W`, or a letter that tells the
/// color by its case, such as `q` for Black's queen.
///
/// # Errors
/// If the text is neither.
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

/// Reads the name or letter of a piece alone.
#[cfg(feature = "serde")]
pub(crate) fn role(rules: &Rules, text: &str) -> Result<crate::piece::Role, Diagnostic> {
    let role = rules.role_named(text);
    role.ok_or_else(|| queries::unknown_piece(rules, 0..text.len(), text.as_bytes()))
}

/// Reads the name of a piece's color.
#[cfg(feature = "serde")]
pub(crate) fn piece_color(text: &str) -> Result<Color, Diagnostic> {
    color(text).ok_or_else(|| queries::unknown_color(0..text.len(), text.as_bytes()))
}

/// Reads the name of a cell.
///
/// # Errors
/// If the board of this size has no such cell.
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

/// Returns the cell of an exact name, or else of the only name that differs in case.
fn cell_named(rules: &Rules, size: Size, name: &str) -> Option<Cell> {
    /// A name of more letters has too many spellings.
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

/// Longer names are read as they are written.
const LONGEST_NAME: usize = 32;

/// The color of a name such as `W`, `White` or `black`.
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

/// Returns a hint at the letters of pieces, where a number stands for one.
#[cfg(feature = "serde")]
pub(crate) fn hint_at_letters(rules: &Rules, found: &str) -> Option<String> {
    queries::of_a_number(rules, found.as_bytes())
}

/// A hint at the side that a misspelt name is near to.
pub(crate) fn nearest_side(found: &str) -> Option<String> {
    nearest(&Color::ALL.map(Color::name), found)
}
