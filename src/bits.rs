//! Iteration over the bits of integers.

/// Returns the indexes of the set bits of `words`, lowest index first. The bits of a word follow
/// those of the word before it.
pub(crate) fn ones(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    let mut words = words.into_iter();
    let (mut word, mut start) = (words.next().unwrap_or(0), 0);
    std::iter::from_fn(move || {
        while word == 0 {
            word = words.next()?;
            start += 64;
        }
        let lowest = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(start + lowest)
    })
}
