//! The searches that a finder keeps.

use std::collections::HashMap;
use std::sync::Arc;

use super::Routes;
use super::captures::CaptureSearch;
use crate::cell::Cell;
use crate::piece::Piece;

/// The searches that a finder keeps, within a limit of memory.
#[derive(Debug)]
pub(super) struct Kept {
    /// The routes to a finish, by the number that the finder gives to the piece, the cell from which
    /// it was lifted off the board, and the finish.
    routes: HashMap<u64, Arc<Routes>>,
    /// The searches of pieces whose captures matter, by piece and start.
    captures: HashMap<(Piece, Cell), CaptureSearch>,
    /// The estimated memory of all searches, in bytes.
    bytes: usize,
    /// The limit on the estimated memory of all searches, in bytes.
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

    /// Takes memory from the searches for something else; `false` if half of the limit would not be
    /// left.
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
