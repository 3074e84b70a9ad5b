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
use super::shape::Shape;
use super::skip::SkipState;
use super::{Boards, LONGEST_BOARD, Written, labels, tail};
use crate::mistake::Mistake;
use crate::notation::Next;

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
    /// The byte offset of the record; `None` before it.
    pub(super) start: Option<usize>,
    /// The start of the first line that is not read, and the byte offset up to which its end is
    /// searched.
    at: usize,
    searched: usize,
    marks: Marks,
    /// The start of the line that decided the form.
    pub(super) form_at: Option<usize>,
    /// True if three quotation marks are before the board, and more behind it.
    is_in_string: bool,
    pub(super) declared: Option<Declared>,
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
            BoardForm::Unknown => Err(line.error(line.alphabet.board_forms())),
            BoardForm::Lists => {
                let shape = Shape::of_lists(&self.lists);
                let size = shape.size(line, &self.lists.words, self.declared.as_ref())?;
                Ok(shape.written(&self.lists.words, size, &[]))
            }
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
            let end = match memchr(b'\n', &text[self.draft.searched.max(at)..limit]) {
                Some(length) => self.draft.searched.max(at) + length,
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
                None if at < text.len() => text.len(),
                None => return self.finish(text, at),
            };
            let next = text.len().min(end + 1);
            match self.line(text, at, end) {
                Ok(None) => self.draft.at = next,
                Ok(Some((end, written))) => {
                    let then = self.after();
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

    /// Ends the text: what was read must be a board.
    fn finish(&mut self, text: &[u8], at: usize) -> Next<Written> {
        let line = BoardLine { alphabet: &self.alphabet, text, at, end: text.len() };
        let unfinished = match self.draft.form {
            BoardForm::Unknown => {
                // A number alone was taken for the size of a board that should follow.
                let declared = self.draft.declared.as_ref().map(|declared| declared.span.start);
                let at = declared.filter(|at| text[*at].is_ascii_digit()).unwrap_or(at);
                Some(BoardLine { at, ..line }.error(self.alphabet.board_forms()))
            }
            BoardForm::Lists => self.draft.lists.unfinished(&line),
            BoardForm::Rows => None,
        };
        let ended = match unfinished {
            Some(error) => Err(Broken(error, BrokenEnd::With)),
            None => self.ended(text, at, text.len()),
        };
        match ended {
            Ok((_, written)) => {
                let then = self.after();
                self.end(text.len(), Ok(written), then)
            }
            Err(broken) => self.broken(text, at..text.len(), broken),
        }
    }

    fn after(&self) -> SkipState {
        match self.draft.form {
            BoardForm::Rows if self.draft.rows.picture.is_some() => {
                SkipState::Answer { is_first: true }
            }
            _ => SkipState::Blanks,
        }
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
            return self.ended_before(text, at).map(Some);
        }
        if draft.form == BoardForm::Unknown {
            if labels::is_label(&line) {
                draft.form = BoardForm::Rows;
            } else if let Some(named) = self.named(&mut line)? {
                self.other_rules = named.rules;
                return Ok(Some((named.end, named.written)));
            } else {
                let declared = &mut self.draft.declared;
                self.draft.is_in_string |= lead::skip(&mut line, declared)?;
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
            return self.ended_in(text, end..end).map(Some);
        }
        let declared = draft.declared.as_ref();
        let step = match draft.form {
            BoardForm::Lists => draft.lists.line(line, declared)?,
            _ if draft.rows.is_ended_by(&line) => BoardEnd::EndsBefore,
            _ => draft.rows.line(line, declared)?,
        };
        match step {
            BoardEnd::More => Ok(None),
            BoardEnd::EndsBefore => self.ended_before(text, at).map(Some),
            BoardEnd::Ends(after) => self.ended_in(text, after..end).map(Some),
        }
    }

    /// Ends a board before a line.
    fn ended_before(&mut self, text: &[u8], at: usize) -> Result<Ended, Broken> {
        self.ended(text, at, at).map_err(|Broken(error, _)| Broken(error, BrokenEnd::Before))
    }

    /// Ends a board in a line. A line end behind the board is a part of the record.
    fn ended_in(&mut self, text: &[u8], line: Range<usize>) -> Result<Ended, Broken> {
        let (at, written) = self.ended(text, line.start, line.end)?;
        Ok((if at == line.end { text.len().min(at + 1) } else { at }, written))
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

    /// Returns the board that was read, and the end of its record. The line has the sides from `at`
    /// on.
    fn ended(&mut self, text: &[u8], at: usize, end: usize) -> Result<Ended, Broken> {
        let line = BoardLine { alphabet: &self.alphabet, text, at, end };
        let read = self.draft.written(&line);
        let mut written = read.map_err(|error| Broken(error, BrokenEnd::With))?;
        let (edge, mut line) = (written.setup.board.size().edge(), line);
        let tail = tail::read(&mut line, edge, &mut written.setup);
        tail.map_err(|error| Broken(error, BrokenEnd::Behind))?;
        Ok((line.at, written))
    }
}
