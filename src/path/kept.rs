//! The searches that a finder keeps.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};

use super::captures::CaptureSearch;
use super::{PathError, PathFinder, Query, Routes};
use crate::cell::Cell;
use crate::control::Control;
use crate::piece::Piece;

/// The searches that a finder keeps, within a limit of memory.
#[derive(Debug)]
pub(super) struct Kept {
    /// Routes to a finish, by the number that the finder gives to the piece, the cell from which
    /// it was lifted off the board, and the finish.
    routes: HashMap<u64, Arc<Routes>>,
    /// Searches of pieces whose captures matter, by piece and start.
    captures: HashMap<(Piece, Cell), CaptureSearch>,
    /// Estimated memory of all searches, in bytes.
    bytes: usize,
    /// Limit on the estimated memory of all searches, in bytes.
    most: usize,
}

/// The default limit on the estimated memory of all kept searches: 256 MB.
const KEPT_BYTES: usize = 1 << 28;

impl Default for Kept {
    fn default() -> Self {
        Self::with_limit(KEPT_BYTES)
    }
}

impl Kept {
    fn with_limit(most: usize) -> Self {
        Self { routes: HashMap::new(), captures: HashMap::new(), bytes: 0, most }
    }

    /// Lowers the limit on the estimated memory. The new limit applies when the next search is
    /// kept.
    #[cfg(feature = "serde")]
    pub(super) fn keep_at_most(&mut self, bytes: usize) {
        self.most = self.most.min(bytes);
    }

    /// Reserves memory for a table, so that the searches cannot use it. Returns `false`, and reserves
    /// nothing, if that is more than half of the limit.
    pub(super) fn reserve(&mut self, bytes: usize) -> bool {
        let is_small = bytes <= self.most / 2;
        if is_small {
            self.most -= bytes;
        }
        is_small
    }

    pub(super) fn routes(&self, key: u64) -> Option<Arc<Routes>> {
        self.routes.get(&key).map(Arc::clone)
    }

    pub(super) fn keep_routes(&mut self, key: u64, routes: Arc<Routes>) {
        self.make_room(routes.bytes());
        if let Some(replaced) = self.routes.insert(key, routes) {
            self.bytes -= replaced.bytes();
        }
    }

    /// Takes a search, which the caller continues and must keep again.
    pub(super) fn take_captures(&mut self, key: (Piece, Cell)) -> Option<CaptureSearch> {
        let search = self.captures.remove(&key)?;
        self.bytes -= search.bytes();
        Some(search)
    }

    pub(super) fn keep_captures(&mut self, key: (Piece, Cell), search: CaptureSearch) {
        self.make_room(search.bytes());
        if let Some(replaced) = self.captures.insert(key, search) {
            self.bytes -= replaced.bytes();
        }
    }

    /// Counts the memory of a new search. If it is too much, drops all other searches.
    fn make_room(&mut self, bytes: usize) {
        if self.bytes + bytes > self.most {
            *self = Self::with_limit(self.most);
        }
        self.bytes += bytes;
    }
}

impl PathFinder {
    /// Answers a query by the routes to its finish, or by a search over captures if captures matter.
    ///
    /// A search over captures is kept even if `control` stops it.
    pub(super) fn search<T>(
        &self,
        query: Query,
        control: &Control<'_>,
        by_routes: impl FnOnce(Arc<Routes>) -> Result<T, PathError>,
        by_captures: impl FnOnce(&CaptureSearch) -> T,
    ) -> Result<T, PathError> {
        self.check(query)?;
        if !self.captures_matter(query.piece) {
            return by_routes(self.routes(query, control)?);
        }
        let key = (query.piece, query.start);
        let kept = self.kept().take_captures(key);
        // The lock is not held during a search.
        let mut search = kept
            .unwrap_or_else(|| CaptureSearch::new(self.lifted(query), self.0.safe, query.start));
        let answer = search.reach(query.finish, control).map(|()| by_captures(&search));
        self.kept().keep_captures(key, search);
        answer
    }

    /// Returns the shortest routes to the finish of a query about a piece whose captures do not
    /// matter.
    fn routes(&self, query: Query, control: &Control<'_>) -> Result<Arc<Routes>, PathError> {
        let Query { piece, start, finish } = query;
        let (size, piece) = (self.size(), self.graph(piece).0.piece);
        let is_lifted = self.board().is_some_and(|board| !board.is_empty(start));
        let lifted = if is_lifted { size.index(start) + 1 } else { 0 };
        let cells = size.cells() as u64;
        let key = piece.index() as u64 * (cells + 1) + lifted as u64;
        let key = key * cells + size.index(finish) as u64;
        if let Some(routes) = self.kept().routes(key) {
            return Ok(routes);
        }
        // The lock is not held during a search.
        let routes = Arc::new(Routes::with_control(self.lifted(query), finish, control)?);
        self.kept().keep_routes(key, Arc::clone(&routes));
        Ok(routes)
    }

    /// Locks the kept searches. A lock poisoned by a panic is harmless, because each search is
    /// taken and inserted whole.
    pub(super) fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
