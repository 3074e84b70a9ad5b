//! Remarks on outputs that are no plain answers, such as another word for -1.

use std::collections::BTreeSet;
use std::mem;

use super::judgement::{JudgeVerdict, Judged, Judgement};
use super::oddities::Oddity;
use super::output_texts::WordPlace;
use super::wording::Wording;
use crate::cases::{Answer, Question};
use crate::common::{all_of, numbered};
use crate::mistake::printable;

/// A program's replies to its inputs, in their order.
#[derive(Default)]
pub(crate) struct Replies {
    all: Vec<Judged>,
}

/// Sentences about a program's replies, which say only what was seen.
pub(crate) struct Remarks {
    pub(crate) sentences: Vec<String>,
    /// Wording in which the program's answers are read; `None` if all its outputs are equal.
    ///
    /// Equal verdicts, or equal numbers of moves of one piece, are read nevertheless, because the
    /// program may give other answers to other inputs.
    pub(crate) wording: Option<Wording>,
}

/// The least number of equal outputs of which a remark says that they are equal.
const CONSTANT: usize = 3;

/// Words in the messages with which many languages end a program.
const ERRORS: [&str; 5] = ["traceback", "panic", "exception", "error", "terminate called"];

impl Replies {
    pub(crate) fn add(&mut self, judged: Judged) {
        self.all.push(judged);
    }

    /// Makes the remarks. If the program can be asked more, there is none on equal verdicts, of which an
    /// observer may find the cause.
    pub(crate) fn remarks(&self, can_ask: bool) -> Remarks {
        if self.is_constant() {
            let (first, wording) = (&self.all[0], Wording::default());
            let kind = match (wording.answer(first), &first.expected) {
                (Some(answer), _)
                    if can_ask
                        && (matches!(answer, Answer::Checkmate(_)) || self.are_of_one_piece()) =>
                {
                    return Remarks { sentences: Vec::new(), wording: Some(wording) };
                }
                (None, Answer::Moves(_)) => ", not a number",
                (None, Answer::Checkmate(_)) => ", not `true` or `false`",
                _ => "",
            };
            let got = quoted(&first.judgement.got);
            let inputs = all_of(self.all.len(), "input");
            let mut sentences = vec![format!("your program printed {got} for {inputs}{kind}")];
            sentences.extend(self.about_oddities(&wording));
            return Remarks { sentences, wording: None };
        }
        let wording = Wording::of(&self.all);
        let words =
            wording.words.iter().map(|(word, answer)| self.about_word(&wording, word, answer));
        let mut sentences = self.about_oddities(&wording);
        sentences.extend(self.about_place(&wording).into_iter().chain(words));
        sentences.extend(self.about_crashes(&wording));
        Remarks { sentences, wording: Some(wording) }
    }

    /// Returns `true` if all inputs are queries about pieces of one role, in either color.
    fn are_of_one_piece(&self) -> bool {
        let role = |reply: &Judged| match &reply.question {
            Question::Path(_, query) => Some(query.piece.role()),
            Question::Mate(_) => None,
        };
        let first = self.all.first().and_then(role);
        first.is_some() && self.iter().all(|reply| role(reply) == first)
    }

    /// Returns `true` if at least [`CONSTANT`] runs were made, and all ended well and printed the
    /// same, although the right answers differ.
    fn is_constant(&self) -> bool {
        let answers: BTreeSet<String> = self.iter().map(|it| it.expected.to_string()).collect();
        let ended = |reply: &Judged| {
            matches!(reply.judgement.verdict, JudgeVerdict::Ok | JudgeVerdict::Wrong)
        };
        let is_enough = self.all.len() >= CONSTANT && answers.len() > 1;
        let hash = |reply: &Judged| reply.judgement.texts.hash;
        let is_same = |reply: &Judged| ended(reply) && hash(reply) == hash(&self.all[0]);
        is_enough && self.iter().all(is_same)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Judged> {
        self.all.iter()
    }

    fn count(&self, is: impl Fn(&Judged) -> bool) -> usize {
        self.iter().filter(|reply| is(reply)).count()
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Says what is odd about the outputs, such as a minus sign for `-`.
    fn about_oddities(&self, wording: &Wording) -> Vec<String> {
        let mut found: Vec<Oddity> = Vec::new();
        for oddity in self.iter().flat_map(|reply| wording.oddities(reply)) {
            if !found.iter().any(|known| known.is_like(oddity)) {
                found.push(*oddity);
            }
        }
        found.iter().map(|oddity| self.about_oddity(wording, oddity)).collect()
    }

    fn about_oddity(&self, wording: &Wording, oddity: &Oddity) -> String {
        let is_odd =
            |reply: &Judged| wording.oddities(reply).find(|other| other.is_like(oddity)).copied();
        let odd: Vec<_> = self.iter().filter(|reply| is_odd(reply).is_some()).collect();
        let (count, all) = (odd.len(), numbered(self.all.len(), "input"));
        let example = odd.into_iter().find(|reply| wording.is_right(reply));
        let text = example.and_then(is_odd).unwrap_or(*oddity).text();
        let advice = match (oddity, example) {
            (Oddity::Encoding(_), _) => ": print UTF-8".to_owned(),
            (_, Some(Judged { expected, judgement: Judgement { got, .. }, .. })) => {
                format!(": print `{expected}`, not {}", quoted(got))
            }
            (_, None) => String::new(),
        };
        format!("your program prints {text} for {count} of {all}{advice}")
    }

    /// Says which word of the output is the answer, if there are several words.
    fn about_place(&self, wording: &Wording) -> Option<String> {
        let parts = || self.iter().filter(|reply| wording.is_part(reply));
        let (first, answers) = (parts().next()?, parts().count());
        let all = numbered(self.all.len(), "input");
        let place = if wording.place == WordPlace::Last { "the last word" } else { "one word" };
        let is_right = |reply: &&Judged| wording.is_right(reply);
        let Some(example) = parts().find(is_right) else {
            let (word, got) = (quoted(wording.text(first)), quoted(&first.judgement.got));
            return Some(format!(
                "{place} of your program's output is read as its answer for {answers} of {all}, such as {word} in {got}"
            ));
        };
        let right = match parts().filter(is_right).count() {
            right if right == answers => String::new(),
            right => format!(", and right for {right} of these"),
        };
        let (answer, got) = (&example.expected, quoted(&example.judgement.got));
        Some(format!(
            "the answer is {place} of your program's output for {answers} of {all}{right}: print only `{answer}`, not {got}"
        ))
    }

    /// Says that a text stands for an answer.
    fn about_word(&self, wording: &Wording, word: &str, answer: &Answer) -> String {
        let says = |reply: &Judged| wording.text(reply) == word;
        let asks = |reply: &Judged| reply.expected == *answer;
        let printed = if word.is_empty() { "nothing".to_owned() } else { quoted(word) };
        let here = self.count(|it| says(it) && asks(it));
        let all = numbered(self.count(asks), "input");
        let is_other = |reply: &Judged| {
            !asks(reply) && mem::discriminant(&reply.expected) == mem::discriminant(answer)
        };
        let others = match self.count(|it| says(it) && is_other(it)) {
            0 => String::new(),
            others => format!(" (and for {others} with another answer)"),
        };
        format!(
            "your program prints {printed} for {here} of {all} with the answer `{answer}`{others}: print `{answer}`"
        )
    }

    /// Says that most outputs are no answers.
    pub(crate) fn about_outputs(&self, wording: &Wording) -> Option<String> {
        let is_other = |reply: &Judged| {
            reply.judgement.verdict == JudgeVerdict::Wrong && wording.answer(reply).is_none()
        };
        let (others, all) = (self.count(is_other), self.all.len());
        let is_said = others >= CONSTANT && 2 * others > all;
        let Judged { expected, judgement: Judgement { got, .. }, .. } =
            self.iter().find(|it| is_other(it))?;
        let got = quoted(got);
        let (kind, example) = match expected {
            Answer::Moves(_) => ("not a whole number", format!(": print `{expected}`, not {got}")),
            // Which of the two a phrase means is not guessed.
            Answer::Checkmate(_) => ("neither `true` nor `false`", format!(", such as {got}")),
            Answer::Status(_) | Answer::MateIn { .. } => return None,
        };
        let all = numbered(all, "input");
        is_said.then(|| format!("your program's output is {kind} for {others} of {all}{example}"))
    }

    /// Says that nearly all runs crashed, before lines with the forms of inputs. Of few runs, one must
    /// have written an error such as an exception.
    pub(super) fn about_lost_runs(&self) -> Option<String> {
        let is_crash = |reply: &Judged| reply.judgement.verdict == JudgeVerdict::Crash;
        let (crashed, all) = (self.count(is_crash), self.all.len());
        let shows_error = |reply: &Judged| {
            let errors = reply.judgement.errors.to_lowercase();
            ERRORS.iter().any(|word| errors.contains(word))
        };
        let is_said = 10 * crashed >= 9 * all && (all >= CONSTANT || self.iter().any(shows_error));
        let inputs = numbered(all, "input");
        is_said.then(|| format!("your program crashed for {crashed} of {inputs}; if it can't read them, choose another form (`\\n` ends a line):"))
    }

    /// Says that runs crashed after the right answer. If some of these runs printed a wrong answer, the
    /// right ones must differ, because one answer printed always is often right.
    fn about_crashes(&self, wording: &Wording) -> Option<String> {
        let crashes = |reply: &Judged| reply.judgement.verdict == JudgeVerdict::Crash;
        let is_right = |reply: &Judged| crashes(reply) && wording.is_right(reply);
        let (right, all) = (self.count(is_right), self.count(crashes));
        let end = self
            .iter()
            .find(|reply| is_right(reply))?
            .judgement
            .detail
            .as_ref()?
            .replacen(": ", " ", 1);
        let answers: BTreeSet<String> =
            self.iter().filter(|it| is_right(it)).map(|it| it.expected.to_string()).collect();
        let is_said = right == all || 2 * right >= all && answers.len() > 1;
        let runs = numbered(all, "crashed run");
        is_said.then(|| format!("your program printed the right answer in {right} of {runs}, then ended with {end}: end with status 0"))
    }
}

fn quoted(text: &str) -> String {
    format!("`{}`", printable(text))
}
