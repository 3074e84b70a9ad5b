//! Records from arguments, files and standard input, read as a stream.

mod stream;

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use kubikschach::notation::Reader;

use self::stream::{Next, Source, Stream, unreadable};
use super::error::Complaint;
use super::point::Pointer;
use super::{Failure, Success, args, json};

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

    /// Takes each record of all sources and has it answered with its text, if that is in memory. An
    /// answer that fails complains about places of that text, or of one that it gives.
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
        mut answer: impl FnMut(R::Record, Option<&[u8]>, &mut W) -> Result<Success, Failure>,
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
            let mut stream = Stream::<R>::new(source);
            loop {
                if stream.is_between_records() {
                    let used = bulk(stream.text(), out)?;
                    stream.take(used);
                }
                let Some(Next { record, mut length, is_whole }) = stream.next(out, reader)? else {
                    break;
                };
                let text = stream.text();
                let answered = match record {
                    Ok(record) if is_whole => answer(record, Some(&text[..length]), out),
                    Ok(record) => answer(record, None, out),
                    Err(error) => Err(Failure::Record(Complaint::syntax(text, &error))),
                };
                success = success.max(match answered {
                    Ok(answered) => {
                        stream.take(length);
                        answered
                    }
                    Err(Failure::Record(mut complaint)) => {
                        if let Some(text) = complaint.text.take() {
                            length += text.len();
                            stream.put_back(text);
                        }
                        self.tell(&complaint.moved(stream.used()), &stream.pointer(), out)?;
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
