//! Functions on numbers, lists and words that several modules use.

use std::collections::TryReserveError;
use std::fmt::Display;
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

/// Returns the indefinite article of a noun: `an` before a vowel sound, else `a`.
pub(crate) fn article(noun: &str) -> &'static str {
    let noun = noun.to_lowercase();
    let is_vowel = |letter: &u8| b"aeiou".contains(letter);
    match noun.as_bytes() {
        [b'e', b'u', ..] | [b'o', b'n', b'e', ..] => "a",
        // A `u` before one consonant sounds like "you": "a user", but "an uncle".
        [b'u', second, third, ..] if !is_vowel(second) && is_vowel(third) => "a",
        [first, ..] if is_vowel(first) => "an",
        _ => "a",
    }
}

/// Joins parts with commas, and the last two parts with the word in `last`, as in `a, b or c`.
pub(crate) fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Writes a number with its noun in the singular or plural. The numbers 0 and 1 are words:
/// `no moves`, `one move`, `12 moves`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}"),
        1 => format!("one {noun}"),
        more => format!("{more} {noun}s"),
    }
}

/// Writes that something holds for a number of things: `the one input`, `both inputs`, `all 3 inputs`.
pub(crate) fn all_of(number: usize, noun: &str) -> String {
    match number {
        1 => format!("the one {noun}"),
        2 => format!("both {noun}s"),
        more => format!("all {more} {noun}s"),
    }
}

/// Writes a number in digits with its noun in the singular or plural: `0 moves`, `1 move`.
pub(crate) fn numbered<N: Copy + Display + From<u8> + PartialEq>(number: N, noun: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
