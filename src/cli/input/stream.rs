//! The text of a source, as much of it as is in memory.

use std::io::{self, Read, Write};

use kubikschach::notation::{Reader, SyntaxError};

use super::super::Failure;
use super::super::point::{Place, Pointer};
use super::ahead::Ahead;

/// How much is read at first, so that a single record is soon answered.
const LITTLE: usize = 1 << 12;
/// How much is read at a time once it pays.
pub(super) const CHUNK: usize = 1 << 18;
/// Texts longer than this are worth several threads.
const MUCH: usize = 1 << 20;
/// A record longer than this is read until it has doubled before it is looked at again.
const LONG: usize = 1 << 20;
/// What marks a text as UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A source of records.
pub(super) struct Source {
    /// The name for messages; none for standard input and arguments.
    pub(super) name: Option<String>,
    pub(super) reader: Box<dyn Read + Send>,
    /// Whether all of it is there, so that nobody has to be waited for.
    pub(super) is_there: bool,
}

/// A record of a stream, or what is wrong with it.
pub(super) struct Next<R: Reader> {
    pub(super) record: Result<R::Record, SyntaxError>,
    /// How much of the text in memory belongs to it.
    pub(super) length: usize,
    /// Whether the text begins with it; else the first part of its text is not kept.
    pub(super) is_whole: bool,
}

/// The text of a source that is in memory, and where it stands in the source.
pub(super) struct Stream<R: Reader> {
    source: Source,
    /// The text and room for more.
    buffer: Vec<u8>,
    /// Where the text ends.
    end: usize,
    /// How much of the text has been taken.
    used: usize,
    /// Where the buffer starts.
    place: Place,
    /// How far the buffer has been followed through the lines of the source, and the place there.
    here: (usize, Place),
    /// A record whose text has not come to its end, and where it starts.
    begun: R::Begun,
    begun_at: Place,
    ended: bool,
    /// Whether the text has been seen to start with no mark of its encoding.
    unmarked: bool,
    /// How much is read at a time.
    chunk: usize,
    /// How much has been read.
    total: usize,
}

impl<R: Reader> Stream<R> {
    pub(super) fn new(source: Source) -> Self {
        Self {
            source,
            buffer: Vec::new(),
            end: 0,
            used: 0,
            place: Place::START,
            here: (0, Place::START),
            begun: R::Begun::default(),
            begun_at: Place::START,
            ended: false,
            unmarked: false,
            chunk: LITTLE,
            total: 0,
        }
    }

    /// The text that has not been taken.
    pub(super) fn text(&self) -> &[u8] {
        &self.buffer[self.used..self.end]
    }

    /// Takes so much of the text.
    pub(super) const fn take(&mut self, length: usize) {
        self.used += length;
    }

    /// Whether the text in memory starts with a record.
    pub(super) fn is_between_records(&self) -> bool {
        !R::has_begun(&self.begun)
    }

    /// Whether there has been so much text that threads should share the rest.
    pub(super) const fn is_long(&self) -> bool {
        self.total >= MUCH
    }

    /// Reads enough for so many threads at a time from now on.
    pub(super) fn read_ahead(&mut self, threads: usize) {
        self.chunk = 4 * CHUNK * threads;
        if !self.source.is_there {
            let reader = std::mem::replace(&mut self.source.reader, Box::new(io::empty()));
            self.source.reader = Box::new(Ahead::new(reader));
            // From now on it is another thread that waits for it.
            self.source.is_there = true;
        }
    }

    /// Finds the next record, and leaves its text to be taken.
    pub(super) fn next(
        &mut self,
        out: &mut impl Write,
        reader: &R,
    ) -> Result<Option<Next<R>>, Failure> {
        loop {
            let is_whole = self.is_between_records();
            if is_whole {
                self.used += self.text().len() - self.text().trim_ascii_start().len();
            }
            let text = &self.buffer[self.used..self.end];
            let Some(taken) = reader.go_on(&mut self.begun, text, self.ended) else {
                let begun = std::mem::take(&mut self.begun);
                self.put_back(reader.text(begun));
                continue;
            };
            if !taken.starved || self.ended {
                let next = |record| Next { record, length: taken.used, is_whole };
                return Ok(taken.record.map(next));
            }
            if taken.record.is_none() {
                if is_whole && !self.is_between_records() {
                    self.begun_at = self.place_here();
                }
                self.used += taken.used;
            }
            out.flush()?;
            self.fill()?;
        }
    }

    /// Puts the text of a record that has been taken before the text that has not been.
    pub(super) fn put_back(&mut self, mut text: Vec<u8>) {
        text.extend_from_slice(self.text());
        (self.end, self.used, self.place) = (text.len(), 0, self.begun_at);
        self.here = (0, self.place);
        self.buffer = text;
    }

    /// Passes a record that could not be answered; one that could be read has a known length.
    pub(super) fn pass_broken(
        &mut self,
        out: &mut impl Write,
        reader: &R,
        length: Option<usize>,
    ) -> Result<(), Failure> {
        if let Some(length) = length {
            self.used += length;
            return Ok(());
        }
        loop {
            let (length, starved) = reader.skip(self.text());
            if !starved || self.ended {
                self.used += length;
                return Ok(());
            }
            out.flush()?;
            self.fill()?;
        }
    }

    /// Reads more, after forgetting what has been taken.
    fn fill(&mut self) -> Result<(), Failure> {
        self.place = self.place_here();
        self.here = (0, self.place);
        self.buffer.copy_within(self.used..self.end, 0);
        let pending = self.end - self.used;
        (self.end, self.used) = (pending, 0);
        let read = if pending < LONG {
            if self.buffer.len() < pending + self.chunk {
                self.buffer.resize(pending + self.chunk, 0);
            }
            self.source.reader.read(&mut self.buffer[pending..])
        } else {
            self.buffer.truncate(pending);
            let as_much_again = u64::try_from(pending).unwrap_or(u64::MAX);
            (&mut self.source.reader).take(as_much_again).read_to_end(&mut self.buffer)
        };
        match read {
            Ok(0) => self.ended = true,
            Ok(read) => {
                if self.chunk <= read && self.chunk < CHUNK {
                    self.chunk *= 2;
                }
                (self.end, self.total) = (self.end + read, self.total.saturating_add(read));
            }
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                return Err(unreadable(self.source.name.as_deref(), &error));
            }
            Err(_) => {}
        }
        self.pass_mark();
        Ok(())
    }

    /// Passes three bytes by which some editors mark a text as UTF-8; they stand for nothing.
    fn pass_mark(&mut self) {
        let text = &self.buffer[..self.end];
        if self.unmarked || text.len() < MARK.len() && MARK.starts_with(text) && !self.ended {
            return;
        }
        self.unmarked = true;
        if text.starts_with(MARK) {
            self.buffer.copy_within(MARK.len()..self.end, 0);
            self.end -= MARK.len();
        }
    }

    /// The place of the text that has not been taken.
    fn place_here(&mut self) -> Place {
        let (at, place) = self.here;
        self.here = (self.used, place.after(&self.buffer[at..self.used]));
        self.here.1
    }

    /// The text that has not been taken, in its source.
    pub(super) fn pointer_here(&mut self) -> Pointer<'_> {
        let start = self.place_here();
        Pointer { text: self.text(), start, ..self.pointer() }
    }

    pub(super) fn pointer(&self) -> Pointer<'_> {
        Pointer {
            file: self.source.name.as_deref(),
            text: &self.buffer[..self.end],
            start: self.place,
        }
    }

    /// How much of the text in memory has been taken.
    pub(super) const fn used(&self) -> usize {
        self.used
    }
}

/// Why a source can't be read.
pub(super) fn unreadable(name: Option<&str>, error: &io::Error) -> Failure {
    Failure::new(format!("{}: {error}", name.unwrap_or("standard input")))
}
