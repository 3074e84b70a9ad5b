//! Proofs of forced mates: all shortest continuations after every legal reply.

use std::error::Error;
use std::fmt;

use super::{MOST_MOVES, MateSearch};
use crate::board::Move;
use crate::control::{Control, Stopped};

/// An attacker's move that forces mate, with the continuations after every legal reply.
///
/// If there are no replies, the move itself mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Attacker's move.
    pub key: Move,
    /// Legal replies, sorted; empty if the move mates.
    pub replies: Vec<Variation>,
}

/// A reply of the defender, and the attacker's moves that mate soonest after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Defender's reply.
    pub reply: Move,
    /// All moves that mate in the least number of moves, sorted, each with its proof.
    pub continuations: Vec<Proof>,
}

impl Variation {
    /// Returns `true` if the reply has a dual: several continuations mate equally soon.
    #[must_use]
    pub const fn is_dual(&self) -> bool {
        self.continuations.len() > 1
    }
}

impl Proof {
    /// Returns the number of the attacker's moves in the longest line of the proof.
    #[must_use]
    pub fn moves(&self) -> usize {
        let continuations = self.replies.iter().filter_map(|reply| reply.continuations.first());
        1 + continuations.map(Self::moves).max().unwrap_or(0)
    }

    /// Returns the number of duals in the whole proof: replies after which several moves mate
    /// equally soon.
    #[must_use]
    pub fn duals(&self) -> usize {
        let duals = |variation: &Variation| {
            let later = variation.continuations.iter().map(Self::duals).sum::<usize>();
            usize::from(variation.is_dual()) + later
        };
        self.replies.iter().map(duals).sum()
    }
}

/// The reason why a search returns no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// The [`Control`] stopped the search.
    Stopped,
    /// The proofs have more than [`MOST_PROOF_MOVES`] moves of the attacker.
    TooLarge,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => Stopped.fmt(f),
            Self::TooLarge => write!(f, "the proofs have more than {MOST_PROOF_MOVES} moves"),
        }
    }
}

impl Error for ProofError {}

impl From<Stopped> for ProofError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The largest number of the attacker's moves in the proofs that a search returns. More moves would
/// fill the memory.
pub const MOST_PROOF_MOVES: usize = 1_000_000;

impl MateSearch {
    /// Returns the proof that the move `key` forces mate within `moves` moves; `None` if `key` is
    /// illegal or does not force mate.
    ///
    /// `key` may be any legal move, for example one of [`Mate::keys`](super::Mate::keys). `moves`
    /// is limited to [`MOST_MOVES`].
    ///
    /// # Errors
    /// Returns an error if the proof is too large or `control` stops the search.
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
        self.prove(key, moves.min(MOST_MOVES), control)
    }

    pub(super) fn prove(
        &mut self,
        key: Move,
        moves: usize,
        control: &Control<'_>,
    ) -> Result<Option<Proof>, ProofError> {
        self.proof_moves += 1;
        if self.proof_moves > MOST_PROOF_MOVES {
            return Err(ProofError::TooLarge);
        }
        let Some(left) = moves.checked_sub(1) else { return Ok(None) };
        let replies = self.after(key, |search| search.replies(left, control))?;
        Ok(replies.map(|replies| Proof { key, replies }))
    }

    /// Returns each legal reply of the defender with the attacker's moves that mate soonest; empty
    /// if the defender is mated.
    ///
    /// Returns `None` if a reply avoids mate within `left` moves, or if the game ends without mate.
    fn replies(
        &mut self,
        left: usize,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Variation>>, ProofError> {
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

    /// Returns the moves that mate soonest, each with its proof; empty if mate takes more than
    /// `most` moves.
    pub(super) fn continuations(
        &mut self,
        most: usize,
        control: &Control<'_>,
    ) -> Result<Vec<Proof>, ProofError> {
        let Some(moves) = self.soonest(most, control)? else { return Ok(Vec::new()) };
        let mut proofs = Vec::new();
        for key in self.keys(moves, control)? {
            proofs.extend(self.prove(key, moves, control)?);
        }
        Ok(proofs)
    }

    /// Returns the least number of moves, at most `most`, in which the side to move forces mate;
    /// `None` if there is no such mate.
    pub(super) fn soonest(
        &mut self,
        most: usize,
        control: &Control<'_>,
    ) -> Result<Option<usize>, Stopped> {
        for moves in 1..=most {
            if self.wins(moves, control)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }
}
