//! Runs other programs with limits on their time, memory and output.
//!
//! After each run, this module ends all processes that the module `processes` assigns to the run.

pub(crate) mod limits;
mod pipes;
mod processes;
mod run;
mod start;
mod time;

use std::ffi::OsString;
use std::io;
use std::process::Stdio;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use self::limits::MAX_OUTPUT;
use self::pipes::Pipes;
use self::processes::{MARK, RunProcesses, new_mark};
use self::time::Samples;
use crate::judge::error::JudgeError;

pub(crate) use self::run::{End, Run, RunError};
pub(crate) use self::start::{is_start_of_program, start_hint};
pub(crate) use self::time::RunTime;
use crate::terminal::signals;

/// The command line of another program, with the limits of each run.
#[derive(Clone, Debug)]
pub(crate) struct ProgramOptions {
    pub(crate) command: Vec<OsString>,
    pub(crate) time_limit: Duration,
    pub(crate) memory_limit: u64,
}

/// Another program that is run, perhaps many times.
#[derive(Debug)]
pub(crate) struct Program {
    options: ProgramOptions,
    /// Defers signals, so that this program can end all runs before a signal ends it.
    _deferral: signals::Deferral,
}

/// The time between two measurements of a run's processes, and before the first one.
const PERIOD: Duration = Duration::from_millis(20);

impl Program {
    /// Prepares the runs of a program.
    ///
    /// # Errors
    /// Returns an error if the program is a script that names no interpreter.
    pub(crate) fn new(options: ProgramOptions) -> Result<Self, JudgeError> {
        if let Some(failure) = start::without_interpreter(&options.command) {
            return Err(failure);
        }
        RunProcesses::adopt_orphans();
        Ok(Self { options, _deferral: signals::defer() })
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
            let end = self.watch(child.as_mut(), &processes, &mut pipes, started, deadline)?;
            Ok((pipes, end))
        });
        // This fails if all processes of the session have ended, which does no harm.
        let _ = child.start_kill();
        let _ = child.inner_mut().wait();
        processes.end();
        let (mut pipes, (end, time)) = watched.map_err(|error| self.not_started(&error))?;
        // A run that was stopped is not judged, so nobody waits for its output.
        if end != End::Stopped {
            pipes.drain();
        }
        let end = if pipes.has_too_much() { End::OutputLimit } else { end };
        if let Some(failure) = start::unfit_script(&self.options.command, end) {
            return Err(RunError::Failed(failure));
        }
        let Pipes { mut output, errors, .. } = pipes;
        output.truncate(MAX_OUTPUT);
        Ok(Run { end, output, errors, time })
    }

    fn start(&self) -> Result<(Box<dyn ChildWrapper>, RunProcesses), RunError> {
        let mark = new_mark();
        let mut command = CommandWrap::with_new(&self.options.command[0], |command| {
            command.args(&self.options.command[1..]).env(MARK, &mark);
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
            RunError::Failed(start::cannot_start(&self.options.command, error))
        }
    }

    fn watch(
        &self,
        child: &mut dyn ChildWrapper,
        processes: &RunProcesses,
        pipes: &mut Pipes,
        started: Instant,
        deadline: Option<Instant>,
    ) -> io::Result<(End, RunTime)> {
        let mut samples = Samples::default();
        let (mut next, mut pause) = (started + PERIOD, Duration::from_micros(100));

        loop {
            if pipes.take(pause) {
                pause = Duration::from_micros(100);
            }
            // The pause doubles while nothing happens, so that short runs are timed exactly and
            // long runs cost little processor time.
            pause = (pause * 2).min(Duration::from_millis(10));

            if processes.has_ended() {
                let (clock, processor) = (started.elapsed(), processes.time_of_ended());
                if let Some(status) = child.inner_mut().try_wait()? {
                    let time = RunTime::new(clock, samples, processor);
                    let reached = time.reached(self.options.time_limit);
                    return Ok((reached.map_or(End::Exited(status), End::TimeLimit), time));
                }
            }
            let now = Instant::now();
            let clock = now - started;
            if pipes.has_too_much() {
                return Ok((End::OutputLimit, RunTime::new(clock, samples, None)));
            }
            if signals::is_received() || deadline.is_some_and(|deadline| now >= deadline) {
                return Ok((End::Stopped, RunTime::new(clock, samples, None)));
            }
            if now >= next {
                let usage = processes.usage(PERIOD);
                samples.add(clock, !usage.is_awake);
                let time = RunTime::new(clock, samples, usage.time);
                if let Some(limit) = time.reached(self.options.time_limit) {
                    return Ok((End::TimeLimit(limit), time));
                }
                if usage.memory > self.options.memory_limit {
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
