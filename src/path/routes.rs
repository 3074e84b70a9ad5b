//! Shortest routes to one finish over an empty board: their number, all of them, or the first of
//! them in the order of cell names.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::{fmt, iter, vec};

use petgraph::Direction;

use super::search::Search;
use super::{Distances, MoveGraph, PathError, index};
use crate::cell::Cell;
use crate::rules::NameTable;

/// The shortest routes from all cells to one finish, over an empty board.
///
/// # Example
/// ```
/// use kubikschach::{notation, path::{MoveGraph, RouteCount, Routes}, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.size().expect("its size is fixed");
/// let query = notation::parse_query(&rules, size, "King W A1a B3d")?;
/// let graph = MoveGraph::new(&rules, size, query.piece);
/// let routes = Routes::new(graph, query.finish)?;
/// assert_eq!(routes.count(query.start)?, RouteCount::Exact(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Routes {
    graph: MoveGraph,
    finish: Cell,
    distances: Distances,
    counts: OnceLock<Search>,
    names: Arc<NameTable>,
}

/// A number of routes, exact unless it is too large for a `u128`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RouteCount {
    /// Exactly this many routes.
    Exact(u128),
    /// At least [`u128::MAX`] routes.
    TooMany,
}

impl RouteCount {
    /// Converts a count that saturates at [`u128::MAX`]; that value becomes
    /// [`RouteCount::TooMany`].
    pub(super) const fn from_saturated(count: u128) -> Self {
        if count == u128::MAX { Self::TooMany } else { Self::Exact(count) }
    }
}

impl fmt::Display for RouteCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(count) => write!(f, "{count}"),
            Self::TooMany => write!(f, ">{}", u128::MAX),
        }
    }
}

impl Routes {
    /// Searches for the shortest routes of the graph's piece to `finish`.
    ///
    /// # Errors
    /// Returns an error if `finish` is not on the board.
    pub fn new(graph: MoveGraph, finish: Cell) -> Result<Self, PathError> {
        let names = Arc::new(graph.rules.cells().table(graph.size));
        Self::with_names(graph, finish, names)
    }

    pub(super) fn with_names(
        graph: MoveGraph,
        finish: Cell,
        names: Arc<NameTable>,
    ) -> Result<Self, PathError> {
        let distances = graph.distances_to(finish)?;
        Ok(Self { graph, finish, distances, counts: OnceLock::new(), names })
    }

    /// Returns the least number of moves from `start`; `None` if there is no route.
    ///
    /// # Errors
    /// Returns an error if `start` is not on the board.
    pub fn distance(&self, start: Cell) -> Result<Option<u32>, PathError> {
        self.distances.get(start)
    }

    /// Returns the first of the shortest routes from `start` in the order of cell names; `None` if
    /// there is no route.
    ///
    /// The route includes start and finish. Names are compared as texts, so `a10(I)` comes before
    /// `a2(I)`.
    ///
    /// # Errors
    /// Returns an error if `start` is not on the board.
    pub fn shortest(&self, start: Cell) -> Result<Option<Vec<Cell>>, PathError> {
        let next = |&cell: &Cell| self.nearer(cell).min_by_key(|&cell| self.names.key(cell));
        Ok(self.distance(start)?.map(|_| iter::successors(Some(start), next).collect()))
    }

    /// Returns the number of shortest routes from `start`; 0 if there is no route.
    ///
    /// # Errors
    /// Returns an error if `start` is not on the board.
    ///
    /// # Complexity
    /// The first call searches all cells once more; later calls are lookups.
    pub fn count(&self, start: Cell) -> Result<RouteCount, PathError> {
        let start = index(self.graph.size, start)?;
        let counts = self.counts.get_or_init(|| {
            let (cells, finish) = (self.graph.size.cells(), self.graph.size.index(self.finish));
            self.graph.search(Search::counting(cells, finish), Direction::Incoming)
        });
        Ok(RouteCount::from_saturated(counts.count(start)))
    }

    /// Returns all shortest routes from `start`, sorted by cell names; none if there is no route.
    ///
    /// # Errors
    /// Returns an error if `start` is not on the board.
    pub fn all(&self, start: Cell) -> Result<impl Iterator<Item = Vec<Cell>>, PathError> {
        all(self, start)
    }

    /// Returns the cells that are one move from `cell` and one move nearer to the finish.
    fn nearer(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let moves = |cell| self.distance(cell).ok().flatten();
        let nearer = moves(cell).and_then(|moves| moves.checked_sub(1));
        let neighbors = nearer.map(|_| self.graph.neighbors(cell, Direction::Outgoing));
        neighbors.into_iter().flatten().filter(move |&cell| moves(cell) == nearer)
    }
}

/// Implements [`Routes::all`] for owned, borrowed and shared [`Routes`].
pub(super) fn all(
    routes: impl Deref<Target = Routes>,
    start: Cell,
) -> Result<impl Iterator<Item = Vec<Cell>>, PathError> {
    let (first, finish) = (routes.distance(start)?.map(|_| start), routes.finish);
    let next = move |cell| {
        let mut cells: Vec<Cell> = routes.nearer(cell).collect();
        cells.sort_unstable_by_key(|&cell| routes.names.key(cell));
        cells
    };
    Ok(walks(first, next, move |cell| cell == finish))
}

/// Returns all walks from `first` to a node for which `ends` is true, in depth-first order.
///
/// `next` returns the successors of a node; walks follow them in this order. From every node, a
/// node for which `ends` is true must be reachable.
pub(super) fn walks<N: Copy>(
    first: Option<N>,
    next: impl Fn(N) -> Vec<N>,
    ends: impl Fn(N) -> bool,
) -> impl Iterator<Item = Vec<N>> {
    let mut branches: Vec<vec::IntoIter<N>> = Vec::new();
    branches.extend(first.map(|first| vec![first].into_iter()));
    let mut walk = Vec::new();
    iter::from_fn(move || {
        while !branches.is_empty() {
            walk.truncate(branches.len() - 1);
            let Some(node) = branches.last_mut().and_then(Iterator::next) else {
                branches.pop();
                continue;
            };
            walk.push(node);
            if ends(node) {
                return Some(walk.clone());
            }
            branches.push(next(node).into_iter());
        }
        None
    })
}
