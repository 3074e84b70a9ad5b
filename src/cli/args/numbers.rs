//! Parsers of numeric arguments, and the ranges that they accept.

use std::num::IntErrorKind;
use std::ops::RangeInclusive;

pub(crate) use crate::api::field_values::memory;

pub(crate) const COUNT: RangeInclusive<usize> = 1..=usize::MAX;
pub(crate) const THREADS: RangeInclusive<usize> = 1..=256;

/// Returns a parser that accepts the numbers in `range`.
pub(crate) fn number(
    range: RangeInclusive<usize>,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse::<usize>();
        let is_large = matches!(&number, Err(error) if *error.kind() == IntErrorKind::PosOverflow);
        let number = number.ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match range.clone().into_inner() {
            (least, usize::MAX) if !is_large => format!("expected a number, at least {least}"),
            (least, most) => format!("expected a number from {least} to {most}"),
        })
    }
}

/// Parses a number such as `17`, or the first and the last number of a range such as `3-9`.
pub(crate) fn numbers(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = first.trim().parse().ok().zip(last.trim().parse().ok());
    let range = range.filter(|(first, last)| (1..=*last).contains(first));
    let wrong = || "expected a number from 1, or a range such as `3-9`".to_owned();
    range.map(|(first, last)| first..=last).ok_or_else(wrong)
}

/// Parses the least number of moves of a query, or -1 if there is no way.
pub(crate) fn distance(text: &str) -> Result<i64, String> {
    let distance = text.parse().ok().filter(|moves| (-1..=i64::from(u32::MAX)).contains(moves));
    distance.ok_or_else(|| format!("expected a number from 0 to {}, or -1", u32::MAX))
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}
