//! Creates questions that programs with different misreadings answer differently.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::diagnosis::Observation;
use super::generate::{MateConstraint, MateGenerator};
use super::misreading::Misreading;
use crate::board::Setup;
use crate::cases::{Answer, Puzzle, Question};
use crate::cell::{Cell, Size};
use crate::notation::Query;
use crate::path::PathError;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// A generator of questions to which misreadings of the rules give different answers.
///
/// A program's answer to such a question rules out the misreadings that would give another answer.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, rules::Rules, workbench::{Misreading, Splitter}};
/// let rules = Rules::kubikschach();
/// let misreadings = Misreading::all(&rules, Puzzle::Path);
/// let mut splitter = Splitter::new(&rules, rules.size(), 1);
/// let question = splitter.next_question(&[&misreadings[0], &misreadings[1]], &[])?;
/// let question = question.expect("these two differ");
/// let expected = question.answer(&rules)?;
/// assert_ne!(misreadings[0].answer(&question, &expected)?, misreadings[1].answer(&question, &expected)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Splitter {
    rules: Rules,
    /// Size of the boards; `None` creates boards of several sizes, but no queries.
    size: Option<Size>,
    boards: MateGenerator,
    rng: Rng,
}

/// Number of misreadings that one question is meant to distinguish.
const COMPARED: usize = 8;
/// Largest number of distances to compute in the search for one query.
const SEARCHED_CELLS: usize = 1 << 16;
/// Number of random boards to try before the search for a question is given up.
const BOARDS: usize = 2000;
/// Number of further questions to try after the first suitable question, to find a better one.
const EXTRA_DRAWS: usize = 4;

/// The number of misreadings that give the most frequent answer to a question, and the question.
///
/// A question is better if this number is smaller.
type Split = (usize, Question);

impl Splitter {
    /// Creates a splitter, whose random questions depend on `seed`.
    ///
    /// `size` is the board size if the rule set leaves the size open. `None` then creates boards of
    /// several sizes, but no queries.
    #[must_use]
    pub fn new(rules: &Rules, size: Option<Size>, seed: u64) -> Self {
        let size = rules.size().or(size);
        let constraint = MateConstraint { size, ..MateConstraint::default() };
        let boards = MateGenerator::new(rules, constraint, seed);
        Self { rules: rules.clone(), size, boards, rng: Rng::with_seed(seed) }
    }

    /// Returns a question to which the misreadings give different answers; `None` if none was found.
    ///
    /// The question is not in `observed`. Most boards resemble one in `observed` that the program
    /// answered wrongly.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub fn next_question(
        &mut self,
        misreadings: &[&Misreading],
        observed: &[Observation],
    ) -> Result<Option<Question>, PathError> {
        let puzzle = self.puzzle(observed);
        let tries = match puzzle {
            _ if misreadings.len() < 2 => 0,
            Puzzle::Path => self.size.map_or(0, |size| SEARCHED_CELLS / size.cells() + 2),
            Puzzle::Mate => BOARDS,
        };
        let (mut best, mut extra): (Option<Split>, usize) = (None, 0);
        for _ in 0..tries {
            let compared = self.rng.choose_multiple(misreadings.iter().copied(), COMPARED);
            let split = match puzzle {
                Puzzle::Path => self.split_query(&compared, observed)?,
                Puzzle::Mate => self.split_board(&compared, observed)?,
            };
            extra += usize::from(best.is_some());
            if let Some(split) = split
                && best.as_ref().is_none_or(|best| split.0 < best.0)
            {
                best = Some(split);
            }
            if extra == EXTRA_DRAWS {
                break;
            }
        }
        Ok(best.map(|(_, question)| question))
    }

    /// Returns a random question; `None` if the random board is illegal or a query has no board
    /// size.
    ///
    /// A query is usually about a piece whose moves `misreadings` change. A board usually resembles
    /// one in `observed` that the program answered wrongly.
    pub fn any_question(
        &mut self,
        misreadings: &[&Misreading],
        observed: &[Observation],
    ) -> Option<Question> {
        let size = match (self.puzzle(observed), self.size) {
            (Puzzle::Mate, _) => return self.board(observed).map(Question::Mate),
            (Puzzle::Path, size) => size?,
        };
        let piece = self.piece(misreadings)?;
        let [start, finish] = [(); 2].map(|()| size.cell(self.rng.usize(..size.cells())));
        Some(Question::Path(size, Query { piece, start, finish }))
    }

    /// Returns the puzzle of the observed questions.
    ///
    /// Without observations, the puzzle is [`Puzzle::Mate`] if the rules have captures, and
    /// [`Puzzle::Path`] otherwise.
    fn puzzle(&self, observed: &[Observation]) -> Puzzle {
        let default = if self.rules.captures() { Puzzle::Mate } else { Puzzle::Path };
        observed.first().map_or(default, |observation| observation.question.puzzle())
    }

    /// Returns the query from a random start cell that divides the misreadings best.
    ///
    /// For that query, the largest group of misreadings with equal answers is smallest. Returns `None`
    /// if the misreadings agree on all queries from the start cell.
    fn split_query(
        &mut self,
        misreadings: &[&Misreading],
        observed: &[Observation],
    ) -> Result<Option<Split>, PathError> {
        let Some(size) = self.size else { return Ok(None) };
        let Some(piece) = self.piece(misreadings) else { return Ok(None) };
        let start = size.cell(self.rng.usize(..size.cells()));
        let numbers = misreadings.iter().map(|misreading| misreading.numbers(size, piece, start));
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        let mut splits = Vec::new();
        for finish in size {
            let answers = numbers.iter().map(|row| Answer::Moves(row[size.index(finish)]));
            let left = most_frequent(&answers.collect::<Vec<_>>());
            let question = Question::Path(size, Query { piece, start, finish });
            if left < misreadings.len() && !is_observed(&question, observed) {
                splits.push((left, question));
            }
        }
        let least = splits.iter().map(|(left, _)| *left).min();
        splits.retain(|(left, _)| Some(*left) == least);
        Ok(self.rng.choice(splits))
    }

    /// Returns a random piece whose moves `misreadings` change; in one of four calls, any piece.
    fn piece(&mut self, misreadings: &[&Misreading]) -> Option<Piece> {
        let misread: BTreeSet<Role> =
            misreadings.iter().flat_map(|misreading| misreading.roles()).collect();
        let any = self.rng.u8(..4) == 0 || misread.is_empty();
        let roles: Vec<Role> = if any {
            self.rules.roles().map(|(role, _)| role).collect()
        } else {
            misread.into_iter().collect()
        };
        Some(Piece::new(self.color(), self.rng.choice(roles)?))
    }

    fn color(&mut self) -> Color {
        if self.rng.bool() { Color::White } else { Color::Black }
    }

    /// Returns a random board as a question.
    ///
    /// Returns `None` if the board is illegal or in `observed`, or if all misreadings give equal
    /// answers.
    fn split_board(
        &mut self,
        misreadings: &[&Misreading],
        observed: &[Observation],
    ) -> Result<Option<Split>, PathError> {
        let Some(setup) = self.board(observed) else { return Ok(None) };
        let question = Question::Mate(setup);
        let (expected, mut answers) = (question.answer(&self.rules)?, Vec::new());
        for misreading in misreadings {
            answers.push(misreading.answer(&question, &expected)?);
        }
        let left = most_frequent(&answers);
        let splits = left < misreadings.len() && !is_observed(&question, observed);
        Ok(splits.then_some((left, question)))
    }

    /// Returns a random board; `None` if the board is illegal.
    ///
    /// Three of four boards are variations of a board that the program answered wrongly, if there
    /// is one.
    fn board(&mut self, observed: &[Observation]) -> Option<Setup> {
        let wrong = observed.iter().filter(|observation| observation.is_wrong());
        match self.rng.choice(wrong.collect::<Vec<_>>()).map(|wrong| &wrong.question) {
            Some(Question::Mate(setup)) if self.rng.u8(..4) != 0 => self.varied(setup.clone()),
            _ => self.boards.find(1, |_| true),
        }
    }

    fn varied(&mut self, mut setup: Setup) -> Option<Setup> {
        let size = setup.board.size();
        let non_royal: Vec<Role> =
            self.rules.roles().filter(|(_, def)| !def.royal).map(|(role, _)| role).collect();
        for _ in 0..self.rng.usize(1..=4) {
            let cell = size.cell(self.rng.usize(..size.cells()));
            let pieces: Vec<(Cell, Piece)> = setup.board.pieces().collect();
            let (from, piece) = self.rng.choice(pieces)?;
            let is_non_royal = !self.rules.is_royal(piece);
            match self.rng.u8(..4) {
                0 if is_non_royal => setup.board.set(from, None),
                1 | 2 if setup.board.is_empty(cell) => {
                    let added = Piece::new(self.color(), *self.rng.choice(&non_royal)?);
                    setup.board.set(cell, Some(added));
                }
                _ if setup.board.is_empty(cell) => {
                    setup.board.set(from, None);
                    setup.board.set(cell, Some(piece));
                }
                _ => {}
            }
        }
        Position::new(&self.rules, setup).ok().map(Position::into_setup)
    }
}

fn most_frequent(answers: &[Answer]) -> usize {
    let count = |answer: &Answer| answers.iter().filter(|other| *other == answer).count();
    answers.iter().map(count).max().unwrap_or(0)
}

fn is_observed(question: &Question, observed: &[Observation]) -> bool {
    observed.iter().any(|observation| observation.question == *question)
}
