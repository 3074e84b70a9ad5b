//! Splits a page into inputs, answers, labels and other lines.

use std::ops::RangeInclusive;

use super::inputs::{FoundInput, Inputs, PageText};
use super::labels::{self, Labelled, PageLabel};
use super::lines::{PageLine, lines};
use super::tables::{PageTable, RowKind};
use super::values::{after_arrow, value};
use super::{Importer, names};

/// A part of a page, with the numbers of its lines.
#[derive(Clone, Debug)]
pub(super) struct PageItem {
    pub(super) lines: RangeInclusive<usize>,
    pub(super) what: What,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    Input(FoundInput),
    /// An answer, or a word where an answer was expected.
    Answer(Result<String, String>),
    PageLabel(PageLabel),
    /// Any other line; `true` for a line that is marked as a heading.
    Text(String, bool),
}

/// A part of a line before inputs are recognized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Blank,
    PageLabel(PageLabel),
    /// Text that may be an input, with the name that a table gives to it.
    Text {
        text: String,
        name: Option<String>,
        is_heading: bool,
    },
    /// An answer in the line of its input, or after an arrow.
    Answer(String),
}

/// Splits a page into its items.
pub(super) fn items(importer: &Importer<'_>, page: &str) -> Vec<PageItem> {
    let inputs = Inputs::new(importer);
    let mut parts: Vec<(usize, Part)> = Vec::new();
    let mut table = PageTable::default();
    for line in lines(page) {
        let is_input = |text: &str| inputs.is_line(text);
        let row = if line.is_heading { RowKind::None } else { table.read(&line.text, is_input) };
        let found = match row {
            RowKind::Heading => vec![Part::Blank],
            RowKind::Row(row) => {
                vec![Part::text(row.input, row.name), Part::Answer(row.answer)]
            }
            RowKind::None => parts_of(&line, &inputs),
        };
        parts.extend(found.into_iter().map(|part| (line.number, part)));
    }
    let has_labels = parts
        .iter()
        .any(|(_, part)| matches!(part, Part::PageLabel(PageLabel::Output | PageLabel::Group(_))));
    let mut scan = Scan { page: PageText::new(parts), inputs, has_labels, items: Vec::new() };
    scan.run();
    scan.items
}

impl Part {
    const fn text(text: String, name: Option<String>) -> Self {
        Self::Text { text, name, is_heading: false }
    }
}

fn parts_of(line: &PageLine, inputs: &Inputs<'_>) -> Vec<Part> {
    let text = line.text.as_str();
    if text.is_empty() {
        return vec![Part::Blank];
    }
    let whole = || Part::Text { text: text.to_owned(), name: None, is_heading: line.is_heading };
    if let Some(Labelled { label, rest, is_certain }) = labels::at_start(text) {
        let is_wanted = match label {
            PageLabel::Output => value(rest).is_some(),
            PageLabel::Input | PageLabel::Group(_) => {
                after_arrow(rest).is_some()
                    || labels::before_output(rest).is_some()
                    || inputs.is_line(rest)
            }
        };
        if is_certain || is_wanted {
            let mut parts = vec![Part::PageLabel(label)];
            if !rest.is_empty() {
                parts.extend(answered(rest, &|text| Part::text(text.to_owned(), None)));
            }
            return parts;
        }
    }
    answered(text, &|part| if part == text { whole() } else { Part::text(part.to_owned(), None) })
}

/// Splits a line at the arrow or the label before its answer, if there is one.
fn answered(text: &str, part: &dyn Fn(&str) -> Part) -> Vec<Part> {
    let labelled = || {
        let (before, rest) = labels::before_output(text)?;
        Some((before, value(rest)?))
    };
    match after_arrow(text).or_else(labelled) {
        Some(("", answer)) => vec![Part::Answer(answer.to_owned())],
        Some((before, answer)) => vec![part(before), Part::Answer(answer.to_owned())],
        None => vec![part(text)],
    }
}

/// The search for inputs and answers in the parts of a page.
struct Scan<'i> {
    page: PageText,
    inputs: Inputs<'i>,
    /// True if the page has labels of answers. Then only labelled values are answers.
    has_labels: bool,
    items: Vec<PageItem>,
}

/// The label that waits for its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    Nothing,
    /// The next text may be an answer.
    Answer,
    /// The text of the next line may be one more answer.
    MoreAnswers,
}

impl Scan<'_> {
    fn run(&mut self) {
        let (mut waiting, mut nth) = (Pending::Nothing, 0);
        while let Some((line, part)) = self.page.part(nth) {
            let (line, part) = (line, part.clone());
            nth = match part {
                Part::Blank => {
                    if waiting == Pending::MoreAnswers {
                        waiting = Pending::Nothing;
                    }
                    nth + 1
                }
                Part::PageLabel(label) => {
                    waiting =
                        if label == PageLabel::Output { Pending::Answer } else { Pending::Nothing };
                    self.push(line..=line, What::PageLabel(label));
                    nth + 1
                }
                Part::Answer(answer) => {
                    self.own_answer(line, answer);
                    waiting = Pending::Nothing;
                    nth + 1
                }
                Part::Text { text, is_heading, .. } => {
                    self.text(nth, &text, is_heading, &mut waiting)
                }
            };
        }
    }

    /// Adds an item for text, and returns the number of the part after the item.
    fn text(&mut self, nth: usize, text: &str, is_heading: bool, waiting: &mut Pending) -> usize {
        let line = self.page.line(nth);
        if *waiting != Pending::Nothing {
            if let Some(answer) = value(text) {
                self.push(line..=line, What::Answer(Ok(answer.to_owned())));
                *waiting = Pending::MoreAnswers;
                return nth + 1;
            }
            let seems_answer = *waiting == Pending::Answer && !is_heading && seems_answer(text);
            *waiting = Pending::Nothing;
            if seems_answer && self.inputs.at(&self.page, nth).is_none() {
                self.push(line..=line, What::Answer(Err(text.to_owned())));
                return nth + 1;
            }
        }
        if let Some((input, end)) = self.inputs.at(&self.page, nth) {
            let last = self.page.line(end - 1);
            self.push(line..=last, What::Input(input));
            return end;
        }
        match value(text) {
            Some(answer) if !self.has_labels && self.follows_input(line) => {
                self.push(line..=line, What::Answer(Ok(answer.to_owned())));
            }
            _ => self.push(line..=line, What::Text(text.to_owned(), is_heading)),
        }
        nth + 1
    }

    /// Gives an answer to the input before it. Without an input, the answer is other text.
    fn own_answer(&mut self, line: usize, answer: String) {
        let is_near = self.items.last().is_some_and(|item| line - item.lines.end() <= 1);
        match self.items.last_mut() {
            Some(PageItem { lines, what: What::Input(input) })
                if is_near && input.answer.is_none() =>
            {
                input.answer = Some(answer);
                *lines = *lines.start()..=line;
            }
            _ => self.push(line..=line, What::Text(answer, false)),
        }
    }

    /// Returns `true` if an input ends in the line before this one.
    fn follows_input(&self, line: usize) -> bool {
        let last = self.items.last();
        last.is_some_and(|item| matches!(item.what, What::Input(_)) && item.lines.end() + 1 == line)
    }

    fn push(&mut self, lines: RangeInclusive<usize>, what: What) {
        self.items.push(PageItem { lines, what });
    }
}

/// Returns `true` for a single word, and for a text that starts with an answer.
fn seems_answer(text: &str) -> bool {
    let first = text.split([' ', ',', ';']).next().unwrap_or_default();
    first == text || value(first).is_some()
}

/// Returns the name of an input after a label, such as `Board 3: …`.
pub(super) fn name_before(text: &str, start: usize) -> Option<String> {
    names::of_label(text[..start].trim_end())
}
