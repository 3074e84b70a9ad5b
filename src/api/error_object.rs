//! Errors as JSON objects.

use serde::Serialize;
use serde_json::value::RawValue;

use super::error::{Error, Place};
use super::fields::Fields;
use crate::diagnostic::{Diagnostic, LineColumn};
use crate::words::brief;

/// An error as one JSON object, in the form that the commands and the server print.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ErrorObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Box<RawValue>>,
    #[serde(rename = "error")]
    pub(crate) message: String,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
    #[serde(flatten)]
    pub(crate) field: Option<FieldPlace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
}

/// The field that an error is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FieldPlace {
    field: String,
    /// The part of the field's text that the error marks, as the code points from the first up to
    /// and without the second; `None` for the whole field.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[usize; 2]>,
}

impl ErrorObject {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: brief(message.into()), ..Self::default() }
    }

    /// Creates an error from a diagnostic whose first label is at a line and column.
    pub(crate) fn at(diagnostic: Diagnostic, LineColumn { line, column }: LineColumn) -> Self {
        let Diagnostic { message, hint, .. } = diagnostic;
        Self { line: Some(line), column: Some(column), ..Self::new(message) }.with_hint(hint)
    }

    pub(crate) fn with_hint(self, hint: Option<String>) -> Self {
        Self { hint: hint.map(brief), ..self }
    }
}

impl FieldPlace {
    /// Returns the place of an error about one of `fields`; `None` if the error is about no field.
    pub(crate) fn new(fields: &Fields<'_>, error: &Error) -> Option<Self> {
        let (Place::Name(field) | Place::Value(field) | Place::Text(field)) =
            error.field.as_ref()?;
        let marks_part = matches!(error.field, Some(Place::Text(_)));
        let text = fields.board(field).ok().flatten().filter(|_| marks_part);
        let at = text.map(|text| {
            let span = error.diagnostic.span();
            [span.start, span.end].map(|end| code_points(text, end))
        });
        Some(Self { field: field.clone(), at })
    }
}

/// Returns the number of code points that start before byte `end`.
fn code_points(text: &str, end: usize) -> usize {
    text.char_indices().take_while(|(start, _)| *start < end).count()
}
