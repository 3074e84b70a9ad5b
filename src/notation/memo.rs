//! Words that have been read before.

use std::ops::Range;

use super::window::NEAR;

/// What short words mean, as far as they have been read.
///
/// A text has few different words many times. Each word has two slots that it may be in, next to
/// each other, and what another word meant is forgotten when it needs one of them.
#[derive(Clone, Debug)]
pub(super) struct Memo<T> {
    /// How often a meaning was read.
    asked: usize,
    /// No slots, until there are enough words that they are worth it.
    slots: Option<Box<Slots<T>>>,
}

/// Words as numbers, their first byte the lowest, and what they mean.
#[derive(Clone, Debug)]
struct Slots<T> {
    keys: [u64; SLOTS],
    meanings: [T; SLOTS],
}

/// No longer word is remembered.
pub(super) const LONGEST: usize = 8;
/// The number of no word.
const NONE: u64 = 1 << 63;
/// Fewer words are read each for itself.
const FEW: usize = 16;
/// There are this many slots that may be the first of a word's, as a power of two.
const PLACE_BITS: u32 = 10;
/// The last of them has one after it.
const SLOTS: usize = (1 << PLACE_BITS) + 1;

impl<T: Copy> Memo<T> {
    pub(super) fn new() -> Self {
        Self { asked: 0, slots: None }
    }

    /// What a word of a window means, if it is remembered; not without any bytes.
    #[inline(always)]
    pub(super) fn known(&self, near: &[u8; NEAR], start: usize, end: usize) -> Option<T> {
        let bytes = near[start..].first_chunk().expect("what is near goes on for the longest word");
        let length = (end - start) % KEPT.len();
        self.slots.as_deref()?.get(u64::from_le_bytes(*bytes) & KEPT[length])
    }

    /// What a word means; `read` tells it the first time.
    pub(super) fn get(&mut self, word: &[u8], read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        // With zeros at the end it would have the number of a shorter word.
        if word.len() > LONGEST || word.last().is_none_or(|last| *last == 0) {
            return read(word);
        }
        let key = word.iter().rev().fold(0, |key, byte| key << 8 | u64::from(*byte));
        if let Some(known) = self.slots.as_deref().and_then(|slots| slots.get(key)) {
            return Some(known);
        }
        let meaning = read(word)?;
        self.asked += 1;
        if self.asked == FEW {
            let (keys, meanings) = ([NONE; SLOTS], [meaning; SLOTS]);
            self.slots = Some(Box::new(Slots { keys, meanings }));
        }
        if let Some(Slots { keys, meanings }) = self.slots.as_deref_mut() {
            let place = place(key);
            let [is_first_free, is_other_free] = [place, place + 1].map(|at| keys[at] == NONE);
            let slot = place + usize::from(!is_first_free && is_other_free);
            (keys[slot], meanings[slot]) = (key, meaning);
        }
        Some(meaning)
    }
}

impl<T: Copy> Slots<T> {
    #[inline(always)]
    fn get(&self, key: u64) -> Option<T> {
        let Self { keys, meanings } = self;
        let place = place(key);
        let slot = place + usize::from(keys[place] != key);
        if keys[slot] == key { Some(meanings[slot]) } else { None }
    }
}

/// For each length of a word the bits of its number in that of all bytes from its first on; none for
/// words that are not remembered.
const KEPT: [u64; 32] = {
    let mut kept = [0; 32];
    let mut length = 1;
    while length <= LONGEST {
        kept[length] = kept[length - 1] << 8 | 0xFF;
        length += 1;
    }
    kept
};

/// The first slot that a word may be in; the golden ratio spreads the words over them.
const fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PLACE_BITS)) as usize
}

/// Where a word is in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Word {
    pub(super) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    pub(super) const fn span(self) -> Range<usize> {
        self.start..self.end
    }

    pub(super) fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }
}
