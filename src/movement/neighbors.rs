//! The cells one move away on an empty board.

use std::slice;

use petgraph::Direction;

use super::{Mode, MoveKind, Movement, Step};
use crate::board::Empty;
use crate::cell::{Cell, Size};
use crate::piece::Piece;

/// The steps by which a piece goes over an empty board.
#[derive(Clone, Debug)]
pub(crate) struct EmptyBoardSteps {
    board: Empty,
    steps: Vec<Step>,
    /// The same, packed.
    packed: Vec<PackedStep>,
    /// Whether several steps may lead to one cell.
    overlaps: bool,
}

impl EmptyBoardSteps {
    /// The steps of a piece on a board of this size.
    pub(crate) fn new(movement: &Movement, size: Size, piece: Piece) -> Self {
        let steps = movement.steps_of(piece).filter(|step| step.allows(MoveKind::Quiet));
        let steps: Vec<Step> = steps.cloned().collect();
        let packed = steps.iter().map(PackedStep::of).collect();
        let overlaps = movement.overlapping().contains(piece.role());
        Self { board: Empty(size), steps, packed, overlaps }
    }

    pub(crate) const fn size(&self) -> Size {
        self.board.0
    }

    pub(crate) fn as_slice(&self) -> &[Step] {
        &self.steps
    }

    /// The cells that the piece can go to from a cell, or come from; none if the board has no such
    /// cell.
    pub(crate) fn neighbors(&self, from: Cell, direction: Direction) -> Neighbors<'_> {
        let size = self.size();
        let left = if size.contains(from) { self.packed.iter() } else { [].iter() };
        let (start, far) = (lanes_of(from), size.opposite(0));
        let last = lanes_of(Cell::new(far, far, far));
        let (steps, at) = (self, start);
        Neighbors { steps, from, direction, left, start, last, at, offset: 0, leads_on: false }
    }

    /// The cells one move by this step away, nearest first.
    fn along(&self, step: &Step, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
        let (out, back) = match direction {
            Direction::Outgoing => (Some(step.reach(&self.board, cell)), None),
            Direction::Incoming => (None, Some(step.reverse_reach(&self.board, cell))),
        };
        out.into_iter().flatten().chain(back.into_iter().flatten())
    }
}

/// The cells one move away from a cell, each once.
#[derive(Clone, Debug)]
pub struct Neighbors<'g> {
    steps: &'g EmptyBoardSteps,
    from: Cell,
    direction: Direction,
    /// The steps that have not been followed.
    left: slice::Iter<'g, PackedStep>,
    start: Lanes,
    last: Lanes,
    /// Where the last step has led, and where it leads on to, if it does.
    at: Lanes,
    offset: Lanes,
    leads_on: bool,
}

/// File, rank and level in one number, so that one addition or comparison does all three (SIMD within
/// a register, SWAR). Each has a lane of [`LANE`] bits. A coordinate is less than the highest bit of
/// its lane: that bit, set before numbers with signs are added, takes the carry or borrow that would
/// go into the next lane, and is still set if the sum is not negative.
type Lanes = u64;

const LANE: u32 = 21;
const HIGHEST: Lanes = lanes([1 << (LANE - 1); 3]);

const fn lanes([file, rank, level]: [i32; 3]) -> Lanes {
    let [file, rank, level] = [file as i64, (rank as i64) << LANE, (level as i64) << (2 * LANE)];
    // Offsets of lame steps may be larger than boards are; such a step leads nowhere, and is not added.
    file.wrapping_add(rank).wrapping_add(level).cast_unsigned()
}

const fn lanes_of(cell: Cell) -> Lanes {
    lanes([cell.file as i32, cell.rank as i32, cell.level as i32])
}

#[expect(clippy::cast_possible_truncation, reason = "the coordinates of cells have 16 bits")]
const fn cell(lanes: Lanes) -> Cell {
    Cell::new(lanes as u16, (lanes >> LANE) as u16, (lanes >> (2 * LANE)) as u16)
}

/// A step over an empty board, packed for addition to packed cells.
#[derive(Clone, Copy, Debug)]
struct PackedStep {
    offset: Lanes,
    mode: Mode,
}

impl PackedStep {
    const fn of(step: &Step) -> Self {
        Self { offset: lanes(step.offset().parts()), mode: step.mode() }
    }
}

impl Neighbors<'_> {
    fn ends(&self, step: &Step) -> impl Iterator<Item = Cell> {
        self.steps.along(step, self.from, self.direction)
    }

    /// The number of the step that is followed.
    fn step(&self) -> usize {
        self.steps.packed.len() - self.left.len() - 1
    }

    /// Whether the step, which is lame, leads anywhere.
    #[cold]
    fn leads_anywhere(&self) -> bool {
        self.ends(&self.steps.steps[self.step()]).next().is_some()
    }

    /// Whether a step that was followed before leads to the same cell.
    #[cold]
    fn is_known(&self, cell: Cell) -> bool {
        let before = &self.steps.steps[..self.step()];
        before.iter().any(|step| self.ends(step).any(|other| other == cell))
    }
}

impl Iterator for Neighbors<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        loop {
            let mut rides = true;
            if !self.leads_on {
                let step = self.left.next()?;
                self.at = self.start;
                self.offset = match self.direction {
                    Direction::Outgoing => step.offset,
                    Direction::Incoming => step.offset.wrapping_neg(),
                };
                rides = match step.mode {
                    Mode::Ride => true,
                    Mode::Leap => false,
                    Mode::Lame if self.leads_anywhere() => false,
                    Mode::Lame => continue,
                };
            }
            self.at = self.at.wrapping_add(self.offset);
            // On the board if in no lane `at` or `last - at` is negative.
            let from_last = (self.last + HIGHEST).wrapping_sub(self.at);
            let is_there = self.at.wrapping_add(HIGHEST) & from_last & HIGHEST == HIGHEST;
            self.leads_on = is_there && rides;
            if is_there {
                let cell = cell(self.at);
                if !self.steps.overlaps || !self.is_known(cell) {
                    return Some(cell);
                }
            }
        }
    }
}
