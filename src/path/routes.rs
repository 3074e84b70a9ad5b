//! Shortest routes to one finish: their number, all of them, or the first of them in the order of
//! cell names.

use std::ops::Deref;
use std::sync::OnceLock;
use std::{fmt, iter, vec};

use petgraph::Direction;

use super::distances::count_routes;
use super::{Distances, MoveGraph, PathError, index};
use crate::cell::Cell;
use crate::common::sorted;
use crate::control::Control;

/// The shortest routes from all cells to one finish in a [`MoveGraph`].
///
/// # Example
/// ```
/// use kubikschach::{notation, path::{MoveGraph, RouteCount, Routes}, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
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
    /// Number of routes from each cell, saturated at `u128::MAX`; counted when first asked for.
    counts: OnceLock<Vec<u128>>,
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
        Self::with_control(graph, finish, &Control::FREE)
    }

    /// Searches as [`Routes::new`] does; each visited cell is a unit of work for `control`.
    ///
    /// # Errors
    /// Returns an error if `finish` is not on the board, or if `control` stops the search.
    pub fn with_control(
        graph: MoveGraph,
        finish: Cell,
        control: &Control<'_>,
    ) -> Result<Self, PathError> {
        let distances = Distances::new(&graph, finish, Direction::Incoming, control)?;
        Ok(Self { graph, finish, distances, counts: OnceLock::new() })
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
        let next = |&cell: &Cell| {
            let mut first = None;
            self.for_each_nearer(cell, |key, index| {
                if first.is_none_or(|(least, _)| key < least) {
                    first = Some((key, index));
                }
            });
            first.map(|(_, index)| self.graph.size().cell(index))
        };
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
        self.count_with(start, &Control::FREE)
    }

    /// Returns the number of routes as [`Routes::count`] does, and lets `control` stop the search.
    pub(super) fn count_with(
        &self,
        start: Cell,
        control: &Control<'_>,
    ) -> Result<RouteCount, PathError> {
        let start = index(self.graph.size(), start)?;
        let counts = if let Some(counts) = self.counts.get() {
            counts
        } else {
            let counts = count_routes(&self.graph, self.finish, control)?;
            self.counts.get_or_init(|| counts)
        };
        Ok(RouteCount::from_saturated(counts[start]))
    }

    /// Returns all shortest routes from `start`, sorted by cell names; none if there is no route.
    ///
    /// # Errors
    /// Returns an error if `start` is not on the board.
    pub fn all(&self, start: Cell) -> Result<impl Iterator<Item = Vec<Cell>>, PathError> {
        all(self, start)
    }

    /// Visits the indexes of the cells that are one move from `cell` and one move nearer to the
    /// finish, each with a key that sorts cells by their names. A cell may be visited twice if the
    /// steps of the piece overlap.
    fn for_each_nearer(&self, cell: Cell, mut visit: impl FnMut(u64, usize)) {
        let (size, keys) = (self.graph.size(), self.graph.name_keys());
        let start = size.index(cell);
        let moves = |index| self.distances.of(index);
        match moves(start) {
            None | Some(0) => {}
            // No other cell is as near to the finish as the finish.
            Some(1) => visit(0, size.index(self.finish)),
            Some(far) => {
                let mailbox = &self.graph.0.mailbox;
                mailbox.for_each_move(cell, Direction::Outgoing, |ray, repeats| {
                    let to = start.wrapping_add_signed(ray.jump * repeats);
                    if moves(to) == Some(far - 1) {
                        visit(keys[to], to);
                    }
                });
            }
        }
    }

    /// Returns an estimate of the memory that the routes take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let of_a_cell = size_of::<u32>() + size_of::<u128>();
        256 + self.graph.size().cells() * of_a_cell
    }
}

/// Implements [`Routes::all`] for owned, borrowed and shared [`Routes`].
pub(super) fn all(
    routes: impl Deref<Target = Routes>,
    start: Cell,
) -> Result<impl Iterator<Item = Vec<Cell>>, PathError> {
    let (first, finish) = (routes.distance(start)?.map(|_| start), routes.finish);
    let next = move |cell| {
        let mut nearer = Vec::new();
        routes.for_each_nearer(cell, |key, index| nearer.push((key, index)));
        sorted(nearer).into_iter().map(|(_, index)| routes.graph.size().cell(index)).collect()
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
