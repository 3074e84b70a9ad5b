//! How much is tried at random: the environment variable `KUBIKSCHACH_TESTS` is a number of percent.

use std::env;
use std::sync::LazyLock;

/// How much of all that there is to try; more than 100 is more of it.
static PERCENT: LazyLock<usize> = LazyLock::new(|| {
    let text = env::var("KUBIKSCHACH_TESTS").unwrap_or_else(|_| "100".to_owned());
    text.parse()
        .unwrap_or_else(|_| panic!("KUBIKSCHACH_TESTS is a number of percent, not {text:?}"))
});

/// How many of a number of rounds are run, one at least.
pub(crate) fn rounds(all: usize) -> usize {
    (all * *PERCENT).div_ceil(100).max(1)
}

/// How often at least something must be seen that is seen so often in all rounds. In fewer rounds luck
/// differs more: half of their share will do, and nothing of what is rare. More rounds ask for no more.
pub(crate) fn quota(least: usize) -> usize {
    if *PERCENT < 100 { least * *PERCENT / 200 } else { least }
}
