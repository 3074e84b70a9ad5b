//! Ways among other pieces.
//!
//! The pieces of the mover's side are in its way; those of the other side are too, or are captured
//! where the rule set knows captures. Nothing else moves. What has been captured is gone: it attacks
//! nothing any more, and others may pass where it stood. So what comes next depends not only on where
//! the piece is but also on what it has captured, and the search goes over both.

mod search;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;
use std::sync::Arc;

use petgraph::Direction;

use self::search::BoardSearch;
use super::distance_table::{Adjacency, DistanceTable};
use super::invariants::{Confinement, StepInvariants};
use super::routes::RouteCount;
use super::{MoveGraph, Obstacle, PathError, Query};
use crate::board::{Board, Occupancy};
use crate::cell::{Axis, Cell, Size};
use crate::movement::{Mode, MoveKind, Step};
use crate::piece::Piece;
use crate::rules::{NameTable, Rules};

/// The ways of pieces among those of a board.
#[derive(Clone, Debug)]
pub(super) struct ObstructedPaths {
    rules: Rules,
    board: Board,
    /// Whether the piece never stops where it could be captured.
    safe: bool,
    names: Arc<NameTable>,
    /// Tables for small boards, where it makes no difference what has been captured: for each piece, and
    /// once more for each start that the board has it on.
    tables: HashMap<(Piece, Option<Cell>), DistanceTable>,
    searches: HashMap<(Piece, Cell), BoardSearch>,
    /// How many nodes the searches have, about.
    kept: usize,
}

/// Searches are kept as long as all together have no more nodes.
const KEPT_NODES: usize = 1 << 19;

impl ObstructedPaths {
    pub(super) fn new(rules: &Rules, board: Board, safe: bool, names: Arc<NameTable>) -> Self {
        Self {
            rules: rules.clone(),
            board,
            safe,
            names,
            tables: HashMap::new(),
            searches: HashMap::new(),
            kept: 0,
        }
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn distance(&mut self, query: Query) -> Result<Option<u32>, PathError> {
        let Query { start, finish, .. } = query;
        let known = self.table(query, |table, _| table.distance(start, finish))?;
        match known {
            Some(distance) => Ok(distance),
            None => Ok(self.search(query)?.and_then(|search| search.distance(finish))),
        }
    }

    /// The shortest route whose cells come first by name.
    pub(super) fn route(&mut self, query: Query) -> Result<Option<Vec<Cell>>, PathError> {
        let Query { start, finish, .. } = query;
        let names = Arc::clone(&self.names);
        let known = self.table(query, |table, others| {
            let distance = table.distance(start, finish)?;
            Some(distance.map(|_| table.route(others, &names, start, finish).collect()))
        })?;
        match known {
            Some(route) => Ok(route),
            None => Ok(self.all(query)?.next()),
        }
    }

    pub(super) fn count(&mut self, query: Query) -> Result<RouteCount, PathError> {
        let Query { start, finish, .. } = query;
        let known = self.table(query, |table, others| match table.distance(start, finish)? {
            Some(_) => table.count(others, start, finish),
            None => Some(0),
        })?;
        if let Some(count) = known {
            return Ok(RouteCount::Exact(count.into()));
        }
        let search = self.search(query)?;
        Ok(search.map_or(RouteCount::Exact(0), |search| search.count(finish)))
    }

    pub(super) fn all(
        &mut self,
        query: Query,
    ) -> Result<impl Iterator<Item = Vec<Cell>>, PathError> {
        let names = Arc::clone(&self.names);
        let search = self.search(query)?;
        Ok(search.map(|search| search.routes(query.finish, &names)).into_iter().flatten())
    }

    pub(super) fn obstacle(&mut self, query: Query) -> Result<Option<Obstacle>, PathError> {
        let Query { piece, start, finish } = query;
        let (size, safe) = (self.board.size(), self.safe);
        let Some(search) = self.search(query)? else { return Ok(None) };
        if !size.contains(finish) || search.distance(finish).is_some() {
            return Ok(None);
        }
        let reached = search.reached();
        let stays = |other: &Piece| other.color() == piece.color() || !self.rules.captures();
        if let Some(other) = self.board.piece_at(finish).filter(stays) {
            return Ok(Some(Obstacle::Occupied(other)));
        }
        let movement = self.rules.movement();
        let makes = |step: &&Step| self.rules.captures() || step.allows(MoveKind::Quiet);
        let steps: Vec<&Step> = movement.steps_of(piece).filter(makes).collect();
        let invariants = StepInvariants::new(&steps, self.rules.cells());
        if let Some(broken) = invariants.broken(start.offset_to(finish)) {
            return Ok(Some(broken));
        }
        let attacker = if safe { self.attacker(piece, start, finish) } else { None };
        let alone = MoveGraph::new(&self.rules, size, piece).distance(start, finish)?;
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

    /// What the table of a piece knows of the way to a finish; `None` if it doesn't or there is none.
    fn table<T>(
        &mut self,
        Query { piece, start, finish }: Query,
        ask: impl FnOnce(&mut DistanceTable, &Others<'_>) -> Option<T>,
    ) -> Result<Option<T>, PathError> {
        let size = self.board.size();
        let has_both_cells = size.contains(start) && size.contains(finish);
        if !has_both_cells || size.cells() > DistanceTable::MOST_CELLS || self.remembers(piece) {
            return Ok(None);
        }
        let there = self.lift(piece, start)?;
        let others = Others { rules: &self.rules, board: &self.board, piece, safe: self.safe };
        let asked = match self.tables.entry((piece, there.map(|_| start))) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(new) => DistanceTable::new(&others).map(|table| new.insert(table)),
        };
        let known = asked.map(|table| {
            table.fill(&others, finish);
            ask(table, &others)
        });
        self.board.set(start, there);
        Ok(known?)
    }

    /// Takes the piece from its start, if it stands there; says whether it did.
    fn lift(&mut self, piece: Piece, start: Cell) -> Result<Option<Piece>, PathError> {
        let there = self.board.piece_at(start);
        if let Some(other) = there.filter(|there| *there != piece) {
            return Err(PathError::StartTaken(other));
        }
        self.board.set(start, None);
        Ok(there)
    }

    /// The search from a start, once it knows the distance of the finish; `None` if the board has no such
    /// start.
    fn search(&mut self, query: Query) -> Result<Option<&BoardSearch>, PathError> {
        let Query { piece, start, finish } = query;
        if !self.board.size().contains(start) {
            return Ok(None);
        }
        let remembers = self.remembers(piece);
        let there = self.lift(piece, start)?;
        let known = self.searches.remove(&(piece, start));
        self.kept -= known.as_ref().map_or(0, BoardSearch::len);
        let mut search = known.unwrap_or_else(|| BoardSearch::new(piece, start, remembers));
        let reached = search.reach(finish, &self.rules, &mut self.board, self.safe);
        self.board.set(start, there);
        reached?;
        if self.kept + search.len() > KEPT_NODES {
            self.searches.clear();
            self.kept = 0;
        }
        self.kept += search.len();
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

/// Where a piece gets among others by a move, whatever it captured before.
struct Others<'a> {
    rules: &'a Rules,
    board: &'a Board,
    piece: Piece,
    safe: bool,
}

impl Others<'_> {
    /// Whether the piece may stop on a cell.
    fn may_stop(&self, cell: Cell) -> bool {
        let (board, by) = (self.board, !self.piece.color());
        !self.safe || !self.rules.movement().is_attacked(board, board.size().index(cell), by)
    }
}

impl Adjacency for Others<'_> {
    fn size(&self) -> Size {
        self.board.size()
    }

    fn mirrors(&self) -> Vec<Axis> {
        Vec::new()
    }

    fn each_neighbor(&self, cell: Cell, direction: Direction, visit: impl FnMut(Cell)) {
        let (movement, captures) = (self.rules.movement(), self.rules.captures());
        if direction == Direction::Outgoing {
            let cells = movement.destinations_with_repeats(self.board, self.piece, cell, captures);
            return cells.filter(|&to| self.may_stop(to)).for_each(visit);
        }
        let there = self.board.piece_at(cell);
        let may_go = there.is_none_or(|other| captures && other.color() != self.piece.color());
        if may_go && self.may_stop(cell) {
            let steps = movement.steps_of(self.piece);
            let steps = steps.filter(|step| step.allows(MoveKind::onto(there)));
            steps.flat_map(|step| step.reverse_reach(self.board, cell)).for_each(visit);
        }
    }
}
