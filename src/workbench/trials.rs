//! Creates questions that reveal the misreadings of an unknown program.

use fastrand::Rng;

use super::generate::{Impossible, MateConstraint, MateGenerator, PathConstraint, PathGenerator};
use super::misreading::{Misreading, MisreadingKind};
use crate::cases::{Puzzle, Question};
use crate::cell::Size;
use crate::notation::Query;
use crate::path::MoveGraph;
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A generator of questions that reveal misreadings, most of them aimed at one misreading.
///
/// In the first round every question is aimed at a misreading. Later, every other question is random
/// and comes from a [`PathGenerator`] or [`MateGenerator`]. Random questions may reveal misreadings
/// outside the known misreadings.
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
    misreadings: Vec<Misreading>,
    /// Indexes of the misreadings that no question of this round has caught yet.
    left: Vec<usize>,
    is_first_round: bool,
    balanced: Balanced,
    nth: usize,
    rng: Rng,
}

#[derive(Clone, Debug)]
enum Balanced {
    Path(PathGenerator, Size),
    Mate(MateGenerator),
}

/// Number of random boards to try before the search for a question is given up.
const TRIES: usize = 20_000;
/// Largest number of distances to compute in the search for one query.
///
/// On the largest boards, distances from only two start cells are computed.
const SEARCHED_CELLS: usize = 1 << 18;

impl Trials {
    /// Creates a generator of questions of one puzzle.
    ///
    /// If the rule set leaves the size open, path questions need `size`. Mate questions without
    /// `size` have boards of several sizes.
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
        let mut misreadings = Misreading::all(rules, puzzle);
        rng.shuffle(&mut misreadings);
        Ok(Self {
            rules: rules.clone(),
            misreadings,
            left: Vec::new(),
            is_first_round: true,
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
        let aims = self.is_first_round || self.nth.is_multiple_of(2);
        let aimed = if aims { self.next_aimed() } else { None };
        match (aimed, &mut self.balanced) {
            (Some(question), _) => Ok(question),
            (None, Balanced::Path(paths, _)) => paths.next_question(),
            (None, Balanced::Mate(boards)) => boards.next_question(),
        }
    }

    /// Returns a question aimed at the next misreading that this round has not caught.
    ///
    /// All misreadings that the question catches are removed from the list of this round.
    fn next_aimed(&mut self) -> Option<Question> {
        if self.left.is_empty() {
            self.left = (0..self.misreadings.len()).collect();
        }
        let nth = self.left.pop()?;
        let question = self.aimed_at(nth);
        if let Some(question) = &question {
            let expected = question.answer(&self.rules).ok()?;
            let passes =
                |nth: &usize| !self.misreadings[*nth].fails(question, &expected).unwrap_or(true);
            self.left.retain(passes);
        }
        self.is_first_round &= !self.left.is_empty();
        question
    }

    fn aimed_at(&mut self, nth: usize) -> Option<Question> {
        let misreading = self.misreadings.get(nth)?;
        match (&mut self.balanced, &misreading.kind) {
            (Balanced::Path(_, size), MisreadingKind::Movement(role, _)) => {
                let comparison =
                    Comparison { right: &self.rules, wrong: misreading.rules(), size: *size };
                let tries = (SEARCHED_CELLS / size.cells()).clamp(2, size.cells());
                (0..tries).find_map(|_| comparison.differing_query(*role, &mut self.rng))
            }
            (Balanced::Path(..), _) => None,
            (Balanced::Mate(boards), _) => {
                let rules = &self.rules;
                let setup = boards.find(TRIES, |position| {
                    let question = Question::Mate(position.clone().into_setup());
                    let expected = question.answer(rules);
                    expected.is_ok_and(|right| misreading.fails(&question, &right).unwrap_or(false))
                });
                setup.map(Question::Mate)
            }
        }
    }
}

struct Comparison<'m> {
    right: &'m Rules,
    wrong: &'m Rules,
    size: Size,
}

impl Comparison<'_> {
    /// Returns a query with different numbers of moves under the right and the wrong rules.
    ///
    /// The start cell is random. Returns `None` if the right and the wrong rules give equal
    /// distances from that cell to all cells.
    fn differing_query(&self, role: Role, rng: &mut Rng) -> Option<Question> {
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
