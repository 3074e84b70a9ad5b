//! Lines: the way of one piece to one cell, with the cells in between and the pieces that block it.

use smallvec::SmallVec;

use super::Step;
use crate::board::Occupancy;
use crate::common::sorted;

/// The way of a piece from one cell to another on an empty board, by one step or by repeats of a
/// step. Pieces in between may block it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'m> {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(super) passed: Passed<&'m Step>,
}

/// The cells between the ends of a [`Line`]. `L` is a lame step, or its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed<L> {
    /// The cells at the first `count - 1` multiples of a stride; all must be empty.
    Straight { stride: i32, count: u16 },
    /// The paths of a lame step; the cells of one of them must be empty.
    Lame(L),
}

/// A short list of cells, by index.
pub(crate) type Indexes = SmallVec<[usize; 4]>;

pub(crate) type Lines<'m> = SmallVec<[Line<'m>; 2]>;

impl<'m> Line<'m> {
    /// Returns `true` if no piece blocks the line.
    #[inline]
    pub(crate) fn is_open<B: Occupancy>(&self, board: &B) -> bool {
        match self.passed {
            Passed::Straight { stride, count } => {
                self.straight(stride, count).all(|cell| board.is_empty_on(cell))
            }
            Passed::Lame(step) => step.is_open_from(board, board.size().cell(self.from)),
        }
    }

    /// Returns the cells of the pieces that block the line; none if the line is open. A lame step
    /// without an empty path is blocked by the pieces on all its paths.
    pub(crate) fn blockers<B: Occupancy>(&self, board: &B) -> Indexes {
        let is_blocked = |cell: &usize| !board.is_empty_on(*cell);
        match self.passed {
            Passed::Straight { stride, count } => {
                self.straight(stride, count).filter(is_blocked).collect()
            }
            Passed::Lame(_) if self.is_open(board) => Indexes::new(),
            Passed::Lame(step) => {
                let passed = step.paths_from(board.size(), self.from).into_iter().flatten();
                sorted(passed.filter(is_blocked)).into()
            }
        }
    }

    /// Returns, for each path, the cells of the pieces that block the path. A straight line has one
    /// path.
    pub(crate) fn blockers_by_path<B: Occupancy>(&self, board: &B) -> Vec<Indexes> {
        match self.passed {
            Passed::Straight { .. } => vec![self.blockers(board)],
            Passed::Lame(step) => {
                let is_blocked = |cell: &usize| !board.is_empty_on(*cell);
                let paths = step.paths_from(board.size(), self.from).into_iter();
                paths.map(|path| path.into_iter().filter(is_blocked).collect()).collect()
            }
        }
    }

    /// Returns the cells of the pieces whose departure may open the line. These are the blocker of
    /// a straight line if there is only one, and all blockers of a lame step; none if the line is
    /// open.
    pub(crate) fn openers<B: Occupancy>(&self, board: &B) -> Indexes {
        let mut blockers = self.blockers(board);
        if matches!(self.passed, Passed::Straight { .. }) && blockers.len() > 1 {
            blockers.clear();
        }
        blockers
    }

    /// Returns the indexes of the empty cells on which one more piece would block the line. A lame
    /// step is blocked only on cells that all its empty paths share.
    ///
    /// The line must be open on `board`.
    pub(crate) fn blocking_cells<B: Occupancy>(&self, board: &B) -> Indexes {
        match self.passed {
            Passed::Straight { stride, count } => self.straight(stride, count).collect(),
            Passed::Lame(step) => {
                let paths = step.paths_from(board.size(), self.from).into_iter();
                let is_empty = |cell: &usize| board.is_empty_on(*cell);
                let mut empty = paths.filter(|path| path.iter().all(is_empty));
                let mut shared = empty.next().unwrap_or_default();
                empty.for_each(|path| shared.retain(|cell| path.contains(cell)));
                shared.into()
            }
        }
    }

    fn straight(self, stride: i32, count: u16) -> impl Iterator<Item = usize> + use<'m> {
        let mut index = self.from;
        (1..count).map(move |_| {
            index = index.wrapping_add_signed(stride as isize);
            index
        })
    }
}
