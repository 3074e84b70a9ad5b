//! Answers to request bodies: parses JSON objects and writes the objects that the commands print.

use std::cell::Cell;
use std::io::{self, Write as _};
use std::ops::Range;

use serde_json::value::RawValue;

use super::budget::{Buffer, Full};
use crate::api::{self, Answer, Command, Context, Error, ErrorKind, Fields, Limits, Question};
use crate::cli::report::{Excerpt, ReportedError};
use crate::cli::{Failure, json};
use crate::control::Control;
use crate::diagnostic::{BYTE_ORDER_MARK, Diagnostic, LineColumn};

/// The limits of a single question to the server.
const LIMITS: Limits = Limits {
    edge: 32,
    routes: 1_000,
    mate_in: 10,
    search_memory: 8 << 20,
    endgame_memory: 64 << 20,
    threads: Some(1),
};
/// The limit for the answers to one request, in bytes.
pub(super) const MOST_BYTES: usize = 24 << 20;

pub(super) enum Refused {
    Bad(Box<ReportedError>),
    TooLarge(Box<ReportedError>),
    /// The answers exceed the limit of their buffer, or all buffers together exceed the memory
    /// budget.
    Full(Full),
    /// The client has disconnected, or the answer takes long while too many other long answers are
    /// being computed.
    Stopped,
}

/// A request body with one JSON object, or one per line.
pub(super) struct RequestBody<'t> {
    bytes: &'t [u8],
    command: Command,
    control: Control<'t>,
    /// The byte offset up to which lines have been counted, and its line and column.
    counted: Cell<(usize, LineColumn)>,
}

impl<'t> RequestBody<'t> {
    pub(super) fn new(bytes: &'t [u8], command: Command, control: Control<'t>) -> Self {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes);
        Self { bytes, command, control, counted: Cell::new((0, LineColumn::START)) }
    }

    /// Answers a body that is one JSON object.
    pub(super) fn answer(&self, buffer: Buffer) -> Result<Buffer, Refused> {
        let mut out = self.writer(buffer);
        let object = object(self.bytes, self.bytes.len());
        self.answer_object(object, &mut self.context(), &mut out)?;
        Ok(out.buffer)
    }

    /// Answers a body with one JSON object per line. An object with a mistake gets an error in
    /// place of its answer.
    ///
    /// # Errors
    /// Returns an error if all answers together are too large, or if the client no longer waits.
    pub(super) fn answer_lines(&self, buffer: Buffer) -> Result<Buffer, Refused> {
        let (mut context, mut out, mut end) = (self.context(), self.writer(buffer), 0);
        for line in self.bytes.split_inclusive(|byte| *byte == b'\n') {
            end += line.len();
            let object = object(line, end);
            if object.is_empty() {
                continue;
            }
            match self.answer_object(object, &mut context, &mut out) {
                Err(Refused::Bad(error) | Refused::TooLarge(error)) => {
                    json::line(&mut out, &error).map_err(|_| out.refused())?;
                }
                answered => answered?,
            }
        }
        Ok(out.buffer)
    }

    fn context(&self) -> Context<'t> {
        Context::new(LIMITS).with_control(self.control)
    }

    const fn writer(&self, buffer: Buffer) -> AnswerWriter<'t> {
        AnswerWriter { buffer, control: self.control, full: None }
    }

    fn answer_object(
        &self,
        object: Range<usize>,
        context: &mut Context<'_>,
        out: &mut AnswerWriter<'_>,
    ) -> Result<(), Refused> {
        self.control.tick(0).map_err(|_| Refused::Stopped)?;
        let bad = |diagnostic, id| Refused::Bad(self.report(&object, diagnostic, id));
        let bytes = &self.bytes[object.clone()];
        let text = str::from_utf8(bytes)
            .map_err(|error| bad(Diagnostic::not_utf8(bytes, &error), None))?;
        let fields = Fields::of_object(text).map_err(|(error, id)| bad(error, id))?;
        let refuse = |error: Error| {
            let report = || self.report(&object, fields.place(&error), fields.id());
            match error.kind {
                ErrorKind::Bad => Refused::Bad(report()),
                ErrorKind::Limit => Refused::TooLarge(report()),
                ErrorKind::Stopped => Refused::Stopped,
            }
        };
        let question = Question::read(self.command, &fields, context).map_err(refuse)?;
        let written = match api::answer(&question, &self.control).map_err(refuse)? {
            Answer::Picture(answer) => writeln!(out, "{}", answer.svg).map_err(Failure::from),
            answer => json::answer(out, fields.id(), &answer),
        };
        written.map_err(|_| out.refused())
    }

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

    /// Returns the line and column of a byte. Callers must pass the bytes in ascending order.
    fn place(&self, at: usize) -> LineColumn {
        let (counted, place) = self.counted.get();
        let place = place.after(&self.bytes[counted..at]);
        self.counted.set((at, place));
        place
    }
}

/// Returns the byte range of a JSON object in the body, without the white space before the object.
/// `part` is the part of the body that contains the object, and `end` is the end of this part.
fn object(part: &[u8], end: usize) -> Range<usize> {
    end - part.trim_ascii_start().len()..end
}

/// A writer of answers that fails when the client disconnects or the buffer is full.
struct AnswerWriter<'c> {
    buffer: Buffer,
    control: Control<'c>,
    full: Option<Full>,
}

impl AnswerWriter<'_> {
    /// Returns the reason for the last failed write.
    fn refused(&self) -> Refused {
        self.full.map_or(Refused::Stopped, Refused::Full)
    }
}

impl io::Write for AnswerWriter<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.control.tick(0).map_err(io::Error::other)?;
        match self.buffer.extend(text) {
            Ok(()) => Ok(text.len()),
            Err(full) => {
                self.full = Some(full);
                Err(io::ErrorKind::StorageFull.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
