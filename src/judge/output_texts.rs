//! Texts in a program's output that may be its answer.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem;

use super::oddities::{Encoding, Oddity, PlainText};
use crate::cases::Answer;
use crate::cases::truth::{FALSE, TRUE, is_any};

/// The number of characters after which an answer is cut.
pub(super) const SHOWN_CHARACTERS: usize = 60;

/// The parts of an output that are looked at once the run has ended. The output itself, which may be
/// long, is not kept.
#[derive(Clone, Debug)]
pub(super) struct OutputTexts {
    /// Hash of the whole output; outputs are equal if their hashes are.
    pub(super) hash: u64,
    /// Oddities of the whole output.
    pub(super) oddities: Vec<Oddity>,
    /// Text at each [`WordPlace`], or the whole output if nothing is there.
    at: [PlainText; 3],
}

/// The place of an answer in a program's output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WordPlace {
    /// The answer is the output without what a terminal does not show, such as colors.
    #[default]
    Whole,
    /// The answer is the last word, even if other words could be answers too.
    Last,
    /// The answer is the only word that can be read as an answer. A word such as `yes` must stand
    /// between signs or ends of the output: `No checkmate` and `0 moves` have no such word.
    Only,
}

impl OutputTexts {
    /// Finds the texts in an output on one line. The encoding is that of an output that is not UTF-8.
    pub(super) fn new(output: &str, encoding: Option<Encoding>, expected: &Answer) -> Self {
        let PlainText { text: whole, oddities } = PlainText::of_output(output, encoding);
        let is_answer = |word: &&str| read(&PlainText::of_answer(word).text, expected).is_some();
        let parts: Vec<&str> = match expected {
            Answer::Checkmate(_) => phrases(&whole).collect(),
            _ => words(&whole).collect(),
        };
        let mut answers = parts.into_iter().filter(is_answer);
        let only = answers.next().filter(|_| answers.next().is_none());
        let at = [None, words(&whole).next_back(), only];
        let shown = |text: Option<&str>| cut(text.unwrap_or(&whole), SHOWN_CHARACTERS);
        let at = at.map(|text| PlainText::of_answer(&shown(text)));
        let mut hasher = DefaultHasher::new();
        output.hash(&mut hasher);
        Self { hash: hasher.finish(), oddities, at }
    }

    pub(super) fn at(&self, place: WordPlace) -> &str {
        &self.at[place as usize].text
    }

    pub(super) fn oddities_at(&self, place: WordPlace) -> &[Oddity] {
        &self.at[place as usize].oddities
    }
}

/// Returns the words of a text without the punctuation around them.
fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    // A character such as `⁻` may be a sign, so a word without it may be another answer.
    let is_part =
        |letter: char| letter.is_alphanumeric() || !letter.is_ascii() || "+-_./".contains(letter);
    let words = text.split(move |letter| !is_part(letter));
    let words = words.map(|word| word.trim_matches(['.', '/', '_']));
    words.filter(|word| !word.is_empty())
}

/// Returns the parts of a text between signs such as commas and colons.
fn phrases(text: &str) -> impl Iterator<Item = &str> {
    let is_sign = |letter: char| letter.is_ascii_punctuation() && !"+-_'".contains(letter);
    text.split(is_sign).map(str::trim)
}

/// Parses a text as an answer of the same kind as `expected`; returns `None` if the text is none.
///
/// The caller must have replaced all white space in `text` by single spaces.
pub(super) fn read(text: &str, expected: &Answer) -> Option<Answer> {
    match expected {
        Answer::Checkmate(_) if is_any(text, TRUE) => Some(Answer::Checkmate(true)),
        Answer::Checkmate(_) if is_any(text, FALSE) => Some(Answer::Checkmate(false)),
        Answer::Checkmate(_) => None,
        _ => Answer::parse(text).filter(|answer| {
            mem::discriminant(answer) == mem::discriminant(expected) && answer.to_string() == text
        }),
    }
}

/// Returns a text without the characters behind the first `most`, of which `…` says that there are
/// some.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
