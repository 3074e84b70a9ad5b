//! A buffer for the text of a file or of standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::super::Failure;
use crate::cli::report::{Excerpt, front};
use crate::diagnostic::{Diagnostic, LineColumn};

/// The size of the first read: small, so that a single record is answered soon.
const FIRST_CHUNK: usize = 1 << 12;
/// The size of later reads: as much as stays in a core's caches.
const CHUNK: usize = 1 << 16;
/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A source of records, and what of its text is in memory.
pub(super) struct Source {
    /// The name for messages; none for standard input and arguments.
    name: Option<String>,
    reader: Box<dyn Read>,
    /// The text that has not been taken, after the front of its first line.
    buffer: Vec<u8>,
    /// The number of bytes of the buffer that have been taken.
    taken: usize,
    /// The byte up to which lines have been counted, and its place.
    counted: (usize, LineColumn),
    ended: bool,
    /// The size of the next read.
    chunk: usize,
    /// True once the text is known to start with no mark of its encoding.
    is_unmarked: bool,
}

impl Source {
    fn new(name: Option<String>, reader: impl Read + 'static) -> Self {
        Self {
            name,
            reader: Box::new(reader),
            buffer: Vec::new(),
            taken: 0,
            counted: (0, LineColumn::START),
            ended: false,
            chunk: FIRST_CHUNK,
            is_unmarked: false,
        }
    }

    pub(super) fn standard_input() -> Self {
        Self::of_reader(io::stdin())
    }

    pub(super) fn of_text(text: String) -> Self {
        Self::of_reader(io::Cursor::new(text.into_bytes()))
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

    /// Returns the text that has not been taken.
    pub(super) fn text(&self) -> &[u8] {
        &self.buffer[self.taken..]
    }

    /// Takes text up to a byte.
    pub(super) const fn take(&mut self, end: usize) {
        self.taken += end;
    }

    /// Returns `true` if nothing follows the text.
    pub(super) const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns the text of a record, which ends at a byte, and what is wrong with it. What is shown
    /// never depends on how much more of the source is in memory.
    pub(super) fn excerpt(
        &mut self,
        end: usize,
        diagnostic: Diagnostic,
    ) -> (Excerpt<'_>, Diagnostic) {
        let (start, place) = (self.taken, self.count());
        let diagnostic = diagnostic.moved(start);
        let ends = diagnostic.labels.iter().map(|label| label.span.end);
        let text = &self.buffer[..ends.fold(start + end, usize::max).min(self.buffer.len())];
        (Excerpt::new(self.name.as_deref(), text, start..start + end, place), diagnostic)
    }

    /// Returns the place up to which text has been taken.
    fn count(&mut self) -> LineColumn {
        let (counted, place) = self.counted;
        let place = place.after(&self.buffer[counted..self.taken]);
        self.counted = (self.taken, place);
        place
    }

    /// Reads on until the text has as many bytes as are wanted, after forgetting what has been taken.
    pub(super) fn fill(&mut self, wanted: usize) -> Result<(), Failure> {
        let place = self.count();
        let front = front(&self.buffer, self.taken);
        self.buffer.drain(..front);
        self.taken -= front;
        self.counted = (self.taken, place);
        loop {
            self.read()?;
            if !self.is_unmarked {
                self.leave_mark();
            }
            if self.ended || self.is_unmarked && self.text().len() >= wanted {
                return Ok(());
            }
        }
    }

    /// Takes away the mark that the text may start with, once there is enough of it.
    fn leave_mark(&mut self) {
        let is_marked = self.buffer.starts_with(MARK);
        self.buffer.drain(..if is_marked { MARK.len() } else { 0 });
        self.is_unmarked = is_marked || self.ended || !MARK.starts_with(&self.buffer);
    }

    fn read(&mut self) -> Result<(), Failure> {
        let length = self.buffer.len();
        if self.buffer.capacity() - length < self.chunk {
            // Memory that grows by less than its double leaves room for the board of a large text.
            let more = self.chunk.max(length / 4);
            let reserved = self.buffer.try_reserve_exact(more);
            reserved.map_err(|_| Failure::new("a record is larger than the memory there is"))?;
        }
        self.buffer.resize(length + self.chunk, 0);
        let read = self.reader.read(&mut self.buffer[length..]);
        self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => self.ended = true,
            Ok(read) if self.chunk <= read && self.chunk < CHUNK => self.chunk *= 2,
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                return Err(Failure::unreadable(self.name.as_deref(), &error));
            }
            Ok(_) | Err(_) => {}
        }
        Ok(())
    }
}
