//! The searches that a finder keeps.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::captures::CaptureSearch;
use super::{PathError, Query, Routes};

/// The searches that a finder keeps, by the keys that [`PathFinder`](super::PathFinder) computes.
#[derive(Debug)]
pub(super) struct Kept {
    searches: HashMap<u64, Search, BuildHasherDefault<KeyHasher>>,
    /// The estimated memory of all searches, in bytes.
    bytes: usize,
    /// The limit on the estimated memory of all kept searches, in bytes.
    most: usize,
}

/// The default limit on the estimated memory of all kept searches: 256 MB.
const KEPT_BYTES: usize = 1 << 28;

#[derive(Clone, Debug)]
pub(super) enum Search {
    /// The routes of a piece to one finish.
    Routes(Arc<Routes>),
    /// The routes of a piece from one start, if its captures matter.
    Captures(Box<CaptureSearch>),
}

/// Hashes keys by a multiplication, because the default hasher takes longer than the rest of a
/// query whose search is kept.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        // The table takes its index from the low bits, which depend on few bits of the key.
        self.0.rotate_left(29)
    }
}

impl Default for Kept {
    fn default() -> Self {
        Self { searches: HashMap::default(), bytes: 0, most: KEPT_BYTES }
    }
}

impl Kept {
    /// Lowers the limit on the estimated memory. The new limit applies when the next search is
    /// kept.
    #[cfg(feature = "serde")]
    pub(super) fn keep_at_most(&mut self, bytes: usize) {
        self.most = self.most.min(bytes);
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Search> {
        self.searches.get(&key)
    }

    /// Returns a kept search; `None` if none has this key. A [`Search::Captures`] is removed,
    /// because the caller may continue it and must insert it again.
    pub(super) fn take(&mut self, key: u64) -> Option<Search> {
        if let Search::Routes(routes) = self.searches.get(&key)? {
            return Some(Search::Routes(Arc::clone(routes)));
        }
        let search = self.searches.remove(&key)?;
        self.bytes -= search.bytes();
        Some(search)
    }

    pub(super) fn insert(&mut self, key: u64, search: Search) {
        if self.bytes + search.bytes() > self.most {
            *self = Self { most: self.most, ..Self::default() };
        }
        self.bytes += search.bytes();
        if let Some(replaced) = self.searches.insert(key, search) {
            self.bytes -= replaced.bytes();
        }
    }
}

impl Search {
    pub(super) fn distance(&self, query: Query) -> Result<Option<u32>, PathError> {
        match self {
            Self::Routes(routes) => routes.distance(query.start),
            Self::Captures(search) => Ok(search.distance(query.finish)),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Routes(routes) => routes.bytes(),
            Self::Captures(search) => search.bytes(),
        }
    }
}
