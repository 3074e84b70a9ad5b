//! The solution of a mate problem as JSON.

use serde::Serialize;

use crate::board::Move;
use crate::control::{Control, Stopped};
use crate::notation::write_move;
use crate::play::text_of;
use crate::position::Position;
use crate::render::{figurine, soundness, task};
use crate::search::{Problem, Proof, Try, Variation, passed};
use crate::verdict::Status;

/// The JSON object of the solution of a mate problem.
#[derive(Debug, Serialize)]
pub(crate) struct SolutionJson {
    size: usize,
    side: &'static str,
    mate_in: Option<usize>,
    keys: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_figurines: Option<Vec<String>>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_figurines: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    board: String,
    /// Problem in words; `None` unless figurines are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<String>,
    #[serde(flatten)]
    proofs: Option<Proofs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<Vec<Branch>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<Refuted>>,
}

#[derive(Debug, Serialize)]
struct Proofs {
    sound: bool,
    /// Number of key moves and a verdict on the problem in words, such as `3 keys: cooked`.
    soundness: String,
    duals: usize,
    proof: Vec<Tree>,
}

/// A move of the attacker and every reply to it; the list of replies is empty after mate.
#[derive(Debug, Serialize)]
struct Tree {
    #[serde(rename = "move")]
    key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    figurine: Option<String>,
    replies: Vec<Branch>,
}

/// A reply of the defender, and every move of the attacker that mates soonest after it.
#[derive(Debug, Serialize)]
struct Branch {
    reply: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    figurine: Option<String>,
    continuations: Vec<Tree>,
}

#[derive(Debug, Serialize)]
struct Refuted {
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    figurine: Option<String>,
    refutation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    refutation_figurine: Option<String>,
}

impl SolutionJson {
    /// Creates the object of a solution. `end` is the status of a position in which the game is
    /// over, and `moves` is a writer at the position of the problem.
    ///
    /// # Errors
    /// Returns an error if the control of `moves` stops the work.
    pub(super) fn new(
        problem: &Problem,
        end: Option<Status>,
        moves: &mut LineMoves<'_>,
    ) -> Result<Self, Stopped> {
        let mate = problem.mate.as_ref();
        let keys = mate.map_or(&[][..], |mate| &mate.keys);
        let mut of_set = moves.passed();
        let (result, reason) = result_and_reason(end);
        Ok(Self {
            size: moves.position.board().size().edge(),
            side: moves.position.turn().name(),
            mate_in: mate.map(|mate| mate.moves),
            keys: keys.iter().map(|key| moves.name(*key)).collect(),
            key_figurines: moves.key_figurines(keys)?,
            line: problem.line.iter().map(|mv| moves.name(*mv)).collect(),
            line_figurines: moves.line_figurines(&problem.line)?,
            result,
            reason,
            board: text_of(&moves.position),
            task: moves.figurines.then(|| task(moves.position.turn(), problem.within)),
            proofs: Proofs::new(problem, moves)?,
            set: problem.set.as_ref().map(|set| of_set.branches(set)).transpose()?,
            tries: problem.tries.as_ref().map(|tries| moves.tries(tries)).transpose()?,
        })
    }
}

/// Returns the result and the reason of the end of a game; both are `None` while the game can
/// continue.
pub(in crate::api) fn result_and_reason(end: Option<Status>) -> (Option<String>, Option<String>) {
    match end {
        Some(Status::Over(outcome)) => (Some(outcome.result()), Some(outcome.reason.to_string())),
        Some(Status::Verdict(verdict)) => (None, Some(verdict.to_string())),
        None => (None, None),
    }
}

impl Proofs {
    fn new(problem: &Problem, moves: &mut LineMoves<'_>) -> Result<Option<Self>, Stopped> {
        let Some(proofs) = &problem.proofs else { return Ok(None) };
        Ok(Some(Self {
            sound: problem.is_sound(),
            soundness: soundness(problem),
            duals: problem.duals(),
            proof: proofs.iter().map(|proof| moves.tree(proof)).collect::<Result<_, _>>()?,
        }))
    }
}

/// A writer of moves that makes and takes back the moves of the lines it follows.
pub(super) struct LineMoves<'c> {
    position: Position,
    /// True if moves are also written in figurine notation.
    figurines: bool,
    control: &'c Control<'c>,
}

impl<'c> LineMoves<'c> {
    pub(super) fn new(position: &Position, figurines: bool, control: &'c Control<'c>) -> Self {
        Self { position: position.clone(), figurines, control }
    }

    /// Creates a writer of set play, which begins with a move of the other side.
    fn passed(&self) -> Self {
        Self { position: passed(&self.position), ..*self }
    }

    fn name(&self, mv: Move) -> String {
        write_move(self.position.rules(), self.position.board().size(), mv)
    }

    /// Returns a move in figurine notation; `None` if that is not asked for.
    fn figurine(&self, mv: Move) -> Result<Option<String>, Stopped> {
        if !self.figurines {
            return Ok(None);
        }
        self.control.tick(1)?;
        Ok(Some(figurine(&self.position, mv)))
    }

    fn key_figurines(&self, moves: &[Move]) -> Result<Option<Vec<String>>, Stopped> {
        if !self.figurines {
            return Ok(None);
        }
        moves
            .iter()
            .filter_map(|mv| self.figurine(*mv).transpose())
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// Makes a move, calls `write`, and takes the move back. An error leaves the move made.
    fn after<T>(
        &mut self,
        mv: Move,
        write: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let undo = self.position.make(mv);
        let written = write(self)?;
        self.position.unmake(undo);
        Ok(written)
    }

    fn line_figurines(&mut self, line: &[Move]) -> Result<Option<Vec<String>>, Stopped> {
        let [mv, rest @ ..] = line else { return Ok(self.figurines.then(Vec::new)) };
        let Some(first) = self.figurine(*mv)? else { return Ok(None) };
        let rest = self.after(*mv, |moves| moves.line_figurines(rest))?;
        Ok(rest.map(|rest| std::iter::once(first).chain(rest).collect()))
    }

    fn tree(&mut self, proof: &Proof) -> Result<Tree, Stopped> {
        Ok(Tree {
            key: self.name(proof.key),
            figurine: self.figurine(proof.key)?,
            replies: self.after(proof.key, |moves| moves.branches(&proof.replies))?,
        })
    }

    fn branches(&mut self, variations: &[Variation]) -> Result<Vec<Branch>, Stopped> {
        variations.iter().map(|variation| self.branch(variation)).collect()
    }

    fn branch(
        &mut self,
        Variation { reply, continuations }: &Variation,
    ) -> Result<Branch, Stopped> {
        Ok(Branch {
            reply: self.name(*reply),
            figurine: self.figurine(*reply)?,
            continuations: self.after(*reply, |moves| {
                continuations.iter().map(|proof| moves.tree(proof)).collect()
            })?,
        })
    }

    fn tries(&mut self, tries: &[Try]) -> Result<Vec<Refuted>, Stopped> {
        tries.iter().map(|found| self.refuted(found)).collect()
    }

    fn refuted(&mut self, found: &Try) -> Result<Refuted, Stopped> {
        Ok(Refuted {
            mv: self.name(found.mv),
            figurine: self.figurine(found.mv)?,
            refutation: self.name(found.refutation),
            refutation_figurine: self.after(found.mv, |moves| moves.figurine(found.refutation))?,
        })
    }
}
