//! Splits a page into inputs, answers, labels and other lines.

use std::ops::RangeInclusive;

use super::importer::Importer;
use super::inputs::{FoundInput, Inputs};
use super::labels::{self, LabelMark, Labelled, PageLabel};
use super::lines::{PageLine, lines};
use super::page_text::PageText;
use super::part::Part;
use super::tables::{PageTable, RowKind};
use super::values::{after_arrow, after_separator, value, verdict};

/// An input, an answer, a label or other text of a page, with the numbers of its lines.
#[derive(Clone, Debug)]
pub(super) struct PageItem {
    pub(super) lines: RangeInclusive<usize>,
    pub(super) kind: ItemKind,
}

#[derive(Clone, Debug)]
pub(super) enum ItemKind {
    Input(FoundInput),
    /// An answer, or as the error the text where an answer was expected.
    Answer(Result<String, String>),
    Label(PageLabel, LabelMark),
    /// Any other line.
    Text(OtherText),
}

/// A line that is no input, answer or label.
#[derive(Clone, Debug)]
pub(super) struct OtherText {
    pub(super) text: String,
    /// True if the page marks the line as a heading.
    pub(super) is_heading: bool,
    /// Reason why the line belongs to no case, if an input or an answer is in it.
    pub(super) why: Option<&'static str>,
}

/// Splits a page into its items.
pub(super) fn items(importer: &Importer<'_>, page: &str) -> Vec<PageItem> {
    let inputs = Inputs::new(importer);
    let mut parts: Vec<(usize, Part)> = Vec::new();
    let mut table = PageTable::default();
    for line in lines(page) {
        let is_input = |text: &str| inputs.is_line(text);
        let is_row = !line.is_heading || line.text.contains(['|', '\t']);
        let row = if is_row { table.read(&line.text, is_input) } else { RowKind::None };
        let found = match row {
            RowKind::Heading if is_of_both(&line.text) => {
                vec![Part::Label(PageLabel::Both, LabelMark::default())]
            }
            RowKind::Heading => vec![Part::Blank],
            RowKind::Row(row) => {
                vec![Part::text(row.input, row.name), Part::Answer(row.answer)]
            }
            RowKind::None => {
                // A row of a table in HTML may have several lines.
                let lines = line
                    .text
                    .split('\n')
                    .map(|text| PageLine { text: without_columns(text), ..line });
                lines.flat_map(|line| parts_of(&line, &inputs)).collect()
            }
        };
        parts.extend(found.into_iter().map(|part| (line.number, part)));
    }
    let has_labels = parts.iter().any(|(_, part)| {
        matches!(part, Part::Label(PageLabel::Output | PageLabel::Both | PageLabel::Group(_), _))
    });
    let mut scan = Scan {
        page: PageText::new(parts),
        inputs,
        has_labels,
        has_numbers: false,
        has_inputs: false,
        asked: None,
        items: Vec::new(),
    };
    scan.run();
    scan.items
}

fn parts_of(line: &PageLine, inputs: &Inputs<'_>) -> Vec<Part> {
    let text = line.text.as_str();
    if text.is_empty() {
        return vec![Part::Blank];
    }
    let whole = || Part::Text { text: text.to_owned(), name: None, is_heading: line.is_heading };
    if let Some(Labelled { label, rest, mark, is_certain }) = labels::at_start(text) {
        let is_wanted = match label {
            PageLabel::Output => value(rest).is_some(),
            PageLabel::Input | PageLabel::Group(_) | PageLabel::Both => {
                after_arrow(rest).is_some()
                    || labels::before_output(rest).is_some()
                    || inputs.is_line(rest)
            }
        };
        let is_group = matches!(label, PageLabel::Group(_)) && !rest.is_empty();
        if is_wanted || (is_certain && !is_group) {
            let mut parts = vec![Part::Label(label, mark)];
            if !rest.is_empty() {
                let part = |text: &str| Part::text(text.to_owned(), None);
                parts.extend(answered(unquoted(rest), inputs, &part));
            }
            return parts;
        }
    }
    let part = |part: &str| if part == text { whole() } else { Part::text(part.to_owned(), None) };
    answered(text, inputs, &part)
}

/// Returns `true` if a line has the headings of two columns, one of inputs and one of outputs.
fn is_of_both(line: &str) -> bool {
    let mut cells = line.split(['\t', '|']).map(str::trim).filter(|cell| !cell.is_empty());
    let labels = [cells.next(), cells.next()].map(|cell| cell.and_then(labels::of_phrase));
    labels == [Some(PageLabel::Input), Some(PageLabel::Output)] && cells.next().is_none()
}

/// Rewrites a table row of two columns, a label and a value, as `LABEL: VALUE`. In other lines,
/// replaces tabs with spaces.
fn without_columns(line: &str) -> String {
    let cells: Vec<&str> =
        line.split(['\t', '|']).map(str::trim).filter(|it| !it.is_empty()).collect();
    match cells[..] {
        [label, value] if labels::of_phrase(label.trim_end_matches(':')).is_some() => {
            format!("{}: {value}", label.trim_end_matches(':'))
        }
        _ => line.replace('\t', " "),
    }
}

/// Removes quotation marks around a text.
fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(text)
}

/// Splits a line at the arrow, the label, or the hyphen or colon before its answer, if there is
/// one.
fn answered(text: &str, inputs: &Inputs<'_>, part: &dyn Fn(&str) -> Part) -> Vec<Part> {
    let labelled = || {
        let (before, rest) = labels::before_output(text)?;
        Some((before, value(rest)?))
    };
    let separated = || after_separator(text).filter(|(before, _)| inputs.is_line(before));
    match after_arrow(text).or_else(labelled).or_else(separated) {
        Some(("", answer)) => vec![Part::Answer(Some(answer.to_owned()))],
        Some((before, answer)) => vec![part(before), Part::Answer(Some(answer.to_owned()))],
        None => vec![part(text)],
    }
}

/// The search for inputs and answers in the parts of a page.
struct Scan<'i> {
    page: PageText,
    inputs: Inputs<'i>,
    /// True if the page has labels of answers. Then only labelled values are answers.
    has_labels: bool,
    /// True if a lone number stands before the first input, as in a list whose items have their
    /// numbers on lines of their own.
    has_numbers: bool,
    /// True after the first input.
    has_inputs: bool,
    /// Number of the line whose label announced an input, until the input comes.
    asked: Option<usize>,
    items: Vec<PageItem>,
}

/// The values that the last label announced and that have not come yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    Nothing,
    /// A label announced an answer, which has not come yet.
    Answer,
    /// A label announced answers, and at least one has come; the next line may have another.
    MoreAnswers,
    /// A label announced an input and its answer; the input has not come yet.
    InputAndAnswer,
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
                Part::Label(label, mark) => {
                    waiting = match label {
                        PageLabel::Output => Pending::Answer,
                        PageLabel::Both => Pending::InputAndAnswer,
                        PageLabel::Input | PageLabel::Group(_) => Pending::Nothing,
                    };
                    if label == PageLabel::Output {
                        self.miss_input();
                    }
                    self.asked = (label == PageLabel::Input).then_some(line);
                    self.push(line..=line, ItemKind::Label(label, mark));
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
        let is_waiting = matches!(waiting, Pending::Answer | Pending::InputAndAnswer);
        if is_waiting && !is_heading && labels::is_section(text) {
            // A button such as `Copy` stands between a label and its value.
            return nth + 1;
        }
        if matches!(waiting, Pending::Answer | Pending::MoreAnswers) {
            let is_first = *waiting == Pending::Answer && !is_heading;
            if let Some(answer) = self.labelled_answer(nth, text, is_first) {
                *waiting = if answer.is_ok() { Pending::MoreAnswers } else { Pending::Nothing };
                self.push(line..=line, ItemKind::Answer(answer));
                return nth + 1;
            }
            *waiting = Pending::Nothing;
        }
        if let Some((input, end)) = self.inputs.at(&self.page, nth) {
            let last = self.page.line(end - 1);
            self.asked = None;
            self.has_inputs = true;
            self.push(line..=last, ItemKind::Input(input));
            if *waiting == Pending::InputAndAnswer {
                *waiting = Pending::Answer;
            }
            return end;
        }
        if self.asked.is_some() && self.inputs.is_among(text) {
            self.asked = None;
            self.push(line..=line, ItemKind::Input(FoundInput::among(text, AMONG)));
            return nth + 1;
        }
        match value(text) {
            Some(answer) if self.is_plain_answer(line, nth) => {
                self.push(line..=line, ItemKind::Answer(Ok(answer.to_owned())));
            }
            number => {
                self.has_numbers |= number.is_some() && !self.has_inputs && !self.has_labels;
                let why = match number {
                    Some(_) if !self.has_labels => Some(NO_LABEL),
                    _ => self.inputs.is_among(text).then_some(AMONG),
                };
                let text = text.to_owned();
                self.push(line..=line, ItemKind::Text(OtherText { text, is_heading, why }));
            }
        }
        nth + 1
    }

    /// Returns the answer after a label, or the text in its place as the error; `None` if the text
    /// does not look like an answer. `is_first` is true for the first text after the label.
    fn labelled_answer(
        &self,
        nth: usize,
        text: &str,
        is_first: bool,
    ) -> Option<Result<String, String>> {
        if let Some(answer) = value(text).or_else(|| value(without_number(text)?)) {
            return Some(match self.condition(nth + 1) {
                Some(condition) => Err(format!("{text} {condition}")),
                None => Ok(answer.to_owned()),
            });
        }
        if let Some(answer) = verdict(text).filter(|_| is_first) {
            return Some(Ok(answer.to_owned()));
        }
        let is_wrong = is_first && seems_answer(text) && self.inputs.at(&self.page, nth).is_none();
        is_wrong.then(|| Err(text.to_owned()))
    }

    /// Returns `true` if a value without a label is an answer: alone on the line after its input,
    /// with no text on the next line.
    fn is_plain_answer(&self, line: usize, nth: usize) -> bool {
        let is_text = |nth: usize| match self.page.part(nth) {
            Some((_, Part::Text { text, .. })) => {
                text.contains(char::is_alphabetic) && self.inputs.at(&self.page, nth).is_none()
            }
            _ => false,
        };
        !self.has_labels && !self.has_numbers && self.follows_input(line) && !is_text(nth + 1)
    }

    /// Returns the text of part `nth` if the text is a condition, such as `if White is mated` on
    /// the line below `1`.
    fn condition(&self, nth: usize) -> Option<&str> {
        let (_, Part::Text { text, .. }) = self.page.part(nth)? else { return None };
        let first = text.split(' ').next().unwrap_or_default();
        CONDITIONS.contains(&first).then_some(text)
    }

    /// Adds a placeholder if a label announced an input that has not come. The answer that follows
    /// is then not taken for the answer to an earlier input.
    fn miss_input(&mut self) {
        if let Some(line) = self.asked.take() {
            self.push(line..=line, ItemKind::Input(FoundInput::missing()));
        }
    }

    /// Stores an answer in the input before it, if that input is in the same line or in the line
    /// above. Otherwise adds the answer as other text.
    fn own_answer(&mut self, line: usize, answer: Option<String>) {
        let is_near = self.items.last().is_some_and(|item| line - item.lines.end() <= 1);
        match self.items.last_mut() {
            Some(PageItem { lines, kind: ItemKind::Input(input) })
                if is_near && input.answer.is_none() =>
            {
                *lines = *lines.start()..=line;
                match answer {
                    Some(answer) => input.answer = Some(answer),
                    None => {
                        input.error.get_or_insert_with(|| "its row has no answer".to_owned());
                    }
                }
            }
            _ => {
                let text = |text| OtherText { text, is_heading: false, why: Some(NO_INPUT) };
                let other = answer.map(|answer| ItemKind::Text(text(answer)));
                self.items.extend(other.map(|kind| PageItem { lines: line..=line, kind }));
            }
        }
    }

    /// Returns `true` if an input ends in the line before this one.
    fn follows_input(&self, line: usize) -> bool {
        let last = self.items.last();
        last.is_some_and(|item| {
            matches!(item.kind, ItemKind::Input(_)) && item.lines.end() + 1 == line
        })
    }

    fn push(&mut self, lines: RangeInclusive<usize>, kind: ItemKind) {
        self.items.push(PageItem { lines, kind });
    }
}

pub(super) const AMONG: &str =
    "an input stands among other words; a case needs an arrow, a label or a table";
const NO_LABEL: &str = "no label, arrow or table says that it is an answer";
const NO_INPUT: &str = "no input stands right before it";

/// Words that make a line a description of answers instead of an answer.
const CONDITIONS: [&str; 6] = ["if", "when", "otherwise", "si", "wenn", "falls"];

/// Returns the text after the number of an item of a list.
fn without_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix(['.', ')']).filter(|_| rest.len() < text.len())
}

/// Returns `true` for a single word, and for a text that starts with an answer.
fn seems_answer(text: &str) -> bool {
    let first = text.split([' ', ',', ';']).next().unwrap_or_default();
    first == text || value(first).is_some()
}
