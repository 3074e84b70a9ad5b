//! Broken records: where they end, and what is skipped after them.

use std::ops::Range;

use super::frame::BoardForm;
use super::line::BoardLine;
use super::skip::{MOST_LINES, RestOfLists, SkipState, brackets, is_gap, opening, starts_record};
use super::{Boards, EMPTIES, Written, lead};
use crate::cell::Size;
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
                // A mistake behind a bracket that was accepted is one of this board.
                let is_bracket = text.get(error.span().start) == Some(&b'[');
                let is_first = before.iter().all(is_opener)
                    && (is_bracket || before.trim_ascii().is_empty())
                    || lead::size_digits(&whole).is_some();
                is_later && is_first && starts_record(&whole)
            }
            end => end == BrokenEnd::Before,
        };
        let then = match end {
            BrokenEnd::Behind => SkipState::Blanks,
            _ => self.rest_of(text, &whole, is_before),
        };
        let end = if is_before { line.start } else { text.len().min(line.end + 1) };
        self.end(end, Err(error), then)
    }

    /// Returns what is skipped after a mistake in this line: the rest of the broken board.
    fn rest_of(&self, text: &[u8], line: &BoardLine<'_>, is_before: bool) -> SkipState {
        let draft = &self.draft;
        let record = &text[draft.start.unwrap_or(0)..line.end];
        match draft.form {
            BoardForm::Lists => {
                let first = draft.lists.all.first().map_or(line.at, |list| list.span.start);
                let first = text[first..].split(|byte| *byte == b'\n').next().unwrap_or_default();
                let rows = self.edge_of(draft.lists.first_row(), first);
                let (opened, closed) = brackets(record);
                let open = if is_before { 0 } else { opened.saturating_sub(closed) };
                SkipState::Lists(RestOfLists {
                    lists: draft.lists.missing(rows),
                    rows,
                    open,
                    goes_on: !is_before && record.trim_ascii_end().ends_with(b","),
                    is_after_gap: false,
                    opening: opening(first),
                    lines: MOST_LINES,
                })
            }
            BoardForm::Rows if draft.rows.is_one_line() => SkipState::Blanks,
            BoardForm::Rows => {
                let rows = self.edge_of(draft.rows.edge, line.rest());
                let levels = draft.rows.missing(rows);
                let is_in_level = !is_gap(line.rest().trim_ascii(), rows);
                SkipState::Levels { levels, rows, is_in_level }
            }
            // The board after a size that is too large is too large, too.
            BoardForm::Unknown
                if lead::size_digits(line).is_some_and(|digits| !digits.is_empty()) =>
            {
                SkipState::Lists(RestOfLists::default())
            }
            BoardForm::Unknown => {
                let rows = self.edge_of(0, line.rest());
                let is_row = record.iter().any(|byte| EMPTIES.contains(byte))
                    && (line.words().count() == 1 || line.words().all(|word| word.len() == 1));
                let levels = rows.saturating_sub(1);
                if is_row {
                    SkipState::Levels { levels, rows, is_in_level: true }
                } else {
                    SkipState::Blanks
                }
            }
        }
    }

    /// Returns the number of cells along an edge: that of the rows that were read, the declared size,
    /// or the number of cells that a broken first row seems to have.
    fn edge_of(&self, read: usize, row: &[u8]) -> usize {
        let is_sign = |byte: &u8| b" \t\r\"'`|>,[](){}".contains(byte);
        let words = row.split(is_sign).filter(|word| !word.is_empty());
        let letters = |word: &[u8]| String::from_utf8_lossy(word).chars().count();
        let first = words.clone().next().map_or(0, letters);
        let seen = if first > 1 { first } else { words.count() };
        let declared = self.draft.declared.as_ref().map(|declared| declared.size);
        if read > 1 { read } else { declared.unwrap_or(seen).min(Size::MAX) }
    }

    /// Sets a hint if the text around a good board is the mistake.
    #[cold]
    fn with_hint(&self, text: &[u8], line: Range<usize>, error: Mistake) -> Mistake {
        let start = self.draft.start.unwrap_or(0);
        let board = text[start..line.end].iter().position(|byte| b"[{".contains(byte));
        let is_good = |at: usize| {
            let array = &text[start + at..line.end];
            let end = array.iter().rposition(|byte| b"]}".contains(byte));
            self.is_board(&array[..end.map_or(0, |end| end + 1)])
        };
        let first = BoardLine { alphabet: &self.alphabet, text, at: start, end: line.end };
        let is_text = start == line.start
            && error.hint.is_none()
            && board.is_some_and(|at| at > 0)
            && lead::size_digits(&first).is_none();
        if !is_text || !board.is_some_and(is_good) {
            return error;
        }
        Mistake { hint: Some("leave out the text around the board".to_owned()), ..error }
    }

    /// Returns `true` if a text starts with a board.
    pub(super) fn is_board(&self, text: &[u8]) -> bool {
        let mut boards = Self::of_setups(self.alphabet.rules);
        matches!(boards.record(text, 0, true), Next::Record { result: Ok(_), .. })
    }
}
