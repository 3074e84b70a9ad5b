//! Records from arguments, files and standard input: where each begins and ends, its answer, and
//! what is said of a bad one.
//!
//! A source is read in blocks. The records of a block are framed, then each is read and answered.
//! Long sources are answered by several threads: one frames, the others read and answer.

mod buffer;
mod parallel;
mod source;

use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use self::parallel::CHUNK;
use self::source::Source;
use super::args::Input;
use super::failure::BadRecord;
use super::ndjson::{FromFields, Ndjson, Request};
use super::output::Output;
use super::report::{Excerpt, ReportedError};
use super::{Failure, Success, json};
use crate::diagnostic::{Diagnostic, LineColumn};
use crate::notation::{Frame, Reader, Text};

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
    jobs: Option<usize>,
}

/// What answers the records of a command. Each thread has its own.
pub(crate) trait Handler {
    /// What reads the records that are no objects.
    type Reader: FromFields;

    /// What reads the records.
    fn reader(&mut self) -> &mut Ndjson<Self::Reader>;

    /// Whether an argument goes on with the line of the one before; others start their own.
    fn goes_on(before: &str, argument: &str) -> bool;

    /// Answers a record of a text. Those of a command are numbered from 1.
    fn answer(
        &mut self,
        request: Request<'_, <Self::Reader as Reader>::Record>,
        text: &[u8],
        number: usize,
        out: &mut Output,
    ) -> Result<Success, Failure>;

    /// Reads a record and answers it.
    fn answer_frame(
        &mut self,
        text: &Text<'_>,
        frame: &Frame,
        number: usize,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        let request = self.reader().read(text, frame)?;
        self.answer(request, text.bytes(), number, out)
    }
}

/// A part of a source that is in memory, with the front of its first line.
#[derive(Clone, Copy, Debug)]
struct Block<'t> {
    /// The name of the source, if it has one.
    file: Option<&'t str>,
    text: &'t [u8],
    /// Whether nothing follows it.
    ended: bool,
    /// Where its records start: how far the lines of the text have been counted, and the place
    /// there.
    counted: usize,
    place: LineColumn,
}

/// The records of a command that have been answered.
#[derive(Default)]
struct Tally {
    number: usize,
    success: Success,
}

impl Tally {
    /// Counts in how a record was answered.
    fn add(&mut self, done: Success) {
        self.success = self.success.max(done);
    }
}

impl<'t> Block<'t> {
    /// Its records, none of which has been taken.
    fn records(&self) -> Text<'t> {
        let mut text = Text::new(self.text, self.ended);
        text.seek(self.counted);
        text
    }

    /// The text of a record, and what was looked at to know where it ends: what is reported of it
    /// never depends on how much more of the source is in memory.
    fn excerpt(&mut self, frame: &Frame) -> Excerpt<'t> {
        self.place = self.place.after(&self.text[self.counted..frame.start]);
        self.counted = frame.start;
        Excerpt::new(self.file, &self.text[..frame.seen], frame.start..frame.end, self.place)
    }
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
    pub(crate) fn would_wait_for_a_person(&self) -> bool {
        self.arguments.is_empty() && self.files.is_empty() && io::stdin().is_terminal()
    }

    /// Takes each record of all sources and has it answered. For each thread `handler` makes what
    /// answers.
    ///
    /// Answers are flushed before waiting for more input, so that a program at the other end of a
    /// pipe gets each answer before its next question.
    pub(crate) fn answer<H: Handler>(
        &self,
        out: &mut Output,
        handler: impl Fn() -> H + Sync,
    ) -> Result<Success, Failure> {
        let mut tally = Tally::default();
        for source in self.sources(H::goes_on) {
            match source.and_then(|source| self.answer_source(source, &mut tally, &handler, out)) {
                Err(Failure::Unreadable(error)) if self.keep_going => {
                    tally.add(self.write_error(&error, out)?);
                }
                answered => answered?,
            }
        }
        Ok(tally.success)
    }

    /// The same for a text from elsewhere.
    pub(crate) fn answer_text<H: Handler>(
        &self,
        text: impl Read + Send + 'static,
        out: &mut Output,
        handler: impl Fn() -> H + Sync,
    ) -> Result<Success, Failure> {
        let mut tally = Tally::default();
        self.answer_source(Source::of_reader(text), &mut tally, &handler, out)?;
        Ok(tally.success)
    }

    fn answer_source<H: Handler>(
        &self,
        mut source: Source,
        tally: &mut Tally,
        make: &(impl Fn() -> H + Sync),
        out: &mut Output,
    ) -> Result<(), Failure> {
        let mut handler = make();
        loop {
            let mut block = source.block();
            let mut text = block.records();
            let start = text.at();
            let whole = text.bytes().len();
            self.answer_block(&mut handler, &mut block, &mut text, whole, tally, out)?;
            let end = text.at();
            source.take_to(end);
            if source.has_ended() {
                return Ok(());
            }
            // Several threads answer many short records faster, not one long one.
            if source.is_long()
                && (1..=2 * CHUNK).contains(&(end - start))
                && self.jobs() > 1
                && self.answer_in_parallel(&mut source, tally, &mut handler, make, out)?
            {
                return Ok(());
            }
            out.flush()?;
            source.fill()?;
        }
    }

    /// Answers the records of a block up to a byte, or to the first that is not all there.
    fn answer_block<H: Handler>(
        &self,
        handler: &mut H,
        block: &mut Block<'_>,
        text: &mut Text<'_>,
        end: usize,
        tally: &mut Tally,
        out: &mut Output,
    ) -> Result<(), Failure> {
        // What nothing refers to may stay in registers.
        let (mut ahead, mut number) = (*text, tally.number);
        while handler.reader().skip_to_record(&mut ahead) && ahead.at() < end {
            let start = ahead.at();
            if let Some(record) = handler.reader().common(&mut ahead) {
                let end = ahead.at();
                let request = Request::plain(record, start..end);
                let answered = handler.answer(request, ahead.bytes(), number + 1, out);
                if !matches!(answered, Ok(Success::Yes)) {
                    self.settle(answered, Frame::new(start, end), block, tally, out)?;
                }
            } else {
                let mut rest = ahead;
                let Some(frame) = handler.reader().frame_here(&mut rest) else { break };
                ahead = rest;
                let answered = handler.answer_frame(&rest, &frame, number + 1, out);
                self.settle(answered, frame, block, tally, out)?;
            }
            number += 1;
            out.end_part()?;
        }
        (*text, tally.number) = (ahead, number);
        Ok(())
    }

    /// Adds the outcome of one record, and reports its error.
    #[inline(never)]
    fn settle(
        &self,
        answered: Result<Success, Failure>,
        frame: Frame,
        block: &mut Block<'_>,
        tally: &mut Tally,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let done = match answered {
            Err(Failure::Record(bad)) => self.report(*bad, &block.excerpt(&frame), out)?,
            answered => answered?,
        };
        tally.add(done);
        Ok(())
    }

    /// How many threads may answer: asking the system for its cores takes a while.
    fn jobs(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.unwrap_or_else(cores)
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

    fn sources(&self, goes_on: impl Fn(&str, &str) -> bool) -> Vec<Result<Source, Failure>> {
        let mut sources = Vec::new();
        let mut rest = self.arguments;
        while !rest.is_empty() {
            // One that goes on with a record is no name of standard input.
            let is_input =
                |at: &usize| rest[*at] == INPUT && (*at == 0 || !goes_on(&rest[*at - 1], INPUT));
            let input = (0..rest.len()).find(is_input);
            let (texts, others) = rest.split_at(input.unwrap_or(rest.len()));
            if !texts.is_empty() {
                sources.push(Ok(Source::of_text(argument_text(texts, &goes_on))));
            }
            sources.extend(input.map(|_| Ok(Source::standard_input())));
            rest = others.get(1..).unwrap_or_default();
        }
        sources.extend(self.files.iter().map(|file| Source::open(file)));
        if sources.is_empty() {
            sources.push(Ok(Source::standard_input()));
        }
        sources
    }
}

/// The argument that names standard input.
const INPUT: &str = "-";

/// What stands for an empty argument in the text of all, as a shell writes it.
const EMPTY: &str = "\"\"";

/// Arguments as lines of text.
fn argument_text(arguments: &[String], goes_on: impl Fn(&str, &str) -> bool) -> String {
    let mut text = String::new();
    let mut before = "";
    for argument in arguments {
        let argument = if argument.trim().is_empty() { EMPTY } else { argument };
        if !text.is_empty() {
            text.push(if goes_on(before, argument) { ' ' } else { '\n' });
        }
        text.push_str(argument);
        before = argument;
    }
    text
}

/// What is wrong with a text of arguments, if where it goes wrong one of them is empty or names a file.
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
