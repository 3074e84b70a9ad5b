//! Processes of runs on Linux.
//!
//! A run is a session of its own: its processes are those of the session, and what they started.
//! This program is the subreaper of its runs, so that orphans become its children. An orphan that
//! has left its session belongs to the run that a variable in its environment names.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};
use rustix::io::Errno;
use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{self as system, Pid, Signal, WaitId, WaitIdOptions, WaitOptions};

use super::stat::Stat;
use super::{MARK, Usage};

/// A run in progress, identified by its first process.
pub(in super::super) struct RunProcesses {
    root: i32,
    mark: String,
}

/// The longest time to wait for killed processes, because a process that cannot be killed must not
/// block the program.
const GRACE: Duration = Duration::from_secs(5);

impl RunProcesses {
    /// Makes this program the subreaper of its descendants, so that their orphans become its
    /// children.
    pub(in super::super) fn adopt_orphans() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // If this fails, orphans are adopted by another process, and only the session of a run
            // is known.
            let _ = system::set_child_subreaper(Some(system::getpid()));
        });
    }

    /// Starts the first process of a run, whose environment must contain `mark`.
    pub(in super::super) fn start(
        mark: String,
        command: &mut CommandWrap,
    ) -> io::Result<(Box<dyn ChildWrapper>, Self)> {
        let child = command.spawn()?;
        let root = child.id().cast_signed();
        Ok((child, Self { root, mark }))
    }

    /// Returns `true` if the first process has ended, but is not reaped, so that its processor time
    /// can still be read.
    pub(in super::super) fn has_ended(&self) -> bool {
        let Some(pid) = Pid::from_raw(self.root) else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(system::waitid(WaitId::Pid(pid), options), Ok(None))
    }

    /// Returns the processor time of the first process, which has ended, and of the descendants that
    /// were waited for; `None` if the system does not tell.
    pub(in super::super) fn time_of_ended(&self) -> Option<Duration> {
        Stat::of(self.root).map(|stat| time_of_ticks(stat.ticks))
    }

    /// Returns the memory and the times of all processes of the run, as they were at most `max_age`
    /// ago. Concurrent runs share one snapshot of the system's processes.
    pub(in super::super) fn usage(&self, max_age: Duration) -> Usage {
        let processes = Processes::recent(max_age);
        let own = processes.of(self);
        let pages: u64 = own.iter().map(|stat| stat.pages).sum();
        let time = time_of_ticks(own.iter().map(|stat| stat.ticks).sum());
        Usage {
            memory: pages * page_size() as u64,
            time: Some(time).filter(|_| !own.is_empty()),
            is_awake: own.iter().any(|stat| stat.is_awake()),
        }
    }

    /// Kills and reaps the remaining processes of the run, whose first process has been reaped.
    pub(in super::super) fn end(&self) {
        let end = Instant::now() + GRACE;
        let mut pause = Duration::from_micros(100);
        while !is_childless() && Instant::now() < end {
            let processes = Processes::all();
            let own = processes.of(self);
            if own.is_empty() && !processes.is_any_starting() {
                break;
            }
            own.into_iter().for_each(end_process);
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

fn time_of_ticks(ticks: u64) -> Duration {
    Duration::from_millis(ticks * 1000 / clock_ticks_per_second().max(1))
}

/// Kills a process, or reaps a zombie.
fn end_process(stat: &Stat) {
    let Some(pid) = Pid::from_raw(stat.pid) else { return };
    if stat.is_zombie {
        // Only the parent can reap a zombie. If its parent has ended, this program is the parent.
        let _ = system::waitpid(Some(pid), WaitOptions::NOHANG);
    } else {
        // This fails if the process belongs to another user.
        let _ = system::kill_process(pid, Signal::KILL);
    }
}

/// Returns `true` if this program has no children, not even zombies.
fn is_childless() -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(system::waitid(WaitId::All, options), Err(Errno::CHILD))
}

/// A snapshot of the system's processes.
struct Processes(HashMap<i32, Stat>);

impl Processes {
    /// Returns all processes that the system shows; empty if it shows none.
    fn all() -> Self {
        Self(Stat::all().map(|stat| (stat.pid, stat)).collect())
    }

    /// Returns the last snapshot that this function took, or a new one if that is older than
    /// `max_age`.
    fn recent(max_age: Duration) -> Arc<Self> {
        static LAST: Mutex<Option<(Instant, Arc<Processes>)>> = Mutex::new(None);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((time, processes)) if time.elapsed() < max_age => Arc::clone(processes),
            _ => {
                let processes = Arc::new(Self::all());
                *last = Some((Instant::now(), Arc::clone(&processes)));
                processes
            }
        }
    }

    fn of(&self, run: &RunProcesses) -> Vec<&Stat> {
        self.0.values().filter(|stat| self.belongs_to(stat, run)).collect()
    }

    /// Returns `true` if a child of this program is just executing another program, so that its
    /// environment cannot be read yet.
    fn is_any_starting(&self) -> bool {
        let this = std::process::id().cast_signed();
        let mut children = self.0.values().filter(|stat| stat.parent == this);
        children.any(|stat| stat.lacks_environment && !stat.is_zombie)
    }

    /// Returns `true` if a process or one of its ancestors is in the session of the run, or is a
    /// child of this program with the mark of the run.
    fn belongs_to(&self, stat: &Stat, run: &RunProcesses) -> bool {
        let this = std::process::id().cast_signed();
        let above = |stat: &&Stat| self.0.get(&stat.parent).filter(|stat| stat.pid != this);
        let line = std::iter::successors(Some(stat), above);
        // A process id that is reused while the snapshot is taken could make a cycle, so the number
        // of steps is limited.
        line.take(self.0.len()).any(|stat| {
            [stat.pid, stat.session].contains(&run.root)
                || stat.parent == this && stat.has_variable(MARK, &run.mark)
        })
    }
}
