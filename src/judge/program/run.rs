//! The results of a run: its end, output, errors and time.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use super::pipes::Errors;
use crate::judge::error::JudgeError;

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) end: End,
    /// Bytes written to standard output, at most [`MAX_OUTPUT`].
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Errors,
    pub(crate) time: RunTime,
}

impl Run {
    /// Returns a run that a signal stopped before its process was started.
    pub(super) fn stopped() -> Self {
        let (output, errors, time) = (Vec::new(), Errors::default(), RunTime::default());
        Self { end: End::Stopped, output, errors, time }
    }
}

/// The time of a run, from the start of its first process to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RunTime {
    /// Time that counts: the smaller of the clock and the processor time plus [`TICK`]. It is
    /// the clock if the system does not tell the processor time, and for runs that were stopped.
    pub(crate) counted: Duration,
    pub(crate) clock: Duration,
}

impl RunTime {
    pub(super) fn new(clock: Duration, processor: Option<Duration>) -> Self {
        let counted = processor.map_or(clock, |time| clock.min(time + TICK));
        Self { counted, clock }
    }

    /// Returns `true` if the counted time reaches the limit plus [`TICK`], or the clock [`WAITING`]
    /// times the limit.
    pub(super) fn exceeds(self, limit: Duration) -> bool {
        // The counted time may be a tick too long.
        self.counted >= limit + TICK || self.clock >= limit.saturating_mul(WAITING)
    }
}

/// The amount by which a measured processor time may be too long.
const TICK: Duration = Duration::from_millis(10);
/// The multiple of its time limit after which a run is stopped by the clock, even if it only waits.
const WAITING: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The program exited or was ended by a signal from elsewhere.
    Exited(ExitStatus),
    TimeLimit,
    MemoryLimit,
    /// The program printed more than [`MAX_OUTPUT`] bytes.
    OutputLimit,
    /// This program received a signal, or the deadline of the caller passed.
    Stopped,
}

#[derive(Debug)]
pub(crate) enum RunError {
    /// The system has no free threads, processes or file descriptors; a later attempt may succeed.
    Exhausted(io::Error),
    Failed(JudgeError),
}

impl From<RunError> for JudgeError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Exhausted(error) => {
                let hint = "the system allows no more threads, processes or open files";
                Self::with_hint(format!("a run can't start: {error}"), Some(hint.to_owned()))
            }
            RunError::Failed(failure) => failure,
        }
    }
}
