//! The kinds of misreadings.

use super::{AnswerMisreading, InputMisreading, MovementMisreading, VerdictMisreading};
use crate::piece::Role;

/// A single misreading of a contestant's program, or a pair of misreadings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisreadingKind {
    /// The program follows the rules.
    None,
    /// The program moves the pieces of this role wrongly.
    Movement(Role, Box<MovementMisreading>),
    /// The program follows wrong rules of check, checkmate or legal moves.
    Verdict(VerdictMisreading),
    /// The program parses the input wrongly, for example with exchanged coordinates.
    Input(InputMisreading),
    /// The program prints an answer that differs from the one that it computed.
    Answer(AnswerMisreading),
    /// The program makes these two single misreadings.
    Both(Box<[Self; 2]>),
}

impl MisreadingKind {
    /// Returns the two misreadings of [`Self::Both`], or a single misreading itself.
    #[must_use]
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Both(parts) => &parts[..],
            Self::None => &[],
            one => std::slice::from_ref(one),
        }
    }

    /// Returns `true` if a program with this misreading may give several answers to a question.
    /// A diagnosis names such a misreading only if no other one fits.
    pub(in crate::workbench) fn is_vague(&self) -> bool {
        *self == Self::Answer(AnswerMisreading::NotShortest)
    }

    /// Returns the number of changes that this misreading consists of; a diagnosis prefers fewer
    /// changes.
    ///
    /// A misreading with many variants counts as two or three changes, because some variant fits
    /// many programs by chance.
    pub(in crate::workbench) fn complexity(&self) -> usize {
        use MovementMisreading::{AtMost, Instead, WithStep, WithoutStep};
        let of_part = |part: &Self| match part {
            Self::Movement(_, misreading) => match **misreading {
                Instead(..) | AtMost(_) | WithoutStep(_) | WithStep(_) => 2,
                _ => 1,
            },
            Self::Answer(AnswerMisreading::NotShortest) => 3,
            Self::Answer(AnswerMisreading::StopsAfter(_)) => 2,
            _ => 1,
        };
        self.parts().iter().map(of_part).sum()
    }
}
