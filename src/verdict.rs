//! Verdicts: checkmate, stalemate, check, or none of them.

pub mod explain;
mod outcome;

use std::fmt;

pub use explain::Explanation;
pub use outcome::{Outcome, Reason, Status};

use crate::position::Position;

/// The verdict on a position, about the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Verdict {
    /// The side to move is in check, and no legal move ends the check.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The side to move is in check, and a legal move ends the check.
    Check,
    /// The side to move is not in check and has a legal move.
    Ongoing,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 4] = [Self::Checkmate, Self::Stalemate, Self::Check, Self::Ongoing];

    pub(crate) const fn new(is_check: bool, can_move: bool) -> Self {
        match (is_check, can_move) {
            (true, false) => Self::Checkmate,
            (true, true) => Self::Check,
            (false, false) => Self::Stalemate,
            (false, true) => Self::Ongoing,
        }
    }

    /// Returns the name of the verdict, such as `checkmate`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Check => "check",
            Self::Ongoing => "ongoing",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Position {
    /// Returns the verdict on the position.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules, verdict::Verdict};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[rq,##],[##,K#]")?;
    /// assert_eq!(Position::new(&rules, setup)?.verdict(), Verdict::Checkmate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let threats = self.threats();
        Verdict::new(!threats.checks.is_empty(), self.has_legal_move_given(&threats))
    }

    /// Returns `true` if the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        let threats = self.threats();
        !threats.checks.is_empty() && !self.has_legal_move_given(&threats)
    }

    /// Returns `true` if the side to move has no legal move and is not in check.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        let threats = self.threats();
        threats.checks.is_empty() && !self.has_legal_move_given(&threats)
    }
}
