//! The bits of a word, one after another.

/// The numbers of the bits that are set, lowest first.
#[inline]
pub(crate) fn each(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then_some(word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}

/// The numbers of the bits that are set in a row of words, lowest first.
#[inline]
pub(crate) fn each_of(words: &[u64]) -> impl Iterator<Item = usize> {
    let of_word = |(nth, &word): (usize, &u64)| each(word).map(move |bit| 64 * nth + bit);
    words.iter().enumerate().flat_map(of_word)
}

/// The items that are such, eight looked at together: which they are is hard to tell beforehand, so
/// that a branch for each would cost more.
#[inline]
pub(crate) fn such<T>(items: &[T], such: impl Fn(&T) -> bool) -> impl Iterator<Item = &T> {
    items.chunks(8).flat_map(move |items| {
        let mark = |marks, (nth, item)| marks | u64::from(such(item)) << nth;
        each(items.iter().enumerate().fold(0, mark)).map(|nth| &items[nth])
    })
}
