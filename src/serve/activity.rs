//! The activity of a connection: whose turn it is, and how fast its client sends and reads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The number of whole seconds over which the speed of a client is averaged.
const SECONDS: u64 = 5;
/// The speed in bytes per second below which a client is slow.
const SLOW: usize = 1 << 10;

/// The turn of the client or of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// No request has come yet.
    New,
    /// The client sends the body of a request.
    Receiving,
    /// The server computes the answer, or the question waits for a core.
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
    opened: Instant,
    /// Bytes that were received or sent in the last seconds, at the index `second % len`.
    moved: [usize; SECONDS as usize + 1],
    /// Number of the second of the last entry in `moved`, from `opened` on.
    second: u64,
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
        let (moved, second) = ([0; SECONDS as usize + 1], 0);
        Self(Arc::new(Mutex::new(State {
            phase: Phase::New,
            since: now,
            opened: now,
            moved,
            second,
        })))
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
        let is_slow = state.since.elapsed().as_secs() >= SECONDS && bytes < SLOW * SECONDS as usize;
        (is_clients_turn && is_slow).then_some(bytes)
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        (self.phase, self.since) = (phase, Instant::now());
    }

    /// Adds bytes of this second, and returns the sum of the last seconds.
    fn moved_now(&mut self, bytes: usize) -> usize {
        let (now, length) = (self.opened.elapsed().as_secs(), self.moved.len() as u64);
        for second in (self.second + 1..=now).take(self.moved.len()) {
            self.moved[(second % length) as usize] = 0;
        }
        self.second = now;
        self.moved[(now % length) as usize] += bytes;
        self.moved.iter().sum()
    }
}

impl Drop for PhaseEnd {
    fn drop(&mut self) {
        self.activity.end(self.phase, self.next);
    }
}
