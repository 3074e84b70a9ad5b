//! Derives plausible misreadings of a piece's movement from the piece's definition.

use super::MovementMisreading;
use crate::cell::{Isometry, Offset};
use crate::movement::{Atom, LeapPath, Mode, Symmetry};
use crate::piece::{Color, Role};
use crate::rules::Rules;
use crate::sorted::sorted;

/// Returns plausible misreadings of a role's moves, each with the wrong definition of the role.
///
/// Some misreadings give equal moves, and some leave the moves unchanged.
pub(super) fn movement_misreadings(
    rules: &Rules,
    role: Role,
) -> Vec<(MovementMisreading, Vec<Atom>)> {
    let atoms = &rules.role(role).atoms;
    let definition =
        Definition { atoms, steps: atoms.iter().flat_map(Atom::written_out).collect() };
    let [white, black] = Color::ALL.map(|color| super::steps_of(rules, role, color));
    let mut misreadings = definition.left_out();
    misreadings.extend(definition.one_more());
    misreadings.extend(definition.one_instead());
    misreadings.extend(definition.in_mode(MovementMisreading::Rides, Mode::Leap, Mode::Ride));
    misreadings.extend(definition.in_mode(MovementMisreading::Leaps, Mode::Ride, Mode::Leap));
    misreadings.extend(definition.in_mode(MovementMisreading::Jumps, Mode::Lame, Mode::Leap));
    if rules.captures() {
        misreadings.extend(definition.leaping_rides());
    }
    misreadings.extend(definition.blocked());
    misreadings.extend(definition.only(MovementMisreading::WithinLevel, |step| step.level == 0));
    if white != black {
        misreadings.extend(definition.of_colors());
    }
    misreadings
}

/// A piece's definition, with White's steps listed one by one.
struct Definition<'r> {
    atoms: &'r [Atom],
    steps: Vec<Atom>,
}

/// Largest number of steps of a mutated ride; enough for boards with 16 cells along an edge.
const FARTHEST: u16 = 15;

/// Families of steps to adjacent cells, each with one of its steps and the number of its steps.
///
/// The three families are the steps along one axis, along two axes and along three axes.
const FAMILIES: [(Offset, usize); 3] =
    [(Offset::new(1, 0, 0), 6), (Offset::new(1, 1, 0), 12), (Offset::new(1, 1, 1), 8)];

impl Definition<'_> {
    fn left_out(&self) -> Vec<(MovementMisreading, Vec<Atom>)> {
        let without = |nth: usize| {
            let mut atoms = self.atoms.to_vec();
            (MovementMisreading::Without(atoms.remove(nth)), atoms)
        };
        (0..self.atoms.len()).filter(|_| self.atoms.len() > 1).map(without).collect()
    }

    /// Returns misreadings that each add one family of steps, as leaps or as rides.
    fn one_more(&self) -> Vec<(MovementMisreading, Vec<Atom>)> {
        let more = |step| [Mode::Leap, Mode::Ride].map(|mode| whole(step, mode));
        let with =
            |atom: Atom| (MovementMisreading::With(atom.clone()), [self.atoms, &[atom]].concat());
        self.absent().flat_map(more).map(with).collect()
    }

    /// Returns misreadings that each replace one family of steps by another family.
    fn one_instead(&self) -> Vec<(MovementMisreading, Vec<Atom>)> {
        let mut misreadings = Vec::new();
        for (nth, atom) in self.atoms.iter().enumerate() {
            let is_family = FAMILIES.iter().any(|(step, _)| *atom == whole(*step, atom.mode));
            for step in self.absent().filter(|_| is_family) {
                let mut atoms = self.atoms.to_vec();
                atoms[nth] = whole(step, atom.mode);
                misreadings
                    .push((MovementMisreading::Instead(atom.clone(), atoms[nth].clone()), atoms));
            }
        }
        misreadings
    }

    /// Iterates over the families of which the piece lacks at least one step.
    fn absent(&self) -> impl Iterator<Item = Offset> {
        let count = |family: Offset| {
            let axes = |offset: Offset| offset.parts().map(i32::abs).iter().sum::<i32>();
            let is_near = |offset: Offset| offset.parts().iter().all(|part| part.abs() <= 1);
            let is_of = |atom: &&Atom| is_near(atom.step) && axes(atom.step) == axes(family);
            self.steps.iter().filter(|atom| atom.mode != Mode::Lame).filter(is_of).count()
        };
        FAMILIES.into_iter().filter(move |(step, all)| count(*step) < *all).map(|(step, _)| step)
    }

    /// Changes every atom of the mode `from` to the mode `to`; `None` if there is no such atom.
    fn in_mode(
        &self,
        misreading: MovementMisreading,
        from: Mode,
        to: Mode,
    ) -> Option<(MovementMisreading, Vec<Atom>)> {
        let changed = |atom: &Atom| match atom.mode {
            // A ride that is limited to some start cells must have a limit of steps.
            mode if mode == from => Atom {
                mode: to,
                paths: Vec::new(),
                most: atom.most.or(atom.from.as_ref().map(|_| FARTHEST)),
                ..atom.clone()
            },
            _ => atom.clone(),
        };
        let applies = self.atoms.iter().any(|atom| atom.mode == from);
        applies.then(|| (misreading, self.atoms.iter().map(changed).collect()))
    }

    /// Replaces rides by leaps of all lengths, which no piece blocks; `None` if there are no rides.
    fn leaping_rides(&self) -> Option<(MovementMisreading, Vec<Atom>)> {
        let leaps = |atom: &Atom| match atom.mode {
            Mode::Ride => (1..=atom.most.unwrap_or(FARTHEST))
                .map(|count| Atom {
                    mode: Mode::Leap,
                    step: atom.step * count.into(),
                    ..atom.clone()
                })
                .collect(),
            _ => vec![atom.clone()],
        };
        let applies = self.atoms.iter().any(|atom| atom.mode == Mode::Ride);
        applies.then(|| (MovementMisreading::Jumps, self.atoms.iter().flat_map(leaps).collect()))
    }

    /// Makes leaps of two or more cells lame, so that pieces in between block them.
    ///
    /// Returns `None` if there are no such leaps.
    fn blocked(&self) -> Option<(MovementMisreading, Vec<Atom>)> {
        let is_far = |atom: &Atom| {
            atom.mode == Mode::Leap && atom.step.parts().iter().any(|part| part.abs() > 1)
        };
        let changed = |atom: &Atom| {
            if is_far(atom) {
                Atom { mode: Mode::Lame, paths: paths(atom.step), ..atom.clone() }
            } else {
                atom.clone()
            }
        };
        let applies = self.atoms.iter().any(is_far);
        applies.then(|| (MovementMisreading::Blocked, self.atoms.iter().map(changed).collect()))
    }

    fn only(
        &self,
        misreading: MovementMisreading,
        keeps: impl Fn(Offset) -> bool,
    ) -> Option<(MovementMisreading, Vec<Atom>)> {
        let kept = self.steps.iter().filter(|atom| keeps(atom.step)).cloned();
        let kept: Vec<Atom> = kept.collect();
        (!kept.is_empty()).then_some((misreading, kept))
    }

    /// Returns the misreadings that make sense only if White and Black move differently.
    fn of_colors(&self) -> Vec<(MovementMisreading, Vec<Atom>)> {
        let all = |change: &dyn Fn(&Atom) -> Atom| self.steps.iter().map(change).collect();
        let unmirrored = |atom: &Atom| Atom { mirrors: Vec::new(), ..atom.clone() };
        let with = |more: Vec<Atom>| [self.steps.clone(), more].concat();
        let aside = |file| Atom { step: Offset::new(file, 0, 0), ..self.steps[0].clone() };
        let is_ahead = |step: Offset| step.rank >= 0 && step.level >= 0 && step.file == 0;
        let mut misreadings = vec![
            (MovementMisreading::ColorsExchanged, all(&mirrored)),
            (MovementMisreading::ColorsIgnored, all(&unmirrored)),
            (MovementMisreading::Sideways, with(vec![aside(1), aside(-1)])),
            (MovementMisreading::Backward, with(all(&mirrored))),
            (MovementMisreading::CombinedSteps, with(self.combined_steps())),
        ];
        misreadings.extend(self.only(MovementMisreading::ForwardOnly, is_ahead));
        misreadings
    }

    fn combined_steps(&self) -> Vec<Atom> {
        let pairs = self.steps.iter().enumerate().flat_map(|(nth, one)| {
            self.steps[nth + 1..].iter().map(move |other| (one, one.step - (-other.step)))
        });
        let sums = pairs.filter(|(_, step)| *step != Offset::ZERO);
        sums.map(|(atom, step)| Atom { step, ..atom.clone() }).collect()
    }
}

/// Returns an atom for a step and all its rotations and reflections.
fn whole(step: Offset, mode: Mode) -> Atom {
    let (symmetry, mirrors) = (Symmetry::Cubic, Atom::MIRRORS.to_vec());
    Atom { step, mode, symmetry, when: None, mirrors, most: None, from: None, paths: Vec::new() }
}

/// Returns White's atom with its step and paths mirrored, as Black's piece has them.
fn mirrored(atom: &Atom) -> Atom {
    let mirror = Isometry::mirror(&atom.mirrors);
    let paths = atom.paths.iter().map(|path| path.iter().map(|&p| mirror.offset(p)).collect());
    Atom { step: mirror.offset(atom.step), paths: paths.collect(), ..atom.clone() }
}

/// Returns the paths of a lame leap: the offsets from the start to each cell in between.
///
/// A leap along a straight line has one path. Other leaps go along one axis after the other, in
/// any order.
fn paths(step: Offset) -> Vec<LeapPath> {
    let parts = step.parts();
    let far = parts.into_iter().map(i32::abs).max().unwrap_or(0);
    if parts.iter().all(|part| part % far == 0) {
        return vec![(1..far).map(|by| step.scaled(by, far)).collect()];
    }
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    sorted(orders.iter().map(|order| along(parts, order)))
}

/// Returns the path of a leap that goes along one axis after the other, in `order`.
fn along(parts: [i32; 3], order: &[usize; 3]) -> LeapPath {
    let (mut at, mut path) = ([0; 3], Vec::new());
    for &axis in order {
        while at[axis] != parts[axis] {
            at[axis] += parts[axis].signum();
            path.push(Offset::new(at[0], at[1], at[2]));
        }
    }
    path.pop();
    path
}
