//! Permits to compute answers: as many as there are cores, first come first served.

use std::ops::ControlFlow;
use std::sync::{Arc, Weak};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The maximum time that a question waits for a permit.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// The maximum number of short questions that wait at the same time. As many long ones may wait.
const MOST_WAITING: usize = 64;
/// The time limit for the answers to one request, from the start of their computation.
const LONGEST_WORK: Duration = Duration::from_secs(30);

/// The permits, one for each core. Long questions, which may take seconds, leave one core to the
/// short ones, if there are two.
#[derive(Debug)]
pub(super) struct Permits {
    cores: Arc<Semaphore>,
    for_long: Arc<Semaphore>,
    /// Free places in the queue of short questions, and in the queue of long ones.
    places: [Semaphore; 2],
}

/// A permit to compute an answer; its core is free again when the permit is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    _long: Option<OwnedSemaphorePermit>,
    _core: OwnedSemaphorePermit,
}

impl Permits {
    pub(super) fn new() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self {
            cores: semaphore(cores),
            for_long: semaphore(cores.saturating_sub(1).max(1)),
            places: [MOST_WAITING; 2].map(Semaphore::new),
        }
    }

    /// Waits for a permit. Returns `None` if too many questions wait, or if none gets free in time.
    pub(super) async fn get(&self, is_long: bool) -> Option<Permit> {
        let _place = self.places[usize::from(is_long)].try_acquire().ok()?;
        let acquired = async {
            let long = if is_long {
                Some(Arc::clone(&self.for_long).acquire_owned().await.ok()?)
            } else {
                None
            };
            Some(Permit { _long: long, _core: Arc::clone(&self.cores).acquire_owned().await.ok()? })
        };
        timeout(LONGEST_WAIT, acquired).await.ok()?
    }
}

/// The end of a computation: the disconnection of its client, or the time limit.
#[derive(Debug)]
pub(super) struct Deadline {
    client: Weak<()>,
    end: Instant,
}

impl Deadline {
    /// Creates the deadline of work that starts now. The owner must drop `client` when the client
    /// disconnects.
    pub(super) fn new(client: &Arc<()>) -> Self {
        Self { client: Arc::downgrade(client), end: Instant::now() + LONGEST_WORK }
    }

    /// Returns `Break` if the client has disconnected, or if the time is over.
    pub(super) fn check(&self) -> ControlFlow<()> {
        if self.client.strong_count() == 0 || Instant::now() > self.end {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
