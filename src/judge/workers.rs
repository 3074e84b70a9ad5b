//! Runs numbered tasks in several threads, and passes on their results in the order of the tasks.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::program::RunError;

/// The stack size in bytes of a worker thread. It is small, because there may be 256 workers.
const STACK: usize = 512 << 10;
/// The maximum number of attempts at a task for which the system has no free threads, processes or
/// files. Other workers give such resources back.
const ATTEMPTS: usize = 100;
/// The pause between two attempts at a task.
const PAUSE: Duration = Duration::from_millis(100);

/// Runs the tasks numbered from 0, and passes the results to `take` in the order of the tasks.
///
/// If the system has no resources for more threads, fewer threads run the tasks.
///
/// # Errors
/// Returns an error if a task or `take` fails, or if not even one thread starts.
pub(crate) fn run_tasks<T: Send, E: From<RunError>>(
    tasks: usize,
    workers: usize,
    task: impl Fn(usize) -> Result<T, RunError> + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let (next, (sender, results)) = (AtomicUsize::new(0), mpsc::channel());
    thread::scope(|scope| {
        for worker in 0..workers.min(tasks) {
            let (next, task, sender) = (&next, &task, sender.clone());
            let work = move || loop {
                let nth = next.fetch_add(1, Ordering::Relaxed);
                // After a failure there is no receiver, and the worker ends.
                if nth >= tasks || sender.send((nth, attempt(nth, task))).is_err() {
                    return;
                }
            };
            let thread = thread::Builder::new().stack_size(STACK);
            match thread.spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if worker == 0 => return Err(RunError::Exhausted(error).into()),
                Err(_) => break,
            }
        }
        drop(sender);
        let (results, mut waiting, mut taken) = (results, BTreeMap::new(), 0);
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

fn attempt<T>(nth: usize, task: impl Fn(usize) -> Result<T, RunError>) -> Result<T, RunError> {
    for _ in 1..ATTEMPTS {
        match task(nth) {
            Err(RunError::Exhausted(_)) => thread::sleep(PAUSE),
            result => return result,
        }
    }
    task(nth)
}
