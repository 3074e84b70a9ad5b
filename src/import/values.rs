//! Recognizes answers: numbers of moves, truth values and verdicts.

use crate::cases::truth::{FALSE, TRUE, is_any};
use crate::cases::{Answer, Puzzle};

/// Words that state true in a sentence. [`FALSE_ON_PAGES`] are those that state false.
const TRUE_ON_PAGES: &[&str] = &["true", "truthy", "verdadero", "verdadera", "vrai", "wahr"];
const FALSE_ON_PAGES: &[&str] = &["false", "falsy", "falsey", "falso", "falsa", "faux", "falsch"];

/// Words that may follow a number of moves.
const UNITS: [&str; 4] = ["move", "moves", "step", "steps"];

/// Arrows before an answer.
const ARROWS: [&str; 9] = ["-->", "->", "==>", "=>", "→", "⇒", "⟶", "➡", "=="];

/// Verdicts that are answers as they are written.
const VERDICTS: [&str; 4] = ["check", "checkmate", "stalemate", "ongoing"];

/// Signs that separate an input from its answer if the text before them is an input.
const SEPARATORS: [&str; 7] = [" - ", " – ", " — ", ": ", " = ", " // ", " # "];

/// Words after a value that make the line a description of answers instead of an answer.
pub(super) const CONDITIONS: [&str; 12] =
    ["if", "when", "otherwise", "si", "wenn", "falls", "sonst", "or", "oder", "ou", "o", "else"];

/// Marks around a value.
const MARKS: [char; 5] = ['*', '_', '"', '\'', '`'];
/// Punctuation that ends a value if a blank or the end of the text follows.
const ENDS: [char; 8] = ['.', ',', ';', ':', '!', '?', ')', '。'];
/// Number of bytes of the longest answer.
const LONGEST: usize = 200;

/// An answer, and what the text after it says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundAnswer {
    pub(super) answer: String,
    /// Sentence after the answer; may be empty.
    pub(super) why: String,
}

impl FoundAnswer {
    pub(super) fn new(answer: &str) -> Self {
        Self { answer: answer.to_owned(), why: String::new() }
    }

    pub(super) fn of_truth(truth: bool) -> Self {
        Self::new(if truth { "true" } else { "false" })
    }
}

/// Parses a text as an answer. Returns the answer without marks, unit and remark, such as `3` for
/// `**3** moves`; `None` if the text has anything else.
pub(super) fn value(text: &str) -> Option<&str> {
    let (value, rest) = value_and_rest(text)?;
    let remark = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    // A remark such as `(wrong, should be 3)` has another answer, and one such as `(15 routes)` has
    // not.
    let corrects = |remark: &str| words(remark).any(|word| is_any(word, &CORRECTIONS));
    let has_answer =
        |remark: &str| words(remark).all(is_word) || corrects(remark) && words(remark).any(is_word);
    (rest.is_empty() || remark.is_some_and(|remark| !has_answer(remark))).then_some(value)
}

/// Number of words behind an answer in which another answer is searched.
const MOST_WORDS: usize = 100;

/// Words of a remark that corrects the answer before it.
const CORRECTIONS: [&str; 6] = ["should", "not", "wrong", "expected", "instead", "actually"];

/// Parses the answer at the start of a text. Returns `None` if the text states several answers, as
/// in `true if White is mated, false otherwise`.
pub(super) fn answer_at_start(text: &str) -> Option<FoundAnswer> {
    let (value, rest) = value_and_rest(text)?;
    let said = || words(rest).take(MOST_WORDS);
    let says = |truth: &[&str]| said().any(|word| is_any(word, truth));
    let says = [says(FALSE_ON_PAGES), says(TRUE_ON_PAGES)];
    let says_other = match truth(value) {
        Some(truth) if value.len() > 1 => says[usize::from(!truth)],
        _ => says == [true, true],
    };
    let next = words(rest).next().unwrap_or_default();
    let is_condition = is_any(next, &CONDITIONS) || said().any(|word| word == "otherwise");
    let is_other = says_other || is_condition || rest.starts_with(|c: char| c.is_ascii_digit());
    let is_remark = !rest.starts_with('(') || self::value(text).is_some();
    (!is_other && is_remark)
        .then(|| FoundAnswer { answer: value.to_owned(), why: sentence(rest).to_owned() })
}

/// Returns the sentence in the text after an answer, without a word such as `Explanation:` and
/// without signs before it; empty if there are not at least two words.
fn sentence(text: &str) -> &str {
    let is_sign = |c: char| c.is_whitespace() || MARKS.contains(&c) || ",;:.-–—/#|".contains(c);
    let start = |text: &str| text.len() - text.trim_start_matches(is_sign).len();
    let text = &text[start(text)..];
    let inner = text.strip_prefix('(').map(|text| text.trim_end().trim_end_matches(')'));
    let text = inner.unwrap_or(text);
    let label = text.split_once(':').filter(|(word, _)| !word.contains(char::is_whitespace));
    let text = label.map_or(text, |(_, rest)| &rest[start(rest)..]).trim_end();
    if words(text).nth(1).is_some() { text } else { "" }
}

/// Returns the answer at the start of a text without marks and unit, and the text after it.
fn value_and_rest(text: &str) -> Option<(&str, &str)> {
    let is_mark = |c: char| c.is_whitespace() || MARKS.contains(&c);
    let text = text.trim_start_matches(is_mark);
    // Verdicts, and answers of several words, which have a hyphen, are a whole text.
    let is_long = text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('-');
    if is_long || VERDICTS.iter().any(|word| text.starts_with(word)) {
        let whole = text.trim_end_matches(|c| is_mark(c) || matches!(c, '.' | ',' | ';'));
        if whole.len() <= LONGEST && is_value(whole) {
            return Some((whole, ""));
        }
    }
    let end = text.find(|c| is_mark(c) || ENDS.contains(&c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if !is_word(word) {
        return None;
    }
    let rest = rest.trim_start_matches(MARKS);
    let after = rest.trim_start_matches(ENDS);
    if !after.is_empty() && !after.starts_with(is_mark) {
        return None;
    }
    let unit = after.trim_start();
    let length = unit.find(|c: char| !c.is_alphabetic()).unwrap_or(unit.len());
    let is_unit = rest.len() == after.len() && is_any(&unit[..length], &UNITS);
    let rest = if is_unit { unit[length..].trim_start_matches(MARKS) } else { after };
    Some((word, rest.trim_start_matches(ENDS).trim()))
}

/// A sign in a line with an answer after it.
pub(super) struct AnswerPlace<'t> {
    pub(super) before: &'t str,
    pub(super) answer: FoundAnswer,
    pub(super) is_arrow: bool,
    /// True for an arrow with only a value after it, which has an answer whatever stands before it.
    pub(super) is_certain: bool,
}

/// Returns the arrows and other signs of a line that have an answer after them.
pub(super) fn places(line: &str) -> impl Iterator<Item = AnswerPlace<'_>> {
    let mut end = 0;
    let starts = line.match_indices(|c: char| c == ' ' || "-=→⇒⟶➡:".contains(c));
    starts.filter_map(move |(at, _)| {
        let (is_arrow, sign) = (at >= end).then(|| sign(&line[at..])).flatten()?;
        end = at + sign.len();
        let answer = answer_at_start(&line[end..])?;
        let is_certain = is_arrow && value(&line[end..]).is_some();
        Some(AnswerPlace { before: line[..at].trim_end(), answer, is_arrow, is_certain })
    })
}

/// Returns the sign before an answer that starts a text, and `true` if the sign is an arrow.
fn sign(text: &str) -> Option<(bool, &'static str)> {
    let starts =
        |signs: &'static [&'static str]| signs.iter().find(|sign| text.starts_with(**sign));
    let arrow = starts(&ARROWS).map(|sign| (true, *sign));
    arrow.or_else(|| starts(&SEPARATORS).map(|sign| (false, *sign)))
}

/// Returns the answer that a verdict stands for, such as `true` for `checkmate`; `None` for other
/// words.
pub(super) fn verdict(text: &str) -> Option<&'static str> {
    let text = text.trim().trim_end_matches(['.', '!']);
    let negated = text.split_once(' ').filter(|(word, _)| is_any(word, &["not", "no"]));
    let (is_negated, word) = negated.map_or((false, text), |(_, rest)| (true, rest));
    match (is_any(word, &["checkmate", "checkmated", "mate"]), is_negated) {
        (true, false) => Some("true"),
        (true, true) => Some("false"),
        (false, _) => is_any(text, &["check", "stalemate", "ongoing"]).then_some("false"),
    }
}

/// Parses a value as the answer to a question of a puzzle.
pub(super) fn answer(value: &str, puzzle: Puzzle) -> Option<Answer> {
    if puzzle == Puzzle::Mate
        && let Some(checkmate) = truth(value)
    {
        return Some(Answer::Checkmate(checkmate));
    }
    Answer::parse(value).filter(|answer| answer.puzzle() == puzzle)
}

fn is_value(text: &str) -> bool {
    Puzzle::ALL.into_iter().any(|puzzle| answer(text, puzzle).is_some())
}

/// Returns `true` for a number of moves or a truth value, which are single words.
fn is_word(word: &str) -> bool {
    truth(word).is_some()
        || word.parse::<i64>().is_ok_and(|moves| (-1..=u32::MAX.into()).contains(&moves))
}

fn truth(text: &str) -> Option<bool> {
    if is_any(text, TRUE) || is_any(text, TRUE_ON_PAGES) {
        return Some(true);
    }
    (is_any(text, FALSE) || is_any(text, FALSE_ON_PAGES)).then_some(false)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}
