//! Distances from one start to all cells, or from all cells to one finish, on an empty board.

use petgraph::Direction;

use super::search::Search;
use super::{MoveGraph, PathError, index};
use crate::cell::{Cell, Size};

/// The least number of moves from one start to every cell, or from every cell to one finish, on an
/// empty board.
///
/// # Example
/// ```
/// use kubikschach::{cell::Cell, path::MoveGraph, piece::{Color, Piece}, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.size().expect("its size is fixed");
/// let knight = Piece::new(Color::White, rules.role_named("knight").expect("a piece"));
/// let found = MoveGraph::new(&rules, size, knight).distances_from(Cell::new(0, 0, 0))?;
/// assert_eq!(found.get(Cell::new(7, 7, 7)), Ok(Some(7)));
/// assert_eq!((found.reached(), found.farthest()), (512, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    size: Size,
    search: Search,
}

impl Distances {
    pub(super) fn new(
        graph: &MoveGraph,
        origin: Cell,
        direction: Direction,
    ) -> Result<Self, PathError> {
        let search = Search::new(graph.size.cells(), index(graph.size, origin)?);
        Ok(Self { size: graph.size, search: graph.search(search, direction) })
    }

    /// Returns the least number of moves from the start to `cell`, or from `cell` to the finish;
    /// `None` if there is no route.
    ///
    /// # Errors
    /// Returns an error if `cell` is not on the board.
    pub fn get(&self, cell: Cell) -> Result<Option<u32>, PathError> {
        Ok(self.search.moves(index(self.size, cell)?))
    }

    /// Returns the distances of all cells, in the order of [`Size::iter`]; `None` for a cell
    /// without a route.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<u32>> {
        (0..self.size.cells()).map(|index| self.search.moves(index))
    }

    /// Returns the number of cells that have a route from the start or to the finish, including the
    /// start or finish itself.
    #[must_use]
    pub const fn reached(&self) -> usize {
        self.search.reached().len()
    }

    /// Returns the largest of the distances, which is 0 if no other cell has a route.
    #[must_use]
    pub fn farthest(&self) -> u32 {
        let farthest = self.search.reached().last();
        farthest.and_then(|&node| self.search.moves(node as usize)).unwrap_or(0)
    }
}

impl MoveGraph {
    /// Runs `search` to its end, along the moves (`Outgoing`) or against them (`Incoming`).
    pub(super) fn search(&self, mut search: Search, direction: Direction) -> Search {
        let strides = self.steps.iter().map(|step| self.size.stride(step.toward(direction)));
        let strides: Vec<isize> = strides.collect();
        while let Some(node) = search.next() {
            let rays = self.rays(self.size.cell(node), direction).zip(&strides);
            search.expand(node, rays.map(|((_, len), &stride)| ray(node, stride, len)));
        }
        search
    }
}

fn ray(mut node: usize, stride: isize, len: u16) -> impl Iterator<Item = usize> {
    (0..len).map(move |_| {
        node = node.wrapping_add_signed(stride);
        node
    })
}
