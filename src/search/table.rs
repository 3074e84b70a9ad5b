//! The transposition table: results of the mate search by Zobrist keys.
//!
//! A key is the exclusive or of one number for each piece on its cell and one number for the board
//! size, the side to move and the holder (Albert Zobrist, 1970). Two positions share a 64-bit key
//! so rarely that the table ignores this case.

use std::collections::TryReserveError;

use crate::common::filled;
use crate::piece::{Color, Piece};
use crate::position::Position;

/// Mate search results for positions with the attacker to move.
///
/// A new result replaces the result of another position in the same slot.
#[derive(Clone)]
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// Least number of moves within which the attacker is known to force mate; 0 if unknown.
    enough: u8,
    /// Largest number of moves within which the attacker is known not to force mate; 0 if
    /// unknown.
    too_few: u8,
}

const SMALL: usize = 1 << 10;

impl TranspositionTable {
    pub(super) fn new(memory: usize) -> Result<Self, TryReserveError> {
        let most = (memory / size_of::<Entry>()).max(1);
        // A power of two, so that the last bits of a key are its slot.
        let most = 1 << most.ilog2();
        Ok(Self { entries: filled(most.min(SMALL), Entry::default)?, used: 0, most })
    }

    /// Doubles the table, unless it has its largest size or memory is short.
    fn grow(&mut self) {
        let size = 2 * self.entries.len();
        if size > self.most {
            return;
        }
        let Ok(entries) = filled(size, Entry::default) else { return };
        let old = std::mem::replace(&mut self.entries, entries);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            let slot = self.slot(entry.key);
            self.used += usize::from(self.entries[slot].key == 0);
            self.entries[slot] = entry;
        }
    }

    /// Returns `Some(true)` if the attacker is known to force mate within `moves` moves, and
    /// `Some(false)` if the attacker is known not to. Returns `None` if neither is known.
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

pub(super) fn key_of(position: &Position) -> u64 {
    let board = position.board();
    let pieces = board.pieces().map(|(cell, piece)| piece_key(piece, board.size().index(cell)));
    pieces.fold(state_key(position), |key, piece| key ^ piece)
}

/// Returns the part of the Zobrist key for a piece on the cell with this index.
pub(super) fn piece_key(piece: Piece, index: usize) -> u64 {
    mixed((index as u64) << 8 | piece.index() as u64)
}

/// Returns the part of the Zobrist key for the size of the board, the side to move and the holder.
pub(super) fn state_key(position: &Position) -> u64 {
    let color = |color: Color| 1 + color as u64;
    let state = color(position.turn()) + 4 * position.holder().map_or(0, color);
    mixed(u64::MAX - state - 16 * position.board().size().edge() as u64)
}

/// Returns 64 pseudo-random bits that depend on `number` alone (`SplitMix64`; Steele, Lea and
/// Flood, 2014).
const fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
