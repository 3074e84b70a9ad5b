//! Other programs, run with limits on their time, memory and output.
//!
//! A program runs in a process group of its own, which is ended as a whole. What leaves the group, as
//! daemons do, is known by a mark in its environment.

mod processes;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use self::processes::{MARK, Processes};
use super::Failure;
use super::args::workbench as args;

/// Another program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    command: Vec<OsString>,
    time_limit: Duration,
    memory_limit: u64,
    strays: Strays,
}

/// When processes are looked for that have left their group: to look takes as long as a short run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strays {
    /// After every run.
    Always,
    /// After runs that do not end by themselves, or whose pipes stay open.
    IfNeedBe,
}

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) end: End,
    /// What it printed.
    pub(crate) output: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub(crate) errors: Vec<u8>,
    pub(crate) time: Duration,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By itself.
    Exited(ExitStatus),
    /// It took too much time.
    Time,
    /// It took too much memory.
    Memory,
    /// It printed too much.
    Output,
    /// The user has had enough, or there was no more time for it.
    Stopped,
}

/// Programs may print this many bytes.
pub(crate) const MOST_OUTPUT: usize = 1 << 20;
/// Of standard error this many bytes are kept, the last.
const KEPT_ERRORS: usize = 4096;
/// Memory is looked at this often, the first time after as long.
const MEMORY_PERIOD: Duration = Duration::from_millis(20);
/// What was printed before the end of a program is there to be read; others may hold its pipes open.
const GRACE: Duration = Duration::from_millis(100);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C ends nothing, but can be asked about.
pub(crate) fn expect_interrupts() {
    // A second handler is not needed.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
}

/// Whether the user has asked for an end.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// What comes out of a program.
enum Event {
    Output(Vec<u8>),
    Errors(Vec<u8>),
    /// A pipe was closed.
    End,
}

impl Program {
    pub(crate) fn new(args: &args::Program, strays: Strays) -> Self {
        // Without a handler Ctrl-C would end this program and not the other.
        expect_interrupts();
        let args::Program { time_limit, memory_limit, command, .. } = args;
        let (time_limit, memory_limit) = (*time_limit, *memory_limit);
        Self { command: command.clone(), time_limit, memory_limit, strays }
    }

    /// Runs the program, but no longer than until a time, if there is one.
    pub(crate) fn run(&self, input: &str, until: Option<Instant>) -> Result<Run, Failure> {
        let started = Instant::now();
        let mark = processes::new_mark();
        let mut child =
            self.spawn(&mark).map_err(|error| processes::cant_start(&self.command, &error))?;
        let events = connect(child.as_mut(), input.to_owned());
        let mut run = Running { output: Vec::new(), errors: Vec::new(), open: 2 };
        let end = self.watch(child.as_mut(), &events, &mut run, (started, until))?;
        let time = started.elapsed();
        // Whoever is left is of no use any more; that nobody is, is no error.
        let _ = child.start_kill();
        if !matches!(end, End::Exited(_)) || self.strays == Strays::Always {
            Processes::new().end_marked(&mark);
        }
        let _ = child.inner_mut().wait();
        if !run.drain(&events) {
            Processes::new().end_marked(&mark);
            run.drain(&events);
        }
        let end = if run.output.len() > MOST_OUTPUT { End::Output } else { end };
        run.output.truncate(MOST_OUTPUT);
        Ok(Run { end, output: run.output, errors: run.errors, time })
    }

    fn spawn(&self, mark: &str) -> io::Result<Box<dyn ChildWrapper>> {
        let mut command = CommandWrap::with_new(&self.command[0], |command| {
            command.args(&self.command[1..]).env(MARK, mark);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        });
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        command.spawn()
    }

    /// Waits for the end of a program, or for a limit.
    fn watch(
        &self,
        child: &mut dyn ChildWrapper,
        events: &Receiver<Event>,
        run: &mut Running,
        (started, until): (Instant, Option<Instant>),
    ) -> Result<End, Failure> {
        let mut memory = started + MEMORY_PERIOD;
        let mut processes = Processes::new();
        let mut pause = Duration::from_micros(100);
        loop {
            if run.take(events, pause) {
                pause = Duration::from_micros(100);
            }
            // A pause grows while nothing happens: short runs are timed well, long ones left alone.
            pause = (pause * 2).min(Duration::from_millis(10));
            if let Some(status) = child.inner_mut().try_wait()? {
                return Ok(End::Exited(status));
            }
            let now = Instant::now();
            if run.output.len() > MOST_OUTPUT {
                return Ok(End::Output);
            }
            if is_interrupted() || until.is_some_and(|until| now >= until) {
                return Ok(End::Stopped);
            }
            if now.duration_since(started) >= self.time_limit {
                return Ok(End::Time);
            }
            if now >= memory {
                if processes.memory_of(child.id()) > self.memory_limit {
                    return Ok(End::Memory);
                }
                memory = Instant::now() + MEMORY_PERIOD;
            }
        }
    }
}

/// What a program has written so far.
struct Running {
    output: Vec<u8>,
    errors: Vec<u8>,
    /// How many of its pipes are open.
    open: usize,
}

impl Running {
    /// Takes what has come, waiting this long for it; says whether anything has.
    fn take(&mut self, events: &Receiver<Event>, wait: Duration) -> bool {
        if self.open == 0 {
            thread::sleep(wait);
            return false;
        }
        match events.recv_timeout(wait) {
            Ok(Event::Output(bytes)) => self.output.extend(bytes),
            Ok(Event::Errors(bytes)) => {
                self.errors.extend(bytes);
                self.errors.drain(..self.errors.len().saturating_sub(KEPT_ERRORS));
            }
            Ok(Event::End) => self.open -= 1,
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => self.open = 0,
        }
        true
    }

    /// Takes the rest of what was written; says whether there can be no more.
    fn drain(&mut self, events: &Receiver<Event>) -> bool {
        let end = Instant::now() + GRACE;
        while self.open > 0 && self.output.len() <= MOST_OUTPUT && Instant::now() < end {
            self.take(events, GRACE);
        }
        self.open == 0 || self.output.len() > MOST_OUTPUT
    }
}

/// Gives a program its input, and has what it writes come as events.
fn connect(child: &mut dyn ChildWrapper, input: String) -> Receiver<Event> {
    // Programs that print faster than it is read have to wait.
    let (sender, events) = mpsc::sync_channel(16);
    if let Some(mut stdin) = child.stdin().take() {
        // A program that does not read all of its input is nobody's fault.
        thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    }
    if let Some(stdout) = child.stdout().take() {
        forward(stdout, Event::Output, sender.clone());
    }
    if let Some(stderr) = child.stderr().take() {
        forward(stderr, Event::Errors, sender);
    }
    events
}

/// Reads a pipe to its end, or until nobody wants to know more.
fn forward(
    mut pipe: impl Read + Send + 'static,
    event: fn(Vec<u8>) -> Event,
    to: SyncSender<Event>,
) {
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match pipe.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) if to.send(event(buffer[..count].to_vec())).is_err() => return,
                Err(error) if error.kind() != io::ErrorKind::Interrupted => break,
                _ => {}
            }
        }
        // Nobody may be left to be told.
        let _ = to.send(Event::End);
    });
}
