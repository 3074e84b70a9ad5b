//! The command `mate` with the field `in`: searches for a forced mate and lists the parts of its
//! solution.

use std::sync::PoisonError;

use serde::{Serialize, Serializer};

use super::error::{Error, ErrorKind};
use super::shared_search::SharedSearch;
use crate::board::Move;
use crate::control::Control;
use crate::notation::write_move;
use crate::play::text_of;
use crate::position::Position;
use crate::render::soundness;
use crate::search::{MateSearch, Problem, ProblemParts, Proof, ProofError, Variation};
use crate::verdict::{Status, Verdict};

/// Asks for the least number of moves in which the side to move forces mate.
#[derive(Clone, Debug)]
pub(crate) struct MateInQuestion {
    /// Position to solve.
    pub(crate) position: Position,
    /// Longest mate to search for, in moves of the attacker.
    pub(crate) moves: usize,
    /// Parts of the solution to find besides the key moves and the main line.
    pub(crate) parts: ProblemParts,
    pub(super) search: SharedSearch,
}

impl MateInQuestion {
    /// Searches for the mate and for the requested parts of the problem's solution.
    ///
    /// # Errors
    /// Returns an error if `control` stops the search, if the proofs that mate is forced are too
    /// large, or if the memory cannot be allocated.
    pub(crate) fn answer(&self, control: &Control<'_>) -> Result<MateInAnswer<'_>, Error> {
        let position = &self.position;
        if let Some(status) = final_status(position) {
            return Ok(MateInAnswer { question: self, solution: Err(status) });
        }
        let mut kept = self.search.search.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = usize::try_from(self.search.memory).unwrap_or(usize::MAX);
        let search = MateSearch::restarted(&mut kept, position.clone(), memory)
            .map_err(|_| Error::new(crate::common::TOO_LITTLE))?;
        let problem =
            search.problem(self.moves, self.parts, control).map_err(|error| match error {
                ProofError::Stopped => stopped(search.none_within()),
                ProofError::TooLarge => Error::new(error.to_string()).limit(),
            })?;
        Ok(MateInAnswer { question: self, solution: Ok(problem) })
    }
}

/// Returns the error of a stopped search that has excluded a mate within `none_within` moves.
fn stopped(none_within: usize) -> Error {
    let message = match none_within {
        0 => "stopped before anything was known".to_owned(),
        1 => "stopped: there is no mate in one move".to_owned(),
        moves => format!("stopped: there is no mate within {moves} moves"),
    };
    Error { kind: ErrorKind::Stopped, ..Error::new(message) }
}

/// Returns the status of a position in which the game is over; `None` while the game can continue.
fn final_status(position: &Position) -> Option<Status> {
    let status = position.status();
    let is_end = match status {
        Status::Over(_) => true,
        Status::Verdict(verdict) => matches!(verdict, Verdict::Checkmate | Verdict::Stalemate),
    };
    is_end.then_some(status)
}

/// The answer to a [`MateInQuestion`]: the shortest forced mate and its key moves.
#[derive(Debug)]
pub(crate) struct MateInAnswer<'q> {
    question: &'q MateInQuestion,
    /// Solution, or the status of a position in which the game is already over.
    pub(crate) solution: Result<Problem, Status>,
}

impl MateInAnswer<'_> {
    /// Returns the least number of moves to mate; `None` if there is no mate within
    /// [`MateInQuestion::moves`].
    #[must_use]
    pub(crate) fn mate_in(&self) -> Option<usize> {
        Some(self.solution.as_ref().ok()?.mate.as_ref()?.moves)
    }

    /// Returns the position of the question.
    #[must_use]
    pub(crate) const fn position(&self) -> &Position {
        &self.question.position
    }
}

impl Serialize for MateInAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = self.position();
        let name = |mv: &Move| write_move(position.rules(), position.board().size(), *mv);
        MateInJson::new(self, &name).serialize(serializer)
    }
}

#[derive(Serialize)]
struct MateInJson {
    size: usize,
    side: &'static str,
    mate_in: Option<usize>,
    keys: Vec<String>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    board: String,
    #[serde(flatten)]
    proofs: Option<Proofs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<Vec<Branch>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<Refuted>>,
}

#[derive(Serialize)]
struct Proofs {
    sound: bool,
    /// Number of key moves and a verdict on the problem in words, such as `3 keys: cooked`.
    soundness: String,
    duals: usize,
    proof: Vec<Tree>,
}

/// A move of the attacker and every reply to it; the list of replies is empty after mate.
#[derive(Serialize)]
struct Tree {
    #[serde(rename = "move")]
    key: String,
    replies: Vec<Branch>,
}

/// A reply of the defender, and every move of the attacker that mates soonest after it.
#[derive(Serialize)]
struct Branch {
    reply: String,
    continuations: Vec<Tree>,
}

#[derive(Serialize)]
struct Refuted {
    #[serde(rename = "move")]
    mv: String,
    refutation: String,
}

impl MateInJson {
    fn new(answer: &MateInAnswer<'_>, name: &impl Fn(&Move) -> String) -> Self {
        let (question, position) = (answer.question, answer.position());
        let none = Problem::unsolved(question.moves, question.parts);
        let problem = answer.solution.as_ref().unwrap_or(&none);
        let (result, reason) = match answer.solution.as_ref().err() {
            Some(Status::Over(outcome)) => {
                (Some(outcome.result()), Some(outcome.reason.to_string()))
            }
            Some(Status::Verdict(verdict)) => (None, Some(verdict.to_string())),
            None => (None, None),
        };
        let mate = problem.mate.as_ref();
        let refuted = |found: &crate::search::Try| Refuted {
            mv: name(&found.mv),
            refutation: name(&found.refutation),
        };
        Self {
            size: position.board().size().edge(),
            side: position.turn().name(),
            mate_in: answer.mate_in(),
            keys: mate.iter().flat_map(|mate| &mate.keys).map(name).collect(),
            line: problem.line.iter().map(name).collect(),
            result,
            reason,
            board: text_of(position),
            proofs: Proofs::new(problem, name),
            set: problem.set.as_ref().map(|set| branches(set, name)),
            tries: problem.tries.as_ref().map(|tries| tries.iter().map(refuted).collect()),
        }
    }
}

impl Proofs {
    fn new(problem: &Problem, name: &impl Fn(&Move) -> String) -> Option<Self> {
        let proof = problem.proofs.as_ref()?.iter().map(|proof| Tree::new(proof, name));
        Some(Self {
            sound: problem.is_sound(),
            soundness: soundness(problem),
            duals: problem.duals(),
            proof: proof.collect(),
        })
    }
}

impl Tree {
    fn new(proof: &Proof, name: &impl Fn(&Move) -> String) -> Self {
        Self { key: name(&proof.key), replies: branches(&proof.replies, name) }
    }
}

fn branches(variations: &[Variation], name: &impl Fn(&Move) -> String) -> Vec<Branch> {
    let branch = |variation: &Variation| {
        let continuations = variation.continuations.iter();
        Branch {
            reply: name(&variation.reply),
            continuations: continuations.map(|proof| Tree::new(proof, name)).collect(),
        }
    };
    variations.iter().map(branch).collect()
}
