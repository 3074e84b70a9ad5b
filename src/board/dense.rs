//! A board with a byte a cell, to be filled again and again.

use super::Occupancy;
use crate::bits;
use crate::cell::Size;
use crate::piece::Piece;

/// A board for positions that come and go by the million: it is asked and filled fast, and keeps
/// its memory.
#[derive(Clone, Debug)]
pub(crate) struct DenseBoard {
    size: Size,
    /// What stands on each place.
    places: Vec<Option<Piece>>,
    /// Which places are occupied, 64 a word.
    bits: Vec<u64>,
}

impl DenseBoard {
    /// A board without pieces.
    #[must_use]
    pub(crate) fn new(size: Size) -> Self {
        let cells = size.cells();
        Self { size, places: vec![None; cells], bits: vec![0; cells.div_ceil(64)] }
    }

    /// Fills the board: `fill` is given its places, in their order, to set what stands on each, and
    /// sets the bits of those where something does.
    pub(crate) fn fill<T>(
        &mut self,
        fill: impl FnOnce(&mut [Option<Piece>], &mut [u64]) -> T,
    ) -> T {
        self.bits.fill(0);
        fill(&mut self.places, &mut self.bits)
    }

    /// The pieces and their places.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (usize, Piece)> {
        bits::each_of(&self.bits).filter_map(|place| Some((place, self.places[place]?)))
    }
}

impl Occupancy for DenseBoard {
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn piece_on(&self, place: usize) -> Option<Piece> {
        self.places[place]
    }

    #[inline]
    fn is_open(&self, place: usize) -> bool {
        self.places[place].is_none()
    }

    #[inline]
    fn word(&self) -> Option<u64> {
        if let [word] = self.bits[..] { Some(word) } else { None }
    }
}
