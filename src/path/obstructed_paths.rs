//! Shortest routes of a piece on a board with other pieces, which do not move.
//!
//! Pieces of its own side block the piece. Pieces of the other side block it too, or can be
//! captured if the rule set has captures.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::board_search::BoardSearch;
use super::invariants::{Confinement, StepInvariants};
use super::routes::RouteCount;
use super::{MoveGraph, NoRoute, PathError, Query, index};
use crate::board::Board;
use crate::cell::Cell;
use crate::control::Control;
use crate::movement::{MoveKind, Step};
use crate::piece::Piece;
use crate::rules::{NameTable, Rules};

/// The shortest routes on a board with other pieces. Searches are kept for later queries.
#[derive(Debug)]
pub(super) struct ObstructedPaths {
    rules: Rules,
    board: Board,
    /// True if the moving piece must not be attacked after any of its moves.
    safe: bool,
    names: NameTable,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    searches: HashMap<(Piece, Cell), BoardSearch>,
    /// The estimated memory of all kept searches, in bytes.
    bytes: usize,
}

/// The limit on the estimated memory of all kept searches: 256 MB.
const KEPT_BYTES: usize = 1 << 28;

impl ObstructedPaths {
    pub(super) fn new(rules: &Rules, board: Board, safe: bool) -> Self {
        let names = rules.cells().table(board.size());
        Self { rules: rules.clone(), board, safe, names, kept: Mutex::default() }
    }

    pub(super) const fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn distance(
        &self,
        query: Query,
        control: &Control<'_>,
    ) -> Result<Option<u32>, PathError> {
        self.search(query, control, BoardSearch::distance)
    }

    pub(super) fn count(&self, query: Query) -> Result<RouteCount, PathError> {
        self.search(query, &Control::FREE, BoardSearch::count)
    }

    pub(super) fn all(
        &self,
        query: Query,
    ) -> Result<impl Iterator<Item = Vec<Cell>> + use<>, PathError> {
        self.search(query, &Control::FREE, |search, finish| search.routes(finish, &self.names))
    }

    pub(super) fn obstacle(&self, query: Query) -> Result<Option<NoRoute>, PathError> {
        let Query { piece, start, finish } = query;
        let found = self.search(query, &Control::FREE, |search, finish| {
            (search.distance(finish), search.reached())
        })?;
        let (None, reached) = found else { return Ok(None) };
        let stays = |other: &Piece| other.color() == piece.color() || !self.rules.captures();
        if let Some(other) = self.board.piece_at(finish).filter(stays) {
            return Ok(Some(NoRoute::Occupied(other)));
        }
        let makes = |step: &&Step| self.rules.captures() || step.allows(MoveKind::Quiet);
        let steps: Vec<&Step> = self.rules.movement().steps_of(piece).filter(makes).collect();
        let invariants = StepInvariants::new(&steps, self.rules.cells());
        if let Some(broken) = invariants.broken(start.offset_to(finish)) {
            return Ok(Some(broken));
        }
        let (size, safe) = (self.board.size(), self.safe);
        let attacker = if safe { self.attacker(piece, start, finish) } else { None };
        let alone = MoveGraph::new(&self.rules, size, piece).distance(start, finish)?;
        let cells = size.cells();
        Ok(Some(NoRoute::Pieces(Confinement { reached, cells, safe, attacker, alone })))
    }

    /// Returns a piece that would attack `cell` after `piece` has left `start`, with the attacker's
    /// cell; `None` if no piece would. Of several attackers, the one with the lowest cell index is
    /// returned.
    fn attacker(&self, piece: Piece, start: Cell, cell: Cell) -> Option<(Cell, Piece)> {
        let mut board = self.board.clone();
        board.set(start, None);
        let size = board.size();
        let (index, by, kind) = (size.index(cell), !piece.color(), MoveKind::Capture);
        let movement = self.rules.movement().on(size);
        let mut attackers = board.pieces_of(by);
        attackers.find(|(from, _)| movement.reaches(&board, size.index(*from), index, kind))
    }

    /// Searches from `start` until the distance to `finish` is known, and keeps the search for
    /// later queries.
    ///
    /// Calls `ask` with the search and the index of `finish`, and returns the result of `ask`.
    fn search<T>(
        &self,
        Query { piece, start, finish }: Query,
        control: &Control<'_>,
        ask: impl FnOnce(&BoardSearch, usize) -> T,
    ) -> Result<T, PathError> {
        index(self.board.size(), start)?;
        let finish = index(self.board.size(), finish)?;
        if let Some(other) = self.board.piece_at(start).filter(|there| *there != piece) {
            return Err(PathError::StartTaken(other));
        }
        // A poisoned lock is harmless, because a search that panics has been taken out of the map.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.searches.remove(&(piece, start));
        kept.bytes -= known.as_ref().map_or(0, BoardSearch::bytes);
        let mut search = known
            .unwrap_or_else(|| BoardSearch::new(&self.rules, &self.board, self.safe, piece, start));
        search.reach(finish, control)?;
        let answer = ask(&search, finish);
        if kept.bytes + search.bytes() > KEPT_BYTES {
            *kept = Kept::default();
        }
        kept.bytes += search.bytes();
        kept.searches.insert((piece, start), search);
        Ok(answer)
    }
}
