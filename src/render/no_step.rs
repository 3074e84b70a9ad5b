//! Reasons why a piece has no step for a move, in words.

use super::along_axes::along_axes;
use super::heading::Heading;
use crate::cell::{Axis, Offset};
use crate::common::sorted;
use crate::common::{article, list};
use crate::movement::{Mode, MoveKind, Step};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// Returns the reason why no step of `piece` makes a move of `kind` by `offset`, such as `a pawn
/// never moves back`.
pub(super) fn why_no_step(rules: &Rules, piece: Piece, offset: Offset, kind: MoveKind) -> String {
    let name = rules.role(piece.role()).name.to_lowercase();
    let all: Vec<&Step> = rules.movement().steps_of(piece).collect();
    let of_kind: Vec<&Step> = all.iter().copied().filter(|step| step.allows(kind)).collect();
    let purpose = if kind == MoveKind::Quiet { " without capturing" } else { " to capture" };
    let reason = never(rules, piece, offset, &all)
        .or_else(|| Some(never(rules, piece, offset, &of_kind)? + purpose))
        .or_else(|| too_far(offset, &all))
        .or_else(|| other_shape(offset, &all))
        .or_else(|| Some(other_shape(offset, &of_kind)? + purpose))
        .unwrap_or_else(|| "does not move like that".to_owned());
    format!("{} {name} {reason}", article(&name))
}

/// Returns a text such as `never moves back`; `None` if no such text applies.
///
/// The text names a direction in which `offset` goes and no step goes. If there is no such
/// direction, the text names two coordinates that `offset` changes, but that no single step
/// changes together.
fn never(rules: &Rules, piece: Piece, offset: Offset, steps: &[&Step]) -> Option<String> {
    let along = |axis: Axis| move |offset: Offset| offset.parts()[axis as usize];
    for axis in [rules.forward(), Axis::Level, Axis::Rank, Axis::File] {
        let sign = along(axis)(offset).signum();
        let goes = |sign: i32| steps.iter().any(|step| along(axis)(step.offset()).signum() == sign);
        if sign != 0 && !goes(sign) {
            return Some(format!(
                "never moves {}",
                direction(rules, piece, axis, sign, goes(-sign))
            ));
        }
    }
    let changes =
        |offset: Offset, axes: [Axis; 2]| axes.iter().all(|&axis| along(axis)(offset) != 0);
    let pairs = [[Axis::File, Axis::Rank], [Axis::File, Axis::Level], [Axis::Rank, Axis::Level]];
    let pair = pairs.into_iter().find(|&axes| {
        changes(offset, axes) && !steps.iter().any(|step| changes(step.offset(), axes))
    })?;
    let parts = rules.cells().coordinates().iter();
    let names: Vec<&str> =
        parts.filter(|part| pair.contains(&part.axis)).map(|part| part.name.as_str()).collect();
    Some(format!("never changes {} at once", names.join(" and ")))
}

/// Returns the name of the direction of `sign` along `axis`, such as `back`.
///
/// `goes_back` is true if a step takes the opposite direction. If no step does, the name covers
/// both directions, such as `forward or back`.
fn direction(rules: &Rules, piece: Piece, axis: Axis, sign: i32, goes_back: bool) -> String {
    let is_white = piece.color() == Color::White;
    match Heading::new(rules, axis, sign > 0) {
        Heading::Forward | Heading::Back if !goes_back => "forward or back",
        Heading::Forward => {
            if is_white {
                "forward"
            } else {
                "back"
            }
        }
        Heading::Back => {
            if is_white {
                "back"
            } else {
                "forward"
            }
        }
        Heading::Up | Heading::Down if !goes_back => {
            return format!("to another {}", rules.cells().along(axis).name);
        }
        Heading::Up => "up",
        Heading::Down => "down",
        Heading::Right | Heading::Left if !goes_back => "sideways",
        Heading::Right => "to the right",
        Heading::Left => "to the left",
    }
    .to_owned()
}

/// Returns a text such as `goes at most 2 cells that way`, if `offset` is farther than the piece
/// can go in the direction of `offset`.
///
/// Returns `None` if `offset` is not too far, or if no step goes in that direction.
fn too_far(offset: Offset, steps: &[&Step]) -> Option<String> {
    let (unit, length) = offset.primitive();
    let distance = |step: &&Step| {
        let (direction, distance) = step.offset().primitive();
        let distance = if step.mode() == Mode::Ride { i32::MAX } else { distance };
        (direction == unit).then_some(distance)
    };
    match steps.iter().filter_map(distance).max()? {
        1 if length > 1 => Some("goes only one step that way".to_owned()),
        most if length > most => Some(format!("goes at most {most} cells that way")),
        _ => None,
    }
}

/// Returns a text that lists, for each step, the distances that the step covers along the three
/// axes.
///
/// Returns `None` if the text would describe `offset` too: if a step has the distances of `offset`,
/// or of the shortest offset in its direction, in any order of the axes. Also returns `None` if
/// there are no steps.
fn other_shape(offset: Offset, steps: &[&Step]) -> Option<String> {
    let shape = |offset: Offset| {
        let mut parts = offset.parts().map(i32::abs);
        parts.sort_unstable_by(|a, b| b.cmp(a));
        parts
    };
    let shapes = sorted(steps.iter().map(|step| shape(step.offset())));
    let fits = [offset, offset.primitive().0].map(shape).iter().any(|own| shapes.contains(own));
    if shapes.is_empty() || fits {
        return None;
    }
    let is_adjacent = shapes.iter().all(|parts| parts[0] == 1);
    let is_step = is_adjacent && steps.iter().all(|step| step.mode() != Mode::Ride);
    let shapes: Vec<String> = shapes.iter().map(|parts| along_axes(parts, "")).collect();
    let one = if is_step { "one step " } else { "" };
    Some(format!("moves {one}{}", list(&shapes, "or")))
}
