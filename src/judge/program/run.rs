//! The results of a run: its end, output, errors and time.

use std::io;
use std::process::ExitStatus;

use super::pipes::Errors;
use super::time::{RunTime, TimeLimit};
use crate::judge::error::JudgeError;

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) end: End,
    /// Bytes written to standard output, at most `MAX_OUTPUT`.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The program exited or was ended by a signal from elsewhere.
    Exited(ExitStatus),
    TimeLimit(TimeLimit),
    MemoryLimit,
    /// The program printed more than `MAX_OUTPUT` bytes.
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
