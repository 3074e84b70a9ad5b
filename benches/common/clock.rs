//! Measures the processor time of a thread or process, which hardly depends on other load of the
//! machine. On systems other than Linux, it measures elapsed time.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Minimum time during which a short job is repeated, to average its time.
const LEAST_TIME: Duration = Duration::from_millis(20);
const SOON: Duration = Duration::from_micros(100);

/// Returns the processor time of one run of `work` on this thread, averaged over several runs.
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

/// Runs `program` with `file` as standard input, discards its output, and returns its processor
/// time.
///
/// Panics unless the program exits with the status `expected`.
pub(crate) fn program(program: &str, arguments: &[&str], file: &Path, expected: i32) -> Duration {
    let file = File::open(file).expect("the file was written before");
    let began = Instant::now();
    let mut command = Command::new(program);
    command.args(arguments).stdin(file).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program is there");
    let mut errors = String::new();
    let stderr = child.stderr.as_mut().expect("it is a pipe");
    // Standard error is closed when the program ends.
    stderr.read_to_string(&mut errors).expect("messages are text");
    let wall = began.elapsed();
    let spent = of_ended(child.id());
    let status = child.wait().expect("nobody else waits for it");
    assert_eq!(status.code(), Some(expected), "{arguments:?}: {errors}");
    spent.unwrap_or(wall)
}

fn of_this_thread() -> Option<Duration> {
    // Linux updates a thread's processor time when the thread yields.
    thread::yield_now();
    of_task("thread-self")
}

/// Returns the processor time of an ended child process, for which the parent has not yet waited.
fn of_ended(process: u32) -> Option<Duration> {
    let process = process.to_string();
    let stat = || fs::read_to_string(["/proc/", &process, "/stat"].concat()).ok();
    // In `stat`, the process state follows the program's name in parentheses; `Z` means ended.
    while !stat()?.rsplit(')').next()?.trim_start().starts_with('Z') {
        thread::sleep(SOON);
    }
    of_task(&process)
}

fn of_task(task: &str) -> Option<Duration> {
    let text = fs::read_to_string(["/proc/", task, "/schedstat"].concat()).ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
