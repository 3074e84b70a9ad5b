//! Watches the computation of an answer, and tells when it must stop.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::turns::{Turn, Turns};

/// The time limit for the answers to one request, from the start of their computation.
const LONGEST_WORK: Duration = Duration::from_secs(30);

/// The end of a computation: the disconnection of its client, the time limit, or the end of its
/// budget while no long turn is free.
#[derive(Debug)]
pub(super) struct Watch {
    client: Weak<()>,
    turns: Arc<Turns>,
    turn: Arc<Mutex<Turn>>,
    /// Budget of processor time; `None` for a long turn.
    budget: Option<Duration>,
    start: Instant,
    /// Processor time of the thread at the start.
    start_time: Duration,
    /// Once the budget is used up: `true` if the turn has become a long one.
    is_long: OnceLock<bool>,
}

impl Watch {
    /// Creates the watch of a computation that starts now in this thread. The owner must drop the
    /// strong reference to `client` when the client disconnects.
    pub(super) fn new(
        client: Weak<()>,
        turns: Arc<Turns>,
        turn: Arc<Mutex<Turn>>,
        budget: Option<Duration>,
    ) -> Self {
        let (start, start_time) = (Instant::now(), thread_time());
        Self { client, turns, turn, budget, start, start_time, is_long: OnceLock::new() }
    }

    /// Returns `Break` if the computation must stop. Only the thread that computes may ask.
    pub(super) fn check(&self) -> ControlFlow<()> {
        let elapsed = self.start.elapsed();
        let is_over = |budget| elapsed > budget && self.is_over(budget);
        if self.client.strong_count() == 0
            || elapsed > LONGEST_WORK
            || self.budget.is_some_and(is_over)
        {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Returns `true` if the budget is used up and the turn could not become a long one. A thread
    /// that waits for a core uses up nothing.
    fn is_over(&self, budget: Duration) -> bool {
        let worked = || thread_time().saturating_sub(self.start_time);
        if self.is_long.get().is_none() && worked() <= budget {
            return false;
        }
        let lengthen =
            || self.turns.lengthen(&mut self.turn.lock().unwrap_or_else(PoisonError::into_inner));
        !*self.is_long.get_or_init(lengthen)
    }

    /// Returns `true` if the computation was stopped because it needs another turn.
    pub(super) fn needs_another_turn(&self) -> bool {
        self.is_long.get() == Some(&false)
    }
}

/// Returns the processor time that this thread has used.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().unwrap_or_default()
}

/// Returns the time by the clock, where the system tells no processor time.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::LazyLock;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
