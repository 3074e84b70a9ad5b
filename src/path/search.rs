//! Breadth-first search.

use std::collections::TryReserveError;

use petgraph::Direction;

use super::MoveGraph;
use crate::cell::{Cell, CellSet};
use crate::memory::zeros;

/// A breadth-first search from one cell: the least numbers of moves from it or to it.
///
/// It goes only as far as it is asked, and never twice over the same ground.
///
/// # Complexity
/// Four bytes a cell and a few bits. Each move further takes a pass over the rows of the levels
/// reached for each step of the piece, with all files of a row in a word.
///
/// # Example
/// ```
/// use kubikschach::{cell::Cell, path::MoveGraph, piece::{Color, Piece}, rules::Rules};
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let knight = Piece::new(Color::White, rules.role_named("knight").expect("a piece"));
/// let mut search = MoveGraph::new(&rules, size, knight).search_from(Cell::new(0, 0, 0))?;
/// assert_eq!(search.distance(Cell::new(7, 7, 7)), Some(7));
/// assert_eq!((search.reached(), search.farthest()), (512, 8));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    graph: MoveGraph,
    direction: Direction,
    /// One more than the distance of each cell; 0 where none is known yet.
    levels: Vec<u32>,
    /// The cells reached so far.
    seen: CellSet,
    /// The farthest of them, all at one distance.
    frontier: CellSet,
    /// The level of the cells of the frontier.
    level: u32,
    /// Two sets to work with.
    next: CellSet,
    line: CellSet,
}

impl MoveGraph {
    /// The search for the least numbers of moves from `start` to other cells.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn search_from(self, start: Cell) -> Result<Search, TryReserveError> {
        Search::new(self, start, Direction::Outgoing)
    }

    /// The search for the least numbers of moves from other cells to `finish`.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn search_to(self, finish: Cell) -> Result<Search, TryReserveError> {
        Search::new(self, finish, Direction::Incoming)
    }
}

impl Search {
    fn new(graph: MoveGraph, origin: Cell, direction: Direction) -> Result<Self, TryReserveError> {
        let set = || CellSet::new(graph.size());
        let levels = zeros(graph.size().cells())?;
        let (seen, frontier, next, line) = (set()?, set()?, set()?, set()?);
        let mut search = Self { graph, direction, levels, seen, frontier, level: 1, next, line };
        search.start(origin);
        Ok(search)
    }

    /// Forgets everything and starts from another cell.
    pub fn restart(&mut self, origin: Cell) {
        self.levels.fill(0);
        self.seen.clear();
        self.frontier.clear();
        self.level = 1;
        self.start(origin);
    }

    fn start(&mut self, origin: Cell) {
        if self.graph.size().contains(origin) {
            self.levels[self.graph.size().index(origin)] = 1;
            self.seen.insert(origin);
            self.frontier.insert(origin);
        }
    }

    /// The graph that is searched.
    #[must_use]
    pub const fn graph(&self) -> &MoveGraph {
        &self.graph
    }

    /// The least number of moves between the search's origin and a cell; `None` if there is no way,
    /// or no such cell.
    pub fn distance(&mut self, cell: Cell) -> Option<u32> {
        while self.known(cell).is_none() && !self.frontier.is_empty() {
            self.advance();
        }
        self.known(cell)
    }

    /// The least numbers of moves between the search's origin and all cells, in the order of
    /// [`Size::iter`](crate::cell::Size::iter).
    pub fn distances(&mut self) -> impl Iterator<Item = Option<u32>> {
        self.complete();
        self.levels.iter().map(|level| level.checked_sub(1))
    }

    /// The number of cells a way leads to, the origin included.
    pub fn reached(&mut self) -> usize {
        self.distances().flatten().count()
    }

    /// The distance of the farthest cells a way leads to.
    pub fn farthest(&mut self) -> u32 {
        self.complete();
        // The last frontier was empty, and the one before it had the largest distance.
        self.level.saturating_sub(2)
    }

    /// The distance of a cell, as far as the search has gone.
    pub(super) fn known(&self, cell: Cell) -> Option<u32> {
        let size = self.graph.size();
        if size.contains(cell) { self.levels[size.index(cell)].checked_sub(1) } else { None }
    }

    fn complete(&mut self) {
        while !self.frontier.is_empty() {
            self.advance();
        }
    }

    /// Goes one move further.
    fn advance(&mut self) {
        self.level += 1;
        self.next.clear();
        for step in self.graph.steps.as_slice() {
            step.expand(&self.frontier, self.direction, &mut self.next, &mut self.line);
        }
        let (levels, level) = (&mut self.levels, self.level);
        self.next.keep_new(&mut self.seen, |cell| levels[cell] = level);
        std::mem::swap(&mut self.frontier, &mut self.next);
    }
}
