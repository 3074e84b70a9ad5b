//! Attacks: which pieces can go to a cell, and which others are in their way.
//!
//! [`Movement::attackers`] answers all such questions. On boards of up to 128 cells it looks pieces
//! up in an [`AttackTable`]. On larger boards, and for rule sets that the table cannot hold, it
//! follows each step back from the cell along a [`Ray`].
//!
//! Cells are given by their indexes; see [`Size::index`].

mod line;
mod rays;
mod table;

use smallvec::SmallVec;

pub(crate) use self::line::{Indexes, Line, Lines, MaxBlockers};
pub(super) use self::rays::Ray;
pub(super) use self::table::AttackTable;
use super::{MoveKind, Movement};
use crate::board::{Board, Occupancy};
use crate::cell::Size;
use crate::movement::MoveKinds;
use crate::piece::{Color, Piece};

/// The cells that a piece can go to.
pub(crate) type Destinations = SmallVec<[usize; 32]>;

/// The longest edge of a board whose cells are the bits of a `u128`.
pub(super) const LONGEST_TABLE_EDGE: usize = 5;

impl Movement {
    /// Returns the table for boards of a size, if there is one.
    fn table(&self, size: Size) -> Option<&AttackTable> {
        let new = || AttackTable::new(Color::ALL.map(|color| self.steps(color)), size);
        self.tables.get(size.edge())?.get_or_init(new).as_ref()
    }

    /// Returns the pieces of a color that can make a move of a kind to a cell, whatever stands
    /// there, and those that could if no more than `max` pieces were not in their way.
    ///
    /// A piece with several ways to the cell is returned with each.
    pub(crate) fn attackers<B: Occupancy>(
        &self,
        board: &B,
        target: usize,
        by: Color,
        kind: MoveKind,
        max: MaxBlockers,
    ) -> Lines<'_> {
        match self.table(board.size()) {
            Some(table) => table.attackers(board, target, by, kind, max),
            None => self.attackers_on_rays(board, target, by, kind, max),
        }
    }

    /// Returns `true` if a piece of a color can capture on a cell, whatever stands there.
    pub(crate) fn is_attacked<B: Occupancy>(&self, board: &B, target: usize, by: Color) -> bool {
        match self.table(board.size()) {
            Some(table) => table.is_attacked(board, target, by),
            None => self.is_attacked_on_rays(board, target, by),
        }
    }

    /// Returns the bits of the cells from which a piece attacks another on an empty board; all bits if
    /// there is no table.
    pub(crate) fn attacking_cells(&self, size: Size, piece: Piece, target: usize) -> u128 {
        self.table(size).map_or(u128::MAX, |table| table.attacking_cells(piece, target))
    }

    /// Returns the cells that a piece on a cell can move to by moves of these kinds.
    ///
    /// A role of [`Movement::overlapping`] may have a cell twice. With a table only cells whose bits are
    /// in `within` are returned.
    pub(crate) fn destinations_on(
        &self,
        board: &Board,
        piece: Piece,
        from: usize,
        kinds: MoveKinds,
        within: u128,
    ) -> Destinations {
        let (size, mut cells) = (board.size(), Destinations::new());
        if let Some(table) = self.table(size) {
            cells.extend(table.destinations(board, piece, from, kinds, within));
        } else {
            let from = size.cell(from);
            // Twice as fast as `extend`, which asks the nested iterators for each cell.
            self.destinations_with_repeats(board, piece, from, kinds)
                .for_each(|to| cells.push(size.index(to)));
        }
        cells
    }
}
