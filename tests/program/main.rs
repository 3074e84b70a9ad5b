//! Tests of the program from outside: its commands, in shells, at terminals and with other
//! programs.
#![cfg(feature = "cli")]

use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(target_os = "linux")]
mod at_terminal;
mod completions;
#[cfg(unix)]
#[path = "../suite/crowded.rs"]
mod crowded;
#[cfg(unix)]
mod diagnosing;
mod help;
#[cfg(unix)]
mod judge;
#[cfg(unix)]
mod limits;
mod long_input;
mod one_line;
mod pictures;
mod reasons;
#[path = "../suite/common/rng.rs"]
mod rng;
#[cfg(unix)]
mod scale;
#[cfg(target_os = "linux")]
mod signals;
#[cfg(unix)]
mod stress;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(unix)]
mod transcripts;

/// Lock for tests that measure time or keep every processor core busy.
static TIME: Mutex<()> = Mutex::new(());

/// Locks [`TIME`], so that no other test measures time meanwhile.
fn undisturbed() -> MutexGuard<'static, ()> {
    TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a command with default signal handling, even if `nohup` started the tests.
#[cfg(unix)]
fn heeding_signals(program: &str) -> std::process::Command {
    let mut command = std::process::Command::new("env");
    // `env` has this option on Linux only.
    command.args(cfg!(target_os = "linux").then_some("--default-signal")).arg(program);
    command
}
