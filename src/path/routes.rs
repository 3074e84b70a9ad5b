//! Shortest routes: one, how many, all.

use std::collections::{BTreeMap, TryReserveError};
use std::sync::Arc;
use std::{fmt, iter, vec};

use petgraph::Direction;

use super::{MoveGraph, Search};
use crate::cell::Cell;
use crate::rules::NameTable;

/// The shortest routes to one cell from every other.
///
/// # Example
/// ```
/// use kubikschach::{notation, path::{MoveGraph, RouteCount, Routes}, rules::Rules};
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let query = notation::query(&rules, size, "King W A1a B3d")?;
/// let graph = MoveGraph::new(&rules, size, query.piece);
/// let mut routes = Routes::new(graph, query.finish)?;
/// assert_eq!(routes.count(query.start), RouteCount::Exact(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Routes {
    search: Search,
    names: Arc<NameTable>,
}

/// How many routes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RouteCount {
    /// Exactly this many.
    Exact(u128),
    /// More than can be counted: more than `u128::MAX`.
    TooMany,
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
    /// The shortest routes of a piece to `finish`.
    ///
    /// # Errors
    /// If there is not enough memory; see [`MoveGraph::search_to`].
    pub fn new(graph: MoveGraph, finish: Cell) -> Result<Self, TryReserveError> {
        let names = Arc::new(graph.rules.cells().table(graph.size()));
        Self::with_names(graph, finish, names)
    }

    /// The same with a table of the cells' names.
    pub(super) fn with_names(
        graph: MoveGraph,
        finish: Cell,
        names: Arc<NameTable>,
    ) -> Result<Self, TryReserveError> {
        Ok(Self { search: graph.search_to(finish)?, names })
    }

    /// The least number of moves from `start`; `None` if there is no way, or no such cell.
    pub fn distance(&mut self, start: Cell) -> Option<u32> {
        self.search.distance(start)
    }

    /// The shortest route from `start` whose cells come first by name; both ends are included.
    ///
    /// Names are compared as texts, so that `a10(I)` comes before `a2(I)`.
    pub fn shortest(&mut self, start: Cell) -> Option<Vec<Cell>> {
        self.distance(start)?;
        let next = |&cell: &Cell| self.nearer(cell).min_by_key(|&cell| self.names.key(cell));
        Some(iter::successors(Some(start), next).collect())
    }

    /// How many shortest routes lead from `start`; none if there is no way.
    ///
    /// # Complexity
    /// Each move of each shortest route is visited once.
    #[must_use]
    pub fn count(&mut self, start: Cell) -> RouteCount {
        let Some(distance) = self.distance(start) else { return RouteCount::Exact(0) };
        let mut frontier = BTreeMap::from([(start, 1_u128)]);
        for _ in 0..distance {
            let mut next = BTreeMap::new();
            for (cell, count) in frontier {
                for nearer in self.nearer(cell) {
                    let sum: &mut u128 = next.entry(nearer).or_default();
                    let Some(larger) = sum.checked_add(count) else { return RouteCount::TooMany };
                    *sum = larger;
                }
            }
            frontier = next;
        }
        RouteCount::Exact(frontier.into_values().sum())
    }

    /// All shortest routes from `start`, one after the other, in the order of the cell names.
    pub fn all(&mut self, start: Cell) -> impl Iterator<Item = Vec<Cell>> {
        let first = self.distance(start).map(|_| start);
        let routes = &*self;
        let next = |cell| {
            let mut cells: Vec<Cell> = routes.nearer(cell).collect();
            cells.sort_unstable_by_key(|&cell| routes.names.key(cell));
            cells
        };
        walks(first, next, |cell| routes.search.known(cell) == Some(0))
    }

    /// The cells one move nearer to the finish than a cell on a route.
    fn nearer(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let distance = self.search.known(cell).and_then(|distance| distance.checked_sub(1));
        let neighbors = self.search.graph().steps.neighbors(cell, Direction::Outgoing);
        let neighbors = distance.map(|_| neighbors).into_iter().flatten();
        neighbors.filter(move |&cell| self.search.known(cell) == distance)
    }
}

/// All ways from a first node to those where ways end, one after the other, in the order in which
/// `next` lists the nodes after a node. From each of them a way must end.
pub(super) fn walks<N: Copy>(
    first: Option<N>,
    next: impl Fn(N) -> Vec<N>,
    ends: impl Fn(N) -> bool,
) -> impl Iterator<Item = Vec<N>> {
    let mut branches: Vec<vec::IntoIter<N>> = Vec::new();
    branches.extend(first.map(|first| vec![first].into_iter()));
    let mut way = Vec::new();
    iter::from_fn(move || {
        while !branches.is_empty() {
            way.truncate(branches.len() - 1);
            let Some(node) = branches.last_mut().and_then(Iterator::next) else {
                branches.pop();
                continue;
            };
            way.push(node);
            if ends(node) {
                return Some(way.clone());
            }
            branches.push(next(node).into_iter());
        }
        None
    })
}
