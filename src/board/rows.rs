//! A board in the making, row by row in the order of the notations.

use super::{Board, Occupancy};
use crate::cell::Size;
use crate::piece::Piece;

/// The rows of a board from the first in the order of the notations, as far as they are known.
///
/// Empty rows take no time, and no memory until a piece follows.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    board: Board,
    /// The number of complete rows.
    count: usize,
}

impl Rows {
    /// No rows yet of a board of this size.
    #[must_use]
    pub(crate) const fn new(size: Size) -> Self {
        let board = Board { size, bits: Vec::new(), firsts: Vec::new(), pieces: Vec::new() };
        Self { board, count: 0 }
    }

    /// The size of the board.
    #[must_use]
    pub(crate) const fn size(&self) -> Size {
        self.board.size
    }

    /// The number of complete rows.
    #[must_use]
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Whether all rows are complete.
    #[must_use]
    pub(crate) const fn are_complete(&self) -> bool {
        self.count == self.size().edge() * self.size().edge()
    }

    /// Puts a piece into the row that is not complete yet, to the right of those in it.
    #[inline]
    pub(crate) fn put(&mut self, file: usize, piece: Piece) {
        let place = self.count * self.size().edge() + file;
        let board = &mut self.board;
        if board.bits.len() <= place / 64 {
            board.extend_to(place / 64 + 1);
        }
        board.bits[place / 64] |= 1 << (place % 64);
        board.pieces.push(piece);
    }

    /// The piece on a place, as far as it is known.
    #[must_use]
    pub(crate) fn piece_on(&self, place: usize) -> Option<Piece> {
        let known = place / 64 < self.board.bits.len();
        known.then(|| self.board.piece_on(place)).flatten()
    }

    /// Completes the row.
    pub(crate) const fn end_row(&mut self) {
        self.count += 1;
    }

    /// The board; rows that are not complete are empty.
    #[must_use]
    pub(crate) fn finish(mut self) -> Board {
        self.board.extend_to(self.size().cells().div_ceil(64));
        self.board
    }
}

impl Board {
    /// Adds empty words at the end, up to so many.
    fn extend_to(&mut self, words: usize) {
        self.bits.resize(words, 0);
        self.firsts.resize(words, self.pieces.len());
    }
}
