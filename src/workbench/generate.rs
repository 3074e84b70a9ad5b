//! Generates random path queries, boards and mate problems that meet a constraint.

mod boards;
mod paths;
mod problems;

use std::error::Error;
use std::fmt;

pub use self::boards::{MateConstraint, MateGenerator};
pub use self::paths::{PathConstraint, PathGenerator};
pub use self::problems::{GeneratedProblem, NoProblem, ProblemConstraint, ProblemGenerator};
use crate::cell::Size;
use crate::words::counted;

/// The reason why a generator found no question, as a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible(pub(super) String);

fn expect_room(size: Option<Size>, pieces: Option<usize>) -> Result<(), Impossible> {
    match (size, pieces) {
        (Some(size), Some(pieces)) if pieces > size.cells() => {
            let pieces = counted(pieces, "piece");
            Err(Impossible(format!("a board of {size} cells has no room for {pieces}")))
        }
        _ => Ok(()),
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Impossible {}
