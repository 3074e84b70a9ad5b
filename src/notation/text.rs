//! Texts of many records, and where their words end.

use memchr::memchr;
use wide::u8x32;

use super::memo::LONGEST;

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

/// How many bytes are looked at together.
const WINDOW: usize = u32::BITS as usize;
/// A short word that starts in the window, or one byte after a blank of it or the byte that follows it,
/// ends within this many bytes.
pub(super) const NEAR: usize = WINDOW + 1 + LONGEST;

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

/// Which of the bytes of a window are control characters or spaces, the first as the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blanks(u32);

impl Blanks {
    #[inline(always)]
    pub(super) fn of(near: &[u8; NEAR]) -> Self {
        let window = near.first_chunk().expect("the window is a part of what is near");
        // Up to a space the difference has the highest bit, which the mask is made of.
        let highest = u8x32::splat(0x80 + b' ').saturating_sub(u8x32::new(*window));
        Self(highest.move_mask().cast_unsigned())
    }

    /// Those from each of the first four on.
    #[inline(always)]
    const fn rests(self) -> [u32; 4] {
        const fn rest(blanks: u32) -> u32 {
            blanks & blanks.wrapping_sub(1)
        }
        let Self(first) = self;
        [first, rest(first), rest(rest(first)), rest(rest(rest(first)))]
    }

    /// Whether there are four, each after a byte that is none.
    #[inline(always)]
    pub(super) const fn end_four_words(self) -> bool {
        let [all, .., last] = self.rests();
        let up_to_last = last ^ last.wrapping_sub(1);
        last != 0 && all & (all << 1 | 1) & up_to_last == 0
    }

    /// Where the first four are.
    #[inline(always)]
    pub(super) fn first_four(self) -> [usize; 4] {
        self.rests().map(|rest| rest.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_found_wherever_they_are() {
        for byte in 0..=u8::MAX {
            for at in 0..WINDOW {
                let mut bytes = [b'x'; NEAR];
                bytes[at] = byte;
                assert_eq!(Blanks::of(&bytes), Blanks(if byte <= b' ' { 1 << at } else { 0 }));
            }
        }
    }
}
