//! A cursor in a text that may be incomplete, because the rest of it has not arrived yet.

use std::fmt::Display;

use memchr::memchr;

use crate::mistake::{BYTE_ORDER_MARK, Mistake, quote};

/// The reason why parsing stopped inside a record.
#[derive(Debug)]
pub(super) enum Stop {
    /// The text ends inside the record, and more text may arrive.
    NeedMore,
    /// The record has a mistake at the cursor.
    Bad(Mistake),
}

impl From<Mistake> for Stop {
    fn from(mistake: Mistake) -> Self {
        Self::Bad(mistake)
    }
}

/// The maximum length of a character in bytes.
const LONGEST_CHARACTER: usize = 4;

/// A position in a text that may be incomplete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    /// True if no more text will arrive.
    pub(super) ended: bool,
}

impl<'t> Cursor<'t> {
    pub(super) const fn new(text: &'t [u8], at: usize, ended: bool) -> Self {
        Self { text, at, ended }
    }

    /// Returns a cursor whose text ends at most `length` bytes after the cursor. The boolean is
    /// true if bytes were cut off.
    pub(super) fn cut_after(self, length: usize) -> (Self, bool) {
        let end = self.text.len().min(self.at + length);
        let is_cut = end < self.text.len();
        (Self { text: &self.text[..end], ended: self.ended && !is_cut, ..self }, is_cut)
    }

    pub(super) fn rest(&self) -> &'t [u8] {
        &self.text[self.at.min(self.text.len())..]
    }

    /// Returns the text from the cursor to the end of the line, without the line end. The error
    /// says that the line has more than `longest` bytes, or that its end has not arrived.
    pub(super) fn line(&self, longest: usize) -> Result<&'t [u8], Stop> {
        let rest = self.rest();
        let line = &rest[..rest.len().min(longest + 1)];
        match memchr(b'\n', line) {
            Some(length) => Ok(&line[..length]),
            None if line.len() > longest => Err(too_long(self.at, longest).into()),
            None if self.ended => Ok(line),
            None => Err(Stop::NeedMore),
        }
    }

    /// Returns the next byte, or `None` at the end of the text. The error is [`Stop::NeedMore`] if
    /// the next byte may still arrive.
    pub(super) fn peek(&self) -> Result<Option<u8>, Stop> {
        match self.text.get(self.at) {
            None if !self.ended => Err(Stop::NeedMore),
            byte => Ok(byte.copied()),
        }
    }

    pub(super) fn skip_space(&mut self) -> Result<(), Stop> {
        while self.peek()? == Some(b'\n') || self.skip_blank()? {
            self.at += usize::from(self.text.get(self.at) == Some(&b'\n'));
        }
        Ok(())
    }

    /// Skips blanks up to the end of the line. A carriage return counts as a blank.
    pub(super) fn skip_blanks(&mut self) -> Result<(), Stop> {
        while self.skip_blank()? {}
        Ok(())
    }

    /// Skips one blank, and returns `false` if the next character is no blank.
    fn skip_blank(&mut self) -> Result<bool, Stop> {
        let Some(first) = self.peek()? else { return Ok(false) };
        let length = match first {
            b'\n' | b'!'..=b'~' => 0,
            0xEF if self.is_at_mark() => BYTE_ORDER_MARK.len(),
            0x80.. if !self.has_character() => return Err(Stop::NeedMore),
            _ => blank(self.rest()),
        };
        self.at += length;
        Ok(length > 0)
    }

    /// Returns `true` if a byte order mark is at the cursor and starts a line or follows a blank, as
    /// it may after two files were joined.
    fn is_at_mark(&self) -> bool {
        let mark = BYTE_ORDER_MARK.as_bytes();
        let before = &self.text[self.at.saturating_sub(mark.len())..self.at];
        let is_after_blank = (0..before.len()).any(|at| blank(&before[at..]) == before.len() - at);
        self.rest().starts_with(mark) && (self.at == 0 || before == mark || is_after_blank)
    }

    /// Returns `true` if all bytes of the next character have arrived. A line end also completes a
    /// broken character.
    pub(super) fn has_character(&self) -> bool {
        let rest = self.rest();
        self.ended
            || rest.first().is_some_and(u8::is_ascii)
            || rest.len() >= LONGEST_CHARACTER
            || rest.contains(&b'\n')
    }

    /// Returns a mistake that says that `expected` was expected, but the next character or the
    /// end of the text was found.
    pub(super) fn error(&self, expected: impl Display) -> Mistake {
        let character = self.next_character();
        let found = match character {
            [] => "the end of the input".to_owned(),
            b"\n" => "the end of the line".to_owned(),
            other => quote(other),
        };
        let span = self.at..self.at + character.len();
        Mistake { hint: hint(character), ..Mistake::expected(span, expected, found) }
    }

    /// Returns the bytes of the next character, or a single byte of invalid UTF-8.
    fn next_character(&self) -> &'t [u8] {
        let rest = self.rest();
        let near = &rest[..rest.len().min(LONGEST_CHARACTER)];
        let valid = near.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        &rest[..rest.len().min(valid.map_or(1, char::len_utf8))]
    }
}

/// Returns the mistake for the line at `start`, which has more than `longest` bytes.
pub(crate) fn too_long(start: usize, longest: usize) -> Mistake {
    let expected = format!("a line of at most {longest} bytes");
    Mistake::expected(start..start + longest + 1, expected, "more")
}

/// Returns the length in bytes of the blank or line end at the start of a text, or 0 if there is
/// none.
pub(super) fn blank(text: &[u8]) -> usize {
    match text {
        [first, ..] if first.is_ascii() => usize::from(first.is_ascii_whitespace()),
        [first, ..] => {
            let length = if *first < 0xE0 { 2 } else { 3 };
            let character = text.get(..length).and_then(|bytes| str::from_utf8(bytes).ok());
            let is_blank = character.is_some_and(|text| text.chars().all(char::is_whitespace));
            if is_blank { length } else { 0 }
        }
        [] => 0,
    }
}

pub(super) const BLANK: &str = "write cells without spaces between them, and an empty cell as `#`";

pub(super) const NOT_IN_A_ROW: &str = "this space is not allowed inside a row";

/// Returns a hint if the first character of `found` is often typed for an empty cell, else `None`.
fn hint(found: &[u8]) -> Option<String> {
    let hint = match str::from_utf8(found).ok()?.chars().next()? {
        '·' | '0' => "write an empty cell as `#`",
        ' ' => BLANK,
        letter if !letter.is_ascii() && letter.is_whitespace() => NOT_IN_A_ROW,
        _ => return None,
    };
    Some(hint.to_owned())
}
