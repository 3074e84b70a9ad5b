//! Processes of runs on Linux, found by their parents.
//!
//! Orphaned processes of a run become children of this program, even if they have left the session
//! and group of the run. An orphan belongs to the run whose process group it has, or which a
//! variable in its environment names. Any other orphan belongs to the only run that is old enough
//! to have started it. If several runs are old enough, the orphan is not killed yet.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};
use procfs::process::{Process, Stat, all_processes};
use rustix::io::Errno;
use rustix::process::{self as system, Pid, Signal, WaitId, WaitIdOptions, WaitOptions};

use super::MARK;

/// A run in progress, identified by its first process.
pub(in super::super) struct RunProcesses {
    root: i32,
}

/// All runs in progress, and the last snapshot of the system's processes.
///
/// The lock is held while a process starts, and while processes are killed. Otherwise the first
/// process of a new run could be taken for an orphan of another run.
struct Registry {
    runs: Vec<RegisteredRun>,
    seen: Option<Snapshot>,
}

struct RegisteredRun {
    root: i32,
    mark: String,
    /// Start time of the first process, in clock ticks since the system started.
    started: u64,
    /// True once the first process has ended and the remaining processes are being killed.
    has_ended: bool,
}

struct Snapshot {
    time: Instant,
    /// The time that taking the snapshot took.
    cost: Duration,
    processes: Processes,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { runs: Vec::new(), seen: None });

/// True if this program had no children before its first run, so that every child comes from a run.
static IS_ONLY_PARENT: AtomicBool = AtomicBool::new(false);

/// The longest time to wait for killed processes, because a process that cannot be killed must not
/// block the program.
const GRACE: Duration = Duration::from_secs(5);
/// The age up to which a snapshot is used again, as a multiple of the time that taking it took.
/// Snapshots are slow on a busy system. The factor 10 limits the time spent on them to about a
/// tenth.
const SNAPSHOT_COST_FACTOR: u32 = 10;

impl RunProcesses {
    /// Makes this program the subreaper of its descendants, so that their orphans become its
    /// children.
    pub(in super::super) fn adopt_orphans() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // A shell may have started other children before it replaced itself with this program
            // by `exec`.
            IS_ONLY_PARENT.store(is_childless(), Ordering::Relaxed);
            // If this fails, orphans are adopted by another process, and only the process group of
            // a run is known.
            let _ = system::set_child_subreaper(Some(system::getpid()));
        });
    }

    /// Starts the first process of a run, whose environment must contain `mark`.
    pub(in super::super) fn start(
        mark: String,
        command: &mut CommandWrap,
    ) -> io::Result<(Box<dyn ChildWrapper>, Self)> {
        let mut registry = Registry::lock();
        let child = command.spawn()?;
        let root = child.id().cast_signed();
        let started = stat_of(root).map_or(0, |stat| stat.starttime);
        registry.runs.push(RegisteredRun { root, mark, started, has_ended: false });
        Ok((child, Self { root }))
    }

    /// Returns `true` if the processes of the run together use more than `limit` bytes of memory.
    ///
    /// Concurrent runs share one snapshot of the process table, which is taken again if it is older
    /// than `max_age`, and less often on a busy system. While another run takes the snapshot, this
    /// function returns `false`.
    pub(in super::super) fn take_more_than(&self, limit: u64, max_age: Duration) -> bool {
        let Ok(mut registry) = REGISTRY.try_lock() else { return false };
        let is_fresh =
            |seen: &Snapshot| seen.time.elapsed() < max_age.max(seen.cost * SNAPSHOT_COST_FACTOR);
        if !registry.seen.as_ref().is_some_and(is_fresh) {
            let time = Instant::now();
            let processes = Processes::all();
            registry.seen = Some(Snapshot { time, cost: time.elapsed(), processes });
        }
        let Some(Snapshot { processes, .. }) = &registry.seen else { return false };
        let own = |stat: &&Stat| processes.owner(stat, &registry.runs) == Owner::Run(self.root);
        let own: Vec<&Stat> = processes.stats.values().filter(own).collect();
        // The proportional size (PSS) is slow to measure and never exceeds the resident size (RSS),
        // so RSS is checked first.
        let resident: u64 = own.iter().map(|stat| resident(stat)).sum();
        resident > limit && own.iter().map(|stat| proportional(stat)).sum::<u64>() > limit
    }

    /// Kills and reaps the remaining processes of the run, whose first process has ended.
    pub(in super::super) fn end(&self) {
        let mut registry = Registry::lock();
        let own = registry.runs.iter_mut().filter(|run| run.root == self.root);
        own.for_each(|run| run.has_ended = true);
        drop(registry);
        let end = Instant::now() + GRACE;
        let mut pause = Duration::from_micros(100);
        while !is_childless() && self.kill_rest() && Instant::now() < end {
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
        Registry::lock().runs.retain(|run| run.root != self.root);
    }

    /// Kills the remaining processes of the run once. Returns `true` if another round may be
    /// needed.
    fn kill_rest(&self) -> bool {
        let registry = Registry::lock();
        let processes = Processes::all();
        let mut is_any_left = false;
        for stat in processes.stats.values() {
            let is_due = match processes.owner(stat, &registry.runs) {
                Owner::Run(root) => root == self.root && stat.pid != root,
                Owner::Ended => true,
                Owner::Unknown => false,
                Owner::ParentGone => {
                    is_any_left = true;
                    false
                }
            };
            if is_due {
                is_any_left |= end_process(stat);
            }
        }
        is_any_left
    }
}

/// Kills a process, or reaps a zombie. Returns `true` if the process may still exist.
fn end_process(stat: &Stat) -> bool {
    let Some(pid) = Pid::from_raw(stat.pid) else { return false };
    if is_zombie(stat) {
        // Only the parent can reap a zombie. If its parent has ended, this program is the parent.
        let _ = system::waitpid(Some(pid), WaitOptions::NOHANG);
        return true;
    }
    // This fails if the process belongs to another user.
    system::kill_process(pid, Signal::KILL).is_ok()
}

fn is_zombie(stat: &Stat) -> bool {
    matches!(stat.state, 'Z' | 'X')
}

/// Returns `true` if this program has no children, not even zombies.
fn is_childless() -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(system::waitid(WaitId::All, options), Err(Errno::CHILD))
}

impl Registry {
    fn lock() -> MutexGuard<'static, Self> {
        REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Processes {
    this: i32,
    stats: HashMap<i32, Stat>,
}

/// The error for a process whose ancestors are unknown, because one of them ended while the
/// snapshot was taken.
struct ParentGone;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// The process belongs to the run in progress whose first process has this ID.
    Run(i32),
    /// The process is left over from a run that has ended.
    Ended,
    /// The process may belong to several runs or to none.
    Unknown,
    /// An ancestor of the process ended while the snapshot was taken, so a new snapshot is needed.
    ParentGone,
}

impl Processes {
    /// Returns all processes that the system shows; empty if it shows none.
    fn all() -> Self {
        let this = std::process::id().cast_signed();
        let all = all_processes().into_iter().flatten().flatten();
        // A process may end before its state is read.
        let stats = all.filter_map(|process| process.stat().ok());
        let stats: HashMap<i32, Stat> = stats.map(|stat| (stat.pid, stat)).collect();
        Self { this, stats }
    }

    /// Returns the child of this program from which a process descends, or the process itself if it
    /// is such a child. Returns `None` if the process does not descend from this program.
    fn child_above<'s>(&'s self, stat: &'s Stat) -> Result<Option<&'s Stat>, ParentGone> {
        let mut stat = stat;
        // A process id that is reused while the snapshot is taken could make a cycle, so the number
        // of steps is limited.
        for _ in 0..self.stats.len() {
            match stat.ppid {
                0 => return Ok(None),
                parent if parent == self.this => return Ok(Some(stat)),
                parent => match self.stats.get(&parent) {
                    Some(parent) => stat = parent,
                    // The parent still exists but is hidden, as processes of other users may be.
                    None if stat_of(stat.pid).is_some_and(|stat| stat.ppid == parent) => {
                        return Ok(None);
                    }
                    None => return Err(ParentGone),
                },
            }
        }
        Err(ParentGone)
    }

    fn owner(&self, stat: &Stat, runs: &[RegisteredRun]) -> Owner {
        let child = match self.child_above(stat) {
            Ok(Some(child)) => child,
            Ok(None) => return Owner::Unknown,
            Err(ParentGone) => return Owner::ParentGone,
        };
        let is_of_group =
            |run: &&RegisteredRun| [child.pid, child.pgrp, stat.pgrp].contains(&run.root);
        if let Some(run) = runs.iter().find(is_of_group) {
            return Owner::Run(run.root);
        }
        if let Some(run) = [stat, child].iter().find_map(|stat| marked(stat, runs)) {
            return Owner::Run(run.root);
        }
        if !IS_ONLY_PARENT.load(Ordering::Relaxed) {
            return Owner::Unknown;
        }
        let is_old_enough = |run: &&RegisteredRun| !run.has_ended && run.started <= child.starttime;
        let mut old_enough = runs.iter().filter(is_old_enough);
        match (old_enough.next(), old_enough.next()) {
            (None, _) => Owner::Ended,
            (Some(run), None) => Owner::Run(run.root),
            (Some(_), Some(_)) => Owner::Unknown,
        }
    }
}

fn stat_of(pid: i32) -> Option<Stat> {
    Process::new(pid).and_then(|process| process.stat()).ok()
}

fn marked<'r>(stat: &Stat, runs: &'r [RegisteredRun]) -> Option<&'r RegisteredRun> {
    let environment = Process::new(stat.pid).and_then(|process| process.environ()).ok()?;
    let mark = environment.get(std::ffi::OsStr::new(MARK))?;
    runs.iter().find(|run| mark == run.mark.as_str())
}

/// Returns the resident size (RSS) of a process in bytes, which includes memory shared with other
/// processes.
fn resident(stat: &Stat) -> u64 {
    stat.rss * procfs::page_size()
}

/// Returns the proportional size (PSS) of a process in bytes: shared memory is divided by the
/// number of its users. Returns the resident size if the system does not show the proportional one.
fn proportional(stat: &Stat) -> u64 {
    let rollup = Process::new(stat.pid).and_then(|process| process.smaps_rollup());
    let maps = rollup.map(|rollup| rollup.memory_map_rollup.0).unwrap_or_default();
    let sizes = maps.iter().map(|map| map.extension.map.get("Pss").copied());
    sizes.sum::<Option<u64>>().filter(|size| *size > 0).unwrap_or_else(|| resident(stat))
}
