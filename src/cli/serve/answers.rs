//! The command line over HTTP: objects in, the objects that the commands print out.

use std::cell::Cell;
use std::ops::Range;
use std::str::Utf8Error;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::object::Object;
use super::waiting::Waiting;
use crate::cli::args::names::rule_sets;
use crate::cli::ndjson::{field, not_json, span, string};
use crate::cli::output::Output;
use crate::cli::records::Handler;
use crate::cli::report::{Excerpt, ReportedError};
use crate::cli::{Failure, args, graph, json, mate, moves, path, rules};
use crate::diagnostic::{Diagnostic, Label, LineColumn, quote};
use crate::notation::{Boards, Reader as _};
use crate::rules::Rules;

/// There are no smaller boards.
const SMALLEST: f64 = 2.0;
/// Larger boards are refused.
const LARGEST: u16 = 32;
/// Mates in more moves are not searched for.
const MOST_MOVES: u8 = 10;
/// What is known of positions in a search takes this many bytes at most.
const SEARCH_MEMORY: u64 = 8 << 20;
/// No more routes of one query are listed.
const MOST_ROUTES: usize = 1_000;
/// The answers of one request have about this many bytes at most.
const MOST_BYTES: usize = 24 << 20;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Path,
    Mate,
    Moves,
    Graph,
    /// An SVG of the answer to another.
    Picture,
}

/// Why an object is not answered.
pub(super) enum Refused {
    /// It has a mistake.
    Bad(Box<ReportedError>),
    /// Its board is larger than is answered here.
    TooLarge(Box<ReportedError>),
    /// The answers to all objects would take too much room.
    TooMuch,
    /// They take too long.
    TooSlow,
}

/// A body and the objects in it.
pub(super) struct Body<'t> {
    text: &'t [u8],
    question: Question,
    waiting: Waiting,
    /// How far the lines have been counted, and the place there.
    counted: Cell<(usize, LineColumn)>,
}

impl<'t> Body<'t> {
    pub(super) const fn new(bytes: &'t [u8], question: Question, waiting: Waiting) -> Self {
        let counted = Cell::new((0, LineColumn::START));
        Self { text: bytes, question, waiting, counted }
    }

    /// Answers a body that is one object.
    pub(super) fn answer(&self) -> Result<Vec<u8>, Refused> {
        let bytes = self.text;
        let mut out = Output::kept(Vec::new());
        self.answer_first(&[frame(bytes, bytes.len())], &mut out)?;
        Ok(out.into_bytes())
    }

    /// Answers a body of an object a line; those that can't be answered yield their errors.
    ///
    /// # Errors
    /// If all of them are too much.
    pub(super) fn answer_lines(&self) -> Result<Vec<u8>, Refused> {
        let bytes = self.text;
        let mut end = 0;
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').map(|line| {
            end += line.len();
            frame(line, end)
        });
        let frames: Vec<Range<usize>> = lines.filter(|frame| !frame.is_empty()).collect();
        let (mut rest, mut out) = (&frames[..], Output::kept(Vec::new()));
        while !rest.is_empty() {
            self.check_limits(&out)?;
            // What comes first has been answered, whether or not it could be.
            let answered = match self.answer_first(rest, &mut out) {
                Err(Refused::Bad(error) | Refused::TooLarge(error)) => {
                    write_error(&error, &mut out);
                    1
                }
                answered => answered?,
            };
            rest = &rest[answered..];
        }
        Ok(out.into_bytes())
    }

    /// Whether there may be more answers.
    fn check_limits(&self, out: &Output) -> Result<(), Refused> {
        if out.len() > MOST_BYTES {
            return Err(Refused::TooMuch);
        }
        if self.waiting.is_over() { Err(Refused::TooSlow) } else { Ok(()) }
    }

    /// Answers the first of some objects, and those after it that ask the same of other cells; says
    /// how many.
    fn answer_first(&self, frames: &[Range<usize>], out: &mut Output) -> Result<usize, Refused> {
        let frame = &frames[0];
        let line = self.object_text(frame)?;
        let refuse = |diagnostic: Diagnostic| self.refuse(frame, diagnostic);
        let object = Object::parse(line).map_err(refuse)?;
        let rules = self.rules(frame, &object)?;
        self.check_size(frame, &object, rules.as_ref())?;
        let question = match self.question {
            Question::Picture => command(&object).map_err(refuse)?,
            question => question,
        };
        let svg = match self.question {
            Question::Picture => args::Svg { svg: Some("-".into()), ..self.options(frame, line)? },
            _ => args::Svg::default(),
        };
        let answered = match question {
            Question::Path => self.path(&self.options(frame, line)?, svg, frames, out),
            Question::Mate => {
                self.check_moves(frame, &object)?;
                self.mate(self.options(frame, line)?, svg, frame, out)
            }
            Question::Moves => {
                let args = args::Moves { svg, ..self.options(frame, line)? };
                moves::run(&args, true, out).map(|_| 1)
            }
            Question::Graph | Question::Picture => {
                graph::run(&self.options(frame, line)?, true, out).map(|_| 1)
            }
        };
        answered.map_err(|failure| self.refusal(frame, failure))
    }

    fn path(
        &self,
        asked: &args::Path,
        svg: args::Svg,
        frames: &[Range<usize>],
        out: &mut Output,
    ) -> Result<usize, Failure> {
        let rules = rules::load(&asked.board.rules)?;
        let finder = path::finder(&rules, asked)?;
        let limit = Some(asked.limit.map_or(MOST_ROUTES, |limit| limit.min(MOST_ROUTES)));
        let route = asked.route || svg.svg.is_some();
        let args = args::Path { route, limit, svg, ..asked.clone() };
        let mut answers = path::Answers::new(finder, &args, true);
        answers.answer_object(&self.text[frames[0].clone()], out)?;
        let mut answered = 1;
        for frame in &frames[1..] {
            let options = self.object_text(frame).and_then(|line| self.options(frame, line));
            if self.check_limits(out).is_err() || options.ok().as_ref() != Some(asked) {
                break;
            }
            if let Err(failure) = answers.answer_object(&self.text[frame.clone()], out) {
                match self.refusal(frame, failure) {
                    Refused::Bad(error) | Refused::TooLarge(error) => write_error(&error, out),
                    Refused::TooMuch | Refused::TooSlow => break,
                }
            }
            answered += 1;
        }
        Ok(answered)
    }

    fn mate(
        &self,
        args: args::Mate,
        svg: args::Svg,
        frame: &Range<usize>,
        out: &mut Output,
    ) -> Result<usize, Failure> {
        let args = args::Mate { svg, memory: SEARCH_MEMORY, ..args };
        let rules = rules::load(&args.rules)?;
        let boards = mate::boards(&rules, &args)?;
        let waiting = &self.waiting;
        let is_over = || waiting.is_over();
        let mut answers = mate::Answers::new(boards, &args, true).stopped_by(&is_over);
        answers.answer_object(&self.text[frame.clone()], out)?;
        Ok(1)
    }

    fn line(&self, frame: &Range<usize>) -> Result<&'t str, Utf8Error> {
        str::from_utf8(&self.text[frame.clone()])
    }

    /// The text of an object.
    fn object_text(&self, frame: &Range<usize>) -> Result<&'t str, Refused> {
        let refuse = |diagnostic| self.refuse(frame, diagnostic);
        let text = self.line(frame).map_err(|error| refuse(Diagnostic::not_utf8(&error)))?;
        if text.starts_with('{') {
            return Ok(text);
        }
        let found =
            if text.is_empty() { "nothing".to_owned() } else { quote(text.trim().as_bytes()) };
        Err(refuse(Diagnostic::expected(0..text.len().min(1), "a JSON object", found)))
    }

    /// The options among an object's fields.
    fn options<'o, T: Deserialize<'o>>(
        &self,
        frame: &Range<usize>,
        line: &'o str,
    ) -> Result<T, Refused> {
        serde_json::from_str(line).map_err(|error| self.refuse(frame, not_json(line, &error)))
    }

    /// The rule set that an object names: a built-in one, as files are nobody's business here.
    fn rules(&self, frame: &Range<usize>, object: &Object<'_>) -> Result<Option<Rules>, Refused> {
        let Some(raw) = object.get("rules") else { return Ok(None) };
        let refuse = |diagnostic| self.refuse(frame, diagnostic);
        let name = string(object.line, "rules", raw).map_err(refuse)?;
        let known = rule_sets();
        if !known.iter().any(|known| *known == *name.text) {
            let found = name.text.as_bytes();
            return Err(refuse(Diagnostic::unknown(
                span(object.line, raw),
                "a rule set",
                found,
                known,
            )));
        }
        let loaded = rules::load(&name.text);
        loaded.map(Some).map_err(|failure| self.refusal(frame, failure))
    }

    /// Refuses boards that are too large before any memory is taken for them, and sizes of none.
    fn check_size(
        &self,
        frame: &Range<usize>,
        object: &Object<'_>,
        rules: Option<&Rules>,
    ) -> Result<(), Refused> {
        let line = object.line;
        let size = object.get("size").and_then(|raw| Some((raw, raw.get().parse::<f64>().ok()?)));
        let size = size.filter(|(_, size)| !(SMALLEST..=f64::from(LARGEST)).contains(size));
        let is_small = size.is_some_and(|(_, size)| size < SMALLEST);
        let size = size.map(|(raw, _)| (raw.get().to_owned(), span(line, raw)));
        let board = object.get("board").and_then(|raw| {
            let text = string(line, "board", raw).map_or(raw.get().into(), |text| text.text);
            let default = || Rules::built_in("cube");
            let default = if rules.is_none() { default() } else { None };
            let setup = Boards::new(rules.or(default.as_ref())?).single(text.as_bytes()).ok()?;
            let edge =
                Some(setup.board.size().edge()).filter(|edge| *edge > usize::from(LARGEST))?;
            Some((edge.to_string(), span(line, raw)))
        });
        let Some((edge, span)) = size.or(board) else { return Ok(()) };
        let expected = format!("a size from {SMALLEST} to {LARGEST}");
        let diagnostic = Diagnostic::expected(span, expected, edge);
        Err(if is_small {
            self.refuse(frame, diagnostic)
        } else {
            self.too_large(frame, diagnostic)
        })
    }

    /// Refuses a search for mates in too many moves, or in none.
    fn check_moves(&self, frame: &Range<usize>, object: &Object<'_>) -> Result<(), Refused> {
        let Some(raw) = object.get("in") else { return Ok(()) };
        let moves = raw.get().parse::<f64>().unwrap_or(0.0);
        if raw.get().parse().is_ok_and(|moves| (1..=MOST_MOVES).contains(&moves)) {
            return Ok(());
        }
        let expected = format!("a number of moves from 1 to {MOST_MOVES}");
        let found = quote(raw.get().as_bytes());
        let diagnostic = Diagnostic::expected(span(object.line, raw), expected, found);
        let is_large = moves > f64::from(MOST_MOVES);
        Err(if is_large {
            self.too_large(frame, diagnostic)
        } else {
            self.refuse(frame, diagnostic)
        })
    }

    /// What is wrong with an object, with its place in the body.
    fn refuse(&self, frame: &Range<usize>, diagnostic: Diagnostic) -> Refused {
        Refused::Bad(self.reported(frame, diagnostic))
    }

    /// What is too large of an object.
    fn too_large(&self, frame: &Range<usize>, diagnostic: Diagnostic) -> Refused {
        Refused::TooLarge(self.reported(frame, diagnostic))
    }

    fn reported(&self, frame: &Range<usize>, diagnostic: Diagnostic) -> Box<ReportedError> {
        let error = ReportedError::in_text(diagnostic.moved(frame.start), &self.excerpt(frame));
        Box::new(error.in_fields().with_id(self.id(frame)))
    }

    /// What an object calls itself.
    fn id(&self, frame: &Range<usize>) -> Option<Box<RawValue>> {
        Object::parse(self.line(frame).ok()?).ok()?.id()
    }

    /// Why a command could not answer an object.
    fn refusal(&self, frame: &Range<usize>, failure: Failure) -> Refused {
        if self.waiting.is_over() {
            // That is why a search has stopped.
            return Refused::TooSlow;
        }
        let excerpt = self.excerpt(frame);
        let error = match failure {
            Failure::Record(bad) => {
                ReportedError::in_text(bad.diagnostic.moved(frame.start), &excerpt)
            }
            Failure::Argument { name, diagnostic, .. } => {
                return self.refuse(frame, self.in_object(frame, &name, &diagnostic));
            }
            failure => {
                let error = failure.into_errors().into_iter().next();
                error.unwrap_or_else(|| ReportedError::new("no answer")).at(self.place(frame))
            }
        };
        Refused::Bad(Box::new(error.in_fields().with_id(self.id(frame))))
    }

    /// What is wrong with an argument, as what is wrong with the field that it comes from.
    fn in_object(&self, frame: &Range<usize>, name: &str, diagnostic: &Diagnostic) -> Diagnostic {
        let key = name.trim_start_matches("--").to_lowercase();
        let object = self.line(frame).ok().and_then(|line| Object::parse(line).ok());
        let placed = object.and_then(|object| object.in_field(&key, diagnostic.clone()));
        placed.unwrap_or_else(|| Diagnostic {
            labels: vec![Label::plain(0..1)],
            ..diagnostic.clone()
        })
    }

    fn excerpt(&self, frame: &Range<usize>) -> Excerpt<'t> {
        Excerpt::new(None, self.text, frame.clone(), self.place(frame))
    }

    /// Where an object starts; they are asked for in their order.
    fn place(&self, frame: &Range<usize>) -> LineColumn {
        let (counted, place) = self.counted.get();
        let place = place.after(&self.text[counted..frame.start]);
        self.counted.set((frame.start, place));
        place
    }
}

/// The frame of what follows the blanks at the start of a part that ends at a byte; empty if the part is blank.
fn frame(part: &[u8], end: usize) -> Range<usize> {
    end - part.trim_ascii_start().len()..end
}

fn write_error(error: &ReportedError, out: &mut Output) {
    // Memory takes whatever is written.
    let _ = json::line(out, error);
}

/// The command whose answer is to be drawn.
fn command(object: &Object<'_>) -> Result<Question, Diagnostic> {
    const NAMES: [&str; 3] = ["path", "moves", "mate"];
    let line = object.line;
    let raw = field(line, "command", object.get("command"))?;
    let name = string(line, "command", raw)?;
    match &*name.text {
        "path" => Ok(Question::Path),
        "moves" => Ok(Question::Moves),
        "mate" => Ok(Question::Mate),
        other => Err(Diagnostic::unknown(span(line, raw), "a command", other.as_bytes(), NAMES)),
    }
}
