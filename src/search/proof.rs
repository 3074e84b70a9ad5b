//! Proofs: what to answer to every reply.

use std::ops::ControlFlow;

use super::{MateSearch, Searched, Stop, Stopped};
use crate::board::Move;

/// A move that forces mate, and an answer to every legal reply; without replies it mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The move.
    pub key: Move,
    /// The replies in their order, each with what mates soonest after it.
    pub replies: Vec<(Move, Proof)>,
}

impl Proof {
    /// How many moves of the attacker it takes at most.
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

impl MateSearch<'_> {
    /// The proof that a move, one of [`Mate::keys`](super::Mate::keys), forces mate within so many
    /// moves.
    ///
    /// # Errors
    /// If `stop` says so.
    ///
    /// # Panics
    /// If the move does not force mate.
    pub fn proof(&mut self, key: Move, moves: usize, stop: Stop<'_>) -> Result<Proof, Stopped> {
        match self.prove(key, moves, stop) {
            ControlFlow::Continue(proof) => Ok(proof),
            ControlFlow::Break(()) => Err(Stopped { none_within: moves - 1 }),
        }
    }

    fn prove(&mut self, key: Move, moves: usize, stop: Stop<'_>) -> Searched<Proof> {
        let made = self.make(key);
        let mut replies = Vec::new();
        for reply in self.position.legal_moves() {
            let after_reply = self.make(reply);
            let answer = self.soonest(moves - 1, stop);
            self.unmake(after_reply);
            replies.push((reply, answer?));
        }
        self.unmake(made);
        ControlFlow::Continue(Proof { key, replies })
    }

    /// The first of the moves that mate soonest, with its proof.
    fn soonest(&mut self, most: usize, stop: Stop<'_>) -> Searched<Proof> {
        for moves in 1..=most {
            if self.wins(moves, stop)? {
                let keys = self.keys(moves, stop)?;
                return self.prove(keys[0], moves, stop);
            }
        }
        panic!("the move forces mate, so every reply loses")
    }
}
