//! A board with a margin of walls, like the 10×12 mailbox boards of chess programs.

use std::ops::Range;

use petgraph::Direction;

use super::{Mode, MoveKind, Step};
use crate::cell::{Cell, Offset, Size};
use crate::common::sorted;

/// The steps of one piece, and the state of each cell, on a board with a margin of walls.
///
/// The margin is as wide as the longest step. A step off the board ends on a wall, so no step needs
/// a check of the board's bounds. A slot is the index of a cell or of a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mailbox {
    size: Size,
    margin: usize,
    /// Number of slots from a row to the next. The margin behind a row is also the margin
    /// before the next row.
    width: usize,
    pub(crate) states: Vec<CellState>,
    /// Rays along moves and against them, by [`Direction`].
    rays: [Vec<Ray>; 2],
}

/// A set of facts about a cell. A wall has none.
pub(crate) type CellState = u8;

/// Rides pass the cell.
pub(crate) const EMPTY: CellState = 1;
/// A move that captures nothing may end on the cell.
pub(crate) const QUIET: CellState = 2;
/// A capture may end on the cell.
pub(crate) const CAPTURE: CellState = 4;
/// A move may start on the cell.
pub(crate) const START: CellState = 8;

/// A [`Step`], or its reverse, on a [`Mailbox`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ray {
    offset: Offset,
    /// Number of slots from a cell to the next cell of the ray.
    pub(crate) stride: isize,
    /// Difference between the indexes of two neighboring cells of the ray, as in
    /// [`Size::index`].
    pub(crate) jump: isize,
    pub(crate) rides: bool,
    /// Facts of which the cell before the ray must have at least one.
    pub(crate) near: CellState,
    /// Facts of which a cell where a move along the ray ends must have at least one.
    pub(crate) far: CellState,
    is_lame: bool,
    /// Number of slots from the cell before the ray to the start of a lame step.
    to_start: isize,
    /// Slots on which a lame step may start, sorted; `None` for all.
    starts: Option<Vec<usize>>,
    /// Numbers of slots from the start of a lame step to the passed cells of each path.
    paths: Vec<Vec<isize>>,
}

impl Mailbox {
    /// Creates the board from the steps of the piece and the state of each cell, by index.
    pub(crate) fn new(size: Size, steps: &[Step], state: impl Fn(usize) -> CellState) -> Self {
        // Longer steps lead off the board from every cell.
        let steps: Vec<&Step> = steps.iter().filter(|step| fits(size, &step.offset())).collect();
        let passed = steps.iter().flat_map(|step| step.paths()).flatten();
        let offsets = steps.iter().map(|step| step.offset()).chain(passed.copied());
        let margin = offsets.filter(|offset| fits(size, offset)).map(reach).max().unwrap_or(1);
        let width = size.edge() + margin;
        let states = vec![0; width.pow(3) + margin * (width * width + width + 1)];
        let mut mailbox = Self { size, margin, width, states, rays: [vec![], vec![]] };
        mailbox.rays = [Direction::Outgoing, Direction::Incoming]
            .map(|direction| steps.iter().map(|step| mailbox.ray(step, direction)).collect());
        for (slot, index) in mailbox.rows().flatten().zip(0..) {
            mailbox.states[slot] = state(index);
        }
        mailbox
    }

    fn ray(&self, step: &Step, direction: Direction) -> Ray {
        let ends = [(MoveKind::Quiet, QUIET), (MoveKind::Capture, CAPTURE)];
        let ends = ends.into_iter().filter(|(kind, _)| step.allows(*kind));
        let ends = ends.fold(0, |ends, (_, end)| ends | end);
        let (offset, near, far) = match direction {
            Direction::Outgoing => (step.offset(), START, ends),
            Direction::Incoming => (-step.offset(), ends, START),
        };
        let slots = |starts: &[Cell]| {
            let on_board = starts.iter().filter(|&&cell| self.size.contains(cell));
            sorted(on_board.map(|&cell| self.slot(cell)))
        };
        let paths = step.paths().iter().filter(|path| path.iter().all(|by| fits(self.size, by)));
        Ray {
            offset,
            stride: self.stride(offset),
            jump: self.size.stride(offset),
            rides: step.mode() == Mode::Ride,
            near,
            far,
            is_lame: step.mode() == Mode::Lame,
            to_start: if near == START { 0 } else { self.stride(offset) },
            starts: step.starts().map(slots),
            paths: paths.map(|path| path.iter().map(|&by| self.stride(by)).collect()).collect(),
        }
    }

    pub(crate) fn slot(&self, cell: Cell) -> usize {
        let Cell { file, rank, level } = cell;
        let [file, rank, level] = [file, rank, level].map(|part| usize::from(part) + self.margin);
        (level * self.width + rank) * self.width + file
    }

    fn stride(&self, offset: Offset) -> isize {
        let width = self.width.cast_signed();
        let [file, rank, level] = offset.parts().map(|part| part as isize);
        (level * width + rank) * width + file
    }

    /// Returns the slots of each row of cells, in the order of [`Size::index`].
    fn rows(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let (edge, width, first) = (self.size.edge(), self.width, self.slot(Cell::new(0, 0, 0)));
        let starts = (0..edge * edge).map(move |row| row / edge * width + row % edge);
        starts.map(move |row| first + row * width).map(move |slot| slot..slot + edge)
    }

    /// Returns the elements of `slots` that belong to cells, not to walls, in the order of
    /// [`Size::index`].
    pub(crate) fn of_cells<T: Copy>(&self, slots: &[T]) -> Vec<T> {
        let mut cells = Vec::with_capacity(self.size.cells());
        self.rows().for_each(|row| cells.extend_from_slice(&slots[row]));
        cells
    }

    /// Returns the rays along moves (`Outgoing`) or against them (`Incoming`).
    pub(crate) fn rays(&self, direction: Direction) -> &[Ray] {
        &self.rays[direction.index()]
    }

    /// Visits the moves from `cell` (`Outgoing`) or to `cell` (`Incoming`), each as a ray and the
    /// number of times that the move repeats the ray.
    ///
    /// A cell may be visited twice if two steps of the piece lead there. The function takes a
    /// callback, because an iterator takes three times as many instructions.
    #[inline]
    pub(crate) fn for_each_move<'m>(
        &'m self,
        cell: Cell,
        direction: Direction,
        mut visit: impl FnMut(&'m Ray, isize),
    ) {
        let (states, near) = (&self.states[..], self.slot(cell));
        let state = states[near];
        let rays = self.rays(direction).iter();
        for ray in rays.filter(|ray| ray.starts_at(states, near, state)) {
            let mut slot = near;
            for repeats in 1.. {
                slot = slot.wrapping_add_signed(ray.stride);
                if states[slot] & ray.far != 0 {
                    visit(ray, repeats);
                }
                if !ray.rides || states[slot] & EMPTY == 0 {
                    break;
                }
            }
        }
    }

    /// Visits the cells that one move from `cell` reaches (`Outgoing`), or that reach `cell` in one
    /// move (`Incoming`). A cell may be visited twice if two steps of the piece lead there.
    pub(crate) fn for_each_neighbor(
        &self,
        cell: Cell,
        direction: Direction,
        mut visit: impl FnMut(Cell),
    ) {
        self.for_each_move(cell, direction, |ray, repeats| visit(moved(cell, ray.offset, repeats)));
    }
}

impl Ray {
    /// Returns `true` if the ray may go out from the slot `near`, whose state is `state`. A lame
    /// step must have a path of empty cells.
    #[inline(always)]
    pub(crate) fn starts_at(&self, states: &[CellState], near: usize, state: CellState) -> bool {
        state & self.near != 0 && (!self.is_lame || self.is_open(states, near))
    }

    #[cold]
    fn is_open(&self, states: &[CellState], near: usize) -> bool {
        let start = near.wrapping_add_signed(self.to_start);
        let is_empty = |&by: &isize| states[start.wrapping_add_signed(by)] & EMPTY != 0;
        states[start] & START != 0
            && self.starts.as_ref().is_none_or(|starts| starts.binary_search(&start).is_ok())
            && self.paths.iter().any(|path| path.iter().all(is_empty))
    }
}

/// Returns `true` if both ends of the offset may be on a board of this size.
fn fits(size: Size, offset: &Offset) -> bool {
    reach(*offset) < size.edge()
}

/// Returns the largest absolute value of the three parts of an offset.
fn reach(offset: Offset) -> usize {
    offset.parts().map(|part| part.unsigned_abs() as usize).into_iter().max().unwrap_or(0)
}

/// Returns `cell + offset * repeats`, which must be on the board.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is on the board")]
const fn moved(cell: Cell, Offset { file, rank, level }: Offset, repeats: isize) -> Cell {
    let repeats = repeats as i32;
    Cell::new(
        (cell.file as i32 + file * repeats) as u16,
        (cell.rank as i32 + rank * repeats) as u16,
        (cell.level as i32 + level * repeats) as u16,
    )
}
