//! Answers cases about mate problems and creates such cases.

use super::{Answer, Case, CaseError, Form, Question};
use crate::board::{Move, Setup};
use crate::control::Control;
use crate::notation::write_move;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::{MateSearch, ProblemParts};

/// Bytes of the transposition table of a search.
const MEMORY: usize = 64 << 20;

/// Returns the shortest mate in at most `within` moves, with its key moves, as [`Answer::MateIn`].
///
/// # Errors
/// Returns an error if a game cannot continue from the position, or if the memory cannot be
/// allocated.
pub(super) fn answer(position: Position, within: usize) -> Result<Answer, CaseError> {
    position.validate_playable()?;
    let (rules, size) = (position.rules().clone(), position.board().size());
    let search = MateSearch::new(position, MEMORY);
    let mut search = search.map_err(|_| CaseError::TooLittleMemory)?;
    let problem = search.problem(within, ProblemParts::default(), &Control::FREE);
    // The search cannot fail: a free control never stops it, and only proofs can be too large.
    Ok(match problem.ok().and_then(|problem| problem.mate) {
        Some(mate) => {
            let keys = mate.keys.iter().map(|key| write_move(&rules, size, *key));
            Answer::MateIn { moves: Some(mate.moves), keys: keys.collect() }
        }
        None => Answer::MateIn { moves: None, keys: Vec::new() },
    })
}

impl Case {
    /// Creates a case that expects a mate in `moves` with the only key move `key`.
    ///
    /// `rules_name` is the name or file by which the case refers to its rule set.
    #[must_use]
    pub fn of_problem(
        rules: &Rules,
        rules_name: &str,
        name: String,
        setup: &Setup,
        moves: usize,
        key: Move,
    ) -> Self {
        let keys = vec![write_move(rules, setup.board.size(), key)];
        let input = Question::Mate(setup.clone()).text(rules, Form::Line);
        Self {
            name,
            kind: String::new(),
            rules: rules_name.to_owned(),
            size: None,
            input: input.trim_end().to_owned(),
            expected: Answer::MateIn { moves: Some(moves), keys },
            why: String::new(),
            source: String::new(),
        }
    }
}
