//! The transposition table: findings about positions by their keys.
//!
//! A key is the exclusive or of numbers for each piece on its cell and for the rest of the position
//! (Albert Zobrist, 1970). Two positions share a key of 64 bits so seldom that it is left out of
//! account.

use std::collections::TryReserveError;

use crate::memory::zeros;
use crate::piece::{Color, Piece};
use crate::position::Position;

/// The results of positions with the attacker to move. When the table is full, newer entries
/// replace older ones.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
    used: usize,
    /// It may have this many entries.
    most: usize,
}

/// The findings about a position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    /// A number of moves that is enough; 0 where none is known.
    enough: u8,
    /// One that is not.
    too_few: u8,
}

/// The number of entries of a new table.
const SMALL: usize = 1 << 10;

impl TranspositionTable {
    /// A table of at most this many bytes.
    pub(super) fn new(memory: usize) -> Result<Self, TryReserveError> {
        let most = (memory / size_of::<Entry>()).max(1);
        // A power of two, so that a key's last bits tell the slot.
        let most = 1 << most.ilog2();
        Ok(Self { entries: zeros(most.min(SMALL))?, used: 0, most })
    }

    /// Doubles the table, if it may be larger and there is memory.
    fn grow(&mut self) {
        let size = 2 * self.entries.len();
        let Some(entries) = (size <= self.most).then(|| zeros(size).ok()).flatten() else { return };
        let old = std::mem::replace(&mut self.entries, entries);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            let slot = self.slot(entry.key);
            self.used += usize::from(self.entries[slot].key == 0);
            self.entries[slot] = entry;
        }
    }

    /// Returns whether the attacker mates within N moves, if that is known.
    pub(super) fn wins(&self, key: u64, moves: usize) -> Option<bool> {
        let entry = self.entries[self.slot(key)];
        if entry.key != key {
            None
        } else if entry.enough > 0 && usize::from(entry.enough) <= moves {
            Some(true)
        } else if usize::from(entry.too_few) >= moves {
            Some(false)
        } else {
            None
        }
    }

    pub(super) fn insert(&mut self, key: u64, moves: usize, wins: bool) {
        if 2 * self.used > self.entries.len() {
            self.grow();
        }
        let (slot, moves) = (self.slot(key), u8::try_from(moves).unwrap_or(u8::MAX));
        let entry = &mut self.entries[slot];
        self.used += usize::from(entry.key == 0);
        if entry.key != key {
            *entry = Entry { key, enough: 0, too_few: 0 };
        }
        if wins {
            entry.enough = if entry.enough == 0 { moves } else { entry.enough.min(moves) };
        } else {
            entry.too_few = entry.too_few.max(moves);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the last bits are enough")]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

/// The key of a position.
pub(super) fn key_of(position: &Position) -> u64 {
    let board = position.board();
    let pieces = board.pieces().map(|(cell, piece)| piece_key(piece, board.size().index(cell)));
    pieces.fold(state_key(position), |key, piece| key ^ piece)
}

/// The number of a piece on a cell.
pub(super) fn piece_key(piece: Piece, index: usize) -> u64 {
    mixed((index as u64) << 8 | piece.index() as u64)
}

/// The number of what else makes a position: the size of its board, who is to move, and who holds.
pub(super) fn state_key(position: &Position) -> u64 {
    let color = |color: Color| 1 + color as u64;
    let state = color(position.turn()) + 4 * position.holder().map_or(0, color);
    mixed(u64::MAX - state - 16 * position.board().size().edge() as u64)
}

/// Bits that look like chance, always the same for a number (`SplitMix64`, Guy Steele and others).
const fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
