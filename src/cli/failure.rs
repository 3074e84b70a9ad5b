//! What ends a command early, and errors as they are told: in words or as objects.

use std::collections::TryReserveError;
use std::fmt::Write as _;
use std::io;
use std::ops::Range;
use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;

use super::report::{self, Excerpt};
use crate::cell::Size;
use crate::diagnostic::{Diagnostic, Diagnostics, LineColumn};
use crate::memory::TOO_LITTLE;
use crate::path::PathError;
use crate::words::printable;
use crate::workbench::Impossible;

/// What ends a command early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read the output has enough of it; not an error.
    ClosedPipe,
    /// A record can't be answered.
    Record(Box<BadRecord>),
    /// An argument has a mistake.
    Argument(Box<BadArgument>),
    /// A source of records can't be read.
    Unreadable(Box<Told>),
    /// Errors, each with its place if it has one.
    Told(Vec<Told>),
}

/// A record that can't be answered.
#[derive(Clone, Debug)]
pub(crate) struct BadRecord {
    /// What is wrong with it.
    pub(crate) diagnostic: Diagnostic,
    /// What it calls itself, if it does, as JSON.
    pub(crate) id: Option<Box<RawValue>>,
}

/// An argument with a mistake.
#[derive(Debug)]
pub(crate) struct BadArgument {
    /// What it is called, such as `CELL` or `--board`.
    pub(crate) name: String,
    text: String,
    /// What is wrong with the text.
    pub(crate) diagnostic: Diagnostic,
}

impl BadArgument {
    fn told(self) -> Told {
        // A person sees its name in the place of a file's.
        let excerpt = Excerpt::whole(Some(&self.name), &self.text);
        Told { file: None, ..Told::drawn(self.diagnostic, &excerpt) }
    }
}

/// An error as users are told of it; its object has the same fields.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Told {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Box<RawValue>>,
    #[serde(rename = "error")]
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// The same with the text it is about, if someone is to see it.
    #[serde(skip)]
    drawing: Option<String>,
}

impl Told {
    /// An error that points nowhere.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// The same with a way to mend it, if there is one.
    pub(crate) fn hinted(self, hint: Option<&str>) -> Self {
        Self { hint: hint.map(str::to_owned), ..self }
    }

    /// What the system says of a file.
    fn of_file(file: &str, error: &io::Error) -> Self {
        Self { file: Some(file.to_owned()), ..Self::new(error.to_string()) }
    }

    /// What is wrong with a part of a text.
    pub(crate) fn of(diagnostic: Diagnostic, excerpt: &Excerpt<'_>) -> Self {
        let LineColumn { line, column } = excerpt.place(&diagnostic);
        let Diagnostic { message, hint, .. } = diagnostic;
        let file = excerpt.file.map(str::to_owned);
        Self { file, line: Some(line), column: Some(column), hint, ..Self::new(message) }
    }

    /// The same about something at another place.
    #[cfg(feature = "serve")]
    pub(crate) fn at(self, LineColumn { line, column }: LineColumn) -> Self {
        Self { file: None, line: Some(line), column: Some(column), ..self }
    }

    /// The same where options are the fields of an object.
    #[cfg(feature = "serve")]
    pub(crate) fn in_fields(self) -> Self {
        let renamed = |text: String| {
            // Two options of one command line are two fields.
            let text = text.replace(" --size N`", "` and `--size N`");
            ["force", "rules", "side", "size"].iter().fold(text, |text, name| {
                let text = text.replace(&format!("`--{name} "), &format!("`{name}` `"));
                text.replace(&format!("--{name}"), &format!("`{name}`"))
            })
        };
        Self { message: renamed(self.message), hint: self.hint.map(renamed), ..self }
    }

    /// The same about a record that calls itself so.
    pub(crate) fn with_id(self, id: Option<Box<RawValue>>) -> Self {
        Self { id, ..self }
    }

    /// What is wrong with a part of a text, to be seen with it.
    pub(crate) fn drawn(diagnostic: Diagnostic, excerpt: &Excerpt<'_>) -> Self {
        let drawing = Some(excerpt.show(&diagnostic));
        Self { drawing, ..Self::of(diagnostic, excerpt) }
    }

    /// The error in one line.
    pub(crate) fn sentence(&self) -> String {
        let mut sentence = String::with_capacity(2 * self.message.len());
        if let Some(file) = &self.file {
            sentence.push_str(&printable(file));
            sentence.push_str(if self.line.is_some() { ", " } else { ": " });
        }
        if let Some((line, column)) = self.line.zip(self.column) {
            // Text takes whatever is written.
            let _ = write!(sentence, "{}: ", LineColumn { line, column });
        }
        sentence.push_str(&printable(&self.message));
        sentence
    }

    /// The sentence and the hint in one line.
    pub(crate) fn line(&self) -> String {
        let mut sentence = self.sentence();
        if let Some(hint) = &self.hint {
            sentence.push_str("; ");
            sentence.push_str(&printable(hint));
        }
        sentence
    }

    /// The error as a person sees it.
    pub(crate) fn shown(&self) -> String {
        let drawing = || report::plain(&self.sentence(), self.hint.as_deref());
        self.drawing.clone().unwrap_or_else(drawing)
    }
}

impl Failure {
    /// An error that points nowhere.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::from(Told::new(message))
    }

    /// The same with a way to mend it.
    pub(crate) fn with_hint(message: impl Into<String>, hint: Option<String>) -> Self {
        Self::from(Told { hint, ..Told::new(message) })
    }

    /// A source of records, a file or else standard input, that can't be read.
    pub(crate) fn unreadable(file: Option<&str>, error: &io::Error) -> Self {
        Self::Unreadable(Box::new(match file {
            Some(file) => Told::of_file(file, error),
            None => Told::new(format!("standard input: {error}")),
        }))
    }

    /// Any other file that can't be read or written.
    pub(crate) fn file(file: &Path, error: &io::Error) -> Self {
        Self::from(Told::of_file(&file.display().to_string(), error))
    }

    /// More memory needed than there is.
    pub(crate) fn memory(size: Size) -> Self {
        Self::new(format!("a board of {size} cells takes more memory than there is"))
    }

    /// What is wrong with an argument.
    pub(crate) fn argument(name: &str, text: &str, diagnostic: Diagnostic) -> Self {
        let (name, text) = (name.to_owned(), text.to_owned());
        Self::Argument(Box::new(BadArgument { name, text, diagnostic }))
    }

    /// The mistakes of a document, in a file or from standard input.
    pub(crate) fn mistakes(file: Option<&str>, text: &str, mistakes: Diagnostics) -> Self {
        let excerpt = Excerpt::whole(file, text);
        Self::Told(mistakes.0.into_iter().map(|mistake| Told::drawn(mistake, &excerpt)).collect())
    }

    /// The same told at a place of a text, where an error has no place of its own.
    pub(crate) fn placed(self, span: &Range<usize>, told: impl Fn(Diagnostic) -> Told) -> Self {
        let placed = |error: Told| match error {
            Told { file: None, message, hint, .. } => {
                told(Diagnostic { hint, ..Diagnostic::new(span.clone(), message) })
            }
            error => error,
        };
        Self::Told(self.into_errors().into_iter().map(placed).collect())
    }

    /// The errors as sentences, for a part of another one.
    pub(crate) fn sentences(self) -> String {
        let sentences = self.into_errors().into_iter().map(|error| error.sentence());
        sentences.collect::<Vec<_>>().join("; ")
    }

    /// The errors to be told of; none of a closed pipe.
    pub(crate) fn into_errors(self) -> Vec<Told> {
        match self {
            Self::ClosedPipe => Vec::new(),
            Self::Record(bad) => vec![Told::new(bad.diagnostic.message).with_id(bad.id)],
            Self::Argument(bad) => vec![bad.told()],
            Self::Unreadable(error) => vec![*error],
            Self::Told(errors) => errors,
        }
    }
}

impl From<Told> for Failure {
    fn from(error: Told) -> Self {
        Self::Told(vec![error])
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
