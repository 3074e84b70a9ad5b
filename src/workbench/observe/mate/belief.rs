//! Changed rules, by which some boards have another verdict.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use crate::board::{Board, Setup};
use crate::cases::Puzzle;
use crate::cell::{Axis, Offset};
use crate::movement::{Atom, Mode, Symmetry};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rules::Rules;
use crate::workbench::misreading::{
    Misreading, MisreadingKind, MovementMisreading, VerdictMisreading, is_mate_by,
};

/// A change of the rules that a program may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Belief {
    /// Wrong rules of check, checkmate or legal moves.
    Verdict(VerdictMisreading),
    /// A wrong movement of one role, for the pieces of one color or of both.
    Movement(Role, MovementMisreading, Option<Color>),
    /// A wrong movement that all riders share, for the pieces of one color or of both.
    Riders(MovementMisreading, Option<Color>),
    /// Missing directions of one role or of all roles, for the pieces of both colors.
    Without(Option<Role>, Directions),
}

impl Belief {
    /// Returns `true` unless the belief replaces moves by others, which few programs do.
    pub(super) const fn is_simple(&self) -> bool {
        use MovementMisreading::{Instead, Like};
        !matches!(self, Self::Movement(_, Instead(..) | Like(_), _))
    }
}

/// A set of directions. "Later" and "earlier" mean the order in which boards are written: from the
/// top level, from Black's side and from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Directions {
    /// Directions that change the coordinate along this axis.
    Change(Axis),
    /// Directions that keep the coordinate along this axis.
    Keep(Axis),
    /// Directions that change the coordinate along this axis by two.
    ChangeByTwo(Axis),
    /// Directions to later (`true`) or earlier coordinates along this axis.
    Toward(Axis, bool),
    /// Directions along more than one axis.
    ManyAxes,
    /// Directions with a later (`true`) or an earlier coordinate along any axis.
    Some(bool),
    /// Directions whose only change by this many cells is to a later (`true`) or an earlier
    /// coordinate.
    Part(u8, bool),
    /// A single direction, given by the differences in the order in which boards are written.
    One(Offset),
}

/// A belief with the rules that a program with this belief follows.
///
/// # Example
/// ```
/// use kubikschach::{notation, render, rules::Rules, workbench::ChangedRules};
/// let rules = Rules::cube();
/// let all = ChangedRules::all(&rules);
/// let setup = notation::parse_board(&rules, "[#q,##],[##,K#]")?;
/// let by_check = all.iter().find(|it| render::belief(&rules, &it.belief) == "every check were mate");
/// assert!(by_check.is_some_and(|it| it.flips(&setup, false)));
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
#[derive(Debug)]
pub struct ChangedRules {
    /// Change of the rules.
    pub belief: Belief,
    /// Rules by which the side to move moves.
    own: Rules,
    /// Rules by which its opponent attacks.
    enemy: Rules,
    /// Roles whose pieces move otherwise; `None` if the change is about all boards.
    roles: Option<Vec<Role>>,
    /// Boards of a program's replies, with the result of [`Self::flips`]. A program is compared
    /// with each belief after every few replies.
    known: Mutex<HashMap<Setup, bool>>,
}

impl Directions {
    fn contains(self, offset: Offset) -> bool {
        let written = as_written(offset);
        let is_later = |part: i32, later: bool| if later { part > 0 } else { part < 0 };
        match self {
            Self::Change(axis) => offset.along(axis) != 0,
            Self::Keep(axis) => offset.along(axis) == 0,
            Self::ChangeByTwo(axis) => offset.along(axis).abs() == 2,
            Self::Toward(axis, later) => is_later(written.along(axis), later),
            Self::ManyAxes => offset.parts().iter().filter(|part| **part != 0).count() > 1,
            Self::Some(later) => written.parts().iter().any(|&part| is_later(part, later)),
            Self::Part(cells, later) => {
                let far = |part: &i32| part.unsigned_abs() == u32::from(cells);
                let parts = written.parts();
                let parts: Vec<i32> = parts.into_iter().filter(far).collect();
                matches!(parts[..], [part] if is_later(part, later))
            }
            Self::One(only) => written == only,
        }
    }

    /// Returns the sets of directions that are described by a rule, single directions excepted.
    fn families() -> impl Iterator<Item = Self> {
        let along = |axis| {
            let both = [false, true].map(|later| Self::Toward(axis, later));
            [Self::Change(axis), Self::Keep(axis), both[0], both[1], Self::ChangeByTwo(axis)]
        };
        let ends = [false, true].into_iter();
        let others =
            ends.flat_map(|later| [Self::Some(later), Self::Part(1, later), Self::Part(2, later)]);
        Axis::ALL.into_iter().flat_map(along).chain(others).chain([Self::ManyAxes])
    }
}

/// Returns an offset as differences that grow in the order in which boards are written, and the
/// reverse.
const fn as_written(offset: Offset) -> Offset {
    Offset::new(offset.file, -offset.rank, -offset.level)
}

impl ChangedRules {
    /// Returns all beliefs about a rule set, the simplest first.
    #[must_use]
    pub fn all(rules: &Rules) -> Vec<Self> {
        let mut all: Vec<Self> = verdicts(rules).map(|it| Self::of_verdict(rules, it)).collect();
        let movements = movements(rules);
        for color in [None, Some(Color::White), Some(Color::Black)] {
            for (role, misreading, changed) in &movements {
                let belief = Belief::Movement(*role, misreading.clone(), color);
                all.push(Self::of_color(rules, changed, belief, vec![*role], color));
            }
            all.extend(riders(rules, &movements, color));
        }
        all.extend(families(rules, None));
        all.extend(rules.roles().flat_map(|(role, _)| families(rules, Some(role))));
        all.extend(rules.roles().flat_map(|(role, _)| singles(rules, role)));
        all
    }

    fn of_verdict(rules: &Rules, misreading: VerdictMisreading) -> Self {
        let [own, enemy] = [rules.clone(), rules.clone()];
        let belief = Belief::Verdict(misreading);
        Self { belief, own, enemy, roles: None, known: Mutex::default() }
    }

    /// Returns the change of the pieces of `color`, which move by `changed`; `None` means both.
    fn of_color(
        rules: &Rules,
        changed: &Rules,
        belief: Belief,
        of_roles: Vec<Role>,
        color: Option<Color>,
    ) -> Self {
        let of = |side| if color.is_none_or(|it| it == side) { changed } else { rules }.clone();
        let [own, enemy] = Color::ALL.map(of);
        Self { belief, own, enemy, roles: Some(of_roles), known: Mutex::default() }
    }

    /// Returns `true` if White's verdict on a board changes with the rules. `right` is true if the
    /// right verdict is checkmate.
    #[must_use]
    pub fn flips(&self, setup: &Setup, right: bool) -> bool {
        self.is_about(&setup.board) && self.is_mate(setup) != right
    }

    /// Returns the result of [`Self::flips`], which is computed once for each board.
    pub(super) fn flips_asked(&self, setup: &Setup, right: bool) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&flips) = known.get(setup) {
            return flips;
        }
        let flips = self.flips(setup, right);
        known.insert(setup.clone(), flips);
        flips
    }

    fn is_mate(&self, setup: &Setup) -> bool {
        let position = Position::new_unchecked(&self.enemy, setup.clone());
        match &self.belief {
            Belief::Verdict(misreading) => is_mate_by(&self.own, &[*misreading], &position),
            _ if self.own == self.enemy => position.is_checkmate(),
            _ => is_mate_by(&self.own, &[], &position),
        }
    }

    /// Returns the role and the direction that are missing; `None` for other beliefs.
    pub(super) fn single(&self) -> Option<(Role, Offset)> {
        match self.belief {
            Belief::Without(Some(role), Directions::One(written)) => {
                Some((role, as_written(written)))
            }
            _ => None,
        }
    }

    fn is_about(&self, board: &Board) -> bool {
        let Some(roles) = &self.roles else { return true };
        let is_changed = |color: Color| match &self.belief {
            Belief::Movement(_, _, only) | Belief::Riders(_, only) => {
                only.is_none_or(|only| only == color)
            }
            _ => true,
        };
        board.pieces().any(|(_, it)| roles.contains(&it.role()) && is_changed(it.color()))
    }
}

/// Returns the beliefs about check, checkmate and legal moves, the commonest first.
fn verdicts(rules: &Rules) -> impl Iterator<Item = VerdictMisreading> {
    use VerdictMisreading as V;
    let others = rules.roles().filter(|(_, def)| !def.royal).map(|(role, _)| role);
    let of_roles =
        others.flat_map(|role| [V::NoCapturesBy(role), V::NoGuardsBy(role), V::NoChecksBy(role)]);
    let more = [
        V::NoStraightBlocks,
        V::OnlyKingMoves,
        V::KingNeverCaptures,
        V::KingIgnoresGuards,
        V::PinnedAttackNothing,
        V::MovedPieceStays,
        V::JumpsOverOwn,
    ];
    V::all(rules).into_iter().chain(more).chain(of_roles)
}

type WrongMovement = (Role, MovementMisreading, Rules);

/// Returns the wrong movements of all roles, those that are sets of directions excepted.
fn movements(rules: &Rules) -> Vec<WrongMovement> {
    use MovementMisreading as M;
    let mut found: Vec<WrongMovement> = Vec::new();
    for (role, def) in rules.roles() {
        // The misreadings that cases should catch leave a piece at least one of its moves.
        if let [only] = &def.atoms[..] {
            found.push((role, M::Without(only.clone()), rules.with_moves(role, Vec::new())));
        }
        let leaps = rules.roles().flat_map(|(_, def)| &def.atoms).filter(|atom| is_far_leap(atom));
        for leap in leaps.filter(|_| !def.atoms.iter().any(is_far_leap)) {
            let atoms = [&def.atoms[..], std::slice::from_ref(leap)].concat();
            found.push((role, M::With(leap.clone()), rules.with_moves(role, atoms)));
        }
    }
    let is_kept =
        |it: &M| !matches!(it, M::Within(_) | M::Increasing | M::WithoutStep(_) | M::AtMost(3..));
    found.extend(Misreading::all(rules, Puzzle::Mate).into_iter().filter_map(|it| {
        let changed = it.rules().clone();
        match it.kind {
            MisreadingKind::Movement(role, misreading) if is_kept(&misreading) => {
                Some((role, *misreading, changed))
            }
            _ => None,
        }
    }));
    found
}

fn is_far_leap(atom: &Atom) -> bool {
    atom.mode == Mode::Leap && atom.step.parts().iter().any(|part| part.abs() > 1)
}

/// Returns the beliefs that change all riders alike.
fn riders(rules: &Rules, movements: &[WrongMovement], color: Option<Color>) -> Vec<ChangedRules> {
    use MovementMisreading as M;
    let of_all = |misreading: M| {
        let rides = |role: Role| rules.role(role).atoms.iter().any(|it| it.mode == Mode::Ride);
        let own = movements.iter().filter(|(role, it, _)| *it == misreading && rides(*role));
        let (mut changed, mut own_roles) = (rules.clone(), Vec::new());
        for (role, _, of_role) in own {
            changed = changed.with_moves(*role, of_role.role(*role).atoms.clone());
            own_roles.push(*role);
        }
        let belief = Belief::Riders(misreading, color);
        ChangedRules::of_color(rules, &changed, belief, own_roles, color)
    };
    [M::Jumps, M::Leaps, M::AtMost(2)].map(of_all).into()
}

/// Returns the beliefs that one role, or all of them, cannot go in a family of directions.
fn families(rules: &Rules, role: Option<Role>) -> Vec<ChangedRules> {
    let all: Vec<Role> =
        rules.roles().map(|(it, _)| it).filter(|it| role.is_none_or(|r| r == *it)).collect();
    let offsets = |rules: &Rules| -> Vec<BTreeSet<Offset>> {
        let of = |role: &Role| table(rules, *role).iter().map(|atom| atom.step).collect();
        all.iter().map(of).collect()
    };
    let mut known = vec![offsets(rules), vec![BTreeSet::new(); all.len()]];
    let mut found = Vec::new();
    for directions in Directions::families() {
        let changed =
            all.iter().fold(rules.clone(), |changed, &role| without(&changed, role, directions));
        let left = offsets(&changed);
        if !known.contains(&left) {
            known.push(left);
            let belief = Belief::Without(role, directions);
            found.push(ChangedRules::of_color(rules, &changed, belief, all.clone(), None));
        }
    }
    found
}

/// Returns the beliefs that a role cannot go in a single direction.
fn singles(rules: &Rules, role: Role) -> impl Iterator<Item = ChangedRules> {
    table(rules, role).into_iter().map(move |atom| {
        let directions = Directions::One(as_written(atom.step));
        let belief = Belief::Without(Some(role), directions);
        let changed = without(rules, role, directions);
        ChangedRules::of_color(rules, &changed, belief, vec![role], None)
    })
}

fn without(rules: &Rules, role: Role, directions: Directions) -> Rules {
    let mut steps = table(rules, role);
    steps.retain(|atom| !directions.contains(atom.step));
    rules.with_moves(role, steps)
}

/// Returns the steps of a role one by one, as a program's table for both colors would list them.
fn table(rules: &Rules, role: Role) -> Vec<Atom> {
    let steps = rules.role(role).atoms.iter().flat_map(Atom::written_out);
    steps.map(|atom| Atom { mirrors: Vec::new(), symmetry: Symmetry::Fixed, ..atom }).collect()
}
