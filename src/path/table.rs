//! A table of distances between all cells of a small board, for questions by the million.

use std::collections::TryReserveError;

use petgraph::Direction;

use super::MoveGraph;
use crate::cell::Size;
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// The least numbers of moves of every piece between all cells, found for a start cell when it is
/// first asked for.
///
/// A byte an entry: on the 8×8×8 board 2 MB for six pieces, of which only one moves otherwise for
/// Black.
#[derive(Clone, Debug)]
pub struct DistanceTable<'r> {
    size: Size,
    /// For each piece, those of White first, its place among the graphs.
    graphs_of: [Vec<usize>; 2],
    graphs: Vec<Graph<'r>>,
    /// For each graph and start a row of entries by finish.
    entries: Vec<Entry>,
}

/// The moves of pieces that move alike.
#[derive(Clone, Debug)]
struct Graph<'r> {
    moves: MoveGraph<'r>,
    /// The indexes of the cells one move from each cell; empty until a row is asked for.
    neighbors: Vec<Vec<usize>>,
}

/// What a table knows of a way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry(u8);

impl Entry {
    const NO_WAY: u8 = u8::MAX;

    /// Every entry that knows an answer.
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

    /// The least number of moves of a known entry, if there is a way.
    #[must_use]
    pub const fn distance(self) -> Option<u32> {
        match self.0 {
            Self::NO_WAY => None,
            mark => Some(mark as u32 - 1),
        }
    }

    fn new(distance: Option<u32>) -> Self {
        let mark = distance.map_or(Some(Self::NO_WAY), |distance| u8::try_from(distance + 1).ok());
        Self(mark.filter(|&mark| distance.is_none() || mark < Self::NO_WAY).unwrap_or_default())
    }
}

impl<'r> DistanceTable<'r> {
    /// A table that knows nothing yet.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(rules: &'r Rules, size: Size) -> Result<Self, TryReserveError> {
        let mut graphs: Vec<Graph<'r>> = Vec::new();
        let graphs_of = Color::ALL.map(|color| {
            let place = |(role, _)| {
                let moves = MoveGraph::new(rules, size, Piece::new(color, role));
                graphs.iter().position(|other| other.moves.steps == moves.steps).unwrap_or_else(
                    || {
                        graphs.push(Graph { moves, neighbors: Vec::new() });
                        graphs.len() - 1
                    },
                )
            };
            rules.roles().map(place).collect()
        });
        let count = graphs.len() * size.cells() * size.cells();
        Vec::<Entry>::new().try_reserve_exact(count)?;
        Ok(Self { size, graphs_of, graphs, entries: vec![Entry::default(); count] })
    }

    /// Where the entry of a piece, a start and a finish, as the indexes of their cells, is.
    #[must_use]
    #[inline]
    pub fn place(&self, piece: Piece, start: usize, finish: usize) -> usize {
        let graph = self.graphs_of[piece.color() as usize][piece.role().index()];
        (graph * self.size.cells() + start) * self.size.cells() + finish
    }

    /// The entry at a place.
    #[must_use]
    #[inline]
    pub fn entry(&self, place: usize) -> Entry {
        self.entries[place]
    }

    /// Finds all entries with the start of the one at a place, and returns that one. It stays
    /// unknown if the way is too long for an entry.
    pub fn find(&mut self, place: usize) -> Entry {
        let cells = self.size.cells();
        let (graph, start) = (place / cells / cells, place / cells % cells);
        let row = &mut self.entries[place / cells * cells..][..cells];
        self.graphs[graph].fill(self.size, start, row);
        self.entries[place]
    }
}

impl Graph<'_> {
    /// Fills a row: a breadth-first search along stored neighbors, as each is used many times.
    fn fill(&mut self, size: Size, start: usize, row: &mut [Entry]) {
        if self.neighbors.is_empty() {
            let neighbors = |cell| {
                let cells = self.moves.neighbors(cell, Direction::Outgoing).into_iter();
                cells.map(|cell| size.index(cell)).collect()
            };
            self.neighbors = size.iter().map(neighbors).collect();
        }
        row.fill(Entry::new(None));
        row[start] = Entry::new(Some(0));
        let (mut front, mut next) = (vec![start], Vec::new());
        for distance in 1.. {
            for &cell in &front {
                for &neighbor in &self.neighbors[cell] {
                    if row[neighbor].0 == Entry::NO_WAY {
                        row[neighbor] = Entry::new(Some(distance));
                        next.push(neighbor);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            front.clear();
            std::mem::swap(&mut front, &mut next);
        }
    }
}
