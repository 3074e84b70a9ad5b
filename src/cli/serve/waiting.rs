//! Who waits for an answer: not longer than to a deadline, nor after the connection is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether an answer is still waited for.
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
