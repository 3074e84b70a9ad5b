//! The results of games as people write them, such as `1-0`, `½:½` and `0.5 - 0.5`.

use crate::notation::DASHES;
use crate::rules::Score;

/// A text that is the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrittenResult {
    /// The word `*`, for an unfinished game.
    Unfinished,
    /// The scores of White and Black.
    Scores([Score; 2]),
}

/// Spellings of scores. Two scores form a result, such as `1-0`.
const SCORES: [&str; 5] = ["0", "1", "1/2", "1/3", "2/3"];
/// Other spellings of some scores.
const SIGNS: [(&str, &str); 6] =
    [("½", "1/2"), ("0.5", "1/2"), ("0,5", "1/2"), (".5", "1/2"), ("⅓", "1/3"), ("⅔", "2/3")];
/// The largest number of words of a result, such as `1 - 0`.
const MOST_WORDS: usize = 3;
/// A number of characters that no result exceeds, so that a long word takes little time.
const LONGEST: usize = 40;

/// Parses the result at the start of a text, and returns its length in bytes; `None` if the text
/// starts with no result.
pub(super) fn result_at(text: &str) -> Option<(usize, WrittenResult)> {
    let text = text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end]);
    let text = text.split(['{', ';', '$']).next().unwrap_or_default();
    let words = text.split_whitespace().take(MOST_WORDS);
    let end = |word: &str| word.as_ptr().addr() - text.as_ptr().addr() + word.len();
    let ends: Vec<usize> = words.map(end).collect();
    ends.into_iter().rev().find_map(|end| Some((end, parse_result(&text[..end])?)))
}

/// Parses the result of a game; `None` if the text is no result. One half alone is a draw.
pub(crate) fn parse_result(text: &str) -> Option<WrittenResult> {
    if text == "*" {
        return Some(WrittenResult::Unfinished);
    }
    let is_sign = |letter: char| letter == ':' || DASHES.contains(&letter);
    let scores = match text.split_once(is_sign) {
        Some((white, black)) => [score(white.trim())?, score(black.trim())?],
        None => [score(text).filter(|score| *score == Score::HALF)?; 2],
    };
    Some(WrittenResult::Scores(scores))
}

fn score(text: &str) -> Option<Score> {
    let sign = SIGNS.iter().find(|(sign, _)| *sign == text);
    let text = sign.map_or(text, |(_, score)| score);
    SCORES.contains(&text).then(|| Score::parse(text)).flatten()
}
