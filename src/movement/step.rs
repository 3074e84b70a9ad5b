//! Steps: the offsets that atoms expand to, and the cells that steps reach on a board.

use std::collections::{HashMap, HashSet};

use super::line::{Line, Passed};
use super::{LeapPath, Mode, MoveKind};
use crate::board::{Empty, Occupancy};
use crate::cell::{Cell, Isometry, Offset, Size};
use crate::common::sorted;

/// One step of a color's pieces: an offset with its [`Mode`], kinds of moves, paths and start
/// cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    pub(super) offset: Offset,
    pub(super) mode: Mode,
    pub(super) when: Option<MoveKind>,
    pub(super) paths: Vec<LeapPath>,
    /// Cells that the step may start on, sorted; `None` for all cells. Only lame steps have
    /// this list.
    pub(super) starts: Option<Vec<Cell>>,
}

impl Step {
    /// Returns the offset from the start of the step to its end; a rider repeats this offset.
    #[must_use]
    pub const fn offset(&self) -> Offset {
        self.offset
    }

    /// Returns the kind of the step: leap, ride or lame leap.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the paths of a lame step, as offsets from its start; none for other steps.
    ///
    /// A lame step is possible if all cells of at least one path are empty.
    #[must_use]
    pub fn paths(&self) -> &[LeapPath] {
        &self.paths
    }

    /// Returns `true` if the step may make moves of this kind.
    #[must_use]
    pub fn allows(&self, kind: MoveKind) -> bool {
        self.when.is_none_or(|when| when == kind)
    }

    /// Returns the cells that the step may start on, sorted; `None` for all cells.
    #[must_use]
    pub fn starts(&self) -> Option<&[Cell]> {
        self.starts.as_deref()
    }

    pub(super) fn starts_at(&self, cell: Cell) -> bool {
        self.starts().is_none_or(|starts| starts.binary_search(&cell).is_ok())
    }

    /// Returns the image of the step under `isometry` on a board of this size. Start cells outside
    /// this board are dropped.
    fn image(&self, isometry: Isometry, size: Size) -> Self {
        let image = |path: &LeapPath| path.iter().map(|&passed| isometry.offset(passed)).collect();
        let mut paths: Vec<LeapPath> = self.paths.iter().map(image).collect();
        paths.sort_unstable();
        let starts = self.starts().map(|starts| {
            let on_board = starts.iter().filter(|&&cell| size.contains(cell));
            let mut starts: Vec<Cell> = on_board.map(|&cell| isometry.cell(size, cell)).collect();
            starts.sort_unstable();
            starts
        });
        Self { offset: isometry.offset(self.offset), paths, starts, ..*self }
    }

    /// Returns `true` if `isometry` maps the sorted steps onto themselves on boards of this size.
    pub(crate) fn are_same(steps: &[&Self], isometry: Isometry, size: Size) -> bool {
        steps.iter().all(|step| steps.binary_search(&&step.image(isometry, size)).is_ok())
    }

    /// Returns the cells that the step reaches from `from`, nearest first.
    ///
    /// The last cell may be occupied, by a piece of either color. All other cells are empty.
    ///
    /// # Panics
    /// Panics if `from` is not on the board.
    pub fn reach<B: Occupancy>(&self, board: &B, from: Cell) -> impl Iterator<Item = Cell> {
        let size = board.size();
        assert!(size.contains(from), "{from:?} is not on the board");
        let lines = self.lines_from(size, size.index(from));
        lines.take_while(|line| line.is_open(board)).map(move |line| size.cell(line.to))
    }

    /// Returns the cells that [`Step::reach`] lists and that the step may move to or capture on, if
    /// any occupied cell has an enemy.
    pub(super) fn ends<B: Occupancy>(&self, board: &B, from: Cell) -> impl Iterator<Item = Cell> {
        let kind = |cell: Cell| MoveKind::onto(board.piece_at(cell));
        self.reach(board, from).filter(move |&cell| self.allows(kind(cell)))
    }

    /// Returns the lines of the step from one cell, shortest first; none if the step may not start
    /// there.
    pub(super) fn lines_from(&self, size: Size, from: usize) -> impl Iterator<Item = Line<'_>> {
        let stride = size.stride(self.offset);
        self.repeats(size, from, self.offset).filter_map(move |count| {
            let to = from.wrapping_add_signed(stride * isize::from(count));
            self.line(size, from, to, count)
        })
    }

    /// Returns the lines of the step to one cell, shortest first.
    pub(super) fn lines_to(&self, size: Size, to: usize) -> impl Iterator<Item = Line<'_>> {
        let stride = size.stride(self.offset);
        self.repeats(size, to, -self.offset).filter_map(move |count| {
            let from = to.wrapping_add_signed(-stride * isize::from(count));
            self.line(size, from, to, count)
        })
    }

    /// Returns the numbers of times that `offset`, that of the step or its reverse, may be added to
    /// a cell: from 1 up to the edge of the board for a ride, at most 1 for other steps.
    fn repeats(&self, size: Size, cell: usize, offset: Offset) -> impl Iterator<Item = i16> {
        let cell = size.cell(cell);
        let most = if self.mode == Mode::Ride { i16::MAX } else { 1 };
        (1..=most).take_while(move |&count| size.has(cell, offset * count.into()))
    }

    /// Returns the line between two cells that `count` repeats of the step join; `None` if the step
    /// may not start on `from`.
    fn line(&self, size: Size, from: usize, to: usize, count: i16) -> Option<Line<'_>> {
        let passed = match self.mode {
            Mode::Lame if !self.starts_at(size.cell(from)) => return None,
            Mode::Lame => Passed::Lame(self),
            Mode::Leap | Mode::Ride => {
                Passed::Straight { stride: self.stride(size), count: count.unsigned_abs() }
            }
        };
        Some(Line { from, to, passed })
    }

    /// Returns the difference between the indexes of the end and the start of the step.
    pub(super) fn stride(&self, size: Size) -> i32 {
        i32::try_from(size.stride(self.offset)).unwrap_or_default()
    }

    /// Returns the largest number of repeats for which the step fits on a board of this size.
    pub(super) fn most_repeats(&self, size: Size) -> u16 {
        let Offset { file, rank, level } = self.offset;
        let longest = file.abs().max(rank.abs()).max(level.abs());
        let most = u16::try_from((size.edge() - 1) / longest.max(1).unsigned_abs() as usize)
            .unwrap_or(u16::MAX);
        if self.mode == Mode::Ride { most } else { most.min(1) }
    }

    /// Returns the paths that lie entirely on the board, each as the sorted indexes of its cells.
    pub(super) fn paths_from(&self, size: Size, from: usize) -> Vec<Vec<usize>> {
        let (empty, from) = (Empty(size), size.cell(from));
        let index = |&passed: &Offset| Some(size.index(size.step(from, passed)?));
        let paths = self.open_paths(&empty, from);
        paths.map(|path| sorted(path.iter().filter_map(index))).collect()
    }

    /// Returns `true` if the step may start on `from` and all cells of at least one of its paths
    /// are empty; always `true` for leaps and rides.
    pub(super) fn is_open_from<B: Occupancy>(&self, board: &B, from: Cell) -> bool {
        self.mode != Mode::Lame
            || self.starts_at(from) && self.open_paths(board, from).next().is_some()
    }

    fn open_paths<B: Occupancy>(&self, board: &B, from: Cell) -> impl Iterator<Item = &LeapPath> {
        let size = board.size();
        let index = size.index(from);
        let open = move |&offset: &Offset| {
            size.has(from, offset)
                && board.is_empty_on(index.wrapping_add_signed(size.stride(offset)))
        };
        self.paths.iter().filter(move |path| path.iter().all(open))
    }

    /// Returns `true` if two of these steps may lead from one cell to the same other cell: two steps
    /// of one offset, or a ride and a step of its direction.
    pub(super) fn overlap<'s>(steps: impl Iterator<Item = &'s Self>) -> bool {
        let (mut offsets, mut directions) = (HashSet::new(), HashMap::new());
        steps.into_iter().any(|step| {
            let rides = step.mode == Mode::Ride;
            let (direction, _) = step.offset.primitive();
            let known = directions.insert(direction, rides).map(|others| others || rides);
            !offsets.insert(step.offset) || known == Some(true)
        })
    }
}
