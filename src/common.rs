//! Functions on numbers and lists that several modules use.

use std::collections::TryReserveError;
use std::iter;

/// The error message about an allocation that failed.
pub(crate) const TOO_LITTLE: &str = "not enough memory";

/// Collects items in increasing order and without repeats.
pub(crate) fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = items.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

/// Returns the indexes of the set bits of `words`, lowest index first. The bits of a word follow
/// those of the word before it.
pub(crate) fn ones(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    let mut words = words.into_iter();
    let (mut word, mut start) = (words.next().unwrap_or(0), 0);
    iter::from_fn(move || {
        while word == 0 {
            word = words.next()?;
            start += 64;
        }
        let lowest = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(start + lowest)
    })
}

/// Returns the greatest common divisor; `gcd(0, 0)` is 0.
pub(crate) const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns a vector of `count` values, each made by `value`; an error if memory is too small.
pub(crate) fn filled<T>(count: usize, value: impl FnMut() -> T) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    values.resize_with(count, value);
    Ok(values)
}
