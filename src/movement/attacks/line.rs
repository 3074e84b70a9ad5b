//! Lines: the attack of one piece on one cell, with the cells in between and the pieces that block
//! it.

use smallvec::SmallVec;

use crate::bits;
use crate::board::Occupancy;
use crate::cell::Size;
use crate::movement::{Mode, Step};
use crate::piece::Color;

/// A possible attack: the piece on `from` has a step, or repeats of a step, that end on `to`. The
/// attack is real only if no other piece blocks it.
#[derive(Clone, Debug)]
pub(crate) struct Line<'m> {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The indexes of the occupied cells that block the line; empty if the line is open. If a lame
    /// step has no empty path, these are the occupied cells of all its paths.
    pub(crate) blockers: Indexes,
    pub(super) between: Between<'m>,
}

/// The cells between the start and the end of a [`Line`], in one of two forms.
#[derive(Clone, Copy, Debug)]
pub(super) enum Between<'m> {
    /// A bitboard of the cells, from the attack table.
    Bits(&'m u128),
    /// The step of the piece, and the number of times that the step is repeated from start to end.
    Steps(&'m Step, u16),
}

/// A limit on the number of blockers of each [`Line`] that a search for attackers returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MaxBlockers {
    None,
    /// At most one blocker. A lame step may have any number, because the departure of one blocker
    /// may empty one of its paths.
    One,
    Any,
}

impl MaxBlockers {
    pub(super) const fn allows(self, count: usize) -> bool {
        match self {
            Self::None => count == 0,
            Self::One => count <= 1,
            Self::Any => true,
        }
    }
}

pub(crate) type Lines<'m> = SmallVec<[Line<'m>; 2]>;

pub(crate) type Indexes = SmallVec<[usize; 4]>;

impl Line<'_> {
    pub(crate) fn is_open<B: Occupancy>(&self, board: &B) -> bool {
        match self.between {
            Between::Bits(cells) => cells & occupied(board) == 0,
            Between::Steps(step, count) => match step.mode {
                Mode::Leap => true,
                Mode::Ride => self.ridden(step, count, board.size()).all(|c| board.is_empty_on(c)),
                Mode::Lame => step.is_open_from(board, board.size().cell(self.from)),
            },
        }
    }

    /// Returns the indexes of the empty cells on which one more piece would block the line.
    ///
    /// The line must be open on `board`.
    pub(crate) fn blocking_cells<B: Occupancy>(&self, board: &B) -> Indexes {
        match self.between {
            Between::Bits(cells) => bits::ones(*cells).collect(),
            Between::Steps(step, count) if step.mode == Mode::Ride => {
                self.ridden(step, count, board.size()).collect()
            }
            Between::Steps(step, _) => {
                let size = board.size();
                let [from, to] = [self.from, self.to].map(|index| size.cell(index));
                let cells = step.blocking_cells(board, from, to);
                cells.into_iter().map(|cell| size.index(cell)).collect()
            }
        }
    }

    fn ridden(&self, step: &Step, count: u16, size: Size) -> impl Iterator<Item = usize> {
        step.ridden(size, self.from, count)
    }
}

pub(super) fn occupied<B: Occupancy>(board: &B) -> u128 {
    board.bitboard(Color::White) | board.bitboard(Color::Black)
}
