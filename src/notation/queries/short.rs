//! Queries as most are, `King W A1a B3d` and a line end: their words are looked up.
//!
//! Reading takes a tenth of the time that it takes without this.

use super::Word;
use crate::cell::Cell;
use crate::path::Query;
use crate::piece::Piece;

/// Words that have been read before.
#[derive(Clone, Debug, Default)]
pub(super) struct Short {
    /// The names and colors of pieces.
    pieces: Vec<([u64; 2], Piece)>,
    /// The names of cells, each in the slot that its number gives; none before the first.
    cells: Vec<(u64, Cell)>,
}

/// Pieces are looked for one after the other, so only so many are known.
const MOST_PIECES: usize = 32;
/// The number of no word.
const NONE: u64 = u64::MAX;
/// The number of slots is a power of two.
const SLOT_BITS: u32 = 12;

impl Short {
    /// Reads the query that a text starts with, and the byte after its line, if its words are
    /// known, and stand on a line with a blank between each.
    #[inline]
    pub(super) fn read(&self, text: &[u8]) -> Option<(Query, usize)> {
        let (mut words, mut at) = ([0; 4], 0);
        for (nth, word) in words.iter_mut().enumerate() {
            let length;
            (*word, length) = front_word(text.get(at..)?)?;
            at += length + 1;
            if text[at - 1] != if nth < 3 { b' ' } else { b'\n' } {
                return None;
            }
        }
        let [name, side, start, finish] = words;
        let piece = self.pieces.iter().find(|(words, _)| *words == [name, side])?.1;
        Some((Query { piece, start: self.cell(start)?, finish: self.cell(finish)? }, at))
    }

    fn cell(&self, word: u64) -> Option<Cell> {
        self.cells.get(slot(word)).filter(|(known, _)| *known == word).map(|(_, cell)| *cell)
    }

    /// Remembers the words of a query.
    pub(super) fn learn(&mut self, text: &[u8], words: &[Word], query: Query) {
        let number = |word: &Word| {
            let word = &text[word.clone()];
            let is_plain = word.len() < 8 && word.iter().all(u8::is_ascii_graphic);
            is_plain.then(|| word.iter().rfold(0, |number, byte| number << 8 | u64::from(*byte)))
        };
        let numbers: Option<Vec<u64>> = words.iter().map(number).collect();
        let Some(&[name, side, start, finish]) = numbers.as_deref() else { return };
        let piece = ([name, side], query.piece);
        if self.pieces.len() < MOST_PIECES && !self.pieces.contains(&piece) {
            self.pieces.push(piece);
        }
        self.cells.resize(1 << SLOT_BITS, (NONE, query.start));
        self.cells[slot(start)] = (start, query.start);
        self.cells[slot(finish)] = (finish, query.finish);
    }
}

/// Returns the word of up to seven bytes that a text starts with, as a number whose lowest byte is
/// the first, and its length. Eight bytes are looked at together, of which none may be missing.
fn front_word(text: &[u8]) -> Option<(u64, usize)> {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let bytes = u64::from_le_bytes(*text.first_chunk()?);
    // The highest bit of the first byte that is a blank or a control character.
    let ends = bytes.wrapping_sub(EACH * 0x21) & !bytes & EACH << 7;
    let length = ends.trailing_zeros() / 8;
    (length < 8).then(|| (bytes & !(u64::MAX << (8 * length)), length as usize))
}

/// Returns the slot of a word; the golden ratio spreads words over the slots.
const fn slot(word: u64) -> usize {
    (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOT_BITS)) as usize
}
