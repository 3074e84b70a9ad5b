//! Records from arguments, files and standard input, read as a stream.

use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use kubikschach::notation::{Taken, line_and_column};

use super::Failure;
use super::error::nearest;

/// How much is read at a time.
const CHUNK: usize = 1 << 16;
/// A record longer than this is read until it has doubled before it is looked at again.
const LONG: usize = 1 << 20;

/// A place in a file.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    const START: Self = Self { line: 1, column: 1 };

    /// The place after this text.
    fn after(self, text: &[u8]) -> Self {
        let (line, column) = line_and_column(text, text.len());
        let column = if line == 1 { self.column + column - 1 } else { column };
        Self { line: self.line + line - 1, column }
    }
}

/// A source of records.
struct Source {
    /// The name for messages; none for standard input and arguments.
    name: Option<String>,
    reader: Box<dyn Read>,
}

/// Where a command's records are: in arguments, files, or else on standard input.
#[derive(Debug)]
pub(crate) struct Records<'a> {
    arguments: &'a [String],
    files: &'a [PathBuf],
}

impl<'a> Records<'a> {
    pub(crate) const fn new(arguments: &'a [String], files: &'a [PathBuf]) -> Self {
        Self { arguments, files }
    }

    /// Whether there is nothing to read but a terminal: then a command shows its help.
    pub(crate) fn wait_for_a_person(&self) -> bool {
        self.arguments.is_empty() && self.files.is_empty() && io::stdin().is_terminal()
    }

    /// Takes each record of all sources and has it answered; an answer that fails says why in
    /// one sentence, which is reported with the place of the record.
    ///
    /// Answers are flushed before waiting for more input, so that a program at the other end of a
    /// pipe gets each answer before its next question.
    pub(crate) fn answer<T, W: Write>(
        &self,
        out: &mut W,
        take: impl Fn(&[u8]) -> Taken<T>,
        mut answer: impl FnMut(T, &mut W) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for source in self.sources()? {
            Stream::new(source?).answer(out, &take, &mut answer)?;
        }
        Ok(())
    }

    fn sources(&self) -> Result<Vec<Result<Source, Failure>>, Failure> {
        if !self.arguments.is_empty() {
            let text = argument_text(self.arguments)?;
            let reader = Box::new(io::Cursor::new(text.into_bytes()));
            return Ok(vec![Ok(Source { name: None, reader })]);
        }
        if self.files.is_empty() {
            return Ok(vec![Ok(standard_input())]);
        }
        Ok(self.files.iter().map(open).collect())
    }
}

/// Arguments as lines of text: one record of several words, or records with blanks in them.
fn argument_text(arguments: &[String]) -> Result<String, Failure> {
    if let Some(file) = arguments.iter().find(|argument| Path::new(argument).is_file()) {
        return Err(Failure::new(format!(
            "expected a record, but found the name of a file; `-f {file}` reads it"
        )));
    }
    let records = arguments.iter().any(|argument| argument.contains(char::is_whitespace));
    Ok(arguments.join(if records { "\n" } else { " " }))
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

    fn answer<T, W: Write>(
        &mut self,
        out: &mut W,
        take: impl Fn(&[u8]) -> Taken<T>,
        mut answer: impl FnMut(T, &mut W) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        loop {
            let taken = take(&self.text[self.used..]);
            if taken.starved && !self.ended {
                if taken.record.is_none() {
                    self.used += taken.used;
                }
                out.flush()?;
                self.fill()?;
                continue;
            }
            match taken.record {
                None => return Ok(()),
                Some(Ok(record)) => {
                    answer(record, out).map_err(|failure| self.placed(failure))?;
                }
                Some(Err(error)) => {
                    let span = self.used + error.span.start..self.used + error.span.end;
                    let found = String::from_utf8_lossy(&self.text[span.clone()]);
                    let hint = nearest(&error.names, &found);
                    return Err(self.failed(span.start, &format!("{error}{hint}")));
                }
            }
            self.used += taken.used;
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
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                return Err(unreadable(self.source.name.as_deref(), &error));
            }
            _ => {}
        }
        Ok(())
    }

    /// The first byte of the next record.
    fn first(&self) -> usize {
        let blanks = self.text[self.used..].iter().take_while(|byte| byte.is_ascii_whitespace());
        self.used + blanks.count()
    }

    /// The failure, with the place of the record if it is about the record.
    fn placed(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Record(message) => self.failed(self.first(), &message),
            other => other,
        }
    }

    /// A failure at a byte of the text.
    fn failed(&self, at: usize, message: &str) -> Failure {
        let place = self.place.after(&self.text[..at]);
        let file = self.source.name.as_ref().map_or_else(String::new, |name| format!("{name}, "));
        Failure::new(format!("{file}{place}: {message}"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
