//! Right answers in other words than the puzzle's, such as `Moves: 3`, or `None` where -1 is expected.

use std::collections::BTreeSet;
use std::mem;

use super::judgement::{JudgeVerdict, Judgement, cut, read};
use super::oddities::{Oddity, PlainText};
use crate::cases::{Answer, Question};
use crate::workbench::Reply;

/// A program's reply to one input, with the right answer.
pub(crate) struct ProgramReply {
    pub(crate) question: Question,
    pub(crate) expected: Answer,
    pub(crate) verdict: JudgeVerdict,
    /// Exit status or signal of a crash.
    pub(super) detail: Option<String>,
    /// Start of the output.
    pub(super) got: String,
    /// Last line on standard error of a crash; empty if there is none.
    error: String,
    /// Oddities of the whole output.
    oddities: Vec<Oddity>,
    /// Text at each [`WordPlace`], or the whole output if nothing is there.
    texts: [PlainText; 3],
}

/// The place of an answer in a program's output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WordPlace {
    /// The answer is the output without what a terminal does not show, such as colors.
    #[default]
    Whole,
    /// The answer is the last word, even if other words could be answers too.
    Last,
    /// The answer is the only word that can be read as an answer.
    Only,
}

impl ProgramReply {
    pub(super) fn new(question: &Question, expected: &Answer, judgement: &Judgement) -> Self {
        let PlainText { text: whole, oddities } = PlainText::of_output(judgement);
        let words = || words(&whole);
        let is_answer = |word: &&str| read(&PlainText::of_answer(word).text, expected).is_some();
        let mut answers = words().filter(is_answer);
        let only = answers.next().filter(|_| answers.next().is_none());
        let texts = [None, words().next_back(), only];
        let texts = texts.map(|text| PlainText::of_answer(&cut(text.unwrap_or(&whole))));
        Self {
            question: question.clone(),
            expected: expected.clone(),
            verdict: judgement.verdict,
            detail: judgement.detail.clone(),
            got: judgement.got.clone(),
            error: judgement.errors.lines().next_back().unwrap_or_default().to_owned(),
            oddities,
            texts,
        }
    }

    fn text(&self, place: WordPlace) -> &str {
        &self.texts[place as usize].text
    }

    /// Returns `true` if a number is too large for the length of a route. Returns `false` for the
    /// board's number of cells, because a misreading explains that number.
    fn is_too_far(&self, moves: u32) -> bool {
        let Question::Path(size, _) = &self.question else { return false };
        let moves = usize::try_from(moves).unwrap_or(usize::MAX);
        moves >= 3 * size.edge() && moves != size.cells()
    }

    /// Returns `true` if the program's output is an answer, or may be one in other words.
    fn is_answer(&self) -> bool {
        match self.verdict {
            JudgeVerdict::Ok | JudgeVerdict::Wrong | JudgeVerdict::None => true,
            JudgeVerdict::Crash => !self.text(WordPlace::Whole).is_empty(),
            _ => false,
        }
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

/// The wording of a program's answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wording {
    pub(super) place: WordPlace,
    /// Texts that stand for answers.
    pub(super) words: Vec<(String, Answer)>,
}

impl Wording {
    /// Returns the wording in which the largest number of replies is right.
    pub(super) fn of(replies: &[ProgramReply]) -> Self {
        let replies: Vec<&ProgramReply> =
            replies.iter().filter(|reply| reply.is_answer()).collect();
        let mut best = Self::at(WordPlace::Whole, &replies);
        for place in [WordPlace::Last, WordPlace::Only] {
            let other = Self::at(place, &replies);
            if other.reads_most(&replies) && other.score(&replies) > best.score(&replies) {
                best = other;
            }
        }
        best
    }

    fn at(place: WordPlace, replies: &[&ProgramReply]) -> Self {
        let unreachable = unreachable_word(place, replies).into_iter();
        Self { place, words: unreachable.chain(truth_words(place, replies)).collect() }
    }

    /// Returns the answer of a reply, or `None` if the reply is no answer in this wording.
    pub(crate) fn answer(&self, reply: &ProgramReply) -> Option<Answer> {
        // The texts of a reply may be cut, but a right answer is known to be right.
        if reply.verdict == JudgeVerdict::Ok {
            return Some(reply.expected.clone());
        }
        let text = reply.text(self.place);
        let is_asked = |answer| mem::discriminant(answer) == mem::discriminant(&reply.expected);
        let mut words = self.words.iter().filter(|(_, answer)| is_asked(answer));
        let word = words.find(|(word, _)| word == text);
        word.map(|(_, answer)| answer.clone()).or_else(|| read(text, &reply.expected))
    }

    /// Returns a reply as an observer of the program sees it.
    pub(crate) fn reply(&self, reply: &ProgramReply) -> Reply {
        match reply.verdict {
            JudgeVerdict::Crash => Reply::Crash(reply.error.clone()),
            JudgeVerdict::TimeLimit => Reply::TimeLimit,
            JudgeVerdict::MemoryLimit => Reply::MemoryLimit,
            JudgeVerdict::OutputLimit => Reply::OutputLimit,
            JudgeVerdict::Ok | JudgeVerdict::Wrong | JudgeVerdict::None => {
                match self.answer(reply) {
                    Some(answer) => Reply::Answer(answer),
                    None if reply.got.is_empty() => Reply::Nothing,
                    None => Reply::Text(reply.got.clone()),
                }
            }
        }
    }

    /// Returns what is odd about a reply's output and about the answer in it.
    pub(super) fn oddities<'a>(&self, reply: &'a ProgramReply) -> impl Iterator<Item = &'a Oddity> {
        // Prose may have dashes of its own.
        let of_answer = self.answer(reply).map(|_| &reply.texts[self.place as usize].oddities);
        reply.oddities.iter().chain(of_answer.into_iter().flatten())
    }

    /// Returns `true` if a reply is the right answer in this wording.
    pub(super) fn is_right(&self, reply: &ProgramReply) -> bool {
        self.answer(reply).as_ref() == Some(&reply.expected)
    }

    /// Returns `true` if a reply is an answer in this wording, but not in that of the puzzle.
    pub(super) fn is_needed(&self, reply: &ProgramReply) -> bool {
        read(&reply.got, &reply.expected).is_none() && self.answer(reply).is_some()
    }

    /// Returns `true` if the answer is a part of the reply's visible output, and not the whole.
    pub(super) fn is_part(&self, reply: &ProgramReply) -> bool {
        self.is_needed(reply) && self.text(reply) != reply.text(WordPlace::Whole)
    }

    /// Returns the text of a reply at the place of the answer.
    pub(super) fn text<'a>(&self, reply: &'a ProgramReply) -> &'a str {
        reply.text(self.place)
    }

    /// Returns the number of right replies, then the number of replies that are answers. If both are
    /// equal, a wording without entries in `words` has the higher score.
    fn score(&self, replies: &[&ProgramReply]) -> (usize, usize, bool) {
        let count =
            |is: &dyn Fn(&ProgramReply) -> bool| replies.iter().filter(|reply| is(reply)).count();
        let right = count(&|reply| self.is_right(reply));
        (right, count(&|reply| self.answer(reply).is_some()), self.words.is_empty())
    }

    /// Returns `true` if this wording helps to read the replies that are no answers as a whole: at
    /// least half of them must be answers in this wording.
    fn reads_most(&self, replies: &[&ProgramReply]) -> bool {
        let whole = Self::default();
        let mut left = replies.iter().filter(|reply| whole.answer(reply).is_none()).peekable();
        let is_needed = left.peek().is_some();
        let (read, unread): (Vec<&ProgramReply>, Vec<&ProgramReply>) =
            left.copied().partition(|reply| self.answer(reply).is_some());
        is_needed && read.len() >= unread.len()
    }
}

/// Returns the text by which a program means -1, if there is such a text.
///
/// The text is the commonest reply to inputs with the answer -1, and commoner there than for other
/// inputs. A number is such a text only if it is too large for the length of a route.
fn unreachable_word(place: WordPlace, replies: &[&ProgramReply]) -> Option<(String, Answer)> {
    let none = Answer::Moves(None);
    let replies = replies.iter().copied().filter(|it| matches!(it.expected, Answer::Moves(_)));
    let (unreachable, others): (Vec<&ProgramReply>, Vec<&ProgramReply>) =
        replies.partition(|reply| reply.expected == none);
    let count = |replies: &[&ProgramReply], text: &str| {
        replies.iter().filter(|reply| reply.text(place) == text).count()
    };
    let text = unreachable.iter().map(|reply| reply.text(place));
    let text = text.max_by_key(|text| count(&unreachable, text))?;
    let (here, elsewhere) = (count(&unreachable, text), count(&others, text));
    let is_word = match read(text, &none) {
        None => true,
        Some(Answer::Moves(Some(moves))) => {
            let is_too_far = |reply: &&ProgramReply| reply.is_too_far(moves);
            elsewhere == 0 && here == unreachable.len() && unreachable.iter().all(is_too_far)
        }
        Some(_) => false,
    };
    let reads_others = others.iter().any(|reply| read(reply.text(place), &none).is_some());
    let is_said = is_word && here > elsewhere && reads_others;
    is_said.then(|| (text.to_owned(), none))
}

/// Returns the texts that stand for true and false in the outputs of a program.
///
/// The program must print two texts, of which one is no such answer in the puzzle's wording. By
/// these texts, at least three of four replies must be right.
fn truth_words(place: WordPlace, replies: &[&ProgramReply]) -> Vec<(String, Answer)> {
    let replies: Vec<(&str, &Answer)> = replies
        .iter()
        .filter(|reply| matches!(reply.expected, Answer::Checkmate(_)))
        .map(|reply| (reply.text(place), &reply.expected))
        .collect();
    let texts: BTreeSet<&str> = replies.iter().map(|(text, _)| *text).collect();
    let [one, other] = texts.into_iter().collect::<Vec<_>>()[..] else { return Vec::new() };
    let right = |text: &str, truth: bool| {
        let reply = (text, &Answer::Checkmate(truth));
        replies.iter().filter(|it| **it == reply).count()
    };
    let all_right = |one: &str, other: &str| right(one, true) + right(other, false);
    let swap = all_right(one, other) < all_right(other, one);
    let words = if swap { [(other, true), (one, false)] } else { [(one, true), (other, false)] };
    let right = words.map(|(text, truth)| right(text, truth));
    let is_clear = !right.contains(&0) && right.iter().sum::<usize>() * 4 >= replies.len() * 3;
    let words = words.map(|(text, truth)| (text, Answer::Checkmate(truth)));
    let known = |(text, answer): &(&str, Answer)| read(text, answer);
    let negates = words.iter().any(|word| known(word).is_some_and(|known| known != word.1));
    if replies.len() < 3 || !is_clear || negates {
        return Vec::new();
    }
    let words = words.into_iter().filter(|word| known(word).is_none());
    words.map(|(text, answer)| (text.to_owned(), answer)).collect()
}
