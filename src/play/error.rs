//! The reasons why the moves in a text cannot be made.

use crate::control::Stopped;
use crate::mistake::Mistake;

/// The reason why the moves in the text of a game are not all made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayError {
    /// The text has a mistake.
    Wrong(Mistake),
    /// The [`Control`](crate::control::Control) stopped the work.
    Stopped(Stopped),
}

impl From<Mistake> for PlayError {
    fn from(mistake: Mistake) -> Self {
        Self::Wrong(mistake)
    }
}

impl From<Stopped> for PlayError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}
