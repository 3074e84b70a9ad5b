//! The parser of kings, invariants, promotion, holds, results and setups in rule documents.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;

use super::AXES;
use crate::cell::Axis;
use crate::piece::Role;
use crate::rules::{Hold, Invariant, Promotion, Results, RoleDef, Score, VerdictRules, Zone};
use crate::toml_reader::{FromToml, TomlList, TomlTable, TomlValue, all};

const INVARIANTS: [(&str, Invariant); 4] = [
    ("kings apart", Invariant::KingsApart),
    ("one check", Invariant::OneCheck),
    ("opponent not in check", Invariant::OpponentNotInCheck),
    ("promotions made", Invariant::PromotionsMade),
];
/// The maximum number of setups.
const MOST_SETUPS: usize = 10_000;
const HOLDS: [(&str, Hold); 2] = [("level", Hold::Level), ("column", Hold::Column)];

/// Parses `[verdict]`. `captures` and `has_king` are true if the rest of the document allows
/// captures and defines a king; verdicts need both.
pub(super) fn verdict(
    mut table: TomlTable<'_>,
    captures: bool,
    has_king: bool,
) -> Option<VerdictRules> {
    if !captures {
        table.wrong("expected `captures = true`, because `[verdict]` needs captures");
    }
    if !has_king {
        table.wrong("expected a piece with `royal = true`, because `[verdict]` needs a king");
    }
    let white = kings(&mut table, "white_kings");
    let black = kings(&mut table, "black_kings");
    let promises: Option<TomlList<'_>> =
        table.take("promises").and_then(|value| value.list("[\"kings apart\"]"));
    if let Some((_, span)) = white.as_ref().filter(|(kings, _)| *kings.end() == 0) {
        let why = "because the question is whether White is checkmated";
        table.wrong_at(span.clone(), format!("expected at least one white king, {why}"));
    }
    table.finish();
    let invariants = promises.map(|list| list.each_once("a promise", &INVARIANTS));
    let invariants = invariants.unwrap_or_default();
    let kings = [white?, black?].map(|(kings, _)| kings);
    Some(VerdictRules { kings, invariants })
}

/// Parses the allowed numbers of a side's kings, and returns them with the byte range of their
/// list.
fn kings(
    table: &mut TomlTable<'_>,
    key: &'static str,
) -> Option<(RangeInclusive<usize>, Range<usize>)> {
    let mut list: TomlList<'_> = table.expect(key)?.list("[1, 1]")?;
    let counts = all(list.values.drain(..).map(TomlValue::read::<i64>))?;
    let counts = counts.into_iter().map(|count| usize::try_from(count).ok());
    match counts.collect::<Option<Vec<_>>>().as_deref() {
        Some(&[least, most]) if least <= most => Some((least..=most, list.span)),
        _ => {
            list.wrong("expected the lowest and the highest number of kings, such as [0, 1]");
            None
        }
    }
}

/// Parses `[promotion]`. The zone along the axis `forward` has the name of that axis. With a verdict,
/// no promotion may add a king, and none may remove a king of a side that must have one.
pub(super) fn promotion(
    mut table: TomlTable<'_>,
    roles: &[RoleDef],
    forward: Axis,
    verdict: Option<&VerdictRules>,
) -> Option<Promotion> {
    let pieces = role_list(&mut table, "pieces", roles);
    let to = role_list(&mut table, "to", roles);
    let zones = [
        ("both", Zone::Both),
        ("level", Zone::Level),
        (AXES[forward as usize].0, Zone::Forward),
        ("either", Zone::Either),
        ("none", Zone::Nowhere),
    ];
    let zone = table.choice("zone", &zones);
    if let (Some(verdict), Some((pieces, from)), Some((to, into))) = (verdict, &pieces, &to) {
        let is_king = |role: &Role| roles[role.index()].royal;
        let needs_kings = verdict.kings.iter().any(|kings| *kings.start() > 0);
        if to.iter().any(is_king) && !pieces.iter().all(is_king) {
            table.wrong_at(into.clone(), "expected no king, because a promotion would add a king");
        } else if needs_kings && pieces.iter().any(is_king) && !to.iter().all(is_king) {
            table.wrong_at(from.clone(), "expected no king, because a promotion would remove it");
        }
    }
    table.finish();
    Some(Promotion { pieces: pieces?.0.into_iter().collect(), to: to?.0, zone: zone? })
}

/// Parses a list of piece names, and returns the roles with the byte range of the list.
fn role_list(
    table: &mut TomlTable<'_>,
    key: &'static str,
    roles: &[RoleDef],
) -> Option<(Vec<Role>, Range<usize>)> {
    let list = table.expect(key)?.list("[\"Queen\"]")?;
    list.expect_some("piece");
    let named = roles.iter().enumerate();
    let choices = named.filter_map(|(nth, def)| Some((def.name.as_str(), Role::new(nth)?)));
    let span = list.span.clone();
    Some((list.each_once("a piece", &choices.collect::<Vec<_>>()), span))
}

pub(super) fn holds(table: &mut TomlTable<'_>) -> Vec<Hold> {
    let list = table.take("held_king").and_then(|value| value.list("[\"level\"]"));
    list.map(|list| list.each_once("a kind of hold", &HOLDS)).unwrap_or_default()
}

pub(super) fn results(mut table: TomlTable<'_>) -> Option<Results> {
    let bare_king = table.optional("bare_king").unwrap_or_default();
    let stalemate = table.required("stalemate");
    let repetition = count(&mut table, "repetition");
    let quiet_moves = count(&mut table, "quiet_moves");
    table.finish();
    Some(Results { bare_king, stalemate: stalemate?, repetition, quiet_moves })
}

fn count(table: &mut TomlTable<'_>, key: &'static str) -> Option<usize> {
    table.take(key)?.number("a number from 1 on", 1..=usize::MAX)
}

impl<'t> FromToml<'t> for Score {
    const KIND: &'static str = "a score from 0 to 1, such as \"1/2\"";
    fn read(value: &mut TomlValue<'t>) -> Option<Self> {
        Self::parse(value.text()?)
    }
}

/// Parses `[setups]`: for each name, the text of a board, which is not parsed yet.
pub(super) fn setups(table: TomlTable<'_>) -> BTreeMap<String, Spanned<String>> {
    let count = table.len();
    if count > MOST_SETUPS {
        table.wrong(format!("expected at most {MOST_SETUPS} setups, but found {count}"));
        return BTreeMap::new();
    }
    let entries = table.into_entries().filter_map(|(name, value)| {
        value.check_visible(&name);
        Some((name, value.read()?))
    });
    entries.collect()
}
