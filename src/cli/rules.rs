//! `rules`, and the rule set that a command asks for.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use crate::cell::{Axis, Size};
use crate::diagnostic::{Diagnostic, nearest};
use crate::notation::{Boards, Reader as _};
use crate::position::Position;
use crate::render::definition;
use crate::rules::{BUILT_IN, Coordinate, RoleDef, Rules};
use crate::words::numbered;
use serde::Serialize;

use super::args::{self, RulesAction};
use super::files::{named, read};
use super::output::Output;
use super::{Failure, Success, json};

pub(crate) fn run(args: &args::Rules, json: bool, out: &mut Output) -> Result<Success, Failure> {
    match args.action.as_ref().unwrap_or(&RulesAction::List) {
        RulesAction::List => list(json, out)?,
        RulesAction::Show { name } if json => json::line(out, &Listed::new(&load(name)?))?,
        RulesAction::Show { name } => {
            load(name)?;
            out.write_all(document(parts(name).0)?.as_bytes())?;
        }
        RulesAction::Check { file } => check(file, json, out)?,
    }
    Ok(Success::Yes)
}

fn list(json: bool, out: &mut Output) -> Result<(), Failure> {
    for (name, _) in BUILT_IN {
        let rules = load(name)?;
        if json {
            json::line(out, &Listed::new(&rules))?;
            continue;
        }
        let size = rules.size().map_or_else(|| "any size".to_owned(), |size| size.to_string());
        writeln!(out, "{name:<16}{size:<10}{}", rules.title())?;
    }
    Ok(())
}

fn check(file: &Path, json: bool, out: &mut Output) -> Result<(), Failure> {
    let (name, text) = named(file)?;
    let rules = Rules::parse_with(&text, |rules| setup_mistakes(rules, &text));
    let rules = rules.map_err(|mistakes| Failure::mistakes(name.as_deref(), &text, mistakes))?;
    if json {
        json::line(out, &Listed::new(&rules))?;
    } else {
        let name = name.as_deref().unwrap_or("standard input");
        writeln!(out, "{name}: no mistakes; {}", numbered(rules.roles().count(), "piece"))?;
    }
    Ok(())
}

/// What is wrong with the setups of a rule set, with places in its document.
fn setup_mistakes(rules: &Rules, document: &str) -> Vec<Diagnostic> {
    let mistake = |name: &str| {
        let (text, span) = (rules.setup(name)?, rules.setup_span(name)?);
        let message = |error: &dyn Display| format!("the setup `{name}`: {error}");
        let error = match Boards::of_setups(rules).single(text.as_bytes()) {
            Err(error) => error,
            Ok(_) if rules.verdict().is_none() => return None,
            Ok(setup) => {
                let error = Position::new(rules, setup).err()?;
                Diagnostic::new(0..text.len(), error.to_string())
            }
        };
        let error = error.in_string(document, &span, text);
        // Where users write boards, a hint may be at another rule set; a document is about its own.
        Some(Diagnostic { message: message(&error), hint: None, ..error })
    };
    rules.setup_names().filter_map(mistake).collect()
}

/// A rule set as an object.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    title: &'a str,
    source: &'a str,
    size: Option<usize>,
    pieces: Vec<ListedPiece<'a>>,
    /// The coordinates of cells in the order in which names have them.
    cells: Vec<ListedCoordinate<'a>>,
    captures: bool,
    /// Whether it says who is checkmated.
    verdict: bool,
    /// Whether kings can be held, so that a board tells who holds.
    holds: bool,
    setups: Vec<&'a str>,
}

/// A coordinate of cells' names.
#[derive(Serialize)]
struct ListedCoordinate<'a> {
    axis: &'static str,
    name: &'a str,
    /// Whether it counts from the far end of its axis.
    reversed: bool,
    /// As it is written in names, from the first number on; boards of open size have a part of them.
    labels: Vec<String>,
}

#[derive(Serialize)]
struct ListedPiece<'a> {
    name: &'a str,
    letter: char,
    royal: bool,
    /// How it moves, in words.
    moves: Vec<String>,
}

/// How many labels are listed where the size is open.
const LABELS: u16 = 32;

impl<'a> Listed<'a> {
    fn new(rules: &'a Rules) -> Self {
        let piece = |def: &'a RoleDef| ListedPiece {
            name: &def.name,
            letter: def.letter,
            royal: def.royal,
            moves: definition(rules.cells(), def),
        };
        let last = rules.size().map_or(LABELS, |size| size.opposite(0) + 1);
        let coordinate = |part: &'a Coordinate| ListedCoordinate {
            axis: match part.axis {
                Axis::File => "file",
                Axis::Rank => "rank",
                Axis::Level => "level",
            },
            name: &part.name,
            reversed: part.reversed,
            labels: (1..=last).map(|number| part.written(number)).collect(),
        };
        Self {
            name: rules.name(),
            title: rules.title(),
            source: rules.source(),
            size: rules.size().map(Size::edge),
            pieces: rules.roles().map(|(_, def)| piece(def)).collect(),
            cells: rules.cells().coordinates().iter().map(coordinate).collect(),
            captures: rules.captures(),
            verdict: rules.verdict().is_some(),
            holds: !rules.holds().is_empty(),
            setups: rules.setup_names().collect(),
        }
    }
}

/// The rule set of a name or file; after a colon may stand the name of its variant.
pub(crate) fn load(name: &str) -> Result<Rules, Failure> {
    let (base, variant) = parts(name);
    let rules = parse(base, &document(base)?)?;
    match variant {
        Some(variant) => self::variant(&rules, variant),
        None => Ok(rules),
    }
}

/// The name or file of a document, and the name of the variant that is asked for.
fn parts(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once(':') {
        Some((base, variant)) if !Path::new(name).exists() => (base, Some(variant)),
        _ => (name, None),
    }
}

/// The rule sets as one array of objects.
#[cfg(feature = "serve")]
pub(crate) fn array() -> Vec<u8> {
    let rules = BUILT_IN.map(|(name, _)| Rules::built_in(name));
    let listed: Vec<Listed<'_>> = rules.iter().flatten().map(Listed::new).collect();
    json::bytes(&listed)
}

/// Refuses a rule set without verdicts.
pub(crate) fn expect_verdict(rules: &Rules) -> Result<(), Failure> {
    if rules.verdict().is_some() {
        return Ok(());
    }
    let name = rules.name();
    let message = format!("the rule set `{name}` defines no check, so there is no verdict");
    let other = Rules::built_in_for(None);
    let hint = other.map(|name| format!("`--rules {name}` has one, for boards of any size"));
    Err(Failure::with_hint(message, hint))
}

/// The variant of a rule set.
pub(crate) fn variant(rules: &Rules, name: &str) -> Result<Rules, Failure> {
    rules.variant(name).ok_or_else(|| {
        let known = rules.variant_name();
        let hint = nearest(known.as_slice(), name);
        let known = known.map_or_else(|| "none".to_owned(), |name| format!("`{name}`"));
        let rules = rules.name();
        let message = format!("expected a variant of `{rules}` ({known}), but found `{name}`");
        Failure::with_hint(message, hint)
    })
}

/// The size of a rule set's boards; the user chooses it where the rule set leaves it open.
pub(crate) fn size(rules: &Rules, chosen: Option<usize>) -> Result<Size, Failure> {
    size_if_any(rules, chosen)?.ok_or_else(|| {
        let name = rules.name();
        Failure::new(format!("expected --size N, which the rule set `{name}` leaves open"))
    })
}

/// The size of a rule set's boards, if it or the user fixes one.
pub(crate) fn size_if_any(rules: &Rules, chosen: Option<usize>) -> Result<Option<Size>, Failure> {
    let Some(edge) = chosen else { return Ok(rules.size()) };
    let chosen = Size::new(edge).ok_or_else(|| {
        let (min, max) = (Size::MIN, Size::MAX);
        Failure::new(format!("--size: expected a number from {min} to {max}, but found {edge}"))
    })?;
    match rules.size() {
        Some(fixed) if fixed != chosen => Err(Failure::new(format!(
            "--size: expected {}, the size of `{}`, but found {edge}",
            fixed.edge(),
            rules.name()
        ))),
        _ => Ok(Some(chosen)),
    }
}

/// A reader of a rule set's boards, of the size that the user chooses, if any.
pub(crate) fn boards(rules: &Rules, size: Option<usize>) -> Result<Boards<'_>, Failure> {
    let boards = Boards::new(rules);
    Ok(match size_if_any(rules, size)? {
        Some(size) => boards.of_size(size),
        None => boards,
    })
}

/// The document of a built-in rule set or a file.
fn document(name: &str) -> Result<String, Failure> {
    if let Some((_, document)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
        return Ok((*document).to_owned());
    }
    let file = Path::new(name);
    if file.exists() {
        return read(file);
    }
    let names = BUILT_IN.map(|(built_in, _)| built_in);
    let hint = nearest(&names, name);
    let names = names.join(", ");
    let message = format!("expected a rule set ({names}) or a file, but found `{name}`");
    Err(Failure::with_hint(message, hint))
}

fn parse(name: &str, document: &str) -> Result<Rules, Failure> {
    Rules::parse(document).map_err(|mistakes| Failure::mistakes(Some(name), document, mistakes))
}
