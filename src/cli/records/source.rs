//! The text of a source, as much of it as is in memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::super::Failure;
use super::Block;
use super::buffer::{Buffer, length, length_of_stdin};
use crate::cli::report::front;
use crate::diagnostic::LineColumn;

/// How much is read at first, so that a single record is soon answered.
const FIRST_CHUNK: usize = 1 << 12;
/// How much is read at a time once it pays: as much as stays in the caches near a core.
const CHUNK: usize = 1 << 16;
/// Texts longer than this are worth several threads.
const WORTH_THREADS: usize = 1 << 20;
/// What marks a text as UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A source of records, and what of its text is in memory.
pub(super) struct Source {
    /// The name for messages; none for standard input and arguments.
    pub(super) name: Option<String>,
    reader: Box<dyn Read + Send>,
    /// The length of the whole text, if it is known.
    length: Option<usize>,
    /// The text and room for more.
    buffer: Buffer,
    /// Where the text ends.
    end: usize,
    /// How much of the text has been taken, and the place of the rest.
    taken: usize,
    place: LineColumn,
    ended: bool,
    /// How much is read at a time.
    chunk: usize,
    /// How much has been read.
    total: usize,
    /// Whether the text has been seen to start with no mark of its encoding.
    unmarked: bool,
}

impl Source {
    fn new(
        name: Option<String>,
        reader: impl Read + Send + 'static,
        length: Option<usize>,
    ) -> Self {
        Self {
            name,
            reader: Box::new(reader),
            length,
            buffer: Buffer::new(),
            end: 0,
            taken: 0,
            place: LineColumn::START,
            ended: false,
            chunk: FIRST_CHUNK,
            total: 0,
            unmarked: false,
        }
    }

    pub(super) fn standard_input() -> Self {
        Self::new(None, io::stdin(), length_of_stdin())
    }

    pub(super) fn of_text(text: String) -> Self {
        Self::of_reader(io::Cursor::new(text.into_bytes()))
    }

    pub(super) fn of_reader(text: impl Read + Send + 'static) -> Self {
        Self::new(None, text, None)
    }

    pub(super) fn open(file: &Path) -> Result<Self, Failure> {
        if file.as_os_str() == "-" {
            return Ok(Self::standard_input());
        }
        let name = file.display().to_string();
        match File::open(file) {
            Ok(file) => {
                let length = length(&file);
                Ok(Self::new(Some(name), file, length))
            }
            Err(error) => Err(Failure::unreadable(Some(&name), &error)),
        }
    }

    /// The text that has not been taken, with the front of its line.
    pub(super) fn block(&self) -> Block<'_> {
        Block {
            file: self.name.as_deref(),
            text: &self.buffer[..self.end],
            ended: self.ended,
            counted: self.taken,
            place: self.place,
        }
    }

    /// Takes text up to a byte of the block.
    pub(super) fn take_to(&mut self, at: usize) {
        self.place = self.place.after(&self.buffer[self.taken..at]);
        self.taken = at;
    }

    /// The reader of what is not in memory yet; nothing more is read by this source.
    pub(super) fn take_reader(&mut self) -> Box<dyn Read + Send> {
        std::mem::replace(&mut self.reader, Box::new(io::empty()))
    }

    pub(super) const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether there is so much text that it is worth several threads.
    pub(super) const fn is_long(&self) -> bool {
        self.total >= WORTH_THREADS
    }

    /// Reads more, after forgetting what has been taken.
    pub(super) fn fill(&mut self) -> Result<(), Failure> {
        self.read()?;
        while !self.unmarked {
            let text = &self.buffer[..self.end];
            if text.starts_with(MARK) {
                self.buffer.copy_within(MARK.len()..self.end, 0);
                self.end -= MARK.len();
                self.unmarked = true;
            } else if self.ended || !MARK.starts_with(text) {
                self.unmarked = true;
            } else {
                self.read()?;
            }
        }
        Ok(())
    }

    fn read(&mut self) -> Result<(), Failure> {
        let front = front(&self.buffer, self.taken);
        if front > 0 {
            self.buffer.copy_within(front..self.end, 0);
            (self.end, self.taken) = (self.end - front, self.taken - front);
        }
        let room = self.end + self.chunk;
        // Where the text ends is only seen by reading on.
        let most = self.length.map(|length| length + self.chunk);
        if self.buffer.grow(room, most).is_err() {
            return Err(Failure::new("a record is larger than the memory there is"));
        }
        match self.reader.read(&mut self.buffer[self.end..room]) {
            Ok(0) => self.ended = true,
            Ok(read) => {
                if self.chunk <= read && self.chunk < CHUNK {
                    self.chunk *= 2;
                }
                (self.end, self.total) = (self.end + read, self.total.saturating_add(read));
            }
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                return Err(Failure::unreadable(self.name.as_deref(), &error));
            }
            Err(_) => {}
        }
        Ok(())
    }
}
