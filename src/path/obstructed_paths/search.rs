//! A search over where a piece is and what it has captured by then.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::board::{Board, Occupancy};
use crate::cell::Cell;
use crate::path::PathError;
use crate::path::routes::{RouteCount, walks};
use crate::piece::Piece;
use crate::rules::{NameTable, Rules};

/// Where a piece can be after this many moves, and what it has captured by then.
#[derive(Clone, Debug)]
struct Node {
    cell: Cell,
    captured: Captured,
    level: u32,
    /// The nodes a move before it.
    before: SmallVec<[usize; 2]>,
    /// How many ways lead there; `None` for more than can be counted.
    ways: Option<u128>,
}

/// The cells of the captured pieces, in their order.
type Captured = SmallVec<[Cell; 4]>;

/// A breadth-first search from a start, as far as it has been asked to go.
#[derive(Clone, Debug)]
pub(super) struct BoardSearch {
    piece: Piece,
    /// Whether it makes a difference what has been captured.
    remembers: bool,
    nodes: Vec<Node>,
    known: HashMap<(Cell, Captured), usize>,
    /// For each cell the first nodes there, all at one distance.
    nearest: HashMap<Cell, SmallVec<[usize; 1]>>,
    /// The nodes of the last level.
    frontier: Range<usize>,
}

/// No search goes over more nodes than this and one for each cell.
const MOST_NODES: usize = 1 << 18;

impl BoardSearch {
    pub(super) fn new(piece: Piece, start: Cell, remembers: bool) -> Self {
        let captured = Captured::new();
        let known = HashMap::from([((start, captured.clone()), 0)]);
        let before = SmallVec::new();
        let nodes = vec![Node { cell: start, captured, level: 0, before, ways: Some(1) }];
        let nearest = HashMap::from([(start, smallvec![0])]);
        Self { piece, remembers, nodes, known, nearest, frontier: 0..1 }
    }

    /// Goes on until a cell is reached, or nothing new is.
    pub(super) fn reach(
        &mut self,
        finish: Cell,
        rules: &Rules,
        board: &mut Board,
        safe: bool,
    ) -> Result<(), PathError> {
        while !self.nearest.contains_key(&finish) && !self.frontier.is_empty() {
            let level = self.frontier.clone();
            for nth in level.clone() {
                self.leave(nth, rules, board, safe);
                if self.nodes.len() > MOST_NODES + board.size().cells() {
                    return Err(PathError::TooManyPositions);
                }
            }
            self.frontier = level.end..self.nodes.len();
        }
        Ok(())
    }

    /// Notes where the piece gets from a node by a move.
    fn leave(&mut self, nth: usize, rules: &Rules, board: &mut Board, safe: bool) {
        let Node { cell, captured, .. } = self.nodes[nth].clone();
        let gone: SmallVec<[Option<Piece>; 4]> =
            captured.iter().map(|&cell| board.piece_at(cell)).collect();
        captured.iter().for_each(|&cell| board.set(cell, None));
        let (movement, other) = (rules.movement(), !self.piece.color());
        for to in movement.destinations(board, self.piece, cell, rules.captures()) {
            if safe && movement.is_attacked(board, board.size().index(to), other) {
                continue;
            }
            let mut captured = captured.clone();
            if self.remembers && !board.is_empty(to) {
                let place = captured.partition_point(|known| *known < to);
                captured.insert(place, to);
            }
            self.arrive(to, captured, nth);
        }
        captured.iter().zip(gone).for_each(|(&cell, piece)| board.set(cell, piece));
    }

    fn arrive(&mut self, cell: Cell, captured: Captured, before: usize) {
        let (level, ways) = (self.nodes[before].level + 1, self.nodes[before].ways);
        let nth = self.nodes.len();
        match self.known.entry((cell, captured)) {
            Entry::Occupied(known) => {
                let node = &mut self.nodes[*known.get()];
                if node.level == level {
                    node.before.push(before);
                    node.ways = node.ways.zip(ways).and_then(|(a, b)| a.checked_add(b));
                }
            }
            Entry::Vacant(new) => {
                let captured = new.key().1.clone();
                new.insert(nth);
                self.nodes.push(Node { cell, captured, level, before: smallvec![before], ways });
                let nearest = self.nearest.entry(cell).or_default();
                if nearest.first().is_none_or(|&first| self.nodes[first].level == level) {
                    nearest.push(nth);
                }
            }
        }
    }

    pub(super) fn distance(&self, finish: Cell) -> Option<u32> {
        let first = self.nearest.get(&finish)?.first()?;
        Some(self.nodes[*first].level)
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many cells the piece has reached.
    pub(super) fn reached(&self) -> usize {
        self.nearest.len()
    }

    fn ends(&self, finish: Cell) -> &[usize] {
        self.nearest.get(&finish).map_or(&[], |ends| ends)
    }

    pub(super) fn count(&self, finish: Cell) -> RouteCount {
        let mut ways = self.ends(finish).iter().map(|&end| self.nodes[end].ways);
        let sum = ways.try_fold(0_u128, |sum, ways| sum.checked_add(ways?));
        sum.map_or(RouteCount::TooMany, RouteCount::Exact)
    }

    /// All shortest routes to a cell, in the order of the cell names.
    pub(super) fn routes<'s>(
        &'s self,
        finish: Cell,
        names: &NameTable,
    ) -> impl Iterator<Item = Vec<Cell>> + use<'s> {
        let ends: HashSet<usize> = self.ends(finish).iter().copied().collect();
        let mut after: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut open: Vec<usize> = ends.iter().copied().collect();
        while let Some(node) = open.pop() {
            for &before in &self.nodes[node].before {
                let known = after.entry(before).or_default();
                if known.is_empty() {
                    open.push(before);
                }
                known.push(node);
            }
        }
        let by_name = |node: &usize| names.key(self.nodes[*node].cell);
        for nodes in after.values_mut() {
            nodes.sort_unstable_by_key(by_name);
        }
        let first = (!ends.is_empty()).then_some(0);
        let next = move |node| after.get(&node).cloned().unwrap_or_default();
        let routes = walks(first, next, move |node| ends.contains(&node));
        routes.map(|route| route.into_iter().map(|node| self.nodes[node].cell).collect())
    }
}
