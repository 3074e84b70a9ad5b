//! A mate search that several questions use one after the other.

use std::sync::{Arc, Mutex};

use crate::search::MateSearch;

/// A mate search that questions share, so that its transposition table stays filled.
///
/// Questions with equal rules and memory share a search.
#[derive(Clone, Debug)]
pub(super) struct SharedSearch {
    pub(super) memory: u64,
    pub(super) search: Arc<Mutex<Option<MateSearch>>>,
}

impl SharedSearch {
    pub(super) fn new(memory: u64) -> Self {
        Self { memory, search: Arc::default() }
    }
}
