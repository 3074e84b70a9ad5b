//! The parts of a page before inputs are recognized.

use super::labels::{LabelMark, PageLabel};

/// A line of a page, or a part of one, before inputs are recognized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Blank,
    Label(PageLabel, LabelMark),
    /// Text that may be an input or a part of one, with the name in its row of a table.
    Text {
        text: String,
        name: Option<String>,
        is_heading: bool,
    },
    /// An answer in the line of its input, or after an arrow; `None` for a row of a table that has
    /// no answer.
    Answer(Option<String>),
}

impl Part {
    pub(super) const fn text(text: String, name: Option<String>) -> Self {
        Self::Text { text, name, is_heading: false }
    }
}
