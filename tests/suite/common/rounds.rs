//! Scales the number of random tests by the environment variable `KUBIKSCHACH_TESTS`, in percent.
//!
//! Without the variable, 30 percent of the inputs that the tests name are tried.

use std::env;
use std::sync::LazyLock;

/// Percent of the random tests without the environment variable.
const DEFAULT: &str = "30";

/// Number of random tests in percent of the number that a test names; may exceed 100.
static PERCENT: LazyLock<usize> = LazyLock::new(|| {
    let text = env::var("KUBIKSCHACH_TESTS").unwrap_or_else(|_| DEFAULT.to_owned());
    text.parse()
        .unwrap_or_else(|_| panic!("KUBIKSCHACH_TESTS is a number of percent, not {text:?}"))
});

/// Scales a number of rounds by [`PERCENT`]. Returns at least 1.
pub(crate) fn rounds(all: usize) -> usize {
    (all * *PERCENT).div_ceil(100).max(1)
}

/// Returns how often an event must occur in a random test that requires the event `least` times in
/// all its rounds.
///
/// Counts vary more in fewer rounds, so half of the proportional count is enough, possibly 0. More
/// rounds do not raise the count.
pub(crate) fn quota(least: usize) -> usize {
    if *PERCENT < 100 { least * *PERCENT / 200 } else { least }
}
