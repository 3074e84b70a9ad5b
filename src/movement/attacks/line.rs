//! Lines: the ways of pieces to a cell, and what stands in them.

use smallvec::SmallVec;

use crate::bits::{self, Word};
use crate::board::Populated;
use crate::movement::{Mode, Step};

/// A piece that gets to a cell if nothing stands in its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'m> {
    /// Where the piece stands.
    pub(crate) from: usize,
    pub(super) between: Between<'m>,
    /// What stands in its way.
    pub(crate) obstruction: Obstruction,
}

/// What is between a piece and a cell, and must be empty so that it gets there.
#[derive(Clone, Copy, Debug)]
pub(in crate::movement) enum Between<'m> {
    /// These cells.
    Cells(u64),
    /// These, on a larger board.
    MoreCells(&'m u128),
    /// What a step passes that is made this many times.
    Step(&'m Step, u16),
}

/// What stands in the way of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstruction {
    /// Nothing.
    None,
    /// One piece, on this cell.
    One(usize),
    /// More than one piece; or something on each route of a lame step.
    More,
}

impl Obstruction {
    /// By pieces on the cells that are the bits of a word.
    fn by<W: Word>(blockers: W) -> Self {
        if blockers == W::NONE {
            Self::None
        } else if blockers & (blockers - W::from(true)) == W::NONE {
            Self::One(blockers.lowest())
        } else {
            Self::More
        }
    }
}

/// How much may stand in the way of the pieces that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Past {
    /// Nothing.
    Nothing,
    /// One piece; or any number on the routes of a lame step.
    OnePiece,
    /// Anything.
    Everything,
}

/// A few cells.
pub(crate) type Cells = SmallVec<[usize; 8]>;

impl<'m> Line<'m> {
    /// A piece, if no more stands in its way than it may.
    #[inline(always)]
    pub(super) fn past<B: Populated>(
        board: &B,
        from: usize,
        between: Between<'m>,
        past: Past,
    ) -> Option<Self> {
        let obstruction = between.obstruction(board, from);
        let shown = match obstruction {
            Obstruction::None => true,
            Obstruction::One(_) => past > Past::Nothing,
            Obstruction::More => {
                past == Past::Everything || past == Past::OnePiece && between.is_lame()
            }
        };
        shown.then_some(Self { from, between, obstruction })
    }

    /// Whether nothing stands in its way on a board.
    pub(crate) fn is_open<B: Populated>(&self, board: &B) -> bool {
        self.between.is_open(board, self.from)
    }

    /// The empty cells where one more piece would stand in its way to `target`, which is open.
    pub(crate) fn blocking_cells<B: Populated>(&self, board: &B, target: usize) -> Cells {
        match self.between {
            Between::Cells(between) => bits::ones(between).collect(),
            Between::MoreCells(between) => bits::ones(*between).collect(),
            Between::Step(step, count) if step.mode == Mode::Ride => {
                step.ridden(board.size(), self.from, count).collect()
            }
            Between::Step(step, _) => {
                let size = board.size();
                let [from, target] = [self.from, target].map(|index| size.cell(index));
                let cells = step.blocking_cells(board, from, target);
                cells.into_iter().map(|cell| size.index(cell)).collect()
            }
        }
    }

    /// What stands in its way, each piece once; all that stands on the routes of a lame step.
    pub(crate) fn blockers<B: Populated>(&self, board: &B) -> Cells {
        let mut cells: Cells = match self.between {
            Between::Cells(between) => bits::ones(between).collect(),
            Between::MoreCells(between) => bits::ones(*between).collect(),
            Between::Step(step, count) => step.passed(board.size(), self.from, count).into(),
        };
        cells.retain(|cell| !board.is_empty_on(*cell));
        cells
    }
}

impl Between<'_> {
    const fn is_lame(&self) -> bool {
        matches!(self, Self::Step(Step { mode: Mode::Lame, .. }, _))
    }

    fn is_open<B: Populated>(&self, board: &B, from: usize) -> bool {
        match *self {
            Self::Cells(between) => between & board.occupied::<u64>() == 0,
            Self::MoreCells(between) => between & board.occupied::<u128>() == 0,
            Self::Step(step, count) => match step.mode {
                Mode::Leap => true,
                Mode::Ride => {
                    step.ridden(board.size(), from, count).all(|cell| board.is_empty_on(cell))
                }
                Mode::Lame => step.is_open_from(board, board.size().cell(from)),
            },
        }
    }

    /// What stands in the way. Of pieces it tells the number only up to two.
    fn obstruction<B: Populated>(&self, board: &B, from: usize) -> Obstruction {
        match *self {
            Self::Cells(between) => Obstruction::by(between & board.occupied::<u64>()),
            Self::MoreCells(between) => Obstruction::by(between & board.occupied::<u128>()),
            Self::Step(step, count) if step.mode == Mode::Ride => {
                let mut ridden = step.ridden(board.size(), from, count);
                match ridden.find(|&cell| !board.is_empty_on(cell)) {
                    None => Obstruction::None,
                    Some(first) if ridden.all(|cell| board.is_empty_on(cell)) => {
                        Obstruction::One(first)
                    }
                    Some(_) => Obstruction::More,
                }
            }
            Self::Step(..) if self.is_open(board, from) => Obstruction::None,
            Self::Step(..) => Obstruction::More,
        }
    }
}
