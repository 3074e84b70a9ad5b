//! Cancels work at a deadline or when the client disconnects.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Tells whether an answer is still wanted.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    deadline: Instant,
    is_gone: Arc<AtomicBool>,
}

/// As long as it is there, somebody waits.
#[derive(Debug)]
pub(super) struct Present(Arc<AtomicBool>);

impl Waiting {
    pub(super) fn new(patience: Duration) -> (Self, Present) {
        let is_gone = Arc::new(AtomicBool::new(false));
        let deadline = Instant::now() + patience;
        (Self { deadline, is_gone: Arc::clone(&is_gone) }, Present(is_gone))
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed) || Instant::now() > self.deadline
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
