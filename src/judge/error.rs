//! The reasons why a program cannot be judged.

use crate::mistake::{brief, printable};
use crate::path::PathError;
use crate::terminal::signals::Interrupted;
use crate::workbench::Impossible;

/// The reason why the work of judging a program ends early.
#[derive(Clone, Debug)]
pub(crate) enum JudgeError {
    /// A signal asked this program to end, and no message is needed.
    Interrupted,
    Failed {
        message: String,
        hint: Option<String>,
    },
}

impl JudgeError {
    pub(super) fn with_hint(message: impl Into<String>, hint: Option<String>) -> Self {
        Self::Failed { message: message.into(), hint }
    }

    /// Returns the message as a part of another message; empty after a signal.
    pub(super) fn sentence(self) -> String {
        match self {
            Self::Interrupted => String::new(),
            Self::Failed { message, .. } => printable(&brief(message)).into_owned(),
        }
    }
}

impl From<Interrupted> for JudgeError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<PathError> for JudgeError {
    fn from(error: PathError) -> Self {
        Self::with_hint(error.to_string(), None)
    }
}

impl From<Impossible> for JudgeError {
    fn from(error: Impossible) -> Self {
        Self::with_hint(error.to_string(), None)
    }
}
