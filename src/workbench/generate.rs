//! Generates random path queries, boards and mate problems that meet a constraint.

mod boards;
mod paths;
mod problems;
mod random;
mod situations;

use std::error::Error;
use std::fmt;

pub use self::boards::{MateConstraint, MateGenerator};
pub use self::paths::{PathConstraint, PathGenerator, PathLength};
pub use self::problems::{GeneratedProblem, NoProblem, ProblemConstraint, ProblemGenerator};
pub(super) use self::random::RandomBoards;
pub(super) use self::situations::{Situation, Situations};
use crate::cases::{Puzzle, Question};
use crate::cell::Size;
use crate::common::counted;
use crate::rules::Rules;

/// A generator of random questions of one puzzle, without a constraint.
#[derive(Clone, Debug)]
pub(super) enum RandomQuestions {
    Path(PathGenerator),
    Mate(MateGenerator),
}

impl RandomQuestions {
    /// Creates a generator. If neither the rule set nor `size` fixes the size, boards have several
    /// sizes.
    ///
    /// # Errors
    /// Returns an error if the puzzle is [`Puzzle::Path`] and the size is not fixed.
    pub(super) fn new(
        rules: &Rules,
        puzzle: Puzzle,
        size: Option<Size>,
        seed: u64,
    ) -> Result<Self, Impossible> {
        let size = rules.size().or(size);
        Ok(match puzzle {
            Puzzle::Path => {
                let size =
                    size.ok_or_else(|| Impossible("paths need the size of a board".to_owned()))?;
                Self::Path(PathGenerator::new(rules, size, PathConstraint::default(), seed))
            }
            Puzzle::Mate => {
                let constraint = MateConstraint { size, ..MateConstraint::default() };
                Self::Mate(MateGenerator::new(rules, constraint, seed))
            }
        })
    }

    pub(super) fn next_question(&mut self) -> Result<Question, Impossible> {
        match self {
            Self::Path(paths) => paths.next_question(),
            Self::Mate(boards) => boards.next_question(),
        }
    }
}

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
