//! Mistakes in queries: what was expected of a word, and what was found.

use std::ops::Range;

use crate::cell::Size;
use crate::diagnostic::{Diagnostic, nearest, quote};
use crate::notation::memo::{LONGEST, Word};
use crate::piece::Color;
use crate::rules::Rules;

/// What a query looks like.
const SHAPE: &str =
    "`PIECE COLOR START FINISH`, or `PIECE COLOR` and a cell on each of the next two lines";

pub(in crate::notation) fn unknown_piece(
    rules: &Rules,
    span: Range<usize>,
    found: &[u8],
) -> Diagnostic {
    let names = rules.roles().map(|(_, def)| def.name.as_str());
    let error = Diagnostic::unknown(span, "a piece", found, names);
    Diagnostic { hint: of_a_board(found).or(error.hint), ..error }
}

/// A hint at what reads boards, where a text looks like one.
fn of_a_board(found: &[u8]) -> Option<String> {
    found.starts_with(b"[").then(|| "boards are read by `kubikschach mate`".to_owned())
}

pub(in crate::notation) fn unknown_color(span: Range<usize>, found: &[u8]) -> Diagnostic {
    let hint = nearest(&Color::ALL.map(|color| color.to_string()), &String::from_utf8_lossy(found));
    Diagnostic { hint, ..Diagnostic::expected(span, "a color (W or B)", quote(found)) }
}

pub(in crate::notation) fn unknown_cell(
    rules: &Rules,
    size: Size,
    span: Range<usize>,
    found: &[u8],
) -> Diagnostic {
    let [first, last] = rules.cells().corners(size);
    let expected = format!("a cell such as `{first}` (up to `{last}`)");
    let hint = in_other_case(rules, size, found).map(|name| format!("did you mean `{name}`?"));
    let hint = hint.or_else(|| of_other_rules(rules, found));
    Diagnostic { hint, ..Diagnostic::expected(span, expected, quote(found)) }
}

/// A hint at the built-in rule set that knows a cell of the name.
fn of_other_rules(rules: &Rules, found: &[u8]) -> Option<String> {
    let found = str::from_utf8(found).ok().filter(|found| found.len() <= LONGEST)?;
    let other = Rules::built_in_with_cell(found).filter(|other| other.name() != rules.name())?;
    let size = if other.size().is_none() { " --size N" } else { "" };
    Some(format!("`--rules {}{size}` has such a cell", other.name()))
}

/// The name of a cell of which some letters have the wrong case.
fn in_other_case(rules: &Rules, size: Size, found: &[u8]) -> Option<String> {
    let found = str::from_utf8(found).ok().filter(|found| found.len() <= LONGEST)?;
    let letters = found.chars().filter(char::is_ascii_alphabetic).count();
    let in_case = |upper: usize| {
        let mut nth = 0;
        let letters = found.chars().map(|letter| {
            let is_upper = upper >> nth & 1 == 1;
            nth += usize::from(letter.is_ascii_alphabetic());
            if is_upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
        });
        letters.collect::<String>()
    };
    (0..1 << letters).map(in_case).find(|name| rules.cells().parse(size, name).is_some())
}

pub(super) fn wrong_count(bytes: &[u8], words: &[Word]) -> Diagnostic {
    let (span, found) = match words {
        [_, _, _, _, surplus @ ..] => {
            let span = span_of(surplus);
            let (count, first) = (words.len(), quote(&bytes[span.clone()]));
            (span, format!("{count} words, from {first} on too many"))
        }
        [word] => (word.span(), format!("only {}", quote(word.of(bytes)))),
        _ => {
            let span = span_of(words);
            let found = format!("{} words, {}", words.len(), quote(&bytes[span.clone()]));
            (span, found)
        }
    };
    let hint = of_a_board(&bytes[span.clone()]);
    Diagnostic { hint, ..Diagnostic::expected(span, SHAPE, found) }
}

pub(super) fn span_of(words: &[Word]) -> Range<usize> {
    let [first, .., last] = words else { return words.first().map_or(0..0, |word| word.span()) };
    first.start..last.end
}
