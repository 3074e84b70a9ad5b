//! Finds the inputs and the answers among the parts of a page.

use std::ops::RangeInclusive;

use super::importer::Importer;
use super::inputs::Inputs;
use super::labels::{self, LabelMark, PageLabel};
use super::lines::PageLine;
use super::page_text::{FoundInput, PageText, Part};
use super::parts::parts;
use super::values::{CONDITIONS, FoundAnswer, answer_at_start, value, verdict};
use crate::cases::Question;
use crate::cases::truth::is_any;

/// An input, an answer, a label or other text of a page, with the numbers of its lines.
#[derive(Clone, Debug)]
pub(super) struct PageItem {
    pub(super) lines: RangeInclusive<usize>,
    pub(super) kind: ItemKind,
}

#[derive(Clone, Debug)]
pub(super) enum ItemKind {
    Input(Box<FoundInput>),
    /// An answer, or as the error the text where an answer was expected.
    Answer(Result<FoundAnswer, String>),
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
    pub(super) why: Option<String>,
}

/// Splits the lines of a page into its items.
pub(super) fn items(importer: &Importer<'_>, lines: Vec<PageLine>) -> Vec<PageItem> {
    let inputs = Inputs::new(importer);
    let page = parts(lines, &inputs);
    let mut scan = Scan {
        has_labels: page.has_labels(),
        page,
        inputs,
        has_numbers: false,
        has_inputs: false,
        asked: None,
        items: Vec::new(),
    };
    scan.run();
    scan.items
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
        while let Some(part) = self.page.part(nth) {
            let lines = self.page.lines(nth);
            let line = *lines.start();
            nth = match part {
                Part::Blank => {
                    if waiting == Pending::MoreAnswers {
                        waiting = Pending::Nothing;
                    }
                    nth + 1
                }
                Part::Label(label, mark) => {
                    let (label, mark) = (*label, *mark);
                    waiting = match label {
                        PageLabel::Output => Pending::Answer,
                        PageLabel::Both => Pending::InputAndAnswer,
                        PageLabel::Input | PageLabel::Group(_) => Pending::Nothing,
                    };
                    if label == PageLabel::Output {
                        self.miss_input();
                    }
                    self.asked = (label == PageLabel::Input).then_some(line);
                    self.push(lines, ItemKind::Label(label, mark));
                    nth + 1
                }
                Part::Answer(answer) => {
                    let answer = answer.clone();
                    self.own_answer(line, answer);
                    waiting = Pending::Nothing;
                    nth + 1
                }
                Part::Input(input) => {
                    let input = FoundInput::clone(input);
                    self.input(lines, input, &mut waiting);
                    nth + 1
                }
                Part::Text { text, is_heading, beside } => {
                    let (text, is_heading, beside) = (text.clone(), *is_heading, beside.clone());
                    self.text(nth, &text, (is_heading, beside), &mut waiting)
                }
            };
        }
    }

    fn input(&mut self, lines: RangeInclusive<usize>, input: FoundInput, waiting: &mut Pending) {
        self.asked = None;
        self.has_inputs = true;
        *waiting =
            if *waiting == Pending::InputAndAnswer { Pending::Answer } else { Pending::Nothing };
        self.push(lines, ItemKind::Input(Box::new(input)));
    }

    /// Adds an item for text, and returns the number of the part after the item.
    fn text(
        &mut self,
        nth: usize,
        text: &str,
        (is_heading, beside): (bool, Option<FoundAnswer>),
        waiting: &mut Pending,
    ) -> usize {
        let lines = self.page.lines(nth);
        let is_waiting = matches!(waiting, Pending::Answer | Pending::InputAndAnswer);
        if (is_waiting || self.asked.is_some()) && !is_heading && labels::is_section(text) {
            // A button such as `Copy` stands between a label and its value.
            return nth + 1;
        }
        if matches!(waiting, Pending::Answer | Pending::MoreAnswers) {
            let is_first = *waiting == Pending::Answer && !is_heading;
            if let Some(answer) = self.labelled_answer(nth, text, is_first) {
                *waiting = if answer.is_ok() { Pending::MoreAnswers } else { Pending::Nothing };
                self.push(lines, ItemKind::Answer(answer));
                return nth + 1;
            }
            *waiting = Pending::Nothing;
        }
        if let Some((input, end)) = self.sized(nth).or_else(|| self.inputs.at(&self.page, nth)) {
            let answer = beside.or(input.answer);
            let lines = *lines.start()..=*self.page.lines(end - 1).end();
            self.input(lines, FoundInput { answer, ..input }, waiting);
            return end;
        }
        if self.asked.is_some() && self.inputs.is_among(text) {
            self.asked = None;
            self.push(lines, ItemKind::Input(Box::new(FoundInput::wrong(text, AMONG))));
            return nth + 1;
        }
        let kind = match value(text) {
            Some(value) if self.is_plain_answer(*lines.start(), nth) => {
                let answer = FoundAnswer::new(value);
                ItemKind::Answer(Ok(answer))
            }
            value => {
                let is_value = value.is_some();
                self.has_numbers |= is_value && !self.has_inputs && !self.has_labels;
                let why =
                    if is_value { self.why_no_answer(*lines.start()) } else { self.why_text(text) };
                ItemKind::Text(OtherText { text: text.to_owned(), is_heading, why })
            }
        };
        self.push(lines, kind);
        nth + 1
    }

    /// Returns the board below a line that has only the size of the board, as in `3` or `n = 3,`.
    fn sized(&self, nth: usize) -> Option<(FoundInput, usize)> {
        let size = self.page.text_at(nth)?.trim_start_matches(['n', 'N', '=', ' ']);
        let size: usize = size.trim_end_matches([',', ':']).parse().ok()?;
        let (board, end) = match self.page.part(nth + 1)? {
            Part::Input(input) => (FoundInput::clone(input), nth + 2),
            Part::Text { .. } => self.inputs.at(&self.page, nth + 1)?,
            _ => return None,
        };
        let Ok(Question::Mate(setup)) = &board.question else { return None };
        (setup.board.size().edge() == size).then_some((board, end))
    }

    /// Returns the answer after a label, or the text in its place as the error; `None` if the text
    /// does not look like an answer. `is_first` is true for the first text after the label.
    fn labelled_answer(
        &self,
        nth: usize,
        text: &str,
        is_first: bool,
    ) -> Option<Result<FoundAnswer, String>> {
        let found = |text| {
            if is_first {
                answer_at_start(text)
            } else {
                answer_at_start(text).filter(|_| value(text).is_some())
            }
        };
        if let Some(answer) = found(text).or_else(|| found(without_number(text)?)) {
            return Some(match self.condition(nth + 1) {
                Some(condition) => Err(format!("{text} {condition}")),
                None => Ok(answer),
            });
        }
        if let Some(answer) = verdict(text).filter(|_| is_first) {
            return Some(Ok(FoundAnswer::new(answer)));
        }
        let is_wrong = is_first && seems_answer(text) && self.inputs.at(&self.page, nth).is_none();
        is_wrong.then(|| Err(text.to_owned()))
    }

    /// Returns `true` if a value without a label is an answer: alone on the line after its input,
    /// with no text on the next line.
    fn is_plain_answer(&self, line: usize, nth: usize) -> bool {
        let is_text = |nth: usize| {
            self.page.text_at(nth).is_some_and(|text| {
                text.contains(char::is_alphabetic) && self.inputs.at(&self.page, nth).is_none()
            })
        };
        !self.has_labels && !self.has_numbers && self.follows_input(line) && !is_text(nth + 1)
    }

    /// Returns the reason why a value is no answer.
    fn why_no_answer(&self, line: usize) -> Option<String> {
        let mut items = self.items.iter().rev();
        let label =
            items.next().filter(|item| item.lines.end() + 1 >= line).and_then(unknown_label);
        let is_unanswered = matches!(items.next(), Some(PageItem { kind: ItemKind::Input(input), .. }) if input.answer.is_none());
        match label.filter(|_| is_unanswered) {
            Some(label) => Some(unknown(label)),
            None => (!self.has_labels).then(|| NO_LABEL.to_owned()),
        }
    }

    /// Returns the reason why other text belongs to no case, if an input or an answer is in it.
    fn why_text(&self, text: &str) -> Option<String> {
        let after_input = matches!(self.items.last(), Some(PageItem { kind: ItemKind::Input(input), .. }) if input.answer.is_none());
        let label =
            text.split_once(':').filter(|(label, rest)| is_short(label) && value(rest).is_some());
        match label.filter(|_| after_input) {
            Some((label, _)) => Some(unknown(label)),
            None => self.inputs.is_among(text).then(|| AMONG.to_owned()),
        }
    }

    /// Returns the text of part `nth` if the text is a condition, such as `if White is mated` on
    /// the line below `1`.
    fn condition(&self, nth: usize) -> Option<&str> {
        let text = self.page.text_at(nth)?;
        is_any(text.split(' ').next().unwrap_or_default(), &CONDITIONS).then_some(text)
    }

    /// Adds a placeholder if a label announced an input that has not come. The answer that follows
    /// is then not taken for the answer to an earlier input.
    fn miss_input(&mut self) {
        if let Some(line) = self.asked.take() {
            self.push(line..=line, ItemKind::Input(Box::new(FoundInput::missing())));
        }
    }

    /// Stores an answer in the input before it, if that input is in the same line or in the line
    /// above. Otherwise adds the answer as other text.
    fn own_answer(&mut self, line: usize, found: FoundAnswer) {
        let is_near = self.items.last().is_some_and(|item| line <= item.lines.end() + 1);
        match self.items.last_mut() {
            Some(PageItem { lines, kind: ItemKind::Input(input) })
                if is_near && input.answer.is_none() =>
            {
                *lines = *lines.start()..=line;
                input.answer = Some(found);
            }
            _ => {
                let why = Some(NO_INPUT.to_owned());
                let text = OtherText { text: found.answer, is_heading: false, why };
                self.push(line..=line, ItemKind::Text(text));
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

fn unknown(label: &str) -> String {
    format!("`{}` is not a known label of an answer", label.trim_end_matches(':'))
}

/// Returns the text of an item that has the form of a label.
fn unknown_label(item: &PageItem) -> Option<&str> {
    let ItemKind::Text(OtherText { text, .. }) = &item.kind else { return None };
    is_short(text.trim_end_matches(':')).then_some(text)
}

/// Returns `true` for one or two words without digits and other signs.
fn is_short(label: &str) -> bool {
    label.split(' ').count() <= 2 && label.chars().all(|c| c.is_alphabetic() || c == ' ')
}

/// Returns the text after the number of an item of a list.
fn without_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.strip_prefix(['.', ')']).filter(|_| rest.len() < text.len());
    rest.filter(|rest| rest.starts_with(' '))
}

/// Returns `true` for a single word, and for a text that starts with an answer.
fn seems_answer(text: &str) -> bool {
    let first = text.split([' ', ',', ';']).next().unwrap_or_default();
    first == text || value(first).is_some()
}
