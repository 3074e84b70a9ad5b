//! Shortest routes of a piece, on an empty board or on a board with other pieces, and the reasons
//! why a piece cannot reach a cell.

mod captures;
mod distances;
mod finder;
mod graph;
mod invariants;
mod kept;
mod routes;
mod table;
mod visit;

use std::error::Error;
use std::fmt;

pub use petgraph::Direction;

pub use self::distances::Distances;
pub use self::finder::PathFinder;
pub use self::graph::MoveGraph;
pub use self::invariants::{Confinement, LinearForm, NoRoute};
pub use self::routes::{RouteCount, Routes};
pub use self::visit::{NamedCell, Visited};
use crate::cell::{Cell, Size};
use crate::control::Stopped;
use crate::piece::Piece;

/// A query for the shortest route of a piece from one cell to another.
/// [`notation::parse_query`](crate::notation::parse_query) parses queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Query {
    /// Piece that moves.
    pub piece: Piece,
    /// Cell from which the piece starts.
    pub start: Cell,
    /// Cell that the piece must reach.
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
    /// A [`Control`](crate::control::Control) stopped the search.
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

fn index(size: Size, cell: Cell) -> Result<usize, PathError> {
    if size.contains(cell) { Ok(size.index(cell)) } else { Err(PathError::NotOnBoard(cell)) }
}
