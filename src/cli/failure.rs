//! The ways in which a command ends early.

use std::collections::TryReserveError;
use std::io;
use std::ops::Range;
use std::path::Path;

use serde_json::value::RawValue;

use super::report::{Excerpt, ReportedError};
use crate::api::Error;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::memory::TOO_LITTLE;
use crate::path::PathError;
use crate::workbench::{Impossible, NoProblem};

/// The reason why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of the output closed it, which is no error.
    ClosedPipe,
    /// A signal asked the program to end, and there is nothing more to tell.
    Interrupted,
    /// A record that can't be answered.
    Record(Box<BadRecord>),
    /// An argument with a mistake; the places of the diagnostic are in `text`.
    Argument {
        /// The name of the argument, such as `CELL` or `--board`.
        name: String,
        text: String,
        diagnostic: Box<Diagnostic>,
    },
    /// A source of records that can't be read.
    Unreadable(Box<ReportedError>),
    /// Errors with their places, ready to be reported.
    Reported(Vec<ReportedError>),
}

/// A record that can't be answered.
#[derive(Clone, Debug)]
pub(crate) struct BadRecord {
    /// The mistake, with places in the record's text.
    pub(crate) diagnostic: Diagnostic,
    /// The `id` of the record as JSON, if it has one.
    pub(crate) id: Option<Box<RawValue>>,
}

impl Failure {
    /// An error that points nowhere.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        ReportedError::new(message).into()
    }

    /// An error that points nowhere, with the way to mend it.
    pub(crate) fn with_hint(message: impl Into<String>, hint: Option<String>) -> Self {
        ReportedError::new(message).with_hint(hint).into()
    }

    /// A record that can't be answered.
    pub(crate) fn record(diagnostic: Diagnostic, id: Option<&RawValue>) -> Self {
        Self::Record(Box::new(BadRecord { diagnostic, id: id.map(ToOwned::to_owned) }))
    }

    /// A source of records, a file or else standard input, that can't be read.
    pub(crate) fn unreadable(file: Option<&str>, error: &io::Error) -> Self {
        Self::Unreadable(Box::new(match file {
            Some(file) => ReportedError::of_file(file, error),
            None => ReportedError::new(format!("standard input: {error}")),
        }))
    }

    /// A file, other than a source of records, that can't be read or written.
    pub(crate) fn file(file: &Path, error: &io::Error) -> Self {
        ReportedError::of_file(&file.display().to_string(), error).into()
    }

    /// A mistake in an argument.
    pub(crate) fn argument(name: &str, text: &str, diagnostic: Diagnostic) -> Self {
        let (name, text) = (name.to_owned(), text.to_owned());
        Self::Argument { name, text, diagnostic: Box::new(diagnostic) }
    }

    /// The mistakes of a document, in a file or from standard input.
    pub(crate) fn mistakes(file: Option<&str>, text: &str, mistakes: Diagnostics) -> Self {
        let excerpt = Excerpt::whole(file, text);
        let mistakes = mistakes.0.into_iter();
        Self::Reported(mistakes.map(|mistake| ReportedError::drawn(mistake, &excerpt)).collect())
    }

    /// Reports at a place of a text the errors that have no file of their own.
    pub(crate) fn placed(
        self,
        span: &Range<usize>,
        report: impl Fn(Diagnostic) -> ReportedError,
    ) -> Self {
        let placed = |error: ReportedError| error.placed(span, &report);
        Self::Reported(self.into_errors().into_iter().map(placed).collect())
    }

    /// Joins the errors as sentences, for a part of another message.
    pub(crate) fn sentences(self) -> String {
        let sentences = self.into_errors().into_iter().map(|error| error.sentence());
        sentences.collect::<Vec<_>>().join("; ")
    }

    /// Returns the errors to report; none of a closed pipe or a signal.
    pub(crate) fn into_errors(self) -> Vec<ReportedError> {
        match self {
            Self::ClosedPipe | Self::Interrupted => Vec::new(),
            Self::Record(bad) => {
                vec![ReportedError::new(bad.diagnostic.message).with_id(bad.id)]
            }
            Self::Argument { name, text, diagnostic } => {
                vec![ReportedError::in_argument(&name, &text, *diagnostic)]
            }
            Self::Unreadable(error) => vec![*error],
            Self::Reported(errors) => errors,
        }
    }
}

impl From<ReportedError> for Failure {
    fn from(error: ReportedError) -> Self {
        Self::Reported(vec![error])
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::with_hint(error.diagnostic.message, error.diagnostic.hint)
    }
}

impl From<TryReserveError> for Failure {
    fn from(_: TryReserveError) -> Self {
        Self::new(TOO_LITTLE)
    }
}

impl From<PathError> for Failure {
    fn from(error: PathError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<Impossible> for Failure {
    fn from(error: Impossible) -> Self {
        Self::new(error.to_string())
    }
}

impl From<NoProblem> for Failure {
    fn from(error: NoProblem) -> Self {
        Self::new(error.to_string())
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
            io::ErrorKind::Interrupted => Self::Interrupted,
            _ => Self::new(error.to_string()),
        }
    }
}
