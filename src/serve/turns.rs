//! Turns to compute answers.
//!
//! A question starts in the quick lane, in which a client has one turn at a time. Once the question
//! has used up the budget of its turn, it goes on if a long turn is free. Otherwise it stops, and
//! starts again with its next turn, so that a waiting question keeps only its body in memory. The
//! questions that have worked least come first.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout_at};

/// The maximum number of questions that wait for a long turn.
const MOST_WAITING: usize = 64;
/// The budgets of processor time for the turns of a question in the quick lane.
pub(super) const BUDGETS: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(5)];
/// The maximum number of questions that work on in the quick lane after the next one has begun.
const MOST_LATE: usize = 16;

/// The turns that are free: one for each core, and at least two. Long turns leave one to the quick
/// lane. In both lanes the first to come is the first to be served.
#[derive(Debug)]
pub(super) struct Turns {
    cores: Arc<Semaphore>,
    long: Arc<Semaphore>,
    /// For questions that start again in the quick lane, one at a time, so that one that has not
    /// worked yet waits for one of them at most.
    again: Arc<Semaphore>,
    /// For questions in the quick lane that have let the next one begin.
    late: Arc<Semaphore>,
    /// Free places in the queue for long turns.
    places: Semaphore,
    /// The places in the quick lane of the clients that have a question there, one for each budget.
    clients: Mutex<HashMap<(IpAddr, usize), Weak<Semaphore>>>,
}

/// A turn to compute an answer, which ends when it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    /// Permit to use a core; for a late turn, the permit to be late.
    core: OwnedSemaphorePermit,
    /// Permits of the quick lane; none for a long turn and for a late one.
    quick: Vec<OwnedSemaphorePermit>,
    /// `None` in the quick lane.
    long: Option<OwnedSemaphorePermit>,
}

impl Turns {
    pub(super) fn new() -> Self {
        let cores = available_parallelism().map_or(1, usize::from).max(2);
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self {
            cores: semaphore(cores),
            long: semaphore(cores - 1),
            again: semaphore(1),
            late: semaphore(MOST_LATE),
            places: Semaphore::new(MOST_WAITING),
            clients: Mutex::default(),
        }
    }

    /// Waits for the turn in the quick lane with the number `nth`. Returns `None` if none gets free
    /// until `end`.
    pub(super) async fn quick(&self, client: IpAddr, nth: usize, end: Instant) -> Option<Turn> {
        let place = self.place((client, nth));
        let turn = async {
            let mut quick = vec![acquire(&place).await?];
            if nth > 0 {
                quick.push(acquire(&self.again).await?);
            }
            Some(Turn { core: acquire(&self.cores).await?, quick, long: None })
        };
        timeout_at(end, turn).await.ok()?
    }

    /// Waits for a long turn. Returns `None` if too many questions wait, or if no turn gets free
    /// until `end`.
    pub(super) async fn long(&self, end: Instant) -> Option<Turn> {
        let _place = self.places.try_acquire().ok()?;
        let turn = async {
            let long = Some(acquire(&self.long).await?);
            Some(Turn { core: acquire(&self.cores).await?, quick: Vec::new(), long })
        };
        timeout_at(end, turn).await.ok()?
    }

    fn place(&self, client: (IpAddr, usize)) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.retain(|_, place| place.strong_count() > 0);
        if let Some(place) = clients.get(&client).and_then(Weak::upgrade) {
            return place;
        }
        let place = Arc::new(Semaphore::new(1));
        clients.insert(client, Arc::downgrade(&place));
        place
    }

    /// Turns a turn of the quick lane into a long one, if one is free. Returns `true` if it is long
    /// now.
    pub(super) fn lengthen(&self, turn: &mut Turn) -> bool {
        if turn.long.is_none() {
            turn.long = Arc::clone(&self.long).try_acquire_owned().ok();
            // A late turn has let another question take its core.
            if turn.long.is_some()
                && turn.quick.is_empty()
                && let Ok(core) = Arc::clone(&self.cores).try_acquire_owned()
            {
                turn.core = core;
            }
            turn.quick.clear();
        }
        turn.long.is_some()
    }

    /// Waits for twice the budget. If `turn` is then still in the quick lane, lets the next question
    /// begin.
    ///
    /// A question is late if it seldom asks its watch, or if its thread waits for a core. The system
    /// then shares the cores among the late question and the next one.
    pub(super) async fn pass_on(&self, turn: Weak<Mutex<Turn>>, budget: Duration) {
        sleep(2 * budget).await;
        if turn.strong_count() == 0 {
            return;
        }
        let Some(late) = acquire(&self.late).await else { return };
        let Some(turn) = turn.upgrade() else { return };
        let mut turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        if turn.long.is_none() {
            turn.core = late;
            turn.quick.clear();
        }
    }
}

async fn acquire(permits: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    Arc::clone(permits).acquire_owned().await.ok()
}
