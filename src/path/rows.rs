//! Distances between all cells of a small board, for questions by the million.

use std::collections::TryReserveError;
use std::iter;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use petgraph::Direction;

use super::MoveGraph;
use crate::cell::{Axis, Cell, Size};
use crate::memory::zeros;
use crate::rules::NameTable;

/// Where a piece gets by a move, over an empty board or among others.
pub(super) trait Ways {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The axes across which a mirror shows the same.
    fn mirrors(&self) -> Vec<Axis>;

    /// Visits the cells one move after a cell or before it, some perhaps twice.
    fn each_neighbor(&self, cell: Cell, direction: Direction, visit: impl FnMut(Cell));
}

impl Ways for MoveGraph<'_> {
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
pub(super) struct Rows {
    size: Size,
    parts: Arc<Parts>,
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

/// For each axis, and each start and finish along it, their part of the index of a note.
type Parts = [[u32; AXIS * AXIS]; 3];

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

/// The edges of small boards are shorter than this.
const AXIS: usize = 16;
/// The bits that a [packed](Cell::packed) cell of a small board may have.
const ON_SMALL_BOARDS: u64 = 0x000F_000F_000F;
/// What is noted where there is no way. Other notes are two more than the number of moves, 0 is none.
const NO_WAY: u8 = 1;
/// What is noted of a way that takes more moves than can be noted.
const LONG: u8 = 15;

impl Rows {
    /// A table for more cells would take more memory than it saves time.
    pub(super) const MOST_CELLS: usize = 1000;

    /// No distances yet.
    pub(super) fn new(ways: &impl Ways) -> Result<Self, TryReserveError> {
        let (size, mirrors) = (ways.size(), ways.mirrors());
        let cells = size.cells();
        let width = cells.next_multiple_of(2);
        let mut rows = 1;
        let parts = Axis::ALL.map(|axis| {
            let mirrored = mirrors.contains(&axis);
            let parts = parts(size, axis, rows * width, mirrored);
            rows *= if mirrored { size.edge().div_ceil(2) } else { size.edge() };
            parts
        });
        let pairs = zeros(width / 2 * rows)?;
        Ok(Self {
            size,
            parts: Arc::new(parts),
            width,
            pairs,
            before: Vec::new(),
            counts: vec![None; rows],
            routes: None,
        })
    }

    /// The same with the parts of others in the place of its own, where they are equal: then the nearest
    /// cache has room for those of all pieces.
    pub(super) fn sharing<'o>(self, mut others: impl Iterator<Item = &'o Self>) -> Self {
        match others.find(|other| other.parts == self.parts) {
            Some(other) => Self { parts: Arc::clone(&other.parts), ..self },
            None => self,
        }
    }

    /// The index of the note for a way between two cells of the board; of a note that is not there, if
    /// their coordinates are small, but not on the board.
    #[inline(always)]
    fn index(&self, start: Cell, finish: Cell) -> usize {
        // All axes at once: 16 bits each, of which the lower eight are told apart.
        let both = start.packed() << AXIS.ilog2() | finish.packed();
        let [level, _, rank, _, file, ..] = both.to_le_bytes().map(usize::from);
        let [files, ranks, levels] = &*self.parts;
        (files[file] + ranks[rank] + levels[level]) as usize
    }

    /// The least number of moves from a start to a finish, `Some(None)` if there is no way; `None`
    /// if that is not noted, or one of the cells is not on the board.
    #[inline(always)]
    pub(super) fn distance(&self, start: Cell, finish: Cell) -> Option<Option<u32>> {
        if (start.packed() | finish.packed()) & !ON_SMALL_BOARDS != 0 {
            return None;
        }
        let note = self.note(self.index(start, finish))?;
        if note == 0 || note == LONG {
            return None;
        }
        Some(if note == NO_WAY { None } else { Some(u32::from(note) - 2) })
    }

    #[inline(always)]
    fn note(&self, index: usize) -> Option<u8> {
        Some(self.pairs.get(index / 2)? >> (index % 2 * 4) & 15)
    }

    /// Finds the distances to a finish, if they have not been.
    pub(super) fn fill(&mut self, ways: &impl Ways, finish: Cell) {
        let index = self.index(finish, finish);
        if self.note(index) != Some(0) {
            return;
        }
        let (nth, finish) = (index / self.width, index % self.width);
        let mut row = vec![NO_WAY; self.width];
        let mut mark = NO_WAY + 1;
        row[finish] = mark;
        self.search(ways, finish, |_, _, next| {
            mark = LONG.min(mark + 1);
            next.ones().for_each(|start| row[start] = mark);
        });
        let half = self.width / 2;
        let pairs = &mut self.pairs[nth * half..][..half];
        for (pair, [even, odd]) in pairs.iter_mut().zip(row.as_chunks().0) {
            *pair = odd << 4 | even;
        }
    }

    /// How many shortest routes lead from a start to a finish; `None` if they don't fit.
    pub(super) fn count(&mut self, ways: &impl Ways, start: Cell, finish: Cell) -> Option<u64> {
        let [index, finish] = [start, finish].map(|start| self.index(start, finish));
        let (nth, start, finish) = (index / self.width, index % self.width, finish % self.width);
        if self.counts.get(nth)?.is_none() {
            let mut counts = vec![0_u64; self.size.cells()].into_boxed_slice();
            counts[finish] = 1;
            self.search(ways, finish, |before, frontier, next| {
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
        ways: &impl Ways,
        names: &NameTable,
        start: Cell,
        finish: Cell,
    ) -> impl Iterator<Item = Cell> {
        let size = self.size;
        let [start, finish] = [start, finish].map(|cell| size.index(cell));
        let mut routes = self.routes.take().unwrap_or_else(|| FirstRoutes::new(ways, names));
        if routes.next[finish].is_none() {
            let mut next = vec![0; size.cells()].into_boxed_slice();
            self.search(ways, finish, |_, nearer, starts| routes.fill(&mut next, nearer, starts));
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
        ways: &impl Ways,
        finish: usize,
        mut visit: impl FnMut(&[FixedBitSet], &FixedBitSet, &FixedBitSet),
    ) {
        if self.before.is_empty() {
            let before = |cell| neighbors(ways, cell, Direction::Incoming, |index| index);
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

/// For each start and finish along an axis their part of the index of a note, of which each finish
/// along the axis has `finish_stride`. What a mirror shows is not noted twice: of a finish and its
/// image only the one in the first half has a row.
fn parts(size: Size, axis: Axis, finish_stride: usize, mirrored: bool) -> [u32; AXIS * AXIS] {
    let stride = size.index(Cell::new(0, 0, 0).with(axis, 1));
    let mut parts = [u32::MAX >> 2; AXIS * AXIS];
    for start in size.coordinates() {
        for finish in size.coordinates() {
            let is_image = mirrored && finish > size.opposite(finish);
            let image = |at: u16| usize::from(if is_image { size.opposite(at) } else { at });
            let part = image(finish) * finish_stride + image(start) * stride;
            parts[usize::from(start) * AXIS + usize::from(finish)] =
                u32::try_from(part).expect("the squares of small boards are small");
        }
    }
    parts
}

/// The cells one move away from a cell, each by the number that `numbered` gives to its index.
fn neighbors(
    ways: &impl Ways,
    cell: Cell,
    direction: Direction,
    numbered: impl Fn(usize) -> usize,
) -> FixedBitSet {
    let size = ways.size();
    let mut cells = FixedBitSet::with_capacity(size.cells());
    ways.each_neighbor(cell, direction, |neighbor| cells.insert(numbered(size.index(neighbor))));
    cells
}

impl FirstRoutes {
    fn new(ways: &impl Ways, names: &NameTable) -> Self {
        let size = ways.size();
        let mut by_name: Vec<usize> = (0..size.cells()).collect();
        by_name.sort_unstable_by_key(|&index| names.key(size.cell(index)));
        let mut numbers = vec![0; size.cells()];
        by_name.iter().enumerate().for_each(|(number, &index)| numbers[index] = number);
        let after = |cell| neighbors(ways, cell, Direction::Outgoing, |index| numbers[index]);
        Self { by_name, after: size.iter().map(after).collect(), next: vec![None; size.cells()] }
    }

    /// Notes for each of the starts the first by name of the cells that are one move nearer.
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
