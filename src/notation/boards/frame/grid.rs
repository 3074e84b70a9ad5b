//! Where a grid ends.

use super::{End, FirstRow, Form, Found, line_end, starts_record};
use crate::notation::boards::first_row::end_of_word;
use crate::notation::boards::line::skip_blanks;

/// A board as a grid, as far as it has been looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) first_row: FirstRow,
    rows: usize,
    /// How many levels an empty line ended.
    levels: usize,
    /// Whether the last line was a row.
    in_level: bool,
}

impl Grid {
    pub(super) const fn new(first_row: FirstRow) -> Self {
        Self { first_row, rows: 0, levels: 0, in_level: false }
    }

    pub(super) fn end(&mut self, text: &[u8], at: &mut usize) -> Found {
        loop {
            let line = *at;
            match starts_record(text, line) {
                None => return Found::TooLittle,
                Some(Some(seen)) => {
                    return Found::End(End { place: line, seen, is_cut: false });
                }
                Some(None) => {}
            }
            let end = match line_end(text, line) {
                Found::End(end) if !end.is_cut => end,
                found => return found,
            };
            if !text[line..end.place].trim_ascii().is_empty() {
                (self.rows, self.in_level) = (self.rows + 1, true);
                if self.rows == self.first_row.edge.saturating_mul(self.first_row.edge) {
                    *at = end_of_word(text, skip_blanks(text, line));
                    return Found::Becomes { form: Form::Tail, seen: end.place };
                }
            } else if std::mem::take(&mut self.in_level) {
                self.levels += 1;
                if self.levels == self.first_row.edge {
                    return Found::End(end);
                }
            }
            *at = end.place;
        }
    }
}
