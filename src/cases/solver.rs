//! Answers the questions of cases.

use super::{Answer, CaseError, Question, problem};
use crate::cell::Size;
use crate::notation::Query;
use crate::path::PathFinder;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::MOST_MOVES;

/// Answers questions about one rule set, and keeps a path finder for each size of board.
///
/// # Example
/// ```
/// use kubikschach::cases::{Case, PUBLISHED, Solver};
/// use kubikschach::rules::Rules;
/// let mut solver = Solver::new(&Rules::kubikschach());
/// for case in Case::parse(PUBLISHED[0].2)? {
///     let question = case.question(solver.rules())?;
///     assert_eq!(solver.answer(&question, &case.expected)?, case.expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    rules: Rules,
    finders: Vec<PathFinder>,
}

impl Solver {
    /// Creates a solver without path finders.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self { rules: rules.clone(), finders: Vec::new() }
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the right answer to a question, of the same kind as `like`.
    ///
    /// # Errors
    /// Returns an error if a board breaks an invariant of the rules, if a cell is not on the board,
    /// or if the memory of a mate search cannot be allocated.
    pub fn answer(&mut self, question: &Question, like: &Answer) -> Result<Answer, CaseError> {
        let setup = match question {
            Question::Path(size, query) => return self.moves(*size, *query),
            Question::Mate(setup) => setup,
        };
        let position = Position::new(&self.rules, setup.clone())?;
        Ok(match like {
            Answer::Status(_) => Answer::Status(position.status().to_string()),
            Answer::MateIn { moves, .. } => problem::answer(position, moves.unwrap_or(MOST_MOVES))?,
            _ => Answer::Checkmate(position.is_checkmate()),
        })
    }

    fn moves(&mut self, size: Size, query: Query) -> Result<Answer, CaseError> {
        let known = self.finders.iter().position(|finder| finder.size() == size);
        let nth = known.unwrap_or_else(|| {
            self.finders.push(PathFinder::new(&self.rules, size));
            self.finders.len() - 1
        });
        Ok(Answer::Moves(self.finders[nth].distance(query)?))
    }
}
