//! Splits a line of a page into its parts.

use std::ops::Range;

use crate::cases::Answer;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// A line without text, or the fence of a code block.
    Blank,
    Input,
    /// The word `Output`, or an arrow before an answer.
    Output,
    /// Any other text, never empty.
    Text(&'t str),
}

const ARROWS: [&str; 6] = ["-->", "->", "=>", "→", "⇒", "⟶"];

/// Removes the Markdown marks of quotations, list items and code from a line.
pub(super) fn unmarked(line: &str) -> String {
    let is_fence =
        |mark: &str| line.trim().strip_prefix(mark).is_some_and(|info| !info.contains('`'));
    if is_fence("```") || is_fence("~~~") {
        return String::new();
    }
    let line = line.replace('\u{a0}', " ").replace('\u{2212}', "-").replace('`', "");
    let line = line.trim_start_matches(|c: char| c == '>' || c.is_whitespace());
    let item = line.strip_prefix(['-', '*', '+', '•']);
    let item = item.filter(|item| item.starts_with(char::is_whitespace));
    item.unwrap_or(line).trim().to_owned()
}

pub(super) fn parts(line: &str) -> Vec<Part<'_>> {
    if line.is_empty() {
        return vec![Part::Blank];
    }
    let (mut parts, mut from) = (Vec::new(), 0);
    for (span, marker) in markers(line) {
        parts.push(Part::Text(before_marker(&line[from..span.start])));
        parts.push(marker);
        from = line.len() - line[span.end..].trim_start_matches(is_after).len();
    }
    parts.push(Part::Text(line[from..].trim()));
    parts.retain(|part| !matches!(part, Part::Text("")));
    parts
}

/// Returns the answer at the start of a text, and the text after it; `None` without an answer.
///
/// Markdown around the answer is removed.
pub(super) fn answer(text: &str) -> Option<(&str, &str)> {
    let end = text.find([' ', '\t', ',', ';']).unwrap_or(text.len());
    [text.len(), end].into_iter().find_map(|end| {
        let word = text[..end].trim_matches(['*', '_', '.', ' ']);
        Answer::parse(word)?;
        Some((word, text[end..].trim_start_matches([' ', '\t', ',', ';'])))
    })
}

/// Returns the markers `Input` and `Output` in a line with their byte ranges, sorted by position.
///
/// A word is a marker if it is alone on the line or before a colon, or if the line has both words
/// and an answer after them. An arrow before an answer counts as `Output`.
fn markers(line: &str) -> Vec<(Range<usize>, Part<'_>)> {
    let lower = line.to_ascii_lowercase();
    let [input, output] = ["input", "output"].map(|word| place_of(&lower, word));
    let has_answer = |at: usize| answer(line[at..].trim_start_matches(is_after)).is_some();
    let is_case = |input: &Range<usize>, output: &Range<usize>| {
        input.start < output.start && has_answer(output.end)
    };
    let has_both = input.iter().zip(&output).any(|(input, output)| is_case(input, output));
    let is_marker = |span: &Range<usize>| has_both || stands_alone(line, span);
    let arrow = || {
        let ends = ARROWS.iter().filter_map(|arrow| {
            let start = line.rfind(arrow)?;
            Some(start..start + arrow.len())
        });
        ends.filter(|span| has_answer(span.end)).min_by_key(|span| span.start)
    };
    let output = output.filter(is_marker).or_else(arrow).map(|span| (span, Part::Output));
    let input = input.filter(is_marker).map(|span| (span, Part::Input));
    let mut markers: Vec<_> = input.into_iter().chain(output).collect();
    markers.sort_by_key(|(span, _)| span.start);
    markers
}

fn stands_alone(line: &str, span: &Range<usize>) -> bool {
    let (before, rest) = (before_marker(&line[..span.start]), &line[span.end..]);
    let alone = !before.contains(char::is_alphabetic) && !rest.contains(char::is_alphanumeric);
    let after = &rest[..rest.len() - rest.trim_start_matches(is_after).len()];
    alone || after.contains(':')
}

/// Returns `true` for punctuation that is ignored before a word such as `Output`.
fn is_before(letter: char) -> bool {
    letter.is_whitespace() || "*_#,(".contains(letter)
}

/// Returns `true` for punctuation that is ignored after a word such as `Output`.
fn is_after(letter: char) -> bool {
    letter.is_whitespace() || "*_:.)".contains(letter)
}

/// Returns `text`, which precedes `Input` or `Output`, without `expected` or `sample` at its end.
fn before_marker(text: &str) -> &str {
    let text = text.trim_end_matches(is_before);
    let (rest, last) = text.rsplit_once(is_before).unwrap_or(("", text));
    let is_its = ["expected", "sample"].into_iter().any(|word| last.eq_ignore_ascii_case(word));
    if is_its { rest.trim_end_matches(is_before) } else { text.trim() }
}

/// Returns the byte range of the first occurrence of `word` that is not a part of a longer word.
fn place_of(line: &str, word: &str) -> Option<Range<usize>> {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut places = line.match_indices(word).map(|(at, _)| at..at + word.len());
    places.find(|span| {
        !is_letter(line[..span.start].chars().next_back())
            && !is_letter(line[span.end..].chars().next())
    })
}
