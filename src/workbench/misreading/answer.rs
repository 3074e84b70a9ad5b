//! Mistakes of a program in printing its answer, a number of moves or a verdict.

use crate::cases::{Answer, Puzzle};
use crate::rules::Rules;

/// A mistake of a program in printing its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerMisreading {
    /// Prints a number of moves that is too large by one.
    TooHigh,
    /// Prints a number of moves that is too small by one.
    TooLow,
    /// Prints a number of moves that is too large by one, unless start and finish are equal.
    TooHighButZero,
    /// Prints a number of moves that is too small by one, unless start and finish are equal.
    TooLowButZero,
    /// Prints this number of moves, or -1 for `None`, instead of 0 if start and finish are equal.
    SameCell(Option<u32>),
    /// Prints 0 instead of -1 for an unreachable finish.
    UnreachableIsZero,
    /// Prints the number of the board's cells instead of -1 for an unreachable finish.
    UnreachableIsCells,
    /// Prints -1 for the farthest reachable cells, as if they were unreachable.
    StopsEarly,
    /// Prints -1 for cells more than this number of moves away, as if they were unreachable.
    StopsAfter(u32),
    /// Prints `true` for `false` and `false` for `true`.
    Negated,
    /// Prints this verdict for every board.
    Always(bool),
}

/// All numbers of moves in [`AnswerMisreading::StopsAfter`] are smaller than this one.
const GREATEST_BOUND: u32 = 20;

/// The computed number of moves of a query, with figures that misreadings in printing depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    pub(super) moves: Option<u32>,
    /// Number of moves to the farthest reachable cell.
    pub(super) farthest: u32,
    pub(super) cells: usize,
}

impl AnswerMisreading {
    /// Returns the misreadings in printing that are possible in a puzzle.
    ///
    /// The bound of [`Self::StopsAfter`] is smaller than the number of steps along two edges of the
    /// board, because a pawn's longest route has that length.
    #[must_use]
    pub fn all(rules: &Rules, puzzle: Puzzle) -> Vec<Self> {
        if puzzle == Puzzle::Mate {
            return vec![Self::Negated, Self::Always(true), Self::Always(false)];
        }
        let longest = rules.size().map_or(GREATEST_BOUND, |size| 2 * u32::from(size.opposite(0)));
        let bounds = (1..longest.min(GREATEST_BOUND)).map(Self::StopsAfter);
        let others = [
            Self::TooHigh,
            Self::TooLow,
            Self::TooHighButZero,
            Self::TooLowButZero,
            Self::SameCell(Some(1)),
            Self::SameCell(Some(2)),
            Self::SameCell(None),
            Self::UnreachableIsZero,
            Self::UnreachableIsCells,
            Self::StopsEarly,
        ];
        others.into_iter().chain(bounds).collect()
    }

    /// Returns the number of moves that a program with this misreading prints.
    pub(super) fn number(self, Distance { moves, farthest, cells }: Distance) -> Option<u32> {
        match self {
            Self::TooHighButZero | Self::TooLowButZero if moves == Some(0) => moves,
            Self::TooHigh | Self::TooHighButZero => moves.map(|moves| moves.saturating_add(1)),
            // One move fewer than 0 is -1, which also means that there is no route.
            Self::TooLow | Self::TooLowButZero => moves.and_then(|moves| moves.checked_sub(1)),
            Self::SameCell(printed) if moves == Some(0) => printed,
            Self::UnreachableIsZero if moves.is_none() => Some(0),
            Self::UnreachableIsCells if moves.is_none() => u32::try_from(cells).ok(),
            Self::StopsEarly if moves == Some(farthest) => None,
            Self::StopsAfter(most) if moves.is_some_and(|moves| moves > most) => None,
            _ => moves,
        }
    }

    pub(super) fn verdict(self, found: Answer) -> Answer {
        match found {
            Answer::Checkmate(is_mate) => Answer::Checkmate(match self {
                Self::Negated => !is_mate,
                Self::Always(verdict) => verdict,
                _ => is_mate,
            }),
            found => found,
        }
    }
}
