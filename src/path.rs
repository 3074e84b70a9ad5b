//! The move graph of a piece on an empty board, the least number of moves in it or among other
//! pieces, and why there is no way.

mod distance_table;
mod empty_board_paths;
mod finder;
mod invariants;
mod obstructed_paths;
mod routes;
mod search;
mod visit;

use std::collections::TryReserveError;
use std::error::Error;
use std::fmt;

pub use petgraph::Direction;

pub use self::finder::PathFinder;
pub use self::invariants::{Confinement, LinearForm, Obstacle};
pub use self::routes::{RouteCount, Routes};
pub use self::search::Search;
pub use self::visit::Visited;
use crate::cell::{Axis, Cell, Isometry, Size};
use crate::memory::TOO_LITTLE;
pub use crate::movement::Neighbors;
use crate::movement::{EmptyBoardSteps, Step};
use crate::piece::Piece;
use crate::rules::Rules;

/// A question about the way of a piece, as [`notation::query`](crate::notation::query) reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub start: Cell,
    /// Where it should go.
    pub finish: Cell,
}

/// Why a question about a way among other pieces has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathError {
    /// There is not enough memory.
    Memory(TryReserveError),
    /// This stands on the start, and is not the piece that is asked about.
    StartTaken(Piece),
    /// What the piece can capture on its way, in whatever order, makes too many positions to be
    /// searched.
    TooManyPositions,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(_) => f.write_str(TOO_LITTLE),
            Self::StartTaken(_) => f.write_str("another piece stands on the start"),
            Self::TooManyPositions => f.write_str(
                "too many positions to search: the piece may capture others in too many orders",
            ),
        }
    }
}

impl Error for PathError {}

impl From<TryReserveError> for PathError {
    fn from(error: TryReserveError) -> Self {
        Self::Memory(error)
    }
}

/// The graph of a piece's moves on an empty board: a node for each cell, an edge for each move.
///
/// It is never stored: edges are read off the rules when asked for. It implements petgraph's
/// visit traits, so that petgraph's algorithms run on it (those of petgraph 0.8).
///
/// It answers single questions. For many, and for routes, there are [`PathFinder`] and [`Routes`].
///
/// # Example
/// ```
/// use kubikschach::{path::MoveGraph, piece::{Color, Piece}, rules::Rules};
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let bishop = Piece::new(Color::White, rules.role_named("bishop").expect("a piece"));
/// let graph = MoveGraph::new(&rules, size, bishop);
/// assert_eq!(petgraph::algo::connected_components(&graph), 4);
/// ```
#[derive(Clone, Debug)]
pub struct MoveGraph {
    rules: Rules,
    steps: EmptyBoardSteps,
}

impl MoveGraph {
    /// The graph of a piece of a rule set on a board of this size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size, piece: Piece) -> Self {
        Self { rules: rules.clone(), steps: EmptyBoardSteps::new(rules.movement(), size, piece) }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.steps.size()
    }

    /// The cells one move away, each once, in the order of their indexes: those the piece can go
    /// to (`Outgoing`) or come from (`Incoming`); none if the board has no such cell.
    #[must_use]
    pub fn neighbors(&self, cell: Cell, direction: Direction) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.steps.neighbors(cell, direction).collect();
        cells.sort_unstable();
        cells
    }

    /// The number of moves there are from all cells.
    ///
    /// # Complexity
    /// All edges are visited.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        let neighbors = |cell| self.steps.neighbors(cell, Direction::Outgoing);
        self.size().iter().map(|cell| neighbors(cell).count()).sum()
    }

    /// The axes across which a mirror shows the same graph, so that what is known of a cell is
    /// known of its images.
    #[must_use]
    pub fn mirrors(&self) -> Vec<Axis> {
        let (steps, size) = (self.steps.as_slice().iter().collect::<Vec<_>>(), self.size());
        let is_same = |axis: &Axis| Step::are_same(&steps, Isometry::mirror(&[*axis]), size);
        Axis::ALL.into_iter().filter(is_same).collect()
    }

    /// The least number of moves from `start` to `finish`; `None` if there is no way, or no such
    /// cell.
    ///
    /// # Errors
    /// If there is not enough memory; see [`Search`].
    pub fn distance(&self, start: Cell, finish: Cell) -> Result<Option<u32>, TryReserveError> {
        Ok(self.clone().search_from(start)?.distance(finish))
    }

    /// The largest distance between two cells with a way between them.
    ///
    /// # Errors
    /// If there is not enough memory.
    ///
    /// # Complexity
    /// A complete search from every cell that is not the image of another in a mirror.
    pub fn diameter(&self) -> Result<u32, TryReserveError> {
        let mut search = self.clone().search_from(Cell::new(0, 0, 0))?;
        let mut farthest = |start| {
            search.restart(start);
            search.farthest()
        };
        let mirrors = self.mirrors();
        let is_image = |cell: Cell| {
            mirrors.iter().any(|&axis| cell.along(axis) > self.size().opposite(cell.along(axis)))
        };
        let starts = self.size().iter().filter(|&cell| !is_image(cell));
        Ok(starts.map(&mut farthest).max().unwrap_or(0))
    }
}
