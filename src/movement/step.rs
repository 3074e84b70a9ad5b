//! Steps: the offsets that atoms expand to, and the cells that steps reach on a board.

use std::iter;

use super::{LeapPath, Mode, MoveKind};
use crate::board::{Empty, Occupancy};
use crate::cell::{Cell, Isometry, Offset, Size};
use crate::sorted::sorted;

/// One step of a color's pieces: an offset with its [`Mode`], kinds of moves, paths and start
/// cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    pub(super) offset: Offset,
    pub(super) mode: Mode,
    pub(super) when: Option<MoveKind>,
    pub(super) paths: Vec<LeapPath>,
    /// The cells that the step may start on, sorted; `None` for all cells. Only lame steps have
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

    /// Returns `true` if `isometry` maps the set of steps onto itself on boards of this size.
    pub(crate) fn are_same(steps: &[&Self], isometry: Isometry, size: Size) -> bool {
        steps.iter().all(|step| steps.contains(&&step.image(isometry, size)))
    }

    /// Returns the cells that the step reaches from `from`, nearest first.
    ///
    /// The last cell may be occupied, by a piece of either color. All other cells are empty.
    pub fn reach<B: Occupancy>(&self, board: &B, from: Cell) -> impl Iterator<Item = Cell> {
        let first = self.is_open_from(board, from).then_some(from);
        self.walk(board, first, self.offset)
    }

    /// Returns the cells from which the step reaches `target`, nearest first.
    ///
    /// The last cell may be occupied. All other cells are empty.
    pub fn reverse_reach<B: Occupancy>(
        &self,
        board: &B,
        target: Cell,
    ) -> impl Iterator<Item = Cell> {
        let back = self.walk(board, Some(target), -self.offset);
        back.filter(|&from| self.is_open_from(board, from))
    }

    /// Returns the empty cells on which one more piece would block the step from `from` to
    /// `target`.
    ///
    /// On `board` the step must reach `target` from `from`.
    #[must_use]
    pub fn blocking_cells<B: Occupancy>(&self, board: &B, from: Cell, target: Cell) -> Vec<Cell> {
        match self.mode {
            Mode::Leap => Vec::new(),
            Mode::Ride => self.reach(board, from).take_while(|&cell| cell != target).collect(),
            Mode::Lame => {
                let mut open = self.open_paths(board, from);
                let mut shared: Vec<Offset> = open.next().cloned().unwrap_or_default();
                open.for_each(|path| shared.retain(|passed| path.contains(passed)));
                shared.iter().filter_map(|&passed| board.size().step(from, passed)).collect()
            }
        }
    }

    /// Returns the occupied cells that keep the step from reaching `target` from `from`.
    ///
    /// On an empty board the step must reach `target` from `from`.
    #[must_use]
    pub fn blockers<B: Occupancy>(&self, board: &B, from: Cell, target: Cell) -> Vec<Cell> {
        if self.mode == Mode::Leap || self.mode == Mode::Lame && self.is_open_from(board, from) {
            return Vec::new();
        }
        let size = board.size();
        let on_the_way = self.reach(&Empty(size), from).take_while(|&cell| cell != target).count();
        let count = u16::try_from(on_the_way + 1).unwrap_or(u16::MAX);
        let passed = self.passed(size, size.index(from), count).into_iter();
        passed.filter(|&cell| !board.is_empty_on(cell)).map(|cell| size.cell(cell)).collect()
    }

    /// Returns the largest number of repeats for which the step fits on a board of this size.
    pub(super) fn most_repeats(&self, size: Size) -> u16 {
        let Offset { file, rank, level } = self.offset;
        let longest = file.abs().max(rank.abs()).max(level.abs());
        let most = u16::try_from((size.edge() - 1) / longest.max(1).unsigned_abs() as usize)
            .unwrap_or(u16::MAX);
        if self.mode == Mode::Ride { most } else { most.min(1) }
    }

    /// Returns the indexes of the cells between `from` and the end of a move that repeats the step
    /// `count` times.
    ///
    /// For a lame step, returns the cells of all paths that lie entirely on the board, each cell
    /// once.
    pub(super) fn passed(&self, size: Size, from: usize, count: u16) -> Vec<usize> {
        if self.mode == Mode::Ride {
            let stride = size.stride(self.offset);
            let next = |index: &usize| Some(index.wrapping_add_signed(stride));
            return iter::successors(Some(from), next).take(count.into()).skip(1).collect();
        }
        sorted(self.paths_from(size, from).into_iter().flatten())
    }

    /// Returns the paths that lie entirely on the board, each as the sorted indexes of its cells.
    pub(super) fn paths_from(&self, size: Size, from: usize) -> Vec<Vec<usize>> {
        let (empty, from) = (Empty(size), size.cell(from));
        let index = |&passed: &Offset| Some(size.index(size.step(from, passed)?));
        let paths = self.open_paths(&empty, from);
        paths.map(|path| sorted(path.iter().filter_map(index))).collect()
    }

    /// Returns a list of the last cell that [`Step::reach`] returns, if this cell is occupied;
    /// otherwise the list is empty.
    ///
    /// For a lame step without a path of empty cells, returns the occupied cells of all its paths.
    pub fn first_blockers<B: Occupancy>(&self, board: &B, from: Cell) -> Vec<Cell> {
        if self.is_open_from(board, from) {
            let occupied = |cell: &Cell| !board.is_empty(*cell);
            return self.reach(board, from).filter(occupied).collect();
        }
        // Pieces on the paths block nothing if the step leads off the board.
        let size = board.size();
        if !self.starts_at(from) || size.step(from, self.offset).is_none() {
            return Vec::new();
        }
        let passed = self.passed(size, size.index(from), 1).into_iter();
        passed.filter(|&cell| !board.is_empty_on(cell)).map(|cell| size.cell(cell)).collect()
    }

    /// Returns the cells reached from `start` by one offset, or by repeated offsets for a rider, up
    /// to and including the first occupied cell.
    fn walk<B: Occupancy>(
        &self,
        board: &B,
        start: Option<Cell>,
        offset: Offset,
    ) -> impl Iterator<Item = Cell> {
        let rides = self.mode == Mode::Ride;
        let start = start.filter(|&cell| board.size().contains(cell));
        let mut next = start.and_then(|cell| board.size().step(cell, offset));
        iter::from_fn(move || {
            let cell = next?;
            next =
                if rides && board.is_empty(cell) { board.size().step(cell, offset) } else { None };
            Some(cell)
        })
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

    /// Returns `true` if this step and `other` may lead from one cell to the same other cell.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(|step| step.offset.parts().map(i64::from));
        let parallel = (0..3).all(|i| (0..3).all(|j| a[i] * b[j] == a[j] * b[i]))
            && (0..3).all(|i| a[i] * b[i] >= 0);
        let rides = self.mode == Mode::Ride || other.mode == Mode::Ride;
        parallel && (rides || self.offset == other.offset)
    }
}
