//! A pool of threads for numbered tasks, with results in the order of the tasks.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use crate::cli::Failure;
use crate::cli::program::RunError;

/// The stack size in bytes of a worker thread. It is small, because there may be 256 workers.
const STACK: usize = 512 << 10;

/// The maximum number of times that the last worker tries a task for which the system lacks
/// resources.
const ATTEMPTS: usize = 10;
const PAUSE: Duration = Duration::from_millis(100);

/// Threads that share the tasks numbered from 0.
///
/// If the system has no resources for more threads or runs, the pool continues with fewer threads.
pub(super) struct WorkerPool {
    tasks: usize,
    queue: Mutex<Queue>,
}

struct Queue {
    next: usize,
    /// Tasks that workers put back because the system lacked resources.
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
    /// Returns an error if a task or `take` fails, or if not even one thread starts.
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
                        // After a failure there is no receiver, and the worker ends.
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

    /// Runs a task. If the system lacks resources, puts the task back into the queue and returns
    /// `None`, so that this worker ends. The last worker waits and tries again instead.
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

    /// Returns the next task, or `None` if no task is left; the worker must then end.
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

    /// Puts a task back into the queue if another worker can run it. Returns `false` for the last
    /// worker.
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
