//! Texts of many records.

use memchr::memchr;

use super::window::NEAR;

/// A text of which records are taken from the front.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    bytes: &'t [u8],
    /// Those that have not been taken.
    rest: &'t [u8],
    /// Whether nothing follows the bytes.
    ended: bool,
}

/// Whether a text goes on with the rest of a line that was too long to be read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LongLine(pub(super) bool);

impl LongLine {
    /// Takes the rest of the line from the text, as far as it has come.
    pub(super) fn leave(&mut self, text: &mut Text<'_>) {
        if self.0 {
            let newline = memchr(b'\n', text.rest());
            self.0 = newline.is_none() && !text.has_ended();
            text.skip(newline.unwrap_or(text.rest().len()));
        }
    }
}

/// As much of a text as is looked at for its first line, where none may be longer than this.
pub(super) fn front_line(text: &[u8], longest: usize) -> &[u8] {
    &text[..text.len().min(longest + 1)]
}

impl<'t> Text<'t> {
    /// A text; more may follow the bytes unless it has `ended`.
    #[must_use]
    pub const fn new(bytes: &'t [u8], ended: bool) -> Self {
        Self { bytes, rest: bytes, ended }
    }

    /// All of its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &'t [u8] {
        self.bytes
    }

    /// Whether nothing follows its bytes.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// How many of its bytes have been taken.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.bytes.len() - self.rest.len()
    }

    /// The first byte that has not been taken.
    #[cfg(feature = "cli")]
    pub(crate) fn next_byte(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// The bytes that have not been taken.
    pub(super) const fn rest(&self) -> &'t [u8] {
        self.rest
    }

    /// The same text, with only the bytes up to this one taken.
    pub(super) fn back_at(self, at: usize) -> Self {
        Self { rest: &self.bytes[at..], ..self }
    }

    /// Takes the bytes up to this one.
    pub(crate) fn seek(&mut self, at: usize) {
        self.rest = &self.bytes[at..];
    }

    /// Takes this many bytes.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline(always)]
    pub fn skip(&mut self, length: usize) {
        self.rest = &self.rest[length..];
    }

    /// Takes blanks and line ends up to the next other byte; says whether there is one.
    pub(super) fn skip_space(&mut self) -> bool {
        if self.rest.first().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            return true;
        }
        self.rest = self.rest.trim_ascii_start();
        !self.rest.is_empty()
    }

    /// The next bytes, if there are that many.
    #[inline(always)]
    pub(super) fn near(&self) -> Option<&'t [u8; NEAR]> {
        self.rest.first_chunk()
    }
}
