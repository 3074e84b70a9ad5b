//! Clocks: the processor time of a job, which other programs on the machine hardly change. Linux
//! has it to the nanosecond; on other systems the clocks measure elapsed time.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A short job is repeated until this time has passed.
const LEAST_TIME: Duration = Duration::from_millis(20);
/// The pause between checks for the end of a process.
const SOON: Duration = Duration::from_micros(100);

/// Returns the processor time of one run of a job on this thread.
pub(crate) fn here<T>(mut work: impl FnMut() -> T) -> Duration {
    let (began, before, mut runs) = (Instant::now(), of_this_thread(), 0);
    while runs == 0 || began.elapsed() < LEAST_TIME {
        black_box(work());
        runs += 1;
    }
    let wall = began.elapsed();
    let spent = of_this_thread().zip(before).map(|(after, before)| after.saturating_sub(before));
    spent.unwrap_or(wall) / runs
}

/// Returns the processor time of a program that reads a file and ends with an expected exit status.
/// Its output is discarded.
pub(crate) fn program(program: &str, arguments: &[&str], file: &Path, expected: i32) -> Duration {
    let file = File::open(file).expect("the file was written before");
    let began = Instant::now();
    let mut command = Command::new(program);
    command.args(arguments).stdin(file).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program is there");
    let mut errors = String::new();
    let stderr = child.stderr.as_mut().expect("it is a pipe");
    // Its output ends when the program ends.
    stderr.read_to_string(&mut errors).expect("messages are text");
    let wall = began.elapsed();
    let spent = of_ended(child.id());
    let status = child.wait().expect("nobody else waits for it");
    assert_eq!(status.code(), Some(expected), "{arguments:?}: {errors}");
    spent.unwrap_or(wall)
}

/// Returns the processor time of this thread so far.
fn of_this_thread() -> Option<Duration> {
    // The system brings its books up to date when a thread makes room for others.
    thread::yield_now();
    of_task("thread-self")
}

/// Returns the processor time of an ended process; the system keeps it until the parent waits.
fn of_ended(process: u32) -> Option<Duration> {
    let process = process.to_string();
    let stat = || fs::read_to_string(["/proc/", &process, "/stat"].concat()).ok();
    // The state follows the name of the program, which is in parentheses.
    while !stat()?.rsplit(')').next()?.trim_start().starts_with('Z') {
        thread::sleep(SOON);
    }
    of_task(&process)
}

fn of_task(task: &str) -> Option<Duration> {
    let text = fs::read_to_string(["/proc/", task, "/schedstat"].concat()).ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
