//! Helpers of all benchmarks: they compare two ways to do a job, print tables, and run the program
//! on a file.

#![allow(dead_code, reason = "each benchmark uses a part of it")]

pub(crate) mod clock;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

/// Minimum number of turns in a comparison. More turns follow until [`LEAST_TIME`] has passed.
const LEAST_TURNS: u32 = 3;
const LEAST_TIME: Duration = Duration::from_millis(1500);
/// Minimum duration of one turn, in which a short job is repeated.
const TURN: Duration = Duration::from_millis(20);

/// Returns the shortest time of one run for each of two jobs. Other programs can only add time, so
/// the shortest time is the most accurate. The jobs alternate, so that both meet the same
/// disturbances.
pub(crate) fn in_turns(
    mut one: impl FnMut() -> Duration,
    mut other: impl FnMut() -> Duration,
) -> [Duration; 2] {
    let (began, mut turns, mut best) = (Instant::now(), 0, [Duration::MAX; 2]);
    while turns < LEAST_TURNS || began.elapsed() < LEAST_TIME {
        best = [best[0].min(turn(&mut one)), best[1].min(turn(&mut other))];
        turns += 1;
    }
    best
}

fn turn(mut work: impl FnMut() -> Duration) -> Duration {
    let (began, mut best) = (Instant::now(), work());
    while began.elapsed() < TURN {
        best = best.min(work());
    }
    best
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
pub(crate) fn heading() {
    let bar = "-".repeat(16);
    println!(
        "| {:<62} | {:>12} | {:>12} | {:>7} | {:<16} |",
        "work / what it is compared with", "kubikschach", "the other", "ratio", "at least"
    );
    println!("|{:-<64}|{:->13}:|{:->13}:|{:->8}:|{bar}--|", "", "", "", "");
}

/// Times two ways to do a job, and prints a table row with the amounts of work per second and their
/// ratio. A ratio below `goal` is marked as missed.
///
/// `ours` and `other` each have an amount of work and a function that returns the time for it.
pub(crate) fn compare(
    what: &str,
    goal: Option<f64>,
    ours: (usize, impl FnMut() -> Duration),
    other: (usize, impl FnMut() -> Duration),
) {
    let [our_time, other_time] = in_turns(ours.1, other.1);
    line(what, goal, (ours.0, our_time), (other.0, other_time));
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
#[expect(clippy::cast_precision_loss, reason = "rates are rounded anyway")]
pub(crate) fn line(
    what: &str,
    goal: Option<f64>,
    ours: (usize, Duration),
    other: (usize, Duration),
) {
    let rate = |(count, time): (usize, Duration)| count as f64 / time.as_secs_f64();
    let (ours, other) = (rate(ours), rate(other));
    let ratio = ours / other;
    let goal = goal.map_or_else(String::new, |goal| verdict(goal, ratio >= goal));
    let [ours, other] = [ours, other].map(per_second);
    let digits = match ratio {
        ..1.0 => 3,
        ..10.0 => 2,
        _ => 1,
    };
    println!("| {what:<62} | {ours:>12} | {other:>12} | {ratio:>7.digits$} | {goal:<16} |");
}

/// Formats a bound, and marks it as missed unless `holds` is `true`.
pub(crate) fn verdict(bound: f64, holds: bool) -> String {
    let digits = if bound < 1.0 { 3 } else { 0 };
    let mark = if holds { "" } else { " **missed**" };
    format!("{bound:.digits$}{mark}")
}

fn per_second(rate: f64) -> String {
    match rate {
        1e6.. => format!("{:.1} M/s", rate / 1e6),
        1e4.. => format!("{:.1} k/s", rate / 1e3),
        10.0.. => format!("{rate:.0}/s"),
        _ => format!("{rate:.2}/s"),
    }
}

pub(crate) fn file(text: &str) -> NamedTempFile {
    let file = NamedTempFile::new().expect("there is a place for temporary files");
    fs::write(file.path(), text).expect("the disk holds the text");
    file
}

pub(crate) fn program_time(arguments: &[&str], file: &Path) -> Duration {
    program_time_with_status(arguments, file, 0)
}

pub(crate) fn program_time_with_status(arguments: &[&str], file: &Path, status: i32) -> Duration {
    clock::program(env!("CARGO_BIN_EXE_kubikschach"), arguments, file, status)
}

pub(crate) fn count_lines(file: &Path) -> Duration {
    clock::program("wc", &["-l"], file, 0)
}
