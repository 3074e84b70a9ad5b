//! Breadth-first search for the shortest routes of a piece on a board with other pieces.
//!
//! A captured piece no longer attacks and no longer blocks. If captures may change the shortest
//! routes, a node of the search is a cell together with the pieces captured so far. Otherwise a
//! node is a cell.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::iter;

use smallvec::SmallVec;

use super::PathError;
use super::routes::{RouteCount, walks};
use super::search::Search;
use crate::board::Board;
use crate::cell::Cell;
use crate::control::Control;
use crate::movement::{Mode, Step};
use crate::piece::Piece;
use crate::rules::{NameTable, Rules};

/// A breadth-first search from one start cell, which stops at a finish and can continue to a
/// farther finish.
///
/// The number of a node without captures is the index of its cell. Nodes with captures have higher
/// numbers, in the order in which the search finds them.
#[derive(Clone, Debug)]
pub(super) struct BoardSearch {
    rules: Rules,
    /// The board without the moving piece.
    board: Board,
    safe: bool,
    piece: Piece,
    /// True if different captures on the way to one cell lead to different nodes.
    captures_matter: bool,
    search: Search,
    /// For each node, the previous nodes on shortest routes to the node.
    before: Vec<SmallVec<[u32; 2]>>,
    /// The least number of moves to each reached cell, by the index of the cell.
    nearest: HashMap<usize, u32>,
    /// The state of each node with captures, in the order of the node numbers.
    captures: Vec<State>,
    known: HashMap<State, usize>,
}

/// The state of a node: the cell index of the moving piece, and the sorted cell indexes of its
/// captures.
type State = (usize, SmallVec<[usize; 2]>);

/// A search fails if it reaches more nodes than the number of cells plus this constant.
const MOST_NODES: usize = 1 << 18;

impl BoardSearch {
    pub(super) fn new(rules: &Rules, board: &Board, safe: bool, piece: Piece, start: Cell) -> Self {
        let (mut board, size) = (board.clone(), board.size());
        board.set(start, None);
        let start = size.index(start);
        Self {
            captures_matter: captures_matter(rules, piece, safe),
            search: Search::counting(size.cells(), start),
            before: vec![SmallVec::new(); size.cells()],
            nearest: HashMap::from([(start, 0)]),
            captures: Vec::new(),
            known: HashMap::new(),
            rules: rules.clone(),
            board,
            safe,
            piece,
        }
    }

    /// Continues the search until all shortest routes to `finish` are known or no new node can be
    /// reached.
    pub(super) fn reach(&mut self, finish: usize, control: &Control<'_>) -> Result<(), PathError> {
        while let Some(node) = self.search.next()
            && self.nearest.get(&finish).is_none_or(|&moves| self.search.moves(node) < Some(moves))
        {
            control.tick(1)?;
            let moves = self.search.moves(node).map(|moves| moves + 1);
            let next = self.moves_from(node);
            self.search.expand(node, next.iter().copied().map(iter::once));
            self.before.resize(self.board.size().cells() + self.captures.len(), SmallVec::new());
            for to in next.into_iter().filter(|&to| self.search.moves(to) == moves) {
                self.before[to].push(u32::try_from(node).expect("nodes have numbers of 32 bits"));
                self.nearest.entry(self.cell(to)).or_insert(moves.unwrap_or_default());
            }
            if self.search.reached().len() > MOST_NODES + self.board.size().cells() {
                return Err(PathError::TooManyPositions);
            }
        }
        Ok(())
    }

    fn moves_from(&mut self, node: usize) -> Vec<usize> {
        let (cell, captured) = self.state(node);
        let (rules, size, piece) = (self.rules.clone(), self.board.size(), self.piece);
        let movement = rules.movement();
        let gone: Vec<(Cell, Option<Piece>)> =
            captured.iter().map(|&index| (size.cell(index), self.board.piece_on(index))).collect();
        for &(cell, _) in &gone {
            self.board.set(cell, None);
        }
        let mut nodes = Vec::new();
        for to in movement.destinations(&self.board, piece, size.cell(cell)) {
            let to = size.index(to);
            if self.safe && movement.on(size).is_attacked(&self.board, to, !piece.color()) {
                continue;
            }
            let mut captured = captured.clone();
            if self.captures_matter && self.board.piece_on(to).is_some() {
                captured.insert(captured.partition_point(|&known| known < to), to);
            }
            nodes.push(self.node((to, captured)));
        }
        for (cell, there) in gone {
            self.board.set(cell, there);
        }
        nodes
    }

    fn node(&mut self, state: State) -> usize {
        if state.1.is_empty() {
            return state.0;
        }
        match self.known.entry(state) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.captures.push(new.key().clone());
                *new.insert(self.board.size().cells() + self.captures.len() - 1)
            }
        }
    }

    fn state(&self, node: usize) -> State {
        let known = node.checked_sub(self.board.size().cells());
        known.map_or_else(|| (node, SmallVec::new()), |nth| self.captures[nth].clone())
    }

    fn cell(&self, node: usize) -> usize {
        node.checked_sub(self.board.size().cells()).map_or(node, |nth| self.captures[nth].0)
    }

    pub(super) fn distance(&self, finish: usize) -> Option<u32> {
        self.nearest.get(&finish).copied()
    }

    /// Returns the number of reached cells, the start included.
    pub(super) fn reached(&self) -> usize {
        self.nearest.len()
    }

    /// Returns an estimate of the memory that the search takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        64 * self.before.len() + 128 * self.captures.len()
    }

    /// Returns the nodes that have the piece on `finish` after the least number of moves.
    fn ends(&self, finish: usize) -> impl Iterator<Item = usize> {
        let moves = self.distance(finish);
        let nodes = self.search.reached().iter().map(|&node| node as usize);
        let nodes = nodes.filter(move |&node| self.search.moves(node) == moves);
        nodes.filter(move |&node| self.cell(node) == finish)
    }

    pub(super) fn count(&self, finish: usize) -> RouteCount {
        let counts = self.ends(finish).map(|end| self.search.count(end));
        RouteCount::from_saturated(counts.fold(0, u128::saturating_add))
    }

    /// Returns all shortest routes to `finish`, sorted by the names of their cells.
    pub(super) fn routes(
        &self,
        finish: usize,
        names: &NameTable,
    ) -> impl Iterator<Item = Vec<Cell>> + use<> {
        let cell = |node: usize| (node, self.board.size().cell(self.cell(node)));
        let ends: HashSet<usize> = self.ends(finish).collect();
        let mut after: HashMap<usize, Vec<(usize, Cell)>> = HashMap::new();
        let mut open: Vec<usize> = ends.iter().copied().collect();
        while let Some(node) = open.pop() {
            for before in self.before[node].iter().map(|&before| before as usize) {
                let known = after.entry(before).or_default();
                if known.is_empty() {
                    open.push(before);
                }
                known.push(cell(node));
            }
        }
        for nodes in after.values_mut() {
            nodes.sort_unstable_by_key(|&(_, cell)| names.key(cell));
        }
        let start = self.search.reached().first().map(|&start| cell(start as usize));
        let first = start.filter(|_| !ends.is_empty());
        let next = move |(node, _)| after.get(&node).cloned().unwrap_or_default();
        let routes = walks(first, next, move |(node, _)| ends.contains(&node));
        routes.map(|route| route.into_iter().map(|(_, cell)| cell).collect())
    }
}

/// Returns `true` if the shortest routes of `piece` may depend on its earlier captures.
///
/// Safe routes depend on captures, because a captured piece no longer attacks. Lame steps depend on
/// captures, because a capture may empty a path. Rides do not depend on captures: no shortest route
/// passes over the cell of an earlier capture, because the rider could have ridden on from that
/// cell in one move.
fn captures_matter(rules: &Rules, piece: Piece, safe: bool) -> bool {
    let passes =
        |step: &Step| step.mode() == Mode::Lame && step.paths().iter().any(|path| !path.is_empty());
    rules.captures() && (safe || rules.movement().steps_of(piece).any(passes))
}
