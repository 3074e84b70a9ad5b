//! Places of cases in the documents that they were read from.

use std::ops::Range;
use std::rc::Rc;

use crate::cli::Failure;
use crate::cli::files::NamedText;
use crate::cli::report::{Excerpt, ReportedError};
use crate::diagnostic::{Diagnostic, LineColumn};

/// A byte range of a document.
#[derive(Clone, Debug)]
pub(crate) struct SourcePlace {
    document: Rc<NamedText>,
    pub(super) span: Range<usize>,
}

impl SourcePlace {
    pub(super) fn new(document: &Rc<NamedText>, span: Range<usize>) -> Self {
        Self { document: document.clone(), span }
    }

    /// Returns the places of all lines.
    pub(super) fn of_lines(document: &Rc<NamedText>) -> Vec<Self> {
        let mut start = 0;
        let place = |line: &str| {
            let place = Self::new(document, start..start + line.trim_end().len());
            start += line.len();
            place
        };
        document.1.split_inclusive('\n').map(place).collect()
    }

    /// Returns the place of the text of a file, without white space around it.
    pub(super) fn of_text(document: &Rc<NamedText>) -> Self {
        let text = &document.1;
        let start = text.len() - text.trim_start().len();
        Self::new(document, start..start.max(text.trim_end().len()))
    }

    /// Returns the text of the whole document.
    pub(super) fn document(&self) -> &str {
        &self.document.1
    }

    /// Returns the name of the document and the number of the line, for messages.
    pub(crate) fn line(&self) -> String {
        let (name, text) = &*self.document;
        let line = LineColumn::START.after(&text.as_bytes()[..self.span.start]).line;
        format!("{}, line {line}", name.as_deref().unwrap_or("standard input"))
    }

    /// Returns a failure that marks the byte range of this place.
    pub(super) fn failure(&self, message: impl Into<String>) -> Failure {
        self.error(Diagnostic::new(self.span.clone(), message)).into()
    }

    /// Converts a diagnostic about the document to an error that shows the marked text.
    pub(super) fn error(&self, diagnostic: Diagnostic) -> ReportedError {
        let (name, text) = &*self.document;
        ReportedError::drawn(diagnostic, &Excerpt::whole(name.as_deref(), text))
    }
}
