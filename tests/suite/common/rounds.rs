//! The number of random tests: the environment variable `KUBIKSCHACH_TESTS`, in percent.

use std::env;
use std::sync::LazyLock;

/// Returns the share of all tests to run; it may exceed 100.
static PERCENT: LazyLock<usize> = LazyLock::new(|| {
    let text = env::var("KUBIKSCHACH_TESTS").unwrap_or_else(|_| "100".to_owned());
    text.parse()
        .unwrap_or_else(|_| panic!("KUBIKSCHACH_TESTS is a number of percent, not {text:?}"))
});

/// Returns the scaled number of rounds, at least one.
pub(crate) fn rounds(all: usize) -> usize {
    (all * *PERCENT).div_ceil(100).max(1)
}

/// Returns the least number of times that an event must occur, given the number in all rounds.
///
/// Fewer rounds vary more, so half of their share is enough, and rare events are not required. More
/// rounds require no more.
pub(crate) fn quota(least: usize) -> usize {
    if *PERCENT < 100 { least * *PERCENT / 200 } else { least }
}
