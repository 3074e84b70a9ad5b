//! Parses the questions of cases and answers them.

use super::{Answer, Case, CaseError, Puzzle, Question, problem};
use crate::cell::Size;
use crate::notation::{Queries, Query, Reader, parse_board};
use crate::path::PathFinder;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::MOST_MOVES;

/// Parses and answers questions about one rule set. Cases share its readers of queries and its path
/// finders, one for each size of board.
///
/// # Example
/// ```
/// use kubikschach::cases::{Case, PUBLISHED, Solver};
/// use kubikschach::rules::Rules;
/// let mut solver = Solver::new(&Rules::kubikschach());
/// for case in Case::parse(PUBLISHED[0].2)? {
///     let question = solver.question(&case)?;
///     assert_eq!(solver.answer(&question, &case.expected)?, case.expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    rules: Rules,
    queries: Vec<(Size, Queries)>,
    finders: Vec<PathFinder>,
}

impl Solver {
    /// Creates a solver, which makes readers and path finders when a case needs them.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self { rules: rules.clone(), queries: Vec::new(), finders: Vec::new() }
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Parses the input of a case, as [`Case::question`] does.
    ///
    /// # Errors
    /// Returns the errors of [`Case::question`].
    pub fn question(&mut self, case: &Case) -> Result<Question, CaseError> {
        let size = match self.rules.size() {
            Some(fixed) => fixed,
            None => case.size.map_or(Ok(Size::DEFAULT), Size::try_from)?,
        };
        let known = self.queries.iter().position(|(own, _)| *own == size);
        let nth = known.unwrap_or_else(|| {
            self.queries.push((size, Queries::new(&self.rules, size)));
            self.queries.len() - 1
        });
        let mut query = || self.queries[nth].1.single(case.input.as_bytes());
        let board = || parse_board(&self.rules, &case.input);
        let other = |puzzle| CaseError::Expected { puzzle, found: case.expected.clone() };
        match case.expected.puzzle() {
            Puzzle::Path => query()
                .map(|query| Question::Path(size, query))
                .map_err(|error| if board().is_ok() { other(Puzzle::Mate) } else { error.into() }),
            Puzzle::Mate => board()
                .map(Question::Mate)
                .map_err(|error| if query().is_ok() { other(Puzzle::Path) } else { error.into() }),
        }
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
