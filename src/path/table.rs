//! [`DistanceTable`], the distances between all cells of a small board.

use petgraph::Direction;

use super::MoveGraph;
use crate::cell::{Cell, Size};
use crate::common::ones;

/// The distances of a piece between all cells of a small board.
///
/// One load answers a query.
#[derive(Debug)]
pub(super) struct DistanceTable {
    size: Size,
    /// For each finish, the least number of moves from every cell, by index of the cell.
    moves: Box<[u8]>,
    /// For each cell, the indexes of its moves' ends, in the order of the ends' names.
    ends: Vec<Box<[u16]>>,
}

const WORD_BITS: usize = u64::BITS as usize;

/// The distance of a cell without a route.
const NO_ROUTE: u8 = u8::MAX;

impl DistanceTable {
    /// The largest number of cells of a board whose distances are kept in a table.
    pub(super) const MOST_CELLS: usize = 512;

    /// Creates the table of a graph; `None` if a distance is too large for a byte.
    ///
    /// The cells that are at most `count` moves from a finish are those that are at most
    /// `count - 1` moves from the cells one move before the finish.
    pub(super) fn new(graph: &MoveGraph) -> Option<Self> {
        let (size, keys) = (graph.size(), graph.name_keys());
        let cells = size.cells();
        let neighbors = |cell, direction| {
            graph.neighbors(cell, direction).into_iter().map(|cell| size.index(cell))
        };
        let before = |cell| neighbors(cell, Direction::Incoming).collect();
        let before: Vec<Vec<usize>> = size.iter().map(before).collect();
        let mut moves = vec![NO_ROUTE; cells * cells].into_boxed_slice();
        // For each finish, the cells from which it has been reached, a bit each.
        let words = cells.div_ceil(WORD_BITS);
        let mut starts = vec![0_u64; cells * words];
        for cell in 0..cells {
            moves[cell * cells + cell] = 0;
            starts[cell * words + cell / WORD_BITS] |= 1 << (cell % WORD_BITS);
        }
        for count in 1..NO_ROUTE {
            let (nearer, mut grows) = (starts.clone(), false);
            for (finish, row) in starts.chunks_exact_mut(words).enumerate() {
                for &cell in &before[finish] {
                    let more = &nearer[cell * words..][..words];
                    row.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
                }
                let known = &nearer[finish * words..][..words];
                for start in ones(row.iter().zip(known).map(|(word, known)| word & !known)) {
                    moves[finish * cells + start] = count;
                    grows = true;
                }
            }
            if !grows {
                let ends = |cell| {
                    let mut ends: Vec<usize> = neighbors(cell, Direction::Outgoing).collect();
                    ends.sort_unstable_by_key(|&end| keys[end]);
                    ends.into_iter().map(|end| u16::try_from(end).expect("few cells")).collect()
                };
                return Some(Self { size, moves, ends: size.iter().map(ends).collect() });
            }
        }
        None
    }

    /// Returns the least number of moves from `start` to `finish`; `None` if there is no route.
    ///
    /// The indexes must be those of cells on the board.
    #[inline]
    pub(super) fn distance(&self, [start, finish]: [usize; 2]) -> Option<u32> {
        let moves = self.moves[finish * self.size.cells() + start];
        (moves != NO_ROUTE).then_some(moves.into())
    }

    /// Returns the first of the shortest routes in the order of cell names; `None` if there is no
    /// route.
    pub(super) fn route(&self, [start, finish]: [usize; 2]) -> Option<Vec<Cell>> {
        let moves = &self.moves[finish * self.size.cells()..][..self.size.cells()];
        let far = Some(moves[start]).filter(|&moves| moves != NO_ROUTE)?;
        let mut route = Vec::with_capacity(usize::from(far) + 1);
        route.push(self.size.cell(start));
        let mut at = start;
        for left in (0..far).rev() {
            let mut ends = self.ends[at].iter().copied().map(usize::from);
            at = ends.find(|&end| moves[end] == left)?;
            route.push(self.size.cell(at));
        }
        Some(route)
    }

    /// Returns the memory that the table takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let ends = self.ends.iter().map(|ends| size_of_val(ends) + size_of_val(&**ends));
        self.moves.len() + ends.sum::<usize>()
    }
}
