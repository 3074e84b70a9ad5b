//! The processes of runs, found by descent on Linux.
//!
//! Orphans come to this program as children, whatever session or group they have gone to. An orphan
//! belongs to the run whose group or mark it has. One that has neither belongs to the only run that is
//! old enough to have started it; as long as there are several, it is left alone.

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

/// A run that is going on, known by its first process.
pub(in super::super) struct RunProcesses {
    root: i32,
}

/// Every run that is going on, and the processes seen last.
///
/// The lock is held while a process starts, and while the first processes of runs are told from other children.
struct Registry {
    runs: Vec<Run>,
    seen: Option<Snapshot>,
}

struct Run {
    root: i32,
    mark: String,
    /// Start of the first process, in clock ticks after that of the system.
    started: u64,
    /// True once the first process has ended, and others are being ended.
    has_ended: bool,
}

/// The processes at a time.
struct Snapshot {
    time: Instant,
    /// Time that it took to look at all processes.
    cost: Duration,
    processes: Processes,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { runs: Vec::new(), seen: None });

/// True if all children of this program come from runs.
static IS_ONLY_PARENT: AtomicBool = AtomicBool::new(false);

/// Processes that can be killed are gone after this time; others must not keep a run waiting.
const GRACE: Duration = Duration::from_secs(5);
/// Looking for memory takes at most this part of the time: under load it could take all.
const LOOKING: u32 = 10;

impl RunProcesses {
    /// Makes this program the parent of all orphans below it.
    pub(in super::super) fn adopt_orphans() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // A shell may have started others before it became this program.
            IS_ONLY_PARENT.store(is_childless(), Ordering::Relaxed);
            // Without it orphans go elsewhere, and only the group of a run is known.
            let _ = system::set_child_subreaper(Some(system::getpid()));
        });
    }

    /// Starts the first process of a run, which has a mark in its environment.
    pub(in super::super) fn start(
        mark: String,
        command: &mut CommandWrap,
    ) -> io::Result<(Box<dyn ChildWrapper>, Self)> {
        let mut registry = Registry::lock();
        let child = command.spawn()?;
        let root = child.id().cast_signed();
        let started = stat_of(root).map_or(0, |stat| stat.starttime);
        registry.runs.push(Run { root, mark, started, has_ended: false });
        Ok((child, Self { root }))
    }

    /// Returns `true` if the processes of the run take more memory than they may.
    ///
    /// The system may have been asked up to `max_age` ago, and longer under load: runs at the same time share
    /// its answer. While another run looks at the processes, the answer is `false`.
    pub(in super::super) fn take_more_than(&self, limit: u64, max_age: Duration) -> bool {
        let Ok(mut registry) = REGISTRY.try_lock() else { return false };
        let is_fresh = |seen: &Snapshot| seen.time.elapsed() < max_age.max(seen.cost * LOOKING);
        if !registry.seen.as_ref().is_some_and(is_fresh) {
            let time = Instant::now();
            let processes = Processes::all();
            registry.seen = Some(Snapshot { time, cost: time.elapsed(), processes });
        }
        let Some(Snapshot { processes, .. }) = &registry.seen else { return false };
        let own = |stat: &&Stat| processes.owner(stat, &registry.runs) == Owner::Run(self.root);
        let own: Vec<&Stat> = processes.stats.values().filter(own).collect();
        // The proportional size takes the system long to find, and is never larger than the resident one.
        let resident: u64 = own.iter().map(|stat| resident(stat)).sum();
        resident > limit && own.iter().map(|stat| proportional(stat)).sum::<u64>() > limit
    }

    /// Kills and reaps what is left of the run, whose first process has ended.
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

    /// Kills the processes of the run; returns `true` if some may be left.
    fn kill_rest(&self) -> bool {
        let registry = Registry::lock();
        let processes = Processes::all();
        let mut is_any_left = false;
        for stat in processes.stats.values() {
            let is_due = match processes.owner(stat, &registry.runs) {
                Owner::Run(root) => root == self.root && stat.pid != root,
                Owner::Ended => true,
                Owner::Unknown => false,
                Owner::Torn => {
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

/// Kills or reaps a process; returns `true` if it has to be looked at again.
fn end_process(stat: &Stat) -> bool {
    let Some(pid) = Pid::from_raw(stat.pid) else { return false };
    if is_zombie(stat) {
        // Only its parent can reap it; as an orphan it comes here.
        let _ = system::waitpid(Some(pid), WaitOptions::NOHANG);
        return true;
    }
    // A program of another user can't be killed.
    system::kill_process(pid, Signal::KILL).is_ok()
}

fn is_zombie(stat: &Stat) -> bool {
    matches!(stat.state, 'Z' | 'X')
}

/// Returns `true` if this program has no children, running or to be reaped.
fn is_childless() -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(system::waitid(WaitId::All, options), Err(Errno::CHILD))
}

impl Registry {
    fn lock() -> MutexGuard<'static, Self> {
        REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Processes by their numbers.
struct Processes {
    this: i32,
    stats: HashMap<i32, Stat>,
}

/// A process without its parent.
struct Torn;

/// The run that a process belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// The run with this first process.
    Run(i32),
    /// A run that has ended.
    Ended,
    /// One of several runs, or none.
    Unknown,
    /// Its parent ended while the processes were looked at: they have to be looked at again.
    Torn,
}

impl Processes {
    /// Returns the processes of the system; none if it does not show them.
    fn all() -> Self {
        let this = std::process::id().cast_signed();
        let all = all_processes().into_iter().flatten().flatten();
        // A process may end while it is looked at.
        let stats = all.filter_map(|process| process.stat().ok());
        let stats: HashMap<i32, Stat> = stats.map(|stat| (stat.pid, stat)).collect();
        Self { this, stats }
    }

    /// Returns the child of this program that a process is, or descends from; none if it is another's.
    fn child_above<'s>(&'s self, stat: &'s Stat) -> Result<Option<&'s Stat>, Torn> {
        let mut stat = stat;
        // Numbers used again while the processes are looked at could make a circle.
        for _ in 0..self.stats.len() {
            match stat.ppid {
                0 => return Ok(None),
                parent if parent == self.this => return Ok(Some(stat)),
                parent => match self.stats.get(&parent) {
                    Some(parent) => stat = parent,
                    // The system may hide processes of other users.
                    None if stat_of(stat.pid).is_some_and(|stat| stat.ppid == parent) => {
                        return Ok(None);
                    }
                    None => return Err(Torn),
                },
            }
        }
        Err(Torn)
    }

    fn owner(&self, stat: &Stat, runs: &[Run]) -> Owner {
        let child = match self.child_above(stat) {
            Ok(Some(child)) => child,
            Ok(None) => return Owner::Unknown,
            Err(Torn) => return Owner::Torn,
        };
        let is_of_group = |run: &&Run| [child.pid, child.pgrp, stat.pgrp].contains(&run.root);
        if let Some(run) = runs.iter().find(is_of_group) {
            return Owner::Run(run.root);
        }
        if let Some(run) = [stat, child].iter().find_map(|stat| marked(stat, runs)) {
            return Owner::Run(run.root);
        }
        if !IS_ONLY_PARENT.load(Ordering::Relaxed) {
            return Owner::Unknown;
        }
        let is_old_enough = |run: &&Run| !run.has_ended && run.started <= child.starttime;
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

/// Returns the run whose mark a process has in its environment.
fn marked<'r>(stat: &Stat, runs: &'r [Run]) -> Option<&'r Run> {
    let environment = Process::new(stat.pid).and_then(|process| process.environ()).ok()?;
    let mark = environment.get(std::ffi::OsStr::new(MARK))?;
    runs.iter().find(|run| mark == run.mark.as_str())
}

/// Returns the bytes of memory that a process uses, alone or with others.
fn resident(stat: &Stat) -> u64 {
    stat.rss * procfs::page_size()
}

/// Returns the bytes of memory that a process uses, its part of what it shares.
fn proportional(stat: &Stat) -> u64 {
    let rollup = Process::new(stat.pid).and_then(|process| process.smaps_rollup());
    let maps = rollup.map(|rollup| rollup.memory_map_rollup.0).unwrap_or_default();
    let sizes = maps.iter().map(|map| map.extension.map.get("Pss").copied());
    sizes.sum::<Option<u64>>().filter(|size| *size > 0).unwrap_or_else(|| resident(stat))
}
