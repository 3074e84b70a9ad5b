//! Where pieces stand, as bits.

use super::WORD;

/// The cells of pieces, by their indexes in their order.
#[derive(Clone, Debug)]
pub(crate) struct Indexes<'b> {
    words: &'b [[u64; 2]],
    summary: &'b [u64],
    /// All bits for a color whose pieces are gone through, or none.
    colors: [u64; 2],
    /// The word of the summary that is being gone through, and its bits that are left.
    nth: usize,
    rest: u64,
    /// The first cell of the word that is being gone through, and its bits that are left.
    first: usize,
    bits: u64,
}

impl<'b> Indexes<'b> {
    pub(super) fn new(words: &'b [[u64; 2]], summary: &'b [u64], colors: [u64; 2]) -> Self {
        Self { words, summary, colors, nth: 0, rest: summary[0], first: 0, bits: 0 }
    }
}

impl Iterator for Indexes<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            while self.rest == 0 {
                self.nth += 1;
                self.rest = *self.summary.get(self.nth)?;
            }
            let word = WORD * self.nth + self.rest.trailing_zeros() as usize;
            self.rest &= self.rest - 1;
            let [white, black] = self.words[word];
            (self.first, self.bits) =
                (WORD * word, white & self.colors[0] | black & self.colors[1]);
        }
        let index = self.first + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(index)
    }
}

const ONES: u64 = u64::from_le_bytes([0x01; 8]);

/// Where White's and Black's pieces stand, from the codes of up to 64 cells.
pub(super) fn of_codes(codes: &[u8]) -> [u64; 2] {
    let (eights, rest) = codes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let (mut white, mut any) = (0, 0);
    for (nth, eight) in eights.iter().chain((!rest.is_empty()).then_some(&last)).enumerate() {
        let codes = u64::from_le_bytes(*eight);
        // The codes of White's pieces are odd. All are less than 0x80, so that adding 0x7F to one
        // sets its highest bit, and no other's.
        white |= gathered(codes) << (8 * nth);
        any |= gathered((codes + 0x7F * ONES) >> 7) << (8 * nth);
    }
    [white, any & !white]
}

/// The lowest bits of eight bytes next to each other.
fn gathered(word: u64) -> u64 {
    (word & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
