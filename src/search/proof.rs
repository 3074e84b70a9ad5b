//! Proofs: every mating continuation after every reply.

use std::error::Error;
use std::fmt;

use super::{Interrupted, MOST_MOVES, MateSearch, Searched, Stopped};
use crate::board::Move;
use crate::control::Control;

/// A move that forces mate, and what mates after every legal reply; without replies it mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The move.
    pub key: Move,
    /// The legal replies in their order.
    pub replies: Vec<Variation>,
}

/// A reply, and the moves that mate soonest after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The reply.
    pub reply: Move,
    /// All continuations that mate in the least number of moves, in their order.
    pub continuations: Vec<Proof>,
}

impl Variation {
    /// Returns `true` if several continuations mate.
    #[must_use]
    pub const fn is_dual(&self) -> bool {
        self.continuations.len() > 1
    }
}

impl Proof {
    /// Returns the number of the attacker's moves in the longest line.
    #[must_use]
    pub fn moves(&self) -> usize {
        let continuations = self.replies.iter().filter_map(|reply| reply.continuations.first());
        1 + continuations.map(Self::moves).max().unwrap_or(0)
    }

    /// Returns the number of replies in the whole proof after which several moves mate.
    #[must_use]
    pub fn duals(&self) -> usize {
        let duals = |variation: &Variation| {
            let later = variation.continuations.iter().map(Self::duals).sum::<usize>();
            usize::from(variation.is_dual()) + later
        };
        self.replies.iter().map(duals).sum()
    }
}

/// The reason why a search has no proof to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// The search was told to stop.
    Stopped(Stopped),
    /// The proofs have more than [`MOST_PROOF_MOVES`] moves.
    TooLarge,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stopped) => stopped.fmt(f),
            Self::TooLarge => write!(f, "the proofs have more than {MOST_PROOF_MOVES} moves"),
        }
    }
}

impl Error for ProofError {}

/// The attacker's moves in all proofs of a question; more would fill the memory.
pub const MOST_PROOF_MOVES: usize = 1_000_000;

impl MateSearch {
    /// Returns the proof that a move, such as one of [`Mate::keys`](super::Mate::keys), forces mate within a
    /// number of moves; `None` if it doesn't. More than [`MOST_MOVES`] are not tried.
    ///
    /// # Errors
    /// If the proof is too large, or `control` stops the search; that tells nothing of other moves, which
    /// may mate sooner.
    pub fn proof(
        &mut self,
        key: Move,
        moves: usize,
        control: &Control<'_>,
    ) -> Result<Option<Proof>, ProofError> {
        self.proof_moves = 0;
        if !self.position.legal_moves().contains(&key) {
            return Ok(None);
        }
        let proof = self.prove(key, moves.min(MOST_MOVES), control);
        proof.map_err(|interrupted| interrupted.after(0))
    }

    pub(super) fn prove(
        &mut self,
        key: Move,
        moves: usize,
        control: &Control<'_>,
    ) -> Searched<Option<Proof>> {
        self.proof_moves += 1;
        if self.proof_moves > MOST_PROOF_MOVES {
            return Err(Interrupted::TooLarge);
        }
        let Some(left) = moves.checked_sub(1) else { return Ok(None) };
        let replies = self.after(key, |search| search.replies(left, control))?;
        Ok(replies.map(|replies| Proof { key, replies }))
    }

    /// Returns the legal replies and what mates after each of them; `None` if one of them saves the
    /// defender, or there is none and it is no mate.
    fn replies(&mut self, left: usize, control: &Control<'_>) -> Searched<Option<Vec<Variation>>> {
        let legal = self.position.legal_moves();
        if legal.is_empty() || self.ends_without_mate() {
            return Ok(self.is_mate().then(Vec::new));
        }
        let mut replies = Vec::new();
        for reply in legal {
            let continuations = self.after(reply, |search| search.continuations(left, control))?;
            if continuations.is_empty() {
                return Ok(None);
            }
            replies.push(Variation { reply, continuations });
        }
        Ok(Some(replies))
    }

    /// Returns the moves that mate soonest, each with its proof; none if it takes more moves.
    pub(super) fn continuations(
        &mut self,
        most: usize,
        control: &Control<'_>,
    ) -> Searched<Vec<Proof>> {
        let Some(moves) = self.soonest(most, control)? else { return Ok(Vec::new()) };
        let mut proofs = Vec::new();
        for key in self.keys(moves, control)? {
            proofs.extend(self.prove(key, moves, control)?);
        }
        Ok(proofs)
    }

    /// Returns the least number of moves that is enough, if it is at most this.
    pub(super) fn soonest(
        &mut self,
        most: usize,
        control: &Control<'_>,
    ) -> Searched<Option<usize>> {
        for moves in 1..=most {
            if self.wins(moves, control)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }
}
