//! The loader of rule sets: from a TOML document to [`Rules`], or to all its mistakes.

use std::ops::{Range, RangeInclusive};

use toml::de::DeValue;

use super::{CellNames, Coordinate, Numeral, Promise, RoleDef, Rules, VerdictRules};
use crate::cell::{Axis, Offset, Size};
use crate::document::{Mistake, Mistakes, Read, Table, Value, read};
use crate::movement::{Atom, Mode, Movement, Purpose, Route, Symmetry};

type List = Vec<Mistake>;

const AXES: [(&str, Axis); 3] =
    [("file", Axis::File), ("rank", Axis::Rank), ("level", Axis::Level)];
const MODES: [(&str, Mode); 3] = [("leap", Mode::Leap), ("ride", Mode::Ride), ("lame", Mode::Lame)];
const SYMMETRIES: [(&str, Symmetry); 3] =
    [("cubic", Symmetry::Cubic), ("planar", Symmetry::Planar), ("fixed", Symmetry::Fixed)];
const PURPOSES: [(&str, Option<Purpose>); 3] =
    [("both", None), ("move", Some(Purpose::Move)), ("capture", Some(Purpose::Capture))];
const PROMISES: [(&str, Promise); 2] =
    [("kings apart", Promise::KingsApart), ("one check", Promise::OneCheck)];

pub(super) fn load(document: &str) -> Result<Rules, Mistakes> {
    let (mut table, mut mistakes) = Table::parse(document)?;
    let rules = rules(&mut table, &mut mistakes);
    table.finish(&mut mistakes);
    mistakes.sort_by_key(|mistake| mistake.span.start);
    rules.filter(|_| mistakes.is_empty()).ok_or(Mistakes(mistakes))
}

/// Reads each part before any `?`, so that a mistake in one hides none in another.
fn rules(table: &mut Table<'_>, mistakes: &mut List) -> Option<Rules> {
    let name = table.required::<String>("name", mistakes);
    let title = table.optional::<String>("title", mistakes);
    let source = table.optional::<String>("source", mistakes);
    let size = size(table, mistakes);
    let captures = table.optional::<bool>("captures", mistakes);
    let captures = captures.is_none_or(|captures| *captures.get_ref());
    let cells = cells(table, mistakes);
    let known = mistakes.len();
    let roles = roles(table, mistakes);
    let all_roles_read = mistakes.len() == known;
    let verdict = table.optional::<Table<'_>>("verdict", mistakes);
    let verdict = verdict.map(|found| {
        if !captures {
            let message = "expected `captures = true`, which a verdict needs";
            mistakes.push(Mistake::new(found.span(), message));
        }
        if all_roles_read && !roles.iter().any(|def| def.royal) {
            let message = "expected a piece with `royal = true`, which a verdict needs";
            mistakes.push(Mistake::new(found.span(), message));
        }
        verdict_rules(found.into_inner(), mistakes)
    });
    let movement = Movement::new(&roles.iter().map(|def| def.atoms.clone()).collect::<Vec<_>>());
    Some(Rules {
        name: name?.into_inner(),
        title: title.map(toml::Spanned::into_inner).unwrap_or_default(),
        source: source.map(toml::Spanned::into_inner).unwrap_or_default(),
        size: size?,
        captures,
        cells: cells?,
        roles,
        verdict: match verdict {
            None => None,
            Some(verdict) => Some(verdict?),
        },
        movement,
    })
}

/// A size, or none where any will do.
struct OpenSize(Option<Size>);

impl<'t> Read<'t> for OpenSize {
    const KIND: &'static str = "a size from 2 to 65535, or \"open\"";
    fn read(value: DeValue<'t>, span: Range<usize>) -> Option<Self> {
        if value.as_str() == Some("open") {
            return Some(Self(None));
        }
        Size::read(value, span).map(|size| Self(Some(size)))
    }
}

fn size(table: &mut Table<'_>, mistakes: &mut List) -> Option<Option<Size>> {
    let Some(value) = table.take("size") else {
        let message = "expected the key `size`, a number or \"open\", but it is missing";
        mistakes.push(Mistake::new(table.span.clone(), message));
        return None;
    };
    read::<OpenSize>(value, mistakes).map(|size| size.into_inner().0)
}

fn cells(table: &mut Table<'_>, mistakes: &mut List) -> Option<CellNames> {
    let list = table.required::<Vec<Value<'_>>>("cells", mistakes)?;
    let span = list.span();
    // All coordinates are read, so that each mistake is found, before one makes the list fail.
    let parts: Vec<Option<Coordinate>> =
        list.into_inner().into_iter().map(|part| coordinate(part, mistakes)).collect();
    let mut complain = |message: &str| mistakes.push(Mistake::new(span.clone(), message));
    if parts.len() != 3 {
        complain(&format!("expected three coordinates, but found {}", parts.len()));
    }
    let parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
    let parts = <[Coordinate; 3]>::try_from(parts).ok()?;
    let missing = AXES.iter().find(|(_, axis)| !parts.iter().any(|part| part.axis == *axis));
    if let Some((axis, _)) = missing {
        complain(&format!("expected a coordinate along each axis, but found none along `{axis}`"));
        return None;
    }
    let letters =
        |part: &Coordinate| ('0'..='z').filter(|&c| part.numeral.has(c)).collect::<Vec<_>>();
    if parts.windows(2).any(|pair| letters(&pair[0]).iter().any(|c| letters(&pair[1]).contains(c)))
    {
        complain(
            "expected neighbouring coordinates in different numerals, so that names are clear",
        );
        return None;
    }
    Some(CellNames::new(parts))
}

fn coordinate(part: Value<'_>, mistakes: &mut List) -> Option<Coordinate> {
    let mut part = read::<Table<'_>>(part, mistakes)?.into_inner();
    let axis = choice(&mut part, "axis", &AXES, mistakes);
    let numeral = choice(&mut part, "numeral", &Numeral::NAMES, mistakes);
    let name = part.optional::<String>("name", mistakes);
    let reversed = part.optional::<bool>("reversed", mistakes);
    part.finish(mistakes);
    let axis = axis?;
    let axis_name = AXES[axis as usize].0;
    Some(Coordinate {
        axis,
        numeral: numeral?,
        reversed: reversed.is_some_and(|reversed| *reversed.get_ref()),
        name: name.map_or_else(|| axis_name.to_owned(), toml::Spanned::into_inner),
    })
}

fn roles(table: &mut Table<'_>, mistakes: &mut List) -> Vec<RoleDef> {
    let Some(list) = table.required::<Vec<Value<'_>>>("piece", mistakes) else {
        return Vec::new();
    };
    if list.get_ref().is_empty() {
        mistakes.push(Mistake::new(list.span(), "expected at least one piece"));
    }
    let mut roles = Vec::new();
    let mut taken: Vec<String> = Vec::new();
    for piece in list.into_inner() {
        let Some(table) = read::<Table<'_>>(piece, mistakes) else { continue };
        roles.extend(role(table.into_inner(), &mut taken, mistakes));
    }
    roles
}

/// Reads a piece. `taken` are the names and letters of those before it.
fn role(mut table: Table<'_>, taken: &mut Vec<String>, mistakes: &mut List) -> Option<RoleDef> {
    let name = table.required::<String>("name", mistakes);
    let letter = table.required::<String>("letter", mistakes);
    let royal = table.optional::<bool>("royal", mistakes);
    let moves = table.required::<Vec<Value<'_>>>("moves", mistakes);
    table.finish(mistakes);

    let own: Vec<_> = [&name, &letter].into_iter().flatten().collect();
    for text in &own {
        let found = text.get_ref();
        if taken.contains(&found.to_lowercase()) {
            let message = format!("expected a name or letter of its own, but `{found}` is taken");
            mistakes.push(Mistake::new(text.span(), message));
        }
    }
    taken.extend(own.iter().map(|text| text.get_ref().to_lowercase()));
    if let Some(name) = &name
        && (name.get_ref().is_empty() || name.get_ref().contains(char::is_whitespace))
    {
        let message = format!("expected a name of one word, but found \"{}\"", name.get_ref());
        mistakes.push(Mistake::new(name.span(), message));
    }
    let letter = letter.and_then(|found| {
        let mut chars = found.get_ref().chars();
        let letter = chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none());
        if letter.is_none() {
            let message =
                format!("expected one letter from A to Z, but found \"{}\"", found.get_ref());
            mistakes.push(Mistake::new(found.span(), message));
        }
        letter
    });
    let atoms = moves?.into_inner().into_iter().filter_map(|atom_| atom(atom_, mistakes)).collect();
    Some(RoleDef {
        name: name?.into_inner(),
        letter: letter?.to_ascii_uppercase(),
        royal: royal.is_some_and(|royal| *royal.get_ref()),
        atoms,
    })
}

fn atom(value: Value<'_>, mistakes: &mut List) -> Option<Atom> {
    let mut table = read::<Table<'_>>(value, mistakes)?.into_inner();
    let mut found = Vec::new();
    for (key, mode) in MODES {
        found.extend(table.take(key).map(|step| (mode, step)));
    }
    let symmetry = optional_choice(&mut table, "symmetry", &SYMMETRIES, mistakes);
    let when = optional_choice(&mut table, "when", &PURPOSES, mistakes);
    if found.len() != 1 {
        let number = if found.is_empty() { "none" } else { "several" };
        let message =
            format!("expected one of `leap`, `ride` and `lame` with a step, but found {number}");
        mistakes.push(Mistake::new(table.span.clone(), message));
        table.take("routes");
        table.finish(mistakes);
        return None;
    }
    let (mode, step) = found.pop()?;
    let step = offset(step, mistakes);
    let routes =
        if mode == Mode::Lame { routes(&mut table, step, mistakes) } else { Some(Vec::new()) };
    table.finish(mistakes);
    Some(Atom {
        step: step?,
        mode,
        symmetry: symmetry.unwrap_or(Symmetry::Cubic),
        when: when.flatten(),
        routes: routes?,
    })
}

fn routes(table: &mut Table<'_>, step: Option<Offset>, mistakes: &mut List) -> Option<Vec<Route>> {
    let list = table.required::<Vec<Value<'_>>>("routes", mistakes)?;
    if list.get_ref().is_empty() {
        mistakes.push(Mistake::new(list.span(), "expected at least one route"));
    }
    list.into_inner()
        .into_iter()
        .map(|route| {
            let cells = read::<Vec<Value<'_>>>(route, mistakes)?;
            if cells.get_ref().is_empty() {
                mistakes.push(Mistake::new(cells.span(), "expected at least one cell on the way"));
            }
            let passed = cells.into_inner().into_iter().map(|cell| {
                let span = cell.span();
                let passed = offset(cell, mistakes)?;
                if Some(passed) == step {
                    let message = "expected a cell on the way, but found the end of the step";
                    mistakes.push(Mistake::new(span, message));
                }
                Some(passed)
            });
            // All cells are read, so that each mistake is found, before one makes the route fail.
            passed.collect::<Vec<_>>().into_iter().collect()
        })
        .collect::<Vec<_>>()
        .into_iter()
        .collect()
}

/// One of the three numbers of a step.
struct Distance(i32);

impl<'t> Read<'t> for Distance {
    const KIND: &'static str = "a whole number from -65535 to 65535";
    fn read(value: DeValue<'t>, span: Range<usize>) -> Option<Self> {
        let number = i32::try_from(i64::read(value, span)?).ok()?;
        let farthest = i32::try_from(Size::MAX).ok()?;
        (-farthest..=farthest).contains(&number).then_some(Self(number))
    }
}

/// Reads three whole numbers, not all of them zero, that lead no farther than a board can.
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
        mistakes.push(Mistake::new(span, message));
        return None;
    };
    let offset = Offset::new(file?, rank?, level?);
    if offset == Offset::ZERO {
        mistakes.push(Mistake::new(span, "expected a step to another cell, but found [0, 0, 0]"));
        return None;
    }
    Some(offset)
}

fn verdict_rules(mut table: Table<'_>, mistakes: &mut List) -> Option<VerdictRules> {
    let white = kings(&mut table, "white_kings", mistakes);
    let black = kings(&mut table, "black_kings", mistakes);
    let promises = table.optional::<Vec<Value<'_>>>("promises", mistakes);
    table.finish(mistakes);
    let promises = promises.map(toml::Spanned::into_inner).unwrap_or_default();
    let promises = promises
        .into_iter()
        .filter_map(|promise| named(promise, "a promise", &PROMISES, mistakes))
        .collect();
    Some(VerdictRules { kings: [white?, black?], promises })
}

fn kings(
    table: &mut Table<'_>,
    key: &'static str,
    mistakes: &mut List,
) -> Option<RangeInclusive<usize>> {
    let list = table.required::<Vec<Value<'_>>>(key, mistakes)?;
    let span: Range<usize> = list.span();
    let counts: Vec<Option<i64>> = list
        .into_inner()
        .into_iter()
        .map(|count| Some(read::<i64>(count, mistakes)?.into_inner()))
        .collect();
    let counts = counts.into_iter().collect::<Option<Vec<_>>>()?;
    let counts: Vec<usize> = counts.into_iter().filter_map(|n| usize::try_from(n).ok()).collect();
    let range = match counts[..] {
        [least, most] if least <= most => Some(least..=most),
        _ => None,
    };
    if range.is_none() {
        let message = "expected the least and the most kings of a side, such as [0, 1]";
        mistakes.push(Mistake::new(span, message));
    }
    range
}

fn choice<T: Copy>(
    table: &mut Table<'_>,
    key: &'static str,
    choices: &[(&str, T)],
    mistakes: &mut List,
) -> Option<T> {
    let value = table.required::<String>(key, mistakes)?;
    pick(&value, &format!("`{key}` to be one of these"), choices, mistakes)
}

fn optional_choice<T: Copy>(
    table: &mut Table<'_>,
    key: &'static str,
    choices: &[(&str, T)],
    mistakes: &mut List,
) -> Option<T> {
    let value = table.optional::<String>(key, mistakes)?;
    pick(&value, &format!("`{key}` to be one of these"), choices, mistakes)
}

fn named<T: Copy>(
    value: Value<'_>,
    what: &str,
    choices: &[(&str, T)],
    mistakes: &mut List,
) -> Option<T> {
    pick(&read::<String>(value, mistakes)?, what, choices, mistakes)
}

fn pick<T: Copy>(
    value: &toml::Spanned<String>,
    what: &str,
    choices: &[(&str, T)],
    mistakes: &mut List,
) -> Option<T> {
    let choice = choices.iter().find(|(name, _)| name == value.get_ref());
    if choice.is_none() {
        let names = choices.iter().map(|(name, _)| *name);
        mistakes.push(Mistake::unknown(value.span(), what, value.get_ref(), names));
    }
    choice.map(|(_, chosen)| *chosen)
}
