//! Parses JSON objects into their members, with the byte range of each member.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use memchr::{memchr, memchr_iter};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::diagnostic::{Diagnostic, Label, quote};

/// Hint of the error about a JSON object that extends over several lines of a stream.
pub(crate) const ONE_PER_LINE: &str = "write one object per line, as `jq -c` does";

/// Calls `visit` with the name and the value of each member of a JSON object.
pub(super) fn visit_members<'a>(
    text: &'a str,
    visit: impl FnMut(&'a RawValue, &'a RawValue),
) -> Result<(), Diagnostic> {
    if !text.starts_with('{') {
        return Err(no_object(text));
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let visited = json.deserialize_map(Members(visit)).and_then(|()| json.end());
    visited.map_err(|error| not_json(text, &error))
}

struct Members<F>(F);

impl<'de, F: FnMut(&'de RawValue, &'de RawValue)> Visitor<'de> for Members<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((name, value)) = map.next_entry()? {
            (self.0)(name, value);
        }
        Ok(())
    }
}

#[cold]
fn no_object(text: &str) -> Diagnostic {
    let end = text.chars().next().map_or(0, char::len_utf8);
    let found = quote(text.trim().as_bytes());
    let is_array = text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'));
    let hint = is_array.then(|| ONE_PER_LINE.to_owned());
    Diagnostic { hint, ..Diagnostic::expected(0..end, "a JSON object", found) }
}

#[cold]
fn not_json(text: &str, error: &serde_json::Error) -> Diagnostic {
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
    let hint = (text.trim_end() == "{").then(|| ONE_PER_LINE.to_owned());
    Diagnostic { hint, ..Diagnostic::new(at..end, format!("expected a JSON object{message}")) }
}

/// Returns the byte range in `text` of `raw`, which must be a slice of `text`.
pub(super) fn span(text: &str, raw: &RawValue) -> Range<usize> {
    let start = raw.get().as_ptr().addr() - text.as_ptr().addr();
    start..start + raw.get().len()
}

/// A string that serde borrows if it has no escapes; a plain `Cow` would always be copied.
#[derive(Deserialize)]
struct Unescaped<'a>(#[serde(borrow)] Cow<'a, str>);

/// Returns the content of a JSON string; `None` for other values and for a string with an unpaired
/// surrogate.
pub(super) fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
    let quoted = raw.get().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))?;
    // Without a backslash there is nothing to unescape.
    match memchr(b'\\', quoted.as_bytes()) {
        None => Some(Cow::Borrowed(quoted)),
        Some(_) => serde_json::from_str(raw.get()).ok().map(|Unescaped(text)| text),
    }
}

/// Returns `true` if no string in a JSON value has an unpaired surrogate.
///
/// JSON allows unpaired surrogates, but many programs cannot read them.
pub(super) fn has_only_paired_surrogates(raw: &RawValue) -> bool {
    // Other mistakes, such as numbers out of range, are reported where the value is parsed.
    let is_unpaired = |error: serde_json::Error| error.to_string().contains("hex escape");
    let value = || serde_json::from_str::<serde_json::Value>(raw.get());
    !raw.get().contains('\\') || !value().is_err_and(is_unpaired)
}

/// Moves the byte ranges of a diagnostic from the JSON value `raw` to its place in `text`.
///
/// If `raw` is a string, the byte ranges of `diagnostic` refer to the string after unescaping,
/// without its quotation marks.
pub(super) fn in_object(text: &str, raw: &RawValue, diagnostic: Diagnostic) -> Diagnostic {
    let start = span(text, raw).start;
    let Some(quoted) = raw.get().strip_prefix('"') else { return diagnostic.moved(start) };
    let written = quoted.strip_suffix('"').unwrap_or(quoted);
    let place = |at: usize| start + 1 + written_length(written, at);
    let moved = |label: Label| Label {
        span: place(label.span.start)..place(label.span.end),
        text: label.text,
    };
    Diagnostic { labels: diagnostic.labels.into_iter().map(moved).collect(), ..diagnostic }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<&RawValue> {
        let mut values = Vec::new();
        visit_members(text, |_, value| values.push(value)).expect("an object");
        values
    }

    #[test]
    fn places_count_escapes_as_they_are_written() {
        let text = r#"{"board":"\u0041\ud83d\ude00\nX"}"#;
        let raw = values(text)[0];
        let content = string(raw).expect("a string");
        let at = content.find('X').expect("it is there");
        let found = in_object(text, raw, Diagnostic::new(at..at + 1, ""));
        assert_eq!(&text[found.span()], "X");
    }

    #[test]
    fn strings_with_unpaired_surrogates_are_rejected() {
        let text = r#"{"a":"\ud800","b":["\ud800"],"c":1e999}"#;
        let values = values(text);
        let paired: Vec<bool> = values.iter().map(|raw| has_only_paired_surrogates(raw)).collect();
        assert_eq!(paired, [false, false, true]);
        assert_eq!(string(values[0]), None);
    }
}
