//! Sentences about what a program's wrong answers have in common.

use super::heading::Heading;
use crate::cases::Answer;
use crate::cell::Axis;
use crate::common::{article, numbered};
use crate::piece::{Color, Role};
use crate::rules::Rules;
use crate::workbench::{BoardRegion, Bound, Change, Division, InCommon, Property, Quantity};

/// Returns at most two sentences about what a program's wrong answers have in common: a property
/// that divides them from the right answers, and the way in which they differ from those expected.
#[must_use]
pub fn in_common(rules: &Rules, common: &InCommon) -> Vec<String> {
    let InCommon { divisions, change, wrong, divisions_confirmed, change_confirmed } = common;
    let wrong_answers = format!("{wrong} wrong answers");
    let division = divisions.first();
    let division =
        division.map(|it| (self::division(rules, *it, &wrong_answers), divisions_confirmed));
    let change = change.as_ref().map(|it| (self::change(it, *wrong), change_confirmed));
    let sentences = division.into_iter().chain(change);
    let lines = sentences.map(|(sentence, confirmed)| match confirmed {
        Some(inputs) => format!("{sentence} (confirmed on {})", numbered(*inputs, "new input")),
        None => format!("possible: {sentence}"),
    });
    lines.collect()
}

/// Returns a sentence about what crashed runs have in common; `None` if nothing is known. `common`
/// counts each crashed run as a wrong answer.
#[cfg(feature = "cli")]
pub(crate) fn crashes_in_common(rules: &Rules, common: &InCommon) -> Option<String> {
    let crashes = format!("{} crashed runs", common.wrong);
    let division = *common.divisions.first()?;
    Some(format!("possible: {}", self::division(rules, division, &crashes)))
}

fn division(
    rules: &Rules,
    Division { is_wrong_with, property }: Division,
    failures: &str,
) -> String {
    let property = noun(rules, property);
    if is_wrong_with {
        format!("all {failures} have {property}, and no right one has")
    } else {
        format!("none of {failures} has {property}, but all right ones have")
    }
}

fn change(change: &Change, wrong: usize) -> String {
    let how = match change {
        Change::TooLarge(by) => format!("too large{}", by_number(*by)),
        Change::TooSmall(by) => format!("too small{}", by_number(*by)),
        Change::Always(Answer::Checkmate(got)) => format!("`{got}` instead of `{}`", !got),
        Change::Always(got) => format!("`{got}`"),
    };
    format!("all {wrong} wrong answers are {how}")
}

fn by_number(by: Option<u32>) -> String {
    by.map_or_else(String::new, |by| format!(" by {by}"))
}

/// Describes a property as a noun.
fn noun(rules: &Rules, property: Property) -> String {
    match property {
        Property::Role(role) => a(&name(rules, role)),
        Property::Color(color) => format!("a {} piece", adjective(color)),
        Property::SameCell => "start = finish".to_owned(),
        Property::Unreachable => "an unreachable finish".to_owned(),
        Property::Checkmate(is_mate) => format!("the right answer `{is_mate}`"),
        Property::Stalemate => "a stalemate".to_owned(),
        Property::Check => "a check".to_owned(),
        Property::DoubleCheck => "a double check".to_owned(),
        Property::CheckFrom(role) => format!("a check from {}", a(&name(rules, role))),
        Property::Pinned(true) => "a pinned piece of the side to move".to_owned(),
        Property::Pinned(false) => "a pinned piece of the opponent".to_owned(),
        Property::Number(quantity, bound) => number(quantity, bound),
        Property::KingCanMove => "a legal move of the king".to_owned(),
        Property::CanCapture => "a checker that can be captured".to_owned(),
        Property::CanBlock => "a check that can be blocked".to_owned(),
        Property::CheckFromNextCell(true) => "a check from a cell next to the king".to_owned(),
        Property::CheckFromNextCell(false) => "a check from a distance".to_owned(),
        Property::Has(piece) => {
            format!("a {} {}", adjective(piece.color()), name(rules, piece.role()))
        }
        Property::KingAt(place) => format!("a king {}", at(rules, place)),
        Property::Shared(axis) => format!("start and finish in one {}", axis_name(rules, axis)),
        Property::Toward(axis, is_up) => {
            format!("a finish {} the start", toward(rules, axis, is_up))
        }
        Property::StartAt(place) => format!("a start {}", at(rules, place)),
        Property::FinishAt(place) => format!("a finish {}", at(rules, place)),
    }
}

fn number(quantity: Quantity, bound: Bound) -> String {
    let (relation, number) = match bound {
        Bound::AtLeast(least) => (">", least.saturating_sub(1)),
        Bound::AtMost(most) => ("<", most.saturating_add(1)),
        Bound::Exactly(number) => ("=", number),
    };
    let words = match relation {
        ">" => "more than ",
        "<" => "fewer than ",
        _ => "exactly ",
    };
    match quantity {
        Quantity::Edge => format!("n {relation} {number}"),
        Quantity::Moves if relation == "=" => format!("the right answer {number}"),
        Quantity::Moves => format!("a right answer {relation} {number}"),
        Quantity::Pieces => format!("{words}{}", numbered(number, "piece")),
        Quantity::OwnPieces => format!("{words}{} of the side to move", numbered(number, "piece")),
        Quantity::Steps => {
            format!("{words}{} between start and finish", numbered(number, "king's step"))
        }
    }
}

fn a(noun: &str) -> String {
    format!("{} {noun}", article(noun))
}

fn name(rules: &Rules, role: Role) -> String {
    rules.role(role).name.clone()
}

fn axis_name(rules: &Rules, axis: Axis) -> &str {
    &rules.cells().along(axis).name
}

const fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn toward(rules: &Rules, axis: Axis, is_up: bool) -> &'static str {
    match Heading::new(rules, axis, is_up) {
        Heading::Right => "to the right of",
        Heading::Left => "to the left of",
        Heading::Forward => "nearer to Black's side than",
        Heading::Back => "nearer to White's side than",
        Heading::Up => "above",
        Heading::Down => "below",
    }
}

fn at(rules: &Rules, place: BoardRegion) -> String {
    let level = || axis_name(rules, Axis::Level);
    match place {
        BoardRegion::Corner => "in a corner".to_owned(),
        BoardRegion::Surface => "at the edge of the board".to_owned(),
        BoardRegion::Side(axis, is_highest) => match Heading::new(rules, axis, is_highest) {
            Heading::Right => "at the right edge".to_owned(),
            Heading::Left => "at the left edge".to_owned(),
            Heading::Forward => "at Black's edge".to_owned(),
            Heading::Back => "at White's edge".to_owned(),
            Heading::Up => format!("on the highest {}", level()),
            Heading::Down => format!("on the lowest {}", level()),
        },
    }
}
