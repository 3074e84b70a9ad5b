//! The activity of a connection: whose turn it is, and how fast its client sends and reads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time over which the speed of a client is averaged.
const LAST_SECONDS: Duration = Duration::from_secs(5);
/// The number of bytes in [`LAST_SECONDS`] below which a client is slow: 1 KiB/s.
const FEW_BYTES: usize = 5 << 10;
/// The number of seconds, of which the newest has just begun, that cover [`LAST_SECONDS`].
const SECONDS: usize = 6;

/// The turn of the client or of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// No request has come yet.
    New,
    /// The client sends the body of a request.
    Receiving,
    /// The server computes the answer, or the question waits for a turn.
    Working,
    /// The client reads the answer.
    Sending,
    /// The last part of the answer waits for the client to read what comes before it.
    Ending,
    /// All bytes of the last answer have been written.
    Idle,
}

/// The activity of one connection. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Activity(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    phase: Phase,
    /// Start of the phase.
    since: Instant,
    /// Bytes that were received or sent in each of the last seconds, newest first.
    moved: [usize; SECONDS],
    /// Start of the newest second.
    second: Instant,
}

/// The end of a phase, which comes when this value is dropped.
pub(super) struct PhaseEnd {
    activity: Activity,
    phase: Phase,
    next: Phase,
}

impl Activity {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        let state = State { phase: Phase::New, since: now, moved: [0; SECONDS], second: now };
        Self(Arc::new(Mutex::new(state)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a phase. It ends, and `next` starts, when the returned value is dropped.
    pub(super) fn start(&self, phase: Phase, next: Phase) -> PhaseEnd {
        self.state().enter(phase);
        PhaseEnd { activity: self.clone(), phase, next }
    }

    /// Starts the phase `next` if `phase` has not ended otherwise.
    pub(super) fn end(&self, phase: Phase, next: Phase) {
        let mut state = self.state();
        if state.phase == phase {
            state.enter(next);
        }
    }

    /// Counts bytes that the client has sent or taken.
    pub(super) fn count(&self, bytes: usize) {
        self.state().moved_now(bytes);
    }

    /// Returns the time since which the connection has been idle, or `None` during a request.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let state = self.state();
        matches!(state.phase, Phase::New | Phase::Idle).then_some(state.since)
    }

    /// Returns the number of bytes in the last seconds if they are too few, and if this is the fault
    /// of the client.
    pub(super) fn slow(&self) -> Option<usize> {
        let mut state = self.state();
        let is_clients_turn =
            matches!(state.phase, Phase::Receiving | Phase::Sending | Phase::Ending);
        let bytes = state.moved_now(0);
        let is_slow = state.since.elapsed() >= LAST_SECONDS && bytes < FEW_BYTES;
        (is_clients_turn && is_slow).then_some(bytes)
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        (self.phase, self.since) = (phase, Instant::now());
    }

    /// Adds bytes of this second, and returns the sum of the last seconds.
    fn moved_now(&mut self, bytes: usize) -> usize {
        let passed = self.second.elapsed().as_secs();
        self.second += Duration::from_secs(passed);
        let passed = usize::try_from(passed).unwrap_or(SECONDS).min(SECONDS);
        self.moved.rotate_right(passed);
        self.moved[..passed].fill(0);
        self.moved[0] += bytes;
        self.moved.iter().sum()
    }
}

impl Drop for PhaseEnd {
    fn drop(&mut self) {
        self.activity.end(self.phase, self.next);
    }
}
