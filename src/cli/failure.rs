//! What ends a command early.

use std::collections::TryReserveError;
use std::io;

use serde_json::value::RawValue;

use super::report::Excerpt;
use crate::cell::Size;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// What ends a command early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read the output has enough of it; not an error.
    ClosedPipe,
    /// A record can't be answered.
    Record(Box<BadRecord>),
    /// A source of records can't be read; why, with its name.
    Unreadable(String),
    /// An error, as the user reads it after `error: `.
    Message(String),
    /// Errors as they are shown, each with its place in a text.
    Shown(String),
}

/// A record that can't be answered.
#[derive(Clone, Debug)]
pub(crate) struct BadRecord {
    /// What is wrong with it.
    pub(crate) diagnostic: Diagnostic,
    /// What it calls itself, if it does, as JSON.
    pub(crate) id: Option<Box<RawValue>>,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Message(message.into())
    }

    /// More memory needed than there is.
    pub(crate) fn memory(size: Size, _: &TryReserveError) -> Self {
        let edge = size.edge();
        Self::new(format!("a board of {edge}×{edge}×{edge} cells takes more memory than there is"))
    }

    /// What is wrong with an argument.
    pub(crate) fn argument(name: &str, text: &str, error: &Diagnostic) -> Self {
        Self::Shown(Excerpt::whole(Some(name), text).show(error))
    }

    /// The mistakes of a document.
    pub(crate) fn mistakes(file: &str, text: &str, mistakes: &Diagnostics) -> Self {
        let excerpt = Excerpt::whole(Some(file), text);
        let shown: Vec<String> = mistakes.0.iter().map(|mistake| excerpt.show(mistake)).collect();
        Self::Shown(shown.join("\n"))
    }
}

impl From<Diagnostic> for Box<BadRecord> {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::new(BadRecord { diagnostic, id: None })
    }
}

impl From<Box<BadRecord>> for Failure {
    fn from(bad: Box<BadRecord>) -> Self {
        Self::Record(bad)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::new(error.to_string()),
        }
    }
}
