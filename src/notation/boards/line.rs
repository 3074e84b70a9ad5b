//! A place in a line of a board's text, together with the alphabet of the board.

use std::fmt::Display;
use std::ops::Range;

use super::alphabet::Alphabet;
use crate::mistake::{BYTE_ORDER_MARK, Mistake};
use crate::notation::cursor::{Cursor, blank};

/// The quotation marks beyond ASCII.
const MARKS: [&str; 6] = ["“", "”", "„", "‘", "’", "‚"];
/// The largest length of the text that a program has directly before an array or a string.
const LONGEST_CALL: usize = 100;

/// The rest of a line: the bytes of a text from `at` to `end`, where the line ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardLine<'t> {
    pub(super) alphabet: &'t Alphabet<'t>,
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    pub(super) end: usize,
}

impl<'t> BoardLine<'t> {
    #[inline]
    pub(super) fn rest(&self) -> &'t [u8] {
        &self.text[self.at..self.end]
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.at >= self.end
    }

    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while self.at < self.end {
            match self.text[self.at] {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'!'..=b'~' => return,
                _ => match blank(self.rest()) {
                    0 => return,
                    length => self.at += length,
                },
            }
        }
    }

    /// Skips blanks and byte order marks at the start of a line, as files have that were joined.
    pub(super) fn skip_indent(&mut self) {
        self.skip_blanks();
        while self.skip(BYTE_ORDER_MARK.as_bytes()) {
            self.skip_blanks();
        }
    }

    /// Skips `sign` if it is next. Returns `true` if it was.
    pub(super) fn skip(&mut self, sign: &[u8]) -> bool {
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len() } else { 0 };
        is_next
    }

    /// Returns the ASCII letters at the start of the rest.
    pub(super) fn name(&self) -> Range<usize> {
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        self.at..self.at + length
    }

    pub(super) fn digits(&self) -> Range<usize> {
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at..self.at + length
    }

    /// Returns the words of the rest, which blanks part.
    pub(super) fn words(&self) -> impl Iterator<Item = &'t [u8]> + Clone + use<'t> {
        self.rest().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
    }

    /// Returns the length of the quotation mark at the start of the rest, with a backslash before
    /// it; 0 if there is none.
    pub(super) fn quotation_mark(&self) -> usize {
        match self.rest() {
            [b'"' | b'\'' | b'`', ..] => 1,
            [b'\\', b'"' | b'\'', ..] => 2,
            [0xE2, ..] => {
                let is_here = |mark: &&&str| self.rest().starts_with(mark.as_bytes());
                MARKS.iter().find(is_here).map_or(0, |mark| mark.len())
            }
            _ => 0,
        }
    }

    /// Returns the length of the name directly before an array or string, as in `np.array(`,
    /// `vec![`, `new int[]{` or `b"`; 0 if there is none, or if the name may be cells.
    pub(super) fn call_length(&self) -> usize {
        let text = self.rest();
        if !text.first().is_some_and(u8::is_ascii_alphabetic) {
            return 0;
        }
        let length = call_length(text);
        let is_string = matches!(text.get(length), Some(b'"' | b'\''));
        let is_cells = || text[..length].iter().all(|byte| self.alphabet.is_letter(*byte));
        if is_string || length > 1 && !is_cells() { length } else { 0 }
    }

    /// Returns the mistake that something else was expected than the next character.
    pub(super) fn error(&self, expected: impl Display) -> Mistake {
        let text = &self.text[..self.text.len().min(self.end + 1)];
        Cursor::new(text, self.at, true).error(expected)
    }

    /// Returns the mistake that [`BoardLine::error`] returns, with a hint if the next character begins
    /// another row or separates two rows, as `/` does.
    pub(super) fn error_in_row(&self, expected: impl Display) -> Mistake {
        let ends_row = |byte: u8| b"/;,\\".contains(&byte) || self.alphabet.is_letter(byte);
        let hint = "put each level in brackets with commas between its rows, or each row on a line of \
                    its own";
        let error = self.error(expected);
        let hint = self.peek().is_some_and(ends_row).then(|| hint.to_owned());
        Mistake { hint: hint.or(error.hint.clone()), ..error }
    }
}

/// Returns the length of the text that a program has directly before an array or a string.
pub(super) fn call_length(text: &[u8]) -> usize {
    let is_new = text.starts_with(b"new ");
    let signs: &[u8] = if is_new { b"[], " } else { b"_.:!" };
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || signs.contains(byte);
    let length = text.iter().take(LONGEST_CALL).take_while(is_part).count();
    match text.get(length) {
        Some(b'{') if is_new => length,
        Some(b'[' | b'(' | b'{') if !is_new => length,
        Some(b'"' | b'\'') if length == 1 && text[0].is_ascii_alphabetic() => 1,
        _ => 0,
    }
}
