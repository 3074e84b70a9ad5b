//! Errors as JSON objects.

use serde::Serialize;
use serde_json::value::RawValue;

use super::error::{Error, Place};
use super::fields::Fields;
use crate::mistake::{LineColumn, Mistake, brief};

/// An error as one JSON object, in the form that the commands and the server print.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ErrorObject {
    /// The `id` of the question, repeated as JSON; `None` if the question has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Box<RawValue>>,
    /// The error message, without the place of the error.
    #[serde(rename = "error")]
    pub message: String,
    /// Name of the file with the error; `None` if the text is not from a file.
    pub file: Option<String>,
    /// Line of the error in the file or the question, from 1; `None` if the error has no place.
    pub line: Option<usize>,
    /// The column of the error in its line, from 1.
    pub column: Option<usize>,
    /// The field of the question that the error is about.
    #[serde(flatten)]
    pub field: Option<FieldPlace>,
    /// A way to mend the mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// The field that an error is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldPlace {
    /// The name of the field.
    pub field: String,
    /// The marked part of the field's text: the first code point, and the first one after the part,
    /// from 0; `None` for the whole field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[usize; 2]>,
}

impl ErrorObject {
    /// Creates the object of an error about a question with these fields. The line and the column
    /// are places in the text of the question.
    #[must_use]
    pub fn of_question(fields: &Fields<'_>, error: &Error) -> Self {
        Self::of_question_at(fields, error, LineColumn::START)
    }

    /// Creates the object of an error about a question whose text starts at a line and column.
    pub(crate) fn of_question_at(fields: &Fields<'_>, error: &Error, start: LineColumn) -> Self {
        let mistake = fields.place(error);
        let text = fields.object_text().unwrap_or_default().as_bytes();
        let place = start.after(&text[..mistake.span().start.min(text.len())]);
        let (id, field) = (fields.id().map(ToOwned::to_owned), FieldPlace::new(fields, error));
        Self { id, field, ..Self::at(mistake, place) }
    }

    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: brief(message.into()), ..Self::default() }
    }

    /// Creates an error from a mistake whose first label is at a line and column.
    pub(crate) fn at(mistake: Mistake, LineColumn { line, column }: LineColumn) -> Self {
        let Mistake { message, hint, .. } = mistake;
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
            let span = error.mistake.span();
            [span.start, span.end].map(|at| code_points(text, at))
        });
        Some(Self { field: field.clone(), at })
    }
}

/// Returns the number of code points that start before byte `end`.
fn code_points(text: &str, end: usize) -> usize {
    text.char_indices().take_while(|(start, _)| *start < end).count()
}
