//! The parser of rule documents. All mistakes of a document are reported at once.

mod game;
mod pieces;

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Spanned;

use super::{CellNames, Coordinate, Numeral, RoleDef, RuleSet, Rules, Setups, movement};
use crate::board::Setup;
use crate::cell::{Axis, Size};
use crate::mistake::{Mistake, Mistakes};
use crate::piece::{Role, RoleSet};
use crate::toml_reader::{FromToml as _, TomlList, TomlTable, TomlValue, all};

/// The maximum length of a document in bytes. A document may take 150 times as much memory once it
/// is parsed.
const LONGEST: usize = 2 << 20;

const AXES: [(&str, Axis); 3] =
    [("file", Axis::File), ("rank", Axis::Rank), ("level", Axis::Level)];
const FORWARD: [(&str, Axis); 2] = [("rank", Axis::Rank), ("file", Axis::File)];

impl Rules {
    /// Parses a document. `read` parses the text of a setup; `unfit_names` returns the names of
    /// setups that cannot stand in place of a board.
    ///
    /// Setups are also parsed if the document has mistakes, unless they are in its size, the names
    /// or letters of pieces, or holds. Boards cannot be parsed without those.
    pub(crate) fn parse_with(
        document: &str,
        read: impl Fn(&Self, &str) -> Result<Setup, Mistake>,
        unfit_names: impl FnOnce(&Self) -> Vec<String>,
    ) -> Result<Self, Mistakes> {
        if document.len() > LONGEST {
            let expected = format!("a document of at most {LONGEST} bytes");
            let mistake = Mistake::expected(0..0, expected, document.len());
            return Err(Mistakes(vec![mistake]));
        }
        let mut table = TomlTable::parse(document)?;
        let parsed = rule_set(&mut table);
        let rules = parsed.map(|(rule_set, texts)| {
            let report = |name: &str, error: Mistake| {
                let text = &texts[name];
                let error = error.in_string(document, &text.span(), text.get_ref());
                // The hint may suggest another rule set. That helps a user who enters a board, but
                // not the author of a rule document.
                let message = format!("the setup `{name}`: {error}");
                table.report(Mistake { message, hint: None, ..error });
            };
            let without_setups = Self::from(rule_set);
            let mut setups = BTreeMap::new();
            for (name, text) in &texts {
                match read(&without_setups, text.get_ref()) {
                    Ok(setup) => _ = setups.insert(name.clone(), Spanned::new(text.span(), setup)),
                    Err(error) => report(name, error),
                }
            }
            let mut rule_set = Arc::unwrap_or_clone(without_setups.0);
            rule_set.setups = Setups::new(&rule_set.name, setups);
            let rules = Self::from(rule_set);
            for name in unfit_names(&rules) {
                let expected = "expected a name that can stand in place of a board";
                report(&name, Mistake::new(0..texts[&name].get_ref().len(), expected));
            }
            rules
        });
        let mistakes = table.finish_document();
        rules.filter(|_| mistakes.0.is_empty()).ok_or(mistakes)
    }
}

/// Parses a document, except its setups, whose texts are returned by name. The result is `None` if
/// the mistakes of the document make it impossible to parse boards.
///
/// Every key is parsed before the first `?`, so that one mistake does not hide another.
fn rule_set(table: &mut TomlTable<'_>) -> Option<(RuleSet, BTreeMap<String, Spanned<String>>)> {
    let name = table.expect("name").and_then(TomlValue::shown).unwrap_or_default();
    let title = table.take("title").and_then(TomlValue::shown).unwrap_or_default();
    let source = table.take("source").and_then(TomlValue::shown).unwrap_or_default();
    let known = table.count_mistakes();
    let size = size(table);
    let has_size = table.count_mistakes() == known;
    let captures = table.optional("captures").unwrap_or(true);
    let forward = table.optional_choice("forward", &FORWARD).unwrap_or(Axis::Rank);
    let cells = cells(table);
    let document = pieces::Document { cells: cells.as_ref(), size, forward };
    let (roles, are_named) = pieces::roles(table, document);
    let has_king = !are_named || roles.iter().any(|def| def.royal);
    let verdict = table.optional::<TomlTable<'_>>("verdict");
    let verdict = verdict.and_then(|verdict| game::verdict(verdict, captures, has_king));
    // Without roles, each name in a promotion would be one more mistake.
    let promotion = table.optional("promotion").filter(|_| !roles.is_empty());
    let promotion =
        promotion.and_then(|found| game::promotion(found, &roles, forward, verdict.as_ref()));
    let known = table.count_mistakes();
    let holds = game::holds(table);
    let reads_boards = are_named && table.count_mistakes() == known;
    let results = table.optional("results").and_then(game::results);
    let texts = table.optional("setups").map(game::setups).unwrap_or_default();
    if !reads_boards || !has_size {
        return None;
    }
    let rule_set = RuleSet {
        name,
        title,
        source,
        size,
        captures,
        cells: cells.unwrap_or_else(any_names),
        kings: kings(&roles),
        movement: movement(&roles, captures),
        roles,
        verdict,
        promotion,
        holds,
        results,
        setups: Setups::default(),
        forward,
    };
    Some((rule_set, texts))
}

fn kings(roles: &[RoleDef]) -> RoleSet {
    let royal = roles.iter().enumerate().filter(|(_, def)| def.royal);
    royal.filter_map(|(index, _)| Role::new(index)).collect()
}

/// Parses the size; `None` for the value `"open"`, and for a mistake.
fn size(table: &mut TomlTable<'_>) -> Option<Size> {
    let Some(value) = table.take("size") else {
        table.missing("the key `size`, a number or \"open\"");
        return None;
    };
    if value.text() == Some("open") {
        return None;
    }
    value.convert("a size from 2 to 64, or \"open\"", Size::read)
}

fn cells(table: &mut TomlTable<'_>) -> Option<CellNames> {
    let mut list: TomlList<'_> = table.required("cells")?;
    let count = list.values.len();
    let parts = all(list.values.drain(..).map(coordinate));
    if count != 3 {
        list.wrong(format!("expected three coordinates, but found {count}"));
    }
    let parts = <[Coordinate; 3]>::try_from(parts?).ok()?;
    let missing = AXES.iter().find(|(_, axis)| !parts.iter().any(|part| part.axis == *axis));
    if let Some((axis, _)) = missing {
        let expected = "expected a coordinate along each axis";
        list.wrong(format!("{expected}, but found none along `{axis}`"));
        return None;
    }
    let shared = |pair: &[Coordinate]| {
        (b'0'..=b'z').any(|byte| pair.iter().all(|part| part.numeral.has(byte)))
    };
    if parts.windows(2).any(shared) {
        let expected = "expected different numerals for neighbouring coordinates";
        list.wrong(format!("{expected}, so that cell names are unambiguous"));
        return None;
    }
    Some(CellNames::new(parts))
}

/// Returns placeholder names for a document whose cell names have a mistake. The names are never
/// shown, because the document is rejected.
fn any_names() -> CellNames {
    CellNames::new(AXES.map(|(name, axis)| Coordinate {
        axis,
        numeral: Numeral::Digits,
        reversed: false,
        name: name.to_owned(),
    }))
}

fn coordinate(value: TomlValue<'_>) -> Option<Coordinate> {
    let mut part: TomlTable<'_> = value.read()?;
    let axis = part.choice("axis", &AXES);
    let numeral = part.choice("numeral", &Numeral::NAMES);
    let name = part.take("name").and_then(TomlValue::shown);
    let reversed = part.optional("reversed").unwrap_or_default();
    part.finish();
    let (axis, numeral) = (axis?, numeral?);
    let name = name.unwrap_or_else(|| AXES[axis as usize].0.to_owned());
    Some(Coordinate { axis, numeral, reversed, name })
}
