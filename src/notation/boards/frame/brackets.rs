//! Where a board in brackets ends.

use memchr::{memchr3, memrchr};

use super::{End, FirstRow, Form, Found, starts_record};
use crate::notation::boards::line::{skip_blanks, skip_space};

/// So many bytes are searched one by one.
const NEAR: usize = 16;
/// A board in brackets, as far as it has been looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brackets {
    pub(super) first_row: FirstRow,
    /// How many brackets are open.
    open: usize,
    /// How many levels are complete.
    levels: usize,
    /// Whether a comma parts two levels.
    commas: bool,
    /// Where the line starts, as long as it has only opening brackets.
    line: Option<usize>,
}

impl Brackets {
    pub(super) const fn new(first_row: FirstRow) -> Self {
        Self { first_row, open: 0, levels: 0, commas: false, line: None }
    }

    pub(super) fn end(&mut self, text: &[u8], at: &mut usize) -> Found {
        loop {
            let Some(here) = next_sign(text, *at) else { return Found::TooLittle };
            let found = match text[here] {
                b'[' => self.open(text, *at, here),
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

    /// A bracket opens; nothing of interest is before it from a byte on.
    fn open(&mut self, text: &[u8], from: usize, here: usize) -> Result<usize, Found> {
        self.line = self.line.filter(|_| text[from..here].trim_ascii().is_empty());
        // A board that has all its levels has no more of them on a line of their own.
        let has_all = (1..=self.levels).contains(&self.first_row.edge) && self.line.is_some();
        if self.open < self.first_row.brackets && !(self.open == 1 && has_all) {
            self.open += 1;
            return Ok(here + 1);
        }
        let seen = here + 1;
        Err(self.line.map_or(Found::Becomes { form: Form::Line, seen }, |end| {
            Found::End(End { place: end, seen, is_cut: false })
        }))
    }

    /// A bracket closes.
    fn close(&mut self, text: &[u8], here: usize) -> Result<usize, Found> {
        self.line = None;
        let after = here + 1;
        if self.open > 1 {
            self.open -= 1;
            self.levels += usize::from(self.open == 1 && self.first_row.outer);
            return Ok(after);
        }
        let tail = |seen| Err(Found::Becomes { form: Form::Tail, seen });
        let line = |seen| Err(Found::Becomes { form: Form::Line, seen });
        if self.first_row.outer {
            return tail(after);
        }
        let levels = self.levels + 1;
        if (1..=levels).contains(&self.first_row.edge) {
            let next = skip_blanks(text, after);
            return match text.get(next) {
                None => Err(Found::TooLittle),
                // A level too many, unless the comma ends the line.
                Some(b',') => line(next),
                _ => tail(after),
            };
        }
        let mut next = skip_space(text, after);
        let comma = text.get(next) == Some(&b',');
        if comma {
            next = skip_space(text, next + 1);
        }
        match text.get(next) {
            None => return Err(Found::TooLittle),
            Some(b'[') if comma || !self.commas && self.first_row.edge > 0 => {}
            Some(_) => return line(next + 1),
        }
        let newline = memrchr(b'\n', &text[after..next]);
        self.line = newline.map(|newline| after + newline + 1);
        self.commas |= comma;
        (self.levels, self.open) = (levels, 0);
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

/// The next bracket or line end.
fn next_sign(text: &[u8], at: usize) -> Option<usize> {
    let is_sign = |byte: &u8| matches!(byte, b'[' | b']' | b'\n');
    // A search in many bytes at once takes a while to begin.
    let (near, far) = text[at..].split_at(NEAR.min(text.len() - at));
    let found = near.iter().position(is_sign);
    Some(at + found.or_else(|| Some(NEAR + memchr3(b'[', b']', b'\n', far)?))?)
}
