//! Trials: questions for a program with unknown mistakes.

use fastrand::Rng;

use super::generate::{Impossible, MateConstraint, MateGenerator, PathConstraint, PathGenerator};
use super::reading::{Reading, ReadingKind};
use crate::cases::{Puzzle, Question};
use crate::cell::Size;
use crate::notation::Query;
use crate::path::MoveGraph;
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A generator of questions that wrong readings answer wrongly, one reading after the other.
///
/// After each reading has had its question, every other question is a balanced one, to find
/// mistakes outside the known readings.
///
/// # Example
/// ```
/// use kubikschach::{cases::Puzzle, rules::Rules, workbench::Trials};
/// let rules = Rules::kubikschach();
/// let mut trials = Trials::new(&rules, Puzzle::Path, None, 1)?;
/// assert_eq!(trials.next_question()?.puzzle(), Puzzle::Path);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trials {
    rules: Rules,
    readings: Vec<Reading>,
    /// The readings that no question of this round catches.
    left: Vec<usize>,
    /// The number of finished rounds.
    rounds: usize,
    balanced: Balanced,
    nth: usize,
    rng: Rng,
}

#[derive(Clone, Debug)]
enum Balanced {
    Path(PathGenerator, Size),
    Mate(MateGenerator),
}

/// The number of boards to try for a reading.
const TRIES: usize = 20_000;
/// The most cells to search for a query that a reading answers wrongly: two searches on huge
/// boards.
const SEARCHED_CELLS: usize = 1 << 18;

impl Trials {
    /// Creates the trials of a puzzle. Without a size, mates are on boards of several sizes.
    ///
    /// # Errors
    /// If a path puzzle has no board size.
    pub fn new(
        rules: &Rules,
        puzzle: Puzzle,
        size: Option<Size>,
        seed: u64,
    ) -> Result<Self, Impossible> {
        let balanced = match puzzle {
            Puzzle::Path => {
                let size = rules.size().or(size);
                let size =
                    size.ok_or_else(|| Impossible("paths need the size of a board".to_owned()))?;
                let constraint = PathConstraint::default();
                Balanced::Path(PathGenerator::new(rules, size, constraint, seed), size)
            }
            Puzzle::Mate => {
                let constraint = MateConstraint { size, ..MateConstraint::default() };
                Balanced::Mate(MateGenerator::new(rules, constraint, seed))
            }
        };
        let mut rng = Rng::with_seed(seed);
        let mut readings = Reading::all(rules, puzzle);
        rng.shuffle(&mut readings);
        Ok(Self {
            rules: rules.clone(),
            readings,
            left: Vec::new(),
            rounds: 0,
            balanced,
            nth: 0,
            rng,
        })
    }

    /// Returns the next question.
    ///
    /// # Errors
    /// If there is none, or memory is too small to find it.
    pub fn next_question(&mut self) -> Result<Question, Impossible> {
        self.nth += 1;
        let aims = self.rounds == 0 || self.nth.is_multiple_of(2);
        let aimed = if aims { self.next_aimed() } else { None };
        match (aimed, &mut self.balanced) {
            (Some(question), _) => Ok(question),
            (None, Balanced::Path(paths, _)) => paths.next_question(),
            (None, Balanced::Mate(boards)) => boards.next_question(),
        }
    }

    /// Returns a question for the next uncaught reading, and drops all readings that it catches.
    fn next_aimed(&mut self) -> Option<Question> {
        if self.left.is_empty() {
            self.left = (0..self.readings.len()).collect();
        }
        let nth = self.left.pop()?;
        let question = self.aimed_at(nth);
        if let Some(question) = &question {
            let expected = question.answer(&self.rules).ok()?;
            let passes =
                |nth: &usize| !self.readings[*nth].fails(question, &expected).unwrap_or(true);
            self.left.retain(passes);
        }
        self.rounds += usize::from(self.left.is_empty());
        question
    }

    /// Returns a question that a reading answers wrongly; `None` if none was found soon.
    fn aimed_at(&mut self, nth: usize) -> Option<Question> {
        let reading = self.readings.get(nth)?;
        match (&mut self.balanced, &reading.kind) {
            (Balanced::Path(_, size), ReadingKind::Movement(role, _)) => {
                let maps = Maps { right: &self.rules, wrong: reading.rules(), size: *size };
                let tries = (SEARCHED_CELLS / size.cells()).clamp(2, size.cells());
                (0..tries).find_map(|_| maps.differing(*role, &mut self.rng))
            }
            (Balanced::Path(..), _) => None,
            (Balanced::Mate(boards), _) => {
                let rules = &self.rules;
                let setup = boards.find(TRIES, |position| {
                    let question = Question::Mate(position.clone().into_setup());
                    let expected = question.answer(rules);
                    expected.is_ok_and(|right| reading.fails(&question, &right).unwrap_or(false))
                });
                setup.map(Question::Mate)
            }
        }
    }
}

/// The right and the wrong rules, compared by distances on a board.
struct Maps<'m> {
    right: &'m Rules,
    wrong: &'m Rules,
    size: Size,
}

impl Maps<'_> {
    /// Returns a query from a random start whose number of moves differs, if there is one.
    fn differing(&self, role: Role, rng: &mut Rng) -> Option<Question> {
        let color = if rng.bool() { Color::White } else { Color::Black };
        let piece = Piece::new(color, role);
        let start = self.size.cell(rng.usize(..self.size.cells()));
        let distances = |rules| MoveGraph::new(rules, self.size, piece).distances_from(start).ok();
        let (right, wrong) = (distances(self.right)?, distances(self.wrong)?);
        let differ = self.size.iter().filter(|&cell| right.get(cell) != wrong.get(cell));
        let finish = rng.choice(differ.collect::<Vec<_>>())?;
        Some(Question::Path(self.size, Query { piece, start, finish }))
    }
}
