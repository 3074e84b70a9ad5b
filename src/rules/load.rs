//! The parser of rule documents. All mistakes of a document are reported at once.

mod game;
mod pieces;

use toml::Spanned;

use super::{CellNames, Coordinate, Numeral, RoleDef, RuleSet, Rules, movement};
use crate::cell::{Axis, Isometry, Size};
use crate::mistake::{Mistake, Mistakes, quote_string};
use crate::piece::{Role, RoleSet};
use crate::toml_reader::{FromToml as _, TomlList, TomlTable, TomlValue, all};

/// The maximum length of a document in bytes. A document may take 150 times as much memory once it
/// is parsed.
const LONGEST: usize = 2 << 20;

const AXES: [(&str, Axis); 3] =
    [("file", Axis::File), ("rank", Axis::Rank), ("level", Axis::Level)];

impl Rules {
    /// Parses a document as [`Rules::parse`] does, and adds the mistakes that `check` finds, such
    /// as those in the boards of setups.
    ///
    /// `check` also runs if the document has mistakes, unless they are in its size, the names or
    /// letters of pieces, or holds. Boards cannot be parsed without those.
    pub(crate) fn parse_with(
        document: &str,
        check: impl FnOnce(&Self) -> Vec<Mistake>,
    ) -> Result<Self, Mistakes> {
        if document.len() > LONGEST {
            let expected = format!("a document of at most {LONGEST} bytes");
            let mistake = Mistake::expected(0..0, expected, document.len());
            return Err(Mistakes(vec![mistake]));
        }
        let mut table = TomlTable::parse(document)?;
        let rules = rules(&mut table);
        for mistake in rules.as_ref().map(check).unwrap_or_default() {
            table.report(mistake);
        }
        let mistakes = table.finish_document();
        rules.filter(|_| mistakes.0.is_empty()).ok_or(mistakes)
    }
}

/// Parses a document; returns `None` if its mistakes make it impossible to parse boards.
///
/// Every key is parsed before the first `?`, so that one mistake does not hide another.
fn rules(table: &mut TomlTable<'_>) -> Option<Rules> {
    let name = table.expect("name").and_then(TomlValue::shown).unwrap_or_default();
    let title = table.take("title").and_then(TomlValue::shown).unwrap_or_default();
    let source = table.take("source").and_then(TomlValue::shown).unwrap_or_default();
    let size = size(table);
    let captures = table.optional("captures").unwrap_or(true);
    let cells = cells(table);
    let names = pieces::DocumentCells { cells: cells.as_ref(), size: size.flatten() };
    let (roles, are_named) = pieces::roles(table, names);
    let has_king = !are_named || roles.iter().any(|def| def.royal);
    let verdict = table.optional::<TomlTable<'_>>("verdict");
    let verdict = verdict.and_then(|verdict| game::verdict(verdict, captures, has_king));
    // Without roles, each name in a promotion would be one more mistake.
    let promotion = table.optional("promotion").filter(|_| !roles.is_empty());
    let promotion = promotion.and_then(|found| game::promotion(found, &roles, verdict.as_ref()));
    let known = table.count_mistakes();
    let holds = game::holds(table);
    let reads_boards = are_named && table.count_mistakes() == known;
    let results = table.optional("results").and_then(game::results);
    let setups = table.optional("setups").map(game::setups).unwrap_or_default();
    let variant_name = variant_name(table);
    if !reads_boards {
        return None;
    }
    let mut rule_set = RuleSet {
        name,
        title,
        source,
        size: size?,
        captures,
        cells: cells.unwrap_or_else(any_names),
        kings: kings(&roles),
        movement: movement(&roles, Isometry::IDENTITY, captures),
        roles,
        verdict,
        promotion,
        holds,
        results,
        setups,
        variant_name,
        variant: None,
        turn: Isometry::IDENTITY,
    };
    let variant = rule_set.variant_name.as_deref().map(|name| rule_set.turned(name).into());
    rule_set.variant = variant;
    Some(rule_set.into())
}

/// Parses the name of the variant, which follows the name of a setup and a colon.
fn variant_name(table: &mut TomlTable<'_>) -> Option<String> {
    let name: Spanned<String> = table.take("quarter_turn")?.shown()?;
    if name.get_ref().is_empty() || name.get_ref().contains([' ', ':']) {
        let found = quote_string(name.get_ref());
        let message = format!("expected one word without a colon, but found {found}");
        table.wrong_at(name.span(), message);
    }
    Some(name.into_inner())
}

fn kings(roles: &[RoleDef]) -> RoleSet {
    let royal = roles.iter().enumerate().filter(|(_, def)| def.royal);
    royal.filter_map(|(index, _)| Role::new(index)).collect()
}

/// Parses the size: `Some(None)` for the value `"open"`, `None` for a mistake.
fn size(table: &mut TomlTable<'_>) -> Option<Option<Size>> {
    let Some(value) = table.take("size") else {
        table.missing("the key `size`, a number or \"open\"");
        return None;
    };
    if value.text() == Some("open") {
        return Some(None);
    }
    value.convert("a size from 2 to 64, or \"open\"", Size::read).map(Some)
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
