//! Parses records that are JSON objects, one per line, and passes other records to their own
//! parser.

use std::ops::Range;

use memchr::memchr;

use crate::api::object::ONE_PER_LINE;
use crate::api::{Error, Fields};
use crate::mistake::Mistake;
use crate::notation::{self, Next, Reader};

pub(crate) enum Record<'t, T> {
    /// A record in text or the mistake in that record, with the byte range of the record.
    Text(Result<T, Box<Error>>, Range<usize>),
    /// The fields of a JSON object, with the object's byte offset in the text.
    Object(Fields<'t>, usize),
}

/// A parser for input that mixes JSON objects with other records.
#[derive(Debug)]
pub(crate) struct Ndjson<R> {
    pub(crate) reader: R,
    /// Number of bytes of an incomplete object that have already been searched for its line
    /// end.
    searched: usize,
}

/// The maximum length of an object's line, in bytes.
const LONGEST_LINE: usize = 1 << 27;

impl<R: Reader> Ndjson<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self { reader, searched: 0 }
    }

    pub(crate) fn restart(&mut self) {
        self.reader.restart();
        self.searched = 0;
    }

    /// Parses the record at the start of the text, like [`Reader::next`].
    #[inline(always)]
    pub(crate) fn next<'t>(
        &mut self,
        text: &'t [u8],
        ended: bool,
    ) -> Next<Record<'t, R::Record>, Box<Error>> {
        let (start, next) = match self.reader.start(text, ended) {
            // An array of C starts with two braces.
            Ok(start) if text[start] == b'{' && text.get(start + 1) != Some(&b'{') => {
                return self.object(start, text, ended);
            }
            Ok(start) => (start, self.reader.read(text, start, ended)),
            Err(next) => (0, next),
        };
        match next {
            Next::Record { end, result } => {
                let result =
                    result.map_err(|error| Box::new(with_hint(text, start..end, error).into()));
                Next::Record { end, result: Ok(Record::Text(result, start..end)) }
            }
            Next::NeedMore => Next::NeedMore,
            Next::Done => Next::Done,
        }
    }

    /// Parses the object that starts at `start` and ends at the end of its line.
    #[inline(never)]
    fn object<'t>(
        &mut self,
        start: usize,
        text: &'t [u8],
        ended: bool,
    ) -> Next<Record<'t, R::Record>, Box<Error>> {
        let line = &text[start..text.len().min(start + LONGEST_LINE + 1)];
        let newline = memchr(b'\n', &line[self.searched..]).map(|length| self.searched + length);
        let is_cut = newline.is_none() && line.len() > LONGEST_LINE;
        if newline.is_none() && !is_cut && !ended {
            self.searched = line.len();
            return Next::NeedMore;
        }
        self.restart();
        if is_cut {
            self.reader.skip_line();
            let error = notation::too_long(start, LONGEST_LINE);
            return Next::Record { end: start + line.len(), result: Err(Box::new(error.into())) };
        }
        let length = newline.unwrap_or(line.len());
        let end = text.len().min(start + length + 1);
        Next::Record { end, result: fields(&line[..length], start) }
    }
}

/// Parses the object on a line that starts at byte `start` of the text.
fn fields<T>(line: &[u8], start: usize) -> Result<Record<'_, T>, Box<Error>> {
    let line = str::from_utf8(line)
        .map_err(|error| Box::new(Mistake::not_utf8(line, &error).moved(start).into()))?;
    let fields = Fields::of_object(line)
        .map_err(|(error, id)| Box::new(Error::from(error.moved(start)).with_id(id)))?;
    Ok(Record::Object(fields, start))
}

/// Sets a hint if a record is the start of an array of JSON objects, which must come one per line.
///
/// The bytes after the record may not have arrived, so they decide nothing: a line with `[` alone has
/// the hint if the error marks this bracket, or the `{` after it.
#[cold]
fn with_hint(text: &[u8], record: Range<usize>, error: Mistake) -> Mistake {
    let (start, marked) = (record.start, error.span().start);
    let objects = text[record].strip_prefix(b"[").is_some_and(|rest| {
        let rest = rest.trim_ascii_start();
        let marks_object = text.get(marked) == Some(&b'{') || marked == start;
        rest.starts_with(b"{") || rest.is_empty() && marks_object
    });
    let hint = if objects { Some(ONE_PER_LINE.to_owned()) } else { error.hint };
    Mistake { hint, ..error }
}
