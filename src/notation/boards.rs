//! The reader and writer of boards.
//!
//! One reader reads all forms, in five steps:
//! 1. [`frame`]: where a record starts and ends. It reads whole lines, and nothing else knows that
//!    more text may come. [`broken`] and [`skip`] are about mistakes and the text between records.
//! 2. [`lead`] and [`tail`]: what may be before a board and behind it.
//! 3. [`lists`] for brackets, [`rows`] for grids, [`picture`] and [`labels`]: the words of a board,
//!    and the cells of each word with their places ([`words`]). [`pieces`] reads lists of pieces with
//!    their cells, [`named`] the names of setups and rule sets.
//! 4. [`levels`] and [`shape`]: rows and levels, checked against the size.
//! 5. [`alphabet`]: what one cell may be.
//!
//! [`plain`] reads the plainest forms in one go. All forms list levels from the top, rows from
//! Black's side and cells from the left.

mod alphabet;
mod broken;
mod frame;
mod labels;
mod lead;
mod levels;
mod line;
mod lists;
mod named;
mod picture;
mod pieces;
mod plain;
mod row_line;
mod rows;
mod shape;
mod skip;
mod tail;
mod words;

use std::ops::Range;

use self::alphabet::Alphabet;
use self::frame::Draft;
#[cfg(feature = "serde")]
pub(crate) use self::lead::variable_length;
#[cfg(feature = "serde")]
pub(crate) use self::pieces::PlacedPieces;
pub use self::pieces::write_pieces;
#[cfg(feature = "serde")]
pub(crate) use self::row_line::is_rule;
use self::skip::SkipState;
use super::{Next, Reader, no_record, nothing_after};
use crate::board::{Board, Setup};
use crate::cell::Size;
use crate::mistake::Mistake;
use crate::piece::Color;
use crate::rules::Rules;

/// The character that is written for an empty cell.
const EMPTY: char = '#';
/// The characters that are accepted for an empty cell.
const EMPTIES: [u8; 3] = *b"#._";
/// The maximum length of a board's text in bytes, including blanks.
const LONGEST_BOARD: usize = 1 << 22;

/// The largest number of cells on a board.
const MOST_CELLS: usize = Size::MAX.pow(3);

/// A setup as it is written: with the place of each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Board and the sides.
    pub setup: Setup,
    /// Byte range of each cell's text, in the order of [`Size::index`]; empty if the text is the
    /// name of a setup. In a list of pieces, the ranges of empty cells are empty.
    pub places: Vec<Range<usize>>,
}

/// A [`Reader`] of boards whose letters stand for the pieces of one rule set.
#[derive(Clone, Debug)]
pub struct Boards<'r> {
    alphabet: Alphabet<'r>,
    /// True if the reader accepts the names of setups, such as `start`, in place of boards.
    reads_names: bool,
    /// Size of a list of pieces that says none.
    default_size: Size,
    /// True if a board may be the name of another rule set.
    takes_other_rules: bool,
    /// Rule set that the last record names if it is another one.
    other_rules: Option<Rules>,
    /// Record that is read so far.
    draft: Draft,
    between: SkipState,
    /// Length of the text that is skipped before the next record.
    skipped: usize,
}

impl<'r> Boards<'r> {
    /// Creates a reader of boards of every size that the rule set allows.
    #[must_use]
    pub fn new(rules: &'r Rules) -> Self {
        Self { reads_names: true, ..Self::of_setups(rules) }
    }

    /// Creates a reader for the boards in a rule document. The reader accepts no setup names.
    pub(crate) fn of_setups(rules: &'r Rules) -> Self {
        Self {
            alphabet: Alphabet::new(rules),
            reads_names: false,
            default_size: rules.default_size(),
            takes_other_rules: false,
            other_rules: None,
            draft: Draft::default(),
            between: SkipState::default(),
            skipped: 0,
        }
    }

    /// Restricts the reader to boards of `size`. The call has no effect if the rule set has a fixed
    /// size.
    #[must_use]
    pub fn of_size(mut self, size: Size) -> Self {
        self.alphabet.size = self.alphabet.size.or(Some(size));
        self
    }

    /// Sets the size of a list of pieces that says none. Without a call, that is the default size of
    /// the rule set.
    #[must_use]
    pub fn with_default_size(mut self, size: Size) -> Self {
        self.default_size = size;
        self
    }

    /// Lets a board be the name of another built-in rule set, such as `raumschach`, which stands for
    /// the setup `start` of that rule set.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation::{Boards, Reader as _}, rules::Rules};
    /// let cube = Rules::cube();
    /// let mut boards = Boards::new(&cube).of_named_rules();
    /// let setup = boards.single(b"raumschach")?;
    /// assert_eq!((setup.board.size().edge(), boards.rules().name()), (5, "raumschach"));
    /// # Ok::<(), kubikschach::mistake::Mistake>(())
    /// ```
    #[must_use]
    pub const fn of_named_rules(mut self) -> Self {
        self.takes_other_rules = true;
        self
    }

    /// Returns the rule set of the last record: the one that the record names, or else the one whose
    /// letters the reader accepts.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.other_rules.as_ref().unwrap_or(self.alphabet.rules)
    }

    /// Parses a text that must be exactly one board, and returns the places of its cells, too.
    ///
    /// # Errors
    /// Returns an error if the text is not exactly one board or setup name.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{cell::{Cell, Size}, notation::Boards, rules::Rules};
    /// let rules = Rules::cube();
    /// let text = "[#q,##],[##,K#]";
    /// let written = Boards::new(&rules).written(text.as_bytes())?;
    /// let queen = Size::new(2).expect("a size of boards").index(Cell::new(1, 1, 1));
    /// assert_eq!(&text[written.places[queen].clone()], "q");
    /// # Ok::<(), kubikschach::mistake::Mistake>(())
    /// ```
    pub fn written(&mut self, text: &[u8]) -> Result<Written, Mistake> {
        self.restart();
        self.other_rules = None;
        let written = match self.skip::<Setup>(text, true) {
            Ok(start) => match self.record(text, start, true) {
                Next::Record { end, result } => {
                    result.and_then(|written| nothing_after(self, text, end).map(|()| written))
                }
                Next::NeedMore | Next::Done => Err(no_record::<Self>(text)),
            },
            Err(_) => Err(no_record::<Self>(text)),
        };
        self.restart();
        written
    }
}

impl Reader for Boards<'_> {
    type Record = Setup;

    const WHAT: &'static str = "a board";

    fn read(&mut self, text: &[u8], start: usize, ended: bool) -> Next<Setup> {
        self.other_rules = None;
        // A long board arrives in parts, and is tried again until its first line is there.
        if self.draft.start.is_none_or(|start| start == self.draft.at)
            && let Some(next) = self.plain(text, start, ended)
        {
            return next;
        }
        match self.record(text, start, ended) {
            Next::Record { end, result } => {
                Next::Record { end, result: result.map(|written| written.setup) }
            }
            Next::NeedMore => Next::NeedMore,
            Next::Done => Next::Done,
        }
    }

    #[inline]
    fn start(&mut self, text: &[u8], ended: bool) -> Result<usize, Next<Setup>> {
        match self.draft.start {
            Some(start) => Ok(start),
            None => self.skip(text, ended),
        }
    }

    fn restart(&mut self) {
        self.draft.clear();
        (self.between, self.skipped) = (SkipState::Blanks, 0);
    }

    fn skip_line(&mut self) {
        self.between = SkipState::RestOfLine(false);
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
    for level in (0..edge).rev() {
        text.push('[');
        for rank in (0..edge).rev() {
            let start = (level * edge + rank) * edge;
            for index in start..start + edge {
                text.push(board.piece_on(index).map_or(EMPTY, |piece| rules.letter(piece)));
            }
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
