//! Attack lookups: the pieces that could go to a cell, found by following the steps back from it.

use std::ops::Range;

use super::{Mode, Movement, Purpose, Step};
use crate::board::Occupancy;
use crate::cell::{Cell, Offset};
use crate::piece::{Color, Piece, Role, RoleSet};

/// The steps with one offset.
#[derive(Clone, Debug)]
pub(super) struct OffsetSteps {
    /// The way back along them.
    back: Offset,
    /// Where they are among the steps.
    steps: Range<usize>,
    /// Whether one of them is ridden.
    rides: bool,
    /// The roles that have one.
    roles: RoleSet,
}

/// A piece that may have a step to a cell.
struct Met<'m> {
    from: Cell,
    role: Role,
    /// How often the offset leads from there to the cell.
    count: u16,
    /// The steps with the offset and the roles that have them.
    steps: &'m [(Step, RoleSet)],
}

impl Step {
    /// The cell with a piece that would reach `target` if its role has this step: the last cell of
    /// [`Step::retrace`] if it is occupied.
    pub fn origin<B: Occupancy>(&self, board: &B, target: Cell) -> Option<Cell> {
        let (from, _, count) = met(board, target, -self.offset, self.mode == Mode::Ride)?;
        self.arrives(board, from, count).then_some(from)
    }

    /// Whether the step carries so many offsets far, with only empty cells in between, and begins.
    fn arrives<B: Occupancy>(&self, board: &B, from: Cell, count: u16) -> bool {
        (self.mode == Mode::Ride || count == 1) && self.open_from(board, from)
    }
}

impl Movement {
    /// The cells of all pieces of the other color that may keep pieces of this one from capturing
    /// on `target`: whatever moves from elsewhere uncovers no attack on it.
    #[must_use]
    pub fn shields<B: Occupancy>(&self, board: &B, target: Cell, by: Color) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (step, roles) in self.steps(by) {
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
        self.ways(by).iter().flat_map(move |way| {
            let met = self.meet(board, target, by, way).into_iter();
            met.flat_map(move |Met { from, role, count, steps }| {
                let steps = steps.iter().filter(move |(step, roles)| {
                    roles.contains(role) && step.serves(purpose) && step.arrives(board, from, count)
                });
                steps.map(move |(step, _)| (from, step))
            })
        })
    }

    /// Whether a piece of a color could capture on `target`, whatever stands there now.
    pub fn attacks<B: Occupancy>(&self, board: &B, target: Cell, by: Color) -> bool {
        self.sources(board, target, by, Purpose::Capture).any(|_| true)
    }

    /// The offsets of a color's steps.
    fn ways(&self, color: Color) -> &[OffsetSteps] {
        self.ways[color as usize].get_or_init(|| by_offset(self.steps(color)))
    }

    /// The first piece on the way back from `target`, if it is of the color and has one of the
    /// steps.
    #[inline]
    fn meet<B: Occupancy>(
        &self,
        board: &B,
        target: Cell,
        by: Color,
        way: &OffsetSteps,
    ) -> Option<Met<'_>> {
        let (from, place, count) = met(board, target, way.back, way.rides)?;
        let piece = board.piece_on(place)?;
        let has_step = piece.color() == by && way.roles.contains(piece.role());
        let steps = &self.steps(by)[way.steps.clone()];
        has_step.then_some(Met { from, role: piece.role(), count, steps })
    }
}

/// The first piece met from a cell, one offset away or, if it `rides`, as many as there are: its
/// cell, its place and the number of offsets.
#[inline]
fn met<B: Occupancy>(
    board: &B,
    start: Cell,
    offset: Offset,
    rides: bool,
) -> Option<(Cell, usize, u16)> {
    let size = board.size();
    let steps = size.steps(start, offset);
    let most = if rides { steps } else { steps.min(1) };
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

/// The steps of a color, in their order, grouped by their offsets.
fn by_offset(steps: &[(Step, RoleSet)]) -> Vec<OffsetSteps> {
    let mut ways = Vec::new();
    for group in steps.chunk_by(|(one, _), (other, _)| one.offset == other.offset) {
        let start = ways.last().map_or(0, |way: &OffsetSteps| way.steps.end);
        ways.push(OffsetSteps {
            back: -group[0].0.offset,
            steps: start..start + group.len(),
            rides: group.iter().any(|(step, _)| step.mode == Mode::Ride),
            roles: group.iter().fold(RoleSet::default(), |all, (_, roles)| all.with(*roles)),
        });
    }
    ways
}
