//! Boards in every notation of the challenge: bracket lists, nested brackets, JSON, plain grids.
//!
//! All of them list the levels from the top, the rows from Black's side and the cells from the
//! left; they differ in what parts them.

mod brackets;
mod first_row;
mod frame;
mod grid;
mod line;
mod named;
mod reader;
mod sides;

use std::ops::Range;

use memchr::memchr;

pub(super) use self::first_row::FirstRow;
use self::frame::Framing;
use self::line::LONGEST_LINE;
use self::named::setup_name;
use self::reader::BoardReader;
use super::text::LongLine;
use super::{Frame, Reader, Text};
use crate::board::{Board, Setup};
use crate::cell::{Cell, Size};
use crate::diagnostic::Diagnostic;
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// The letter of an empty cell.
const EMPTY: u8 = b'#';
/// How many boards are kept for others at most.
const MOST_SPARES: usize = 8;

/// A reader of boards in the letters of a rule set.
#[derive(Clone, Debug)]
pub struct Boards<'r> {
    rules: &'r Rules,
    /// The only size that is read.
    size: Option<Size>,
    /// The names of setups that may stand for boards.
    names: Vec<&'r str>,
    /// The code of the piece that each byte stands for, 0 for an empty cell, or
    /// [`Piece::NO_CODE`].
    codes: Box<[u8; 256]>,
    /// Boards whose memory is used again.
    spares: Vec<Board>,
    /// How far the record has been looked at whose end is not known yet.
    framing: Framing,
    long_line: LongLine,
}

impl<'r> Boards<'r> {
    /// A reader of boards, of any size that the rule set allows.
    #[must_use]
    pub fn new(rules: &'r Rules) -> Self {
        let mut codes = Box::new([Piece::NO_CODE; 256]);
        codes[usize::from(EMPTY)] = 0;
        for (letter, piece) in rules.letters() {
            codes[letter as usize] = piece.code();
        }
        Self {
            rules,
            size: rules.size(),
            names: rules.setup_names().collect(),
            codes,
            spares: Vec::new(),
            framing: Framing::default(),
            long_line: LongLine::default(),
        }
    }

    /// A reader of the setups of a rule set as its document has them, of which none names another.
    pub(crate) fn of_setups(rules: &'r Rules) -> Self {
        Self { names: Vec::new(), ..Self::new(rules) }
    }

    /// The same for boards of one size, where the rule set leaves it open.
    #[must_use]
    pub fn of_size(self, size: Size) -> Self {
        Self { size: self.size.or(Some(size)), ..self }
    }

    /// The rule set whose letters it reads.
    #[must_use]
    pub const fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// Takes a board that is not needed any more: the next one of its size is read into its
    /// memory.
    pub fn recycle(&mut self, board: Board) {
        if self.spares.len() == MOST_SPARES {
            self.spares.clear();
        }
        self.spares.push(board);
    }

    /// Where the letters of cells stand in a text, which must be a single board of this size; in
    /// the order of the text. The name of a setup has none.
    ///
    /// # Panics
    /// Perhaps, if a cell is not on the board.
    #[must_use]
    pub fn spans(&self, board: &[u8], size: Size, cells: &[Cell]) -> Vec<(Cell, Range<usize>)> {
        if setup_name(self.rules, &self.names, board.trim_ascii_start()).is_some() {
            return Vec::new();
        }
        let place = |cell: Cell| {
            let (rank, level) = (size.opposite(cell.rank), size.opposite(cell.level));
            size.index(Cell::new(cell.file, rank, level))
        };
        let mut places: Vec<(usize, Cell)> =
            cells.iter().map(|&cell| (place(cell), cell)).collect();
        places.sort_unstable();
        places.dedup();
        // The `n` of a size that is announced before the board would be a letter too.
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

    /// Whether a byte is a letter of boards.
    fn is_letter(&self, byte: u8) -> bool {
        self.codes[usize::from(byte)] < Piece::NO_CODE
    }

    /// The letters of boards, for messages.
    fn letters(&self) -> String {
        self.rules.letters().map(|(letter, _)| letter).chain([char::from(EMPTY)]).collect()
    }
}

impl Reader for Boards<'_> {
    type Record = Setup;

    const WHAT: &'static str = "a board";

    fn skip_to_record(&mut self, text: &mut Text<'_>) -> bool {
        self.long_line.leave(text);
        text.skip_space()
    }

    fn frame_here(&mut self, text: &mut Text<'_>) -> Option<Frame> {
        let Self { rules, names, framing, codes, .. } = self;
        let is_letter = |byte| codes[usize::from(byte)] < Piece::NO_CODE;
        let is_setup = |line: &[u8]| setup_name(rules, names, line).is_some();
        let found = framing.end(text.rest(), text.has_ended(), is_letter, is_setup)?;
        let first_row = std::mem::take(framing).first_row;
        let start = text.at();
        self.long_line = LongLine(found.is_cut);
        text.skip(found.place);
        let (end, seen) = (start + found.place, start + found.seen);
        Some(Frame { start, end, seen, is_cut: found.is_cut, first_row })
    }

    fn restart(&mut self) {
        (self.framing, self.long_line) = (Framing::default(), LongLine::default());
    }

    fn read(&mut self, text: &Text<'_>, frame: &Frame) -> Result<Setup, Diagnostic> {
        let reader = BoardReader::new(self, text, frame);
        match frame.too_long(LONGEST_LINE) {
            None => reader.setup(),
            Some(error) => reader.setup().and(Err(error)),
        }
    }
}

/// The text of a board as a bracket list, such as `[#q,##],[##,K#]`.
///
/// # Panics
/// If there are pieces on it that the rule set does not have.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::built_in("cube").expect("it is built in");
/// let board = notation::board(&rules, "#q\n##\n\n##\nK#\n")?.board;
/// assert_eq!(notation::board_text(&rules, &board), "[#q,##],[##,K#]");
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
#[must_use]
pub fn board_text(rules: &Rules, board: &Board) -> String {
    let size = board.size();
    let edge = size.edge();
    let mut text = String::with_capacity((edge * (edge + 1) + 2) * edge);
    for level in size.coordinates().rev() {
        text.push('[');
        for rank in size.coordinates().rev() {
            let cells = size.coordinates().map(|file| board.piece_at(Cell::new(file, rank, level)));
            text.extend(cells.map(|there| there.map_or(char::from(EMPTY), |p| rules.letter(p))));
            text.push_str(if rank > 0 { "," } else { "]" });
        }
        if level > 0 {
            text.push(',');
        }
    }
    text
}

/// The text of a position: its board, the side to move and, where kings can be held, who holds.
///
/// # Panics
/// If there are pieces on the board that the rule set does not have.
///
/// # Example
/// ```
/// use kubikschach::{notation, piece::Color, rules::Rules};
/// let rules = Rules::built_in("cube").expect("it is built in");
/// let board = notation::board(&rules, "[#q,##],[##,K#]")?.board;
/// let text = notation::position_text(&rules, &board, Color::Black, None);
/// assert_eq!(text, "[#q,##],[##,K#] b");
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
#[must_use]
pub fn position_text(rules: &Rules, board: &Board, turn: Color, holder: Option<Color>) -> String {
    let letter = |color| match color {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let mut text = board_text(rules, board);
    // A text that grows by itself doubles its memory.
    text.reserve_exact(" w w".len());
    text.extend([' ', letter(turn)]);
    if !rules.holds().is_empty() {
        text.extend([' ', holder.map_or('-', letter)]);
    }
    text
}
