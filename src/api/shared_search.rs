//! A mate search that several questions use one after the other.

use std::sync::{Arc, Mutex, PoisonError};

use super::error::Error;
use crate::common::TOO_LITTLE;
use crate::position::Position;
use crate::search::MateSearch;

/// A mate search that questions share, so that its transposition table stays filled.
///
/// Questions with equal rules and memory share a search.
#[derive(Clone, Debug)]
pub(super) struct SharedSearch {
    pub(super) memory: u64,
    search: Arc<Mutex<Option<MateSearch>>>,
}

impl SharedSearch {
    pub(super) fn new(memory: u64) -> Self {
        Self { memory, search: Arc::default() }
    }

    /// Restarts the search at `position`, and returns the result of `ask`.
    ///
    /// # Errors
    /// Returns an error if the memory cannot be allocated.
    pub(super) fn search_from<T>(
        &self,
        position: &Position,
        ask: impl FnOnce(&mut MateSearch) -> T,
    ) -> Result<T, Error> {
        let mut kept = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = usize::try_from(self.memory).unwrap_or(usize::MAX);
        let search = MateSearch::restarted(&mut kept, position.clone(), memory)
            .map_err(|_| Error::new(TOO_LITTLE))?;
        Ok(ask(search))
    }
}
