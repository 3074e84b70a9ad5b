//! Distances between all cells of a small board, kept in a table for questions by the million.

use std::collections::TryReserveError;
use std::iter;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use petgraph::Direction;

use super::MoveGraph;
use crate::cell::{Axis, Cell, Size};
use crate::memory::zeros;
use crate::rules::NameTable;

/// The moves of a piece as edges between cells: over an empty board or among other pieces.
pub(super) trait Adjacency {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The axes across which a mirror shows the same.
    fn mirrors(&self) -> Vec<Axis>;

    /// Visits the cells one move after a cell or before it, some perhaps twice.
    fn each_neighbor(&self, cell: Cell, direction: Direction, visit: impl FnMut(Cell));
}

impl Adjacency for MoveGraph {
    fn size(&self) -> Size {
        self.size()
    }

    fn mirrors(&self) -> Vec<Axis> {
        self.mirrors()
    }

    fn each_neighbor(&self, cell: Cell, direction: Direction, visit: impl FnMut(Cell)) {
        self.steps.neighbors(cell, direction).for_each(visit);
    }
}

/// The least numbers of moves between all cells of a small board by the ways of one piece, found for a
/// finish when it is first asked for.
///
/// Two distances a byte, and one row for a finish and its images in all mirrors: on the 8×8×8 board
/// 16 kB for a piece that moves alike in all directions, so that those of all pieces stay in the
/// caches of a processor.
#[derive(Clone, Debug)]
pub(super) struct DistanceTable {
    size: Size,
    axis_offsets: Arc<AxisOffsets>,
    /// The number of distances to a finish, two of which always share a byte.
    width: usize,
    /// For each finish the distances from each start, the even ones in the lower halves.
    pairs: Vec<u8>,
    /// For each cell those one move before it; once they have been asked for.
    before: Vec<FixedBitSet>,
    /// For each finish how many shortest routes lead there from each start, as far as they fit.
    counts: Vec<Option<Box<[u64]>>>,
    /// The first routes by name; once they have been asked for.
    routes: Option<FirstRoutes>,
}

/// `axis_offsets[axis][16 * start + finish]` is what this axis adds to the index of an entry; the index
/// is the sum over the three axes.
type AxisOffsets = [[u32; AXIS * AXIS]; 3];

/// The first moves of the shortest routes that come first by their cell names.
#[derive(Clone, Debug)]
struct FirstRoutes {
    /// The cells in the order of their names.
    by_name: Vec<usize>,
    /// For each cell those one move after it, numbered in the order of their names.
    after: Vec<FixedBitSet>,
    /// For each finish, and each start from which there is a way, the cell after the start.
    next: Vec<Option<Box<[u16]>>>,
}

/// The edges of boards with a table are shorter than this, so that two coordinates fit in a byte.
const AXIS: usize = 16;
/// The bits that a [packed](Cell::packed) cell of a small board may have.
const ON_SMALL_BOARDS: u64 = 0x000F_000F_000F;
/// The entry of a start from which there is no way. Others are two more than the number of moves; 0
/// says that the distance has not been found yet.
const NO_WAY: u8 = 1;
/// The entry of a way that takes more moves than fit into an entry, which has four bits.
const LONG: u8 = 15;

impl DistanceTable {
    /// A table for more cells would take more memory than it saves time.
    pub(super) const MOST_CELLS: usize = 1000;

    /// No distances yet.
    pub(super) fn new(graph: &impl Adjacency) -> Result<Self, TryReserveError> {
        let (size, mirrors) = (graph.size(), graph.mirrors());
        let cells = size.cells();
        let width = cells.next_multiple_of(2);
        let mut rows = 1;
        let axis_offsets = Axis::ALL.map(|axis| {
            let mirrored = mirrors.contains(&axis);
            let offsets = axis_offsets(size, axis, rows * width, mirrored);
            rows *= if mirrored { size.edge().div_ceil(2) } else { size.edge() };
            offsets
        });
        let pairs = zeros(width / 2 * rows)?;
        Ok(Self {
            size,
            axis_offsets: Arc::new(axis_offsets),
            width,
            pairs,
            before: Vec::new(),
            counts: vec![None; rows],
            routes: None,
        })
    }

    /// The same with the offsets of another table in the place of its own, where they are equal: then
    /// the nearest cache has room for those of all pieces.
    pub(super) fn sharing<'o>(self, mut others: impl Iterator<Item = &'o Self>) -> Self {
        match others.find(|other| other.axis_offsets == self.axis_offsets) {
            Some(other) => Self { axis_offsets: Arc::clone(&other.axis_offsets), ..self },
            None => self,
        }
    }

    /// The index of the entry of two cells of the board. If their coordinates are small, but not on the
    /// board, it is past the end of the table.
    #[inline(always)]
    fn index(&self, start: Cell, finish: Cell) -> usize {
        // All axes at once: of the 16 bits of each, four are the start's and four the finish's.
        let both = start.packed() << AXIS.ilog2() | finish.packed();
        let [level, _, rank, _, file, ..] = both.to_le_bytes().map(usize::from);
        let [files, ranks, levels] = &*self.axis_offsets;
        (files[file] + ranks[rank] + levels[level]) as usize
    }

    /// The least number of moves from a start to a finish, `Some(None)` if there is no way; `None`
    /// if the table doesn't have it, or one of the cells is not on the board.
    #[inline(always)]
    pub(super) fn distance(&self, start: Cell, finish: Cell) -> Option<Option<u32>> {
        if (start.packed() | finish.packed()) & !ON_SMALL_BOARDS != 0 {
            return None;
        }
        let entry = self.entry(self.index(start, finish))?;
        if entry == 0 || entry == LONG {
            return None;
        }
        Some(if entry == NO_WAY { None } else { Some(u32::from(entry) - 2) })
    }

    #[inline(always)]
    fn entry(&self, index: usize) -> Option<u8> {
        Some(self.pairs.get(index / 2)? >> (index % 2 * 4) & 15)
    }

    /// Finds the distances to a finish, if they have not been.
    pub(super) fn fill(&mut self, graph: &impl Adjacency, finish: Cell) {
        let index = self.index(finish, finish);
        if self.entry(index) != Some(0) {
            return;
        }
        let (nth, finish) = (index / self.width, index % self.width);
        let mut row = vec![NO_WAY; self.width];
        let mut entry = NO_WAY + 1;
        row[finish] = entry;
        self.search(graph, finish, |_, _, next| {
            entry = LONG.min(entry + 1);
            next.ones().for_each(|start| row[start] = entry);
        });
        let half = self.width / 2;
        let pairs = &mut self.pairs[nth * half..][..half];
        for (pair, [even, odd]) in pairs.iter_mut().zip(row.as_chunks().0) {
            *pair = odd << 4 | even;
        }
    }

    /// How many shortest routes lead from a start to a finish; `None` if they don't fit.
    pub(super) fn count(
        &mut self,
        graph: &impl Adjacency,
        start: Cell,
        finish: Cell,
    ) -> Option<u64> {
        let [index, finish] = [start, finish].map(|start| self.index(start, finish));
        let (nth, start, finish) = (index / self.width, index % self.width, finish % self.width);
        if self.counts.get(nth)?.is_none() {
            let mut counts = vec![0_u64; self.size.cells()].into_boxed_slice();
            counts[finish] = 1;
            self.search(graph, finish, |before, frontier, next| {
                for cell in frontier.ones() {
                    for start in before[cell].intersection(next) {
                        counts[start] = counts[start].saturating_add(counts[cell]);
                    }
                }
            });
            self.counts[nth] = Some(counts);
        }
        self.counts[nth].as_ref().map(|counts| counts[start]).filter(|&count| count < u64::MAX)
    }

    /// The shortest route that comes first by its cell names, both ends included, from a start from
    /// which there is one.
    pub(super) fn route(
        &mut self,
        graph: &impl Adjacency,
        names: &NameTable,
        start: Cell,
        finish: Cell,
    ) -> impl Iterator<Item = Cell> {
        let size = self.size;
        let [start, finish] = [start, finish].map(|cell| size.index(cell));
        let mut routes = self.routes.take().unwrap_or_else(|| FirstRoutes::new(graph, names));
        if routes.next[finish].is_none() {
            let mut next = vec![0; size.cells()].into_boxed_slice();
            self.search(graph, finish, |_, nearer, starts| routes.fill(&mut next, nearer, starts));
            routes.next[finish] = Some(next);
        }
        let next = self.routes.insert(routes).next[finish].as_deref().unwrap_or_default();
        let after = move |&at: &usize| (at != finish).then(|| usize::from(next[at]));
        iter::successors(Some(start), after).map(move |index| size.cell(index))
    }

    /// Searches breadth first from a finish, and calls back for each number of moves with the cells
    /// before each cell, those of the number before and those of this one.
    fn search(
        &mut self,
        graph: &impl Adjacency,
        finish: usize,
        mut visit: impl FnMut(&[FixedBitSet], &FixedBitSet, &FixedBitSet),
    ) {
        if self.before.is_empty() {
            let before = |cell| neighbors(graph, cell, Direction::Incoming, |index| index);
            self.before = self.size.iter().map(before).collect();
        }
        let none = FixedBitSet::with_capacity(self.size.cells());
        let (mut seen, mut frontier, mut next) = (none.clone(), none.clone(), none);
        seen.insert(finish);
        frontier.insert(finish);
        while !frontier.is_clear() {
            next.clear();
            frontier.ones().for_each(|cell| next.union_with(&self.before[cell]));
            next.difference_with(&seen);
            seen.union_with(&next);
            visit(&self.before, &frontier, &next);
            std::mem::swap(&mut frontier, &mut next);
        }
    }
}

/// What each start and finish along an axis add to the index of an entry: each finish along the axis
/// has `finish_stride` entries. What a mirror shows is not kept twice: of a finish and its image only
/// the one in the first half has a row.
fn axis_offsets(
    size: Size,
    axis: Axis,
    finish_stride: usize,
    mirrored: bool,
) -> [u32; AXIS * AXIS] {
    let stride = size.index(Cell::new(0, 0, 0).with(axis, 1));
    // So large where a coordinate is not on the board that every sum is past the end of the table.
    let mut offsets = [u32::MAX >> 2; AXIS * AXIS];
    for start in size.coordinates() {
        for finish in size.coordinates() {
            let is_image = mirrored && finish > size.opposite(finish);
            let image = |at: u16| usize::from(if is_image { size.opposite(at) } else { at });
            let offset = image(finish) * finish_stride + image(start) * stride;
            offsets[usize::from(start) * AXIS + usize::from(finish)] =
                u32::try_from(offset).expect("at most the square of the number of cells");
        }
    }
    offsets
}

/// The cells one move away from a cell, each by the number that `numbered` gives to its index.
fn neighbors(
    graph: &impl Adjacency,
    cell: Cell,
    direction: Direction,
    numbered: impl Fn(usize) -> usize,
) -> FixedBitSet {
    let size = graph.size();
    let mut cells = FixedBitSet::with_capacity(size.cells());
    graph.each_neighbor(cell, direction, |neighbor| cells.insert(numbered(size.index(neighbor))));
    cells
}

impl FirstRoutes {
    fn new(graph: &impl Adjacency, names: &NameTable) -> Self {
        let size = graph.size();
        let mut by_name: Vec<usize> = (0..size.cells()).collect();
        by_name.sort_unstable_by_key(|&index| names.key(size.cell(index)));
        let mut numbers = vec![0; size.cells()];
        by_name.iter().enumerate().for_each(|(number, &index)| numbers[index] = number);
        let after = |cell| neighbors(graph, cell, Direction::Outgoing, |index| numbers[index]);
        Self { by_name, after: size.iter().map(after).collect(), next: vec![None; size.cells()] }
    }

    /// Sets for each of the starts the first by name of the cells that are one move nearer.
    fn fill(&self, next: &mut [u16], nearer: &FixedBitSet, starts: &FixedBitSet) {
        let size = nearer.len();
        let mut named = FixedBitSet::with_capacity(size);
        (0..size).filter(|&n| nearer.contains(self.by_name[n])).for_each(|n| named.insert(n));
        for start in starts.ones() {
            let first = first_of_both(&self.after[start], &named).map(|n| self.by_name[n]);
            next[start] = first.and_then(|cell| cell.try_into().ok()).unwrap_or_default();
        }
    }
}

/// The first that two sets have in common.
fn first_of_both(one: &FixedBitSet, other: &FixedBitSet) -> Option<usize> {
    let words = one.as_slice().iter().zip(other.as_slice()).map(|(one, other)| one & other);
    let (nth, word) = words.enumerate().find(|(_, word)| *word != 0)?;
    Some(nth * usize::BITS as usize + word.trailing_zeros() as usize)
}
