//! Broken records: where they end, and what is skipped after them.

use std::ops::Range;

use super::frame::BoardForm;
use super::line::BoardLine;
use super::skip::{SkipState, is_gap, starts_record};
use super::{Boards, EMPTIES, Written, lead};
use crate::mistake::Mistake;
use crate::notation::Next;

/// The end of a broken record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BrokenEnd {
    /// The line of the mistake, unless that line starts a record of its own.
    In,
    /// The line of the mistake in any case.
    With,
    /// The line before that of the mistake.
    Before,
    /// The line of a mistake behind a whole board, which says nothing about the next line.
    Behind,
}

/// A mistake, and where its record ends.
pub(super) struct Broken(pub(super) Mistake, pub(super) BrokenEnd);

impl From<Mistake> for Broken {
    fn from(error: Mistake) -> Self {
        Self(error, BrokenEnd::In)
    }
}

impl Boards<'_> {
    /// Ends a broken record with the line of its mistake, or before that line if it starts a record
    /// of its own.
    pub(super) fn broken(
        &mut self,
        text: &[u8],
        line: Range<usize>,
        Broken(error, end): Broken,
    ) -> Next<Written> {
        let error = self.with_hint(text, line.clone(), error);
        let is_later = self.draft.form_at.is_some_and(|at| at < line.start);
        let before = text.get(line.start..error.span().start).unwrap_or_default();
        let is_opener = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'[';
        let whole = BoardLine { alphabet: &self.alphabet, text, at: line.start, end: line.end };
        let is_before = match end {
            BrokenEnd::In => {
                let is_first = before.iter().all(is_opener) || lead::size_digits(&whole).is_some();
                is_later && is_first && starts_record(&whole)
            }
            end => end == BrokenEnd::Before,
        };
        let then = match end {
            BrokenEnd::Behind => SkipState::Blanks,
            _ => self.rest_of(text, &whole),
        };
        let end = if is_before { line.start } else { text.len().min(line.end + 1) };
        self.end(end, Err(error), then)
    }

    /// Returns what is skipped after a mistake in this line: the rest of the broken board.
    fn rest_of(&self, text: &[u8], line: &BoardLine<'_>) -> SkipState {
        let draft = &self.draft;
        let record = &text[draft.start.unwrap_or(0)..line.end];
        let count = |signs: &[u8]| record.iter().filter(|byte| signs.contains(byte)).count();
        match draft.form {
            BoardForm::Lists if count(b"[({") > count(b"])}") => SkipState::Lines,
            BoardForm::Lists => {
                let (lists, rows) = draft.lists.outermost();
                SkipState::Lists { lists: rows.saturating_sub(lists), rows }
            }
            BoardForm::Rows if draft.rows.is_one_line() => SkipState::Blanks,
            BoardForm::Rows => {
                let (levels, rows) = draft.rows.missing();
                let is_in_level = !is_gap(line.rest().trim_ascii(), rows);
                SkipState::Levels { levels, rows, is_in_level }
            }
            // The board after a size that is too large is too large, too.
            BoardForm::Unknown
                if lead::size_digits(line).is_some_and(|digits| !digits.is_empty()) =>
            {
                SkipState::Lines
            }
            BoardForm::Unknown => {
                let rows = line.rest().trim_ascii().len();
                let is_row =
                    line.words().count() == 1 && record.iter().any(|b| EMPTIES.contains(b));
                let levels = rows.saturating_sub(1);
                if is_row {
                    SkipState::Levels { levels, rows, is_in_level: true }
                } else {
                    SkipState::Blanks
                }
            }
        }
    }

    /// Sets a hint if the text around a good board is the mistake.
    #[cold]
    fn with_hint(&self, text: &[u8], line: Range<usize>, error: Mistake) -> Mistake {
        let start = self.draft.start.unwrap_or(0);
        let board = text[start..line.end].iter().position(|byte| b"[{".contains(byte));
        let is_good = |at: &usize| {
            let mut boards = Self::of_setups(self.alphabet.rules);
            let array = &text[start + at..line.end];
            let end = array.iter().rposition(|byte| b"]}".contains(byte));
            let array = &array[..end.map_or(0, |end| end + 1)];
            matches!(boards.record(array, 0, true), Next::Record { result: Ok(_), .. })
        };
        let first = BoardLine { alphabet: &self.alphabet, text, at: start, end: line.end };
        let is_text = start == line.start
            && error.hint.is_none()
            && board.is_some_and(|at| at > 0)
            && lead::size_digits(&first).is_none();
        if !is_text || !board.is_some_and(|at| is_good(&at)) {
            return error;
        }
        Mistake { hint: Some("leave out the text around the board".to_owned()), ..error }
    }
}
