//! The reasons why the moves in a text cannot be made.

use crate::control::Stopped;
use crate::diagnostic::Diagnostic;

/// The reason why the moves in the text of a game are not all made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayError {
    /// The text has a mistake.
    Wrong(Diagnostic),
    /// The [`Control`](crate::control::Control) stopped the work.
    Stopped(Stopped),
}

impl From<Diagnostic> for PlayError {
    fn from(mistake: Diagnostic) -> Self {
        Self::Wrong(mistake)
    }
}

impl From<Stopped> for PlayError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}
