//! The buffered text of a file, of standard input, or of arguments.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::files::{is_utf16, utf16};
use crate::cli::report::{Excerpt, shown_line_start};
use crate::mistake::{LineColumn, Mistake};

/// The number of bytes that the first read asks for. It is small, so that a first record is
/// answered soon.
const FIRST_CHUNK: usize = 1 << 12;
/// The largest number of bytes that a read asks for, chosen to stay in the caches of a core.
const CHUNK: usize = 1 << 16;

/// A source of records, with the part of its text that is in memory.
pub(super) struct Source {
    /// File name for messages; `None` for standard input and arguments.
    name: Option<String>,
    /// Noun for a line in messages.
    line_noun: &'static str,
    reader: Box<dyn Read>,
    /// Bytes in memory: the start of the current line, which errors show, and the text that
    /// follows.
    buffer: Vec<u8>,
    /// Number of bytes at the start of the buffer that belong to answered records.
    taken: usize,
    /// Byte offset in the buffer up to which lines have been counted, and its line and column.
    counted: (usize, LineColumn),
    ended: bool,
    chunk: usize,
}

impl Source {
    fn new(name: Option<String>, reader: impl Read + 'static) -> Self {
        Self {
            name,
            line_noun: "line",
            reader: Box::new(reader),
            buffer: Vec::new(),
            taken: 0,
            counted: (0, LineColumn::START),
            ended: false,
            chunk: FIRST_CHUNK,
        }
    }

    pub(super) fn standard_input() -> Self {
        Self::of_reader(io::stdin())
    }

    /// Creates the source of a text from arguments. Messages call a line `line_noun`.
    pub(super) fn of_arguments(text: String, line_noun: &'static str) -> Self {
        Self { line_noun, ..Self::of_reader(io::Cursor::new(text.into_bytes())) }
    }

    pub(super) fn of_reader(text: impl Read + 'static) -> Self {
        Self::new(None, text)
    }

    pub(super) fn open(file: &Path) -> Result<Self, Failure> {
        if file.as_os_str() == "-" {
            return Ok(Self::standard_input());
        }
        let name = file.display().to_string();
        match File::open(file) {
            Ok(file) => Ok(Self::new(Some(name), file)),
            Err(error) => Err(Failure::unreadable(Some(&name), &error)),
        }
    }

    /// Returns the text in memory after the answered records.
    pub(super) fn text(&self) -> &[u8] {
        &self.buffer[self.taken..]
    }

    /// Marks the first `end` bytes of [`text`](Self::text) as answered.
    pub(super) const fn take(&mut self, end: usize) {
        self.taken += end;
    }

    /// Returns `true` if the whole rest of the source is in memory.
    pub(super) const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns an excerpt in which to show `mistake`, an error about the first `end` bytes of
    /// [`text`](Self::text). Also returns the mistake, whose labels are then byte ranges of the
    /// buffer.
    ///
    /// The excerpt ends with the record, or with the last label if that is later. It therefore does
    /// not depend on how much text has been read.
    pub(super) fn excerpt(&mut self, end: usize, mistake: Mistake) -> (Excerpt<'_>, Mistake) {
        let (start, place) = (self.taken, self.count());
        let mistake = mistake.moved(start);
        let ends = mistake.labels.iter().map(|label| label.span.end);
        let text = &self.buffer[..ends.fold(start + end, usize::max).min(self.buffer.len())];
        let excerpt = Excerpt::new(self.name.as_deref(), text, start..start + end, place);
        (excerpt.with_line_noun(self.line_noun), mistake)
    }

    /// Returns the line and column of the first byte that is not answered.
    fn count(&mut self) -> LineColumn {
        let (counted, place) = self.counted;
        let place = place.after(&self.buffer[counted..self.taken]);
        self.counted = (self.taken, place);
        place
    }

    /// Drops answered text, then reads more text, unless the source ends.
    pub(super) fn fill(&mut self) -> Result<(), Failure> {
        let place = self.count();
        let start = shown_line_start(&self.buffer, self.taken);
        self.buffer.drain(..start);
        self.taken -= start;
        self.counted = (self.taken, place);
        self.read()
    }

    fn read(&mut self) -> Result<(), Failure> {
        let length = self.buffer.len();
        if self.buffer.capacity() - length < self.chunk {
            // Growing by a quarter instead of doubling leaves memory for the board of a large
            // record.
            let more = self.chunk.max(length / 4);
            let reserved = self.buffer.try_reserve_exact(more);
            reserved.map_err(|_| Failure::new("not enough memory for a record"))?;
        }
        self.buffer.resize(length + self.chunk, 0);
        let read = self.reader.read(&mut self.buffer[length..]);
        self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        if length < 2 && self.counted.1 == LineColumn::START && is_utf16(&self.buffer) {
            return Err(Failure::Unreadable(Box::new(utf16(self.name.as_deref()))));
        }
        match read {
            Ok(0) => self.ended = true,
            Ok(read) if self.chunk <= read && self.chunk < CHUNK => self.chunk *= 2,
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                return Err(Failure::unreadable(self.name.as_deref(), &error));
            }
            Ok(_) | Err(_) => {}
        }
        // Two bytes tell UTF-16 from UTF-8.
        let is_first = self.counted.1 == LineColumn::START && self.buffer.len() == 1;
        if is_first && !self.ended { self.read() } else { Ok(()) }
    }
}
