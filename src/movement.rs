//! Movement: what the atoms of a rule set mean, for every use.
//!
//! A piece is a list of [`Atom`]s. [`Movement`] expands them once into [`Step`]s, and a step is
//! followed forwards by moves and the move graph ([`Step::reach`]) and backwards by attack lookups
//! and the ways to a goal ([`Step::retrace`]). Nothing else in the crate knows how a piece moves.
//!
//! The vocabulary (leaper, rider, lame leaper) is that of Ralph Betza's notation for chess
//! variants, with a third axis.

mod atom;
mod attack;
mod between;
mod hindrance;
mod sight;
mod spread;

use std::iter;
use std::sync::OnceLock;

pub use atom::{Atom, Facing, Mode, Purpose, Route, Symmetry};
pub(crate) use sight::PieceList;
pub use spread::Way;

use self::attack::OffsetSteps;
use self::sight::Sight;
use crate::board::Occupancy;
use crate::cell::{Axis, Cell, Offset};
use crate::piece::{Color, Piece, Role, RoleSet};

/// A single way to go that one or more roles of a color share.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    offset: Offset,
    mode: Mode,
    when: Option<Purpose>,
    routes: Vec<Route>,
}

impl Step {
    /// Where the step leads to, from its start.
    #[must_use]
    pub const fn offset(&self) -> Offset {
        self.offset
    }

    /// How far it carries.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// The routes of a lame step: the cells of one must be empty.
    #[must_use]
    pub fn routes(&self) -> &[Route] {
        &self.routes
    }

    /// Whether the step may be made for this purpose.
    #[must_use]
    pub fn serves(&self, purpose: Purpose) -> bool {
        self.when.is_none_or(|when| when == purpose)
    }

    /// The step seen in a mirror across an axis.
    #[must_use]
    pub fn mirrored(&self, axis: Axis) -> Self {
        let mirrored = |route: &Route| route.iter().map(|passed| passed.reversed(axis)).collect();
        let mut routes: Vec<Route> = self.routes.iter().map(mirrored).collect();
        routes.sort_unstable();
        Self { offset: self.offset.reversed(axis), routes, ..*self }
    }

    /// The cells the step reaches from `from`, nearest first; only the last may be occupied.
    pub fn reach<B: Occupancy>(&self, board: &B, from: Cell) -> impl Iterator<Item = Cell> {
        let first = self.open_from(board, from).then_some(from);
        self.walk(board, first, self.offset)
    }

    /// The cells from which the step reaches `target`, nearest first; only the last may be
    /// occupied.
    pub fn retrace<B: Occupancy>(&self, board: &B, target: Cell) -> impl Iterator<Item = Cell> {
        let back = self.walk(board, Some(target), -self.offset);
        back.filter(|&from| self.open_from(board, from))
    }

    /// The empty cells where another piece would stop the step on its way from `from` to
    /// `target`, which it must reach.
    #[must_use]
    pub fn breakers<B: Occupancy>(&self, board: &B, from: Cell, target: Cell) -> Vec<Cell> {
        match self.mode {
            Mode::Leap => Vec::new(),
            Mode::Ride => self.reach(board, from).take_while(|&cell| cell != target).collect(),
            Mode::Lame => {
                let mut open = self.open_routes(board, from);
                let mut shared: Vec<Offset> = open.next().cloned().unwrap_or_default();
                open.for_each(|route| shared.retain(|passed| route.contains(passed)));
                shared.iter().filter_map(|&passed| board.size().step(from, passed)).collect()
            }
        }
    }

    /// The cells one step, or for riders each repeated step, away from `start`, up to the first
    /// occupied one.
    fn walk<B: Occupancy>(
        &self,
        board: &B,
        start: Option<Cell>,
        offset: Offset,
    ) -> impl Iterator<Item = Cell> {
        let rides = self.mode == Mode::Ride;
        let mut next = start.and_then(|cell| board.size().step(cell, offset));
        iter::from_fn(move || {
            let cell = next?;
            next =
                if rides && board.is_empty(cell) { board.size().step(cell, offset) } else { None };
            Some(cell)
        })
    }

    /// Whether nothing bars the step's very beginning.
    #[inline]
    fn open_from<B: Occupancy>(&self, board: &B, from: Cell) -> bool {
        self.mode != Mode::Lame || self.open_routes(board, from).next().is_some()
    }

    fn open_routes<B: Occupancy>(&self, board: &B, from: Cell) -> impl Iterator<Item = &Route> {
        let size = board.size();
        let open = move |&offset| size.step(from, offset).is_some_and(|cell| board.is_empty(cell));
        self.routes.iter().filter(move |route| route.iter().all(open))
    }

    /// Whether another step of the same piece may lead to the same cell.
    fn overlaps(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(|step| step.offset.parts().map(i64::from));
        let parallel = (0..3).all(|i| (0..3).all(|j| a[i] * b[j] == a[j] * b[i]))
            && (0..3).all(|i| a[i] * b[i] >= 0);
        let rides = self.mode == Mode::Ride || other.mode == Mode::Ride;
        parallel && (rides || self.offset == other.offset)
    }
}

/// Where a piece can go and what is in its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The empty cells it can go to.
    pub moves: Vec<Cell>,
    /// The cells where it can capture.
    pub captures: Vec<Cell>,
    /// The cells of pieces that it can't capture and that keep it from going farther.
    pub blockers: Vec<Cell>,
}

/// How every piece of a rule set moves.
///
/// What follows from the atoms is found when it is first asked for.
#[derive(Clone, Debug)]
pub struct Movement {
    atoms: Vec<(Role, Atom)>,
    facing: Facing,
    /// The steps of each color and the roles that have them.
    steps: [OnceLock<Vec<(Step, RoleSet)>>; 2],
    /// The offsets of each color's steps.
    ways: [OnceLock<Vec<OffsetSteps>>; 2],
    /// For each color and size of small boards what its pieces see.
    sights: [[OnceLock<Box<Sight>>; sight::MOST_EDGE + 1]; 2],
    /// The roles with two steps that may lead to one cell.
    overlapping: OnceLock<RoleSet>,
}

impl Movement {
    /// The movement of pieces with these atoms, a list for each role.
    ///
    /// Atoms whose step is zero would never leave their cell; rule sets refuse them.
    #[must_use]
    pub fn new<'a>(roles: impl IntoIterator<Item = &'a [Atom]>, facing: Facing) -> Self {
        let roles =
            roles.into_iter().enumerate().filter_map(|(i, atoms)| Some((Role::new(i)?, atoms)));
        let atoms =
            roles.flat_map(|(role, atoms)| atoms.iter().map(move |atom| (role, atom.clone())));
        Self {
            atoms: atoms.collect(),
            facing,
            steps: [const { OnceLock::new() }; 2],
            ways: [const { OnceLock::new() }; 2],
            sights: [const { [const { OnceLock::new() }; sight::MOST_EDGE + 1] }; 2],
            overlapping: OnceLock::new(),
        }
    }

    /// The steps of a color, in their order, and the roles that have them.
    fn steps(&self, color: Color) -> &[(Step, RoleSet)] {
        self.steps[color as usize].get_or_init(|| self.expand(color))
    }

    fn expand(&self, color: Color) -> Vec<(Step, RoleSet)> {
        let expanded = self.atoms.iter().flat_map(|(role, atom)| {
            atom.expand(color, self.facing).into_iter().map(|(offset, routes)| {
                let step = Step { offset, mode: atom.mode, when: atom.when, routes };
                (step, RoleSet::from_iter([*role]))
            })
        });
        let mut steps: Vec<(Step, RoleSet)> = expanded.collect();
        steps.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        steps.dedup_by(|(step, roles), (same, all)| {
            *all = if step == same { all.with(*roles) } else { *all };
            step == same
        });
        steps
    }

    /// The steps of a piece.
    pub fn steps_of(&self, piece: Piece) -> impl Iterator<Item = &Step> {
        self.steps(piece.color())
            .iter()
            .filter(move |(_, roles)| roles.contains(piece.role()))
            .map(|(step, _)| step)
    }

    /// The cells a piece on `from` could go to, each once: empty ones, and those with an enemy if
    /// the rules know `captures`.
    #[must_use]
    pub fn destinations<B: Occupancy>(
        &self,
        board: &B,
        piece: Piece,
        from: Cell,
        captures: bool,
    ) -> Vec<Cell> {
        let mut cells = Vec::new();
        for step in self.steps_of(piece) {
            cells.extend(step.reach(board, from).filter(|&cell| {
                let there = board.piece_at(cell);
                there.is_none_or(|other| captures && other.color() != piece.color())
                    && step.serves(Purpose::onto(there))
            }));
        }
        let roles = || (0..Role::MAX).filter_map(Role::new).filter(|&role| self.overlaps(role));
        if self.overlapping.get_or_init(|| roles().collect()).contains(piece.role()) {
            cells.sort_unstable();
            cells.dedup();
        }
        cells
    }

    /// What a piece on `from` could do there, sorted by what stands on the cells.
    #[must_use]
    pub fn reach<B: Occupancy>(
        &self,
        board: &B,
        piece: Piece,
        from: Cell,
        captures: bool,
    ) -> Reach {
        let destinations = self.destinations(board, piece, from, captures);
        let mut blockers: Vec<Cell> = self
            .steps_of(piece)
            .flat_map(|step| step.obstacles(board, from))
            .filter(|cell| !destinations.contains(cell))
            .collect();
        blockers.sort_unstable();
        blockers.dedup();
        let (moves, captures) = destinations.into_iter().partition(|&cell| board.is_empty(cell));
        Reach { moves, captures, blockers }
    }

    fn overlaps(&self, role: Role) -> bool {
        let steps: Vec<&Step> = self.steps_of(Piece::new(Color::White, role)).collect();
        steps.iter().enumerate().any(|(nth, a)| steps[..nth].iter().any(|b| a.overlaps(b)))
    }
}
