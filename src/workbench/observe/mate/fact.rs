//! Facts about a program that finds checkmates: each owns the boards and replies that it counts.

use super::{Belief, BoardFeature, measure};
use crate::workbench::{Answered, Reply};

/// A fact about a program that finds checkmates, with the boards that it is about.
#[derive(Clone, Debug)]
pub struct MateFact {
    /// Claim about the boards.
    pub claim: MateClaim,
    pub(super) boards: Vec<Answered>,
    pub(super) others: Vec<Answered>,
}

/// A claim about a program's replies to boards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MateClaim {
    /// The program is wrong on most boards whose verdict each of these beliefs would change.
    Beliefs(Vec<Belief>),
    /// The program is wrong on the boards with this feature, and on no other.
    Feature(BoardFeature),
    /// The program gave a reply of this kind, which is no verdict. It did so exactly on the boards
    /// with the feature, if there is one.
    Reply(Reply, Option<BoardFeature>),
    /// The program is wrong on these boards, which no belief divides from the right ones.
    Undivided,
    /// The program is wrong on these boards. No boards are known by which to observe programs for this
    /// rule set.
    NotAsked,
    /// The program is wrong on these boards too.
    More,
}

impl MateFact {
    /// Returns the boards that the fact is about.
    #[must_use]
    pub fn boards(&self) -> &[Answered] {
        &self.boards
    }

    /// Returns the boards that the fact is not about but counts for comparison.
    #[must_use]
    pub fn others(&self) -> &[Answered] {
        &self.others
    }

    /// Returns the boards of the fact that the program got wrong.
    pub fn wrong(&self) -> impl Iterator<Item = &Answered> {
        self.boards.iter().filter(|asked| asked.is_wrong())
    }

    /// Returns the other boards that the program got wrong.
    pub fn others_wrong(&self) -> impl Iterator<Item = &Answered> {
        self.others.iter().filter(|asked| asked.is_wrong())
    }

    /// Returns the smallest board of the fact that the program got wrong.
    #[must_use]
    pub fn smallest(&self) -> Option<&Answered> {
        self.wrong().min_by_key(|asked| measure(asked))
    }

    pub(in crate::workbench::observe) fn shown(&self) -> Vec<&Answered> {
        match self.claim {
            MateClaim::Beliefs(_) | MateClaim::Feature(_) => Vec::new(),
            MateClaim::Reply(..) => self.boards.first().into_iter().collect(),
            MateClaim::Undivided | MateClaim::NotAsked | MateClaim::More => {
                self.smallest().into_iter().collect()
            }
        }
    }
}
