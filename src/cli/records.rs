//! Answers the records (queries or boards) of a command from arguments, files and standard input.
//!
//! A source buffers text, a reader parses records from the text, and a handler answers each record.
//! Answers are flushed before the program waits for more input.

mod source;

use std::io::{self, IsTerminal, Read, Write};
use std::mem;
use std::path::{Path, PathBuf};

use self::source::Source;
use super::args::InputArgs;
use super::failure::Failure;
use super::files;
use super::ndjson::{Ndjson, Record};
use super::output::Output;
use super::report;
use super::success::Success;
use crate::api::{Error, json};
use crate::cli::shell_words::shell_words;
use crate::import::{is_case_file, is_rule_set};
use crate::mistake::{Mistake, quote};
use crate::notation::{Next, Reader};
use crate::terminal::signals;

/// The sources of a command's records, and the options for bad records.
#[derive(Debug)]
pub(crate) struct Records<'a> {
    arguments: &'a [String],
    files: &'a [PathBuf],
    keep_going: bool,
    json: bool,
}

/// The part of a command that answers its records.
pub(crate) trait Handler {
    /// The parser of records that are not JSON objects.
    type Reader: Reader;

    fn reader(&mut self) -> &mut Ndjson<Self::Reader>;

    /// Returns `true` if an argument continues the line of the arguments before it. Otherwise the
    /// argument starts a new line.
    fn continues_line(&self, line: &str, argument: &str) -> bool;

    /// Returns an error if the options have a mistake. This is called if the input has no records.
    fn check_options(&self) -> Result<(), Failure>;

    /// Answers one record, which was parsed from `text`. Records are numbered from 1.
    fn answer(
        &mut self,
        record: Record<'_, <Self::Reader as Reader>::Record>,
        text: &[u8],
        number: usize,
        out: &mut Output,
    ) -> Result<Success, Failure>;
}

/// The number of records answered so far, and the worst of their results.
#[derive(Default)]
struct Tally {
    number: usize,
    success: Success,
}

impl Tally {
    fn add(&mut self, done: Success) {
        self.success = self.success.max(done);
    }
}

impl<'a> Records<'a> {
    pub(crate) fn new(arguments: &'a [String], files: &'a InputArgs, json: bool) -> Self {
        let InputArgs { files, keep_going } = files;
        Self { arguments, files, keep_going: *keep_going, json }
    }

    /// Returns `true` if there is no input except a terminal. The command then prints its help.
    pub(crate) fn would_wait_for_a_person(&self) -> bool {
        self.arguments.is_empty() && self.files.is_empty() && io::stdin().is_terminal()
    }

    pub(crate) fn answer<H: Handler>(
        &self,
        out: &mut Output,
        mut handler: H,
    ) -> Result<Success, Failure> {
        let mut tally = Tally::default();
        for source in self.sources(|line, argument| handler.continues_line(line, argument)) {
            match source
                .and_then(|source| self.answer_source(source, &mut tally, &mut handler, out))
            {
                Err(Failure::Unreadable(error)) if self.keep_going => {
                    tally.add(self.write_error(&error, report::LINE, out)?);
                }
                answered => answered?,
            }
        }
        if tally.number == 0 {
            handler.check_options()?;
        }
        Ok(tally.success)
    }

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
        let _deferral = signals::defer();
        loop {
            signals::check()?;
            let text = source.text();
            match handler.reader().next(text, source.has_ended()) {
                Next::Record { end, result } => {
                    tally.number += 1;
                    let answered = match result {
                        Ok(record) => handler.answer(record, text, tally.number, out),
                        Err(error) => Err(Failure::Record(error)),
                    };
                    tally.add(match answered {
                        Err(Failure::Record(error)) => {
                            self.report(H::Reader::WHAT, *error, &mut source, end, out)?
                        }
                        answered => answered?,
                    });
                    source.take(end);
                    continue;
                }
                Next::NeedMore => {}
                Next::Done if source.has_ended() => return Ok(()),
                Next::Done => source.take(text.len()),
            }
            out.flush()?;
            signals::undeferred(|| source.fill())?;
        }
    }

    /// Reports a bad record, which is the first `end` bytes of the source's text.
    ///
    /// With `keep_going`, writes its error in place of its answer; otherwise returns its error as
    /// the failure of the command.
    #[cold]
    fn report(
        &self,
        what: &str,
        error: Error,
        source: &mut Source,
        end: usize,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        let (excerpt, mistake) = source.excerpt(end, error.mistake);
        let other = argument_instead(self.arguments, what, excerpt.text(), &mistake);
        let mut mistake = other.unwrap_or(mistake);
        if let Some(hint) = self.file_hint(&excerpt.text()[mistake.span().start..]) {
            mistake.hint = Some(hint);
        }
        let error = Error { mistake, ..error };
        if !self.keep_going {
            return Err(excerpt.draw(error).into());
        }
        self.write_error(&excerpt.locate(error), excerpt.line_noun, out)
    }

    /// Returns a hint if the only source is a file with cases, or if `text`, which is no record, is
    /// from a page with inputs and answers.
    fn file_hint(&self, text: &[u8]) -> Option<String> {
        let ([], [file]) = (self.arguments, self.files) else { return None };
        if let Some(hint) = document_hint(file) {
            return Some(hint);
        }
        let name = shell_words([file.to_str()?]);
        let is_label = |label: &&str| {
            text.split_at_checked(label.len())
                .is_some_and(|(word, _)| word.eq_ignore_ascii_case(label.as_bytes()))
        };
        let is_page = ["input", "output", "example", "sample", "test"].iter().any(is_label);
        is_page.then(|| format!("`kubikschach import {name}` reads pages with inputs and answers"))
    }

    fn write_error(
        &self,
        error: &Error,
        line_noun: &str,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        if self.json {
            json::line(out, error)?;
        } else {
            writeln!(out, "error: {}", report::one_line(error, line_noun))?;
        }
        Ok(Success::Bad)
    }

    /// Returns the sources of records. Arguments form one text, in which each `-` inserts standard
    /// input. The files follow. Without arguments and files, standard input is the only source.
    fn sources(&self, continues_line: impl Fn(&str, &str) -> bool) -> Vec<Result<Source, Failure>> {
        let mut sources = Vec::new();
        let (mut text, mut line) = (String::new(), 0);
        for argument in self.arguments {
            let argument = if argument.trim().is_empty() { EMPTY } else { argument };
            let continues = !text.is_empty() && continues_line(&text[line..], argument);
            // A `-` that continues a record is not standard input: after a board, for example, it
            // says that no king holds the other.
            if argument == INPUT && !continues {
                sources.extend(self.of_arguments(&mut text));
                sources.push(Ok(Source::standard_input()));
                line = 0;
                continue;
            }
            if !text.is_empty() {
                text.push(if continues { ' ' } else { '\n' });
            }
            line = if continues { line } else { text.len() };
            text.push_str(argument);
        }
        sources.extend(self.of_arguments(&mut text));
        sources.extend(self.files.iter().map(|file| Source::open(file)));
        if sources.is_empty() {
            sources.push(Ok(Source::standard_input()));
        }
        sources
    }

    /// Takes the text collected from arguments as a source; returns `None` if it is empty.
    fn of_arguments(&self, text: &mut String) -> Option<Result<Source, Failure>> {
        let (text, count) = (mem::take(text), self.arguments.len());
        let is_one_line = |argument: &String| !argument.contains('\n');
        let one_line_each = count == text.lines().count() && self.arguments.iter().all(is_one_line);
        let line_noun = if count > 1 && one_line_each { "argument" } else { "line" };
        (!text.is_empty()).then(|| Ok(Source::of_arguments(text, line_noun)))
    }
}

/// Returns a hint about a file that has no records, because it is a rule set or a list of cases in
/// TOML; `None` for another file.
fn document_hint(file: &Path) -> Option<String> {
    // Other files may be large, or never end.
    let name = file.to_str().filter(|name| name.to_lowercase().ends_with(".toml"))?;
    let text = files::read(file).ok()?;
    let shown = shell_words([name]);
    if is_rule_set(&text) {
        return Some(format!("use its rules with `--rules {shown}`"));
    }
    let is_case_file = is_case_file(&(Some(name.to_owned()), text));
    is_case_file.then(|| format!("`kubikschach replay {shown}` reads cases"))
}

const INPUT: &str = "-";

/// The text that replaces an empty argument, so that error messages can show it.
const EMPTY: &str = "\"\"";

/// Returns a better mistake for an error at an empty argument or at an argument that names a
/// file. Returns `None` for other errors.
pub(crate) fn argument_instead(
    arguments: &[String],
    expected: &str,
    text: &[u8],
    error: &Mistake,
) -> Option<Mistake> {
    let at = error.span().start;
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let start = text[..at].iter().rposition(is_blank).map_or(0, |blank| blank + 1);
    if text[start..].starts_with(EMPTY.as_bytes())
        && arguments.iter().any(|text| text.trim().is_empty())
    {
        let place = start..start + EMPTY.len();
        return Some(Mistake::new(place, format!("an empty argument is not {expected}")));
    }
    // File names may contain spaces, so whole arguments are compared instead of words.
    let is_here = |argument: &&String| {
        let rest = text[start..].strip_prefix(argument.as_bytes());
        rest.is_some_and(|rest| rest.first().is_none_or(is_blank))
    };
    let is_file = |name: &&String| Path::new(name).metadata().is_ok_and(|data| !data.is_dir());
    let file = arguments.iter().filter(is_here).find(is_file)?;
    let place = start..start + file.len();
    let read = || format!("read the file with `-f {}`", shell_words([file]));
    let hint = Some(document_hint(Path::new(file)).unwrap_or_else(read));
    let message = format!("{} is a file, not {expected}", quote(file.as_bytes()));
    Some(Mistake { hint, ..Mistake::new(place, message) })
}
