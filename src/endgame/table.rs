//! The table with the entries of all positions of one set of men.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU16, Ordering};

use super::entry::TableEntry;
use super::placements::{Placement, Placements};
use crate::common::filled;
use crate::piece::Color;

#[derive(Debug)]
pub(super) struct Table {
    pub(super) placements: Placements,
    /// Entries with White to move and the entries with Black to move, each by table index.
    entries: [Vec<AtomicU16>; 2],
}

impl Table {
    /// Creates a table without known values.
    pub(super) fn new(placements: Placements) -> Result<Self, TryReserveError> {
        let count = placements.count();
        let entries = || filled(count, || AtomicU16::new(TableEntry::SAVED.0));
        Ok(Self { entries: [entries()?, entries()?], placements })
    }

    pub(super) fn entry(&self, turn: Color, placement: &Placement) -> TableEntry {
        self.get(turn, self.placements.index(placement))
    }

    /// Returns the entry of the position with this table index and `turn` to move.
    pub(super) fn get(&self, turn: Color, index: usize) -> TableEntry {
        TableEntry(self.entries[turn as usize][index].load(Ordering::Relaxed))
    }

    pub(super) fn set(&self, turn: Color, index: usize, entry: TableEntry) {
        self.entries[turn as usize][index].store(entry.0, Ordering::Relaxed);
    }

    /// Subtracts one from the number of moves of `loser` that are not known to lose. Returns `true`
    /// if no such move is left.
    pub(super) fn count_down(&self, loser: Color, index: usize) -> bool {
        self.entries[loser as usize][index].fetch_sub(1, Ordering::Relaxed) == 1
    }

    /// Returns the best win in the table that has the same winner and share as `from` and is not
    /// better than `from`.
    pub(super) fn next_win(&self, from: TableEntry) -> Option<TableEntry> {
        let entries = self.entries.iter().flatten();
        from.next_of(entries.map(|entry| TableEntry(entry.load(Ordering::Relaxed))))
    }

    /// Stores a win unless the position is decided or a better win is known.
    pub(super) fn improve(&self, winner: Color, index: usize, win: TableEntry) {
        let known = self.get(winner, index);
        if known.is_open() || known.is_win_of(winner) && known > win {
            self.set(winner, index, win);
        }
    }
}
