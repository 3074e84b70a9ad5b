//! Breadth-first search.

use std::collections::TryReserveError;

use petgraph::Direction;

use super::MoveGraph;
use crate::cell::{Cell, Size};

/// The least numbers of moves between one cell and all others.
#[derive(Clone, Debug)]
pub struct Distances {
    size: Size,
    /// One more than the distance of each cell; 0 where there is no way.
    marks: Vec<u32>,
}

impl Distances {
    /// The least number of moves, if there is a way.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<u32> {
        self.marks[self.size.index(cell)].checked_sub(1)
    }

    /// The number of cells a way leads to, the search's origin included.
    #[must_use]
    pub fn reached(&self) -> usize {
        self.marks.iter().filter(|&&mark| mark > 0).count()
    }

    /// The distance of the farthest cells a way leads to.
    #[must_use]
    pub fn farthest(&self) -> u32 {
        self.marks.iter().max().map_or(0, |mark| mark.saturating_sub(1))
    }
}

impl MoveGraph<'_> {
    /// The least numbers of moves from `start` to each cell.
    ///
    /// # Errors
    /// If there is not enough memory: four bytes a cell and the widest front of the search.
    ///
    /// # Complexity
    /// Leapers visit each edge once. A rider stops on a line where an earlier move has been, so
    /// it visits each cell a bounded number of times, not once an edge.
    pub fn distances_from(&self, start: Cell) -> Result<Distances, TryReserveError> {
        self.search(start, Direction::Outgoing, None)
    }

    /// The least numbers of moves from each cell to `finish`.
    ///
    /// # Errors
    /// As for [`MoveGraph::distances_from`].
    pub fn distances_to(&self, finish: Cell) -> Result<Distances, TryReserveError> {
        self.search(finish, Direction::Incoming, None)
    }

    /// The least number of moves from `start` to `finish`; `None` if there is no way.
    ///
    /// # Errors
    /// As for [`MoveGraph::distances_from`].
    pub fn distance(&self, start: Cell, finish: Cell) -> Result<Option<u32>, TryReserveError> {
        Ok(self.search(start, Direction::Outgoing, Some(finish))?.get(finish))
    }

    /// Searches all cells, or only until `goal` is found.
    fn search(
        &self,
        origin: Cell,
        direction: Direction,
        goal: Option<Cell>,
    ) -> Result<Distances, TryReserveError> {
        let size = self.size();
        let mut distances = Distances { size, marks: zeros(size.cells())? };
        distances.marks[size.index(origin)] = 1;
        let (mut front, mut next) = (vec![origin], Vec::new());
        for mark in 2.. {
            if front.is_empty() || goal.is_some_and(|goal| distances.get(goal).is_some()) {
                break;
            }
            for &cell in &front {
                self.advance(cell, direction, mark, &mut distances, &mut next);
            }
            front.clear();
            std::mem::swap(&mut front, &mut next);
        }
        Ok(distances)
    }

    /// Marks the unmarked cells one move from `cell` and adds them to `next`.
    fn advance(
        &self,
        cell: Cell,
        direction: Direction,
        mark: u32,
        distances: &mut Distances,
        next: &mut Vec<Cell>,
    ) {
        for step in &self.steps {
            for reached in self.along(step, cell, direction) {
                match &mut distances.marks[self.size().index(reached)] {
                    unmarked @ 0 => {
                        *unmarked = mark;
                        next.push(reached);
                    }
                    // What lies beyond on this line is reached from here no later.
                    earlier if *earlier < mark => break,
                    _ => {}
                }
            }
        }
    }
}

/// So many zeros, from memory that the system hands out cleared, page by page as it is touched.
fn zeros(count: usize) -> Result<Vec<u32>, TryReserveError> {
    // There is no fallible way to ask for cleared memory: ask whether there is enough, then take it.
    Vec::<u32>::new().try_reserve_exact(count)?;
    Ok(vec![0; count])
}
