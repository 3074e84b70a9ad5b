//! Errors in parsing or answering a question, each with the field that caused the error.

use std::error;
use std::fmt;
use std::io;

use crate::control::Stopped;
use crate::mistake::Mistake;

/// The reason why a question cannot be parsed or answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Kind of the error: a mistake in the question, an exceeded limit, cancellation, or a
    /// failed write.
    pub kind: ErrorKind,
    /// The field that caused the error, and the part of that field to mark.
    ///
    /// `None` if no single field caused the error.
    pub field: Option<Place>,
    /// Error message, perhaps with a hint, and the byte ranges to mark.
    ///
    /// The byte ranges have a meaning only if `field` is a [`Place::Text`].
    pub mistake: Mistake,
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

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Bad, field: None, mistake: Mistake::new(0..1, message) }
    }

    /// Creates an error about the string value of `field`.
    ///
    /// The byte ranges in `mistake` count from the start of that string.
    pub(crate) fn at(field: &str, mistake: Mistake) -> Self {
        Self { kind: ErrorKind::Bad, field: Some(Place::Text(field.to_owned())), mistake }
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
