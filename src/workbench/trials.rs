//! Creates questions that reveal the mistakes of an unknown program.

use fastrand::Rng;

use super::generate::{Impossible, MateConstraint, MateGenerator, PathConstraint, PathGenerator};
use super::reading::{Reading, ReadingKind};
use crate::cases::{Puzzle, Question};
use crate::cell::Size;
use crate::notation::Query;
use crate::path::MoveGraph;
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// Creates questions that reveal mistakes, aimed at one reading after the other.
///
/// In the first round every question is aimed at a reading. Later, every other question comes from
/// a [`PathGenerator`] or [`MateGenerator`], which may reveal mistakes outside the known readings.
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
    /// Indexes of the readings that no question of this round has caught yet.
    left: Vec<usize>,
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

/// Number of boards drawn in search of one that a reading answers wrongly.
const TRIES: usize = 20_000;
/// Number of cells for which distances are computed in search of a query.
///
/// On the largest boards this allows only two start cells.
const SEARCHED_CELLS: usize = 1 << 18;

impl Trials {
    /// Creates the trials of a puzzle.
    ///
    /// If the rule set leaves the size open, paths need a size; mates without a size are on boards
    /// of several sizes.
    ///
    /// # Errors
    /// Returns an error if the puzzle is [`Puzzle::Path`] and the board has no size.
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
    /// Returns an error if no question was found.
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

    /// Returns a question aimed at the next uncaught reading, and marks all readings it catches.
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

    /// Returns a question that the reading with index `nth` answers wrongly; `None` if none was
    /// found.
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

struct Maps<'m> {
    right: &'m Rules,
    wrong: &'m Rules,
    size: Size,
}

impl Maps<'_> {
    /// Returns a query from a random start cell whose number of moves differs between the rules.
    ///
    /// Returns `None` if the distances of all cells agree.
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
