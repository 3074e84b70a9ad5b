//! Tests of the program from outside: its commands, in shells, at terminals and with other
//! programs.
#![cfg(feature = "cli")]

use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::{env, ffi::OsString, path::Path};

use tempfile::TempDir;

#[cfg(target_os = "linux")]
mod at_terminal;
mod case_sources;
mod completions;
#[cfg(unix)]
mod corners;
#[cfg(unix)]
#[path = "../suite/common/crowded.rs"]
mod crowded;
#[cfg(unix)]
mod exporting;
mod help;
#[cfg(unix)]
mod judge;
#[cfg(unix)]
mod limits;
mod long_input;
#[cfg(unix)]
mod observing;
mod one_line;
mod pictures;
#[cfg(unix)]
mod programs;
mod reasons;
#[cfg(unix)]
mod remarks;
#[path = "../suite/common/rng.rs"]
mod rng;
mod run_time;
#[cfg(unix)]
mod scale;
#[cfg(target_os = "linux")]
mod signals;
#[path = "../skipped/mod.rs"]
#[allow(dead_code, reason = "another program takes the notes")]
mod skipped;
#[cfg(unix)]
mod stress;
#[cfg(target_os = "linux")]
mod terminal;
#[path = "../../src/judge/program/time.rs"]
mod time;
#[cfg(unix)]
mod tips;
#[cfg(unix)]
mod transcripts;
mod wrong_options;

/// Lock for tests that measure time or keep every processor core busy.
static TIME: Mutex<()> = Mutex::new(());

/// Locks [`TIME`], so that no other test measures time meanwhile.
fn undisturbed() -> MutexGuard<'static, ()> {
    TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a command with default signal handling, even if `nohup` started the tests.
#[cfg(unix)]
fn heeding_signals(program: &str) -> Command {
    let mut command = Command::new("env");
    // Only the `env` of GNU coreutils has this option, so it is passed on Linux only.
    command.args(cfg!(target_os = "linux").then_some("--default-signal")).arg(program);
    command
}

/// Runs the program and returns its standard output, whatever its exit status is.
fn stdout_of(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kubikschach")).args(arguments).output();
    String::from_utf8(output.expect("the program runs").stdout).expect("answers are text")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is a place for temporary files")
}

#[cfg(unix)]
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the value of `PATH` with the folders of the tested program and of Python, and then
/// `folders`, in front.
#[cfg(unix)]
fn search_path(folders: &[&Path]) -> OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_kubikschach"));
    let mut path = vec![program.parent().expect("programs are in folders").to_owned()];
    path.extend(Path::new(programs::python()).parent().map(Path::to_owned));
    path.extend(folders.iter().map(|folder| (*folder).to_owned()));
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    env::join_paths(path).expect("folders without separators")
}
