//! The command `mate` with the field `in`: searches for a forced mate and lists the parts of its
//! solution.

mod solution;

use self::solution::LineMoves;
pub(crate) use self::solution::SolutionJson;
pub(super) use self::solution::result_and_reason;
use super::error::{Error, ErrorKind};
use super::shared_search::SharedSearch;
use crate::control::Control;
use crate::position::Position;
use crate::search::{MateSearch, Problem, ProblemParts, ProofError};
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
    /// True to write the moves also in figurine notation.
    pub(crate) figurines: bool,
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
        let solve = |search: &mut MateSearch| {
            search.problem(self.moves, self.parts, control).map_err(|error| match error {
                ProofError::Stopped => stopped(search.none_within()),
                ProofError::TooLarge => Error::new(error.to_string()).limit(),
            })
        };
        let problem = self.search.search_from(position, solve)??;
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
pub(super) fn final_status(position: &Position) -> Option<Status> {
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
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn mate_in(&self) -> Option<usize> {
        Some(self.solution.as_ref().ok()?.mate.as_ref()?.moves)
    }

    /// Returns the position of the question.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) const fn position(&self) -> &Position {
        &self.question.position
    }

    /// Returns `true` if the question asks for figurine notation.
    #[cfg(feature = "cli")]
    pub(crate) const fn has_figurines(&self) -> bool {
        self.question.figurines
    }

    /// Returns the JSON object of the answer.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(crate) fn to_json(&self, control: &Control<'_>) -> Result<SolutionJson, Error> {
        let MateInQuestion { position, moves: within, parts, figurines, .. } = self.question;
        let unsolved = Problem::unsolved(*within, *parts);
        let problem = self.solution.as_ref().unwrap_or(&unsolved);
        let mut moves = LineMoves::new(position, *figurines, control);
        Ok(SolutionJson::new(problem, self.solution.as_ref().err().copied(), &mut moves)?)
    }
}
