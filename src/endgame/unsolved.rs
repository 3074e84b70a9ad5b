//! The reasons why an endgame is not solved, or a position is not in it.

use std::collections::TryReserveError;
use std::error::Error;
use std::fmt;

use super::entry::LONGEST;
use crate::common::{TOO_LITTLE, numbered};

/// The reason why an endgame was not solved, or a position is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolved {
    /// There is not enough memory.
    Memory(TryReserveError),
    /// The caller's [`Control`](crate::control::Control) stopped the computation.
    Stopped(Reached),
    /// A win takes more moves than a table entry can store.
    TooLong,
    /// The position has another board size than the endgame, or men to which no captures and
    /// promotions lead from the men of the endgame.
    OtherMen,
    /// The position is illegal, because the side not to move is in check.
    Illegal,
    /// The position is illegal, because a piece stands where it would have promoted.
    NotPromoted,
    /// The position names a holder although no king holds the other, or no holder although one
    /// does.
    Holder,
}

/// The part of an endgame that was solved before the computation stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Letters of the set of men whose positions were being solved.
    pub pieces: String,
    /// Number of sets of men that were solved before this one.
    pub solved: usize,
    /// Number of all sets of men.
    pub all: usize,
    /// Number of positions of this set, with White to move, in which White's win is known.
    pub won: u64,
    /// Largest number of White's moves in these wins; `None` if no win is known.
    pub moves: Option<u16>,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(_) => f.write_str(TOO_LITTLE),
            Self::Stopped(reached) => {
                write!(f, "stopped before the endgame was solved: {reached}")
            }
            Self::TooLong => write!(f, "some wins take more than {LONGEST} moves"),
            Self::OtherMen => {
                f.write_str("the position has another board size or other men than this endgame")
            }
            Self::Illegal => f.write_str("the side not to move is in check"),
            Self::NotPromoted => f.write_str("a piece stands where it must have promoted"),
            Self::Holder => f.write_str("the holder does not fit the cells of the kings"),
        }
    }
}

/// Writes the part that was solved, such as
/// `5 of 6 sets of men are solved; of KPk, no win is known yet`.
impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pieces, solved, all, won, moves } = self;
        write!(f, "{solved} of {all} sets of men are solved; of {pieces}, ")?;
        let Some(moves) = moves else { return f.write_str("no win is known yet") };
        let (won, moves) = (numbered(*won, "position"), numbered(u64::from(*moves), "move"));
        write!(f, "White wins {won} with White to move in at most {moves}")
    }
}

impl Error for Unsolved {}

impl From<TryReserveError> for Unsolved {
    fn from(error: TryReserveError) -> Self {
        Self::Memory(error)
    }
}
