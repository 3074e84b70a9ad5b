//! Trials: questions for a program that may have any mistake.

use fastrand::Rng;

use super::generate::{Impossible, MateConstraint, MateGenerator, PathConstraint, PathGenerator};
use super::reading::{Reading, ReadingKind};
use crate::cases::{Puzzle, Question};
use crate::cell::Size;
use crate::notation::Query;
use crate::path::MoveGraph;
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// Makes questions that wrong readings get wrong, one reading after the other; once all readings had
/// one, every other question is balanced instead, for mistakes that nobody thought of.
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
    /// The readings that no question of this round catches yet.
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

/// The number of boards tried for a reading.
const TRIES: usize = 20_000;
/// How many cells are searched for a query that a reading gets wrong: two searches on huge boards.
const SEARCHED_CELLS: usize = 1 << 18;

impl Trials {
    /// The trials of a puzzle on boards of a size; mates on boards of several, if none is given.
    ///
    /// # Errors
    /// If the boards of a path have no size.
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

    /// The next question.
    ///
    /// # Errors
    /// If there is none, or not enough memory to find it.
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

    /// A question for the next of the readings that are left; it may catch others too.
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

    /// A question that a reading gets wrong, if one is found soon.
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

/// The right and the wrong distances on a board.
struct Maps<'m> {
    right: &'m Rules,
    wrong: &'m Rules,
    size: Size,
}

impl Maps<'_> {
    /// A query from a random start whose number of moves differs, if that start has any.
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
