//! Numbers, and what is expected of them.

use std::ops::RangeInclusive;

use crate::cell::Size;

/// Any number.
pub(super) const ANY: RangeInclusive<usize> = 0..=usize::MAX;
/// What can be counted.
pub(super) const COUNT: RangeInclusive<usize> = 1..=usize::MAX;
/// Threads.
pub(super) const THREADS: RangeInclusive<usize> = 1..=256;
/// Cells along an edge.
pub(super) const EDGE: RangeInclusive<usize> = Size::MIN..=Size::MAX;

/// A parser of the numbers in a range.
pub(super) fn number(
    range: RangeInclusive<usize>,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match range.clone().into_inner() {
            (least, usize::MAX) => format!("expected a number from {least}"),
            (least, most) => format!("expected a number from {least} to {most}"),
        })
    }
}
