//! Recognizes answers: numbers of moves, truth values and verdicts.

use crate::cases::truth::{FALSE, TRUE, is_any};
use crate::cases::{Answer, Puzzle};

/// Words for true that pages use and programs do not print. [`FALSE_ON_PAGES`] are those for false.
const TRUE_ON_PAGES: &[&str] = &["truthy", "verdadero", "vrai", "wahr"];
const FALSE_ON_PAGES: &[&str] = &["falsy", "falsey", "falso", "faux", "falsch"];

/// Words that may follow a number of moves.
const UNITS: [&str; 4] = ["move", "moves", "step", "steps"];

/// Arrows before an answer.
const ARROWS: [&str; 9] = ["-->", "->", "==>", "=>", "→", "⇒", "⟶", "➡", "=="];

/// Parses a text as an answer. Returns the answer without marks, unit and remark, such as `3` for
/// `**3** moves`; `None` if the text has anything else.
pub(super) fn value(text: &str) -> Option<&str> {
    let text = text.trim();
    let text = text.strip_suffix(['.', ',', ';']).unwrap_or(text);
    bare(text).or_else(|| bare(without_remark(text)?)).or_else(|| {
        let (number, unit) = text.rsplit_once(' ')?;
        bare(number).filter(|_| is_any(unit, &UNITS))
    })
}

/// Returns the text before an arrow and the answer after it; `None` unless there are both or the
/// arrow starts the line.
pub(super) fn after_arrow(line: &str) -> Option<(&str, &str)> {
    let places = ARROWS.iter().filter_map(|arrow| Some((line.rfind(arrow)?, arrow.len())));
    let (at, length) = places.min_by_key(|(at, _)| *at)?;
    Some((line[..at].trim_end(), value(&line[at + length..])?))
}

/// Returns the text before a hyphen, a colon or an equals sign, and the answer after it, as in
/// `[rq,##],[##,K#] - True`; `None` if there is no answer.
pub(super) fn after_separator(line: &str) -> Option<(&str, &str)> {
    [" - ", " – ", " — ", ": ", " = "].iter().find_map(|sign| {
        let (before, rest) = line.rsplit_once(sign)?;
        Some((before.trim_end(), value(rest)?))
    })
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

/// Returns the answer between the marks of a text.
fn bare(text: &str) -> Option<&str> {
    let text = text.trim().trim_matches(['*', '_', '"', '\'']).trim();
    Some(text).filter(|text| is_value(text))
}

fn is_value(text: &str) -> bool {
    Puzzle::ALL.into_iter().any(|puzzle| answer(text, puzzle).is_some())
}

fn truth(text: &str) -> Option<bool> {
    if is_any(text, TRUE) || is_any(text, TRUE_ON_PAGES) {
        return Some(true);
    }
    (is_any(text, FALSE) || is_any(text, FALSE_ON_PAGES)).then_some(false)
}

fn without_remark(text: &str) -> Option<&str> {
    let (value, remark) = text.strip_suffix(')')?.split_once(" (")?;
    // A remark such as `(wrong, should be 3)` has another answer.
    let mut words = remark.split(|c: char| !c.is_alphanumeric());
    let has_answer = words.any(|word| truth(word).is_some() || word.parse::<u64>().is_ok());
    (!has_answer).then_some(value)
}
