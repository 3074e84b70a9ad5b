//! A board with a byte a cell, to be filled again and again.

use super::Occupancy;
use crate::cell::Size;
use crate::piece::Piece;

/// A board for positions that come and go by the million: it is asked and filled fast, and keeps
/// its memory.
#[derive(Clone, Debug)]
pub struct DenseBoard {
    size: Size,
    /// What stands on each place.
    cells: Vec<Option<Piece>>,
}

impl DenseBoard {
    /// A board without pieces.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, cells: vec![None; size.cells()] }
    }

    /// The places of the board, in their order.
    pub fn places(&mut self) -> &mut [Option<Piece>] {
        &mut self.cells
    }
}

impl Occupancy for DenseBoard {
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn piece_on(&self, place: usize) -> Option<Piece> {
        self.cells[place]
    }

    #[inline]
    fn is_open(&self, place: usize) -> bool {
        self.cells[place].is_none()
    }
}
