//! Right answers in other words than the puzzle's, such as `Moves: 3`, or `None` where -1 is expected.

use std::collections::BTreeSet;
use std::mem;

use super::judgement::{JudgeVerdict, Judged};
use super::oddities::Oddity;
use super::output_texts::{WordPlace, read};
use crate::cases::{Answer, Question};
use crate::workbench::Reply;

/// The wording of a program's answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wording {
    pub(super) place: WordPlace,
    /// Texts that stand for answers.
    pub(super) words: Vec<(String, Answer)>,
}

impl Wording {
    /// Returns the wording in which the largest number of replies is right.
    pub(super) fn of(replies: &[Judged]) -> Self {
        let replies: Vec<&Judged> = replies.iter().filter(|reply| is_answer(reply)).collect();
        let mut best = Self::at(WordPlace::Whole, &replies);
        for place in [WordPlace::Last, WordPlace::Only] {
            let other = Self::at(place, &replies);
            let is_sure = other.reads_most(&replies) && other.is_borne_out(&replies);
            if is_sure && other.score(&replies) > best.score(&replies) {
                best = other;
            }
        }
        best
    }

    fn at(place: WordPlace, replies: &[&Judged]) -> Self {
        let unreachable = unreachable_word(place, replies).into_iter();
        Self { place, words: unreachable.chain(truth_words(place, replies)).collect() }
    }

    /// Returns the answer of a reply, or `None` if the reply is no answer in this wording.
    pub(crate) fn answer(&self, reply: &Judged) -> Option<Answer> {
        // The texts of a reply may be cut, but a right answer is known to be right.
        if reply.judgement.verdict == JudgeVerdict::Ok {
            return Some(reply.expected.clone());
        }
        let text = text_at(reply, self.place);
        let is_asked = |answer| mem::discriminant(answer) == mem::discriminant(&reply.expected);
        let mut words = self.words.iter().filter(|(_, answer)| is_asked(answer));
        let word = words.find(|(word, _)| word == text);
        word.map(|(_, answer)| answer.clone()).or_else(|| read(text, &reply.expected))
    }

    /// Returns a reply as an observer of the program sees it.
    pub(crate) fn reply(&self, reply: &Judged) -> Reply {
        match reply.judgement.verdict {
            JudgeVerdict::Crash => Reply::Crash(reply.judgement.error().to_owned()),
            JudgeVerdict::TimeLimit => Reply::TimeLimit,
            JudgeVerdict::MemoryLimit => Reply::MemoryLimit,
            JudgeVerdict::OutputLimit => Reply::OutputLimit,
            JudgeVerdict::Ok | JudgeVerdict::Wrong | JudgeVerdict::None => {
                match self.answer(reply) {
                    Some(answer) => Reply::Answer(answer),
                    None if reply.judgement.got.is_empty() => Reply::Nothing,
                    None => Reply::Text(reply.judgement.got.clone()),
                }
            }
        }
    }

    /// Returns what is odd about a reply's output and about the answer in it.
    pub(super) fn oddities<'a>(&self, reply: &'a Judged) -> impl Iterator<Item = &'a Oddity> {
        // Prose may have dashes of its own.
        let texts = &reply.judgement.texts;
        let of_answer = self.answer(reply).map(|_| texts.oddities_at(self.place));
        texts.oddities.iter().chain(of_answer.into_iter().flatten())
    }

    /// Returns `true` if a reply is the right answer in this wording.
    pub(super) fn is_right(&self, reply: &Judged) -> bool {
        self.answer(reply).as_ref() == Some(&reply.expected)
    }

    /// Returns `true` if a reply is an answer in this wording, but not in that of the puzzle.
    pub(super) fn is_needed(&self, reply: &Judged) -> bool {
        read(&reply.judgement.got, &reply.expected).is_none() && self.answer(reply).is_some()
    }

    /// Returns `true` if the answer is a part of the reply's visible output, and not the whole.
    pub(super) fn is_part(&self, reply: &Judged) -> bool {
        self.is_needed(reply) && self.text(reply) != text_at(reply, WordPlace::Whole)
    }

    /// Returns the text of a reply at the place of the answer.
    pub(super) fn text<'a>(&self, reply: &'a Judged) -> &'a str {
        text_at(reply, self.place)
    }

    /// Returns the number of right replies, then the number of replies that are answers. If both are
    /// equal, a wording without entries in `words` has the higher score.
    fn score(&self, replies: &[&Judged]) -> (usize, usize, bool) {
        let count = |is: &dyn Fn(&Judged) -> bool| replies.iter().filter(|reply| is(reply)).count();
        let right = count(&|reply| self.is_right(reply));
        (right, count(&|reply| self.answer(reply).is_some()), self.words.is_empty())
    }

    /// Returns `true` if the right answers bear out that a word in a text about a board is its answer:
    /// `Legal moves: 0` may mean that White is checkmated. Both answers must be right, and three of
    /// four replies.
    fn is_borne_out(&self, replies: &[&Judged]) -> bool {
        let read = || {
            let is_verdict = |reply: &&Judged| matches!(reply.expected, Answer::Checkmate(_));
            let replies = replies.iter().copied().filter(is_verdict);
            replies.filter(|reply| self.is_needed(reply))
        };
        let right = |truth: bool| {
            let is_right = |reply: &&Judged| {
                reply.expected == Answer::Checkmate(truth) && self.is_right(reply)
            };
            read().filter(is_right).count()
        };
        let (mates, others) = (right(true), right(false));
        read().count() == 0 || mates > 0 && others > 0 && (mates + others) * 4 >= read().count() * 3
    }

    /// Returns `true` if this wording helps to read the replies that are no answers as a whole: at
    /// least half of them must be answers in this wording.
    fn reads_most(&self, replies: &[&Judged]) -> bool {
        let whole = Self::default();
        let mut left = replies.iter().filter(|reply| whole.answer(reply).is_none()).peekable();
        let is_needed = left.peek().is_some();
        let (read, unread): (Vec<&Judged>, Vec<&Judged>) =
            left.copied().partition(|reply| self.answer(reply).is_some());
        is_needed && read.len() >= unread.len()
    }
}

/// Returns `true` unless the plain words of a text about mate say the contrary of `truth`.
fn may_mean(text: &str, truth: bool) -> bool {
    let text = text.to_lowercase();
    let words = || text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
    let has_mate = words().any(|word| MATE.contains(&word));
    let is_negated = words().any(|word| NOT.contains(&word) || word.ends_with("n't"));
    !has_mate || truth != is_negated
}

const MATE: [&str; 4] = ["checkmate", "checkmated", "mate", "mated"];
const NOT: [&str; 6] = ["no", "not", "non", "never", "without", "false"];

/// Returns the text by which a program means -1, if there is such a text.
///
/// The text is the commonest reply to inputs with the answer -1, and commoner there than for other
/// inputs. A number is such a text only if it is too large for the length of a route.
fn unreachable_word(place: WordPlace, replies: &[&Judged]) -> Option<(String, Answer)> {
    let none = Answer::Moves(None);
    let replies = replies.iter().copied().filter(|it| matches!(it.expected, Answer::Moves(_)));
    let (unreachable, others): (Vec<&Judged>, Vec<&Judged>) =
        replies.partition(|reply| reply.expected == none);
    let count = |replies: &[&Judged], text: &str| {
        replies.iter().filter(|reply| text_at(reply, place) == text).count()
    };
    let text = unreachable.iter().map(|reply| text_at(reply, place));
    let text = text.max_by_key(|text| count(&unreachable, text))?;
    let (here, elsewhere) = (count(&unreachable, text), count(&others, text));
    let is_word = match read(text, &none) {
        None => true,
        Some(Answer::Moves(Some(moves))) => {
            let is_too_far = |reply: &&Judged| is_too_far(reply, moves);
            elsewhere == 0 && here == unreachable.len() && unreachable.iter().all(is_too_far)
        }
        Some(_) => false,
    };
    let reads_others = others.iter().any(|reply| read(text_at(reply, place), &none).is_some());
    let is_said = is_word && here > elsewhere && reads_others;
    is_said.then(|| (text.to_owned(), none))
}

/// Returns the texts that stand for true and false in the outputs of a program.
///
/// The program must print two texts, of which one is no such answer in the puzzle's wording. By
/// these texts, at least three of four replies must be right.
fn truth_words(place: WordPlace, replies: &[&Judged]) -> Vec<(String, Answer)> {
    let replies: Vec<(&str, &Answer)> = replies
        .iter()
        .filter(|reply| matches!(reply.expected, Answer::Checkmate(_)))
        .map(|reply| (text_at(reply, place), &reply.expected))
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
    let negates = words.iter().any(|word| {
        let is_mate = word.1 == Answer::Checkmate(true);
        known(word).is_some_and(|known| known != word.1) || !may_mean(word.0, is_mate)
    });
    if replies.len() < 3 || !is_clear || negates {
        return Vec::new();
    }
    let words = words.into_iter().filter(|word| known(word).is_none());
    words.map(|(text, answer)| (text.to_owned(), answer)).collect()
}

fn text_at(reply: &Judged, place: WordPlace) -> &str {
    reply.judgement.texts.at(place)
}

/// Returns `true` if the program's output is an answer, or may be one in other words.
fn is_answer(reply: &Judged) -> bool {
    match reply.judgement.verdict {
        JudgeVerdict::Ok | JudgeVerdict::Wrong | JudgeVerdict::None => true,
        JudgeVerdict::Crash => !text_at(reply, WordPlace::Whole).is_empty(),
        _ => false,
    }
}

/// Returns `true` if a number is too large for the length of a route. Returns `false` for the board's
/// number of cells, because a misreading explains that number.
fn is_too_far(reply: &Judged, moves: u32) -> bool {
    let Question::Path(size, _) = &reply.question else { return false };
    let moves = usize::try_from(moves).unwrap_or(usize::MAX);
    moves >= 3 * size.edge() && moves != size.cells()
}
