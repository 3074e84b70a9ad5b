//! Mutations of the answer: mistakes of a program in printing a number or a verdict.

use crate::cases::{Answer, Puzzle};

/// A mistake of a program in printing its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerMutation {
    /// Prints one move too many.
    TooHigh,
    /// Prints one move too few.
    TooLow,
    /// Prints one move too many, except for distance 0.
    TooHighButZero,
    /// Prints one move too few, except for distance 0.
    TooLowButZero,
    /// Prints this number of moves from a cell to itself.
    SameCell(u32),
    /// Prints 0 for an unreachable cell.
    UnreachableIsZero,
    /// Prints the number of the board's cells for an unreachable cell.
    UnreachableIsCells,
    /// Prints -1 for the reachable cells farthest from the start.
    StopsEarly,
    /// Prints -1 for cells more than this number of moves away.
    StopsAfter(u32),
    /// Prints `true` for `false` and `false` for `true`.
    Negated,
}

/// Largest limit of [`AnswerMutation::StopsAfter`] that a diagnosis considers.
const GREATEST_BOUND: u32 = 20;

/// The number of moves of a query, with the facts about it that mutations depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    pub(super) moves: Option<u32>,
    /// Number of moves to the farthest reachable cell.
    pub(super) farthest: u32,
    pub(super) cells: usize,
}

impl AnswerMutation {
    /// Returns the mutations that apply to the answers of a puzzle.
    #[must_use]
    pub fn all(puzzle: Puzzle) -> Vec<Self> {
        if puzzle == Puzzle::Mate {
            return vec![Self::Negated];
        }
        let bounds = (1..=GREATEST_BOUND).map(Self::StopsAfter);
        let others = [
            Self::TooHigh,
            Self::TooLow,
            Self::TooHighButZero,
            Self::TooLowButZero,
            Self::SameCell(1),
            Self::SameCell(2),
            Self::UnreachableIsZero,
            Self::UnreachableIsCells,
            Self::StopsEarly,
        ];
        others.into_iter().chain(bounds).collect()
    }

    /// Returns the number to print instead of `found`, which other mutations may have changed.
    pub(super) fn number(self, found: Option<u32>, right: Distance) -> Option<u32> {
        let Distance { moves, farthest, cells } = right;
        match self {
            Self::TooHighButZero | Self::TooLowButZero if moves == Some(0) => found,
            Self::TooHigh | Self::TooHighButZero => found.map(|found| found.saturating_add(1)),
            // One move fewer than 0 is -1, which also means that there is no route.
            Self::TooLow | Self::TooLowButZero => found.and_then(|found| found.checked_sub(1)),
            Self::SameCell(count) if moves == Some(0) => Some(count),
            Self::UnreachableIsZero if moves.is_none() => Some(0),
            Self::UnreachableIsCells if moves.is_none() => u32::try_from(cells).ok(),
            Self::StopsEarly if moves == Some(farthest) => None,
            Self::StopsAfter(most) if moves.is_some_and(|moves| moves > most) => None,
            _ => found,
        }
    }

    pub(super) fn verdict(self, found: Answer) -> Answer {
        match found {
            Answer::Checkmate(is_mate) if self == Self::Negated => Answer::Checkmate(!is_mate),
            found => found,
        }
    }
}
