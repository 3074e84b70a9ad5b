//! Answers to bodies: JSON objects in, the objects that the commands print out.

use std::cell::Cell;
use std::io::{self, Write as _};
use std::ops::{ControlFlow, Range};

use serde_json::value::RawValue;

use super::waiting::Waiting;
use crate::api::{self, Answer, Command, Context, Error, ErrorKind, Fields, Limits, Question};
use crate::cli::report::{Excerpt, ReportedError};
use crate::cli::{Failure, json};
use crate::control::Control;
use crate::diagnostic::{Diagnostic, LineColumn};

/// The most that a question may ask for.
const LIMITS: Limits = Limits {
    edge: 32,
    routes: 1_000,
    mate_in: 10,
    search_memory: 8 << 20,
    endgame_memory: 64 << 20,
    threads: Some(1),
};
/// The answers of one request have this many bytes at most.
const MOST_BYTES: usize = 24 << 20;

/// The mark that some editors put in front of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The reason why an object is not answered.
pub(super) enum Refused {
    /// It has a mistake.
    Bad(Box<ReportedError>),
    /// It asks for more than is answered here.
    TooLarge(Box<ReportedError>),
    /// The answers to all objects take too much room.
    TooMuch,
    /// They take too long.
    TooSlow,
}

/// A body and the objects in it.
pub(super) struct Body<'t> {
    bytes: &'t [u8],
    command: Command,
    waiting: Waiting,
    /// The place up to which lines have been counted.
    counted: Cell<(usize, LineColumn)>,
}

impl<'t> Body<'t> {
    pub(super) fn new(bytes: &'t [u8], command: Command, waiting: Waiting) -> Self {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        Self { bytes, command, waiting, counted: Cell::new((0, LineColumn::START)) }
    }

    /// Answers a body that is one object.
    pub(super) fn answer(&self) -> Result<Vec<u8>, Refused> {
        let mut out = Answers::default();
        let object = object(self.bytes, self.bytes.len());
        self.answer_object(object, &mut Context::new(LIMITS), &mut out)?;
        Ok(out.0)
    }

    /// Answers a body of an object a line; those that can't be answered yield their errors.
    ///
    /// # Errors
    /// If all of them are too much.
    pub(super) fn answer_lines(&self) -> Result<Vec<u8>, Refused> {
        let (mut context, mut out, mut end) = (Context::new(LIMITS), Answers::default(), 0);
        for line in self.bytes.split_inclusive(|byte| *byte == b'\n') {
            end += line.len();
            let object = object(line, end);
            if object.is_empty() {
                continue;
            }
            match self.answer_object(object, &mut context, &mut out) {
                Err(Refused::Bad(error) | Refused::TooLarge(error)) => {
                    out.write_all(&json::bytes(&error)).map_err(|_| Refused::TooMuch)?;
                }
                answered => answered?,
            }
        }
        Ok(out.0)
    }

    fn answer_object(
        &self,
        object: Range<usize>,
        context: &mut Context,
        out: &mut Answers,
    ) -> Result<(), Refused> {
        let waiting = &self.waiting;
        let watch = |_| {
            if waiting.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let control = Control::new(&watch);
        control.tick(0).map_err(|_| Refused::TooSlow)?;
        let bad = |diagnostic, id| Refused::Bad(self.report(&object, diagnostic, id));
        let text = str::from_utf8(&self.bytes[object.clone()])
            .map_err(|error| bad(Diagnostic::not_utf8(&error), None))?;
        let fields = Fields::of_object(text).map_err(|(error, id)| bad(error, id))?;
        let refuse = |error: Error| {
            let report = || self.report(&object, fields.place(&error), fields.id());
            match error.kind {
                ErrorKind::Bad => Refused::Bad(report()),
                ErrorKind::Limit => Refused::TooLarge(report()),
                ErrorKind::Stopped => Refused::TooSlow,
            }
        };
        let question = Question::read(self.command, &fields, context).map_err(refuse)?;
        let written = match api::answer(&question, &control).map_err(refuse)? {
            Answer::Picture(answer) => writeln!(out, "{}", answer.svg).map_err(Failure::from),
            answer => json::answer(out, fields.id(), &answer),
        };
        written.map_err(|_| Refused::TooMuch)
    }

    /// Returns an error about an object at its place in the body.
    fn report(
        &self,
        object: &Range<usize>,
        diagnostic: Diagnostic,
        id: Option<&RawValue>,
    ) -> Box<ReportedError> {
        let excerpt = Excerpt::new(None, self.bytes, object.clone(), self.place(object.start));
        let error = ReportedError::in_text(diagnostic.moved(object.start), &excerpt);
        Box::new(error.with_id(id.map(ToOwned::to_owned)))
    }

    /// Returns the place of a byte; places are asked for in their order.
    fn place(&self, at: usize) -> LineColumn {
        let (counted, place) = self.counted.get();
        let place = place.after(&self.bytes[counted..at]);
        self.counted.set((at, place));
        place
    }
}

/// Returns the place of the object in a part of the body that ends at this byte, without the blanks
/// before it.
fn object(part: &[u8], end: usize) -> Range<usize> {
    end - part.trim_ascii_start().len()..end
}

/// Answers, up to a limit.
#[derive(Default)]
struct Answers(Vec<u8>);

impl io::Write for Answers {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.0.len() + text.len() > MOST_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
