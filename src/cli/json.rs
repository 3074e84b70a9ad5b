//! Answers as JSON objects, one a line.

use std::io::Write;

use serde::Serialize;
use serde_json::value::RawValue;

use super::Failure;
use super::report::Excerpt;
use crate::diagnostic::Diagnostic;
use crate::piece::Piece;
use crate::rules::Rules;

/// Writes an object and the end of its line.
pub(crate) fn line(out: &mut impl Write, object: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, object).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// The name of a piece's role, as the rule set writes it.
pub(crate) fn role(rules: &Rules, piece: Piece) -> &str {
    &rules.role(piece.role()).name
}

/// An error in the place of an answer.
#[derive(Serialize)]
pub(crate) struct Error<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    #[serde(rename = "error")]
    message: &'a str,
    file: Option<&'a str>,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl<'a> Error<'a> {
    pub(crate) fn new(
        diagnostic: &'a Diagnostic,
        excerpt: &Excerpt<'a>,
        id: Option<&'a RawValue>,
    ) -> Self {
        let place = excerpt.place(diagnostic);
        Self {
            id,
            message: &diagnostic.message,
            file: excerpt.file,
            line: place.line,
            column: place.column,
            hint: diagnostic.hint.as_deref(),
        }
    }
}

/// A piece and where it stands.
#[derive(Debug, Serialize)]
pub(crate) struct Placed<'a> {
    pub(crate) piece: &'a str,
    pub(crate) cell: String,
}
