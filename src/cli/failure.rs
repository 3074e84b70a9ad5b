//! The reasons why a command ends early.

use std::collections::TryReserveError;
use std::io;
use std::ops::Range;
use std::path::Path;

use super::report::{self, Excerpt};
use crate::api::{Error, Place};
use crate::cli::shell_words::shell_words;
use crate::common::{TOO_LITTLE, numbered};
use crate::import::ImportError;
use crate::judge::{JudgeError, RunError};
use crate::mistake::{Label, Mistake, Mistakes, brief, io_reason};
use crate::path::PathError;
use crate::terminal::signals::Interrupted;
use crate::workbench::{Impossible, NoProblem};

/// The largest number of mistakes of one document that are listed; further ones are counted.
const MOST_MISTAKES: usize = 100;

#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The reader of standard output closed the pipe, which is not an error.
    ClosedPipe,
    /// A signal asked the program to end, and no message is needed.
    Interrupted,
    /// A record that cannot be answered. The labels mark byte ranges of the text in which the parser
    /// found the record; the file name and the line are not yet known.
    Record(Box<Error>),
    /// A file or standard input whose records cannot be read.
    Unreadable(Box<Error>),
    /// Errors that are ready to be printed.
    Reported(Vec<Error>),
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Error::new(message).into()
    }

    pub(crate) fn with_hint(message: impl Into<String>, hint: Option<String>) -> Self {
        Error::new(message).with_hint(hint).into()
    }

    pub(crate) fn record(error: impl Into<Error>) -> Self {
        Self::Record(Box::new(error.into()))
    }

    /// Creates the failure of a file whose records cannot be read, or of standard input if `file`
    /// is `None`.
    pub(crate) fn unreadable(file: Option<&str>, error: &io::Error) -> Self {
        Self::Unreadable(Box::new(match file {
            Some(file) => report::of_file(file, error),
            None => Error::new(format!("standard input: {}", io_reason(error))),
        }))
    }

    /// Creates the failure of a file that cannot be read or written, and from which no records are
    /// read.
    pub(crate) fn file(file: &Path, error: &io::Error) -> Self {
        report::of_file(&file.display().to_string(), error).into()
    }

    /// Creates the failure of a file that cannot be written, perhaps because its folder is missing.
    pub(crate) fn unwritten(file: &Path, error: &io::Error) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        match folder.filter(|folder| !folder.exists()) {
            Some(folder) => Self::new(format!("{}: no such folder", folder.display())),
            None => Self::file(file, error),
        }
    }

    /// Creates the failure of the argument `name`, such as `CELL` or `--board`, whose value is
    /// `text`. The labels of `mistake` mark byte ranges of `text`.
    pub(crate) fn argument(name: &str, text: &str, mistake: Mistake) -> Self {
        Excerpt::of_argument(name, text).draw(mistake).into()
    }

    /// Creates a failure with the mistakes of a document. `file` is the name of its file, or `None`
    /// if the document comes from standard input.
    pub(crate) fn mistakes(file: Option<&str>, text: &str, mistakes: Mistakes) -> Self {
        let excerpt = Excerpt::whole(file, text);
        let more = mistakes.0.len().saturating_sub(MOST_MISTAKES);
        let listed = mistakes.0.into_iter().take(MOST_MISTAKES);
        let mut errors: Vec<_> = listed.map(|mistake| excerpt.draw(mistake)).collect();
        if more > 0 {
            errors.push(Error::new(numbered(more, "more mistake")));
        }
        Self::Reported(errors)
    }

    /// Moves errors that name no file to a place in a document. Each error becomes a mistake at
    /// the byte range `span`, which `report` converts to an error about the document.
    pub(crate) fn placed(self, span: &Range<usize>, report: impl Fn(Mistake) -> Error) -> Self {
        let placed = |error: Error| {
            if error.origin.file.is_some() {
                return error;
            }
            let labels = vec![Label::plain(span.clone())];
            let message = brief(error.mistake.message);
            report(Mistake { message, labels, ..error.mistake })
        };
        Self::Reported(self.into_errors().into_iter().map(placed).collect())
    }

    /// Converts errors to errors about the option `--FIELD`. Errors that name a file keep their place.
    pub(crate) fn of_option(self, field: &str) -> Self {
        let option = format!("--{field}");
        let about = |error| {
            let field = Some(Place::Value(field.to_owned()));
            Error { field, ..report::of_argument(error, &option) }
        };
        match self {
            Self::Reported(errors) => Self::Reported(errors.into_iter().map(about).collect()),
            other => other,
        }
    }

    /// Joins failures into one with all their errors.
    ///
    /// # Errors
    /// Returns an error if there is any failure.
    pub(crate) fn all(failures: Vec<Self>) -> Result<(), Self> {
        if failures.is_empty() {
            return Ok(());
        }
        Err(Self::Reported(failures.into_iter().flat_map(Self::into_errors).collect()))
    }

    /// Joins the errors by semicolons, as a part of another message.
    pub(crate) fn sentences(self) -> String {
        let errors = self.into_errors();
        errors.iter().map(report::sentence).collect::<Vec<_>>().join("; ")
    }

    /// Returns the errors to report; empty for a closed pipe or a signal.
    pub(crate) fn into_errors(self) -> Vec<Error> {
        match self {
            Self::ClosedPipe | Self::Interrupted => Vec::new(),
            Self::Record(error) | Self::Unreadable(error) => vec![*error],
            Self::Reported(errors) => errors,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Reported(vec![error])
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

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Interrupted => Self::Interrupted,
            JudgeError::Failed { message, hint } => Self::with_hint(message, hint),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        JudgeError::from(error).into()
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Mistakes(document, mistakes) => {
                let (name, text) = &*document;
                Self::mistakes(name.as_deref(), text, mistakes)
            }
            ImportError::RuleSet(file) => {
                let file = file.as_deref();
                let hint =
                    file.map(|file| format!("`kubikschach rules check {}`", shell_words([file])));
                let file = file.unwrap_or("standard input");
                Self::with_hint(format!("{file}: this is a rule set, not a list of cases"), hint)
            }
        }
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

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            io::ErrorKind::Interrupted => Self::Interrupted,
            _ => Self::new(io_reason(&error)),
        }
    }
}
