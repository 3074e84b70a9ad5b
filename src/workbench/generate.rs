//! Questions to order: queries of a distance, boards with a verdict.

mod boards;
mod paths;

use std::error::Error;
use std::fmt;

pub use self::boards::{MateConstraint, MateGenerator};
pub use self::paths::{PathConstraint, PathGenerator};

/// The error of a generator: no such question exists, or none was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible(pub(super) String);

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Impossible {}
