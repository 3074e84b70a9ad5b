//! The text of a page, split into parts.

use std::ops::{Range, RangeInclusive};

use super::labels::{LabelMark, PageLabel};
use super::values::FoundAnswer;
use crate::cases::Question;

/// An input on a page.
#[derive(Clone, Debug)]
pub(super) struct FoundInput {
    pub(super) text: String,
    /// Parsed input, or the reason why it makes no case.
    pub(super) question: Result<Question, String>,
    /// Name in the line of the input; may be empty.
    pub(super) name: String,
    /// Answer in the line of the input or after an arrow.
    pub(super) answer: Option<FoundAnswer>,
    /// True if a label announces the input, but no input follows.
    pub(super) is_missing: bool,
}

impl FoundInput {
    pub(super) fn new(text: &str, question: Result<Question, String>) -> Self {
        Self {
            text: text.trim().to_owned(),
            question,
            name: String::new(),
            answer: None,
            is_missing: false,
        }
    }

    /// Returns an input that cannot be used because of `error`.
    pub(super) fn wrong(text: &str, error: &str) -> Self {
        Self::new(text, Err(error.to_owned()))
    }

    /// Returns a placeholder for an input that a label announces, but that does not follow the
    /// label.
    pub(super) fn missing() -> Self {
        Self { is_missing: true, ..Self::wrong("", "no input follows this label") }
    }
}

/// A line of a page, a row of a table, or a part of a line.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Blank,
    Label(PageLabel, LabelMark),
    /// An input that is whole.
    Input(Box<FoundInput>),
    /// Text that may be an input of several lines, an answer, or a part of one.
    Text {
        text: String,
        is_heading: bool,
        /// Answer in a column beside the text.
        beside: Option<FoundAnswer>,
    },
    /// An answer after an arrow or a label in the line of its input.
    Answer(FoundAnswer),
}

impl Part {
    pub(super) fn text(text: &str) -> Self {
        Self::Text { text: text.to_owned(), is_heading: false, beside: None }
    }
}

/// The parts of a page, with their text in one string.
pub(super) struct PageText {
    parts: Vec<(RangeInclusive<usize>, Part)>,
    /// Text of all parts, each with a line end.
    text: String,
    /// Byte offset of each part in `text`, and the length of `text`.
    starts: Vec<usize>,
}

impl PageText {
    pub(super) fn new() -> Self {
        Self { parts: Vec::new(), text: String::new(), starts: vec![0] }
    }

    /// Returns a page of a single line.
    pub(super) fn of_text(text: &str) -> Self {
        let mut page = Self::new();
        page.push(&(1..=1), Part::text(text));
        page
    }

    /// Adds a part that stands in these lines.
    pub(super) fn push(&mut self, lines: &RangeInclusive<usize>, part: Part) {
        if let Part::Text { text, .. } = &part {
            self.text.push_str(text);
        }
        self.text.push('\n');
        self.starts.push(self.text.len());
        self.parts.push((lines.clone(), part));
    }

    /// Returns `true` if a label announces an answer.
    pub(super) fn has_labels(&self) -> bool {
        let is_output = |part: &Part| match part {
            Part::Label(label, _) => *label != PageLabel::Input,
            _ => false,
        };
        self.parts.iter().any(|(_, part)| is_output(part))
    }

    pub(super) fn part(&self, nth: usize) -> Option<&Part> {
        self.parts.get(nth).map(|(_, part)| part)
    }

    /// Returns the line numbers of a part.
    pub(super) fn lines(&self, nth: usize) -> RangeInclusive<usize> {
        self.parts[nth].0.clone()
    }

    pub(super) fn text_at(&self, nth: usize) -> Option<&str> {
        match self.part(nth)? {
            Part::Text { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Returns the index of the first part after a run of parts that starts at index `from`. A run has at most
    /// `count` parts, each blank or with a text for which `belongs` is true.
    pub(super) fn run(&self, from: usize, count: usize, belongs: impl Fn(&str) -> bool) -> usize {
        let is_in = |(_, part): &(_, Part)| match part {
            Part::Blank => true,
            Part::Text { text, .. } => belongs(text),
            _ => false,
        };
        let rest = self.parts[from..].iter().take(count);
        from + rest.take_while(|part| is_in(part)).count()
    }

    pub(super) fn slice(&self, parts: Range<usize>, offset: usize) -> &str {
        &self.text[self.starts[parts.start] + offset..self.starts[parts.end]]
    }

    /// Returns the number of the part after the text that ends `bytes` after the start of a part;
    /// `None` if more text follows in the same part.
    pub(super) fn after(&self, nth: usize, bytes: usize) -> Option<usize> {
        let end = self.starts[nth] + bytes;
        let next = self.starts.partition_point(|start| *start < end).max(nth + 1);
        self.text[end.min(self.starts[next])..self.starts[next]].trim().is_empty().then_some(next)
    }
}
