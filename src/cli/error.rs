//! What ends a command early.

use std::collections::TryReserveError;
use std::fmt;
use std::io;

use kubikschach::cell::Size;
use kubikschach::document::Mistakes;
use kubikschach::notation::{self, SyntaxError};

/// What ends a command early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read the output has enough of it; not an error.
    ClosedPipe,
    /// What is wrong with the record being answered; its reader adds the place.
    Record(String),
    /// An error, as the user reads it.
    Message(String),
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Message(message.into())
    }

    /// More memory needed than there is.
    pub(crate) fn memory(size: Size, _: &TryReserveError) -> Self {
        Self::new(format!(
            "a board of {0}×{0}×{0} cells takes more memory than there is",
            size.edge()
        ))
    }

    /// What is wrong with a text given whole, such as an argument.
    pub(crate) fn syntax(what: &str, text: &str, error: &SyntaxError) -> Self {
        let (line, column) = notation::line_and_column(text.as_bytes(), error.span.start);
        let place = if text.contains('\n') {
            format!("{what}, line {line}, column {column}")
        } else {
            format!("{what}, column {column}")
        };
        Self::new(format!("{place}: {error}{}", nearest(&error.names, found(text, error))))
    }

    /// The mistakes of a document, a line each.
    pub(crate) fn mistakes(file: &str, text: &str, mistakes: &Mistakes) -> Self {
        let lines = mistakes.0.iter().map(|mistake| {
            let (line, column) = notation::line_and_column(text.as_bytes(), mistake.span.start);
            let found = text.get(mistake.span.clone()).unwrap_or_default().trim_matches('"');
            let hint = nearest(&mistake.names, found);
            format!("{file}, line {line}, column {column}: {mistake}{hint}")
        });
        Self::new(lines.collect::<Vec<_>>().join("\nerror: "))
    }
}

fn found<'t>(text: &'t str, error: &SyntaxError) -> &'t str {
    text.get(error.span.clone()).unwrap_or_default()
}

/// A hint at the name nearest to the one found, if one is near.
pub(crate) fn nearest<N: AsRef<str>>(names: &[N], found: &str) -> String {
    let found = found.to_lowercase();
    let near = names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&name.as_ref().to_lowercase(), &found), name))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= 1 + name.as_ref().chars().count() / 3);
    near.map_or_else(String::new, |(_, name)| format!("; did you mean `{}`?", name.as_ref()))
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::new(error.to_string()),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClosedPipe => f.write_str("the output was closed"),
            Self::Record(message) | Self::Message(message) => f.write_str(message),
        }
    }
}
