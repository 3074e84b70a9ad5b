//! Text from and to cells, boards, moves and queries.
//!
//! A text may hold many records. A [`Reader`] finds where each of them begins and ends, its
//! [`Frame`], and then reads it whole; what is wrong with a record, and where, is worked out when
//! something is wrong. [`query`] and [`board`] read a text that is one record.
//!
//! # Queries
//! A piece, its color, where it stands and where it goes: `King W A1a B3d` on one line, or
//! `King W`, `A1a` and `B3d` on three.
//!
//! # Boards
//! Levels come from the top, rows from Black's side, cells from the left; `#` is an empty cell, and the
//! letters of pieces are upper case for White.
//!
//! | form | such as |
//! |---|---|
//! | brackets | `[#q,##],[##,K#]` |
//! | each row in brackets, or all in one more pair | `[[#q][##]],[[##][K#]]`, `[[#q,##],[##,K#]]` |
//! | JSON | `[["#q","##"],["##","K#"]]` |
//! | a size before it | `n=2, [#q,##],[##,K#]` |
//! | a grid | rows on lines, an empty line between levels |
//! | a setup of the rule set | its name, such as `start` |
//!
//! After a board may stand the side to move, `w` or `b`, and then who holds, `w`, `b` or `-`, where kings
//! can be held: `[#q,##],[##,K#] b`.

mod boards;
mod games;
mod memo;
mod moves;
mod queries;
mod text;
mod window;

use self::boards::FirstRow;
pub use self::boards::{Boards, board_text, position_text};
pub use self::games::{GameMove, GameResult, GameText, game_text};
pub use self::moves::{WrittenMove, move_from, move_text, written_move};
pub use self::queries::Queries;
pub use self::text::Text;
use crate::board::Setup;
use crate::cell::{Cell, Size};
use crate::diagnostic::{Diagnostic, nearest, quote};
pub use crate::path::Query;
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// Where a record is in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its first byte.
    pub start: usize,
    /// The byte after it; the end of its line belongs to it.
    pub end: usize,
    /// The byte after all that was looked at to know where it ends, at least `end`.
    pub seen: usize,
    /// Whether its line goes on after that, too long to be read.
    is_cut: bool,
    /// What the first row tells, if it is a board.
    first_row: FirstRow,
}

impl Frame {
    /// A record of which nothing is known but where it is.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start, end, seen: end, is_cut: false, first_row: FirstRow::default() }
    }

    /// What is wrong with a record whose line goes on after the `longest` that is looked at.
    fn too_long(&self, longest: usize) -> Option<Diagnostic> {
        let expected = || format!("a line of at most {longest} bytes");
        // It was cut a byte after them.
        let start = self.end.saturating_sub(longest + 1);
        self.is_cut.then(|| Diagnostic::expected(start..self.end, expected(), "more"))
    }

    /// The number of cells along an edge that the first row of a board tells; 0 if it tells none.
    #[cfg(feature = "serve")]
    pub(crate) const fn edge(&self) -> usize {
        self.first_row.edge
    }
}

/// A reader of records of one kind from a text of many.
///
/// Where a record ends depends on the text alone, not on whether the record is good, nor on how
/// much of the text there is: what more text could change is not framed yet.
///
/// [`Queries`] and [`Boards`] are all there are: nothing else can make a [`Frame`].
///
/// # Example
/// ```
/// use kubikschach::{notation::{Boards, Reader, Text}, position::Position, rules::Rules};
/// let rules = Rules::built_in("cube").expect("it is built in");
/// let (mut boards, mut verdicts) = (Boards::new(&rules), Vec::new());
/// let mut text = Text::new(b"[rq,##],[##,K#]\n[#q,##],[##,K#]\n", true);
/// while let Some(frame) = boards.frame(&mut text) {
///     let setup = boards.read(&text, &frame)?;
///     verdicts.push(Position::new(&rules, setup)?.is_checkmate());
/// }
/// assert_eq!(verdicts, [true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Reader: sealed::Sealed {
    /// What it reads.
    type Record;

    /// What a record is called in messages, such as `a board`.
    const WHAT: &'static str;

    /// Takes what stands before the next record: blanks, and the rest of a line that was too long
    /// to be read. Says whether a record follows.
    fn skip_to_record(&mut self, text: &mut Text<'_>) -> bool;

    /// Finds the end of the record that starts here, and takes it from the text. `None` if more text
    /// might change where it ends.
    fn frame_here(&mut self, text: &mut Text<'_>) -> Option<Frame>;

    /// Finds the next record and takes it from the text, with what stands before it. `None` if
    /// there is none, or if more text might change where it ends.
    fn frame(&mut self, text: &mut Text<'_>) -> Option<Frame> {
        if self.skip_to_record(text) { self.frame_here(text) } else { None }
    }

    /// Reads the next record and takes it from the text, if it starts here in a form that can be
    /// framed and read at once, as most of many can. `None` says nothing about it: it may be
    /// good, broken, or not all there.
    fn common(&mut self, _text: &mut Text<'_>) -> Option<Self::Record> {
        None
    }

    /// Forgets the text that was read: the next one is another.
    fn restart(&mut self);

    /// Reads a record of the text.
    ///
    /// # Errors
    /// What is wrong with it, with places counted from the start of the text.
    ///
    /// # Panics
    /// Perhaps, if the frame is of another text.
    fn read(&mut self, text: &Text<'_>, frame: &Frame) -> Result<Self::Record, Diagnostic>;

    /// Reads a text that is a single record.
    ///
    /// # Errors
    /// If the text is not one record; a text of blanks ends too early.
    fn single(&mut self, bytes: &[u8]) -> Result<Self::Record, Diagnostic> {
        let (mut text, end) = (Text::new(bytes, true), bytes.len());
        let Some(frame) = self.frame(&mut text) else {
            return Err(Diagnostic::expected(end..end, Self::WHAT, "the end of the input"));
        };
        let record = self.read(&text, &frame);
        // To the end of the text, so that nothing of it is left for the next.
        let others = std::iter::from_fn(|| self.frame(&mut text)).count();
        let record = record?;
        if others > 0 {
            let rest = bytes[frame.end..].trim_ascii();
            let start = end - bytes[frame.end..].trim_ascii_start().len();
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
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
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
/// use kubikschach::{board::cell::Cell, notation, rules::Rules};
/// let rules = Rules::built_in("cube").expect("it is built in");
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
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
/// assert_eq!(notation::piece(&rules, "King W")?, notation::piece(&rules, "K")?);
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
pub fn piece(rules: &Rules, text: &str) -> Result<Piece, Diagnostic> {
    queries::piece(rules, text.as_bytes())
}

/// Reads the name or letter of a piece alone.
#[cfg(feature = "cli")]
pub(crate) fn role(rules: &Rules, text: &str) -> Result<crate::piece::Role, Diagnostic> {
    let role = rules.role_named(text);
    role.ok_or_else(|| queries::unknown_piece(rules, 0..text.len(), text.as_bytes()))
}

/// Reads the name of a piece's color.
#[cfg(feature = "cli")]
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
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let cell = notation::cell(&rules, size, "B3d")?;
/// assert_eq!(rules.cells().name(size, cell), "B3d");
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
pub fn cell(rules: &Rules, size: Size, text: &str) -> Result<Cell, Diagnostic> {
    let cell = rules.cells().parse(size, text);
    cell.ok_or_else(|| queries::unknown_cell(rules, size, 0..text.len(), text.as_bytes()))
}

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

/// A hint at the side that a misspelt name is near to.
pub(crate) fn nearest_side(found: &str) -> Option<String> {
    nearest(&Color::ALL.map(Color::name), found)
}
