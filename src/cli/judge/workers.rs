//! Threads that share numbered tasks, and results in the order of the tasks.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use crate::cli::Failure;
use crate::cli::program::RunError;

/// Stack of a worker; a small one, because there may be 256 of them.
const STACK: usize = 512 << 10;
/// A task that finds no resources is tried this many times by the last worker, with pauses.
const ATTEMPTS: usize = 10;
const PAUSE: Duration = Duration::from_millis(100);

/// Threads that share the tasks from 0 to a number.
///
/// If the system starts no more threads or runs, those that have started go on.
pub(super) struct WorkerPool {
    tasks: usize,
    queue: Mutex<Queue>,
}

struct Queue {
    next: usize,
    /// Tasks that a worker without resources has given back.
    returned: Vec<usize>,
    workers: usize,
}

impl WorkerPool {
    pub(super) const fn new(tasks: usize) -> Self {
        let queue = Mutex::new(Queue { next: 0, returned: Vec::new(), workers: 0 });
        Self { tasks, queue }
    }

    /// Runs all tasks, and passes the results to `take` in the order of the tasks.
    ///
    /// # Errors
    /// If a task or `take` fails, or no thread starts.
    pub(super) fn run<T: Send>(
        &self,
        workers: usize,
        task: impl Fn(usize) -> Result<T, RunError> + Sync,
        mut take: impl FnMut(T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for nth in 0..workers.min(self.tasks) {
                let (sender, task) = (sender.clone(), &task);
                let work = move || {
                    while let Some(nth) = self.next_task() {
                        let Some(result) = self.attempt(nth, task) else { return };
                        // The receiver is gone after a failure.
                        if sender.send((nth, result)).is_err() {
                            return;
                        }
                    }
                };
                self.queue().workers += 1;
                let thread = thread::Builder::new().stack_size(STACK);
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    self.queue().workers -= 1;
                    if nth == 0 {
                        return Err(RunError::Exhausted(error).into());
                    }
                    break;
                }
            }
            drop(sender);
            let (mut waiting, mut taken) = (BTreeMap::new(), 0);
            for (nth, result) in results {
                waiting.insert(nth, result);
                while let Some(result) = waiting.remove(&taken) {
                    take(result?)?;
                    taken += 1;
                }
            }
            Ok(())
        })
    }

    /// Tries a task; `None` if it was given back because other workers hold the resources.
    fn attempt<T>(
        &self,
        nth: usize,
        task: impl Fn(usize) -> Result<T, RunError>,
    ) -> Option<Result<T, RunError>> {
        for _ in 1..ATTEMPTS {
            match task(nth) {
                Err(RunError::Exhausted(_)) => {}
                result => return Some(result),
            }
            if self.gives_back(nth) {
                return None;
            }
            thread::sleep(PAUSE);
        }
        Some(task(nth))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next task; without one the worker is done.
    fn next_task(&self) -> Option<usize> {
        let mut queue = self.queue();
        if let Some(nth) = queue.returned.pop() {
            return Some(nth);
        }
        let nth = queue.next;
        queue.next += 1;
        if nth >= self.tasks {
            queue.workers -= 1;
        }
        (nth < self.tasks).then_some(nth)
    }

    /// Gives a task back and returns `true` if other workers are left to do it.
    fn gives_back(&self, nth: usize) -> bool {
        let mut queue = self.queue();
        let is_taken = queue.workers > 1;
        if is_taken {
            queue.workers -= 1;
            queue.returned.push(nth);
        }
        is_taken
    }
}
