//! Words that have been read before.

use std::ops::Range;

/// What short words mean, or that they mean nothing, as far as they have been read.
///
/// A text has few different words many times. Each word has two slots that it may be in, and what
/// another word meant is forgotten when it needs one of them.
#[derive(Clone, Debug)]
pub(super) struct Memo<T> {
    /// How often a meaning was asked for.
    asked: usize,
    /// No slots, until there are so many words that they are worth it.
    slots: Option<Box<[[Slot<T>; 2]; 1 << SLOT_BITS]>>,
}

/// A word as a number, of which 0 is none, and what it means.
#[derive(Clone, Copy, Debug)]
struct Slot<T> {
    key: u64,
    meaning: Option<T>,
}

/// No longer word is remembered.
pub(super) const LONGEST: usize = 8;
/// Fewer words are read each for itself.
const FEW: usize = 16;
/// There are so many pairs of slots, as a power of two.
const SLOT_BITS: u32 = 9;

impl<T: Copy> Memo<T> {
    pub(super) fn new() -> Self {
        Self { asked: 0, slots: None }
    }

    /// What the word means that is so many of these bytes, if it is remembered. It must have no
    /// zeros.
    #[inline(always)]
    pub(super) fn known(&self, bytes: [u8; LONGEST], length: usize) -> Option<Option<&T>> {
        let key = key(bytes, length)?;
        let [one, other] = &self.slots.as_ref()?[place(key)];
        let slot = if one.key == key { one } else { other };
        if slot.key == key { Some(slot.meaning.as_ref()) } else { None }
    }

    /// What a word means; `read` tells it the first time.
    pub(super) fn get(&mut self, word: &[u8], read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        if word.len() > LONGEST || word.contains(&0) {
            return read(word);
        }
        let mut padded = [0; LONGEST];
        padded[..word.len()].copy_from_slice(word);
        let Some(key) = key(padded, word.len()) else { return read(word) };
        self.asked += 1;
        if self.asked == FEW {
            let slots = vec![[Slot { key: 0, meaning: None }; 2]; 1 << SLOT_BITS];
            self.slots = slots.try_into().ok();
        }
        let Some(slots) = &mut self.slots else { return read(word) };
        let slots = &mut slots[place(key)];
        let has = |key: u64| slots.iter().position(|slot| slot.key == key);
        let slot = has(key).or_else(|| has(0)).unwrap_or(0);
        if slots[slot].key != key {
            slots[slot] = Slot { key, meaning: read(word) };
        }
        slots[slot].meaning
    }
}

/// The number of the word that is so many of these bytes, if it is short enough; a different one
/// for each, as long as they have no zeros.
fn key(bytes: [u8; LONGEST], length: usize) -> Option<u64> {
    let surplus = LONGEST.checked_sub(length)? * 8;
    // No bytes at all would be a shift by all bits.
    let kept = u64::MAX.checked_shr(u32::try_from(surplus).ok()?)?;
    Some(u64::from_le_bytes(bytes) & kept)
}

/// Which pair of slots a word may be in; the golden ratio spreads the words over them.
const fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOT_BITS)) as usize
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
