//! The lines of an explanation, and their form as text.

use std::iter;

use super::Phrase;
use crate::cell::Cell;

/// One line of an explanation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplanationLine {
    /// Depth in the outline: 0 for the verdict, 1 for a heading or a result, and 2 for an item
    /// of a list.
    pub depth: usize,
    /// True for an item about a legal move.
    pub works: bool,
    /// Cell or the piece that an item is about. The label is empty for other lines, and for
    /// items whose cell is in the heading or that are about several cells.
    pub label: Phrase,
    /// Words after the label.
    pub text: Phrase,
}

impl ExplanationLine {
    pub(super) fn at(depth: usize, text: Phrase) -> Self {
        Self { depth, text, ..Self::default() }
    }

    pub(super) fn item(works: bool, label: Phrase, text: Phrase) -> Self {
        Self { depth: 2, works, label, text }
    }

    /// Returns the label and the text as one phrase, with the cells of both.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        self.label.clone() + self.text.clone()
    }

    /// Returns the cells that the line names, each once, in the order of its words.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        self.phrase().cells
    }

    fn width(&self) -> usize {
        self.label.text.chars().count()
    }

    /// Returns the line as text, with a label of `width` characters.
    fn written(&self, width: usize) -> String {
        let front = match self.depth {
            0 => "",
            1 => "  ",
            _ if self.works => "  + ",
            _ => "    ",
        };
        let (label, text) = (&self.label.text, &self.text.text);
        let gap = if label.is_empty() { 0 } else { width - self.width() + 2 };
        let mut written = String::with_capacity(front.len() + label.len() + gap + text.len());
        written.push_str(front);
        written.push_str(label);
        written.extend(iter::repeat_n(' ', gap));
        written.push_str(text);
        written
    }
}

/// Returns an explanation as lines of text.
pub(super) fn outline(lines: &[ExplanationLine]) -> impl Iterator<Item = String> {
    lines.chunk_by(|line, next| line.depth == next.depth).flat_map(|list| {
        let width = list.iter().map(ExplanationLine::width).max().unwrap_or(0);
        list.iter().map(move |line| line.written(width))
    })
}
