//! A table of distances between all cells of a small board, for questions by the million.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, Ordering};

use super::MoveGraph;
use crate::cell::{Axis, Cell, Size};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// The least numbers of moves of every piece between all cells, found for a start cell when it is
/// first asked for. Threads can share it.
///
/// Two entries a byte: on the 8×8×8 board 0.9 MB for six pieces, of which only one moves otherwise
/// for Black, so that it stays in the caches of a processor.
#[derive(Debug)]
pub struct DistanceTable<'r> {
    size: Size,
    /// The number of entries of a row, two of which always share a byte.
    stride: usize,
    /// The graphs of pieces that move differently, and the mirrors that show the same graph.
    graphs: Vec<(MoveGraph<'r>, Vec<Axis>)>,
    /// For each piece the first place of its graph.
    bases: [usize; Piece::COUNT],
    /// For each graph and start a row of entries by finish, the even ones in the lower halves.
    pairs: Vec<AtomicU8>,
}

/// What a table knows of a way, in four bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry(u8);

impl Entry {
    /// There are at most so many.
    pub const COUNT: usize = 16;

    const NO_WAY: u8 = 15;

    /// Every entry that knows a distance, or that there is no way.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::NO_WAY).map(Self)
    }

    /// The place of the entry among those there can be.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether the way has not been asked for yet, or is too long for an entry.
    #[must_use]
    pub const fn is_unknown(self) -> bool {
        self.0 == 0
    }

    /// The least number of moves, `Some(None)` if there is no way; `None` if it is unknown.
    #[must_use]
    pub const fn distance(self) -> Option<Option<u32>> {
        match self.0 {
            Self::NO_WAY => Some(None),
            0 => None,
            mark => Some(Some(mark as u32 - 1)),
        }
    }

    fn new(distance: Option<u32>) -> Self {
        let Some(distance) = distance else { return Self(Self::NO_WAY) };
        let mark = u8::try_from(distance + 1).ok().filter(|&mark| mark < Self::NO_WAY);
        Self(mark.unwrap_or_default())
    }
}

impl<'r> DistanceTable<'r> {
    /// A table that knows nothing yet.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(rules: &'r Rules, size: Size) -> Result<Self, TryReserveError> {
        let mut graphs: Vec<(MoveGraph<'r>, Vec<Axis>)> = Vec::new();
        let mut bases = [0; Piece::COUNT];
        let stride = size.cells().next_multiple_of(2);
        let block = size.cells() * stride;
        for (role, _) in rules.roles() {
            for piece in Color::ALL.map(|color| Piece::new(color, role)) {
                let graph = MoveGraph::new(rules, size, piece);
                let known = graphs.iter().position(|(other, _)| other.steps == graph.steps);
                bases[piece.index()] = block * known.unwrap_or(graphs.len());
                if known.is_none() {
                    let mirrors = graph.mirrors();
                    graphs.push((graph, mirrors));
                }
            }
        }
        let mut pairs = Vec::new();
        pairs.try_reserve_exact(graphs.len() * block / 2)?;
        pairs.resize_with(graphs.len() * block / 2, AtomicU8::default);
        Ok(Self { size, stride, graphs, bases, pairs })
    }

    /// What each piece adds to the place of an entry, and each start cell to the one before it;
    /// each finish cell adds 1.
    #[must_use]
    pub const fn places(&self) -> (&[usize; Piece::COUNT], usize) {
        (&self.bases, self.stride)
    }

    /// Where the entry of a piece, a start and a finish is.
    #[must_use]
    pub fn place(&self, piece: Piece, start: Cell, finish: Cell) -> usize {
        let [start, finish] = [start, finish].map(|cell| self.size.index(cell));
        self.bases[piece.index()] + start * self.stride + finish
    }

    /// The entry at a place.
    #[must_use]
    #[inline]
    pub fn entry(&self, place: usize) -> Entry {
        self.load(place, Ordering::Relaxed)
    }

    #[inline]
    fn load(&self, place: usize, order: Ordering) -> Entry {
        Entry(self.pairs[place / 2].load(order) >> (place % 2 * 4) & 15)
    }

    /// Finds all entries with the start of the one at a place, if they have not been, and returns
    /// that one. It stays unknown if the way is too long for an entry.
    ///
    /// # Errors
    /// If there is not enough memory for a search.
    pub fn find(&self, place: usize) -> Result<Entry, TryReserveError> {
        let row = place / self.stride;
        if !self.is_filled(row) {
            self.search(row)?;
        }
        Ok(self.entry(place))
    }

    /// Finds the entries of a row.
    fn search(&self, row: usize) -> Result<(), TryReserveError> {
        let (graph, start) = (row / self.size.cells(), self.size.cell(row % self.size.cells()));
        let (graph, mirrors) = &self.graphs[graph];
        let far = |axis: &Axis| start.along(*axis) > self.size.opposite(start.along(*axis));
        let mirrors: Vec<Axis> = mirrors.iter().copied().filter(far).collect();
        let image = |cell: Cell| {
            let mirror = |cell: Cell, &axis| cell.with(axis, self.size.opposite(cell.along(axis)));
            mirrors.iter().fold(cell, mirror)
        };
        if mirrors.is_empty() {
            let mut search = graph.clone().search_from(start)?;
            self.fill(row, search.distances().map(Entry::new));
        } else {
            // What the mirrors show has been searched, or is now.
            let seen = row - self.size.index(start) + self.size.index(image(start));
            self.find(seen * self.stride)?;
            let entry = |cell| self.entry(seen * self.stride + self.size.index(image(cell)));
            self.fill(row, self.size.iter().map(entry));
        }
        Ok(())
    }

    /// The entry of the way from the start of a row to itself, which is always known: it is the
    /// last to be written, so that whoever knows it knows the row.
    const fn last(&self, row: usize) -> usize {
        row * self.stride + row % self.size.cells()
    }

    fn is_filled(&self, row: usize) -> bool {
        !self.load(self.last(row), Ordering::Acquire).is_unknown()
    }

    fn fill(&self, row: usize, mut entries: impl Iterator<Item = Entry>) {
        let (half, last) = (self.stride / 2, self.last(row) / 2);
        let pairs = row * half..(row + 1) * half;
        let mut last_pair = 0;
        for pair in pairs {
            let [lower, upper] = [(); 2].map(|()| entries.next().unwrap_or_default());
            let both = upper.0 << 4 | lower.0;
            if pair == last {
                last_pair = both;
            } else {
                self.pairs[pair].store(both, Ordering::Relaxed);
            }
        }
        self.pairs[last].store(last_pair, Ordering::Release);
    }
}
