//! The common form of a board, `[row,row],[row,row]`, taken row by row without its text.
//!
//! Anything else, right or wrong, is left to the careful reader, which is given the text of the
//! rows taken so far again: it follows from them.

use super::{Boards, EMPTY};
use crate::board::{Board, Rows};
use crate::cell::Size;

/// A board in the common form, as far as its text has come.
#[derive(Clone, Debug, Default)]
pub struct BegunBoard {
    rows: Option<Rows>,
    /// The bytes that the rows were taken from.
    length: usize,
    /// Whether the last bracket has been taken.
    closed: bool,
}

/// Eight empty cells.
const HASHES: u64 = u64::from_le_bytes([EMPTY; 8]);
/// So many cells are looked at at once.
const BLOCK: usize = 64;

impl BegunBoard {
    /// Whether nothing has been taken.
    pub(super) const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Whether the board is complete.
    pub(super) const fn is_complete(&self) -> bool {
        self.closed
    }

    /// The complete board.
    pub(super) fn board(&mut self) -> Option<Board> {
        let rows = std::mem::take(self).rows;
        rows.filter(Rows::are_complete).map(Rows::finish)
    }

    /// The text of what has been taken.
    pub(super) fn text(self, boards: &Boards<'_>) -> Vec<u8> {
        let Some(rows) = self.rows else { return Vec::new() };
        let edge = rows.size().edge();
        let mut text = Vec::with_capacity(self.length);
        for row in 0.. {
            text.extend_from_slice(before_row(row, edge));
            if text.len() >= self.length {
                break;
            }
            let pieces = (row * edge..).take(edge).map(|place| rows.piece_on(place));
            text.extend(pieces.map(|piece| boards.letter(piece)));
        }
        text.truncate(self.length);
        text
    }

    /// Forgets what the last text gave, as this much had been taken before; only the text of that
    /// may be asked for then.
    pub(super) const fn go_back(&mut self, length: usize) {
        self.length = length;
    }

    /// How much has been taken.
    pub(super) const fn length(&self) -> usize {
        self.length
    }

    /// Takes rows from the front of the text, which continues that of the rows before; says how
    /// long they are. `None` if this is not the common form.
    pub(super) fn take(&mut self, boards: &Boards<'_>, text: &[u8]) -> Option<usize> {
        if self.rows.is_none() {
            let Some(size) = first_row(boards, text)? else { return Some(0) };
            self.rows = Some(Rows::new(size));
        }
        let rows = self.rows.as_mut()?;
        let edge = rows.size().edge();
        let mut used = 0;
        while !self.closed {
            let rest = &text[used..];
            let before = before_row(rows.count(), edge);
            let length = before.len() + if rows.are_complete() { 0 } else { edge };
            let Some(row) = rest.get(..length) else { break };
            let row = row.strip_prefix(before)?;
            if row.is_empty() {
                self.closed = true;
            } else {
                boards.row(row, rows)?;
                rows.end_row();
            }
            used += length;
        }
        self.length += used;
        Some(used)
    }
}

/// What stands before a row, or after the last one.
fn before_row(row: usize, edge: usize) -> &'static [u8] {
    match row {
        0 => b"[",
        _ if row == edge * edge => b"]",
        _ if row.is_multiple_of(edge) => b"],[",
        _ => b",",
    }
}

/// The size that the first row of a text tells, if the text is long enough to tell; `None` if it
/// can't be one.
pub(super) fn first_row(boards: &Boards<'_>, text: &[u8]) -> Option<Option<Size>> {
    let Some((b'[', row)) = text.split_first() else { return None };
    let most = &row[..row.len().min(Size::MAX + 1)];
    let Some(edge) = most.iter().position(|&byte| byte == b',' || byte == b']') else {
        return if row.len() > Size::MAX { None } else { Some(None) };
    };
    let size = Size::new(edge)?;
    boards.size.is_none_or(|fixed| fixed == size).then_some(Some(size))
}

impl Boards<'_> {
    /// Puts the pieces of a row of letters; `None` if one of the bytes is no letter.
    fn row(&self, text: &[u8], rows: &mut Rows) -> Option<()> {
        for (nth, block) in text.chunks(BLOCK).enumerate() {
            // Most of a big board is empty.
            if block.len() == BLOCK && block.iter().fold(0, |all, byte| all | (byte ^ EMPTY)) == 0 {
                continue;
            }
            let (eights, rest) = block.as_chunks::<8>();
            for (eighth, letters) in eights.iter().enumerate() {
                let mut differ = u64::from_le_bytes(*letters) ^ HASHES;
                while differ != 0 {
                    let at = differ.trailing_zeros() / 8;
                    differ &= !(0xFF << (8 * at));
                    let piece = self.cell(letters[at as usize])??;
                    rows.put(nth * BLOCK + eighth * 8 + at as usize, piece);
                }
            }
            for (at, &letter) in rest.iter().enumerate() {
                if let Some(piece) = self.cell(letter)? {
                    rows.put(nth * BLOCK + eights.len() * 8 + at, piece);
                }
            }
        }
        Some(())
    }
}
