//! Movement: what the atoms of a rule set mean, for every use.
//!
//! A piece is a list of [`Atom`]s. [`Movement`] expands them once into [`Step`]s, and a step is
//! followed forwards by moves and the move graph ([`Step::reach`]) and backwards by attack lookups
//! and the ways to a goal ([`Step::retrace`]). Nothing else in the crate knows how a piece moves.
//!
//! The vocabulary (leaper, rider, lame leaper) is that of Ralph Betza's notation for chess
//! variants, with a third axis.

mod atom;
mod hindrance;
mod sight;
mod spread;

use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;
use std::sync::OnceLock;

pub use atom::{Atom, Facing, Mode, Purpose, Route, Symmetry};
pub use sight::Men;
pub use spread::Way;

use self::sight::Sight;
use crate::board::Occupancy;
use crate::cell::{Axis, Cell, Offset, Size};
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

    /// The cell with a piece that would reach `target` if its role has this step: the last cell of
    /// [`Step::retrace`] if it is occupied.
    pub fn origin<B: Occupancy>(&self, board: &B, target: Cell) -> Option<Cell> {
        let steps = board.size().steps(target, -self.offset);
        let most = if self.mode == Mode::Ride { steps } else { steps.min(1) };
        let (from, _, count) = met(board, target, -self.offset, most)?;
        self.arrives(board, from, count).then_some(from)
    }

    /// Whether the step carries so many offsets far, with only empty cells in between, and begins.
    fn arrives<B: Occupancy>(&self, board: &B, from: Cell, count: u16) -> bool {
        (self.mode == Mode::Ride || count == 1) && self.open_from(board, from)
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

/// The first piece met from a cell, at most so many offsets away: its cell, its place and the number
/// of offsets.
#[inline]
fn met<B: Occupancy>(
    board: &B,
    start: Cell,
    offset: Offset,
    most: u16,
) -> Option<(Cell, usize, u16)> {
    let size = board.size();
    let stride = size.stride(offset);
    let mut place = size.place(start);
    for count in 1..=most {
        place = place.wrapping_add_signed(stride);
        if !board.is_open(place) {
            return Some((start.moved(offset.times(count)), place, count));
        }
    }
    None
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

/// The steps with one offset.
#[derive(Clone, Debug)]
struct OffsetSteps {
    /// The way back along them.
    back: Offset,
    /// The sides of the board that end it, as indexes of a [`Room`].
    ends: [u8; 3],
    /// Where they are among the steps.
    steps: Range<usize>,
    /// Whether one of them is ridden.
    rides: bool,
    /// The roles that have one.
    roles: RoleSet,
}

/// How many cells there are from a cell to each side of the board: down and up each axis, and last
/// to where no side is.
struct Room([u16; 7]);

impl Room {
    fn new(size: Size, cell: Cell) -> Self {
        let [file, rank, level] = Axis::ALL.map(|axis| cell.along(axis));
        let far = |coordinate| size.opposite(coordinate);
        Self([file, far(file), rank, far(rank), level, far(level), u16::MAX])
    }

    /// How often the way back can be gone.
    #[inline]
    fn steps(&self, way: &OffsetSteps) -> u16 {
        let room = way.ends.map(|end| self.0[usize::from(end)]);
        let parts = way.back.parts().map(i32::unsigned_abs);
        let along = |axis: usize| match parts[axis] {
            0 | 1 => room[axis],
            by => u16::try_from(u32::from(room[axis]) / by).unwrap_or(u16::MAX),
        };
        let steps = along(0).min(along(1)).min(along(2));
        if way.rides { steps } else { steps.min(1) }
    }
}

/// How every piece of a rule set moves.
#[derive(Clone, Debug)]
pub struct Movement {
    /// The steps of each color and the roles that have them.
    steps: [Vec<(Step, RoleSet)>; 2],
    /// The offsets of each color's steps.
    ways: [Vec<OffsetSteps>; 2],
    /// For each size of small boards what the pieces see, once it has been asked for.
    sights: [OnceLock<Sight>; sight::MOST_EDGE + 1],
    /// The roles with two steps that may lead to one cell.
    overlapping: RoleSet,
}

impl Movement {
    /// The movement of pieces with these atoms, a list for each role.
    ///
    /// Atoms whose step is zero would never leave their cell; rule sets refuse them.
    #[must_use]
    pub fn new<'a>(roles: impl IntoIterator<Item = &'a [Atom]>, facing: Facing) -> Self {
        let roles: Vec<&[Atom]> = roles.into_iter().collect();
        let steps = Color::ALL.map(|color| {
            let mut steps: BTreeMap<Step, RoleSet> = BTreeMap::new();
            for (role, atom) in by_role(&roles) {
                for (offset, routes) in atom.expand(color, facing) {
                    let routes = routes.into_iter().collect();
                    let step = Step { offset, mode: atom.mode, when: atom.when, routes };
                    steps.entry(step).or_default().insert(role);
                }
            }
            Vec::from_iter(steps)
        });
        let ways = steps.each_ref().map(|steps| by_offset(steps));
        let sights = [const { OnceLock::new() }; sight::MOST_EDGE + 1];
        let mut movement = Self { steps, ways, sights, overlapping: RoleSet::default() };
        movement.overlapping =
            by_role(&roles).map(|(role, _)| role).filter(|&role| movement.overlaps(role)).collect();
        movement
    }

    /// The steps of a piece.
    pub fn steps_of(&self, piece: Piece) -> impl Iterator<Item = &Step> {
        self.steps[piece.color() as usize]
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
            cells.extend(step.reach(board, from).filter(|&cell| match board.piece_at(cell) {
                None => step.serves(Purpose::Move),
                Some(other) => {
                    captures && other.color() != piece.color() && step.serves(Purpose::Capture)
                }
            }));
        }
        if self.overlapping.contains(piece.role()) {
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

    /// The cells of all pieces of the other color that may keep pieces of this one from capturing
    /// on `target`: whatever moves from elsewhere uncovers no attack on it.
    #[must_use]
    pub fn shields<B: Occupancy>(&self, board: &B, target: Cell, by: Color) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (step, roles) in &self.steps[by as usize] {
            match step.mode {
                Mode::Leap => {}
                Mode::Ride => cells.extend(step.origin(board, target)),
                Mode::Lame => {
                    let from = board.size().step(target, -step.offset);
                    let has_step =
                        |piece: Piece| piece.color() == by && roles.contains(piece.role());
                    let from = from.filter(|&from| board.piece_at(from).is_some_and(has_step));
                    cells.extend(from.into_iter().flat_map(|from| step.obstacles(board, from)));
                }
            }
        }
        cells.retain(|&cell| board.piece_at(cell).is_some_and(|piece| piece.color() != by));
        cells
    }

    /// The pieces of a color that could go to `target` for the purpose, whatever stands there
    /// now, each with the step that takes it there.
    ///
    /// A piece with several such steps is listed with each.
    pub fn sources<'m, B: Occupancy>(
        &'m self,
        board: &B,
        target: Cell,
        by: Color,
        purpose: Purpose,
    ) -> impl Iterator<Item = (Cell, &'m Step)> {
        let room = Room::new(board.size(), target);
        self.ways[by as usize].iter().flat_map(move |way| {
            let met = self.meet(board, target, &room, by, way).into_iter();
            met.flat_map(move |(from, role, count, steps)| {
                let steps = steps.iter().filter(move |(step, roles)| {
                    roles.contains(role)
                        && step.serves(purpose)
                        && step.arrives(board, from, count)
                });
                steps.map(move |(step, _)| (from, step))
            })
        })
    }

    /// Whether a piece of a color could capture on `target`, whatever stands there now.
    pub fn attacks<B: Occupancy>(&self, board: &B, target: Cell, by: Color) -> bool {
        let room = Room::new(board.size(), target);
        self.ways[by as usize].iter().any(|way| {
            let met = self.meet(board, target, &room, by, way);
            met.is_some_and(|(from, role, count, steps)| {
                steps.iter().any(|(step, roles)| {
                    roles.contains(role)
                        && step.serves(Purpose::Capture)
                        && step.arrives(board, from, count)
                })
            })
        })
    }

    /// The first piece on the way back from `target`, if it is of the color and has one of the
    /// steps: its cell and role, how often the offset leads from there to the target, and the steps.
    #[inline]
    fn meet<B: Occupancy>(
        &self,
        board: &B,
        target: Cell,
        room: &Room,
        by: Color,
        way: &OffsetSteps,
    ) -> Option<(Cell, Role, u16, &[(Step, RoleSet)])> {
        let (from, place, count) = met(board, target, way.back, room.steps(way))?;
        let piece = board.piece_on(place)?;
        let has_step = piece.color() == by && way.roles.contains(piece.role());
        let steps = &self.steps[by as usize][way.steps.clone()];
        has_step.then_some((from, piece.role(), count, steps))
    }

    fn overlaps(&self, role: Role) -> bool {
        let steps: Vec<&Step> = self.steps_of(Piece::new(Color::White, role)).collect();
        steps.iter().enumerate().any(|(nth, a)| steps[..nth].iter().any(|b| a.overlaps(b)))
    }
}

/// The steps of a color, in their order, grouped by their offsets.
fn by_offset(steps: &[(Step, RoleSet)]) -> Vec<OffsetSteps> {
    let mut ways = Vec::new();
    for group in steps.chunk_by(|(one, _), (other, _)| one.offset == other.offset) {
        let start = ways.last().map_or(0, |way: &OffsetSteps| way.steps.end);
        let back = -group[0].0.offset;
        let end = |axis: u8, by: i32| match by.signum() {
            -1 => 2 * axis,
            0 => 6,
            _ => 2 * axis + 1,
        };
        ways.push(OffsetSteps {
            back,
            ends: [end(0, back.file), end(1, back.rank), end(2, back.level)],
            steps: start..start + group.len(),
            rides: group.iter().any(|(step, _)| step.mode == Mode::Ride),
            roles: group.iter().fold(RoleSet::default(), |all, (_, roles)| all.with(*roles)),
        });
    }
    ways
}

/// Every atom with its role.
fn by_role<'a>(roles: &[&'a [Atom]]) -> impl Iterator<Item = (Role, &'a Atom)> {
    let numbered =
        roles.iter().copied().enumerate().filter_map(|(i, atoms)| Some((Role::new(i)?, atoms)));
    numbered.flat_map(|(role, atoms)| atoms.iter().map(move |atom| (role, atom)))
}
