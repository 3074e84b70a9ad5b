//! Shortest routes of a piece whose captures change where it can go later.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use petgraph::Direction;
use smallvec::{SmallVec, smallvec};

use super::routes::{RouteCount, walks};
use super::{MoveGraph, PathError};
use crate::board::Board;
use crate::cell::Cell;
use crate::common::sorted;
use crate::control::Control;
use crate::movement::Mailbox;
use crate::piece::Piece;

/// A breadth-first search from one start, over cells together with the pieces captured on the way.
///
/// A captured piece no longer attacks and no longer blocks. The search stops at a finish and can
/// continue to a farther finish.
#[derive(Clone, Debug)]
pub(super) struct CaptureSearch {
    graph: MoveGraph,
    safe: bool,
    /// Board of the graph. While the moves from a node are generated, the pieces captured on
    /// the way to that node are taken off `board` and `mailbox`.
    board: Board,
    mailbox: Mailbox,
    /// Reached nodes, nearest first.
    nodes: Vec<Node>,
    numbers: HashMap<CaptureState, usize>,
    /// Number of nodes whose moves have been generated.
    expanded: usize,
    /// Least number of moves to each reached cell.
    nearest: HashMap<Cell, u32>,
}

#[derive(Clone, Debug)]
struct Node {
    state: CaptureState,
    moves: u32,
    /// Number of shortest routes to the node, saturated at `u128::MAX`.
    routes: u128,
    /// Numbers of the previous nodes on these routes.
    before: SmallVec<[usize; 2]>,
}

/// The cell of the moving piece, and the sorted cells of its captures.
type CaptureState = (Cell, Vec<Cell>);

/// A search fails if it reaches more nodes than the number of cells plus this constant.
const MOST_NODES: usize = 1 << 18;

impl CaptureSearch {
    /// Creates a search in `graph`, whose board must be empty on `start`.
    pub(super) fn new(graph: MoveGraph, safe: bool, start: Cell) -> Self {
        let state = (start, Vec::new());
        let start = Node { state: state.clone(), moves: 0, routes: 1, before: SmallVec::new() };
        Self {
            board: graph.0.board.clone(),
            mailbox: graph.0.mailbox.clone(),
            graph,
            safe,
            nearest: HashMap::from([(start.state.0, 0)]),
            nodes: vec![start],
            numbers: HashMap::from([(state, 0)]),
            expanded: 0,
        }
    }

    /// Continues the search until all shortest routes to `finish` are known or no new node can be
    /// reached.
    pub(super) fn reach(&mut self, finish: Cell, control: &Control<'_>) -> Result<(), PathError> {
        while let Some(node) = self.nodes.get(self.expanded)
            && self.nearest.get(&finish).is_none_or(|&moves| node.moves < moves)
        {
            if self.nodes.len() > MOST_NODES + self.board.size().cells() {
                return Err(PathError::TooManyPositions);
            }
            control.tick(1)?;
            for state in self.moves_from(node.state.clone()) {
                self.add(self.expanded, state);
            }
            self.expanded += 1;
        }
        Ok(())
    }

    /// Returns the states after each move from a state.
    fn moves_from(&mut self, (cell, captured): CaptureState) -> Vec<CaptureState> {
        for &cell in &captured {
            self.put(cell, None);
        }
        let (size, by) = (self.board.size(), !self.graph.0.piece.color());
        let movement = self.graph.0.rules.movement().on(size);
        let is_attacked = |to| movement.is_attacked(&self.board, size.index(to), by);
        let mut cells = Vec::new();
        self.mailbox.for_each_neighbor(cell, Direction::Outgoing, |to| cells.push(to));
        let allowed = sorted(cells).into_iter().filter(|&to| !self.safe || !is_attacked(to));
        let states = allowed.map(|to| {
            let new = (!self.board.is_empty(to)).then_some(to);
            (to, sorted(captured.iter().copied().chain(new)))
        });
        let states = states.collect();
        for &cell in &captured {
            self.put(cell, self.graph.0.board.piece_at(cell));
        }
        states
    }

    fn put(&mut self, cell: Cell, piece: Option<Piece>) {
        self.board.set(cell, piece);
        let slot = self.mailbox.slot(cell);
        self.mailbox.states[slot] = self.graph.state(cell, piece);
    }

    /// Adds a move from the node with the number `from` to a state.
    fn add(&mut self, from: usize, state: CaptureState) {
        let (moves, routes) = (self.nodes[from].moves + 1, self.nodes[from].routes);
        match self.numbers.entry(state) {
            Entry::Vacant(new) => {
                let state = new.key().clone();
                new.insert(self.nodes.len());
                self.nearest.entry(state.0).or_insert(moves);
                self.nodes.push(Node { state, moves, routes, before: smallvec![from] });
            }
            Entry::Occupied(known) => {
                let node = &mut self.nodes[*known.get()];
                if node.moves == moves {
                    node.routes = node.routes.saturating_add(routes);
                    node.before.push(from);
                }
            }
        }
    }

    pub(super) fn distance(&self, finish: Cell) -> Option<u32> {
        self.nearest.get(&finish).copied()
    }

    /// Returns the number of reached cells, the start included.
    pub(super) fn reached(&self) -> usize {
        self.nearest.len()
    }

    /// Returns an estimate of the memory that the search takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        2 * self.mailbox.states.len() + 256 * self.nodes.len()
    }

    /// Returns the numbers of the nodes that have the piece on `finish` after the least number of
    /// moves.
    fn ends(&self, finish: Cell) -> impl Iterator<Item = usize> {
        let moves = self.distance(finish);
        let is_end = move |node: &Node| node.state.0 == finish && Some(node.moves) == moves;
        self.nodes.iter().enumerate().filter(move |(_, node)| is_end(node)).map(|(nth, _)| nth)
    }

    pub(super) fn count(&self, finish: Cell) -> RouteCount {
        let counts = self.ends(finish).map(|end| self.nodes[end].routes);
        RouteCount::from_saturated(counts.fold(0, u128::saturating_add))
    }

    /// Returns all shortest routes to `finish`, sorted by the names of their cells.
    pub(super) fn routes(&self, finish: Cell) -> impl Iterator<Item = Vec<Cell>> + use<> {
        let (size, keys) = (self.board.size(), self.graph.name_keys());
        let cell = |node: usize| (node, self.nodes[node].state.0);
        let ends: HashSet<usize> = self.ends(finish).collect();
        let mut after: HashMap<usize, Vec<(usize, Cell)>> = HashMap::new();
        let mut open: Vec<usize> = ends.iter().copied().collect();
        while let Some(node) = open.pop() {
            for &before in &self.nodes[node].before {
                let known = after.entry(before).or_default();
                if known.is_empty() {
                    open.push(before);
                }
                known.push(cell(node));
            }
        }
        for nodes in after.values_mut() {
            nodes.sort_unstable_by_key(|&(_, cell)| keys[size.index(cell)]);
        }
        let first = (!ends.is_empty()).then(|| cell(0));
        let next = move |(node, _)| after.get(&node).cloned().unwrap_or_default();
        let routes = walks(first, next, move |(node, _)| ends.contains(&node));
        routes.map(|route| route.into_iter().map(|(_, cell)| cell).collect())
    }
}
