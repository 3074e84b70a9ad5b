//! Generates random path queries that meet a constraint.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use super::Impossible;
use crate::cases::Question;
use crate::cell::{Cell, Size};
use crate::notation::Query;
use crate::path::{Distances, MoveGraph};
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// The constraint on a generated path query: a piece with its start and its finish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathConstraint {
    /// Role of the piece; `None` allows any role.
    pub role: Option<Role>,
    /// Color of the piece; `None` allows both colors.
    pub color: Option<Color>,
    /// Way from start to finish.
    pub length: PathLength,
}

/// A constraint on the way from the start of a path query to its finish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathLength {
    /// Any way, or none.
    #[default]
    Any,
    /// The least number of moves.
    Moves(u32),
    /// The finish cannot be reached.
    Unreachable,
}

/// Generates random path queries, with each allowed piece in turn.
///
/// All distances from a start cell are equally frequent, unless the constraint fixes the distance.
///
/// # Example
/// ```
/// use kubikschach::{cases::Answer, rules::Rules};
/// use kubikschach::workbench::{PathConstraint, PathGenerator, PathLength};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let constraint = PathConstraint { length: PathLength::Moves(4), ..PathConstraint::default() };
/// let question = PathGenerator::new(&rules, size, constraint, 1).next_question()?;
/// assert_eq!(question.answer(&rules)?, Answer::Moves(Some(4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathGenerator {
    rules: Rules,
    size: Size,
    /// Pieces to use in turn; a piece is removed when no query is found for it.
    pieces: Vec<Piece>,
    length: PathLength,
    nth: usize,
    /// Largest distance found so far, in moves, which the error message names.
    most: u32,
    rng: Rng,
}

/// Largest number of distances to compute in the search for one query.
const SEARCHED_CELLS: usize = 1 << 24;

/// Cells by their distance from a start cell; unreachable cells have the key `None`.
type Finishes = BTreeMap<Option<u32>, Vec<Cell>>;

impl PathGenerator {
    /// Creates a generator of queries on boards of one size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size, constraint: PathConstraint, seed: u64) -> Self {
        let is_asked_for = |piece: &Piece| {
            constraint.role.is_none_or(|role| role == piece.role())
                && constraint.color.is_none_or(|color| color == piece.color())
        };
        let pieces = rules.letters().map(|(_, piece)| piece).filter(is_asked_for);
        let mut rng = Rng::with_seed(seed);
        let mut pieces: Vec<Piece> = pieces.collect();
        rng.shuffle(&mut pieces);
        let length = constraint.length;
        Self { rules: rules.clone(), size, pieces, length, nth: 0, most: 0, rng }
    }

    /// Returns the next random query.
    ///
    /// # Errors
    /// Returns an error if no query was found.
    ///
    /// # Complexity
    /// One breadth-first search; with a fixed distance, one for each start cell that is tried.
    pub fn next_question(&mut self) -> Result<Question, Impossible> {
        while !self.pieces.is_empty() {
            self.nth %= self.pieces.len();
            let piece = self.pieces[self.nth];
            let found = match self.length {
                PathLength::Any => Some(self.any(piece)),
                PathLength::Moves(moves) => self.of_distance(piece, Some(moves)),
                PathLength::Unreachable => self.of_distance(piece, None),
            };
            let Some((start, finish)) = found else {
                self.pieces.remove(self.nth);
                continue;
            };
            self.nth += 1;
            return Ok(Question::Path(self.size, Query { piece, start, finish }));
        }
        Err(Impossible(self.reason()))
    }

    /// Returns a random start cell and a finish; each distance from the start is equally likely.
    fn any(&mut self, piece: Piece) -> (Cell, Cell) {
        let start = self.size.cell(self.rng.usize(..self.size.cells()));
        let finishes = self.finishes(piece, start);
        let nth = self.rng.usize(..finishes.len());
        let cells = finishes.values().nth(nth).expect("there are that many");
        (start, cells[self.rng.usize(..cells.len())])
    }

    /// Returns a start cell and a finish at a distance of `moves`, or one that cannot be reached if
    /// `moves` is `None`. The result is `None` if none was found.
    ///
    /// Start cells are tried in random order, so that all suitable start cells are equally likely.
    fn of_distance(&mut self, piece: Piece, moves: Option<u32>) -> Option<(Cell, Cell)> {
        let (starts, mut known) = (self.starts(), BTreeSet::new());
        while known.len() < starts {
            let start = self.size.cell(self.rng.usize(..self.size.cells()));
            if !known.insert(start) {
                continue;
            }
            let finishes = self.finishes(piece, start);
            self.most = finishes.keys().last().copied().flatten().unwrap_or(0).max(self.most);
            if let Some(cells) = finishes.get(&moves) {
                return Some((start, cells[self.rng.usize(..cells.len())]));
            }
        }
        None
    }

    fn starts(&self) -> usize {
        let cells = self.size.cells();
        cells.min((SEARCHED_CELLS / cells).max(1))
    }

    fn finishes(&self, piece: Piece, start: Cell) -> Finishes {
        let graph = MoveGraph::new(&self.rules, self.size, piece);
        let distances = graph.distances_from(start);
        let mut finishes = Finishes::new();
        for (finish, moves) in self.size.iter().zip(distances.iter().flat_map(Distances::iter)) {
            finishes.entry(moves).or_default().push(finish);
        }
        finishes
    }

    fn reason(&self) -> String {
        let (starts, cells) = (self.starts(), self.size.cells());
        let told = if starts < cells {
            format!(" (from {starts} start cells tried)")
        } else {
            String::new()
        };
        let board = format!("on a board of {} cells{told}", self.size);
        match self.length {
            PathLength::Moves(moves) => {
                format!(
                    "{board} no chosen piece ever needs {moves} moves: the longest way takes {}",
                    self.most
                )
            }
            _ => format!(
                "{board} every chosen piece can get from each cell to every other, so -1 is never the answer"
            ),
        }
    }
}
