//! The processes of a run: what memory they take, and how those are ended that went their own way.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, process};

use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

use crate::cli::Failure;
use crate::diagnostic::nearest;

/// The environment variable that marks the processes of a run.
pub(super) const MARK: &str = "KUBIKSCHACH_RUN";

/// A mark that no other run has.
pub(super) fn new_mark() -> String {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", process::id(), RUNS.fetch_add(1, Ordering::Relaxed))
}

/// The processes of the system; none where they can't be seen.
pub(super) struct Processes(Option<System>);

impl Processes {
    pub(super) fn new() -> Self {
        Self(System::new().ok())
    }

    /// The bytes of memory that a process and its descendants hold.
    pub(super) fn memory_of(&mut self, root: u32) -> u64 {
        let Some(system) = self.refreshed(ProcessRefreshKind::nothing().with_memory()) else {
            return 0;
        };
        let root = Pid::from_u32(root);
        let is_of_run = |process: &&Process| {
            let parent = |pid: &Pid| system.process(*pid).and_then(Process::parent);
            std::iter::successors(Some(process.pid()), parent).take(64).any(|pid| pid == root)
        };
        system.processes().values().filter(is_of_run).map(Process::memory).sum()
    }

    /// Ends the processes with a mark.
    pub(super) fn end_marked(&mut self, mark: &str) {
        let kind = ProcessRefreshKind::nothing().with_environ(UpdateKind::Always);
        let entry: OsString = format!("{MARK}={mark}").into();
        // One that is ended may have started another before.
        for _ in 0..5 {
            let processes =
                self.refreshed(kind).into_iter().flat_map(|system| system.processes().values());
            let marked = processes.filter(|process| process.environ().contains(&entry));
            // One that has ended by itself is as good.
            if marked.filter(|process| process.kill()).count() == 0 {
                break;
            }
        }
    }

    fn refreshed(&mut self, kind: ProcessRefreshKind) -> Option<&System> {
        let system = self.0.as_mut()?;
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind.without_tasks());
        Some(system)
    }
}

/// A program that can't be started, with the nearest file that could be meant.
pub(super) fn cant_start(command: &[OsString], error: &io::Error) -> Failure {
    let name = Path::new(&command[0]);
    let shown = name.display().to_string();
    let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty());
    let hint = match folder {
        Some(folder) => {
            let files = files(folder).map(|file| folder.join(file).display().to_string());
            nearest(&files.collect::<Vec<_>>(), &shown)
        }
        None if Path::new(".").join(name).is_file() => Some(format!("did you mean `./{shown}`?")),
        None => {
            let path = env::var_os("PATH").unwrap_or_default();
            let known =
                env::split_paths(&path).flat_map(|folder| files(&folder).collect::<Vec<_>>());
            let here = files(Path::new(".")).map(|file| format!("./{}", file.display()));
            let known = known.map(|file| file.display().to_string()).chain(here);
            nearest(&known.collect::<Vec<_>>(), &shown)
        }
    };
    let hint = hint.filter(|_| error.kind() == io::ErrorKind::NotFound).or_else(|| {
        let denied = error.kind() == io::ErrorKind::PermissionDenied;
        (denied && Path::new(name).is_file())
            .then(|| format!("is it executable? `chmod +x {shown}` makes it so"))
    });
    Failure::with_hint(format!("can't start `{shown}`: {error}"), hint)
}

/// The names of the files in a folder; none if it can't be read.
fn files(folder: &Path) -> impl Iterator<Item = std::path::PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| Path::new(OsStr::new(&entry.file_name())).to_owned())
}
