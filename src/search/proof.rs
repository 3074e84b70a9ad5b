//! Proofs: what to answer to every reply.

use super::{Interrupted, MOST_MOVES, MateSearch, Searched, Stopped};
use crate::board::Move;
use crate::control::Control;

/// A move that forces mate, and an answer to every legal reply; without replies it mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The move.
    pub key: Move,
    /// The replies in their order, each with what mates soonest after it.
    pub replies: Vec<(Move, Proof)>,
}

impl Proof {
    /// Returns the number of the attacker's moves in the longest line.
    #[must_use]
    pub fn moves(&self) -> usize {
        1 + self.replies.iter().map(|(_, proof)| proof.moves()).max().unwrap_or(0)
    }

    /// The moves of both sides if the first of the replies that last longest are chosen.
    #[must_use]
    pub fn main_line(&self) -> Vec<Move> {
        let mut line = vec![self.key];
        let longest = self.replies.iter().rev().max_by_key(|(_, proof)| proof.moves());
        if let Some((reply, proof)) = longest {
            line.push(*reply);
            line.extend(proof.main_line());
        }
        line
    }
}

impl MateSearch {
    /// The proof that a move, such as one of [`Mate::keys`](super::Mate::keys), forces mate within a number
    /// of moves; `None` if it doesn't. More than [`MOST_MOVES`] are not tried.
    ///
    /// # Errors
    /// If `control` stops the search; that tells nothing of other moves, which may mate sooner.
    pub fn proof(
        &mut self,
        key: Move,
        moves: usize,
        control: &Control<'_>,
    ) -> Result<Option<Proof>, Stopped> {
        if !self.position.legal_moves().contains(&key) {
            return Ok(None);
        }
        let proof = self.prove(key, moves.min(MOST_MOVES), control);
        proof.map_err(|Interrupted| Stopped { none_within: 0 })
    }

    fn prove(&mut self, key: Move, moves: usize, control: &Control<'_>) -> Searched<Option<Proof>> {
        let Some(left) = moves.checked_sub(1) else { return Ok(None) };
        let replies = self.after(key, |search| search.replies(left, control))?;
        Ok(replies.map(|replies| Proof { key, replies }))
    }

    /// The legal replies and what answers each of them; `None` if one of them saves the defender, or
    /// there is none and it is no mate.
    fn replies(
        &mut self,
        left: usize,
        control: &Control<'_>,
    ) -> Searched<Option<Vec<(Move, Proof)>>> {
        let legal = self.position.legal_moves();
        if legal.is_empty() || self.ends_without_mate() {
            return Ok(self.is_mate().then(Vec::new));
        }
        let mut replies = Vec::new();
        for reply in legal {
            let answer = self.after(reply, |search| search.soonest(left, control))?;
            let Some(answer) = answer else { return Ok(None) };
            replies.push((reply, answer));
        }
        Ok(Some(replies))
    }

    /// The first of the moves that mate soonest, with its proof, if any mates.
    fn soonest(&mut self, most: usize, control: &Control<'_>) -> Searched<Option<Proof>> {
        for moves in 1..=most {
            if self.wins(moves, control)? {
                let keys = self.keys(moves, control)?;
                return self.prove(keys[0], moves, control);
            }
        }
        Ok(None)
    }
}
