//! Ways among other pieces.
//!
//! The pieces of the mover's side are in its way; those of the other side are too, or are captured
//! where the rule set knows captures. Nothing else moves. What has been captured is gone: it attacks
//! nothing any more, and others may pass where it stood. So what comes next depends not only on where
//! the piece is but also on what it has captured, and the search goes over both.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::invariants::{Confinement, StepInvariants};
use super::routes::{RouteCount, walks};
use super::{MoveGraph, Obstacle, PathError};
use crate::board::{Board, Occupancy};
use crate::cell::Cell;
use crate::movement::{Mode, MoveKind, Step};
use crate::piece::Piece;
use crate::rules::{NameTable, Rules};

/// The ways of pieces among those of a board.
#[derive(Clone, Debug)]
pub(super) struct Among<'r> {
    rules: &'r Rules,
    board: Board,
    /// Whether the piece never stops where it could be captured.
    safe: bool,
    names: Arc<NameTable>,
    searches: HashMap<(Piece, Cell), BoardSearch>,
    /// How many nodes the searches have, about.
    kept: usize,
}

/// Where a piece can be after so many moves, and what it has captured by then.
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
struct BoardSearch {
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

/// No search goes over more nodes, and all that are kept together have no more.
const MOST_NODES: usize = 1 << 20;

impl<'r> Among<'r> {
    pub(super) fn new(rules: &'r Rules, board: Board, safe: bool, names: Arc<NameTable>) -> Self {
        Self { rules, board, safe, names, searches: HashMap::new(), kept: 0 }
    }

    pub(super) fn distance(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<Option<u32>, PathError> {
        Ok(self.search(piece, start, finish)?.and_then(|search| search.distance(finish)))
    }

    pub(super) fn count(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<RouteCount, PathError> {
        let search = self.search(piece, start, finish)?;
        Ok(search.map_or(RouteCount::Exact(0), |search| search.count(finish)))
    }

    pub(super) fn all(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<impl Iterator<Item = Vec<Cell>>, PathError> {
        let names = Arc::clone(&self.names);
        let search = self.search(piece, start, finish)?;
        Ok(search.map(|search| search.routes(finish, &names)).into_iter().flatten())
    }

    pub(super) fn obstacle(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<Option<Obstacle>, PathError> {
        let (size, safe) = (self.board.size(), self.safe);
        let Some(search) = self.search(piece, start, finish)? else { return Ok(None) };
        if !size.contains(finish) || search.distance(finish).is_some() {
            return Ok(None);
        }
        let reached = search.nearest.len();
        if let Some(own) = self.board.piece_at(finish).filter(|own| own.color() == piece.color()) {
            return Ok(Some(Obstacle::OwnPiece(own)));
        }
        let movement = self.rules.movement();
        let makes = |step: &&Step| self.rules.captures() || step.allows(MoveKind::Quiet);
        let steps: Vec<&Step> = movement.steps_of(piece).filter(makes).collect();
        let invariants = StepInvariants::new(&steps, self.rules.cells());
        if let Some(broken) = invariants.broken(start.offset_to(finish)) {
            return Ok(Some(broken));
        }
        let attacker = if safe { self.attacker(piece, start, finish) } else { None };
        let alone = MoveGraph::new(self.rules, size, piece).distance(start, finish)?;
        let cells = size.cells();
        Ok(Some(Obstacle::Pieces(Confinement { reached, cells, safe, attacker, alone })))
    }

    /// A piece that attacks a cell once the piece has left its start.
    fn attacker(&mut self, piece: Piece, start: Cell, cell: Cell) -> Option<(Cell, Piece)> {
        let size = self.board.size();
        let there = self.board.piece_at(start);
        self.board.set(start, None);
        let (index, by, kind) = (size.index(cell), !piece.color(), MoveKind::Capture);
        let movement = self.rules.movement();
        let found = movement.attackers(&self.board, index, by, kind, ControlFlow::Break);
        self.board.set(start, there);
        let from = size.cell(found.break_value()?);
        Some((from, self.board.piece_at(from)?))
    }

    /// The search from a start, once it knows the distance of the finish; `None` if the board has no such
    /// start.
    fn search(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<Option<&BoardSearch>, PathError> {
        if !self.board.size().contains(start) {
            return Ok(None);
        }
        let there = self.board.piece_at(start);
        if let Some(other) = there.filter(|there| *there != piece) {
            return Err(PathError::StartTaken(other));
        }
        let remembers = self.remembers(piece);
        let known = self.searches.remove(&(piece, start));
        let mut search = known.unwrap_or_else(|| BoardSearch::new(piece, start, remembers));
        let before = search.nodes.len();
        self.board.set(start, None);
        let reached = search.reach(finish, self.rules, &mut self.board, self.safe);
        self.board.set(start, there);
        reached?;
        self.kept += search.nodes.len() - before;
        if self.kept > MOST_NODES {
            self.searches.clear();
            self.kept = search.nodes.len();
        }
        Ok(Some(self.searches.entry((piece, start)).or_insert(search)))
    }

    /// Whether what a piece has captured makes a difference to the shortest ways. What it passed by a
    /// ride it could have ridden on from, so that only lame leaps may need a way that was opened.
    fn remembers(&self, piece: Piece) -> bool {
        let passes = |step: &Step| {
            step.mode() == Mode::Lame && step.routes().iter().any(|route| !route.is_empty())
        };
        self.rules.captures() && (self.safe || self.rules.movement().steps_of(piece).any(passes))
    }
}

impl BoardSearch {
    fn new(piece: Piece, start: Cell, remembers: bool) -> Self {
        let captured = Captured::new();
        let known = HashMap::from([((start, captured.clone()), 0)]);
        let before = SmallVec::new();
        let nodes = vec![Node { cell: start, captured, level: 0, before, ways: Some(1) }];
        let nearest = HashMap::from([(start, smallvec![0])]);
        Self { piece, remembers, nodes, known, nearest, frontier: 0..1 }
    }

    /// Goes on until a cell is reached, or nothing new is.
    fn reach(
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
                if self.nodes.len() > MOST_NODES {
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

    fn distance(&self, finish: Cell) -> Option<u32> {
        let first = self.nearest.get(&finish)?.first()?;
        Some(self.nodes[*first].level)
    }

    fn ends(&self, finish: Cell) -> &[usize] {
        self.nearest.get(&finish).map_or(&[], |ends| ends)
    }

    fn count(&self, finish: Cell) -> RouteCount {
        let mut ways = self.ends(finish).iter().map(|&end| self.nodes[end].ways);
        let sum = ways.try_fold(0_u128, |sum, ways| sum.checked_add(ways?));
        sum.map_or(RouteCount::TooMany, RouteCount::Exact)
    }

    /// All shortest routes to a cell, in the order of the cell names.
    fn routes<'s>(
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
