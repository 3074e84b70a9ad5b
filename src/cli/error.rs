//! What ends a command early, and how it is told.

use std::collections::TryReserveError;
use std::io;

use annotate_snippets::{Group, Level, Renderer};
use kubikschach::cell::Size;
use kubikschach::document::{Mistake, Mistakes};
use kubikschach::notation::SyntaxError;
use serde_json::value::RawValue;

use super::point::{Mark, Place, Pointer};

/// What ends a command early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read the output has enough of it; not an error.
    ClosedPipe,
    /// What is wrong with the record being answered; its reader adds the place.
    Record(Complaint),
    /// An error, as the user reads it after `error: `.
    Message(String),
    /// Errors as they are shown, each with its place in a text.
    Shown(String),
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug)]
pub(crate) struct Complaint {
    /// One sentence.
    pub(crate) message: String,
    /// How it might be mended.
    pub(crate) hint: Option<String>,
    /// The places it is about, the first of them foremost.
    pub(crate) marks: Vec<Mark>,
    /// The identity of the record, if it has one, as it was written.
    pub(crate) id: Option<Box<RawValue>>,
    /// The text it is about, if that is not in memory any more.
    pub(crate) text: Option<Vec<u8>>,
}

impl Complaint {
    /// A complaint about one place.
    pub(crate) fn new(message: impl Into<String>, mark: Mark) -> Self {
        Self { message: message.into(), hint: None, marks: vec![mark], id: None, text: None }
    }

    /// The same about a text that has other text before it.
    pub(crate) fn moved(mut self, by: usize) -> Self {
        for mark in &mut self.marks {
            mark.span = mark.span.start + by..mark.span.end + by;
        }
        self
    }

    /// What is wrong with a record of this text.
    pub(crate) fn syntax(text: &[u8], error: &SyntaxError) -> Self {
        let found = String::from_utf8_lossy(&text[error.span.clone()]);
        let hint = nearest(&error.names, &found);
        let mark = Mark::plain(error.span.clone());
        Self { hint, ..Self::new(error.to_string(), mark) }
    }

    /// What is wrong with a document.
    pub(crate) fn mistake(text: &str, mistake: &Mistake) -> Self {
        let found = text.get(mistake.span.clone()).unwrap_or_default().trim_matches('"');
        let hint = nearest(&mistake.names, found);
        let mark = Mark::plain(mistake.span.clone());
        Self { hint, ..Self::new(mistake.to_string(), mark) }
    }
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
    pub(crate) fn argument(name: &str, text: &str, error: &SyntaxError) -> Self {
        let complaint = Complaint::syntax(text.as_bytes(), error);
        let pointer = Pointer { file: Some(name), text: text.as_bytes(), start: Place::START };
        Self::Shown(pointer.show(&complaint))
    }

    /// The mistakes of a document.
    pub(crate) fn mistakes(file: &str, text: &str, mistakes: &Mistakes) -> Self {
        let pointer = Pointer { file: Some(file), text: text.as_bytes(), start: Place::START };
        let complaints = mistakes.0.iter().map(|mistake| Complaint::mistake(text, mistake));
        let shown: Vec<String> = complaints.map(|complaint| pointer.show(&complaint)).collect();
        Self::Shown(shown.join("\n"))
    }
}

/// A hint at the name nearest to the one found, if one is near.
pub(crate) fn nearest<N: AsRef<str>>(names: &[N], found: &str) -> Option<String> {
    let found = found.to_lowercase();
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&name.as_ref().to_lowercase(), &found), name))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= 1 + name.as_ref().chars().count() / 3)
        .map(|(_, name)| format!("did you mean `{}`?", name.as_ref()))
}

/// An error that points nowhere, as it is shown.
pub(crate) fn plain(message: &str) -> String {
    let report = Group::with_title(Level::ERROR.primary_title(message));
    Renderer::styled().render(&[report])
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::new(error.to_string()),
        }
    }
}
