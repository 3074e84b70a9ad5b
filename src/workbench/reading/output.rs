//! Mistakes in printing an answer.

use crate::cases::{Answer, Puzzle};

/// A mistake in printing a right answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerMutation {
    /// Every number of moves is one too high.
    TooHigh,
    /// Every number of moves is one too low.
    TooLow,
    /// Every number of moves but 0 is one too high.
    TooHighButZero,
    /// Every number of moves but 0 is one too low.
    TooLowButZero,
    /// The route from a cell to itself takes this many moves.
    SameCell(u32),
    /// An unreachable cell is 0 moves away.
    UnreachableIsZero,
    /// An unreachable cell is as many moves away as the board has cells.
    UnreachableIsCells,
    /// The cells farthest from the start count as unreachable.
    StopsEarly,
    /// Cells more than this many moves away count as unreachable.
    StopsAfter(u32),
    /// True and false are exchanged.
    Negated,
}

/// The largest limit of a search that is considered.
const GREATEST_BOUND: u32 = 20;

/// A number of moves with the facts about its query that mistakes depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    pub(super) moves: Option<u32>,
    /// The largest distance of any cell from the start.
    pub(super) farthest: u32,
    /// The number of cells of the board.
    pub(super) cells: usize,
}

impl AnswerMutation {
    /// Returns the mutations of the answers of a puzzle.
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

    /// Returns the number to print instead of `found`, which earlier mistakes may have changed.
    pub(super) fn number(self, found: Option<u32>, right: Distance) -> Option<u32> {
        let Distance { moves, farthest, cells } = right;
        match self {
            Self::TooHighButZero | Self::TooLowButZero if moves == Some(0) => found,
            Self::TooHigh | Self::TooHighButZero => found.map(|found| found.saturating_add(1)),
            // One less than 0 is printed as -1, which also means that there is no route.
            Self::TooLow | Self::TooLowButZero => found.and_then(|found| found.checked_sub(1)),
            Self::SameCell(count) if moves == Some(0) => Some(count),
            Self::UnreachableIsZero if moves.is_none() => Some(0),
            Self::UnreachableIsCells if moves.is_none() => u32::try_from(cells).ok(),
            Self::StopsEarly if moves == Some(farthest) => None,
            Self::StopsAfter(most) if moves.is_some_and(|moves| moves > most) => None,
            _ => found,
        }
    }

    /// Returns the verdict to print instead of `found`.
    pub(super) fn verdict(self, found: Answer) -> Answer {
        match found {
            Answer::Checkmate(is_mate) if self == Self::Negated => Answer::Checkmate(!is_mate),
            found => found,
        }
    }
}
