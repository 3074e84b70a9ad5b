//! The bits of words.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr, Sub};

/// A number whose bits are the members of a set.
pub(crate) trait Word:
    Copy
    + Eq
    + From<bool>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + Sub<Output = Self>
{
    /// The number of its bits.
    const BITS: usize;
    /// No bit is set.
    const NONE: Self;
    /// The number of the lowest bit that is set; of all bits if none is.
    fn lowest(self) -> usize;
    /// The first bits of the nth of two sets, whose bits stand in these words.
    fn of(words: &[[u64; 2]], nth: usize) -> Self;
}

impl Word for u64 {
    const BITS: usize = Self::BITS as usize;
    const NONE: Self = 0;

    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn of(words: &[[u64; 2]], nth: usize) -> Self {
        words[0][nth]
    }
}

impl Word for u128 {
    const BITS: usize = Self::BITS as usize;
    const NONE: Self = 0;

    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn of(words: &[[u64; 2]], nth: usize) -> Self {
        let word = |number: usize| words.get(number).map_or(0, |word| Self::from(word[nth]));
        word(0) | word(1) << u64::BITS
    }
}

/// A word with one bit, or none.
pub(crate) fn bit<W: Word>(number: usize, is_set: bool) -> W {
    W::from(is_set) << number
}

/// The numbers of the bits that are set, lowest first.
pub(crate) fn ones<W: Word>(mut word: W) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != W::NONE).then(|| word.lowest())?;
        word = word & (word - W::from(true));
        Some(lowest)
    })
}
