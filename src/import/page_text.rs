//! The text of a page, split into parts.

use std::ops::Range;

use super::part::Part;

/// The parts of a page, with their text in one string.
pub(super) struct PageText {
    parts: Vec<(usize, Part)>,
    /// Text of all parts, each with a line end.
    text: String,
    /// Byte offset of each part in `text`, and the length of `text`.
    starts: Vec<usize>,
}

impl PageText {
    pub(super) fn new(parts: Vec<(usize, Part)>) -> Self {
        let (mut text, mut starts) = (String::new(), Vec::new());
        for (_, part) in &parts {
            starts.push(text.len());
            if let Part::Text { text: of_part, .. } = part {
                text.push_str(of_part);
            }
            text.push('\n');
        }
        starts.push(text.len());
        Self { parts, text, starts }
    }

    pub(super) fn part(&self, nth: usize) -> Option<(usize, &Part)> {
        self.parts.get(nth).map(|(line, part)| (*line, part))
    }

    /// Returns the line number of a part.
    pub(super) fn line(&self, nth: usize) -> usize {
        self.parts[nth].0
    }

    pub(super) fn text_at(&self, nth: usize) -> Option<&str> {
        match self.part(nth)?.1 {
            Part::Text { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Returns the index of the first part after a run of parts that starts at index `from`. A run has at most
    /// `count` parts, each blank or with a text for which `belongs` is true.
    pub(super) fn run(&self, from: usize, count: usize, belongs: impl Fn(&str) -> bool) -> usize {
        let is_in = |part: &(usize, Part)| match &part.1 {
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
