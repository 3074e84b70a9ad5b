//! Shortest routes of a piece, on an empty board or on a board with other pieces, and the reasons
//! why a piece cannot reach a cell.

mod board_search;
mod distances;
mod empty_board_paths;
mod finder;
mod invariants;
mod mirrors;
mod obstructed_paths;
mod routes;
mod search;
mod visit;

use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};

pub use petgraph::Direction;

pub use self::distances::Distances;
pub use self::finder::PathFinder;
pub use self::invariants::{Confinement, LinearForm, NoRoute};
pub use self::routes::{RouteCount, Routes};
pub use self::visit::{NamedCell, Visited};
use crate::cell::{Axis, Cell, Isometry, Offset, Size};
use crate::control::{Control, Stopped};
use crate::movement::{MoveKind, Step};
use crate::piece::Piece;
use crate::rules::Rules;
use smallvec::SmallVec;

/// A query for the shortest route of a piece from one cell to another.
/// [`notation::parse_query`](crate::notation::parse_query) parses queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Query {
    /// The piece that moves.
    pub piece: Piece,
    /// The cell from which the piece starts.
    pub start: Cell,
    /// The cell that the piece must reach.
    pub finish: Cell,
}

/// The reason why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathError {
    /// This cell of the query is not on the board.
    NotOnBoard(Cell),
    /// The start cell has this piece, which is not the queried piece.
    StartTaken(Piece),
    /// The search was too large, because the queried piece may capture other pieces in too many
    /// orders.
    TooManyPositions,
    /// A [`Control`] stopped the search.
    Stopped,
}

impl From<Stopped> for PathError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stopped => "stopped",
            Self::NotOnBoard(_) => "the board has no such cell",
            Self::StartTaken(_) => "another piece stands on the start",
            Self::TooManyPositions => {
                "too many positions to search: the piece may capture others in too many orders"
            }
        })
    }
}

impl Error for PathError {}

/// The graph of a piece's moves on an empty board: a node for each cell, an edge for each move.
///
/// The graph computes its edges from the rules and stores none. `&MoveGraph` implements the visit
/// traits of petgraph 0.8, so petgraph's algorithms run on it. The weight of a node is its
/// [`NamedCell`]; the weight of each edge is 1.0.
///
/// Each query of the graph starts a new search. For many queries use a [`PathFinder`] or
/// [`Routes`], which keep their searches.
///
/// # Example
/// ```
/// use kubikschach::{path::MoveGraph, piece::{Color, Piece}, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.size().expect("its size is fixed");
/// let bishop = Piece::new(Color::White, rules.role_named("bishop").expect("a piece"));
/// let graph = MoveGraph::new(&rules, size, bishop);
/// assert_eq!(petgraph::algo::connected_components(&graph), 4);
/// ```
#[derive(Clone, Debug)]
pub struct MoveGraph {
    rules: Rules,
    size: Size,
    steps: Arc<[Step]>,
    /// True if two different steps of the piece may lead from one cell to the same other cell.
    overlaps: bool,
    nodes: OnceLock<Vec<NamedCell>>,
}

impl MoveGraph {
    /// Creates the graph of a piece on a board of this size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size, piece: Piece) -> Self {
        let movement = rules.movement();
        let quiet = |step: &&Step| step.allows(MoveKind::Quiet);
        Self {
            rules: rules.clone(),
            size,
            steps: movement.steps_of(piece).filter(quiet).cloned().collect(),
            overlaps: movement.overlapping().contains(piece.role()),
            nodes: OnceLock::new(),
        }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the cells that the piece on `cell` can go to (`Outgoing`) or come from (`Incoming`)
    /// in one move, sorted by index.
    ///
    /// The list is empty if `cell` is not on the board.
    #[must_use]
    pub fn adjacent(&self, cell: Cell, direction: Direction) -> Vec<Cell> {
        let mut cells = self.neighbors(cell, direction).into_vec();
        cells.sort_unstable();
        cells
    }

    /// Returns the cells that [`MoveGraph::adjacent`] returns, in any order.
    fn neighbors(&self, cell: Cell, direction: Direction) -> SmallVec<[Cell; 32]> {
        let mut cells = SmallVec::new();
        if self.size.contains(cell) {
            for (offset, len) in self.rays(cell, direction) {
                let mut to = cell;
                for _ in 0..len {
                    to = moved(to, offset);
                    cells.push(to);
                }
            }
        }
        if self.overlaps {
            cells.sort_unstable();
            cells.dedup();
        }
        cells
    }

    /// Returns the offset of each step, and the number of cells that the step reaches from `cell`
    /// on an empty board.
    ///
    /// For [`Direction::Incoming`], the offset is reversed, and the number counts the cells from
    /// which the step reaches `cell`.
    fn rays(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = (Offset, u16)> {
        let steps = self.steps.iter();
        steps.map(move |step| (step.toward(direction), step.reach_len(self.size, cell, direction)))
    }

    /// Returns the number of edges: the number of moves from all cells together.
    ///
    /// # Complexity
    /// Generates the moves from every cell.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.size.iter().map(|cell| self.neighbors(cell, Direction::Outgoing).len()).sum()
    }

    /// Returns the axes across which a reflection of the board leaves the graph unchanged.
    ///
    /// The image of a route under such a reflection is a route of the same length. A search from a
    /// cell therefore also gives the distances from the images of that cell.
    #[must_use]
    pub fn mirrors(&self) -> Vec<Axis> {
        let steps: Vec<&Step> = self.steps.iter().collect();
        let is_same = |axis: &Axis| Step::are_same(&steps, Isometry::mirror(&[*axis]), self.size);
        Axis::ALL.into_iter().filter(is_same).collect()
    }

    /// Returns the least number of moves from `start` to `finish`; `None` if there is no route.
    ///
    /// # Errors
    /// Returns an error if one of the cells is not on the board.
    pub fn distance(&self, start: Cell, finish: Cell) -> Result<Option<u32>, PathError> {
        self.distances_from(start)?.get(finish)
    }

    /// Returns the least number of moves from `start` to every cell.
    ///
    /// # Errors
    /// Returns an error if `start` is not on the board.
    pub fn distances_from(&self, start: Cell) -> Result<Distances, PathError> {
        Distances::new(self, start, Direction::Outgoing)
    }

    /// Returns the least number of moves from every cell to `finish`.
    ///
    /// # Errors
    /// Returns an error if `finish` is not on the board.
    pub fn distances_to(&self, finish: Cell) -> Result<Distances, PathError> {
        Distances::new(self, finish, Direction::Incoming)
    }

    /// Returns the largest distance from one cell to another. Pairs of cells without a route are
    /// ignored.
    ///
    /// # Complexity
    /// Searches from every cell, except from mirror images of cells searched before.
    #[must_use]
    pub fn diameter(&self) -> u32 {
        self.diameter_with(&Control::FREE).unwrap_or(u32::MAX)
    }

    /// Returns the diameter as [`MoveGraph::diameter`] does; each visited cell is a unit of work
    /// for `control`.
    ///
    /// # Errors
    /// Returns an error if `control` stops the search.
    pub fn diameter_with(&self, control: &Control<'_>) -> Result<u32, Stopped> {
        let mirrors = self.mirrors();
        let is_image = |cell: Cell| {
            mirrors.iter().any(|&axis| cell.along(axis) > self.size.opposite(cell.along(axis)))
        };
        let mut diameter = 0;
        for start in self.size.iter().filter(|&cell| !is_image(cell)) {
            control.tick(self.size.cells() as u64)?;
            let farthest = self.distances_from(start).map_or(0, |found| found.farthest());
            diameter = diameter.max(farthest);
        }
        Ok(diameter)
    }
}

fn index(size: Size, cell: Cell) -> Result<usize, PathError> {
    if size.contains(cell) { Ok(size.index(cell)) } else { Err(PathError::NotOnBoard(cell)) }
}

/// Returns `cell + offset`, which must be on the board.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is on the board")]
const fn moved(cell: Cell, Offset { file, rank, level }: Offset) -> Cell {
    Cell::new(
        (cell.file as i32 + file) as u16,
        (cell.rank as i32 + rank) as u16,
        (cell.level as i32 + level) as u16,
    )
}
