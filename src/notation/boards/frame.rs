//! The frame of a record: where it starts and ends. Only whole lines are read, each once, so that it
//! makes no difference how a text arrives.
//!
//! - A board in brackets ends with its last bracket.
//! - A grid ends with the line of its last row if a side follows there; otherwise with the line
//!   behind, which may be a row too many. A picture ends with the names of its files.
//! - An empty line inside a level ends a grid, and so does a line that starts a record of its own.
//! - A broken board ends with the line of its mistake, or before that line if it starts a record of
//!   its own.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::broken::{Broken, BrokenEnd};
use super::lead::{self, Declared, Marks};
use super::line::BoardLine;
use super::lists::Lists;
use super::rows::{BoardEnd, Rows};
use super::skip::SkipState;
use super::{Boards, LONGEST_BOARD, Written, labels, tail};
use crate::mistake::Mistake;
use crate::notation::Next;
use crate::piece::Color;

/// The form of a board, which its first line decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BoardForm {
    #[default]
    Unknown,
    Lists,
    Rows,
}

/// A record that is not read to its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// Byte offset of the record; `None` before it.
    pub(super) start: Option<usize>,
    /// Start of the first line that is not read, and the byte offset up to which its end is
    /// searched.
    pub(super) at: usize,
    searched: usize,
    marks: Marks,
    /// Start of the line that decided the form.
    pub(super) form_at: Option<usize>,
    /// True if three quotation marks are before the board, and more behind it.
    is_in_string: bool,
    pub(super) declared: Option<Declared>,
    /// Side to move, if it is before the board.
    pub(super) turn: Option<Color>,
    pub(super) form: BoardForm,
    pub(super) lists: Lists,
    pub(super) rows: Rows,
}

impl Draft {
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.rows.clear();
        let (lists, rows) = (std::mem::take(&mut self.lists), std::mem::take(&mut self.rows));
        *self = Self { lists, rows, ..Self::default() };
    }

    /// Returns the board that was read. `line` is behind it.
    fn written(&mut self, line: &BoardLine<'_>) -> Result<Written, Mistake> {
        match self.form {
            BoardForm::Unknown => {
                // A number alone was taken for the size of a board that should follow.
                let declared = self.declared.as_ref().map(|declared| declared.span.start);
                let at = declared.filter(|at| line.text[*at].is_ascii_digit()).unwrap_or(line.at);
                Err(BoardLine { at, ..*line }.error(line.alphabet.board_forms()))
            }
            BoardForm::Lists => self.lists.written(line, self.declared.as_ref()),
            BoardForm::Rows => self.rows.written(line),
        }
    }
}

/// The end of a record in a text, and what was read.
type Ended = (usize, Written);

impl Boards<'_> {
    /// Reads the record that starts at byte offset `start`.
    pub(super) fn record(&mut self, text: &[u8], start: usize, ended: bool) -> Next<Written> {
        if self.draft.start.is_none() {
            self.draft.start = Some(start);
            (self.draft.at, self.draft.searched) = (start, start);
        }
        let limit = text.len().min(start + LONGEST_BOARD);
        loop {
            let at = self.draft.at;
            let from = self.draft.searched.max(at);
            let end = match memchr(b'\n', &text[from..limit]) {
                Some(length) => from + length,
                None if limit < text.len() => {
                    let expected = format!("a board of at most {LONGEST_BOARD} bytes");
                    let error = Mistake::expected(start..start + 1, expected, "more");
                    let then = SkipState::RestOfLine(self.draft.form != BoardForm::Unknown);
                    return self.end(limit, Err(error), then);
                }
                None if !ended => {
                    self.draft.searched = limit;
                    return Next::NeedMore;
                }
                None => text.len(),
            };
            let is_over = at == text.len();
            let read =
                if is_over { self.ended(text, at..at).map(Some) } else { self.line(text, at, end) };
            match read {
                Ok(None) => self.draft.at = text.len().min(end + 1),
                Ok(Some((end, written))) => {
                    let has_answer = self.draft.rows.picture.is_some();
                    let answer = SkipState::Answer { is_first: true };
                    let then = if has_answer { answer } else { SkipState::Blanks };
                    return self.end(end, Ok(written), then);
                }
                Err(broken) => return self.broken(text, at..end, broken),
            }
        }
    }

    pub(super) fn end(
        &mut self,
        end: usize,
        result: Result<Written, Mistake>,
        then: SkipState,
    ) -> Next<Written> {
        self.draft.clear();
        (self.between, self.skipped) = (then, 0);
        Next::Record { end, result }
    }

    /// Reads a whole line. Returns the end of the record if the record ends there.
    fn line(&mut self, text: &[u8], at: usize, end: usize) -> Result<Option<Ended>, Broken> {
        let (draft, alphabet) = (&mut self.draft, &self.alphabet);
        let mut line = BoardLine { alphabet, text, at, end };
        if draft.form == BoardForm::Unknown && draft.marks == Marks::None {
            line.skip_indent();
            draft.marks = Marks::of(&line);
        }
        if !draft.marks.skip(&mut line) {
            return self.ended(text, at..at).map(Some);
        }
        if draft.form == BoardForm::Unknown {
            if labels::is_label(&line) {
                draft.form = BoardForm::Rows;
            } else if let Some(named) = self.named(&mut line)? {
                self.other_rules = named.rules;
                return Ok(Some((named.end, named.written)));
            } else {
                let Draft { declared, turn, is_in_string, .. } = &mut self.draft;
                *is_in_string |= lead::skip(&mut line, declared, turn)?;
                line.skip_blanks();
                if line.is_empty() {
                    return Ok(None);
                }
                if let Some(pieces) = self.pieces(&mut line)? {
                    return Ok(Some(pieces));
                }
                self.draft.form = self.choose(&mut line)?;
            }
        }
        let (draft, alphabet) = (&mut self.draft, &self.alphabet);
        draft.form_at.get_or_insert(at);
        let line = BoardLine { alphabet, ..line };
        if draft.is_in_string && lead::is_string_end(&line) {
            return self.ended(text, end..end).map(Some);
        }
        let declared = draft.declared.as_ref();
        let step = match draft.form {
            BoardForm::Lists => draft.lists.line(line, declared)?,
            _ if draft.rows.is_ended_by(&line) => BoardEnd::EndsBefore,
            _ => draft.rows.line(line, declared)?,
        };
        let rest = match step {
            BoardEnd::More => return Ok(None),
            BoardEnd::EndsBefore => at..at,
            BoardEnd::Ends(after) => after..end,
        };
        self.ended(text, rest).map(Some)
    }

    /// Chooses the form of a board by its first line.
    fn choose(&self, line: &mut BoardLine<'_>) -> Result<BoardForm, Mistake> {
        let mark = line.quotation_mark();
        let mut inner = BoardLine { at: line.at + mark, ..*line };
        inner.at += inner.call_length();
        let is_object = line.peek() == Some(b'{') && memmem::find(line.rest(), b"\":").is_some();
        if matches!(inner.peek(), Some(b'[' | b'(' | b'{')) && !is_object {
            line.at += mark;
            return Ok(BoardForm::Lists);
        }
        let is_frame = line.rest().starts_with(b"+") || line.rest().starts_with(b"|");
        let first = line.rest().split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let is_cell =
            line.alphabet.cell(line.rest(), false).is_some() || line.alphabet.is_white_code(first);
        if !is_cell && mark == 0 && !is_frame || self.may_be_name(line.rest().trim_ascii_end()) {
            return Err(self.neither_board_nor_name(line, self.draft.declared.is_some()));
        }
        Ok(BoardForm::Rows)
    }

    /// Returns the board that was read, and the end of its record. `rest` has the sides, or is the
    /// start of the line before which the board ended. A line end behind the board is a part of the
    /// record.
    fn ended(&mut self, text: &[u8], rest: Range<usize>) -> Result<Ended, Broken> {
        let is_before = rest.end == self.draft.at;
        let mut line = BoardLine { alphabet: &self.alphabet, text, at: rest.start, end: rest.end };
        let end = if is_before { BrokenEnd::Before } else { BrokenEnd::With };
        let mut written = self.draft.written(&line).map_err(|error| Broken(error, end))?;
        written.setup.turn = self.draft.turn;
        let edge = written.setup.board.size().edge();
        let tail = tail::read(&mut line, edge, &mut written.setup);
        tail.map_err(|error| Broken(error, BrokenEnd::Behind))?;
        let takes_line_end = !is_before && line.is_empty();
        Ok((if takes_line_end { text.len().min(line.at + 1) } else { line.at }, written))
    }
}
