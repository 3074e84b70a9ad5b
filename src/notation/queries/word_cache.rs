//! A cache of words from parsed queries, so that common queries need no parsing.
//!
//! With the cache, a query such as `King W A1a B3d`, on one line or on three, is answered with 450
//! instructions instead of 2,700.

use crate::cell::Cell;
use crate::path::Query;
use crate::piece::Piece;

/// A cache of the words for pieces and cells. Each cached word has at most seven bytes, which are
/// stored as a number in little-endian order.
#[derive(Clone, Debug, Default)]
pub(super) struct WordCache {
    /// Pieces by name and color.
    pieces: SlotTable<Piece>,
    /// Cells by name; the second number of each key is 0.
    cells: SlotTable<Cell>,
}

impl WordCache {
    /// Returns the query at the start of `text` and its length. The result is `None` unless all
    /// words are cached, and single blanks or line ends separate them.
    #[inline(always)]
    pub(super) fn query(&self, text: &[u8]) -> Option<(Query, usize)> {
        let (name, b' ', rest) = front_word(text)? else { return None };
        let (color, separator @ (b' ' | b'\n'), rest) = front_word(rest)? else { return None };
        let (start, other_separator, rest) = front_word(rest)?;
        let (finish, b'\n', rest) = front_word(rest)? else { return None };
        if separator != other_separator {
            return None;
        }
        Some((self.get([name, color, start, finish])?, text.len() - rest.len()))
    }

    /// Returns the query of four words (piece, color, start and finish) if all are cached.
    #[cfg(feature = "cli")]
    pub(super) fn query_of(&self, words: [&[u8]; 4]) -> Option<Query> {
        let [Some(name), Some(color), Some(start), Some(finish)] = words.map(number) else {
            return None;
        };
        self.get([name, color, start, finish])
    }

    #[inline(always)]
    fn get(&self, [name, color, start, finish]: [u64; 4]) -> Option<Query> {
        let piece = self.pieces.get([name, color])?;
        let [start, finish] = [self.cells.get([start, 0])?, self.cells.get([finish, 0])?];
        Some(Query { piece, start, finish })
    }

    /// Adds a piece's name and color, unless a word is too long.
    pub(super) fn insert_piece(&mut self, words: [&[u8]; 2], piece: Piece) {
        if let [Some(name), Some(color)] = words.map(number) {
            self.pieces.insert([name, color], piece);
        }
    }

    /// Adds a cell's name, unless the name is too long.
    pub(super) fn insert_cell(&mut self, word: &[u8], cell: Cell) {
        if let Some(word) = number(word) {
            self.cells.insert([word, 0], cell);
        }
    }
}

/// A hash table in which a new entry replaces the old one in its slot.
#[derive(Clone, Debug)]
struct SlotTable<T>(Vec<([u64; 2], T)>);

impl<T> Default for SlotTable<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> SlotTable<T> {
    const SLOT_BITS: u32 = 12;

    fn get(&self, key: [u64; 2]) -> Option<T> {
        self.0.get(Self::slot(key)).filter(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    fn insert(&mut self, key: [u64; 2], value: T) {
        // No word is this number, but an empty word is 0.
        self.0.resize(1 << Self::SLOT_BITS, ([u64::MAX; 2], value));
        self.0[Self::slot(key)] = (key, value);
    }

    const fn slot([first, second]: [u64; 2]) -> usize {
        let mixed = (first ^ second.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (u64::BITS - Self::SLOT_BITS)) as usize
    }
}

/// Returns a word as a number, or `None` if the word has more than seven bytes or a character that
/// is not visible ASCII.
fn number(word: &[u8]) -> Option<u64> {
    let is_plain = word.len() < 8 && word.iter().all(u8::is_ascii_graphic);
    is_plain.then(|| word.iter().rfold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Returns the first word as a little-endian number, the byte after the word, and the rest of the
/// text.
///
/// The result is `None` if the word has more than seven bytes. It is also `None` if the text has
/// fewer than eight bytes, because the function loads eight bytes at once.
fn front_word(text: &[u8]) -> Option<(u64, u8, &[u8])> {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let bytes = u64::from_le_bytes(*text.first_chunk()?);
    // In the lowest byte with a set bit, the input byte is below `!` and ends the word. Set bits in
    // higher bytes may be wrong.
    let ends = bytes.wrapping_sub(EACH * 0x21) & !bytes & EACH << 7;
    let length = ends.trailing_zeros() / 8;
    if length == 8 {
        return None;
    }
    let after = bytes >> (8 * length);
    Some((
        bytes & !(u64::MAX << (8 * length)),
        after.to_le_bytes()[0],
        &text[length as usize + 1..],
    ))
}
