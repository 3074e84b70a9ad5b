//! Runs other programs with limits on their time, memory and output.
//!
//! After each run, this module ends all processes that the module `processes` assigns to the run.

mod pipes;
mod processes;
mod start;

use std::ffi::OsString;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

pub(crate) use self::pipes::Errors;
use self::pipes::{MAX_OUTPUT, Pipes};
use self::processes::{MARK, RunProcesses, new_mark};

pub(crate) use self::start::{is_start_of_program, start_hint};
use super::args;
use super::{Failure, signals};

/// The command line of another program, with the limits of each run.
#[derive(Debug)]
pub(crate) struct Program {
    command: Vec<OsString>,
    time_limit: Duration,
    memory_limit: u64,
    /// Defers signals, so that this program can end all runs before a signal ends it.
    _deferral: signals::Deferral,
}

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) end: End,
    /// The bytes written to standard output, at most [`MAX_OUTPUT`].
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Errors,
    pub(crate) time: RunTime,
}

impl Run {
    /// Returns a run that a signal stopped before its process was started.
    fn stopped() -> Self {
        let (output, errors, time) = (Vec::new(), Errors::default(), RunTime::default());
        Self { end: End::Stopped, output, errors, time }
    }
}

/// The time of a run, from the start of its first process to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RunTime {
    /// The time that counts: the smaller of the clock and the processor time plus [`TICK`]. It is
    /// the clock if the system does not tell the processor time, and for runs that were stopped.
    pub(crate) counted: Duration,
    pub(crate) clock: Duration,
}

impl RunTime {
    fn new(clock: Duration, processor: Option<Duration>) -> Self {
        let counted = processor.map_or(clock, |time| clock.min(time + TICK));
        Self { counted, clock }
    }

    /// Returns `true` if the counted time reaches the limit plus [`TICK`], or the clock [`WAITING`]
    /// times the limit.
    fn exceeds(self, limit: Duration) -> bool {
        // The counted time may be a tick too long.
        self.counted >= limit + TICK || self.clock >= limit.saturating_mul(WAITING)
    }
}

/// The amount by which a measured processor time may be too long.
const TICK: Duration = Duration::from_millis(10);
/// The multiple of its time limit after which a run is stopped by the clock, even if it only waits.
const WAITING: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The program exited or was ended by a signal from elsewhere.
    Exited(ExitStatus),
    TimeLimit,
    MemoryLimit,
    /// The program printed more than [`MAX_OUTPUT`] bytes.
    OutputLimit,
    /// This program received a signal, or the deadline of the caller passed.
    Stopped,
}

#[derive(Debug)]
pub(crate) enum RunError {
    /// The system has no free threads, processes or file descriptors; a later attempt may succeed.
    Exhausted(io::Error),
    Failed(Failure),
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Exhausted(error) => {
                let hint = "the system allows no more threads, processes or open files";
                Self::with_hint(format!("a run can't start: {error}"), Some(hint.to_owned()))
            }
            RunError::Failed(failure) => failure,
        }
    }
}

/// The time between two measurements of a run's processes, and before the first one.
const PERIOD: Duration = Duration::from_millis(20);

impl Program {
    /// Prepares the runs of a program.
    ///
    /// # Errors
    /// Returns an error if the program is a script that names no interpreter.
    pub(crate) fn new(args: &args::ProgramArgs) -> Result<Self, Failure> {
        if let Some(failure) = start::without_interpreter(&args.command) {
            return Err(failure);
        }
        RunProcesses::adopt_orphans();
        Ok(Self {
            command: args.command.clone(),
            time_limit: args.time_limit,
            memory_limit: args.memory_limit,
            _deferral: signals::defer(),
        })
    }

    /// Runs the program once with `input` on its standard input. Stops the run at a limit, at a
    /// signal, or at the deadline if there is one.
    pub(crate) fn run(&self, input: &str, deadline: Option<Instant>) -> Result<Run, RunError> {
        if signals::is_received() {
            // The program may answer a signal to this one with a second, deadly signal.
            return Ok(Run::stopped());
        }
        let (mut child, processes) = self.start()?;
        let started = Instant::now();
        let watched = Pipes::connect(child.as_mut(), input.to_owned()).and_then(|mut pipes| {
            let end = self.watch(child.as_mut(), &processes, &mut pipes, (started, deadline))?;
            Ok((pipes, end))
        });
        // This fails if all processes of the session have ended, which does no harm.
        let _ = child.start_kill();
        let _ = child.inner_mut().wait();
        processes.end();
        let (mut pipes, (end, time)) = watched.map_err(|error| self.not_started(&error))?;
        pipes.drain();
        let end = if pipes.has_too_much() { End::OutputLimit } else { end };
        if let Some(failure) = start::unfit_script(&self.command, end) {
            return Err(RunError::Failed(failure));
        }
        let Pipes { mut output, errors, .. } = pipes;
        output.truncate(MAX_OUTPUT);
        Ok(Run { end, output, errors, time })
    }

    fn start(&self) -> Result<(Box<dyn ChildWrapper>, RunProcesses), RunError> {
        let mark = new_mark();
        let mut command = CommandWrap::with_new(&self.command[0], |command| {
            command.args(&self.command[1..]).env(MARK, &mark);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        });
        // In a session of its own, the program has no terminal to write to.
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessSession);
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        RunProcesses::start(mark, &mut command).map_err(|error| self.not_started(&error))
    }

    fn not_started(&self, error: &io::Error) -> RunError {
        if is_exhausted(error) {
            RunError::Exhausted(io::Error::new(error.kind(), error.to_string()))
        } else {
            RunError::Failed(start::cannot_start(&self.command, error))
        }
    }

    fn watch(
        &self,
        child: &mut dyn ChildWrapper,
        processes: &RunProcesses,
        pipes: &mut Pipes,
        (started, deadline): (Instant, Option<Instant>),
    ) -> io::Result<(End, RunTime)> {
        let time = |processor| RunTime::new(started.elapsed(), processor);
        let (mut next, mut pause) = (started + PERIOD, Duration::from_micros(100));

        loop {
            if pipes.take(pause) {
                pause = Duration::from_micros(100);
            }
            // The pause doubles while nothing happens, so that short runs are timed exactly and
            // long runs cost little processor time.
            pause = (pause * 2).min(Duration::from_millis(10));

            if processes.has_ended() {
                let time = time(processes.time_of_ended());
                if let Some(status) = child.inner_mut().try_wait()? {
                    let is_over = time.exceeds(self.time_limit);
                    return Ok((if is_over { End::TimeLimit } else { End::Exited(status) }, time));
                }
            }
            let now = Instant::now();
            if pipes.has_too_much() {
                return Ok((End::OutputLimit, time(None)));
            }
            if signals::is_received() || deadline.is_some_and(|deadline| now >= deadline) {
                return Ok((End::Stopped, time(None)));
            }
            if now >= next {
                let usage = processes.usage(PERIOD);
                let time = time(usage.time);
                if time.exceeds(self.time_limit) {
                    return Ok((End::TimeLimit, time));
                }
                if usage.memory > self.memory_limit {
                    return Ok((End::MemoryLimit, time));
                }
                next = Instant::now() + PERIOD;
            }
        }
    }
}

/// Returns `true` if an error says that the system has no free threads, processes or open files.
fn is_exhausted(error: &io::Error) -> bool {
    #[cfg(target_os = "linux")]
    if let Some(error) = rustix::io::Errno::from_io_error(error) {
        use rustix::io::Errno;

        return [Errno::MFILE, Errno::NFILE, Errno::AGAIN].contains(&error);
    }
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory)
}
