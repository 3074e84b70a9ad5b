//! Records from arguments, files and standard input, read as a stream.

mod ahead;
mod parts;
mod stream;

use std::cell::LazyCell;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use kubikschach::notation::{Reader, SyntaxError};

use self::parts::Worker;
use self::stream::{Next, Source, Stream, unreadable};
use super::args::Input;
use super::error::Complaint;
use super::point::Pointer;
use super::{Failure, Success, json};

/// Where a command's records are: in arguments, files, or else on standard input; and what is to
/// be done with a bad one.
#[derive(Debug)]
pub(crate) struct Records<'a> {
    arguments: &'a [String],
    files: &'a [PathBuf],
    /// Whether to answer the records after a bad one.
    keep_going: bool,
    /// Whether the answers are JSON.
    json: bool,
    /// How many threads may answer, if the user says so.
    jobs: Option<u16>,
}

/// What answers the records of a command.
pub(crate) trait Answerer<R: Reader>: Send {
    /// Answers any number of records at the front of a text; says how long they are.
    fn bulk(&mut self, text: &[u8], out: &mut impl Write) -> Result<usize, Failure>;

    /// Answers a record. An answer that fails complains about places of its text, which it gives
    /// if not all of it is in memory.
    fn answer(
        &mut self,
        record: R::Record,
        text: RecordText<'_>,
        out: &mut impl Write,
    ) -> Result<Success, Failure>;
}

/// The text of a record, as far as it is in memory: at least what came last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordText<'t> {
    pub(crate) end: &'t [u8],
    pub(crate) is_whole: bool,
}

impl<'a> Records<'a> {
    /// The records of a command's arguments and files.
    pub(crate) fn new(arguments: &'a [String], files: &'a Input, json: bool) -> Self {
        let Input { files, keep_going, jobs } = files;
        Self { arguments, files, keep_going: *keep_going, json, jobs: *jobs }
    }

    /// The same, answered by one thread, which writes as it goes.
    pub(crate) const fn one_by_one(self) -> Self {
        Self { jobs: Some(1), ..self }
    }

    /// Whether there is nothing to read but a terminal: then a command shows its help.
    pub(crate) fn wait_for_a_person(&self) -> bool {
        self.arguments.is_empty() && self.files.is_empty() && io::stdin().is_terminal()
    }

    /// Takes each record of all sources and has it answered. For each thread `answerer` makes what
    /// answers.
    ///
    /// Answers are flushed before waiting for more input, so that a program at the other end of a
    /// pipe gets each answer before its next question.
    pub(crate) fn answer<R: Reader + Sync, A: Answerer<R>>(
        &self,
        out: &mut impl Write,
        reader: &R,
        answerer: impl Fn() -> A,
    ) -> Result<Success, Failure> {
        let mut success = Success::Yes;
        let jobs = LazyCell::new(|| self.jobs());
        let mut workers = vec![Worker::new(answerer())];
        for source in self.sources()? {
            let source = match source {
                Err(Failure::Message(message)) if self.keep_going => {
                    self.tell_of_source(&message, out)?;
                    success = Success::Bad;
                    continue;
                }
                source => source?,
            };
            let mut stream = Stream::new(source);
            // How often the text could be answered in parts, less how often it could not.
            let mut luck = 1_usize;
            loop {
                if luck > 0 && stream.is_long() && stream.is_between_records() && *jobs > 1 {
                    stream.read_ahead(*jobs);
                    workers.resize_with(*jobs, || Worker::new(answerer()));
                    let workers = &mut workers[..];
                    let lucky =
                        self.answer_parts(&mut stream, reader, workers, out, &mut success)?;
                    luck = if lucky { luck.saturating_add(1) } else { luck - 1 };
                }
                match self.answer_next(&mut stream, reader, &mut workers[0].answerer, out)? {
                    Some(done) => success = success.max(done),
                    None => break,
                }
            }
        }
        Ok(success)
    }

    /// How many threads may answer: asking the system for its cores takes a while.
    fn jobs(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(cores, usize::from)
    }

    /// Answers the records in bulk that can be, and the next one.
    fn answer_next<R: Reader, A: Answerer<R>>(
        &self,
        stream: &mut Stream<R>,
        reader: &R,
        answerer: &mut A,
        out: &mut impl Write,
    ) -> Result<Option<Success>, Failure> {
        if stream.is_between_records() {
            let used = answerer.bulk(stream.text(), out)?;
            stream.take(used);
        }
        let Some(Next { record, mut length, is_whole }) = stream.next(out, reader)? else {
            return Ok(None);
        };
        let is_record = record.is_ok();
        match respond(answerer, record, stream.text(), length, is_whole, out) {
            Ok(done) => {
                stream.take(length);
                Ok(Some(done))
            }
            Err(Failure::Record(mut complaint)) => {
                if let Some(text) = complaint.text.take() {
                    stream.take(length);
                    length = text.len();
                    stream.put_back(text);
                }
                if !self.keep_going {
                    let complaint = complaint.moved(stream.used());
                    return Err(Failure::Shown(stream.pointer().show(&complaint)));
                }
                self.tell(&complaint, &stream.pointer_here(), out)?;
                stream.pass_broken(out, reader, is_record.then_some(length))?;
                Ok(Some(Success::Bad))
            }
            Err(failure) => Err(failure),
        }
    }

    /// Tells in the place of an answer what is wrong with a record.
    fn tell(
        &self,
        complaint: &Complaint,
        pointer: &Pointer<'_>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if self.json {
            return json::line(out, &json::Error::new(complaint, pointer));
        }
        let sentence = pointer.sentence(complaint);
        match &complaint.hint {
            Some(hint) => writeln!(out, "error: {sentence}; {hint}")?,
            None => writeln!(out, "error: {sentence}")?,
        }
        Ok(())
    }

    /// Tells why a source has no records.
    fn tell_of_source(&self, message: &str, out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            return json::line(out, &serde_json::json!({ "error": message }));
        }
        Ok(writeln!(out, "error: {message}")?)
    }

    fn sources(&self) -> Result<Vec<Result<Source, Failure>>, Failure> {
        let mut sources = Vec::new();
        match self.arguments {
            [] => {}
            [dash] if dash == "-" => sources.push(Ok(standard_input())),
            arguments => {
                let text = argument_text(arguments)?;
                let reader = Box::new(io::Cursor::new(text.into_bytes()));
                sources.push(Ok(Source { name: None, reader, is_there: true }));
            }
        }
        sources.extend(self.files.iter().map(open));
        if sources.is_empty() {
            sources.push(Ok(standard_input()));
        }
        Ok(sources)
    }
}

/// Has a record answered; so much of the text is its own.
fn respond<R: Reader, A: Answerer<R>>(
    answerer: &mut A,
    record: Result<R::Record, SyntaxError>,
    text: &[u8],
    length: usize,
    is_whole: bool,
    out: &mut impl Write,
) -> Result<Success, Failure> {
    match record {
        Ok(record) => answerer.answer(record, RecordText { end: &text[..length], is_whole }, out),
        Err(error) => Err(Failure::Record(Complaint::syntax(text, &error))),
    }
}

/// Arguments as lines of text. A single word goes on with the line, so that a query may be given
/// as four arguments; whole records start lines of their own.
fn argument_text(arguments: &[String]) -> Result<String, Failure> {
    if let Some(file) = arguments.iter().find(|argument| Path::new(argument).is_file()) {
        return Err(Failure::new(format!(
            "expected a record, but found the name of a file; `-f {file}` reads it"
        )));
    }
    let mut text = String::new();
    for argument in arguments {
        let whole = argument.contains(char::is_whitespace) || argument.starts_with(['[', '{']);
        if !text.is_empty() {
            text.push(if whole { '\n' } else { ' ' });
        }
        text.push_str(argument);
    }
    if text.trim().is_empty() {
        return Err(Failure::new("expected a record, but found an empty argument"));
    }
    Ok(text)
}

fn standard_input() -> Source {
    Source { name: None, reader: Box::new(io::stdin()), is_there: is_file(io::stdin()) }
}

/// Whether this is a file on a disk, as far as the system tells.
#[cfg(unix)]
fn is_file(source: impl std::os::fd::AsFd) -> bool {
    let file = source.as_fd().try_clone_to_owned().map(File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|metadata| metadata.is_file())
}

/// Whether this is a file on a disk, as far as the system tells.
#[cfg(not(unix))]
fn is_file<S>(_: S) -> bool {
    false
}

fn open(file: &PathBuf) -> Result<Source, Failure> {
    if file.as_os_str() == "-" {
        return Ok(standard_input());
    }
    let name = file.display().to_string();
    match File::open(file) {
        Ok(reader) => {
            let is_there = is_file(&reader);
            Ok(Source { name: Some(name), reader: Box::new(reader), is_there })
        }
        Err(error) => Err(unreadable(Some(&name), &error)),
    }
}
