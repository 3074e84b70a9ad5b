//! Small boards by the million, in the common form with a line end, `[row,row],[row,row]\n`.
//!
//! Their texts have the same length and the same punctuation in the same places: letters are put
//! where they belong at once, and whether all of it was there is asked at the end.

use super::Boards;
use super::common::first_row;
use crate::cell::Size;
use crate::piece::Piece;

impl Boards<'_> {
    /// The size of the board that the text seems to start with.
    #[must_use]
    pub fn size_of_common(&self, text: &[u8]) -> Option<Size> {
        first_row(self, text)?
    }

    /// Sets the places of a board of this size, and the bits of those that are occupied, to what
    /// stands there in the text, if it starts with a board in the common form and a line end; says
    /// how long they are.
    #[must_use]
    pub fn fill(
        &self,
        size: Size,
        text: &[u8],
        places: &mut [Option<Piece>],
        occupied: &mut [u64],
    ) -> Option<usize> {
        let edge = size.edge();
        let (row, level) = (edge + 1, edge * (edge + 1) + 2);
        let length = edge * level;
        let text = text.get(..length)?;
        let (mut place, mut bits, mut wrong) = (0, 0_u64, text[length - 1] ^ b'\n');
        for (nth, level) in text.chunks_exact(level).enumerate() {
            wrong |= level[0] ^ b'[';
            wrong |= level[edge * row] ^ b']';
            wrong |= if nth + 1 < edge { level[edge * row + 1] ^ b',' } else { 0 };
            for (nth, row) in level[1..].chunks_exact(row).enumerate() {
                wrong |= if nth + 1 < edge { row[edge] ^ b',' } else { 0 };
                for &letter in &row[..edge] {
                    let piece = self.cell(letter)?;
                    places[place] = piece;
                    bits |= u64::from(piece.is_some()) << (place % 64);
                    place += 1;
                    if place.is_multiple_of(64) {
                        occupied[place / 64 - 1] = std::mem::take(&mut bits);
                    }
                }
            }
        }
        if let Some(last) = occupied.get_mut(place / 64) {
            *last = bits;
        }
        (wrong == 0).then_some(length)
    }
}
