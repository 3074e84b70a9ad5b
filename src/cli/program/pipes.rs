//! The pipes of a running program: its input is written, its output and its errors are collected.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::ChildWrapper;

/// The most bytes that a program may print.
pub(crate) const MAX_OUTPUT: usize = 1 << 20;
/// Bytes kept of each end of standard error.
const KEPT_ERRORS: usize = 4096;
/// Bytes written before the end of a program arrive within this time, even if others hold its pipes open.
const GRACE: Duration = Duration::from_millis(100);
/// Stack of a thread that copies a pipe: it needs little, and there are three for each run.
const STACK: usize = 128 << 10;

/// The pipes of a program, and what came out of them.
pub(super) struct Pipes {
    events: Receiver<Event>,
    /// Output and errors that are not yet closed.
    open: usize,
    pub(super) output: Vec<u8>,
    pub(super) errors: Errors,
}

/// News from a pipe.
enum Event {
    Output(Vec<u8>),
    Errors(Vec<u8>),
    Closed,
}

impl Pipes {
    /// Writes the input to a program and starts to read what it writes.
    ///
    /// # Errors
    /// If the system starts no more threads.
    pub(super) fn connect(child: &mut dyn ChildWrapper, input: String) -> io::Result<Self> {
        // Programs that print faster than they are read have to wait.
        let (sender, events) = mpsc::sync_channel(16);
        if let Some(mut stdin) = child.stdin().take() {
            // A program need not read all of its input.
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

    /// Takes the next event, if one comes in time; returns `true` if one came.
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

    /// Takes everything written before the end of the program.
    pub(super) fn drain(&mut self) {
        let end = Instant::now() + GRACE;
        while self.open > 0 && !self.has_too_much() && Instant::now() < end {
            self.take(GRACE);
        }
    }

    /// Returns `true` if the program has printed more than it may.
    pub(super) fn has_too_much(&self) -> bool {
        self.output.len() > MAX_OUTPUT
    }
}

/// Reads a pipe to its end, or until the receiver is gone.
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
        // The receiver may be gone.
        let _ = to.send(Event::Closed);
    })
}

fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().stack_size(STACK).spawn(work).map(drop)
}

/// The two ends of a text written to standard error, without its middle.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    first: Vec<u8>,
    last: VecDeque<u8>,
    /// True if bytes between the two ends were dropped.
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

    /// Returns up to `count` lines of each end; a line `…` stands for those left out.
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
