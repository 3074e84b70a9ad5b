//! Records from arguments, files and standard input.
//!
//! A record passes the source that holds its text, the reader that reads it, and the handler
//! that answers it. Answers are flushed before more input is awaited.

mod source;

use std::io::{self, IsTerminal, Read, Write};
use std::mem;
use std::path::{Path, PathBuf};

use self::source::Source;
use super::args::Input;
use super::failure::BadRecord;
use super::ndjson::{Ndjson, Record};
use super::output::Output;
use super::report::{Excerpt, ReportedError};
use super::{Failure, Success, json, signals};
use crate::diagnostic::Diagnostic;
use crate::notation::{Next, Reader};

/// The source of a command's records (arguments, files or standard input), and the treatment of bad
/// records.
#[derive(Debug)]
pub(crate) struct Records<'a> {
    arguments: &'a [String],
    files: &'a [PathBuf],
    /// True to answer the records after a bad one.
    keep_going: bool,
    /// True for answers in JSON.
    json: bool,
}

/// Answers the records of a command.
pub(crate) trait Handler {
    /// The reader of the records that are no objects.
    type Reader: Reader;

    /// Returns the reader of the records.
    fn reader(&mut self) -> &mut Ndjson<Self::Reader>;

    /// Returns `true` if an argument goes on with the line of those before it; others start their own.
    fn goes_on(line: &str, argument: &str) -> bool;

    /// Answers a record of a text. Those of a command are numbered from 1.
    fn answer(
        &mut self,
        record: Record<'_, <Self::Reader as Reader>::Record>,
        text: &[u8],
        number: usize,
        out: &mut Output,
    ) -> Result<Success, Failure>;
}

/// The records of a command that have been answered.
#[derive(Default)]
struct Tally {
    number: usize,
    success: Success,
}

impl Tally {
    /// Adds the outcome of one record.
    fn add(&mut self, done: Success) {
        self.success = self.success.max(done);
    }
}

impl<'a> Records<'a> {
    /// The records of a command's arguments and files.
    pub(crate) fn new(arguments: &'a [String], files: &'a Input, json: bool) -> Self {
        let Input { files, keep_going, jobs: _ } = files;
        Self { arguments, files, keep_going: *keep_going, json }
    }

    /// Returns `true` if only a terminal could be read; a command then shows its help.
    pub(crate) fn would_wait_for_a_person(&self) -> bool {
        self.arguments.is_empty() && self.files.is_empty() && io::stdin().is_terminal()
    }

    /// Takes each record of all sources and has it answered by `handler`.
    pub(crate) fn answer<H: Handler>(
        &self,
        out: &mut Output,
        mut handler: H,
    ) -> Result<Success, Failure> {
        let mut tally = Tally::default();
        for source in self.sources(H::goes_on) {
            match source
                .and_then(|source| self.answer_source(source, &mut tally, &mut handler, out))
            {
                Err(Failure::Unreadable(error)) if self.keep_going => {
                    tally.add(self.write_error(&error, out)?);
                }
                answered => answered?,
            }
        }
        Ok(tally.success)
    }

    /// Takes each record of a text and has it answered by `handler`.
    pub(crate) fn answer_text<H: Handler>(
        &self,
        text: impl Read + 'static,
        out: &mut Output,
        mut handler: H,
    ) -> Result<Success, Failure> {
        let mut tally = Tally::default();
        self.answer_source(Source::of_reader(text), &mut tally, &mut handler, out)?;
        Ok(tally.success)
    }

    fn answer_source<H: Handler>(
        &self,
        mut source: Source,
        tally: &mut Tally,
        handler: &mut H,
        out: &mut Output,
    ) -> Result<(), Failure> {
        handler.reader().restart();
        let mut deferral = signals::defer();
        loop {
            signals::check()?;
            let text = source.text();
            let wanted = match handler.reader().next(text, source.has_ended()) {
                Next::Record { end, result } => {
                    tally.number += 1;
                    let answered = match result {
                        Ok(record) => handler.answer(record, text, tally.number, out),
                        Err(bad) => Err(Failure::Record(bad)),
                    };
                    tally.add(self.settle(answered, &mut source, end, out)?);
                    source.take(end);
                    continue;
                }
                Next::NeedMore { at_least } => at_least,
                Next::Done if source.has_ended() => return Ok(()),
                Next::Done => {
                    source.take(text.len());
                    1
                }
            };
            out.flush()?;
            // Nothing is lost while the program waits for input: a signal ends it there.
            drop(deferral);
            signals::check()?;
            source.fill(wanted)?;
            deferral = signals::defer();
        }
    }

    /// Returns how a record was answered, or tells what is wrong with it.
    #[inline]
    fn settle(
        &self,
        answered: Result<Success, Failure>,
        source: &mut Source,
        end: usize,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        match answered {
            Err(Failure::Record(bad)) => {
                let BadRecord { diagnostic, id } = *bad;
                let (excerpt, diagnostic) = source.excerpt(end, diagnostic);
                self.report(BadRecord { diagnostic, id }, &excerpt, out)
            }
            answered => answered,
        }
    }

    /// Writes the error of a record in the place of its answer, or ends the command with it.
    #[cold]
    fn report(
        &self,
        bad: BadRecord,
        excerpt: &Excerpt<'_>,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        let other = argument_instead(self.arguments, "a record", excerpt.text(), &bad.diagnostic);
        let diagnostic = other.unwrap_or(bad.diagnostic);
        if !self.keep_going {
            return Err(ReportedError::drawn(diagnostic, excerpt).with_id(bad.id).into());
        }
        self.write_error(&ReportedError::in_text(diagnostic, excerpt).with_id(bad.id), out)
    }

    /// Writes an error among the answers.
    fn write_error(&self, error: &ReportedError, out: &mut Output) -> Result<Success, Failure> {
        if self.json {
            json::line(out, error)?;
        } else {
            writeln!(out, "error: {}", error.sentence_with_hint())?;
        }
        Ok(Success::Bad)
    }

    /// Returns the sources of records: the arguments, with standard input where they name it, and the
    /// files; standard input if there are none.
    fn sources(&self, goes_on: impl Fn(&str, &str) -> bool) -> Vec<Result<Source, Failure>> {
        let mut sources = Vec::new();
        let (mut text, mut line) = (String::new(), 0);
        for argument in self.arguments {
            let argument = if argument.trim().is_empty() { EMPTY } else { argument };
            let goes_on = !text.is_empty() && goes_on(&text[line..], argument);
            // One that goes on with a record is no name of standard input.
            if argument == INPUT && !goes_on {
                sources.extend(of_arguments(&mut text));
                sources.push(Ok(Source::standard_input()));
                line = 0;
                continue;
            }
            if !text.is_empty() {
                text.push(if goes_on { ' ' } else { '\n' });
            }
            line = if goes_on { line } else { text.len() };
            text.push_str(argument);
        }
        sources.extend(of_arguments(&mut text));
        sources.extend(self.files.iter().map(|file| Source::open(file)));
        if sources.is_empty() {
            sources.push(Ok(Source::standard_input()));
        }
        sources
    }
}

/// Returns the source of a text of arguments, and forgets it; `None` if there is no text.
fn of_arguments(text: &mut String) -> Option<Result<Source, Failure>> {
    let text = mem::take(text);
    (!text.is_empty()).then(|| Ok(Source::of_text(text)))
}

/// The argument that names standard input.
const INPUT: &str = "-";

/// The text that stands for an empty argument, as a shell writes it.
const EMPTY: &str = "\"\"";

/// Returns a better error if the mistake is in an argument that is empty or names a file.
pub(crate) fn argument_instead(
    arguments: &[String],
    expected: &str,
    text: &[u8],
    error: &Diagnostic,
) -> Option<Diagnostic> {
    let at = error.span().start;
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let start = text[..at].iter().rposition(is_blank).map_or(0, |blank| blank + 1);
    if text[start..].starts_with(EMPTY.as_bytes())
        && arguments.iter().any(|text| text.trim().is_empty())
    {
        let place = start..start + EMPTY.len();
        return Some(Diagnostic::expected(place, expected, "an empty argument"));
    }
    // A name may have blanks.
    let is_here = |argument: &&String| {
        let rest = text[start..].strip_prefix(argument.as_bytes());
        rest.is_some_and(|rest| rest.first().is_none_or(is_blank))
    };
    let is_file = |name: &&String| Path::new(name).metadata().is_ok_and(|data| !data.is_dir());
    let file = arguments.iter().filter(is_here).find(is_file)?;
    let place = start..start + file.len();
    let mark = if file.contains(char::is_whitespace) { "'" } else { "" };
    let hint = Some(format!("`-f {mark}{file}{mark}` reads it"));
    Some(Diagnostic { hint, ..Diagnostic::expected(place, expected, "the name of a file") })
}
