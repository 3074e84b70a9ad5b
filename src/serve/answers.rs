//! Answers to request bodies: parses JSON objects and writes the objects that the commands print.

use std::cell::Cell;
use std::io;
use std::ops::Range;

use super::buffer::{Buffer, Full};
use crate::api::object::ONE_PER_LINE;
use crate::api::{self, Context, Error, ErrorKind, Fields, Limits, json};
use crate::control::Control;
use crate::mistake::{BYTE_ORDER_MARK, LineColumn, Mistake};

/// The limit for the answers to one request, in bytes.
pub(super) const MOST_BYTES: usize = 24 << 20;
/// The command whose answer is an SVG picture instead of JSON.
pub(super) const PICTURE: &str = "picture";
/// The content type of a body with one JSON object per line.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// The reason why a request has no answer.
pub(super) enum Refused {
    Bad(Box<Error>),
    /// The question exceeds a limit.
    TooLarge(Box<Error>),
    /// The answers exceed the limit of their buffer, or all buffers together exceed the memory.
    Full(Full),
    /// The client has disconnected, or the answer takes too long.
    Stopped,
    /// The question has used up the budget of its turn.
    NeedsAnotherTurn,
}

/// A request body with one JSON object, or one per line.
pub(super) struct RequestBody<'t> {
    bytes: &'t [u8],
    command: &'static str,
    /// Byte offset with its line and column, from which the next count of lines starts.
    counted: Cell<(usize, LineColumn)>,
}

impl<'t> RequestBody<'t> {
    pub(super) const fn new(bytes: &'t [u8], command: &'static str) -> Self {
        Self { bytes, command, counted: Cell::new((0, LineColumn::START)) }
    }

    /// Answers a body that is one JSON object.
    pub(super) fn answer(&self, buffer: Buffer, control: &Control<'_>) -> Result<Buffer, Refused> {
        let mut out = AnswerWriter { buffer, control, full: None };
        let answered =
            self.answer_object(self.object(0..self.bytes.len()), &mut context(control), &mut out);
        answered.map_err(|refused| self.with_hint(refused))?;
        Ok(out.buffer)
    }

    /// Answers a body with one JSON object per line. An object with a mistake gets an error in
    /// place of its answer.
    ///
    /// # Errors
    /// Returns an error if all answers together are too large, or if the client no longer waits.
    pub(super) fn answer_lines(
        &self,
        buffer: Buffer,
        control: &Control<'_>,
    ) -> Result<Buffer, Refused> {
        let (mut context, mut out) =
            (context(control), AnswerWriter { buffer, control, full: None });
        for object in self.lines() {
            match self.answer_object(object, &mut context, &mut out) {
                Err(Refused::Bad(error) | Refused::TooLarge(error)) => {
                    json::line(&mut out, &error).map_err(|_| out.refused())?;
                }
                answered => answered?,
            }
        }
        Ok(out.buffer)
    }

    /// Returns the byte ranges of the objects in the lines that are not blank.
    fn lines(&self) -> impl Iterator<Item = Range<usize>> {
        let mut end = 0;
        let lines = self.bytes.split_inclusive(|byte| *byte == b'\n').map(move |line| {
            end += line.len();
            self.object(end - line.len()..end)
        });
        lines.filter(|object| !object.is_empty())
    }

    /// Returns the byte range of a JSON object without the byte order mark and the white space
    /// before it.
    fn object(&self, part: Range<usize>) -> Range<usize> {
        let text = &self.bytes[part.clone()];
        let text = text.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(text);
        part.end - text.trim_ascii_start().len()..part.end
    }

    fn answer_object(
        &self,
        object: Range<usize>,
        context: &mut Context<'_>,
        out: &mut AnswerWriter<'_>,
    ) -> Result<(), Refused> {
        out.control.tick(0).map_err(|_| Refused::Stopped)?;
        let bytes = &self.bytes[object.clone()];
        let fields = fields(bytes, out.control);
        out.control.tick(0).map_err(|_| Refused::Stopped)?;
        let answered = match fields {
            Ok(fields) => api::ask(self.command, &fields, context, out.control, out),
            Err(error) => Err(error),
        };
        answered.map_err(|error| {
            let placed = |error: Error| Box::new(error.in_text(bytes, self.place(object.start)));
            match error.kind {
                ErrorKind::Bad => Refused::Bad(placed(error)),
                ErrorKind::Limit => Refused::TooLarge(placed(error)),
                ErrorKind::Stopped | ErrorKind::Output => out.refused(),
            }
        })
    }

    /// Returns the line and column of a byte. Callers must pass the bytes in ascending order.
    fn place(&self, at: usize) -> LineColumn {
        let (counted, place) = self.counted.get();
        let place = place.after(&self.bytes[counted..at]);
        self.counted.set((at, place));
        place
    }

    /// Replaces the hint to write one object per line, because the content type of the body promises
    /// a single object.
    fn with_hint(&self, refused: Refused) -> Refused {
        let Refused::Bad(error) = refused else { return refused };
        if error.mistake.hint.as_deref() != Some(ONE_PER_LINE) {
            return Refused::Bad(error);
        }
        let hint = match self.command {
            PICTURE => "send one object per request".to_owned(),
            _ => format!("send one object per line as {NDJSON}"),
        };
        Refused::Bad(Box::new(error.with_hint(Some(hint))))
    }
}

/// Parses the fields of a JSON object.
fn fields<'t>(object: &'t [u8], control: &Control<'_>) -> Result<Fields<'t>, Error> {
    let text = str::from_utf8(object).map_err(|error| Mistake::not_utf8(object, &error))?;
    Fields::of_object_with(text, control).map_err(|(error, id)| Error::from(error).with_id(id))
}

fn context<'c>(control: &Control<'c>) -> Context<'c> {
    Context::new(Limits::SERVED).with_control(*control)
}

/// A writer of answers that fails when the client disconnects or the buffer is full.
struct AnswerWriter<'c> {
    buffer: Buffer,
    control: &'c Control<'c>,
    full: Option<Full>,
}

impl AnswerWriter<'_> {
    /// Returns [`Refused::Full`] if a write failed because [`AnswerWriter::buffer`] reached a
    /// limit, otherwise [`Refused::Stopped`].
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
