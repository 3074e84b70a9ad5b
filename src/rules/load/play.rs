//! The parser of kings, invariants, promotion, holds, results and setups in rule documents.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::DeValue;

use super::List;
use super::choice::{choice, each_once};
use crate::diagnostic::Diagnostic;
use crate::document::{Read, Table, Value, all, check_visible, read};
use crate::piece::{Role, RoleSet};
use crate::rules::{Hold, Invariant, Promotion, Results, RoleDef, Score, VerdictRules, Zone};

const INVARIANTS: [(&str, Invariant); 4] = [
    ("kings apart", Invariant::KingsApart),
    ("one check", Invariant::OneCheck),
    ("opponent not in check", Invariant::OpponentNotInCheck),
    ("promotions made", Invariant::PromotionsMade),
];
const HOLDS: [(&str, Hold); 2] = [("level", Hold::Level), ("column", Hold::Column)];
const ZONES: [(&str, Zone); 5] = [
    ("both", Zone::Both),
    ("level", Zone::Level),
    ("rank", Zone::Rank),
    ("either", Zone::Either),
    ("none", Zone::Nowhere),
];

pub(super) fn verdict_rules(mut table: Table<'_>, mistakes: &mut List) -> Option<VerdictRules> {
    let white = kings(&mut table, "white_kings", mistakes);
    let black = kings(&mut table, "black_kings", mistakes);
    let promises = table.optional::<Vec<Value<'_>>>("promises", mistakes);
    table.finish(mistakes);
    if let Some(white) = white.as_ref().filter(|white| *white.get_ref().end() == 0) {
        let message =
            "expected at least one white king, because the question is whether White is checkmated";
        mistakes.push(Diagnostic::new(white.span(), message));
    }
    let promises = promises.map(Spanned::into_inner).unwrap_or_default();
    let invariants = each_once(promises, "a promise", &INVARIANTS, mistakes);
    let kings = [white?, black?].map(Spanned::into_inner);
    Some(VerdictRules { kings, invariants })
}

fn kings(
    table: &mut Table<'_>,
    key: &'static str,
    mistakes: &mut List,
) -> Option<Spanned<RangeInclusive<usize>>> {
    let list = table.required::<Vec<Value<'_>>>(key, mistakes)?;
    let span: Range<usize> = list.span();
    let counts = all(list.into_inner().into_iter().map(|count| read::<i64>(count, mistakes)))?;
    let counts = counts.into_iter().map(|count| usize::try_from(count.into_inner()).ok());
    let range = match counts.collect::<Option<Vec<usize>>>().as_deref() {
        Some(&[least, most]) if least <= most => Some(least..=most),
        _ => None,
    };
    if range.is_none() {
        let message = "expected the lowest and the highest number of kings, such as [0, 1]";
        mistakes.push(Diagnostic::new(span.clone(), message));
    }
    Some(Spanned::new(span, range?))
}

pub(super) fn promotion(
    mut table: Table<'_>,
    roles: &[RoleDef],
    mistakes: &mut List,
) -> Option<Promotion> {
    let pieces = role_list(&mut table, "pieces", roles, mistakes);
    let to = role_list(&mut table, "to", roles, mistakes);
    let zone = choice(&mut table, "zone", &ZONES, mistakes);
    table.finish(mistakes);
    Some(Promotion { pieces: pieces?.into_iter().collect::<RoleSet>(), to: to?, zone: zone? })
}

fn role_list(
    table: &mut Table<'_>,
    key: &'static str,
    roles: &[RoleDef],
    mistakes: &mut List,
) -> Option<Vec<Role>> {
    let list = table.required::<Vec<Value<'_>>>(key, mistakes)?;
    if list.get_ref().is_empty() {
        mistakes.push(Diagnostic::new(list.span(), "expected at least one piece"));
    }
    let choices: Vec<(&str, Role)> = roles
        .iter()
        .enumerate()
        .filter_map(|(index, def)| Some((def.name.as_str(), Role::new(index)?)))
        .collect();
    Some(each_once(list.into_inner(), "a piece", &choices, mistakes))
}

pub(super) fn holds(table: &mut Table<'_>, mistakes: &mut List) -> Vec<Hold> {
    let list = table.optional::<Vec<Value<'_>>>("held_king", mistakes);
    let list = list.map(Spanned::into_inner).unwrap_or_default();
    each_once(list, "a kind of hold", &HOLDS, mistakes)
}

pub(super) fn results(mut table: Table<'_>, mistakes: &mut List) -> Option<Results> {
    let bare_king = table.optional::<bool>("bare_king", mistakes);
    let stalemate = table.required::<Score>("stalemate", mistakes);
    let repetition = table.optional::<Count>("repetition", mistakes);
    let quiet_moves = table.optional::<Count>("quiet_moves", mistakes);
    table.finish(mistakes);
    Some(Results {
        bare_king: bare_king.is_some_and(Spanned::into_inner),
        stalemate: stalemate?.into_inner(),
        repetition: repetition.map(|count| count.into_inner().0),
        quiet_moves: quiet_moves.map(|count| count.into_inner().0),
    })
}

impl<'t> Read<'t> for Score {
    const KIND: &'static str = "a score from 0 to 1, such as \"1/2\"";
    fn read(value: &mut DeValue<'t>, _: Range<usize>) -> Option<Self> {
        Self::parse(value.as_str()?)
    }
}

struct Count(usize);

impl<'t> Read<'t> for Count {
    const KIND: &'static str = "a number from 1 on";
    fn read(value: &mut DeValue<'t>, span: Range<usize>) -> Option<Self> {
        let count = usize::try_from(i64::read(value, span)?).ok()?;
        (count > 0).then_some(Self(count))
    }
}

/// Parses `[setups]`: for each name, the text of a board, which is not parsed yet.
pub(super) fn setups(table: Table<'_>, mistakes: &mut List) -> BTreeMap<String, Spanned<String>> {
    let entries = table.into_entries().filter_map(|(name, value)| {
        let name = Spanned::new(value.span(), name);
        check_visible([&name], mistakes);
        Some((name.into_inner(), read::<String>(value, mistakes)?))
    });
    entries.collect()
}
