//! Records as JSON objects, one a line, besides their usual forms.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use memchr::{memchr, memchr_iter};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::failure::BadRecord;
use crate::board::Setup;
use crate::diagnostic::{Diagnostic, Label, nearest, quote};
use crate::notation::{self, Boards, Next, Queries, Query, Reader};
use crate::piece::Color;

/// A record and what came with it.
pub(crate) struct Request<'t, T> {
    /// What the object calls itself, as JSON, to be given back.
    pub(crate) id: Option<&'t RawValue>,
    /// Whose king is asked about, if the object says so.
    pub(crate) side: Option<Color>,
    pub(crate) record: T,
    /// Where the text of the record is.
    pub(crate) written: Written,
}

impl<T> Request<'_, T> {
    /// A record that is no object.
    #[inline(always)]
    pub(crate) const fn plain(record: T, span: Range<usize>) -> Self {
        Self { id: None, side: None, record, written: Written { span, plainly: true } }
    }
}

/// Where something is written in a text.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) span: Range<usize>,
    /// Whether it is written there byte by byte, and not by escapes.
    pub(crate) plainly: bool,
}

/// A reader of records that may be JSON objects.
#[derive(Debug)]
pub(crate) struct Ndjson<R> {
    pub(crate) reader: R,
    /// How far the line of an object has been searched for its end.
    searched: usize,
}

/// A reader whose records can be made of an object's fields.
pub(crate) trait FromFields: Reader {
    /// The record of an object, whose fields lie in `line`, and where in the line it is written.
    fn record(
        &mut self,
        line: &str,
        fields: &Fields<'_>,
    ) -> Result<(Self::Record, Written), Diagnostic>;
}

/// The fields that an object may have; others are passed over, so that the output of another
/// program can be read.
#[derive(Deserialize)]
pub(crate) struct Fields<'a> {
    #[serde(borrow, default, deserialize_with = "even_null")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "even_null")]
    piece: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "even_null")]
    color: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "even_null")]
    start: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "even_null")]
    finish: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "even_null")]
    board: Option<&'a RawValue>,
    #[serde(borrow)]
    side: Option<&'a RawValue>,
}

/// A value that is there, be it `null`.
fn even_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

/// An object is judged by this many bytes of its line.
const LONGEST_LINE: usize = 1 << 27;

impl<R: FromFields> Ndjson<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self { reader, searched: 0 }
    }

    /// Forgets the text that was read: the next one is another.
    pub(crate) fn restart(&mut self) {
        self.reader.restart();
        self.searched = 0;
    }

    /// Reads the record that the text starts with, as [`Reader::next`].
    #[inline]
    pub(crate) fn next<'t>(
        &mut self,
        text: &'t [u8],
        ended: bool,
    ) -> Next<Request<'t, R::Record>, Box<BadRecord>> {
        let (start, next) = match self.reader.start(text, ended) {
            Ok(start) if text[start] == b'{' => return self.object(start, text, ended),
            Ok(start) => (start, self.reader.next(text, ended)),
            Err(next) => (0, next),
        };
        match next {
            Next::Record { end, result } => {
                let result = result.map(|record| Request::plain(record, start..end));
                Next::Record { end, result: result.map_err(Into::into) }
            }
            Next::NeedMore { at_least } => Next::NeedMore { at_least },
            Next::Done => Next::Done,
        }
    }

    /// Reads the object that starts at `start` and ends with its line.
    fn object<'t>(
        &mut self,
        start: usize,
        text: &'t [u8],
        ended: bool,
    ) -> Next<Request<'t, R::Record>, Box<BadRecord>> {
        let line = &text[start..text.len().min(start + LONGEST_LINE + 1)];
        let newline = memchr(b'\n', &line[self.searched..]).map(|length| self.searched + length);
        let is_cut = newline.is_none() && line.len() > LONGEST_LINE;
        if newline.is_none() && !is_cut && !ended {
            self.searched = line.len();
            return Next::NeedMore { at_least: text.len() + 1 };
        }
        self.restart();
        if is_cut {
            self.reader.skip_line();
            let error = notation::too_long(start, LONGEST_LINE);
            return Next::Record { end: start + line.len(), result: Err(error.into()) };
        }
        let length = newline.unwrap_or(line.len());
        let end = text.len().min(start + length + 1);
        Next::Record { end, result: self.request(&line[..length], start) }
    }

    /// Reads a text that is an object, which may have several lines.
    pub(crate) fn whole<'t>(
        &mut self,
        text: &'t [u8],
    ) -> Result<Request<'t, R::Record>, Box<BadRecord>> {
        self.request(text, 0)
    }

    /// Reads an object that starts at this byte of its text.
    fn request<'t>(
        &mut self,
        line: &'t [u8],
        start: usize,
    ) -> Result<Request<'t, R::Record>, Box<BadRecord>> {
        let moved = |diagnostic: Diagnostic| diagnostic.moved(start);
        let line = str::from_utf8(line).map_err(|error| moved(Diagnostic::not_utf8(&error)))?;
        let fields: Fields<'t> = serde_json::from_str(line).map_err(|error| {
            Box::new(BadRecord { diagnostic: moved(not_json(line, &error)), id: id_of(line) })
        })?;
        fields.id.map_or(Ok(()), |id| expect_letters(line, id)).map_err(moved)?;
        let bad = |diagnostic| {
            let id = fields.id.map(ToOwned::to_owned);
            Box::new(BadRecord { diagnostic: moved(diagnostic), id })
        };
        let side = fields.side.map(|raw| side(line, raw)).transpose().map_err(bad)?;
        let (record, mut written) = self.reader.record(line, &fields).map_err(bad)?;
        written.span = written.span.start + start..written.span.end + start;
        Ok(Request { id: fields.id, side, record, written })
    }
}

/// Refuses an `id` that names half of a letter. Such JSON is allowed, but many can't read it, and the
/// answer would have it too.
pub(crate) fn expect_letters(line: &str, id: &RawValue) -> Result<(), Diagnostic> {
    // Other things that are wrong, such as numbers out of range, are the reader's affair.
    let is_half = |error: serde_json::Error| error.to_string().contains("hex escape");
    let value = || serde_json::from_str::<serde_json::Value>(id.get());
    if id.get().contains('\\') && value().is_err_and(is_half) {
        let found = quote(id.get().as_bytes());
        return Err(Diagnostic::expected(span(line, id), "an `id` of whole letters", found));
    }
    Ok(())
}

/// What an object calls itself whose other fields can't be read, such as one that has a field twice.
fn id_of(line: &str) -> Option<Box<RawValue>> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow)]
        id: Option<&'a RawValue>,
    }
    let id = serde_json::from_str::<Named<'_>>(line).ok()?.id?;
    expect_letters(line, id).ok().map(|()| id.to_owned())
}

/// What is wrong with a text that is no object, which may have several lines.
pub(crate) fn not_json(line: &str, error: &serde_json::Error) -> Diagnostic {
    let before = error.line().saturating_sub(2);
    let mut newlines = memchr_iter(b'\n', line.as_bytes());
    let start = if error.line() > 1 { newlines.nth(before) } else { None };
    // Columns of these errors count bytes, and may point into a letter.
    let at = start.map_or(0, |newline| newline + 1) + error.column().saturating_sub(1);
    let at = at.min(line.len());
    let at = (0..=at).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    let end = line[at..].chars().next().map_or(at, |letter| at + letter.len_utf8());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    Diagnostic::new(at..end, format!("expected a JSON object: {message}"))
}

fn side(line: &str, raw: &RawValue) -> Result<Color, Diagnostic> {
    let name = string(line, "side", raw)?;
    notation::color(&name.text).ok_or_else(|| {
        let (hint, found) = (notation::nearest_side(&name.text), quote(name.text.as_bytes()));
        let expected = "a side (white or black)";
        Diagnostic { hint, ..Diagnostic::expected(name.written.span, expected, found) }
    })
}

/// A string of an object.
pub(crate) struct Content<'a> {
    pub(crate) text: Cow<'a, str>,
    /// The same as it is written, with its quotation marks.
    raw: &'a str,
    /// Where it stands in the line.
    written: Written,
}

impl Content<'_> {
    /// A diagnostic about the content as one about the line: its very bytes, unless some of them
    /// are written as escapes.
    pub(crate) fn in_line(&self, diagnostic: Diagnostic) -> Diagnostic {
        let start = self.written.span.start;
        if self.written.plainly {
            return diagnostic.moved(start);
        }
        let place = |at: usize| start + written_length(&self.raw[1..self.raw.len() - 1], at);
        let moved = |label: Label| Label {
            span: place(label.span.start)..place(label.span.end),
            text: label.text,
        };
        Diagnostic { labels: diagnostic.labels.into_iter().map(moved).collect(), ..diagnostic }
    }
}

/// How long the first bytes of a string's content are as they are written, with escapes.
pub(crate) fn written_length(written: &str, content: usize) -> usize {
    let (mut length, mut passed) = (0, 0);
    while passed < content && length < written.len() {
        let rest = &written.as_bytes()[length..];
        let (read, stands_for) = match rest {
            [b'\\', b'u', digits @ ..] => {
                let digits = digits.get(..4).and_then(|digits| str::from_utf8(digits).ok());
                let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
                match unit.map(|unit| char::from_u32(u32::from(unit))) {
                    Some(Some(letter)) => (6, letter.len_utf8()),
                    // Half of a pair, whose other half follows.
                    _ => (12, 4),
                }
            }
            [b'\\', ..] => (2, 1),
            _ => (1, 1),
        };
        (length, passed) = (length + read, passed + stands_for);
    }
    length.min(written.len())
}

/// Where a field's value stands in the line.
pub(crate) fn span(line: &str, raw: &RawValue) -> Range<usize> {
    let start = raw.get().as_ptr().addr() - line.as_ptr().addr();
    start..start + raw.get().len()
}

/// A string, copied only if it has escapes.
#[derive(Deserialize)]
struct Unescaped<'a>(#[serde(borrow)] Cow<'a, str>);

/// The string that a field holds.
pub(crate) fn string<'a>(
    line: &str,
    key: &str,
    raw: &'a RawValue,
) -> Result<Content<'a>, Diagnostic> {
    let Range { start, end } = span(line, raw);
    let quoted = raw.get().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let text = match quoted {
        // That it is JSON has been seen to. Without a backslash the letters stand for themselves.
        Some(plain) if memchr(b'\\', plain.as_bytes()).is_none() => Some(Cow::Borrowed(plain)),
        _ => serde_json::from_str(raw.get()).ok().map(|Unescaped(text)| text),
    };
    if let Some(text) = text {
        let written = Written { span: start + 1..end - 1, plainly: text.len() == end - start - 2 };
        return Ok(Content { text, raw: raw.get(), written });
    }
    let expected = format!("a string in `{key}`");
    Err(Diagnostic::expected(start..end, expected, quote(raw.get().as_bytes())))
}

/// The string that a field holds, or else its JSON.
pub(crate) fn content<'a>(
    line: &str,
    key: &str,
    raw: &'a RawValue,
) -> Result<Content<'a>, Diagnostic> {
    if raw.get().starts_with('"') {
        return string(line, key, raw);
    }
    let written = Written { span: span(line, raw), plainly: true };
    Ok(Content { text: Cow::Borrowed(raw.get()), raw: raw.get(), written })
}

/// The value of a field that must be there.
pub(crate) fn field<'a>(
    line: &str,
    key: &str,
    raw: Option<&'a RawValue>,
) -> Result<&'a RawValue, Diagnostic> {
    raw.ok_or_else(|| {
        let end = line.trim_end().len();
        let message = format!("expected the key `{key}`, but the object has none");
        let keys: BTreeMap<String, &RawValue> = serde_json::from_str(line).unwrap_or_default();
        let misspelt = keys.keys().find(|other| nearest(&[key], other).is_some());
        let hint = misspelt.map(|other| format!("the object has `{other}`"));
        Diagnostic { hint, ..Diagnostic::new(end.saturating_sub(1)..end, message) }
    })
}

impl FromFields for Queries {
    fn record(&mut self, line: &str, fields: &Fields<'_>) -> Result<(Query, Written), Diagnostic> {
        let word = |key, raw| string(line, key, field(line, key, raw)?);
        let piece = |error: Diagnostic| {
            let letters = fields.piece.and_then(|raw| self.hint_at_letters(raw.get()));
            Diagnostic { hint: letters.or(error.hint), ..error }
        };
        let words = [
            word("piece", fields.piece).map_err(piece)?,
            word("color", fields.color)?,
            word("start", fields.start)?,
            word("finish", fields.finish)?,
        ];
        let contents = words.each_ref().map(|word| word.text.as_bytes());
        let query = self.of_words(contents);
        let query = query.map_err(|(nth, diagnostic)| words[nth].in_line(diagnostic))?;
        Ok((query, Written { span: 0..line.len(), plainly: false }))
    }
}

impl FromFields for Boards<'_> {
    fn record(&mut self, line: &str, fields: &Fields<'_>) -> Result<(Setup, Written), Diagnostic> {
        let raw = field(line, "board", fields.board)?;
        if raw.get() == "null" {
            return Err(Diagnostic::expected(span(line, raw), "a board in `board`", "`null`"));
        }
        let board = content(line, "board", raw)?;
        let setup = self.single(board.text.as_bytes());
        Ok((setup.map_err(|diagnostic| board.in_line(diagnostic))?, board.written))
    }
}
