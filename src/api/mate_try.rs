//! The command `mate` with the fields `in` and `try`: judges a first move in a mate problem.

use serde::Serialize;

use super::error::Error;
use super::mate_in::{final_status, result_and_reason};
use super::shared_search::SharedSearch;
use crate::board::Move;
use crate::control::Control;
use crate::notation::write_move;
use crate::play::text_of;
use crate::position::Position;
use crate::render::{JudgedTry, figurine};
use crate::search::{MateSearch, TryOutcome};

/// Asks if a first move forces mate.
#[derive(Clone, Debug)]
pub(crate) struct TryQuestion {
    /// Position of the problem.
    pub(crate) position: Position,
    /// Number of moves within which the problem asks for mate.
    pub(super) moves: usize,
    /// First move, which is legal.
    pub(super) mv: Move,
    /// True to write the moves also in figurine notation.
    pub(super) figurines: bool,
    pub(super) search: SharedSearch,
}

impl TryQuestion {
    /// Judges the move.
    ///
    /// # Errors
    /// Returns an error if `control` stops the search, or if the memory cannot be allocated.
    pub(crate) fn answer(&self, control: &Control<'_>) -> Result<TryAnswer, Error> {
        let judge = |search: &mut MateSearch| search.judge(self.mv, self.moves, control);
        let outcome = self.search.search_from(&self.position, judge)??;
        Ok(self.answer_of(outcome))
    }

    fn answer_of(&self, outcome: TryOutcome) -> TryAnswer {
        let Self { position, moves, mv, figurines, .. } = self;
        let judged =
            JudgedTry { position, within: *moves, mv: *mv, outcome, figurines: *figurines };
        let after = judged.after();
        let name = |mv| write_move(position.rules(), position.board().size(), mv);
        let reply = outcome.reply();
        let (result, reason) = result_and_reason(final_status(&after));
        TryAnswer {
            size: position.board().size().edge(),
            side: position.turn().name(),
            mv: name(*mv),
            figurine: figurines.then(|| figurine(position, *mv)),
            right: outcome.is_right(),
            defence: reply.map(name),
            defence_figurine: reply.filter(|_| *figurines).map(|reply| figurine(&after, reply)),
            mate_in: outcome.mate_in(),
            result,
            reason,
            text: judged.to_string(),
            board: text_of(position),
        }
    }
}

/// The answer to a [`TryQuestion`]: the judgement and the reply that matters most.
#[derive(Debug, Serialize)]
pub(crate) struct TryAnswer {
    size: usize,
    side: &'static str,
    #[serde(rename = "try")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    figurine: Option<String>,
    /// True if the move mates or forces mate in time.
    pub(crate) right: bool,
    /// Reply that delays the mate longest or refutes the move; `None` if the game is over.
    defence: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defence_figurine: Option<String>,
    /// Number of moves to mate after the reply; `None` if the move is wrong.
    mate_in: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Judgement as a sentence.
    pub(crate) text: String,
    board: String,
}
