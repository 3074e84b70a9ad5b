//! Measures the cost of a process that answers one query, compared with a process that does
//! nothing.

mod common;

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{heading, line};

/// Argument that makes this benchmark program exit at once.
const NOTHING: &str = "--nothing";
const RUNS: usize = 400;

fn main() {
    if env::args().any(|argument| argument == NOTHING) {
        return;
    }
    heading();
    let program = Path::new(env!("CARGO_BIN_EXE_kubikschach"));
    let empty = env::current_exe().expect("this program has a file");
    let query = ["path", "King", "W", "A1a", "B3d"];
    // The runs alternate, so that both meet the same disturbances by other programs.
    let (mut ours, mut nothing) = (Duration::MAX, Duration::MAX);
    for _ in 0..RUNS {
        nothing = nothing.min(once(&empty, &[NOTHING]));
        ours = ours.min(once(program, &query));
    }
    let more = ours.saturating_sub(nothing).as_micros();
    let what = format!("path, one query, {more} µs more / an empty program");
    line(&what, None, (1, ours), (1, nothing));
}

fn once(program: &Path, arguments: &[&str]) -> Duration {
    let began = Instant::now();
    let status = Command::new(program).args(arguments).stdout(Stdio::null()).status();
    assert!(status.expect("it runs").success());
    began.elapsed()
}
