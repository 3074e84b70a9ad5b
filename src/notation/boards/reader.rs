//! What the notations of a board share: the announced size, letters, and the length of rows.

use std::collections::TryReserveError;
use std::fmt::Display;
use std::ops::Range;

use super::line::{declaration, quotation_mark, skip_blanks, skip_space};
use super::{Boards, FirstRow};
use crate::board::{Board, Setup};
use crate::cell::Size;
use crate::diagnostic::{Diagnostic, quote};
use crate::notation::{Frame, Text};
use crate::rules::Rules;

/// One board being read.
pub(super) struct BoardReader<'b, 'r, 't> {
    pub(super) boards: &'b mut Boards<'r>,
    /// The text up to what was looked at to know where the record ends.
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    pub(super) first_row: FirstRow,
    /// The size that a prefix such as `n=3` announces, and its place.
    declared: Option<(usize, Range<usize>)>,
    /// The board, once its size is known.
    board: Option<Board>,
    /// The number of cells along an edge; 0 until it is known.
    pub(super) edge: usize,
    /// The index of the next cell.
    next: usize,
    /// The number of cells of its row that have been read.
    cells: usize,
}

/// A row of a board, counted from 0 in the order of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) level: usize,
    pub(super) row: usize,
}

/// Each byte that may part two rows, and each text that may part two levels.
pub(super) struct Separators {
    pub(super) rows: &'static [u8],
    pub(super) levels: &'static [&'static [u8]],
}

impl<'b, 'r, 't> BoardReader<'b, 'r, 't> {
    /// A reader of a record.
    pub(super) fn new(boards: &'b mut Boards<'r>, text: &Text<'t>, frame: &Frame) -> Self {
        Self {
            boards,
            text: &text.bytes()[..frame.seen],
            at: frame.start,
            first_row: frame.first_row,
            declared: None,
            board: None,
            edge: 0,
            next: 0,
            cells: 0,
        }
    }

    /// Reads the board and what follows it, or the name of a setup.
    pub(super) fn setup(mut self) -> Result<Setup, Diagnostic> {
        match self.named() {
            Some(setup) => setup,
            None => self.written(),
        }
    }

    /// Reads the board and what follows it.
    fn written(&mut self) -> Result<Setup, Diagnostic> {
        let sides = self.levels().and_then(|()| self.sides());
        let board = self.board.take();
        match sides {
            Ok((turn, holder)) => {
                let board = board.expect("a board that was read has a first row");
                Ok(Setup { board, turn, holder })
            }
            Err(error) => {
                if let Some(board) = board {
                    self.boards.recycle(board);
                }
                Err(error)
            }
        }
    }

    /// Reads the board.
    fn levels(&mut self) -> Result<(), Diagnostic> {
        self.declaration()?;
        match self.peek() {
            Some(b'[') => self.brackets(),
            Some(letter) if self.boards.is_letter(letter) => self.grid(),
            _ => Err(self.neither_board_nor_name()),
        }
    }

    /// Reads `n=3, `, which may stand before a board.
    fn declaration(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        let Some(Some(sign)) = declaration(&self.text[start..]) else { return Ok(()) };
        self.at += sign;
        self.skip_blanks();
        let digits = self.at;
        let mut number = 0_usize;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            self.at += 1;
        }
        if self.at == digits {
            return Err(self.unexpected("the number of cells along an edge"));
        }
        self.declared = Some((number, start..self.at));
        self.skip_space();
        if self.peek() == Some(b',') {
            self.at += 1;
        }
        self.skip_space();
        Ok(())
    }

    /// Whether a size is announced here.
    pub(super) fn at_declaration(&self) -> bool {
        matches!(declaration(&self.text[self.at..]), Some(Some(_)))
    }

    /// Reads letters up to a blank, a comma, a bracket or the end; or between quotes.
    pub(super) fn word(&mut self) -> Result<(), Diagnostic> {
        let opening = quotation_mark(&self.text[self.at..]);
        let quoted = opening > 0;
        self.at += opening;
        let start = self.at;
        self.letters();
        if self.cells > Size::MAX {
            let expected = format!("a row of {} to {} cells", Size::MIN, Size::MAX);
            return Err(Diagnostic::expected(start..self.at, expected, "more"));
        }
        let closing = if quoted { quotation_mark(&self.text[self.at..]) } else { 0 };
        let ends = match self.peek() {
            _ if quoted => closing > 0,
            Some(b',' | b']' | b'[') | None => true,
            Some(byte) => byte.is_ascii_whitespace(),
        };
        if !ends {
            let end = if quoted { " or the closing quotation mark" } else { "" };
            let expected = format!("a letter of `{}`{end}", self.boards.letters());
            return Err(self.unexpected(expected));
        }
        if self.at == start {
            return Err(self.unexpected("a row of letters"));
        }
        self.at += closing;
        Ok(())
    }

    /// Reads as many letters as there are, but hardly more than the longest row has.
    fn letters(&mut self) {
        let rest = self.text[self.at..].iter().take(Size::MAX + 1);
        let count = rest.take_while(|&&letter| self.boards.is_letter(letter)).count();
        let room = self.edge.saturating_sub(self.cells).min(count);
        if room > 0
            && let Some(board) = &mut self.board
        {
            board.put_row(self.next, &self.text[self.at..][..room], &self.boards.codes);
            self.next += room;
        }
        self.at += count;
        self.cells += count;
    }

    /// Reads all levels at a stroke, up to the end of their last row, if they have the same separators each
    /// time, as in most boards; the first row starts here. Else nothing is read.
    pub(super) fn tight_levels(&mut self, separators: &Separators) -> bool {
        let Some(board) = &mut self.board else { return false };
        let (edge, width, text) = (self.edge, self.edge + 1, &self.text[self.at..]);
        let level = edge * width - 1;
        let after = text.get(level..).unwrap_or_default();
        let Some(gap) = separators.levels.iter().find(|gap| after.starts_with(gap)) else {
            return false;
        };
        let stride = level + gap.len();
        let Some((levels, rest)) = text.split_at_checked(edge * stride - gap.len()) else {
            return false;
        };
        let part = levels[edge];
        let has_parts = |level: &[u8]| (1..edge).all(|row| level[row * width - 1] == part);
        let has_gap = |text: &[u8]| text.len() == level || text[level..] == **gap;
        // Else the last row goes on.
        let ends = rest.first().is_none_or(|byte| *byte == gap[0]);
        let read = ends
            && separators.rows.contains(&part)
            && levels.chunks(stride).all(|level| has_parts(level) && has_gap(level))
            && board.put_levels(levels, stride, &self.boards.codes);
        self.at += if read { levels.len() } else { 0 };
        read
    }

    /// Takes an empty board of the size that the first row, which `read` reads, tells.
    pub(super) fn open_board(
        &mut self,
        read: impl Fn(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let start = self.at;
        let guess = self.size_of_first_row(self.first_row.edge, start..start);
        let size = guess.or_else(|_| {
            // What is wrong with the row itself is told first.
            read(self)?;
            let cells = std::mem::take(&mut self.cells);
            self.size_of_first_row(cells, start..self.at)
        })?;
        self.at = start;
        let Ok(board) = self.boards.empty_board(size) else {
            read(self)?;
            let found = format!("one of {size} cells");
            return Err(Diagnostic::expected(
                start..self.at,
                "a board that fits into memory",
                found,
            ));
        };
        (self.board, self.edge) = (Some(board), size.edge());
        // Rows come from the last one in the order of the cells.
        self.next = size.cells() - self.edge;
        Ok(())
    }

    fn size_of_first_row(&self, edge: usize, row: Range<usize>) -> Result<Size, Diagnostic> {
        if let Some((declared, span)) = &self.declared
            && *declared != edge
        {
            let expected = format!("`n={edge}`, as the first row has {edge} cells");
            let found = quote(&self.text[span.clone()]);
            return Err(Diagnostic::expected(span.clone(), expected, found));
        }
        let Some(size) = Size::new(edge) else {
            let expected = format!("a row of {} to {} cells", Size::MIN, Size::MAX);
            let hint = self.hint_at_blank();
            return Err(Diagnostic { hint, ..Diagnostic::expected(row, expected, edge) });
        };
        match self.boards.size {
            Some(fixed) if fixed != size => {
                let rules = self.boards.rules;
                let why = match rules.size() {
                    Some(_) => format!("as `{}` rules", rules.name()),
                    None => "the size asked for".to_owned(),
                };
                let expected = format!("a row of {} cells, {why}", fixed.edge());
                // Another rule set has other pieces than one of the user's own.
                let other = Rules::built_in_for(Some(size));
                let other = other.filter(|_| rules.size().is_some() && rules.is_built_in());
                let hint = other.map(|name| format!("`--rules {name}` reads boards of this size"));
                Err(Diagnostic { hint, ..Diagnostic::expected(row, expected, edge) })
            }
            _ => Ok(size),
        }
    }

    /// Ends a row that began at the byte `start` by checking its length.
    pub(super) fn end_row(&mut self, row: Row, start: usize) -> Result<(), Diagnostic> {
        let (edge, length) = (self.edge, std::mem::take(&mut self.cells));
        if length == edge {
            self.next = self.next.wrapping_sub(2 * edge);
            return Ok(());
        }
        let expected = format!(
            "{edge} cells in level {} from the top, row {} from the back, as in the first row",
            row.level + 1,
            row.row + 1
        );
        let hint = self.hint_at_blank();
        Err(Diagnostic { hint, ..Diagnostic::expected(start..self.at, expected, length) })
    }

    /// Where a row is too short and a blank follows, it may stand for an empty cell, or for nothing.
    fn hint_at_blank(&self) -> Option<String> {
        (self.peek() == Some(b' ')).then(|| BLANK.to_owned())
    }

    /// A level with too few rows, which began at the byte `start`.
    pub(super) fn too_few_rows(&self, row: Row, start: usize, found: &str) -> Diagnostic {
        let expected = format!("{} rows in level {} from the top", self.edge, row.level + 1);
        let found = format!("{found} after row {}", row.row);
        let level = &self.text[start..self.at];
        // After the last comma may be the blanks of a row that was to be empty.
        let rest = level.rsplit(|&byte| byte == b',').next().unwrap_or(level);
        let is_blank = rest.starts_with(b" ") && rest.trim_ascii() == b"]";
        let hint = is_blank.then(|| BLANK.to_owned());
        Diagnostic { hint, ..Diagnostic::expected(start..self.at, expected, found) }
    }

    /// A board that ends too early: `found` stands at `span` where a level should.
    pub(super) fn too_few_levels(
        &self,
        levels: usize,
        span: Range<usize>,
        found: &str,
    ) -> Diagnostic {
        let expected = format!("{0} levels, as the first row has {0} cells", self.edge);
        Diagnostic::expected(span, expected, format!("{found} after level {levels}"))
    }

    /// The next byte, if the text has one.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Skips blanks and line ends.
    pub(super) fn skip_space(&mut self) {
        self.at = skip_space(self.text, self.at);
    }

    /// Skips blanks up to the line end; the first half of a Windows line end is a blank.
    pub(super) fn skip_blanks(&mut self) {
        self.at = skip_blanks(self.text, self.at);
    }

    /// An error about the next character.
    pub(super) fn unexpected(&self, expected: impl Display) -> Diagnostic {
        let span = self.next_character();
        let found = match self.peek() {
            None => "the end of the input".to_owned(),
            Some(b'\n') => "the end of the line".to_owned(),
            Some(_) => quote(&self.text[span.clone()]),
        };
        let hint = hint(&self.text[span.clone()]);
        Diagnostic { hint, ..Diagnostic::expected(span, expected, found) }
    }

    fn next_character(&self) -> Range<usize> {
        let end = self.text.len().min(self.at + 4);
        let character = self.text[self.at..end].utf8_chunks().next();
        let first = character.and_then(|chunk| chunk.valid().chars().next());
        self.at..(self.at + first.map_or(1, char::len_utf8)).min(self.text.len())
    }
}

/// What is said of a blank where cells are expected.
const BLANK: &str = "cells stand without blanks between them, and an empty one is written `#`";

/// How a character that stands where none may could be mended.
fn hint(found: &[u8]) -> Option<String> {
    let hint = match str::from_utf8(found).ok()?.chars().next()? {
        '.' | '·' | '_' | '0' => "an empty cell is written `#`",
        ' ' => BLANK,
        letter if !letter.is_ascii() && letter.is_whitespace() => {
            "this blank is none of ASCII's; write a plain one"
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

impl Boards<'_> {
    /// A board without pieces, in memory that was used before if there is any.
    fn empty_board(&mut self, size: Size) -> Result<Board, TryReserveError> {
        let Some(nth) = self.spares.iter().position(|board| board.size() == size) else {
            return Board::new(size);
        };
        let mut board = self.spares.swap_remove(nth);
        board.reset(size)?;
        Ok(board)
    }
}
