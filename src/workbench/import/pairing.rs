//! Pairs the inputs of a page with its answers.

use super::items::{PageItem, What};
use super::labels::PageLabel;
use super::names::{CaseTitle, Heading, title};

/// Use of an item of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Other text, or a label.
    None,
    /// A part of a case or its title.
    Case,
    /// An input or an answer that makes no case, with the reason.
    NoCase(String),
    /// An input without an answer.
    Unanswered,
}

/// An input with its answer, by the numbers of their items.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) input: usize,
    /// Number of the answer's item; `None` if the answer belongs to the input or its group.
    pub(super) answer: Option<usize>,
    /// The answer, or a word where one was expected.
    pub(super) value: Result<String, String>,
}

/// The pairs of a page, and the use of each of its items.
pub(super) struct Pairing {
    pub(super) pairs: Vec<Pair>,
    pub(super) uses: Vec<Use>,
    /// Title of each item that is an input.
    pub(super) titles: Vec<Option<CaseTitle>>,
    /// Inputs that follow one another with nothing but labels in between.
    block: Vec<usize>,
    /// Answers after the block.
    answers: Vec<usize>,
}

const NO_INPUT: &str = "no input without an answer stands before it";

/// Pairs each answer with the nearest input before it. Inputs that follow one another are a block,
/// which pairs with the answers after it in order, or not at all.
pub(super) fn pair(items: &[PageItem]) -> Pairing {
    let mut pairing = Pairing {
        pairs: Vec::new(),
        uses: vec![Use::None; items.len()],
        titles: titles(items),
        block: Vec::new(),
        answers: Vec::new(),
    };
    let (mut is_open, mut group) = (false, None);
    for (nth, item) in items.iter().enumerate() {
        match &item.what {
            What::Input(input) => {
                let own =
                    input.answer.clone().or_else(|| group.map(|answer: bool| answer.to_string()));
                if own.is_some() || !is_open || !pairing.answers.is_empty() {
                    pairing.end_block(items);
                }
                match own {
                    Some(value) => {
                        pairing.pairs.push(Pair { input: nth, answer: None, value: Ok(value) });
                    }
                    None => pairing.block.push(nth),
                }
                is_open = true;
            }
            What::Answer(Err(_)) if pairing.block.is_empty() => {}
            What::Answer(_) if pairing.block.is_empty() => {
                pairing.uses[nth] = Use::NoCase(NO_INPUT.to_owned());
            }
            What::Answer(_) => pairing.answers.push(nth),
            What::PageLabel(label) => {
                group = match label {
                    PageLabel::Group(answer) => Some(*answer),
                    PageLabel::Input | PageLabel::Output => None,
                };
            }
            What::Text(_, is_heading) => {
                is_open = false;
                group = group.filter(|_| !is_heading);
            }
        }
    }
    pairing.end_block(items);
    pairing
}

impl Pairing {
    fn end_block(&mut self, items: &[PageItem]) {
        let block = std::mem::take(&mut self.block);
        let answers = std::mem::take(&mut self.answers);
        if answers.is_empty() {
            for input in block {
                self.uses[input] = Use::Unanswered;
            }
            return;
        }
        if answers.len() < block.len() {
            let (inputs, found) = (block.len(), answers.len());
            let noun = if found == 1 { "answer follows" } else { "answers follow" };
            let why = format!("{inputs} inputs stand together, but {found} {noun}");
            for nth in block.into_iter().chain(answers) {
                self.uses[nth] = Use::NoCase(why.clone());
            }
            return;
        }
        for extra in &answers[block.len()..] {
            if let What::Answer(Ok(_)) = items[*extra].what {
                self.uses[*extra] = Use::NoCase(NO_INPUT.to_owned());
            }
        }
        for (input, answer) in block.into_iter().zip(answers) {
            if let What::Answer(value) = &items[answer].what {
                self.pairs.push(Pair { input, answer: Some(answer), value: value.clone() });
            }
        }
    }
}

/// Returns the title of each input: that in the text since the previous input or answer. Without
/// such text, an input has the title of the previous input.
fn titles(items: &[PageItem]) -> Vec<Option<CaseTitle>> {
    let (mut titles, mut last) = (vec![None; items.len()], None);
    let (mut text, mut answer_line): (Vec<Heading>, usize) = (Vec::new(), 0);
    for (nth, item) in items.iter().enumerate() {
        match &item.what {
            What::Text(line, is_marked) => text.push(Heading {
                line: *item.lines.start(),
                text: line.clone(),
                is_marked: *is_marked,
                follows_answer: *item.lines.start() == answer_line + 1,
            }),
            What::PageLabel(_) => {}
            What::Answer(_) => {
                text.clear();
                answer_line = *item.lines.end();
            }
            What::Input(input) => {
                last = if text.is_empty() { last } else { title(&text) };
                titles[nth].clone_from(&last);
                text.clear();
                answer_line = if input.answer.is_some() { *item.lines.end() } else { answer_line };
            }
        }
    }
    titles
}
