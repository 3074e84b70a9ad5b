//! Answers as JSON objects, one a line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use serde_json::value::RawValue;

use super::Failure;
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::Rules;
use crate::words::is_visible;

/// Writes an object and the end of its line.
pub(crate) fn line(out: &mut impl Write, object: &impl Serialize) -> Result<(), Failure> {
    let mut serializer = Serializer::with_formatter(&mut *out, Visible);
    object.serialize(&mut serializer).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// What [`line`] writes.
#[cfg(feature = "serve")]
pub(crate) fn bytes(object: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    line(&mut bytes, object).expect("memory takes whatever is written");
    bytes
}

/// Compact JSON in which invisible letters are escapes, also in what was JSON before.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
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

/// The name of a piece's role, as the rule set writes it.
pub(crate) fn role(rules: &Rules, piece: Piece) -> &str {
    &rules.role(piece.role()).name
}

/// A piece and where it stands.
#[derive(Debug, Serialize)]
pub(crate) struct Placed<'a> {
    pub(crate) piece: &'a str,
    pub(crate) cell: String,
}

/// What a position is called, and whose it is: the first fields of all that is said of one.
#[derive(Serialize)]
pub(crate) struct Subject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    size: usize,
    side: &'static str,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(id: Option<&'a RawValue>, position: &Position) -> Self {
        Self { id, size: position.board().size().edge(), side: position.turn().name() }
    }
}
