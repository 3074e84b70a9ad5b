//! The next bytes of a text, looked at together: where their words and lines end.

use wide::{CmpEq, u8x32};

use super::memo::{LONGEST, Word};

/// How many bytes are looked at together.
const BYTES: usize = u32::BITS as usize;
/// A short word that starts among them, or one byte after them, ends within this many bytes.
pub(super) const NEAR: usize = BYTES + 1 + LONGEST;

/// Four words, and what parts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) words: [Word; 4],
    /// Whether the last two words stand on lines of their own; else all stand on one.
    pub(super) has_three_lines: bool,
    /// The byte after the end of the last line.
    pub(super) end: usize,
}

impl Layout {
    /// The layout of four words, of which the first starts here, with a blank after each but the last
    /// and a line end after that; `None` for any other.
    #[inline(always)]
    pub(super) fn tight(near: &[u8; NEAR]) -> Option<Self> {
        // Control characters are looked for too, with which the words would be none. Where there are fewer
        // than four, or two next to each other, one of the words is empty.
        let first = mask(near, |window| u8x32::splat(0x80 + b' ').saturating_sub(window));
        let after = |blanks: u32| blanks & blanks.wrapping_sub(1);
        let (second, third) = (after(first), after(after(first)));
        let [name, side, start, finish] =
            [first, second, third, after(third)].map(|blanks| blanks.trailing_zeros() as usize);
        let is_blank = |at: usize| near[at] == b' ';
        if !(is_blank(name) && is_blank(side) && is_blank(start) && near[finish] == b'\n') {
            return None;
        }
        let words = [
            Word::new(0, name),
            Word::new(name + 1, side),
            Word::new(side + 1, start),
            Word::new(start + 1, finish),
        ];
        Some(Self { words, has_three_lines: false, end: finish + 1 })
    }

    /// The same for any blanks between the words and after them, and for three lines.
    pub(super) fn loose(near: &[u8; NEAR]) -> Option<Self> {
        if near[0].is_ascii_whitespace() {
            return None;
        }
        let each = |byte| u64::from(mask(near, |window| window.cmp_eq(u8x32::splat(byte))));
        let newlines = each(b'\n');
        let blanks = each(b' ') | each(b'\t') | each(b'\r') | newlines;
        // A word starts where something else than a blank follows one, and ends where one follows it.
        let after_blanks = blanks << 1 | 1;
        let (mut starts, mut ends) = (!blanks & after_blanks, blanks & !after_blanks);
        let mut words = [Word::default(); 4];
        for word in &mut words {
            *word = Word::new(lowest(&mut starts), lowest(&mut ends));
        }
        let [name, side, start, finish] = words;
        if finish.end >= BYTES {
            return None;
        }
        // There is a line end behind the last word before anything else, or not within the window.
        let end = (newlines & u64::MAX << finish.end).trailing_zeros() as usize;
        let has_end = |from: usize, to: usize| newlines >> from & !(u64::MAX << (to - from)) != 0;
        if end > lowest(&mut starts) || end >= BYTES {
            return None;
        }
        // A word with zeros could be taken for the one without, as both are the same number.
        if each(0) & !(u64::MAX << end) != 0 {
            return None;
        }
        let has_three_lines = has_end(start.end, finish.start);
        let is_parted = has_end(side.end, start.start) == has_three_lines;
        (is_parted && !has_end(name.end, side.start)).then_some(Self {
            words,
            has_three_lines,
            end: end + 1,
        })
    }
}

/// Takes the lowest bit from others; the highest number of a bit if there are none.
fn lowest(bits: &mut u64) -> usize {
    let lowest = bits.trailing_zeros();
    *bits &= bits.wrapping_sub(1);
    lowest as usize
}

/// The highest bits of what becomes of the bytes, the first as the lowest bit.
#[inline(always)]
fn mask(near: &[u8; NEAR], of: impl Fn(u8x32) -> u8x32) -> u32 {
    let window = near.first_chunk().expect("the window is a part of what is near");
    of(u8x32::new(*window)).move_mask().cast_unsigned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layouts(text: &str) -> [Option<Layout>; 2] {
        let mut near = [b'x'; NEAR];
        near[..text.len()].copy_from_slice(text.as_bytes());
        [Layout::tight(&near), Layout::loose(&near)]
    }

    #[test]
    fn four_words_are_laid_out_on_a_line_or_three() {
        let words = |starts: [usize; 4], lengths: [usize; 4]| {
            [0, 1, 2, 3].map(|nth| Word::new(starts[nth], starts[nth] + lengths[nth]))
        };
        let lengths = [4, 1, 3, 3];
        for (text, starts, has_three_lines, is_tight) in [
            ("King W A1a B3d\n", [0, 5, 7, 11], false, true),
            ("King W A1a B3d\r\n", [0, 5, 7, 11], false, false),
            ("King  W\tA1a B3d \n", [0, 6, 8, 12], false, false),
            ("King W\nA1a\nB3d\n", [0, 5, 7, 11], true, false),
            ("King W\r\n\r\nA1a\r\nB3d\r\n", [0, 5, 10, 15], true, false),
        ] {
            let words = words(starts, lengths);
            let layout = Some(Layout { words, has_three_lines, end: text.len() });
            assert_eq!(layouts(text), [layout.filter(|_| is_tight), layout], "{text:?}");
        }
        for text in [
            "\nKing W A1a B3d\n",
            "King W A1a\0  B3d\n",
            "King W A1a B3d ",
            "King W A1a B3d x\n",
            "King\nW\nA1a\nB3d\n",
            "King W\nA1a B3d\n",
            "King W A1a\n",
            "King W A1a 1234567890123456789012\n",
            "",
        ] {
            assert_eq!(layouts(text), [None, None], "{text:?}");
        }
    }

    #[test]
    fn only_blanks_part_words_that_stand_tight() {
        for byte in 0..=u8::MAX {
            let mut near = *b"K W A1a B3d\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
            near[3] = byte;
            assert_eq!(Layout::tight(&near).is_some(), byte == b' ', "{byte}");
            near[3] = b' ';
            near[5] = byte;
            assert_eq!(Layout::tight(&near).is_some(), byte > b' ', "{byte}");
        }
    }
}
