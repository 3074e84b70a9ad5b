//! The parser of pieces and their moves in rule documents.

use std::collections::HashSet;

use toml::Spanned;

use super::AXES;
use crate::cell::{Axis, Offset, Size};
use crate::mistake::{quote, quote_string};
use crate::movement::{Atom, LeapPath, Mode, MoveKind, Starts, Symmetry};
use crate::piece::Color;
use crate::rules::{CellNames, RoleDef, spellings};
use crate::toml_reader::{TomlList, TomlTable, TomlValue, all};

const MODES: [(&str, Mode); 3] = [("leap", Mode::Leap), ("ride", Mode::Ride), ("lame", Mode::Lame)];
const SYMMETRIES: [(&str, Symmetry); 3] =
    [("cubic", Symmetry::Cubic), ("planar", Symmetry::Planar), ("fixed", Symmetry::Fixed)];
const KINDS: [(&str, Option<MoveKind>); 3] =
    [("both", None), ("move", Some(MoveKind::Quiet)), ("capture", Some(MoveKind::Capture))];

/// The number of letters from A to Z, which is the maximum number of pieces.
const LETTERS: usize = 26;
/// The maximum number of moves of a piece.
const MOST_MOVES: usize = 10_000;
const CELL_AGAIN: &str = "expected each cell once, but found it again";

/// The parts of a document that are needed to parse the moves of its pieces.
#[derive(Clone, Copy)]
pub(super) struct Document<'n> {
    /// Cell names; `None` if they have a mistake.
    pub(super) cells: Option<&'n CellNames>,
    /// Fixed board size; `None` if the size is open.
    pub(super) size: Option<Size>,
    /// Axis along which White plays towards Black's side.
    pub(super) forward: Axis,
}

/// Parses all pieces, and leaves out pieces without a name. A piece with any other mistake stays in
/// the list, so that its name is known in the rest of the document. Returns no piece if there are
/// more pieces than letters. The boolean is true if every piece is without a mistake, except in its
/// moves.
pub(super) fn roles(table: &mut TomlTable<'_>, document: Document<'_>) -> (Vec<RoleDef>, bool) {
    let Some(list) = table.required::<TomlList<'_>>("piece") else { return (Vec::new(), false) };
    list.expect_some("piece");
    if list.values.len() > LETTERS {
        let found = list.values.len();
        list.wrong(format!(
            "expected at most {LETTERS} pieces, because each has a letter of its own, but found {found}"
        ));
        return (Vec::new(), false);
    }
    let (mut taken, count) = (HashSet::new(), list.values.len());
    let tables = list.values.into_iter().filter_map(TomlValue::read);
    let read: Vec<_> = tables.filter_map(|table| role(table, document, &mut taken)).collect();
    let are_named = count > 0 && read.len() == count && read.iter().all(|(_, is_named)| *is_named);
    (read.into_iter().map(|(role, _)| role).collect(), are_named)
}

/// Parses a piece. `taken` has the lower-case names and letters of the pieces before this piece.
/// The boolean is true if the piece is without a mistake, except in its moves.
fn role(
    mut table: TomlTable<'_>,
    document: Document<'_>,
    taken: &mut HashSet<String>,
) -> Option<(RoleDef, bool)> {
    let known = table.count_mistakes();
    let name = table.expect("name").and_then(TomlValue::shown::<Spanned<String>>);
    let letter = table.required::<Spanned<String>>("letter");
    let royal = table.optional("royal").unwrap_or_default();
    let moves = table.required::<TomlList<'_>>("moves");
    let own = || [&name, &letter].into_iter().flatten();
    for text in own() {
        let found = text.get_ref();
        if spellings(found).any(|spelling| taken.contains(&spelling.to_lowercase())) {
            let found = quote(found.as_bytes());
            let expected = "expected a name or letter of its own";
            table.wrong_at(text.span(), format!("{expected}, but another piece has {found}"));
        }
    }
    taken.extend(own().flat_map(|text| spellings(text.get_ref())).map(|text| text.to_lowercase()));
    if let Some(name) = &name
        && let Some(message) = wrong_in_name(name.get_ref())
    {
        table.wrong_at(name.span(), message);
    }
    let letter = letter.and_then(|letter| single_letter(&letter, &table));
    let is_named = table.count_mistakes() == known;
    table.finish();
    let moves = moves.map(|mut list| {
        list.expect_at_most(MOST_MOVES, "moves");
        list.values
    });
    let moves = moves.unwrap_or_default();
    let atoms = moves.into_iter().filter_map(|value| atom(value, document)).collect();
    let letter = letter.unwrap_or('?').to_ascii_uppercase();
    Some((RoleDef { name: name?.into_inner(), letter, royal, atoms }, is_named))
}

fn single_letter(found: &Spanned<String>, table: &TomlTable<'_>) -> Option<char> {
    let mut chars = found.get_ref().chars();
    let letter = chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none());
    if letter.is_none() {
        let found_letter = quote_string(found.get_ref());
        let message = format!("expected one letter from A to Z, but found {found_letter}");
        table.wrong_at(found.span(), message);
    }
    letter
}

/// Returns the message about a piece name that would be ambiguous in a query, or `None` for a valid
/// name.
fn wrong_in_name(text: &str) -> Option<String> {
    let mut words = text.split(' ');
    let is_word = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
    if words.clone().count() > 3 || !words.clone().all(is_word) {
        let expected = "a name of at most three words with single spaces between";
        return Some(format!("expected {expected}, but found {}", quote_string(text)));
    }
    if text.starts_with('{') {
        let found = quote_string(text);
        return Some(format!("expected a name that does not start with `{{`, but found {found}"));
    }
    let color = words.by_ref().skip(1).find(|word| word.parse::<Color>().is_ok())?;
    Some(format!("expected a name without a color after its first word, but found `{color}`"))
}

fn atom(value: TomlValue<'_>, document: Document<'_>) -> Option<Atom> {
    let mut table: TomlTable<'_> = value.read()?;
    let steps = MODES.map(|(key, mode)| Some((mode, table.take(key)?)));
    let mut steps: Vec<_> = steps.into_iter().flatten().collect();
    let symmetry = table.optional_choice("symmetry", &SYMMETRIES);
    let when = table.optional_choice("when", &KINDS);
    let mirrors = mirrors(&mut table, document.forward);
    if steps.len() != 1 {
        let number = if steps.is_empty() { "none" } else { "several" };
        let expected = "expected one of `leap`, `ride` and `lame` with a step";
        table.wrong(format!("{expected}, but found {number}"));
        for key in ["most", "from", "routes"] {
            table.take(key);
        }
        table.finish();
        return None;
    }
    let (mode, step) = steps.pop()?;
    let step = offset(step);
    let most = if mode == Mode::Ride { table.take("most") } else { None };
    let is_endless = mode == Mode::Ride && most.is_none();
    let most = most.and_then(|value| value.number("a number from 1 to 63", 1..=63));
    let from = starts(&mut table, document, is_endless);
    let paths = if mode == Mode::Lame { paths(&mut table, step) } else { Some(Vec::new()) };
    for (key, needed) in [("most", "ride"), ("routes", "lame")] {
        if let Some(value) = table.take_misplaced(key) {
            let message = format!("`{key}` needs a `{needed}` step");
            table.wrong_at(value.span, message);
        }
    }
    table.finish();
    let (symmetry, when) = (symmetry.unwrap_or(Symmetry::Cubic), when.flatten());
    Some(Atom { step: step?, mode, symmetry, when, mirrors, most, from, paths: paths? })
}

/// Parses `from`: the cells from which a white piece may make the move. `is_endless` is true if the
/// move is a ride without the key `most`, which limits its distance.
fn starts(table: &mut TomlTable<'_>, document: Document<'_>, is_endless: bool) -> Option<Starts> {
    let list: TomlList<'_> = table.optional("from")?;
    list.expect_some("cell");
    if is_endless {
        let why = "because a ride with `from` needs it";
        list.wrong(format!("expected the key `most`, {why}, but it is missing"));
    }
    let Document { cells: Some(cells), size: Some(size), .. } = document else {
        // A mistake in the cell names has been reported already.
        if document.cells.is_some() {
            list.wrong("expected a rule set of a fixed size, because `from` names cells");
        }
        return None;
    };
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for name in list.values.into_iter().filter_map(TomlValue::read::<Spanned<String>>) {
        match cells.parse(size, name.get_ref()) {
            Some(cell) if known.insert(cell) => found.push(cell),
            Some(_) => table.wrong_at(name.span(), CELL_AGAIN),
            None => {
                let [low, high] = cells.corners(size);
                let found = quote(name.get_ref().as_bytes());
                let message =
                    format!("expected a cell such as `{low}` (up to `{high}`), but found {found}");
                table.wrong_at(name.span(), message);
            }
        }
    }
    Some(Starts { size, cells: found })
}

/// Parses `mirrors`: the axes along which Black's step is reversed. The default is the axis
/// `forward` and the levels.
fn mirrors(table: &mut TomlTable<'_>, forward: Axis) -> Vec<Axis> {
    let list = table.take("mirrors").and_then(|value| value.list("[\"level\"]"));
    list.map_or_else(|| vec![forward, Axis::Level], |list| list.each_once("an axis", &AXES))
}

fn paths(table: &mut TomlTable<'_>, step: Option<Offset>) -> Option<Vec<LeapPath>> {
    let list = table.expect("routes")?.list("[[[1, 1, 0]]]")?;
    list.expect_some("route");
    all(list.values.into_iter().map(|cells| path(cells.list("[[1, 1, 0]]")?, step, table)))
}

fn path(list: TomlList<'_>, step: Option<Offset>, table: &TomlTable<'_>) -> Option<LeapPath> {
    list.expect_some("cell on the way");
    if list.values.iter().any(|value| value.integer().is_some()) {
        list.wrong("expected an array of cells such as [[1, 1, 0]], but found numbers");
        return None;
    }
    let mut known = HashSet::new();
    all(list.values.into_iter().map(|cell| {
        let span = cell.span.clone();
        let passed = offset(cell)?;
        let is_new = known.insert(passed);
        if Some(passed) == step {
            let message = "expected a cell on the way, but found the target of the step";
            table.wrong_at(span, message);
        } else if !is_new {
            table.wrong_at(span, CELL_AGAIN);
        }
        Some(passed)
    }))
}

/// Parses a step: three integers, not all zero, each no larger than on the largest board.
fn offset(value: TomlValue<'_>) -> Option<Offset> {
    let mut list = value.list("[1, 1, 0]")?;
    let part = |part: TomlValue<'_>| part.number("a whole number from -63 to 63", -63..=63);
    let parts: Vec<Option<i32>> = list.values.drain(..).map(part).collect();
    let [file, rank, level] = parts[..] else {
        let found = parts.len();
        list.wrong(format!("expected three numbers (file, rank and level), but found {found}"));
        return None;
    };
    let offset = Offset::new(file?, rank?, level?);
    if offset == Offset::ZERO {
        list.wrong("expected a step to another cell, but found [0, 0, 0]");
        return None;
    }
    Some(offset)
}
