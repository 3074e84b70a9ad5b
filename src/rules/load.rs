//! The parser of rule documents. All mistakes of a document are reported at once.

mod choice;
mod pieces;
mod play;

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use self::choice::choice;
use super::{CellNames, Coordinate, Numeral, RoleDef, RuleSet, Rules, VerdictRules, movement};
use crate::cell::{Axis, Isometry, Size};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Read, Table, Value, all, check_visible, read};
use crate::piece::{Role, RoleSet};

type List = Vec<Diagnostic>;

const AXES: [(&str, Axis); 3] =
    [("file", Axis::File), ("rank", Axis::Rank), ("level", Axis::Level)];

impl Rules {
    /// Parses a document as [`Rules::parse`] does, and adds the mistakes that `check` finds, such
    /// as those in the boards of setups.
    ///
    /// `check` also runs if the document has mistakes, unless they are in its size, pieces or holds.
    /// Boards cannot be parsed without those.
    pub(crate) fn parse_with(
        document: &str,
        check: impl FnOnce(&Self) -> List,
    ) -> Result<Self, Diagnostics> {
        let (mut table, mut mistakes) = (Table::parse(document)?, List::new());
        let rules = rules(&mut table, &mut mistakes);
        table.finish(&mut mistakes);
        mistakes.extend(rules.as_ref().map(check).unwrap_or_default());
        mistakes.sort_by_key(|mistake| mistake.span().start);
        rules.filter(|_| mistakes.is_empty()).ok_or(Diagnostics(mistakes))
    }
}

/// Parses a document; returns `None` if its mistakes make it impossible to parse boards.
///
/// Every key is parsed before the first `?`, so that one mistake does not hide another.
fn rules(table: &mut Table<'_>, mistakes: &mut List) -> Option<Rules> {
    let name = table.required::<String>("name", mistakes);
    let title = table.optional::<String>("title", mistakes);
    let source = table.optional::<String>("source", mistakes);
    check_visible([&name, &title, &source].into_iter().flatten(), mistakes);
    let size = size(table, mistakes);
    let captures = table.optional::<bool>("captures", mistakes);
    let captures = captures.is_none_or(|captures| *captures.get_ref());
    let cells = cells(table, mistakes);
    let known = mistakes.len();
    let names = pieces::Names { cells: cells.as_ref(), size: size.flatten() };
    let roles = pieces::roles(table, names, mistakes);
    let all_roles_read = mistakes.len() == known;
    let verdict = table.optional::<Table<'_>>("verdict", mistakes);
    let verdict = verdict.map(|found| {
        let royal = !all_roles_read || roles.iter().any(|def| def.royal);
        verdict_of(found, captures, royal, mistakes)
    });
    let promotion = table.optional::<Table<'_>>("promotion", mistakes);
    let promotion = promotion.map(|found| play::promotion(found.into_inner(), &roles, mistakes));
    let known = mistakes.len();
    let holds = play::holds(table, mistakes);
    let reads_boards = all_roles_read && mistakes.len() == known;
    let results = table.optional::<Table<'_>>("results", mistakes);
    let results = results.map(|found| play::results(found.into_inner(), mistakes));
    let setups = table.optional::<Table<'_>>("setups", mistakes);
    let setups = setups.map(|found| play::setups(found.into_inner(), mistakes));
    let quarter_turn = table.optional::<String>("quarter_turn", mistakes);
    check_visible(&quarter_turn, mistakes);
    if !reads_boards {
        return None;
    }
    let movement = movement(&roles, Isometry::IDENTITY, captures);
    let mut rule_set = RuleSet {
        name: name.map(Spanned::into_inner).unwrap_or_default(),
        title: title.map(Spanned::into_inner).unwrap_or_default(),
        source: source.map(Spanned::into_inner).unwrap_or_default(),
        size: size?,
        captures,
        cells: cells.unwrap_or_else(any_names),
        kings: kings(&roles),
        roles,
        verdict: verdict.flatten(),
        promotion: promotion.flatten(),
        holds,
        results: results.flatten(),
        setups: setups.unwrap_or_default(),
        variant_name: quarter_turn.map(Spanned::into_inner),
        variant: None,
        turn: Isometry::IDENTITY,
        movement,
    };
    let variant = rule_set.variant_name.as_deref().map(|name| rule_set.turned(name).into());
    rule_set.variant = variant;
    Some(rule_set.into())
}

fn kings(roles: &[RoleDef]) -> RoleSet {
    let royal = roles.iter().enumerate().filter(|(_, def)| def.royal);
    royal.filter_map(|(index, _)| Role::new(index)).collect()
}

fn verdict_of(
    found: Spanned<Table<'_>>,
    captures: bool,
    royal: bool,
    mistakes: &mut List,
) -> Option<VerdictRules> {
    if !captures {
        let message = "expected `captures = true`, because `[verdict]` needs captures";
        mistakes.push(Diagnostic::new(found.span(), message));
    }
    if !royal {
        let message = "expected a piece with `royal = true`, because `[verdict]` needs a king";
        mistakes.push(Diagnostic::new(found.span(), message));
    }
    play::verdict_rules(found.into_inner(), mistakes)
}

/// A fixed board size, or `None` for the value `"open"`.
struct OpenSize(Option<Size>);

impl<'t> Read<'t> for OpenSize {
    const KIND: &'static str = "a size from 2 to 64, or \"open\"";
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self> {
        if value.as_str() == Some("open") {
            return Some(Self(None));
        }
        Size::read(value, span).map(|size| Self(Some(size)))
    }
}

fn size(table: &mut Table<'_>, mistakes: &mut List) -> Option<Option<Size>> {
    let Some(value) = table.take("size") else {
        mistakes.push(table.missing("the key `size`, a number or \"open\""));
        return None;
    };
    read::<OpenSize>(value, mistakes).map(|size| size.into_inner().0)
}

fn cells(table: &mut Table<'_>, mistakes: &mut List) -> Option<CellNames> {
    let list = table.required::<Vec<Value<'_>>>("cells", mistakes)?;
    let span = list.span();
    let count = list.get_ref().len();
    let parts = all(list.into_inner().into_iter().map(|part| coordinate(part, mistakes)));
    let mut complain = |message: &str| mistakes.push(Diagnostic::new(span.clone(), message));
    if count != 3 {
        complain(&format!("expected three coordinates, but found {count}"));
    }
    let parts = <[Coordinate; 3]>::try_from(parts?).ok()?;
    let missing = AXES.iter().find(|(_, axis)| !parts.iter().any(|part| part.axis == *axis));
    if let Some((axis, _)) = missing {
        complain(&format!("expected a coordinate along each axis, but found none along `{axis}`"));
        return None;
    }
    let shared = |pair: &[Coordinate]| {
        (b'0'..=b'z').any(|byte| pair.iter().all(|part| part.numeral.has(byte)))
    };
    if parts.windows(2).any(shared) {
        complain(
            "expected different numerals for neighbouring coordinates, so that cell names are unambiguous",
        );
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

fn coordinate(part: Value<'_>, mistakes: &mut List) -> Option<Coordinate> {
    let mut part = read::<Table<'_>>(part, mistakes)?.into_inner();
    let axis = choice(&mut part, "axis", &AXES, mistakes);
    let numeral = choice(&mut part, "numeral", &Numeral::NAMES, mistakes);
    let name = part.optional::<String>("name", mistakes);
    check_visible(&name, mistakes);
    let reversed = part.optional::<bool>("reversed", mistakes);
    part.finish(mistakes);
    let axis = axis?;
    let axis_name = AXES[axis as usize].0;
    Some(Coordinate {
        axis,
        numeral: numeral?,
        reversed: reversed.is_some_and(|reversed| *reversed.get_ref()),
        name: name.map_or_else(|| axis_name.to_owned(), Spanned::into_inner),
    })
}
