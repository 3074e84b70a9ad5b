//! `mate --in`: does the side to move force mate, and how?

use std::cell::RefCell;
use std::io::Write;

use serde::Serialize;
use serde_json::value::RawValue;

use super::json::Subject;
use super::output::Output;
use super::position::text_of;
use super::program::{expect_interrupts, is_interrupted};
use super::progress::Progress;
use super::{Failure, args, json};
use crate::board::Move;
use crate::notation::move_text;
use crate::position::Position;
use crate::search::{ASK_AFTER, MateSearch, Proof, Stopped};
use crate::verdict::{Status, Verdict};

/// Whether a search is to stop.
pub(crate) type Stop<'r> = &'r (dyn Fn() -> bool + Sync);

/// A search that is kept for the next position.
#[derive(Default)]
pub(crate) struct MatesIn<'r> {
    search: Option<MateSearch>,
    /// If nobody is there who sees how far it has come, and interrupts it.
    stop: Option<Stop<'r>>,
}

/// The answer for a position as an object.
#[derive(Serialize)]
struct Solution<'a> {
    #[serde(flatten)]
    subject: Subject<'a>,
    mate_in: Option<usize>,
    keys: Vec<String>,
    line: Vec<String>,
    /// The score, if the game is over and the rule set has results.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Why the game is over, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    board: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Tree>,
}

/// A proof as an object.
#[derive(Serialize)]
struct Tree {
    #[serde(rename = "move")]
    key: String,
    replies: Vec<Branch>,
}

/// A reply and what answers it.
#[derive(Serialize)]
struct Branch {
    reply: String,
    answer: Tree,
}

/// What was found: the least number of moves, the first moves by their names, and the proof of the
/// first of them.
struct Found {
    moves: usize,
    keys: Vec<(String, Move)>,
    proof: Proof,
}

impl<'r> MatesIn<'r> {
    /// Searches that somebody else stops.
    #[cfg(feature = "serve")]
    pub(crate) const fn stopped_by(stop: Stop<'r>) -> Self {
        Self { search: None, stop: Some(stop) }
    }

    /// Writes within how many moves the side to move mates; says whether it does.
    pub(crate) fn answer(
        &mut self,
        position: &Position,
        args: &args::Mate,
        (id, json): (Option<&RawValue>, bool),
        out: &mut Output,
    ) -> Result<bool, Failure> {
        let end = end(position);
        let found = if end.is_some() { None } else { self.find(position, args)? };
        if json {
            write_json(position, found.as_ref(), (id, args.explain), out)?;
        } else if let Some(end) = end {
            writeln!(out, "{end}")?;
        } else {
            write(position, found.as_ref(), args.explain, out)?;
        }
        Ok(found.is_some())
    }

    fn find(&mut self, position: &Position, args: &args::Mate) -> Result<Option<Found>, Failure> {
        let search = match &mut self.search {
            Some(search) => {
                search.restart(position.clone());
                search
            }
            none => {
                let memory = usize::try_from(args.memory).unwrap_or(usize::MAX);
                none.insert(MateSearch::new(position.clone(), memory)?)
            }
        };
        let stop: Box<dyn Fn() -> bool> = match self.stop {
            Some(stop) => Box::new(stop),
            None => Box::new(interrupted()),
        };
        let most = args.within.unwrap_or(0);
        let stopped = |stopped: Stopped| Failure::new(stopped.to_string());
        let Some(mate) = search.within(most, &*stop).map_err(stopped)? else { return Ok(None) };
        let name = |mv: Move| (move_text(position.rules(), position.board().size(), mv), mv);
        let mut keys: Vec<(String, Move)> = mate.keys.into_iter().map(name).collect();
        keys.sort();
        // Shorter mates have been searched for.
        let longer = |_| stopped(Stopped { none_within: mate.moves - 1 });
        let proof = search.proof(keys[0].1, mate.moves, &*stop).map_err(longer)?;
        let proof = proof.expect("each of the keys mates");
        Ok(Some(Found { moves: mate.moves, keys, proof }))
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

/// Whether the user interrupts, who is shown how far it has come.
fn interrupted() -> impl Fn() -> bool {
    expect_interrupts();
    let progress = RefCell::new((Progress::new(None), 0));
    move || {
        let (progress, asked) = &mut *progress.borrow_mut();
        *asked += ASK_AFTER;
        progress.set(*asked);
        is_interrupted()
    }
}

fn write_json(
    position: &Position,
    found: Option<&Found>,
    (id, explain): (Option<&RawValue>, bool),
    out: &mut Output,
) -> Result<(), Failure> {
    let name = |mv: &Move| move_text(position.rules(), position.board().size(), *mv);
    let line = found.map(|found| found.proof.main_line()).unwrap_or_default();
    let (result, reason) = match end(position) {
        Some(Status::Over(outcome)) => (Some(outcome.result()), Some(outcome.reason.to_string())),
        Some(Status::Verdict(verdict)) => (None, Some(verdict.to_string())),
        None => (None, None),
    };
    json::line(
        out,
        &Solution {
            subject: Subject::new(id, position),
            mate_in: found.map(|found| found.moves),
            keys: found.map(|found| names(found).map(str::to_owned).collect()).unwrap_or_default(),
            line: line.iter().map(name).collect(),
            result,
            reason,
            board: text_of(position),
            proof: found.filter(|_| explain).map(|found| Tree::new(&found.proof, &name)),
        },
    )
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

fn names(found: &Found) -> impl Iterator<Item = &str> {
    found.keys.iter().map(|(name, _)| name.as_str())
}

fn write(
    position: &Position,
    found: Option<&Found>,
    explain: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    let Some(found) = found else { return Ok(writeln!(out, "-1")?) };
    writeln!(out, "{} {}", found.moves, names(found).collect::<Vec<_>>().join(" "))?;
    if explain { write_proof(position, &found.proof, 1, out) } else { Ok(()) }
}

/// Writes a move of the attacker, and below it each reply with what answers it.
fn write_proof(
    position: &Position,
    proof: &Proof,
    number: usize,
    out: &mut Output,
) -> Result<(), Failure> {
    let name = |mv: Move| move_text(position.rules(), position.board().size(), mv);
    let mate = if proof.replies.is_empty() { " mate" } else { "" };
    writeln!(out, "{number}. {}{mate}", name(proof.key))?;
    for (reply, answer) in &proof.replies {
        write!(out, "{:indent$}{} ", "", name(*reply), indent = 4 * number)?;
        write_proof(position, answer, number + 1, out)?;
    }
    Ok(out.end_part()?)
}
