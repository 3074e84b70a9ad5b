//! Errors of questions, with the field that each is about.

use std::error;
use std::fmt;

use crate::control::Stopped;
use crate::diagnostic::Diagnostic;

/// The reason why a question cannot be read or answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The field that the error is about; `None` for the whole question.
    pub field: Option<Place>,
    /// The message, its places and the hint.
    pub diagnostic: Diagnostic,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The question has a mistake.
    Bad,
    /// The question asks for more than the [`Limits`](super::Limits) allow.
    Limit,
    /// The [`Control`](crate::control::Control) stopped the answer.
    Stopped,
}

/// The part of a field that an [`Error`] is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The name of the field.
    Name(String),
    /// The whole value of the field.
    Value(String),
    /// The text of the value; the places of the diagnostic are in this text.
    Text(String),
}

impl Error {
    /// Creates an error about the question as a whole.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Bad, field: None, diagnostic: Diagnostic::new(0..1, message) }
    }

    /// Creates an error about the text of a field, in which the places of the diagnostic are.
    pub(crate) fn at(field: &str, diagnostic: Diagnostic) -> Self {
        Self { kind: ErrorKind::Bad, field: Some(Place::Text(field.to_owned())), diagnostic }
    }

    /// Creates an error about the value of a field as a whole.
    pub(crate) fn about(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(Place::Value(field.to_owned())), ..Self::new(message) }
    }

    /// Marks the error as one about a limit.
    pub(crate) fn limit(self) -> Self {
        Self { kind: ErrorKind::Limit, ..self }
    }

    /// Adds a hint.
    pub(crate) fn with_hint(mut self, hint: Option<String>) -> Self {
        self.diagnostic.hint = hint;
        self
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        Self { kind: ErrorKind::Stopped, ..Self::new(stopped.to_string()) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(f)
    }
}

impl error::Error for Error {}
