//! Random number generator for values that proptest would generate too slowly.

/// `SplitMix64` by Guy Steele, Doug Lea and Christine Flood. The field is the seed.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).expect("limits are small");
        usize::try_from(self.next_number() % limit).expect("it is below the limit")
    }

    pub(crate) fn in_percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
