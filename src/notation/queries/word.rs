//! Words of a line, with their places in the text.

use std::ops::Range;

use smallvec::SmallVec;

use crate::notation::cursor::blank;

/// A part of a text, such as a word or a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t [u8],
    /// Byte offset of the word's start in the text.
    pub(super) at: usize,
}

pub(super) type Words<'t> = SmallVec<[Word<'t>; 8]>;

impl<'t> Word<'t> {
    pub(super) const fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// Returns a part of the word. `range` counts from the start of the word.
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        Self { at: self.at + range.start, text: &self.text[range] }
    }

    /// Returns the part of a line from the first of these words to the last.
    pub(super) fn joined(&self, words: &[Self]) -> Self {
        let start = words.first().map_or(0, |word| word.at - self.at);
        let end = words.last().map_or(0, |word| word.span().end - self.at);
        self.part(start..end)
    }

    /// Returns `true` for the word between two cells, as in `A1a to B3d`.
    pub(super) fn is_to(&self) -> bool {
        self.text.eq_ignore_ascii_case(b"to")
    }

    /// Splits a line at blanks, commas and arrows. If the line starts with `[` like a board, it is
    /// split only at blanks. A line of separators alone becomes one word, so that a mistake can
    /// mark the line.
    pub(super) fn split(&self) -> Words<'t> {
        let (mut words, mut at) = (Words::new(), 0);
        let is_board = self.text.starts_with(b"[");
        let separator = |at: usize| match self.text.get(at..) {
            Some(rest) if is_board => blank(rest),
            Some(rest) => separator(rest),
            None => 0,
        };
        while at < self.text.len() {
            let (start, is_plain) = (at, |byte: &&u8| byte.is_ascii_alphanumeric());
            while at < self.text.len() && separator(at) == 0 {
                at += 1;
                at += self.text[at..].iter().take_while(is_plain).count();
            }
            if start < at {
                words.push(self.part(start..at));
            }
            at += separator(at);
        }
        if words.is_empty() {
            words.push(self.part(0..self.text.trim_ascii_end().len()));
        }
        words
    }

    /// Splits a line at brackets and quotation marks, too, as in `["King","W","A1a","B3d"]`.
    pub(super) fn split_array(&self) -> Words<'t> {
        let mut at = 0;
        let is_mark = |byte: &u8| b"[]()\"'`, ;\r".contains(byte);
        let parts = self.text.split(is_mark).map(|part| {
            let start = at;
            at += part.len() + 1;
            self.part(start..start + part.len())
        });
        parts.filter(|part| !part.text.is_empty()).collect()
    }

    /// Splits a word at hyphens, and drops empty parts.
    pub(super) fn split_at_hyphens(&self) -> impl Iterator<Item = Self> {
        let mut at = 0;
        let parts = self.text.split(|byte| *byte == b'-').map(move |part| {
            let start = at;
            at += part.len() + 1;
            self.part(start..start + part.len())
        });
        parts.filter(|part| !part.text.is_empty())
    }
}

/// Returns the length in bytes of the separator at the start of a text, or 0 if there is none.
fn separator(text: &[u8]) -> usize {
    match text {
        [b',', ..] => 1,
        [b'-', b'>', ..] => 2,
        _ if text.starts_with("→".as_bytes()) => "→".len(),
        _ => blank(text),
    }
}
