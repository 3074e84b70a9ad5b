//! Number of random tests, in percent of the usual number: environment variable
//! `KUBIKSCHACH_TESTS`.

use std::env;
use std::sync::LazyLock;

/// Percentage of the usual number of tests; it may exceed 100.
static PERCENT: LazyLock<usize> = LazyLock::new(|| {
    let text = env::var("KUBIKSCHACH_TESTS").unwrap_or_else(|_| "100".to_owned());
    text.parse()
        .unwrap_or_else(|_| panic!("KUBIKSCHACH_TESTS is a number of percent, not {text:?}"))
});

/// Scales a number of rounds by [`PERCENT`]; returns at least 1.
pub(crate) fn rounds(all: usize) -> usize {
    (all * *PERCENT).div_ceil(100).max(1)
}

/// Returns how often an event must occur, given its minimum `least` in all rounds.
///
/// Fewer rounds vary more, so half of the proportional minimum is enough, and rare events are not
/// required. More rounds do not raise the minimum.
pub(crate) fn quota(least: usize) -> usize {
    if *PERCENT < 100 { least * *PERCENT / 200 } else { least }
}
