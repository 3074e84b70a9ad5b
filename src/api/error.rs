//! Errors in questions, records and files.
//!
//! A [`Mistake`] has a place in one text. An [`Error`] is a mistake together with the field, the
//! record and the file that it belongs to. Each of them is added by the code that knows it:
//!
//! 1. The parser of a field creates the error with the field's name. The byte ranges count from the
//!    start of the field's string.
//! 2. [`ask`](super::ask) adds the `id` of the question. From then on, the byte ranges count from
//!    the start of the question's JSON object, as the line and the column do.
//! 3. The reader of a file or of a request body sets the line and the column of the error in that
//!    text, and the name of the file.
//! 4. The command line draws the text around the byte ranges.
//!
//! [`Serialize`] writes the JSON object that the commands and the server print.

use std::error;
use std::fmt;
use std::io;

use serde::ser::{Error as _, SerializeMap as _};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::control::Stopped;
use crate::mistake::{LineColumn, Mistake, brief};

/// The reason why a question cannot be parsed or answered, or why a record or a file is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Kind of the error: a mistake in the question, an exceeded limit, cancellation, or a
    /// failed write.
    pub kind: ErrorKind,
    /// Field that caused the error, and the part of that field to mark.
    ///
    /// `None` if no single field caused the error.
    pub field: Option<Place>,
    /// Error message, perhaps with a hint, and the byte ranges to mark.
    pub mistake: Mistake,
    /// Record and the file with the error, and its place there.
    pub origin: Box<Origin>,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The question has a mistake, or the question cannot be answered.
    Bad,
    /// The question asks for more than the [`Limits`](super::Limits) allow.
    Limit,
    /// The [`Control`](crate::control::Control) stopped the computation.
    Stopped,
    /// The answer cannot be written.
    Output,
}

/// The part of a field that an [`Error`] marks; each variant has the field's name as its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The error marks the name of this field.
    Name(String),
    /// The error marks the whole value of this field.
    Value(String),
    /// The error marks parts of this field's string, at the byte ranges in [`Error::mistake`].
    Text(String),
}

impl Place {
    /// Returns the name of the field.
    pub(crate) fn field(&self) -> &str {
        let (Self::Name(field) | Self::Value(field) | Self::Text(field)) = self;
        field
    }
}

/// The record and the file with an [`Error`], as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// JSON of the question's `id`; `None` if the question has none.
    pub id: Option<String>,
    /// Marked part of the field's string: the first code point, and the first one after the
    /// part, from 0; `None` for the whole field.
    pub code_points: Option<[usize; 2]>,
    /// Name of the file; `None` if the text is not from a file.
    pub file: Option<String>,
    /// Line and column in the file or the question; `None` if the error has no place.
    pub place: Option<LineColumn>,
    /// Error with the text around its byte ranges; `None` if the message stands alone.
    #[cfg(feature = "cli")]
    pub(crate) drawing: Option<String>,
}

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Mistake::new(0..1, message).into()
    }

    /// Creates an error about the string value of `field`.
    ///
    /// The byte ranges in `mistake` count from the start of that string.
    pub(crate) fn at(field: &str, mistake: Mistake) -> Self {
        Self { field: Some(Place::Text(field.to_owned())), ..mistake.into() }
    }

    /// Creates an error about the whole value of `field`.
    pub(crate) fn about(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(Place::Value(field.to_owned())), ..Self::new(message) }
    }

    /// Creates an error that marks the name of `field`.
    pub(crate) fn about_name(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(Place::Name(field.to_owned())), ..Self::new(message) }
    }

    pub(crate) fn limit(self) -> Self {
        Self { kind: ErrorKind::Limit, ..self }
    }

    pub(crate) fn with_hint(mut self, hint: Option<String>) -> Self {
        self.mistake.hint = hint;
        self
    }

    pub(crate) fn with_id(mut self, id: Option<&RawValue>) -> Self {
        self.origin.id = id.map(|id| id.get().to_owned());
        self
    }

    /// Sets the line and the column. The byte ranges count from the start of `text`, whose own place
    /// is `start`.
    pub(crate) fn in_text(mut self, text: &[u8], start: LineColumn) -> Self {
        let before = &text[..self.mistake.span().start.min(text.len())];
        self.origin.place = Some(start.after(before));
        self
    }
}

impl From<Mistake> for Error {
    fn from(mistake: Mistake) -> Self {
        Self { kind: ErrorKind::Bad, field: None, mistake, origin: Box::default() }
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        Self { kind: ErrorKind::Stopped, ..Self::new(stopped.to_string()) }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self { kind: ErrorKind::Output, ..Self::new(error.to_string()) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mistake.fmt(f)
    }
}

impl error::Error for Error {}

impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { field, mistake, origin, .. } = self;
        let mut object = serializer.serialize_map(None)?;
        if let Some(id) = &origin.id {
            let id: &RawValue = serde_json::from_str(id).map_err(S::Error::custom)?;
            object.serialize_entry("id", id)?;
        }
        object.serialize_entry("error", &brief(mistake.message.clone()))?;
        object.serialize_entry("file", &origin.file)?;
        object.serialize_entry("line", &origin.place.map(|place| place.line))?;
        object.serialize_entry("column", &origin.place.map(|place| place.column))?;
        if let Some(field) = field {
            object.serialize_entry("field", field.field())?;
        }
        if let Some(at) = origin.code_points {
            object.serialize_entry("at", &at)?;
        }
        if let Some(hint) = &mistake.hint {
            object.serialize_entry("hint", &brief(hint.clone()))?;
        }
        object.end()
    }
}
