//! Mistakes for mistakes in queries, with hints.

use std::ops::Range;

use super::{Names, Word};
use crate::cell::Size;
use crate::common::numbered;
use crate::mistake::{Mistake, nearest, quote};
use crate::notation::page_line::{self, import_hint};
use crate::piece::Color;
use crate::rules::Rules;

pub(in crate::notation) fn unknown_piece(
    rules: &Rules,
    span: Range<usize>,
    found: &[u8],
) -> Mistake {
    let names = rules.roles().map(|(_, def)| def.name.as_str());
    let error = Mistake::unknown(span, "a piece", found, names);
    let hint = board_hint(found).or_else(|| number_hint(rules, found));
    let hint = hint.or_else(|| error.hint.clone()).or_else(|| whole_piece_hint(rules, found));
    Mistake { hint, ..error }
}

/// Returns a hint for a word that starts the name of a single built-in piece: the whole name, or
/// the other rule set that has the piece. The result is `None` if there is no such piece, or
/// several.
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

pub(in crate::notation) fn unknown_color(span: Range<usize>, found: &[u8]) -> Mistake {
    let hint = nearest(&Color::ALL.map(|color| color.to_string()), &String::from_utf8_lossy(found));
    Mistake { hint, ..Mistake::expected(span, "a color (W or B)", quote(found)) }
}

/// Returns the error about the first of `cells`, which the board does not have. `piece` and `cells`
/// are the words of a query, from which the hint guesses the intended rule set.
pub(in crate::notation) fn unknown_cell(
    rules: &Rules,
    size: Size,
    span: Range<usize>,
    (piece, cells): (Option<&[u8]>, &[&[u8]]),
) -> Mistake {
    let found = cells[0];
    let [first, last] = rules.cells().corners(size);
    let expected = format!("a cell such as `{first}` (up to `{last}`)");
    let hint = other_rules_hint(rules, size, piece, cells);
    Mistake { hint, ..Mistake::expected(span, expected, quote(found)) }
}

/// Returns a hint that names another built-in rule set with this piece and these cells; `None` if
/// there is none, or if its boards don't have the size that was chosen.
fn other_rules_hint(
    rules: &Rules,
    size: Size,
    piece: Option<&[u8]>,
    cells: &[&[u8]],
) -> Option<String> {
    let other = Rules::built_in_with_names(piece, cells);
    let other = other.filter(|other| other.name() != rules.name())?;
    if size != rules.default_size() && other.size().is_some_and(|fixed| fixed != size) {
        return None;
    }
    let is_known =
        |cell: &&[u8]| other.cells().parse_any_case(other.default_size(), cell).is_some();
    let size = if cells.iter().all(is_known) { "" } else { " --size N" };
    Some(format!("`--rules {}{size}` has cells like this", other.name()))
}

/// Returns the error about a query without a color, if the moves of its piece depend on the color.
pub(super) fn no_color(name: Word<'_>, piece: &str) -> Mistake {
    let message = format!("add W or B after {piece}, because its moves depend on its color");
    Mistake::new(name.span(), message)
}

/// Returns the error about a line that has a piece and a start cell, but no finish.
pub(super) fn no_finish(names: &Names, line: Word<'_>, start: Word<'_>) -> Mistake {
    let [_, last] = names.rules.cells().corners(names.size);
    let start = String::from_utf8_lossy(start.text);
    let message = format!("add the finish after {start}, for example {last}");
    Mistake::new(line.span(), message)
}

/// Returns the error about a line whose words are no query. `cells` are the words after the piece
/// and its color.
pub(super) fn no_query(
    names: &Names,
    line: Word<'_>,
    words: &[Word<'_>],
    cells: &[Word<'_>],
) -> Mistake {
    let place = line.joined(cells.get(2..).filter(|surplus| !surplus.is_empty()).unwrap_or(words));
    let piece = names.rules.roles().next().map_or("King", |(_, def)| &def.name);
    let [start, finish] = names.rules.cells().corners(names.size);
    let message = format!(
        "a query is a piece, its color if it matters, and two cells, such as `{piece} W {start} {finish}`; this line has {}",
        numbered(words.len(), "word")
    );
    let hint = board_hint(place.text)
        .or_else(|| numbers_hint(words, &start))
        .or_else(|| answer_hint(line, cells));
    Mistake { hint, ..Mistake::new(place.span(), message) }
}

/// Returns a hint if numbers stand for a cell, as in `(0,0,0)`.
fn numbers_hint(words: &[Word<'_>], cell: &str) -> Option<String> {
    let has_numbers = words.windows(3).any(|words| words.iter().all(is_number));
    has_numbers.then(|| format!("write a cell by its name, such as `{cell}`"))
}

/// Returns `true` for a number, perhaps with a bracket before or after it.
fn is_number(word: &Word<'_>) -> bool {
    let text = String::from_utf8_lossy(word.text);
    text.trim_matches(['(', ')', '[', ']', '{', '}']).parse::<i64>().is_ok()
}

/// Returns a hint if a line has an answer after a query, as in `King W A1a B3d = 3`.
fn answer_hint(line: Word<'_>, cells: &[Word<'_>]) -> Option<String> {
    let [_, finish, .., answer] = cells else { return None };
    let between = &line.text[finish.span().end - line.at..answer.at - line.at];
    let has_sign =
        ["=", "->", "→"].iter().any(|sign| between.trim_ascii().starts_with(sign.as_bytes()));
    (is_number(answer) && has_sign).then(|| import_hint("queries"))
}

/// Adds a hint to a mistake in a line of a page, such as `Output: 3`.
#[cold]
pub(super) fn with_page_hint(line: &[u8], error: Mistake) -> Mistake {
    let is_answer = |line: &str| line.parse::<i64>().is_ok();
    page_line::with_hint(line, "queries", is_answer, error)
}
