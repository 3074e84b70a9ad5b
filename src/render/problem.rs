//! The solution of a mate problem as text.

use std::fmt;

use crate::board::Move;
use crate::common::numbered;
use crate::notation::write_move;
use crate::piece::Color;
use crate::position::Position;
use crate::render::figurine;
use crate::search::{Problem, Proof, Variation, passed};

/// The solution of a mate problem, displayed as several lines.
///
/// The first line has the number of moves to checkmate and the key moves, or `-1` without a mate.
/// The proof, set play and tries follow if the problem was searched for them.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'a> {
    position: &'a Position,
    problem: &'a Problem,
    figurines: bool,
}

impl<'a> Solution<'a> {
    /// Creates the solution of `problem`, which starts in `position`.
    #[must_use]
    pub const fn new(position: &'a Position, problem: &'a Problem) -> Self {
        Self { position, problem, figurines: false }
    }

    /// Writes the moves in [figurine notation](figurine()).
    #[must_use]
    pub const fn with_figurines(self) -> Self {
        Self { figurines: true, ..self }
    }

    /// Returns the text of a move that is made in `position`.
    fn name(&self, position: &Position, mv: Move) -> String {
        if self.figurines {
            return figurine(position, mv);
        }
        write_move(position.rules(), position.board().size(), mv)
    }

    /// Writes move `number` of the attacker, which is made in `position`, and below it each reply of
    /// the defender with all continuations.
    fn write_proof(
        &self,
        f: &mut fmt::Formatter<'_>,
        position: &Position,
        proof: &Proof,
        number: usize,
    ) -> fmt::Result {
        let text = self.name(position, proof.key);
        if proof.replies.is_empty() {
            return writeln!(f, "{number}. {text}{}", if self.figurines { "" } else { " mate" });
        }
        writeln!(f, "{number}. {text}")?;
        self.write_replies(f, &after(position, proof.key), &proof.replies, number)
    }

    fn write_replies(
        &self,
        f: &mut fmt::Formatter<'_>,
        position: &Position,
        replies: &[Variation],
        number: usize,
    ) -> fmt::Result {
        for variation in replies {
            let dual = if variation.is_dual() { "dual " } else { "" };
            let reply = self.name(position, variation.reply);
            let next = after(position, variation.reply);
            for continuation in &variation.continuations {
                write!(f, "{:indent$}{reply} {dual}", "", indent = 4 * number)?;
                self.write_proof(f, &next, continuation, number + 1)?;
            }
        }
        Ok(())
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.make(mv);
    after
}

impl fmt::Display for Solution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, problem, .. } = *self;
        match &problem.mate {
            None => f.write_str("-1\n")?,
            Some(mate) => {
                let keys =
                    mate.keys.iter().map(|key| self.name(position, *key)).collect::<Vec<_>>();
                writeln!(f, "{} {}", mate.moves, keys.join(" "))?;
            }
        }
        if let Some(proofs) = problem.proofs.as_ref().filter(|_| problem.mate.is_some()) {
            writeln!(f, "{}", soundness(problem))?;
            proofs.iter().try_for_each(|proof| self.write_proof(f, position, proof, 1))?;
        }
        if let Some(set) = &problem.set {
            f.write_str(if set.is_empty() { "no set play\n" } else { "set play:\n" })?;
            self.write_replies(f, &passed(position), set, 1)?;
        }
        if let Some(tries) = &problem.tries {
            f.write_str(if tries.is_empty() { "no tries\n" } else { "tries:\n" })?;
            for found in tries {
                let mv = self.name(position, found.mv);
                let refutation = self.name(&after(position, found.mv), found.refutation);
                writeln!(f, "    1. {mv} refuted by {refutation}")?;
            }
        }
        Ok(())
    }
}

/// Returns the task of a mate problem, such as `White to move: mate in 3`.
#[must_use]
pub fn task(side: Color, moves: usize) -> String {
    format!("{side} to move: mate in {moves}")
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
