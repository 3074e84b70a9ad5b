//! Diagnostics for mistakes in queries, with hints.

use std::ops::Range;

use super::{Names, Word};
use crate::cell::Size;
use crate::diagnostic::{Diagnostic, nearest, quote};
use crate::piece::Color;
use crate::rules::Rules;

pub(in crate::notation) fn unknown_piece(
    rules: &Rules,
    span: Range<usize>,
    found: &[u8],
) -> Diagnostic {
    let names = rules.roles().map(|(_, def)| def.name.as_str());
    let error = Diagnostic::unknown(span, "a piece", found, names);
    let hint = board_hint(found).or_else(|| number_hint(rules, found));
    let hint = hint.or_else(|| error.hint.clone()).or_else(|| whole_piece_hint(rules, found));
    Diagnostic { hint, ..error }
}

/// Returns a hint with the whole name of the piece, and the built-in rule set with this piece unless
/// the rule set is already given; `None` if there is none.
fn whole_piece_hint(rules: &Rules, found: &[u8]) -> Option<String> {
    let (other, piece) = Rules::built_in_with_piece(str::from_utf8(found).ok()?)?;
    Some(if other == rules.name() {
        format!("did you mean `{piece}`?")
    } else {
        format!("`--rules {other}` has the {piece}")
    })
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

/// Returns the error about the first of these cells, which are in a query about the piece.
pub(in crate::notation) fn unknown_cell(
    rules: &Rules,
    size: Size,
    span: Range<usize>,
    (piece, cells): (Option<&[u8]>, &[&[u8]]),
) -> Diagnostic {
    let found = cells[0];
    let [first, last] = rules.cells().corners(size);
    let expected = format!("a cell such as `{first}` (up to `{last}`)");
    let hint = other_rules_hint(rules, piece, cells);
    Diagnostic { hint, ..Diagnostic::expected(span, expected, quote(found)) }
}

/// Returns a hint that names another built-in rule set with this piece and these cells; `None` if
/// there is none.
fn other_rules_hint(rules: &Rules, piece: Option<&[u8]>, cells: &[&[u8]]) -> Option<String> {
    let other = Rules::built_in_with_names(piece, cells);
    let other = other.filter(|other| other.name() != rules.name())?;
    let is_known =
        |cell: &&[u8]| other.cells().parse_any_case(other.default_size(), cell).is_some();
    let size = if cells.iter().all(is_known) { "" } else { " --size N" };
    Some(format!("`--rules {}{size}` has cells like this", other.name()))
}

/// Returns the error about a query without a color, whose piece moves in another way as a black
/// piece.
pub(super) fn no_color(name: Word<'_>, piece: &str) -> Diagnostic {
    let message = format!("add W or B after {piece}, because its moves depend on its color");
    Diagnostic::new(name.span(), message)
}

pub(super) fn wrong_count(names: &Names, line: Word<'_>, words: &[Word<'_>]) -> Diagnostic {
    let place = line.joined(words.get(4..).filter(|surplus| !surplus.is_empty()).unwrap_or(words));
    let piece = names.rules.roles().next().map_or("King", |(_, def)| &def.name);
    let [start, finish] = names.rules.cells().corners(names.size);
    let count = words.len();
    let message =
        format!("a query has 4 words, such as `{piece} W {start} {finish}`; this one has {count}");
    Diagnostic { hint: board_hint(place.text), ..Diagnostic::new(place.span(), message) }
}
