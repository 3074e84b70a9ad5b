//! Records from arguments, files and standard input, read as a stream.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use kubikschach::notation::{Reader, SyntaxError};

use super::error::Complaint;
use super::point::{Place, Pointer};
use super::{Failure, Success, args, json};

/// How much is read at a time.
const CHUNK: usize = 1 << 18;
/// A record longer than this is read until it has doubled before it is looked at again.
const LONG: usize = 1 << 20;

/// A source of records.
struct Source {
    /// The name for messages; none for standard input and arguments.
    name: Option<String>,
    reader: Box<dyn Read>,
}

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
}

impl<'a> Records<'a> {
    /// The records of a command's arguments and files.
    pub(crate) fn new(arguments: &'a [String], files: &'a args::Files, json: bool) -> Self {
        Self { arguments, files: &files.files, keep_going: files.keep_going, json }
    }

    /// Whether there is nothing to read but a terminal: then a command shows its help.
    pub(crate) fn wait_for_a_person(&self) -> bool {
        self.arguments.is_empty() && self.files.is_empty() && io::stdin().is_terminal()
    }

    /// Takes each record of all sources and has it answered with its text. An answer that fails
    /// complains about places of that text.
    ///
    /// `bulk` may answer any number of records at the front of a text, and says how long they are.
    ///
    /// Answers are flushed before waiting for more input, so that a program at the other end of a
    /// pipe gets each answer before its next question.
    pub(crate) fn answer<R: Reader, W: Write>(
        &self,
        out: &mut W,
        reader: &R,
        mut bulk: impl FnMut(&[u8], &mut W) -> Result<usize, Failure>,
        mut answer: impl FnMut(R::Record, &[u8], &mut W) -> Result<Success, Failure>,
    ) -> Result<Success, Failure> {
        let mut success = Success::Yes;
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
            loop {
                stream.used += bulk(&stream.text[stream.used..], out)?;
                let Some((record, length)) = stream.next(out, reader)? else { break };
                let text = &stream.text[stream.used..];
                let answered = match record {
                    Ok(record) => answer(record, &text[..length], out),
                    Err(error) => Err(Failure::Record(Complaint::syntax(text, &error))),
                };
                success = success.max(match answered {
                    Ok(answered) => {
                        stream.used += length;
                        answered
                    }
                    Err(Failure::Record(complaint)) => {
                        self.tell(&complaint.moved(stream.used), &stream.pointer(), out)?;
                        stream.pass_broken(out, reader, length)?;
                        Success::Bad
                    }
                    Err(failure) => return Err(failure),
                });
            }
        }
        Ok(success)
    }

    /// Tells what is wrong with a record: in its place, or as the last thing there is to tell.
    fn tell(
        &self,
        complaint: &Complaint,
        pointer: &Pointer<'_>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if !self.keep_going {
            return Err(Failure::Shown(pointer.show(complaint)));
        }
        if self.json {
            return json::line(out, &json::Error::new(complaint, pointer));
        }
        Ok(writeln!(out, "error: {}", pointer.sentence(complaint))?)
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
                sources.push(Ok(Source { name: None, reader }));
            }
        }
        sources.extend(self.files.iter().map(open));
        if sources.is_empty() {
            sources.push(Ok(standard_input()));
        }
        Ok(sources)
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
    Source { name: None, reader: Box::new(io::stdin()) }
}

fn open(file: &PathBuf) -> Result<Source, Failure> {
    if file.as_os_str() == "-" {
        return Ok(standard_input());
    }
    let name = file.display().to_string();
    match File::open(file) {
        Ok(reader) => Ok(Source { name: Some(name), reader: Box::new(reader) }),
        Err(error) => Err(unreadable(Some(&name), &error)),
    }
}

fn unreadable(name: Option<&str>, error: &io::Error) -> Failure {
    Failure::new(format!("{}: {error}", name.unwrap_or("standard input")))
}

/// The next record of a stream, or what is wrong with it, and its length in the text.
type Next<R> = (Result<<R as Reader>::Record, SyntaxError>, usize);

/// The text of a source that is in memory, and where it stands in the source.
struct Stream {
    source: Source,
    text: Vec<u8>,
    /// How much of the text has been taken.
    used: usize,
    /// Where the text starts.
    place: Place,
    ended: bool,
}

impl Stream {
    const fn new(source: Source) -> Self {
        Self { source, text: Vec::new(), used: 0, place: Place::START, ended: false }
    }

    /// Takes the next record.
    fn next<R: Reader>(
        &mut self,
        out: &mut impl Write,
        reader: &R,
    ) -> Result<Option<Next<R>>, Failure> {
        loop {
            let taken = reader.take(&self.text[self.used..]);
            if !taken.starved || self.ended {
                return Ok(taken.record.map(|record| (record, taken.used)));
            }
            if taken.record.is_none() {
                self.used += taken.used;
            }
            out.flush()?;
            self.fill()?;
        }
    }

    /// Passes a record that could not be answered; one that could be read has a known length.
    fn pass_broken<R: Reader>(
        &mut self,
        out: &mut impl Write,
        reader: &R,
        length: usize,
    ) -> Result<(), Failure> {
        if matches!(reader.take(&self.text[self.used..]).record, Some(Ok(_))) {
            self.used += length;
            return Ok(());
        }
        loop {
            let (length, starved) = reader.skip(&self.text[self.used..]);
            if !starved || self.ended {
                self.used += length;
                return Ok(());
            }
            out.flush()?;
            self.fill()?;
        }
    }

    /// Reads more, after forgetting what has been taken.
    fn fill(&mut self) -> Result<(), Failure> {
        self.place = self.place.after(&self.text[..self.used]);
        self.text.drain(..self.used);
        self.used = 0;
        let pending = self.text.len();
        let read = if pending < LONG {
            self.text.resize(pending + CHUNK, 0);
            let read = self.source.reader.read(&mut self.text[pending..]);
            self.text.truncate(pending + read.as_ref().copied().unwrap_or(0));
            read
        } else {
            let as_much_again = u64::try_from(pending).unwrap_or(u64::MAX);
            (&mut self.source.reader).take(as_much_again).read_to_end(&mut self.text)
        };
        match read {
            Ok(0) => self.ended = true,
            // Some editors mark a file as UTF-8 by three bytes that stand for nothing.
            Ok(_)
                if self.place == Place::START
                    && pending == 0
                    && self.text.starts_with(b"\xef\xbb\xbf") =>
            {
                self.text.drain(..3);
            }
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                return Err(unreadable(self.source.name.as_deref(), &error));
            }
            _ => {}
        }
        Ok(())
    }

    fn pointer(&self) -> Pointer<'_> {
        Pointer { file: self.source.name.as_deref(), text: &self.text, start: self.place }
    }
}
