//! The moves of a piece as sentences.

use super::along_axes::along_axes;
use super::heading::Heading;
use crate::cell::{Axis, Isometry, Offset};
use crate::common::{list, numbered};
use crate::movement::{Atom, Mode, MoveKind, Starts, Symmetry};
use crate::rules::{CellNames, RoleDef, Rules};

/// Describes the moves of a role in words, with one text for each [`Atom`] of the role.
///
/// # Example
/// ```
/// use kubikschach::{render, rules::Rules};
/// let rules = Rules::cube();
/// let knight = rules.role(rules.role_named("N").expect("it has knights"));
/// assert_eq!(render::definition(&rules, knight), ["leaps 2 along one axis and 1 along another"]);
/// ```
#[must_use]
pub fn definition(rules: &Rules, role: &RoleDef) -> Vec<String> {
    role.atoms.iter().map(|atom| of_atom(rules, atom)).collect()
}

pub(super) fn of_atom(rules: &Rules, atom: &Atom) -> String {
    let names = rules.cells();
    let Offset { file, rank, level } = atom.step;
    let is_near = [file, rank, level].iter().all(|part| part.abs() <= 1);
    let verb = match atom.mode {
        Mode::Ride if atom.most.is_some() => "rides",
        Mode::Ride => "rides any distance",
        Mode::Leap if is_near => "steps",
        Mode::Leap => "leaps",
        Mode::Lame => "goes",
    };
    let way = match atom.symmetry {
        Symmetry::Cubic => along_axes(&[file, rank, level], ""),
        Symmetry::Planar => within_level(names, atom.step),
        Symmetry::Fixed => as_written(rules, atom.step),
    };
    let when = match atom.when {
        Some(MoveKind::Quiet) => " without capturing",
        Some(MoveKind::Capture) => " only to capture",
        None => "",
    };
    let lame = match (atom.mode, atom.paths.len()) {
        (Mode::Lame, 1) => " if its route is empty".to_owned(),
        (Mode::Lame, routes) => format!(" if one of {routes} routes is empty"),
        _ => String::new(),
    };
    let most = match atom.most {
        Some(most) if atom.mode == Mode::Ride => format!(", at most {most} times"),
        _ => String::new(),
    };
    let from = atom.from.as_ref().map_or_else(String::new, |starts| from_cells(names, starts));
    format!("{verb} {way}{when}{lame}{most}{from}{}", of_black(rules, atom))
}

fn from_cells(names: &CellNames, Starts { size, cells }: &Starts) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| names.name(*size, cell)).collect();
    format!(", from {} only", list(&names, "and"))
}

/// Returns the words about Black's step that end the description of a move. The text is empty if
/// Black's step is the usual mirror image of White's step.
fn of_black(rules: &Rules, atom: &Atom) -> String {
    let usual = rules.default_mirrors();
    let same = |axis: &Axis| atom.mirrors.contains(axis) == usual.contains(axis);
    // Symmetry makes some reversals invisible: a cubic step has all mirror images, a planar step
    // those within its level.
    let shows = |axis: &Axis| match atom.symmetry {
        Symmetry::Cubic => false,
        Symmetry::Planar => *axis == Axis::Level,
        Symmetry::Fixed => true,
    } && atom.step.parts()[*axis as usize] != 0;
    if Axis::ALL.iter().all(|axis| same(axis) || !shows(axis)) {
        return String::new();
    }
    let step = Isometry::mirror(&atom.mirrors).offset(atom.step);
    let black = match atom.symmetry {
        Symmetry::Planar => within_level(rules.cells(), step),
        _ => as_written(rules, step),
    };
    format!(", Black's {black}")
}

fn within_level(names: &CellNames, Offset { file, rank, level }: Offset) -> String {
    let up = levels(names, level);
    if (file, rank) == (0, 0) {
        return up.unwrap_or_else(|| "nowhere".to_owned());
    }
    let within = along_axes(&[file, rank], &format!(" of the {}", names.along(Axis::Level).name));
    up.map_or(within.clone(), |up| format!("{within} and {up}"))
}

fn as_written(rules: &Rules, step: Offset) -> String {
    let part = |axis: Axis| {
        let far = step.along(axis);
        let direction = match Heading::new(rules, axis, far > 0) {
            Heading::Right => "to the right",
            Heading::Left => "to the left",
            Heading::Forward => "forward",
            Heading::Back => "back",
            Heading::Up | Heading::Down => return levels(rules.cells(), far),
        };
        (far != 0).then(|| format!("{} {direction}", far.abs()))
    };
    let axes = [rules.forward(), rules.across(), Axis::Level];
    axes.into_iter().filter_map(part).collect::<Vec<_>>().join(" and ")
}

/// Returns the words for a number of levels, such as `2 levels up`; `None` for the number 0.
pub(super) fn levels(names: &CellNames, level: i32) -> Option<String> {
    let name = &names.along(Axis::Level).name;
    let direction = if level > 0 { "up" } else { "down" };
    (level != 0).then(|| format!("{} {direction}", numbered(level.abs(), name)))
}
