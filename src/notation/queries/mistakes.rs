//! Diagnostics for mistakes in queries, with hints.

use std::ops::Range;

use super::Word;
use crate::cell::Size;
use crate::diagnostic::{Diagnostic, nearest, quote};
use crate::piece::Color;
use crate::rules::Rules;

const FORMS: &str =
    "`PIECE COLOR START FINISH`, or `PIECE COLOR` and a cell on each of the next two lines";

pub(in crate::notation) fn unknown_piece(
    rules: &Rules,
    span: Range<usize>,
    found: &[u8],
) -> Diagnostic {
    let names = rules.roles().map(|(_, def)| def.name.as_str());
    let error = Diagnostic::unknown(span, "a piece", found, names);
    let hint = board_hint(found).or_else(|| number_hint(rules, found));
    Diagnostic { hint: hint.or(error.hint), ..error }
}

/// Returns a hint that lists the letters of all pieces if `found` is a number, else `None`.
pub(in crate::notation) fn number_hint(rules: &Rules, found: &[u8]) -> Option<String> {
    let is_number = str::from_utf8(found).ok()?.parse::<f64>().is_ok();
    let letters: Vec<String> =
        rules.roles().map(|(_, def)| format!("{} {}", def.letter, def.name)).collect();
    is_number.then(|| format!("write a piece as its name or letter: {}", letters.join(", ")))
}

/// Returns a hint that names the command for boards if `found` looks like a board, else `None`.
fn board_hint(found: &[u8]) -> Option<String> {
    found.starts_with(b"[").then(|| "`kubikschach mate` reads boards".to_owned())
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
    let hint = other_rules_hint(rules, found);
    Diagnostic { hint, ..Diagnostic::expected(span, expected, quote(found)) }
}

/// Returns a hint that names another built-in rule set in which `found` is a cell; `None` if there
/// is none.
fn other_rules_hint(rules: &Rules, found: &[u8]) -> Option<String> {
    let found = str::from_utf8(found).ok()?;
    let other = Rules::built_in_with_cell(found).filter(|other| other.name() != rules.name())?;
    let is_known = other.cells().parse_any_case(other.default_size(), found).is_some();
    let size = if is_known { "" } else { " --size N" };
    Some(format!("`--rules {}{size}` has cells like this", other.name()))
}

pub(super) fn wrong_count(line: Word<'_>, words: &[Word<'_>]) -> Diagnostic {
    let (place, found) = match words {
        [_, _, _, _, surplus @ ..] => {
            let place = line.joined(surplus);
            let end = if surplus.len() == 1 { "is one too many" } else { "are too many" };
            (place, format!("{} words: {} {end}", words.len(), quote(place.text)))
        }
        [word] => (*word, format!("only {}", quote(word.text))),
        _ => {
            let place = line.joined(words);
            (place, format!("{} words, {}", words.len(), quote(place.text)))
        }
    };
    let hint = board_hint(place.text);
    Diagnostic { hint, ..Diagnostic::expected(place.span(), FORMS, found) }
}
