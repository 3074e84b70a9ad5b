//! Parses JSON objects into their members, with the byte range of each member.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use memchr::{memchr, memchr_iter};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::mistake::{Label, Mistake, quote};

/// Hint of the error about a JSON object that extends over several lines of a stream.
pub(crate) const ONE_PER_LINE: &str =
    "write one object per line, as `jq -c .` does, and `jq -c '.[]'` with an array";

/// A name or a value in a JSON object.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonToken<'a> {
    /// JSON text.
    pub(super) json: &'a str,
    /// True for a string without escapes.
    is_plain: bool,
}

/// Calls `visit` with the name and the value of each member of a JSON object.
pub(super) fn visit_members<'a>(
    text: &'a str,
    visit: impl FnMut(JsonToken<'a>, JsonToken<'a>),
) -> Result<(), Mistake> {
    if !text.starts_with('{') {
        return Err(no_object(text));
    }
    split(text, visit).ok_or_else(|| not_json(text))
}

/// Splits an object into its members; returns `None` if `text` is not JSON.
///
/// For an object of short strings, `serde_json` would take three times as many instructions.
fn split<'a>(text: &'a str, mut visit: impl FnMut(JsonToken<'a>, JsonToken<'a>)) -> Option<()> {
    let mut rest = after(b'{', text)?;
    while !rest.starts_with('}') {
        let (name, value);
        (name, rest) = token(rest).filter(|(name, _)| name.json.starts_with('"'))?;
        (value, rest) = token(after(b':', rest)?)?;
        visit(name, value);
        match after(b',', rest) {
            Some(more) if more.starts_with('"') => rest = more,
            Some(_) => return None,
            None => break,
        }
    }
    after(b'}', rest)?.is_empty().then_some(())
}

/// Returns the token at the start of a text, and the rest of the text without leading blanks.
fn token(text: &str) -> Option<(JsonToken<'_>, &str)> {
    let ends = |byte| byte < b' ' || matches!(byte, b'"' | b'\\');
    let length = text.strip_prefix('"').and_then(|content| content.bytes().position(ends));
    let plain = length.map(|length| length + 2).filter(|end| text.as_bytes()[end - 1] == b'"');
    let json = match plain {
        Some(end) => &text[..end],
        None => {
            serde_json::Deserializer::from_str(text).into_iter::<&RawValue>().next()?.ok()?.get()
        }
    };
    Some((JsonToken { json, is_plain: plain.is_some() }, skip_blanks(&text[json.len()..])))
}

fn after(sign: u8, text: &str) -> Option<&str> {
    (text.as_bytes().first() == Some(&sign)).then(|| skip_blanks(&text[1..]))
}

fn skip_blanks(text: &str) -> &str {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    &text[text.bytes().take_while(is_blank).count()..]
}

#[cold]
fn no_object(text: &str) -> Mistake {
    let end = text.chars().next().map_or(0, char::len_utf8);
    let found = quote(text.trim().as_bytes());
    let is_array = text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'));
    let hint = is_array.then(|| ONE_PER_LINE.to_owned());
    Mistake { hint, ..Mistake::expected(0..end, "a JSON object", found) }
}

/// A visitor that reads an object without keeping it, only to find its first mistake.
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_entry::<&RawValue, &RawValue>()?.is_some() {}
        Ok(())
    }
}

#[cold]
fn not_json(text: &str) -> Mistake {
    // A text that ends too early has its mistake at its end, with or without a newline after it.
    let text = text.trim_end();
    let mut json = serde_json::Deserializer::from_str(text);
    let object = json.deserialize_map(Members);
    let is_whole = object.is_ok();
    let Err(error) = object.and_then(|()| json.end()) else {
        return no_object(text);
    };
    let error = invalid_json("a JSON object", text, &error);
    let is_followed = is_whole && text[error.span().start..].starts_with('{');
    let hint = (text == "{" || is_followed).then(|| ONE_PER_LINE.to_owned());
    Mistake { hint, ..error }
}

/// Returns the mistake for a text that is not JSON.
pub(crate) fn invalid_json(expected: &str, text: &str, error: &serde_json::Error) -> Mistake {
    let before = error.line().saturating_sub(2);
    let mut newlines = memchr_iter(b'\n', text.as_bytes());
    let start = if error.line() > 1 { newlines.nth(before) } else { None };
    // serde_json counts columns in bytes, and a column may lie inside a multi-byte letter.
    let at = start.map_or(0, |newline| newline + 1) + error.column().saturating_sub(1);
    let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let end = text[at..].chars().next().map_or(at, |letter| at + letter.len_utf8());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let message = match message.strip_prefix("EOF while parsing ") {
        Some(part) => format!(", but the text ends inside {part}"),
        None => format!(": {message}"),
    };
    Mistake::new(at..end, format!("expected {expected}{message}"))
}

/// Returns the byte range in `text` of `json`, which must be a slice of `text`.
pub(super) fn span(text: &str, json: &str) -> Range<usize> {
    let start = json.as_ptr().addr() - text.as_ptr().addr();
    start..start + json.len()
}

/// A string that serde borrows if it has no escapes; a plain `Cow` would always be copied.
#[derive(Deserialize)]
struct Unescaped<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> JsonToken<'a> {
    /// Returns the content of a JSON string; `None` for other values and for a string with an
    /// unpaired surrogate.
    pub(super) fn string(self) -> Option<Cow<'a, str>> {
        if self.is_plain {
            return Some(Cow::Borrowed(&self.json[1..self.json.len() - 1]));
        }
        self.json.strip_prefix('"')?;
        serde_json::from_str(self.json).ok().map(|Unescaped(text)| text)
    }

    /// Returns the value as it is written; `None` if one of its strings has an unpaired surrogate.
    ///
    /// JSON allows unpaired surrogates, but many programs cannot read them.
    pub(super) fn paired(self) -> Option<&'a RawValue> {
        // Other mistakes, such as numbers out of range, are reported where the value is parsed.
        let is_unpaired = |error: serde_json::Error| error.to_string().contains("hex escape");
        let value = || serde_json::from_str::<serde_json::Value>(self.json);
        let is_paired = !self.json.contains('\\') || !value().is_err_and(is_unpaired);
        serde_json::from_str(self.json).ok().filter(|_| is_paired)
    }
}

/// Moves the byte ranges of a mistake from the JSON value `json` to its place in `text`.
///
/// If `json` is a string, the byte ranges of `mistake` refer to the string after unescaping,
/// without its quotation marks.
pub(super) fn in_object(text: &str, json: &str, mistake: Mistake) -> Mistake {
    let start = span(text, json).start;
    let Some(quoted) = json.strip_prefix('"') else { return mistake.moved(start) };
    let written = quoted.strip_suffix('"').unwrap_or(quoted);
    let place = |at: usize| start + 1 + written_length(written, at);
    let moved = |label: Label| Label {
        span: place(label.span.start)..place(label.span.end),
        text: label.text,
    };
    Mistake { labels: mistake.labels.into_iter().map(moved).collect(), ..mistake }
}

/// Returns the number of bytes of `written` that encode the first `content` bytes of a string.
///
/// `written` is the string in JSON, with escapes but without quotation marks. `content` counts
/// bytes after unescaping.
fn written_length(written: &str, content: usize) -> usize {
    if memchr(b'\\', written.as_bytes()).is_none() {
        return content.min(written.len());
    }
    let (mut length, mut passed) = (0, 0);
    while passed < content && length < written.len() {
        let rest = &written.as_bytes()[length..];
        let (read, stands_for) = match rest {
            [b'\\', b'u', digits @ ..] => {
                let digits = digits.get(..4).and_then(|digits| str::from_utf8(digits).ok());
                let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
                match unit.map(|unit| char::from_u32(u32::from(unit))) {
                    Some(Some(letter)) => (6, letter.len_utf8()),
                    // The first half of a surrogate pair.
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
