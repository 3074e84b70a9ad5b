//! The reader of boards in undocumented forms, as other programs and people write them. The reader
//! tries these forms after a mistake in the documented forms.

use super::around::{Lead, call_length, unquoted};
use super::pasted::{FIRST_PART, Pasted};
use super::plain_lines::PlainLines;
use super::shape::{BoardReader, Ending};
use super::tokens::{LONGEST_LINE, quotation_mark};
use super::{Boards, EMPTY};
use crate::board::Setup;
use crate::mistake::Mistake;
use crate::notation::cursor::{Cursor, Stop};

impl<'r> Boards<'r> {
    /// Parses a board that has the mistake `error` in the documented forms, as other programs and
    /// people write boards. If that fails too, returns `error` or a mistake that explains more.
    pub(super) fn other_form<'b, 't>(
        &'b self,
        reader: &mut BoardReader<'b, 'r, 't>,
        start: Cursor<'t>,
        error: Mistake,
    ) -> Result<Setup, Stop> {
        // No other form starts so, and the mistake in the quotation is the one to report.
        if start.rest().starts_with(b">")
            && let Some(lines) = PlainLines::at(&start)
        {
            return self.plain_lines(reader, &lines);
        }
        let whole = start;
        let (start, result) = match Lead::at(&start) {
            None => {
                // The digits that were read as a size may be a row of zeros.
                reader.declared = None;
                (start, self.pasted_after(reader, start, error))
            }
            Some(Lead { length, declared }) => {
                let start = Cursor { at: start.at + length, ..start };
                *reader = BoardReader { declared, ..BoardReader::new(self, start) };
                (start, self.setup_or_pasted(reader))
            }
        };
        match result {
            Err(Stop::Bad(error)) => {
                let mut other = BoardReader::new(self, whole);
                let lines = PlainLines::at(&whole).or_else(|| PlainLines::at(&start));
                let found = lines.map(|lines| self.plain_lines(&mut other, &lines));
                if let Some(found @ (Ok(_) | Err(Stop::NeedMore))) = found {
                    *reader = other;
                    return found;
                }
                let hint = error.hint.clone().or_else(|| self.alone_hint(&start, &error));
                let error = if hint.is_some() { error } else { self.in_call(start, error)? };
                let hint = hint.or_else(|| error.hint.clone());
                self.quoted(reader, start, Mistake { hint, ..error })
            }
            result => result,
        }
    }

    /// Parses a board whose lines have marks before them, such as the `> ` of a quoted mail.
    /// `lines` are the lines without these marks.
    fn plain_lines(
        &self,
        reader: &mut BoardReader<'_, 'r, '_>,
        lines: &PlainLines,
    ) -> Result<Setup, Stop> {
        let mut cursor = Cursor::new(&lines.text, 0, lines.ended);
        cursor.skip_space()?;
        let mut inner = BoardReader::new(self, cursor);
        let result = match inner.setup(None) {
            Err(Stop::Bad(error)) => self.other_form(&mut inner, cursor, error),
            result => result,
        };
        (reader.cursor.at, reader.is_in_cells) = (lines.outer(inner.cursor.at), inner.is_in_cells);
        result.map_err(|stop| match stop {
            Stop::Bad(error) => lines.outer_error(error).into(),
            Stop::NeedMore => Stop::NeedMore,
        })
    }

    /// Returns the mistake in the array after a function's name, as in `np.array([[…`; returns
    /// `error` if there is no such array or no mistake in it. Asks for more text if the array may go
    /// on.
    fn in_call(&self, start: Cursor<'_>, error: Mistake) -> Result<Mistake, Stop> {
        let length = call_length(start.rest(), true).unwrap_or(0);
        if length < 2 || start.at + length <= error.span().start {
            return Ok(error);
        }
        let parenthesis = usize::from(start.text[start.at + length] == b'(');
        let array = Cursor { at: start.at + length + parenthesis, ..start };
        if !array.rest().starts_with(b"[") {
            return Ok(error);
        }
        match BoardReader::new(self, array).setup(None) {
            Err(Stop::Bad(inner)) => Ok(inner),
            Err(Stop::NeedMore) => Err(Stop::NeedMore),
            Ok(_) => Ok(error),
        }
    }

    /// Returns a hint if the mistake is in a text before a good board on the same line.
    fn alone_hint(&self, start: &Cursor<'_>, error: &Mistake) -> Option<String> {
        let line = start.line(LONGEST_LINE).ok()?;
        let is_board = |at: &usize| {
            let cursor = Cursor::new(&line[*at..], 0, true);
            BoardReader::new(self, cursor).board().is_ok()
                || matches!(self.pasted(cursor.text, 0, true), Pasted::Board(..))
        };
        let before = line.iter().position(|byte| b"[{".contains(byte)).filter(is_board)?;
        let is_text = start.at + before > error.span().start && !line[..before].contains(&b'=');
        is_text.then(|| "leave out the text around the board".to_owned())
    }

    /// Parses a board in one of the forms that the parser documents, or as other programs print
    /// boards.
    fn setup_or_pasted<'b, 't>(
        &'b self,
        reader: &mut BoardReader<'b, 'r, 't>,
    ) -> Result<Setup, Stop> {
        let (start, declared) = (reader.cursor, reader.declared.clone());
        match reader.setup(None) {
            Err(Stop::Bad(error)) => {
                reader.declared = declared;
                self.pasted_after(reader, start, error)
            }
            result => result,
        }
    }

    /// Parses a board as other programs print boards, after a mistake in the documented forms.
    fn pasted_after<'b, 't>(
        &'b self,
        reader: &mut BoardReader<'b, 'r, 't>,
        start: Cursor<'t>,
        error: Mistake,
    ) -> Result<Setup, Stop> {
        let mistake = reader.cursor.at.saturating_sub(start.at);
        match self.pasted(start.rest(), mistake, start.ended) {
            Pasted::Board(board, length) => {
                (reader.cursor.at, reader.is_in_cells) = (start.at + length, false);
                reader.edge = board.size().edge();
                reader.check_declared(reader.edge, || format!("the board is {}", board.size()))?;
                let (turn, holder) = reader.sides(Ending::SidesOnly)?;
                Ok(Setup { board, turn, holder })
            }
            Pasted::NeedMore => Err(Stop::NeedMore),
            Pasted::No => Err(self.without_zeros(start, reader.cursor.at, error)),
        }
    }

    /// Parses a board in quotation marks or with backslashes; returns `error` for a text without
    /// them.
    fn quoted<'b, 't>(
        &'b self,
        reader: &mut BoardReader<'b, 'r, 't>,
        start: Cursor<'t>,
        error: Mistake,
    ) -> Result<Setup, Stop> {
        let is_quoted = start.rest().starts_with(b"`") || quotation_mark(&start)? > 0;
        let is_escaped = start.text.get(reader.cursor.at) == Some(&b'\\');
        if !is_quoted && !is_escaped {
            return Err(Stop::Bad(error));
        }
        let line = start.line(LONGEST_LINE)?;
        let Some(text) = str::from_utf8(line).ok().and_then(unquoted) else {
            return Err(Stop::Bad(error));
        };
        let mut inner = BoardReader::new(self, Cursor::new(text.as_bytes(), 0, true));
        let setup = match self.setup_or_pasted(&mut inner) {
            Ok(_) if !inner.cursor.rest().trim_ascii().is_empty() => {
                Err(inner.cursor.unexpected("the end of the board"))
            }
            result => result,
        };
        match setup {
            Ok(setup) => {
                (reader.cursor.at, reader.is_in_cells) = (start.at + line.len(), false);
                Ok(setup)
            }
            Err(Stop::Bad(inner)) if is_quoted => {
                let marked = start.at..start.at + line.trim_ascii_end().len();
                Err(Mistake { hint: inner.hint, ..Mistake::new(marked, inner.message) }.into())
            }
            Err(_) => Err(Stop::Bad(error)),
        }
    }

    /// Returns the mistake that remains if every zero from the byte offset `at` on is read as an
    /// empty cell; `error` if no zero is at `at`, or if no mistake remains. Asks for more text if the
    /// mistake may be in it.
    fn without_zeros(&self, start: Cursor<'_>, at: usize, error: Mistake) -> Stop {
        if start.text.get(at) != Some(&b'0') {
            return error.into();
        }
        let mut text = start.text[..start.text.len().min(at + FIRST_PART)].to_vec();
        let zeros = text[at..].iter_mut().filter(|byte| **byte == b'0');
        zeros.for_each(|zero| *zero = EMPTY as u8);
        let is_whole = text.len() == start.text.len();
        let cursor = Cursor { text: &text, ended: start.ended && is_whole, ..start };
        match BoardReader::new(self, cursor).setup(None) {
            Err(Stop::NeedMore) if !is_whole => error.into(),
            Err(stop) => stop,
            Ok(_) => error.into(),
        }
    }
}
