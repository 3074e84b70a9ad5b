//! Shortest routes: one, how many, all.

use std::collections::{BTreeMap, TryReserveError};
use std::{fmt, iter, vec};

use petgraph::Direction;

use super::{MoveGraph, Search};
use crate::cell::Cell;

/// The shortest routes to one cell from every other.
#[derive(Clone, Debug)]
pub struct Routes<'r> {
    search: Search<'r>,
}

/// How many routes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteCount {
    /// Exactly so many.
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

impl<'r> Routes<'r> {
    /// The shortest routes of a piece to `finish`.
    ///
    /// # Errors
    /// If there is not enough memory; see [`MoveGraph::search_to`].
    pub fn new(graph: MoveGraph<'r>, finish: Cell) -> Result<Self, TryReserveError> {
        Ok(Self { search: graph.search_to(finish)? })
    }

    /// The least number of moves from `start`; `None` if there is no way.
    pub fn distance(&mut self, start: Cell) -> Option<u32> {
        self.search.distance(start)
    }

    /// The shortest route from `start` whose cells come first by name; both ends are included.
    ///
    /// Names are compared as texts, so that `a10(I)` comes before `a2(I)`.
    pub fn shortest(&mut self, start: Cell) -> Option<Vec<Cell>> {
        self.distance(start)?;
        let next = |&cell: &Cell| self.nearer(cell).min_by_key(|&cell| self.name(cell));
        Some(iter::successors(Some(start), next).collect())
    }

    /// How many shortest routes lead from `start`; none if there is no way.
    ///
    /// # Complexity
    /// Each move of each shortest route is visited once.
    #[must_use]
    pub fn count(&mut self, start: Cell) -> RouteCount {
        let Some(distance) = self.distance(start) else { return RouteCount::Exact(0) };
        let mut front = BTreeMap::from([(start, 1_u128)]);
        for _ in 0..distance {
            let mut next = BTreeMap::new();
            for (cell, count) in front {
                for nearer in self.nearer(cell) {
                    let sum: &mut u128 = next.entry(nearer).or_default();
                    let Some(larger) = sum.checked_add(count) else { return RouteCount::TooMany };
                    *sum = larger;
                }
            }
            front = next;
        }
        RouteCount::Exact(front.into_values().sum())
    }

    /// All shortest routes from `start`, one after the other, in the order of the cell names.
    pub fn all(&mut self, start: Cell) -> impl Iterator<Item = Vec<Cell>> {
        let mut branches: Vec<vec::IntoIter<Cell>> =
            self.distance(start).map(|_| vec![start].into_iter()).into_iter().collect();
        let mut route = Vec::new();
        let routes = &*self;
        iter::from_fn(move || {
            while !branches.is_empty() {
                route.truncate(branches.len() - 1);
                let Some(cell) = branches.last_mut().and_then(Iterator::next) else {
                    branches.pop();
                    continue;
                };
                route.push(cell);
                if routes.search.known(cell) == Some(0) {
                    return Some(route.clone());
                }
                branches.push(routes.nearer_by_name(cell).into_iter());
            }
            None
        })
    }

    /// The cells one move nearer to the finish, in the order of their names.
    fn nearer_by_name(&self, cell: Cell) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.nearer(cell).collect();
        cells.sort_by_cached_key(|&cell| self.name(cell));
        cells
    }

    /// The cells one move nearer to the finish.
    fn nearer(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let nearer = self.search.known(cell).and_then(|distance| distance.checked_sub(1));
        let neighbors = self.search.graph().neighbors(cell, Direction::Outgoing).into_iter();
        neighbors.filter(move |&cell| nearer.is_some() && self.search.known(cell) == nearer)
    }

    fn name(&self, cell: Cell) -> String {
        let graph = self.search.graph();
        graph.rules.cells().name(graph.size(), cell)
    }
}
