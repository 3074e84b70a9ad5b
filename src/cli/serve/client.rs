//! Stops the computation of an answer when its client disconnects.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The processor time after which an answer counts as long. The server computes only a few long
/// answers at a time.
const SHORT_ANSWER: Duration = Duration::from_millis(30);

/// A semaphore permit, which a request needs for the computation of its answer. Only the request
/// owns the permit, so a weak reference to the permit is dead once the client has disconnected.
pub(super) type Permit = Mutex<OwnedSemaphorePermit>;

/// A watcher that stops the computation of an answer for which no client waits.
#[derive(Debug)]
pub(super) struct Client {
    permit: Weak<Permit>,
    long: Arc<Semaphore>,
    is_long: AtomicBool,
    start: Duration,
}

impl Client {
    /// Creates the watcher for a computation that starts now in this thread. `is_long` is true if
    /// `permit` comes from `long`, the semaphore of long answers.
    pub(super) fn new(permit: Weak<Permit>, long: Arc<Semaphore>, is_long: bool) -> Self {
        Self { permit, long, is_long: is_long.into(), start: time() }
    }

    /// Returns `Break` if the client has disconnected, or if the answer takes long while too many
    /// other long answers are being computed.
    pub(super) fn check(&self) -> ControlFlow<()> {
        let Some(permit) = self.permit.upgrade() else { return ControlFlow::Break(()) };
        if !self.is_long.load(Relaxed) && time().saturating_sub(self.start) > SHORT_ANSWER {
            let Ok(long) = Arc::clone(&self.long).try_acquire_owned() else {
                return ControlFlow::Break(());
            };
            *permit.lock().unwrap_or_else(PoisonError::into_inner) = long;
            self.is_long.store(true, Relaxed);
        }
        ControlFlow::Continue(())
    }
}

/// Returns the processor time of this thread. Unlike clock time, it does not grow while other
/// threads have the processor.
#[cfg(unix)]
fn time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

/// Returns the clock time since the first call, because this system has no processor time per
/// thread.
#[cfg(not(unix))]
fn time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
