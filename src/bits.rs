//! The bits of words.

/// The numbers of the bits that are set, lowest first.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then_some(word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}
