//! The client that an answer is computed for: it may leave, and a long answer needs another place.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Work that takes more time of a processor needs a place for long answers.
const SHORT_ANSWER: Duration = Duration::from_millis(30);

/// The place of a request among those at work. It is dropped with the request.
pub(super) type Place = Mutex<OwnedSemaphorePermit>;

/// Tells work whether to go on.
#[derive(Debug)]
pub(super) struct Client {
    place: Weak<Place>,
    /// The places for long answers.
    long: Arc<Semaphore>,
    is_long: AtomicBool,
    start: Duration,
}

impl Client {
    /// Creates the client of work that starts now in this thread.
    pub(super) fn new(place: Weak<Place>, long: Arc<Semaphore>, is_long: bool) -> Self {
        Self { place, long, is_long: is_long.into(), start: time() }
    }

    /// Returns `Break` once the client has gone, or if the work takes long and all places for long
    /// answers are taken.
    pub(super) fn waits(&self) -> ControlFlow<()> {
        let Some(place) = self.place.upgrade() else { return ControlFlow::Break(()) };
        if !self.is_long.load(Relaxed) && time().saturating_sub(self.start) > SHORT_ANSWER {
            let Ok(long) = Arc::clone(&self.long).try_acquire_owned() else {
                return ControlFlow::Break(());
            };
            *place.lock().unwrap_or_else(PoisonError::into_inner) = long;
            self.is_long.store(true, Relaxed);
        }
        ControlFlow::Continue(())
    }
}

/// Returns the processor time of this thread, so that other work makes no answer seem long.
#[cfg(unix)]
fn time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

/// Returns the time since the first call.
#[cfg(not(unix))]
fn time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
