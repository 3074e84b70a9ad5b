//! The data that all threads need to solve one set of men.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, Ordering};

use super::entry::{Share, TableEntry, Win};
use super::material::{Endgame, Men};
use super::men_on_board::Arrival;
use super::table::Table;
use crate::common::numbered;
use crate::control::Control;
use crate::piece::Color;

/// The data that all threads need to solve one set of men.
pub(super) struct Solving<'s> {
    pub(super) endgame: &'s Endgame,
    pub(super) tables: &'s BTreeMap<Men, Table>,
    /// Number of all sets of men, each of which gets a table.
    pub(super) all: usize,
    pub(super) men: &'s Men,
    pub(super) threads: usize,
    pub(super) control: Control<'s>,
    /// Table entry of the win for which positions one move before were last searched, if White
    /// wins the whole point; 0 before the first such win.
    pub(super) reached: AtomicU16,
}

impl Solving<'_> {
    /// Returns the entries of the legal positions after a capture or a promotion, with `turn` to
    /// move: one for each role to which the man may promote.
    pub(super) fn entries_after(
        &self,
        arrival: &Arrival,
        turn: Color,
    ) -> impl Iterator<Item = TableEntry> {
        let promoted =
            if arrival.promotes { self.endgame.rules.promotions(arrival.piece) } else { &[] };
        let plain = promoted.is_empty().then_some(None);
        let roles = promoted.iter().map(|&role| Some(role)).chain(plain);
        let entries = roles.map(move |role| {
            let (men, placement) = self.endgame.after(self.men, arrival, role);
            self.tables[&men].entry(turn, &placement)
        });
        entries.filter(|entry| *entry != TableEntry::ILLEGAL)
    }

    /// Reports as a stage that the positions one move before the win `win` are searched next.
    pub(super) fn report(&self, entry: TableEntry, win: Win) {
        if win.by == Color::White && win.share == Share::Whole {
            self.reached.store(entry.0, Ordering::Relaxed);
        }
        self.control.stage(|| {
            let moves = numbered(u64::from(win.moves), "move");
            format!("{}, {} in {moves}", self.stage(), win.end)
        });
    }

    pub(super) fn stage(&self) -> String {
        let letters = self.endgame.letters(self.men);
        format!("{letters} ({} of {})", self.tables.len() + 1, self.all)
    }
}
