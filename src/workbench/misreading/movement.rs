//! Derives plausible misreadings of a piece's movement from the piece's definition.

mod steps;

use self::steps::doubled;
use crate::cell::{Axis, Isometry, Offset, Size};
use crate::common::sorted;
use crate::movement::{Atom, LeapPath, Mode, Symmetry};
use crate::piece::{Color, Role};
use crate::rules::Rules;

/// A wrong change to a piece's definition, which lists the piece's moves as atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MovementMisreading {
    /// Removes this atom from the piece's definition.
    Without(Atom),
    /// Adds this atom to the piece's definition.
    With(Atom),
    /// Replaces the first atom of the pair by the second in the piece's definition.
    Instead(Atom, Atom),
    /// Removes this step of White from the piece's definition; a piece that moves alike in both
    /// colors loses the same step in both.
    WithoutStep(Offset),
    /// Gives the piece the moves of another role.
    Like(Role),
    /// Limits the piece's rides to this number of steps.
    AtMost(u16),
    /// Keeps only the piece's steps along which no coordinate of the cell's name decreases.
    Increasing,
    /// Turns the piece's leaps into rides.
    Rides,
    /// Limits the piece's rides to a single step.
    Leaps,
    /// Keeps only the piece's moves that leave the coordinate along this axis unchanged.
    Within(Axis),
    /// Gives each color the moves of the other color.
    ColorsExchanged,
    /// Gives the pieces of both colors the moves of this color's piece.
    OneWay(Color),
    /// Keeps only the piece's moves towards the opponent.
    ForwardOnly,
    /// Adds the backward mirror images of the piece's moves.
    Backward,
    /// Lets the piece also move to the left and to the right.
    Sideways,
    /// Lets the piece also make each step that goes neither left nor right with one cell more to the
    /// left or right.
    Diagonally,
    /// Lets the piece also make each of its steps twice in one move.
    DoubleSteps,
    /// Lets the piece also make its step forward twice in one move, from its second rank.
    DoubleStepAtFirst,
    /// Adds moves that combine two steps of the piece in one move.
    CombinedSteps,
    /// Lets the piece jump over pieces that should block it.
    Jumps,
    /// Lets other pieces on the cells in between block the piece's leaps of two or more cells.
    Blocked,
}

/// A wrong definition of a piece, with the misreading that leads to it.
pub(super) type WrongDefinition = (MovementMisreading, Vec<Atom>);

/// Returns the wrong definitions of a role that plausible misreadings lead to.
///
/// Some of them give equal moves, and some leave the moves unchanged.
pub(super) fn definitions(rules: &Rules, role: Role) -> Vec<WrongDefinition> {
    let definition = Definition::of(rules, role);
    let mut found = definition.left_out();
    found.extend(definition.one_more());
    found.extend(definition.one_instead());
    found.extend(definition.in_mode(MovementMisreading::Rides, Mode::Leap, Mode::Ride));
    found.extend(definition.in_mode(MovementMisreading::Leaps, Mode::Ride, Mode::Leap));
    found.extend(definition.in_mode(MovementMisreading::Jumps, Mode::Lame, Mode::Leap));
    if rules.captures() {
        found.extend(definition.leaping_rides());
    }
    found.extend(definition.blocked());
    found.extend(definition.within(Axis::Level));
    if definition.is_one_way() {
        found.extend(definition.of_colors(rules.size()));
    } else {
        found.extend(definition.increasing(rules.cells()));
    }
    found.extend(
        [rules.forward(), rules.across()].into_iter().filter_map(|axis| definition.within(axis)),
    );
    found.extend(definition.shorter_rides(rules.size()));
    found.extend(like_others(rules, role));
    found.extend(definition.without_a_step());
    found
}

fn like_others(rules: &Rules, role: Role) -> impl Iterator<Item = WrongDefinition> {
    let others = rules.roles().filter(move |(other, _)| *other != role);
    others.map(|(other, def)| (MovementMisreading::Like(other), def.atoms.clone()))
}

/// A piece's definition, with White's steps listed one by one.
pub(super) struct Definition<'r> {
    rules: &'r Rules,
    pub(super) atoms: &'r [Atom],
    pub(super) steps: Vec<Atom>,
    /// True if White and Black move alike.
    alike: bool,
}

/// Largest number of steps of a wrong ride; enough for boards with 16 cells along an edge.
const FARTHEST: u16 = 15;

/// Families of steps to adjacent cells, each with one of its steps and the number of its steps.
///
/// The three families are the steps along one axis, along two axes and along three axes.
const FAMILIES: [(Offset, usize); 3] =
    [(Offset::new(1, 0, 0), 6), (Offset::new(1, 1, 0), 12), (Offset::new(1, 1, 1), 8)];
/// Families of leaps to cells two away, of which the first is that of the knight.
const LEAPS: [(Offset, usize); 3] =
    [(Offset::new(2, 1, 0), 24), (Offset::new(2, 1, 1), 24), (Offset::new(2, 2, 1), 24)];

impl<'r> Definition<'r> {
    fn of(rules: &'r Rules, role: Role) -> Self {
        let atoms = &rules.role(role).atoms;
        let [white, black] = super::steps(role, atoms);
        let steps = atoms.iter().flat_map(Atom::written_out).collect();
        Self { rules, atoms, steps, alike: white == black }
    }

    fn is_one_way(&self) -> bool {
        !self.alike
    }

    /// Returns White's steps, one by one, as a program's table would list them. If White and Black
    /// move alike, both use this table.
    pub(super) fn table(&self) -> Vec<Atom> {
        let mirrors = |atom: &Atom| if self.alike { Vec::new() } else { atom.mirrors.clone() };
        self.steps.iter().map(|atom| Atom { mirrors: mirrors(atom), ..atom.clone() }).collect()
    }

    fn left_out(&self) -> Vec<WrongDefinition> {
        let without = |nth: usize| {
            let mut atoms = self.atoms.to_vec();
            (MovementMisreading::Without(atoms.remove(nth)), atoms)
        };
        (0..self.atoms.len()).filter(|_| self.atoms.len() > 1).map(without).collect()
    }

    /// Returns misreadings that each add one family of steps, as leaps or as rides.
    fn one_more(&self) -> Vec<WrongDefinition> {
        let modes = |step| if is_far(step) { &[Mode::Leap][..] } else { &[Mode::Leap, Mode::Ride] };
        let more = |step| modes(step).iter().map(move |&mode| self.whole(step, mode));
        let with =
            |atom: Atom| (MovementMisreading::With(atom.clone()), [self.atoms, &[atom]].concat());
        self.absent().flat_map(more).map(with).collect()
    }

    /// Returns misreadings that each replace one family of steps by another family.
    fn one_instead(&self) -> Vec<WrongDefinition> {
        let mut misreadings = Vec::new();
        for (nth, atom) in self.atoms.iter().enumerate() {
            let is = |&(step, _): &(Offset, usize)| *atom == self.whole(step, atom.mode);
            let families = if is_far(atom.step) { &LEAPS } else { &FAMILIES };
            let is_family = families.iter().any(is);
            let of_same_kind = |step: &Offset| is_far(*step) == is_far(atom.step);
            for step in self.absent().filter(of_same_kind).filter(|_| is_family) {
                let mut atoms = self.atoms.to_vec();
                atoms[nth] = self.whole(step, atom.mode);
                misreadings
                    .push((MovementMisreading::Instead(atom.clone(), atoms[nth].clone()), atoms));
            }
        }
        misreadings
    }

    fn leaps_far(&self) -> bool {
        self.atoms.iter().any(|atom| atom.mode == Mode::Leap && is_far(atom.step))
    }

    /// Iterates over the families of which the piece lacks at least one step.
    fn absent(&self) -> impl Iterator<Item = Offset> {
        let count = |family: Offset| {
            let is_of = |atom: &&Atom| lengths(atom.step) == lengths(family);
            self.steps.iter().filter(|atom| atom.mode != Mode::Lame).filter(is_of).count()
        };
        let leaps = if self.leaps_far() { &LEAPS[..] } else { &[] };
        let families = FAMILIES.iter().chain(leaps).copied();
        families.filter(move |(step, all)| count(*step) < *all).map(|(step, _)| step)
    }

    /// Changes every atom of the mode `from` to the mode `to`; `None` if there is no such atom.
    fn in_mode(
        &self,
        misreading: MovementMisreading,
        from: Mode,
        to: Mode,
    ) -> Option<WrongDefinition> {
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
    fn leaping_rides(&self) -> Option<WrongDefinition> {
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
    fn blocked(&self) -> Option<WrongDefinition> {
        let is_far = |atom: &Atom| atom.mode == Mode::Leap && is_far(atom.step);
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

    fn within(&self, axis: Axis) -> Option<WrongDefinition> {
        self.only(MovementMisreading::Within(axis), |step| step.along(axis) == 0)
    }

    fn only(
        &self,
        misreading: MovementMisreading,
        keeps: impl Fn(Offset) -> bool,
    ) -> Option<WrongDefinition> {
        let kept = self.steps.iter().filter(|atom| keeps(atom.step)).cloned();
        let kept: Vec<Atom> = kept.collect();
        (!kept.is_empty()).then_some((misreading, kept))
    }

    /// Returns the misreadings that make sense only if White and Black move differently.
    fn of_colors(&self, size: Option<Size>) -> Vec<WrongDefinition> {
        let all = |change: &dyn Fn(&Atom) -> Atom| self.steps.iter().map(change).collect();
        let unmirrored = |atom: &Atom| Atom { mirrors: Vec::new(), ..atom.clone() };
        let whites = |atom: &Atom| unmirrored(&mirrored(atom));
        let with = |more: Vec<Atom>| [self.steps.clone(), more].concat();
        let (forward, across) = (self.rules.forward(), self.rules.across());
        let aside = |by| Atom { step: Offset::ZERO.with(across, by), ..self.steps[0].clone() };
        let is_ahead =
            |step: Offset| step.along(forward) >= 0 && step.level >= 0 && step.along(across) == 0;
        let mut misreadings = vec![
            (MovementMisreading::ColorsExchanged, all(&mirrored)),
            (MovementMisreading::OneWay(Color::White), all(&unmirrored)),
            (MovementMisreading::OneWay(Color::Black), all(&whites)),
            (MovementMisreading::Sideways, with(vec![aside(1), aside(-1)])),
            (MovementMisreading::Backward, with(all(&mirrored))),
            (MovementMisreading::CombinedSteps, with(self.combined_steps())),
            (MovementMisreading::Diagonally, with(self.diagonal_steps())),
            (MovementMisreading::DoubleSteps, with(all(&doubled))),
        ];
        misreadings.extend(self.only(MovementMisreading::ForwardOnly, is_ahead));
        misreadings.extend(size.map(|size| {
            let more = self.first_double_step(size);
            (MovementMisreading::DoubleStepAtFirst, with(more))
        }));
        misreadings
    }

    /// Returns an atom for a step and all its rotations and reflections.
    fn whole(&self, step: Offset, mode: Mode) -> Atom {
        let (symmetry, mirrors) = (Symmetry::Cubic, self.rules.default_mirrors().to_vec());
        Atom {
            step,
            mode,
            symmetry,
            when: None,
            mirrors,
            most: None,
            from: None,
            paths: Vec::new(),
        }
    }

    fn combined_steps(&self) -> Vec<Atom> {
        let pairs = self.steps.iter().enumerate().flat_map(|(nth, one)| {
            self.steps[nth + 1..].iter().map(move |other| (one, one.step - (-other.step)))
        });
        let sums = pairs.filter(|(_, step)| *step != Offset::ZERO);
        sums.map(|(atom, step)| Atom { step, ..atom.clone() }).collect()
    }
}

fn is_far(step: Offset) -> bool {
    step.parts().iter().any(|part| part.abs() > 1)
}

/// Returns the lengths of a step along the axes, sorted: equal for its rotations and reflections.
fn lengths(step: Offset) -> [i32; 3] {
    let mut lengths = step.parts().map(i32::abs);
    lengths.sort_unstable();
    lengths
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
