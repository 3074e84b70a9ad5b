//! Places of cases in the documents that they were read from.

use std::ops::Range;
use std::sync::Arc;

use super::error::ImportError;
use crate::mistake::{LineColumn, Mistake, Mistakes};

/// The name of a file and its text; the name is `None` for standard input and arguments.
pub(crate) type NamedText = (Option<String>, String);

/// A byte range of a document.
#[derive(Clone, Debug)]
pub(crate) struct SourcePlace {
    document: Arc<NamedText>,
    pub(crate) span: Range<usize>,
}

impl SourcePlace {
    pub(crate) fn new(document: &Arc<NamedText>, span: Range<usize>) -> Self {
        Self { document: document.clone(), span }
    }

    /// Returns the places of all lines.
    pub(crate) fn of_lines(document: &Arc<NamedText>) -> Vec<Self> {
        let mut start = 0;
        let place = |line: &str| {
            let place = Self::new(document, start..start + line.trim_end().len());
            start += line.len();
            place
        };
        document.1.split_inclusive('\n').map(place).collect()
    }

    /// Returns the place of the text of a file, without white space around it.
    pub(crate) fn of_text(document: &Arc<NamedText>) -> Self {
        Self::new(document, 0..document.1.len()).trimmed()
    }

    /// Returns the same place without white space around its text.
    pub(super) fn trimmed(&self) -> Self {
        let (text, start) = (self.text(), self.span.start);
        let before = text.len() - text.trim_start().len();
        Self::new(&self.document, start + before..start + text.trim_end().len().max(before))
    }

    /// Returns the text at this place.
    pub(super) fn text(&self) -> &str {
        &self.document.1[self.span.clone()]
    }

    /// Returns the text of the whole document.
    pub(crate) fn document(&self) -> &str {
        &self.document.1
    }

    /// Returns the name of the document and the number of the line, for messages.
    pub(crate) fn line(&self) -> String {
        let (name, text) = &*self.document;
        let line = LineColumn::START.after(&text.as_bytes()[..self.span.start]).line;
        format!("{}, line {line}", name.as_deref().unwrap_or("standard input"))
    }

    /// Returns the name of the document; `None` for standard input and arguments.
    pub(crate) fn file(&self) -> Option<&str> {
        self.document.0.as_deref()
    }

    /// Returns an error that marks the byte range of this place.
    pub(crate) fn failure(&self, message: impl Into<String>) -> ImportError {
        self.error(Mistake::new(self.span.clone(), message))
    }

    /// Converts a mistake about the document to an error.
    pub(crate) fn error(&self, mistake: Mistake) -> ImportError {
        ImportError::Mistakes(self.document.clone(), Mistakes(vec![mistake]))
    }
}
