//! The parser of pieces and their moves in rule documents.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::choice::{each_once, optional_choice};
use super::{AXES, List};
use crate::cell::{Axis, Offset, Size};
use crate::diagnostic::{Diagnostic, quote, quote_string};
use crate::document::{Read, Table, Value, all, check_visible, read};
use crate::movement::{Atom, LeapPath, Mode, MoveKind, Starts, Symmetry};
use crate::piece::Color;
use crate::rules::{CellNames, RoleDef, spellings};

const MODES: [(&str, Mode); 3] = [("leap", Mode::Leap), ("ride", Mode::Ride), ("lame", Mode::Lame)];
const SYMMETRIES: [(&str, Symmetry); 3] =
    [("cubic", Symmetry::Cubic), ("planar", Symmetry::Planar), ("fixed", Symmetry::Fixed)];
const KINDS: [(&str, Option<MoveKind>); 3] =
    [("both", None), ("move", Some(MoveKind::Quiet)), ("capture", Some(MoveKind::Capture))];

const CELL_AGAIN: &str = "expected each cell once, but found it again";

/// The cell names and the board size of a document, which are needed to parse the cells in the key
/// `from` of a move. `cells` is `None` if the document's cell names have a mistake.
#[derive(Clone, Copy)]
pub(super) struct Names<'n> {
    pub(super) cells: Option<&'n CellNames>,
    /// The fixed board size; `None` if the size is open.
    pub(super) size: Option<Size>,
}

/// Parses all pieces, and leaves out pieces without a name. A piece with any other mistake stays in
/// the list, so that its name is known in the rest of the document.
pub(super) fn roles(table: &mut Table<'_>, names: Names<'_>, mistakes: &mut List) -> Vec<RoleDef> {
    let Some(list) = table.required::<Vec<Value<'_>>>("piece", mistakes) else {
        return Vec::new();
    };
    if list.get_ref().is_empty() {
        mistakes.push(Diagnostic::new(list.span(), "expected at least one piece"));
    }
    let mut roles = Vec::new();
    let mut taken: Vec<String> = Vec::new();
    for piece in list.into_inner() {
        let Some(table) = read::<Table<'_>>(piece, mistakes) else { continue };
        roles.extend(role(table.into_inner(), names, &mut taken, mistakes));
    }
    roles
}

/// Parses a piece. `taken` has the lower-case names and letters of the pieces before this piece.
fn role(
    mut table: Table<'_>,
    names: Names<'_>,
    taken: &mut Vec<String>,
    mistakes: &mut List,
) -> Option<RoleDef> {
    let name = table.required::<String>("name", mistakes);
    let letter = table.required::<String>("letter", mistakes);
    check_visible(&name, mistakes);
    let royal = table.optional::<bool>("royal", mistakes);
    let moves = table.required::<Vec<Value<'_>>>("moves", mistakes);
    table.finish(mistakes);

    take([&name, &letter].into_iter().flatten(), taken, mistakes);
    if let Some(name) = &name {
        let wrong = wrong_in_name(name.get_ref());
        mistakes.extend(wrong.map(|message| Diagnostic::new(name.span(), message)));
    }
    let letter = letter.and_then(|found| single_letter(&found, mistakes));
    let moves = moves.map(Spanned::into_inner).unwrap_or_default().into_iter();
    let atoms = moves.filter_map(|value| atom(value, names, mistakes)).collect();
    Some(RoleDef {
        name: name?.into_inner(),
        letter: letter.map_or('?', |letter| letter.to_ascii_uppercase()),
        royal: royal.is_some_and(|royal| *royal.get_ref()),
        atoms,
    })
}

/// Adds the name and the letter of a piece to `taken`, and reports those that another piece has.
fn take<'s>(
    own: impl Iterator<Item = &'s Spanned<String>> + Clone,
    taken: &mut Vec<String>,
    mistakes: &mut List,
) {
    for text in own.clone() {
        let found = text.get_ref();
        if spellings(found).any(|spelling| taken.contains(&spelling.to_lowercase())) {
            let found = quote(found.as_bytes());
            let message =
                format!("expected a name or letter of its own, but another piece has {found}");
            mistakes.push(Diagnostic::new(text.span(), message));
        }
    }
    let spelled = own.flat_map(|text| spellings(text.get_ref()));
    taken.extend(spelled.map(|spelling| spelling.to_lowercase()));
}

fn single_letter(found: &Spanned<String>, mistakes: &mut List) -> Option<char> {
    let mut chars = found.get_ref().chars();
    let letter = chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none());
    if letter.is_none() {
        let letter = quote_string(found.get_ref());
        mistakes.push(Diagnostic::expected(found.span(), "one letter from A to Z", letter));
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

fn atom(value: Value<'_>, names: Names<'_>, mistakes: &mut List) -> Option<Atom> {
    let mut table = read::<Table<'_>>(value, mistakes)?.into_inner();
    let mut found = Vec::new();
    for (key, mode) in MODES {
        found.extend(table.take(key).map(|step| (mode, step)));
    }
    let symmetry = optional_choice(&mut table, "symmetry", &SYMMETRIES, mistakes);
    let when = optional_choice(&mut table, "when", &KINDS, mistakes);
    let mirrors = mirrors(&mut table, mistakes);
    if found.len() != 1 {
        let number = if found.is_empty() { "none" } else { "several" };
        let message =
            format!("expected one of `leap`, `ride` and `lame` with a step, but found {number}");
        mistakes.push(Diagnostic::new(table.span.clone(), message));
        for key in ["most", "from", "routes"] {
            table.take(key);
        }
        table.finish(mistakes);
        return None;
    }
    let (mode, step) = found.pop()?;
    let step = offset(step, mistakes);
    let most = if mode == Mode::Ride { table.take("most") } else { None };
    let is_endless = mode == Mode::Ride && most.is_none();
    let most = most.and_then(|value| read::<Most>(value, mistakes));
    let from = starts(&mut table, names, is_endless, mistakes);
    let paths =
        if mode == Mode::Lame { paths(&mut table, step, mistakes) } else { Some(Vec::new()) };
    table.finish(mistakes);
    Some(Atom {
        step: step?,
        mode,
        symmetry: symmetry.unwrap_or(Symmetry::Cubic),
        when: when.flatten(),
        mirrors,
        most: most.map(|most| most.into_inner().0),
        from,
        paths: paths?,
    })
}

struct Most(u16);

impl<'t> Read<'t> for Most {
    const KIND: &'static str = "a number from 1 to 63";
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self> {
        let most = u16::try_from(i64::read(value, span)?).ok()?;
        (1..=FARTHEST).contains(&usize::from(most)).then_some(Self(most))
    }
}

/// Parses `from`: the cells from which a white piece may make the move. `is_endless` is true if the
/// move is a ride without the key `most`, which limits its distance.
fn starts(
    table: &mut Table<'_>,
    names: Names<'_>,
    is_endless: bool,
    mistakes: &mut List,
) -> Option<Starts> {
    let list = table.optional::<Vec<Value<'_>>>("from", mistakes)?;
    if list.get_ref().is_empty() {
        mistakes.push(Diagnostic::new(list.span(), "expected at least one cell"));
    }
    if is_endless {
        let message =
            "expected the key `most`, because a ride with `from` needs it, but it is missing";
        mistakes.push(Diagnostic::new(list.span(), message));
    }
    let Names { cells: Some(cells), size: Some(size) } = names else {
        // A mistake in the cell names has been reported already.
        if names.cells.is_some() {
            let message = "expected a rule set of a fixed size, because `from` names cells";
            mistakes.push(Diagnostic::new(list.span(), message));
        }
        return None;
    };
    let mut found = Vec::new();
    for value in list.into_inner() {
        let Some(name) = read::<String>(value, mistakes) else { continue };
        match cells.parse(size, name.get_ref()) {
            Some(cell) if found.contains(&cell) => {
                mistakes.push(Diagnostic::new(name.span(), CELL_AGAIN));
            }
            Some(cell) => found.push(cell),
            None => {
                let [low, high] = cells.corners(size);
                let expected = format!("a cell such as `{low}` (up to `{high}`)");
                let found = quote(name.get_ref().as_bytes());
                mistakes.push(Diagnostic::expected(name.span(), expected, found));
            }
        }
    }
    Some(Starts { size, cells: found })
}

/// Parses `mirrors`: the axes along which Black's step is reversed. Without that key, the result is
/// [`Atom::MIRRORS`].
fn mirrors(table: &mut Table<'_>, mistakes: &mut List) -> Vec<Axis> {
    let Some(list) = table.optional::<Vec<Value<'_>>>("mirrors", mistakes) else {
        return Atom::MIRRORS.to_vec();
    };
    each_once(list.into_inner(), "an axis", &AXES, mistakes)
}

fn paths(
    table: &mut Table<'_>,
    step: Option<Offset>,
    mistakes: &mut List,
) -> Option<Vec<LeapPath>> {
    let list = table.required::<Vec<Value<'_>>>("routes", mistakes)?;
    if list.get_ref().is_empty() {
        mistakes.push(Diagnostic::new(list.span(), "expected at least one route"));
    }
    all(list.into_inner().into_iter().map(|cells| path(cells, step, mistakes)))
}

fn path(cells: Value<'_>, step: Option<Offset>, mistakes: &mut List) -> Option<LeapPath> {
    let cells = read::<Vec<Value<'_>>>(cells, mistakes)?;
    if cells.get_ref().is_empty() {
        mistakes.push(Diagnostic::new(cells.span(), "expected at least one cell on the way"));
    }
    let mut known = Vec::new();
    all(cells.into_inner().into_iter().map(|cell| {
        let span = cell.span();
        let passed = offset(cell, mistakes)?;
        if Some(passed) == step {
            let message = "expected a cell on the way, but found the target of the step";
            mistakes.push(Diagnostic::new(span, message));
        } else if known.contains(&passed) {
            mistakes.push(Diagnostic::new(span, CELL_AGAIN));
        }
        known.push(passed);
        Some(passed)
    }))
}

/// The largest distance along an axis between two cells of any board.
const FARTHEST: usize = Size::MAX - 1;

struct Distance(i32);

impl<'t> Read<'t> for Distance {
    const KIND: &'static str = "a whole number from -63 to 63";
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self> {
        let number = i32::try_from(i64::read(value, span)?).ok()?;
        let farthest = i32::try_from(FARTHEST).ok()?;
        (-farthest..=farthest).contains(&number).then_some(Self(number))
    }
}

/// Parses a step: three integers, not all zero, whose absolute values are at most [`FARTHEST`].
fn offset(value: Value<'_>, mistakes: &mut List) -> Option<Offset> {
    let span = value.span();
    let parts: Vec<Option<i32>> = read::<Vec<Value<'_>>>(value, mistakes)?
        .into_inner()
        .into_iter()
        .map(|part| Some(read::<Distance>(part, mistakes)?.into_inner().0))
        .collect();
    let [file, rank, level] = parts[..] else {
        let found = parts.len();
        let message = format!("expected three numbers (file, rank and level), but found {found}");
        mistakes.push(Diagnostic::new(span, message));
        return None;
    };
    let offset = Offset::new(file?, rank?, level?);
    if offset == Offset::ZERO {
        mistakes
            .push(Diagnostic::new(span, "expected a step to another cell, but found [0, 0, 0]"));
        return None;
    }
    Some(offset)
}
