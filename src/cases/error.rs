//! Errors of cases that cannot be parsed or answered.

use std::error::Error;
use std::fmt;

use super::{Answer, Puzzle};
use crate::cell::SizeError;
use crate::common::TOO_LITTLE;
use crate::mistake::Mistake;
use crate::path::PathError;
use crate::position::PositionError;

/// The reason why a case cannot be parsed or answered under its rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaseError {
    /// The size of the board is not from 2 to 64.
    Size(SizeError),
    /// The input and the expected answer belong to different puzzles.
    Expected {
        /// Puzzle of the input.
        puzzle: Puzzle,
        /// Answer that the case expects.
        found: Answer,
    },
    /// The input is neither a query nor a board of the rule set.
    Input(Mistake),
    /// The input is a board that breaks an invariant of the rule set.
    Position(PositionError),
    /// The least number of moves cannot be found, for example because a cell is not on the board.
    Path(PathError),
    /// The memory of the mate search cannot be allocated.
    TooLittleMemory,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { puzzle, found } => {
                let (wanted, input) = match puzzle {
                    Puzzle::Path => ("a number of moves or -1", "a query"),
                    Puzzle::Mate => ("`true` or `false`", "a board"),
                };
                write!(f, "expected {wanted}, because the input is {input}, but found {found}")
            }
            Self::Size(error) => error.fmt(f),
            Self::Input(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::Path(error) => error.fmt(f),
            Self::TooLittleMemory => f.write_str(TOO_LITTLE),
        }
    }
}

impl Error for CaseError {}

impl From<Mistake> for CaseError {
    fn from(error: Mistake) -> Self {
        Self::Input(error)
    }
}

impl From<SizeError> for CaseError {
    fn from(error: SizeError) -> Self {
        Self::Size(error)
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
