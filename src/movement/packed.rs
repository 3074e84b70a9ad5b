//! Cells and offsets as single numbers, for quick tests that a step stays on the board.

use crate::cell::{Cell, Offset, Size};

/// A cell, or the offset between two cells, with eight bits for each coordinate.
///
/// The highest bit of each coordinate is 0 for a cell of the board, as on 0x88 boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed(u32);

/// The data for a quick test that a packed cell is on a board of one size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Adding this number to a cell sets the highest bit of each coordinate beyond the edge.
    beyond: u32,
}

/// The packed cell whose three coordinates are 1. Its product with a number below 256 has this
/// number in each coordinate.
const EACH: u32 = 0x01_01_01;
const HIGHEST_BITS: u32 = 0x80 * EACH;

impl Packed {
    /// The cell with all coordinates 0.
    pub(super) const ORIGIN: Self = Self(0);

    pub(super) fn cell(Cell { level, rank, file }: Cell) -> Self {
        Self(u32::from(level) << 16 | u32::from(rank) << 8 | u32::from(file))
    }

    /// Packs an offset whose parts are shorter than the longest edge, 64.
    pub(super) const fn offset(Offset { file, rank, level }: Offset) -> Self {
        Self((level << 16).wrapping_add(rank << 8).wrapping_add(file).cast_unsigned())
    }

    /// Returns the cell at an offset from this cell. The result may be off the board.
    pub(super) const fn plus(self, offset: Self) -> Self {
        Self(self.0.wrapping_add(offset.0))
    }
}

impl Bounds {
    pub(super) fn new(size: Size) -> Self {
        let edge = u32::try_from(size.edge()).unwrap_or(u32::MAX);
        Self { beyond: (0x80 - edge) * EACH }
    }

    /// Returns `true` if the cell is on the board.
    ///
    /// The offset from some cell of the board to the cell must be shorter than the edge on each
    /// axis. A coordinate below 0 then has its highest bit set, even if a lower one has borrowed
    /// from it.
    pub(super) const fn contain(self, Packed(cell): Packed) -> bool {
        (cell | cell.wrapping_add(self.beyond)) & HIGHEST_BITS == 0
    }
}
