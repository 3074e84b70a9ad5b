//! Counts the events that occur in random tests.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::rounds::quota;

/// Number of occurrences of each event in a random test. The test requires minimum numbers, so that
/// it cannot pass without having tested these events.
#[derive(Debug, Default)]
pub(crate) struct Coverage(RefCell<BTreeMap<String, usize>>);

impl Coverage {
    pub(crate) fn see(&self, what: &(impl ToString + ?Sized), seen: bool) {
        *self.0.borrow_mut().entry(what.to_string()).or_default() += usize::from(seen);
    }

    /// Checks that an event occurred at least `least` times. If the test has fewer rounds than
    /// usual, [`quota`] events are enough.
    #[track_caller]
    pub(crate) fn at_least(&self, least: usize, what: &(impl ToString + ?Sized)) {
        let seen = self.0.borrow().get(&what.to_string()).copied().unwrap_or(0);
        let least = quota(least);
        assert!(seen >= least, "too few boards with {}: {:#?}", what.to_string(), self.0.borrow());
    }
}
