//! `mate` with `in`: a forced mate, and its proof.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use super::error::{Error, ErrorKind};
use super::mate::Subject;
use super::position::text_of;
use crate::board::Move;
use crate::control::Control;
use crate::notation::move_text;
use crate::position::Position;
use crate::search::{MateSearch, Proof, Stopped};
use crate::verdict::{Status, Verdict};

/// Asks in how many moves the side to move forces mate.
#[derive(Clone, Debug)]
pub struct MateInQuestion {
    /// The position.
    pub position: Position,
    /// The most moves.
    pub moves: usize,
    /// Asks for the proof.
    pub explain: bool,
    pub(super) searches: Searches,
}

impl MateInQuestion {
    /// Returns the answer that there is no mate.
    fn unsolved(&self, end: Option<Status>) -> MateInAnswer {
        let (result, reason) = match end {
            Some(Status::Over(outcome)) => {
                (Some(outcome.result()), Some(outcome.reason.to_string()))
            }
            Some(Status::Verdict(verdict)) => (None, Some(verdict.to_string())),
            None => (None, None),
        };
        MateInAnswer {
            subject: Subject::new(&self.position),
            mate_in: None,
            keys: Vec::new(),
            line: Vec::new(),
            result,
            reason,
            board: text_of(&self.position),
            proof: None,
            end,
        }
    }
}

/// A search whose table is kept for the next position of the same rules.
#[derive(Clone, Debug)]
pub(super) struct Searches {
    memory: u64,
    search: Arc<Mutex<Option<MateSearch>>>,
}

impl Searches {
    pub(super) fn new(memory: u64) -> Self {
        Self { memory, search: Arc::default() }
    }
}

impl MateInQuestion {
    /// Answers the question.
    ///
    /// # Errors
    /// If `control` stops the search, or there is not enough memory.
    pub fn answer(&self, control: &Control<'_>) -> Result<MateInAnswer, Error> {
        let end = end(&self.position);
        let mut answer = self.unsolved(end);
        if end.is_some() {
            return Ok(answer);
        }
        let mut kept = self.searches.search.lock().unwrap_or_else(PoisonError::into_inner);
        let search = match &mut *kept {
            Some(search) => {
                search.restart(self.position.clone());
                search
            }
            none => {
                let memory = usize::try_from(self.searches.memory).unwrap_or(usize::MAX);
                let search = MateSearch::new(self.position.clone(), memory);
                none.insert(search.map_err(|_| Error::new(crate::memory::TOO_LITTLE))?)
            }
        };
        let stopped = |stopped: Stopped| Error {
            kind: ErrorKind::Stopped,
            ..Error::new(stopped.to_string())
        };
        let Some(mate) = search.within(self.moves, control).map_err(stopped)? else {
            return Ok(answer);
        };
        let name = |mv: &Move| move_text(self.position.rules(), self.position.board().size(), *mv);
        let mut keys: Vec<(String, Move)> = mate.keys.iter().map(|mv| (name(mv), *mv)).collect();
        keys.sort();
        // Shorter mates have been searched for.
        let longer = |_| stopped(Stopped { none_within: mate.moves - 1 });
        let proof = match keys.first() {
            Some((_, key)) => search.proof(*key, mate.moves, control).map_err(longer)?,
            None => None,
        };
        answer.mate_in = Some(mate.moves);
        answer.keys = keys.into_iter().map(|(name, _)| name).collect();
        answer.line = proof.iter().flat_map(Proof::main_line).map(|mv| name(&mv)).collect();
        answer.proof = proof.filter(|_| self.explain).map(|proof| Tree::new(&proof, &name));
        Ok(answer)
    }
}

/// Returns the status of a position that no move follows, because the game is over.
fn end(position: &Position) -> Option<Status> {
    let status = position.status();
    let is_end = match status {
        Status::Over(_) => true,
        Status::Verdict(verdict) => matches!(verdict, Verdict::Checkmate | Verdict::Stalemate),
    };
    is_end.then_some(status)
}

/// The answer to a [`MateInQuestion`].
#[derive(Debug, Serialize)]
pub struct MateInAnswer {
    #[serde(flatten)]
    subject: Subject,
    /// The least number of moves, `None` if there is no mate within the moves asked for.
    pub mate_in: Option<usize>,
    /// The first moves that are enough, by their names.
    pub keys: Vec<String>,
    /// The moves of both sides if the defender holds out longest.
    pub line: Vec<String>,
    /// The result, if the game is over and the rule set has results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The reason why the game is over, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The text of the position.
    pub board: String,
    /// The answer to every reply, if it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Tree>,
    /// The status of a position that no move follows.
    #[serde(skip)]
    pub end: Option<Status>,
}

/// A move of the attacker and the answer to every reply.
#[derive(Debug, Serialize)]
pub struct Tree {
    /// The move.
    #[serde(rename = "move")]
    pub key: String,
    /// The legal replies; none after a mate.
    pub replies: Vec<Branch>,
}

/// A reply and its answer.
#[derive(Debug, Serialize)]
pub struct Branch {
    /// The reply.
    pub reply: String,
    /// The answer.
    pub answer: Tree,
}

impl Tree {
    fn new(proof: &Proof, name: &impl Fn(&Move) -> String) -> Self {
        let branch = |(reply, answer): &(Move, Proof)| Branch {
            reply: name(reply),
            answer: Self::new(answer, name),
        };
        Self { key: name(&proof.key), replies: proof.replies.iter().map(branch).collect() }
    }
}
