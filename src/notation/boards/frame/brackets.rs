//! Where a board in brackets ends.

use memchr::{memchr3, memrchr};

use super::{End, FirstRow, Form, Found, starts_record};
use crate::cell::Size;
use crate::notation::boards::brackets::DEEPEST;
use crate::notation::boards::line::{LONGEST_LINE, skip_blanks, skip_space};
use crate::notation::text::front_line;

/// How many bytes are searched one by one.
const NEAR: usize = 16;
/// A board in brackets, as far as it has been looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brackets {
    pub(super) first_row: FirstRow,
    /// How many brackets are open.
    open: usize,
    /// In the board and in each bracket that is open, how many brackets have closed.
    parts: [usize; DEEPEST],
    /// Whether a comma parts two levels.
    commas: bool,
    /// Where the line starts, as long as it has only opening brackets.
    line: Option<usize>,
    /// What follows the bracket of the last level, while that is all there is.
    gap: Option<Gap>,
}

/// Blanks, perhaps with a comma among them, up to a byte.
#[derive(Clone, Copy, Debug)]
struct Gap {
    end: usize,
    comma: bool,
}

impl Brackets {
    pub(super) const fn new(first_row: FirstRow) -> Self {
        Self { first_row, open: 0, parts: [0; DEEPEST], commas: false, line: None, gap: None }
    }

    pub(super) fn end(&mut self, text: &[u8], at: &mut usize) -> Found {
        loop {
            let Some(here) = next_sign(text, *at) else {
                self.pass(&text[*at..]);
                *at = text.len();
                return Found::TooLittle;
            };
            let found = match text[here] {
                b'[' => {
                    self.pass(&text[*at..here]);
                    self.open(here)
                }
                b']' => self.close(text, here),
                _ => self.next_line(text, here + 1),
            };
            match found {
                Ok(next) => *at = next,
                Err(found) => {
                    *at = here;
                    return found;
                }
            }
        }
    }

    /// Passes over a text without signs.
    fn pass(&mut self, text: &[u8]) {
        self.line = self.line.filter(|_| text.trim_ascii().is_empty());
    }

    /// A bracket opens.
    fn open(&mut self, here: usize) -> Result<usize, Found> {
        let deepest = self.first_row.brackets.min(DEEPEST);
        if self.open < deepest && !(self.line.is_some() && self.has_all_parts()) {
            self.open += 1;
            if let Some(parts) = self.parts.get_mut(self.open) {
                *parts = 0;
            }
            return Ok(here + 1);
        }
        let seen = here + 1;
        Err(self.line.map_or(Found::Becomes { form: Form::Line, seen }, |end| {
            Found::End(End { place: end, seen, is_cut: false })
        }))
    }

    /// Whether the board, or the bracket that is open, has all its levels, rows or cells: another one on a
    /// line of its own is another board's.
    fn has_all_parts(&self) -> bool {
        self.parts[self.open] >= self.first_row.edge.max(Size::MIN)
    }

    /// A bracket closes.
    fn close(&mut self, text: &[u8], here: usize) -> Result<usize, Found> {
        self.line = None;
        let after = here + 1;
        if self.open > 1 {
            self.open -= 1;
            self.parts[self.open] += 1;
            return Ok(after);
        }
        let tail = |seen| Err(Found::Becomes { form: Form::Tail, seen });
        let line = |seen| Err(Found::Becomes { form: Form::Line, seen });
        if self.first_row.outer {
            return tail(after);
        }
        let levels = self.parts[0] + 1;
        if (1..=levels).contains(&self.first_row.edge) {
            let rest = front_line(&text[after..], LONGEST_LINE);
            let next = after + skip_blanks(rest, 0);
            return match text.get(next) {
                None => Err(Found::TooLittle),
                // A level too many, unless the comma ends the line.
                Some(b',') => line(next),
                _ => tail(after),
            };
        }
        let gap = self.gap.unwrap_or(Gap { end: after, comma: false }).go_on(text);
        // However much more text comes, no blank is looked at again.
        self.gap = Some(gap);
        let Gap { end: next, comma } = gap;
        match text.get(next) {
            None => return Err(Found::TooLittle),
            Some(b'[') if comma || !self.commas && self.first_row.edge > 0 => {}
            Some(_) => return line(next + 1),
        }
        let newline = memrchr(b'\n', &text[after..next]);
        self.line = newline.map(|newline| after + newline + 1);
        self.commas |= comma;
        (self.parts[0], self.open, self.gap) = (levels, 0, None);
        Ok(next)
    }

    /// A line begins.
    fn next_line(&mut self, text: &[u8], line: usize) -> Result<usize, Found> {
        match starts_record(text, line) {
            None => Err(Found::TooLittle),
            Some(Some(seen)) if text[seen - 1] != b'[' => {
                Err(Found::End(End { place: line, seen, is_cut: false }))
            }
            Some(_) => {
                self.line = Some(line);
                Ok(line)
            }
        }
    }
}

impl Gap {
    /// As much of it as has come.
    fn go_on(mut self, text: &[u8]) -> Self {
        self.end = skip_space(text, self.end);
        if !self.comma && text.get(self.end) == Some(&b',') {
            self = Self { end: skip_space(text, self.end + 1), comma: true };
        }
        self
    }
}

/// The next bracket or line end.
fn next_sign(text: &[u8], at: usize) -> Option<usize> {
    let is_sign = |byte: &u8| matches!(byte, b'[' | b']' | b'\n');
    // A search in many bytes at once takes a while to begin.
    let (near, far) = text[at..].split_at(NEAR.min(text.len() - at));
    let found = near.iter().position(is_sign);
    Some(at + found.or_else(|| Some(NEAR + memchr3(b'[', b']', b'\n', far)?))?)
}
