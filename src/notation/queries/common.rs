//! Queries as nearly all are: four short words with blanks between, on a line or on three.

use super::{Queries, Query, Word};
use crate::cell::Cell;
use crate::notation::Text;
use crate::notation::window::{Layout, NEAR};
use crate::piece::Piece;

impl Queries {
    /// The query that the text starts with and the length of its lines, if it is a good one in a common
    /// form; `None` says nothing about it.
    ///
    /// Its words are found among a few bytes, and mostly they have been read before.
    #[inline(always)]
    pub(super) fn front(&mut self, text: &Text<'_>) -> Option<(Query, usize)> {
        let near = text.near()?;
        let found = match Layout::tight(near) {
            Some(layout) => self.laid_out(near, layout)?,
            None => self.loose(near)?,
        };
        Some(found)
    }

    /// The same for a query that is not written as tightly as most.
    #[inline(never)]
    fn loose(&mut self, near: &[u8; NEAR]) -> Option<(Query, usize)> {
        let layout = Layout::loose(near)?;
        // A line could be another query's.
        let is_own = |cell: &Word| !layout.has_three_lines || !self.starts_other(near, *cell);
        if layout.words[2..].iter().all(is_own) { self.laid_out(near, layout) } else { None }
    }

    /// The query of these words.
    #[inline(always)]
    fn laid_out(&mut self, near: &[u8; NEAR], layout: Layout) -> Option<(Query, usize)> {
        let [name, side, start, finish] = layout.words;
        let piece = match self.pieces.known(near, name.start, side.end) {
            Some(piece) => piece,
            None => self.new_piece(near, name, side)?,
        };
        let (start, finish) = (self.common_cell(near, start)?, self.common_cell(near, finish)?);
        Some((Query { piece, start, finish }, layout.end))
    }

    /// The piece of two words that may not have been read before.
    #[cold]
    fn new_piece(&mut self, near: &[u8; NEAR], name: Word, side: Word) -> Option<Piece> {
        let piece = self.piece(near, name, side).ok()?;
        let both = Word::new(name.start, side.end);
        self.pieces.get(both.of(near), |_| Some(piece))
    }

    #[inline(always)]
    fn common_cell(&mut self, near: &[u8; NEAR], word: Word) -> Option<Cell> {
        let cell = match self.cells.known(near, word.start, word.end) {
            Some(cell) => cell,
            None => self.packed_cell(near, word)?,
        };
        Some(Cell::unpacked(cell))
    }
}
