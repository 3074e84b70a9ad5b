//! Pairs the inputs of a page with its answers.

use super::items::{ItemKind, PageItem};
use super::labels::{LabelMark, PageLabel};
use super::names::{CaseTitle, PageHeading, title};
use super::values::FoundAnswer;

/// Use of an item of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Other text, or a label.
    None,
    /// A part of a case or its title.
    Case,
    /// An input or an answer that belongs to no case, with the reason.
    NoCase(String),
    /// An input without an answer.
    Unanswered,
}

/// An input with its answer, by the numbers of their items.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) input: usize,
    /// Number of the answer's item; `None` if the answer stands in the input's item, or in the
    /// label of a group of boards.
    pub(super) answer: Option<usize>,
    /// Answer, or as the error the text where an answer was expected.
    pub(super) value: Result<FoundAnswer, String>,
}

/// The pairs of a page, and the use of each of its items.
pub(super) struct Pairing {
    pub(super) pairs: Vec<Pair>,
    pub(super) uses: Vec<Use>,
    /// Title for each item; `None` for an input without a title, and for items that are not inputs.
    pub(super) titles: Vec<Option<CaseTitle>>,
    /// Numbers of consecutive inputs with nothing but labels in between, each with the mark of its
    /// label.
    block: Vec<(usize, LabelMark)>,
    /// Numbers of the answers after the block, each with the mark of its label.
    answers: Vec<(usize, LabelMark)>,
    /// Mark of the label before the current item.
    mark: LabelMark,
    /// Number of inputs above the block that have no answer, since the last answer.
    unanswered: usize,
}

const NO_INPUT: &str = "no input is left for this answer";

/// Pairs each answer with the nearest input before it. Inputs that follow one another are a block,
/// which pairs with the answers after it in order, or not at all.
pub(super) fn pair(items: &[PageItem]) -> Pairing {
    let mut pairing = Pairing {
        pairs: Vec::new(),
        uses: vec![Use::None; items.len()],
        titles: titles(items),
        block: Vec::new(),
        answers: Vec::new(),
        mark: LabelMark::default(),
        unanswered: 0,
    };
    let (mut is_open, mut group) = (false, None);
    for (nth, item) in items.iter().enumerate() {
        match &item.kind {
            ItemKind::Input(input) => {
                let own = input.answer.clone().or_else(|| group.map(FoundAnswer::of_truth));
                if own.is_some() || !is_open || !pairing.answers.is_empty() {
                    pairing.end_block(items);
                }
                match own {
                    Some(value) => {
                        pairing.pairs.push(Pair { input: nth, answer: None, value: Ok(value) });
                    }
                    None => pairing.block.push((nth, std::mem::take(&mut pairing.mark))),
                }
                is_open = true;
            }
            ItemKind::Answer(Err(_)) if pairing.block.is_empty() => {}
            ItemKind::Answer(_) if pairing.block.is_empty() => {
                pairing.uses[nth] = Use::NoCase(NO_INPUT.to_owned());
            }
            ItemKind::Answer(_) => pairing.answers.push((nth, std::mem::take(&mut pairing.mark))),
            ItemKind::Label(label, mark) => {
                pairing.mark = *mark;
                group = match label {
                    PageLabel::Group(answer) => Some(*answer),
                    PageLabel::Input | PageLabel::Output | PageLabel::Both => None,
                };
            }
            ItemKind::Text(other) => {
                is_open = false;
                // Text beside a board is a caption; a paragraph of its own ends the group.
                let is_caption = nth > 0 && items[nth - 1].lines.end() + 1 == *item.lines.start();
                let is_end = other.text.ends_with(':') || !other.text.contains(char::is_alphabetic);
                group = group.filter(|_| is_caption && !is_end);
            }
        }
    }
    pairing.end_block(items);
    pairing
}

impl Pairing {
    fn end_block(&mut self, items: &[PageItem]) {
        let block = std::mem::take(&mut self.block);
        let mut answers = std::mem::take(&mut self.answers);
        // An expected answer wins over the answer of a program.
        let rank = answers.iter().map(|(_, mark)| mark.rank).max().unwrap_or_default();
        let expected = answers.iter().filter(|(_, mark)| mark.rank == rank).count();
        if expected == block.len() && answers.len() > expected {
            for (other, _) in answers.extract_if(.., |(_, mark)| mark.rank < rank) {
                self.uses[other] = Use::NoCase("another answer is the expected one".to_owned());
            }
        }
        if answers.is_empty() {
            for (nth, _) in block {
                let is_missing =
                    matches!(&items[nth].kind, ItemKind::Input(input) if input.is_missing);
                self.uses[nth] = if is_missing { Use::None } else { Use::Unanswered };
                self.unanswered += usize::from(!is_missing);
            }
            return;
        }
        let unanswered = std::mem::take(&mut self.unanswered);
        let why = if answers.len() < block.len() {
            Some(unequal(block.len(), answers.len()))
        } else if answers.len() > block.len() && unanswered > 0 {
            // Answers of inputs further above may be among them.
            Some(unequal(block.len() + unanswered, answers.len()))
        } else if block.iter().zip(&answers).any(|(input, answer)| differ(input.1, answer.1)) {
            Some("the labels of inputs and answers have different numbers".to_owned())
        } else {
            None
        };
        if let Some(why) = why {
            for (nth, _) in block.into_iter().chain(answers) {
                self.uses[nth] = Use::NoCase(why.clone());
            }
            return;
        }
        for (extra, _) in &answers[block.len()..] {
            if let ItemKind::Answer(Ok(_)) = items[*extra].kind {
                self.uses[*extra] = Use::NoCase(NO_INPUT.to_owned());
            }
        }
        for ((input, _), (answer, _)) in block.into_iter().zip(answers) {
            if let ItemKind::Answer(value) = &items[answer].kind {
                self.pairs.push(Pair { input, answer: Some(answer), value: value.clone() });
            }
        }
    }
}

fn unequal(inputs: usize, answers: usize) -> String {
    let noun = if answers == 1 { "answer follows" } else { "answers follow" };
    format!("{inputs} inputs without an answer, but {answers} {noun}")
}

/// Returns `true` if both labels have numbers, and they differ.
fn differ(one: LabelMark, other: LabelMark) -> bool {
    one.number.is_some() && other.number.is_some() && one.number != other.number
}

/// Returns the title of each input: that in the text since the previous input or answer. Without
/// such text, an input has the title of the previous input.
fn titles(items: &[PageItem]) -> Vec<Option<CaseTitle>> {
    let (mut titles, mut last) = (vec![None; items.len()], None);
    let mut text: Vec<PageHeading<'_>> = Vec::new();
    for (nth, item) in items.iter().enumerate() {
        match &item.kind {
            ItemKind::Text(other) => text.push(PageHeading {
                line: *item.lines.start(),
                text: &other.text,
                is_marked: other.is_heading,
            }),
            ItemKind::Label(..) => {}
            ItemKind::Answer(_) => text.clear(),
            ItemKind::Input(_) => {
                last = if text.is_empty() { last } else { named(title(&text), last) };
                titles[nth].clone_from(&last);
                text.clear();
            }
        }
    }
    titles
}

/// Returns the title. If it has no name of its own, it gets the name of the title before.
fn named(title: Option<CaseTitle>, before: Option<CaseTitle>) -> Option<CaseTitle> {
    let title = title?;
    let name = if title.name.is_empty() {
        before.map(|before| before.name).unwrap_or_default()
    } else {
        title.name
    };
    Some(CaseTitle { name, ..title })
}
