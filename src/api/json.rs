//! Writes answers and errors as JSON, one object per line.

use std::io::{self, Write};

use crate::mistake::is_visible;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use serde_json::value::RawValue;

/// Writes a JSON object and a line end.
pub(crate) fn line(out: &mut (impl Write + ?Sized), object: &impl Serialize) -> io::Result<()> {
    write(out, object)?;
    out.write_all(b"\n")
}

/// Writes a value as JSON. Invisible characters are escaped.
pub(crate) fn write(out: &mut (impl Write + ?Sized), value: &impl Serialize) -> io::Result<()> {
    let written = value.serialize(&mut Serializer::with_formatter(out, EscapingFormatter));
    written.map_err(io::Error::from)
}

/// Writes an answer as JSON, with the `id` of its question as its first field, and a line end.
pub(crate) fn answer(
    out: &mut (impl Write + ?Sized),
    id: Option<&RawValue>,
    answer: &impl Serialize,
) -> io::Result<()> {
    match id {
        None => line(out, answer),
        Some(id) => line(out, &WithId { id, answer }),
    }
}

#[cfg(feature = "serve")]
pub(crate) fn bytes(object: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    line(&mut bytes, object).expect("memory takes whatever is written");
    bytes
}

#[derive(Serialize)]
struct WithId<'a, T> {
    id: &'a RawValue,
    #[serde(flatten)]
    answer: &'a T,
}

/// A formatter for compact JSON that escapes invisible characters, even in raw JSON copied from a
/// record.
struct EscapingFormatter;

impl Formatter for EscapingFormatter {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // The serializer has escaped the control characters of ASCII, except the last one.
        if fragment.bytes().all(|byte| byte <= b'~') {
            return out.write_all(fragment.as_bytes());
        }
        fragment.chars().try_for_each(|letter| write_visible(out, letter))
    }

    fn write_raw_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let (mut in_string, mut escaped) = (false, false);
        for letter in fragment.chars() {
            if in_string || !letter.is_ascii_whitespace() {
                write_visible(out, letter)?;
            }
            in_string ^= letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
        }
        Ok(())
    }
}

fn write_visible(out: &mut (impl Write + ?Sized), letter: char) -> io::Result<()> {
    if is_visible(letter) {
        return out.write_all(letter.encode_utf8(&mut [0; 4]).as_bytes());
    }
    letter.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
}
