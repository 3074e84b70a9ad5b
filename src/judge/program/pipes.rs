//! The pipes of a running program: threads write its input and collect its output and errors.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::ChildWrapper;

use super::limits::MAX_OUTPUT;
use crate::terminal::signals;

/// The number of bytes kept from the start of standard error, and also from its end.
const KEPT_ERRORS: usize = 4096;
/// The time to wait for the end of a pipe that a process outside of the run holds open, after all
/// processes of the run have ended.
const GRACE: Duration = Duration::from_secs(2);
/// The stack size in bytes of a thread that copies a pipe. It is small, because each run has three
/// such threads.
const STACK: usize = 128 << 10;

pub(super) struct Pipes {
    events: Receiver<Event>,
    /// Number of output pipes that are still open, at most two.
    open: usize,
    pub(super) output: Vec<u8>,
    pub(super) errors: Errors,
}

enum Event {
    Output(Vec<u8>),
    Errors(Vec<u8>),
    Closed,
}

impl Pipes {
    /// Starts threads that write the input to a program and read its output and errors.
    ///
    /// # Errors
    /// Returns an error if the system starts no more threads.
    pub(super) fn connect(child: &mut dyn ChildWrapper, input: String) -> io::Result<Self> {
        // The channel is bounded, so that a program that prints fast is slowed down instead of
        // filling memory.
        let (sender, events) = mpsc::sync_channel(16);
        if let Some(mut stdin) = child.stdin().take() {
            // A write error is fine, because a program need not read all of its input.
            start_thread(move || drop(stdin.write_all(input.as_bytes())))?;
        }
        let mut open = 0;
        if let Some(stdout) = child.stdout().take() {
            forward(stdout, Event::Output, sender.clone())?;
            open += 1;
        }
        if let Some(stderr) = child.stderr().take() {
            forward(stderr, Event::Errors, sender)?;
            open += 1;
        }
        Ok(Self { events, open, output: Vec::new(), errors: Errors::default() })
    }

    /// Receives the next message of the threads that copy pipes, waiting at most `wait`. Returns
    /// `true` if a message came.
    pub(super) fn take(&mut self, wait: Duration) -> bool {
        if self.open == 0 {
            thread::sleep(wait);
            return false;
        }
        match self.events.recv_timeout(wait) {
            Ok(Event::Output(bytes)) => self.output.extend(bytes),
            Ok(Event::Errors(bytes)) => self.errors.add(&bytes),
            Ok(Event::Closed) => self.open -= 1,
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => self.open = 0,
        }
        true
    }

    /// Collects the bytes that are left in the pipes after all processes of the run have ended.
    pub(super) fn drain(&mut self) {
        let end = Instant::now() + GRACE;
        while self.open > 0 && !self.has_too_much() && !signals::is_received() {
            let left = end.saturating_duration_since(Instant::now());
            // On a busy system the threads that copy the pipes are slow, so bytes that are ready
            // after `end` are still taken. A process outside of the run may write for ever.
            if !self.take(left) && left.is_zero() || Instant::now() >= end + GRACE {
                break;
            }
        }
    }

    pub(super) fn has_too_much(&self) -> bool {
        self.output.len() > MAX_OUTPUT
    }
}

/// Starts a thread that sends the bytes of a pipe, until the pipe or the channel is closed.
fn forward(
    mut pipe: impl Read + Send + 'static,
    event: fn(Vec<u8>) -> Event,
    to: SyncSender<Event>,
) -> io::Result<()> {
    start_thread(move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match pipe.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) if to.send(event(buffer[..count].to_vec())).is_err() => return,
                Err(error) if error.kind() != io::ErrorKind::Interrupted => break,
                _ => {}
            }
        }
        // The receiver may have been dropped.
        let _ = to.send(Event::Closed);
    })
}

fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().stack_size(STACK).spawn(work).map(drop)
}

#[derive(Debug, Default)]
pub(crate) struct Errors {
    first: Vec<u8>,
    last: VecDeque<u8>,
    /// True if bytes between `first` and `last` were dropped.
    is_cut: bool,
}

impl Errors {
    fn add(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(bytes.len().min(KEPT_ERRORS - self.first.len()));
        self.first.extend(first);
        self.last.extend(rest);
        let surplus = self.last.len().saturating_sub(KEPT_ERRORS);
        self.is_cut |= surplus > 0;
        self.last.drain(..surplus);
    }

    /// Returns the first `count` lines and the last `count` lines, without blank lines. A line `…`
    /// replaces the lines between.
    pub(crate) fn lines(&self, count: usize) -> String {
        let first = String::from_utf8_lossy(&self.first);
        let last: Vec<u8> = self.last.iter().copied().collect();
        let last = String::from_utf8_lossy(&last);
        if self.is_cut {
            let end = filled_lines(&last);
            return join(&filled_lines(&first), &end[end.len().saturating_sub(count)..], count);
        }
        let whole = [first, last].concat();
        let lines = filled_lines(&whole);
        if lines.len() <= 2 * count {
            return lines.join("\n");
        }
        join(&lines, &lines[lines.len() - count..], count)
    }
}

fn join(first: &[&str], last: &[&str], count: usize) -> String {
    let first = first.iter().take(count);
    first.chain([&"…"]).chain(last).copied().collect::<Vec<_>>().join("\n")
}

fn filled_lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.trim().is_empty()).collect()
}
