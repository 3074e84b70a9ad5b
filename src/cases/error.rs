//! Errors of cases without an answer.

use std::error::Error;
use std::fmt;

use super::{Answer, Puzzle};
use crate::diagnostic::Diagnostic;
use crate::memory::TOO_LITTLE;
use crate::path::PathError;
use crate::position::PositionError;

/// The reason why a case can't be parsed or answered by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaseError {
    /// Neither the case nor the rule set tells the size of the board.
    NoSize,
    /// The expected answer is not for such an input.
    Expected {
        /// The puzzle of the input.
        puzzle: Puzzle,
        /// The expected answer.
        found: Answer,
    },
    /// The input is no query or board of the rules.
    Input(Diagnostic),
    /// It is a board that they don't allow.
    Position(PositionError),
    /// The query has no answer.
    Path(PathError),
    /// There is not enough memory for the search.
    TooLittleMemory,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSize => f.write_str(
                "expected a `size`: a query is asked, and the rule set has boards of any size",
            ),
            Self::Expected { puzzle, found } => {
                let (wanted, input) = match puzzle {
                    Puzzle::Path => ("a number of moves or -1", "a query"),
                    Puzzle::Mate => ("`true` or `false`", "a board"),
                };
                write!(f, "expected {wanted}, because the input is {input}, but found {found}")
            }
            Self::Input(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::Path(error) => error.fmt(f),
            Self::TooLittleMemory => f.write_str(TOO_LITTLE),
        }
    }
}

impl Error for CaseError {}

impl From<Diagnostic> for CaseError {
    fn from(error: Diagnostic) -> Self {
        Self::Input(error)
    }
}

impl From<PositionError> for CaseError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

impl From<PathError> for CaseError {
    fn from(error: PathError) -> Self {
        Self::Path(error)
    }
}
