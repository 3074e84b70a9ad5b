//! Records as JSON objects, one a line, besides their usual forms.

use std::borrow::Cow;

use kubikschach::notation::{self, Boards, Queries, Query, Reader, Setup, SyntaxError, Taken};
use kubikschach::piece::Color;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::Complaint;
use super::point::Mark;

/// A record and what came with it.
pub(crate) struct Request<T> {
    /// What the object calls itself, to be given back as it was written.
    pub(crate) id: Option<Box<RawValue>>,
    /// Whose king is asked about, if the object says so.
    pub(crate) side: Option<Color>,
    pub(crate) record: Result<T, Complaint>,
}

/// A reader of records that may be JSON objects.
pub(crate) struct Ndjson<R>(pub(crate) R);

/// A reader whose records can be made of an object's fields.
pub(crate) trait FromFields: Reader {
    /// The record of an object, whose fields lie in `line`.
    fn record(&self, line: &str, fields: &Fields<'_>) -> Result<Self::Record, Complaint>;
}

/// The fields that an object may have; others are passed over, so that the output of another
/// program can be read.
#[derive(Deserialize)]
pub(crate) struct Fields<'a> {
    #[serde(borrow, default, deserialize_with = "even_null")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    piece: Option<&'a RawValue>,
    #[serde(borrow)]
    color: Option<&'a RawValue>,
    #[serde(borrow)]
    start: Option<&'a RawValue>,
    #[serde(borrow)]
    finish: Option<&'a RawValue>,
    #[serde(borrow)]
    board: Option<&'a RawValue>,
    #[serde(borrow)]
    side: Option<&'a RawValue>,
}

/// A value that is there, be it `null`.
fn even_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

impl<R: FromFields> Reader for Ndjson<R> {
    type Record = Request<R::Record>;

    const WHAT: &'static str = R::WHAT;

    fn take(&self, text: &[u8]) -> Taken<Self::Record> {
        let start = text.len() - text.trim_ascii_start().len();
        if text.get(start) != Some(&b'{') {
            return plain(self.0.take(text));
        }
        let newline = text[start..].iter().position(|&byte| byte == b'\n');
        let end = newline.map_or(text.len(), |length| start + length);
        let record = Some(Ok(self.request(&text[start..end], start)));
        Taken { record, used: newline.map_or(end, |_| end + 1), starved: newline.is_none() }
    }

    type Begun = R::Begun;

    fn go_on(&self, begun: &mut R::Begun, text: &[u8], ended: bool) -> Option<Taken<Self::Record>> {
        if !R::has_begun(begun) && text.trim_ascii_start().starts_with(b"{") {
            return Some(self.take(text));
        }
        self.0.go_on(begun, text, ended).map(plain)
    }

    fn has_begun(begun: &R::Begun) -> bool {
        R::has_begun(begun)
    }

    fn text(&self, begun: R::Begun) -> Vec<u8> {
        self.0.text(begun)
    }

    fn skip(&self, text: &[u8]) -> (usize, bool) {
        self.0.skip(text)
    }
}

/// A request for a record alone.
fn plain<T>(Taken { record, used, starved }: Taken<T>) -> Taken<Request<T>> {
    let request = |record| Request { id: None, side: None, record: Ok(record) };
    Taken { record: record.map(|record| record.map(request)), used, starved }
}

impl<R: FromFields> Ndjson<R> {
    /// The request of an object on a line, which starts so many bytes into the text.
    fn request(&self, line: &[u8], start: usize) -> Request<R::Record> {
        let broken = |complaint: Complaint| Request {
            id: None,
            side: None,
            record: Err(complaint.moved(start)),
        };
        let line = match str::from_utf8(line) {
            Ok(line) => line,
            Err(error) => {
                let at = error.valid_up_to();
                let mark = Mark::plain(at..at + 1);
                return broken(Complaint::new("expected UTF-8, but found another byte", mark));
            }
        };
        let fields: Fields<'_> = match serde_json::from_str(line) {
            Ok(fields) => fields,
            Err(error) => return broken(not_json(line, &error)),
        };
        let id = fields.id.map(ToOwned::to_owned);
        let side = fields.side.map(|raw| side(line, raw)).transpose();
        let record = side
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|_| self.0.record(line, &fields))
            .map_err(|complaint| Complaint { id: id.clone(), ..complaint.moved(start) });
        Request { id, side: side.ok().flatten(), record }
    }
}

fn not_json(line: &str, error: &serde_json::Error) -> Complaint {
    // Columns of these errors count bytes, and may point into a letter.
    let at = error.column().saturating_sub(1).min(line.len());
    let at = (0..=at).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    let end = line[at..].chars().next().map_or(at, |letter| at + letter.len_utf8());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    Complaint::new(format!("expected a JSON object, but found {message}"), Mark::plain(at..end))
}

fn side(line: &str, raw: &RawValue) -> Result<Color, Complaint> {
    let name = string(line, "side", raw)?;
    notation::color(&name.content).ok_or_else(|| {
        let message = format!("expected a side (white or black), but found `{}`", name.content);
        Complaint::new(message, Mark::plain(name.at..name.at + name.length))
    })
}

/// A string of an object and where its content stands in the line.
struct Text<'a> {
    content: Cow<'a, str>,
    at: usize,
    length: usize,
}

impl Text<'_> {
    /// An error about the string as one about the line: its very bytes, unless some of them are
    /// written as escapes.
    fn complaint(&self, error: &SyntaxError) -> Complaint {
        let complaint = Complaint::syntax(self.content.as_bytes(), error);
        if self.content.len() == self.length {
            return complaint.moved(self.at);
        }
        Complaint { marks: vec![Mark::plain(self.at..self.at + self.length)], ..complaint }
    }
}

/// Where a field's value stands in the line.
fn offset(line: &str, raw: &RawValue) -> usize {
    raw.get().as_ptr().addr() - line.as_ptr().addr()
}

fn string<'a>(line: &str, key: &str, raw: &'a RawValue) -> Result<Text<'a>, Complaint> {
    let (at, length) = (offset(line, raw), raw.get().len());
    if let Ok(content) = serde_json::from_str::<Cow<'_, str>>(raw.get()) {
        return Ok(Text { content, at: at + 1, length: length - 2 });
    }
    let message = format!("expected a string in `{key}`, but found `{}`", raw.get());
    Err(Complaint::new(message, Mark::plain(at..at + length)))
}

fn field<'a>(line: &str, key: &str, raw: Option<&'a RawValue>) -> Result<&'a RawValue, Complaint> {
    raw.ok_or_else(|| {
        let end = line.trim_end().len();
        let mark = Mark::plain(end.saturating_sub(1)..end);
        Complaint::new(format!("expected the key `{key}`, but the object has none"), mark)
    })
}

impl FromFields for Queries<'_> {
    fn record(&self, line: &str, fields: &Fields<'_>) -> Result<Query, Complaint> {
        let mut text = String::new();
        let mut words = Vec::new();
        for (key, raw) in [
            ("piece", fields.piece),
            ("color", fields.color),
            ("start", fields.start),
            ("finish", fields.finish),
        ] {
            let word = string(line, key, field(line, key, raw)?)?;
            if word.content.split_whitespace().count() != 1 {
                let message =
                    format!("expected one word in `{key}`, but found `{}`", word.content.trim());
                return Err(Complaint::new(message, Mark::plain(word.at..word.at + word.length)));
            }
            text.push_str(&word.content);
            words.push((text.len(), word));
            text.push(' ');
        }
        self.single(text.as_bytes()).map_err(|error| {
            let of_error = words.iter().find(|(end, _)| error.span.start < *end);
            let Some((end, word)) = of_error else {
                return Complaint::syntax(text.as_bytes(), &error);
            };
            let start = end - word.content.len();
            let span = error.span.start.saturating_sub(start)..error.span.end.min(*end) - start;
            word.complaint(&SyntaxError { span, ..error.clone() })
        })
    }
}

impl FromFields for Boards<'_> {
    fn record(&self, line: &str, fields: &Fields<'_>) -> Result<Setup, Complaint> {
        let raw = field(line, "board", fields.board)?;
        if raw.get().starts_with('"') {
            let text = string(line, "board", raw)?;
            return self.single(text.content.as_bytes()).map_err(|error| text.complaint(&error));
        }
        let board = raw.get().as_bytes();
        self.single(board)
            .map_err(|error| Complaint::syntax(board, &error).moved(offset(line, raw)))
    }
}
