//! The solution of a mate problem as text.

use std::fmt;

use crate::board::Move;
use crate::common::numbered;
use crate::notation::write_move;
use crate::position::Position;
use crate::search::{Problem, Proof, Variation};

/// The solution of a mate problem, displayed as several lines.
///
/// The first line has the number of moves to checkmate and the key moves, or `-1` without a mate.
/// The proof, set play and tries follow if the problem was searched for them.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'a> {
    position: &'a Position,
    problem: &'a Problem,
}

impl<'a> Solution<'a> {
    /// Creates the solution of `problem`, which starts in `position`.
    #[must_use]
    pub const fn new(position: &'a Position, problem: &'a Problem) -> Self {
        Self { position, problem }
    }

    fn name(&self, mv: Move) -> String {
        write_move(self.position.rules(), self.position.board().size(), mv)
    }

    /// Writes move `number` of the attacker, and below it each reply of the defender with all
    /// continuations.
    fn write_proof(&self, f: &mut fmt::Formatter<'_>, proof: &Proof, number: usize) -> fmt::Result {
        let mate = if proof.replies.is_empty() { " mate" } else { "" };
        writeln!(f, "{number}. {}{mate}", self.name(proof.key))?;
        self.write_replies(f, &proof.replies, number)
    }

    fn write_replies(
        &self,
        f: &mut fmt::Formatter<'_>,
        replies: &[Variation],
        number: usize,
    ) -> fmt::Result {
        for variation in replies {
            let dual = if variation.is_dual() { "dual " } else { "" };
            for continuation in &variation.continuations {
                let reply = self.name(variation.reply);
                write!(f, "{:indent$}{reply} {dual}", "", indent = 4 * number)?;
                self.write_proof(f, continuation, number + 1)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Solution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = self.problem;
        match &problem.mate {
            None => f.write_str("-1\n")?,
            Some(mate) => {
                let keys = mate.keys.iter().map(|key| self.name(*key)).collect::<Vec<_>>();
                writeln!(f, "{} {}", mate.moves, keys.join(" "))?;
            }
        }
        if let Some(proofs) = problem.proofs.as_ref().filter(|_| problem.mate.is_some()) {
            writeln!(f, "{}", soundness(problem))?;
            proofs.iter().try_for_each(|proof| self.write_proof(f, proof, 1))?;
        }
        if let Some(set) = &problem.set {
            f.write_str(if set.is_empty() { "no set play\n" } else { "set play:\n" })?;
            self.write_replies(f, set, 1)?;
        }
        if let Some(tries) = &problem.tries {
            f.write_str(if tries.is_empty() { "no tries\n" } else { "tries:\n" })?;
            for found in tries {
                let [mv, refutation] = [found.mv, found.refutation].map(|mv| self.name(mv));
                writeln!(f, "    1. {mv} refuted by {refutation}")?;
            }
        }
        Ok(())
    }
}

/// Returns the number of keys and the verdict on them, such as `3 keys: cooked`; `no key` without a
/// mate.
#[must_use]
pub fn soundness(problem: &Problem) -> String {
    let Some(mate) = &problem.mate else { return "no key".to_owned() };
    let verdict = match (problem.is_short(), problem.is_cooked()) {
        (false, false) => "sound",
        (false, true) => "cooked",
        (true, false) => "short solution",
        (true, true) => "short solution, cooked",
    };
    format!("{}: {verdict}", numbered(mate.keys.len(), "key"))
}
