//! Attacks: the pieces that can move to a cell, and the pieces that keep others from moving there.
//!
//! On boards of up to 128 cells, an [`AttackTable`] stores the attacks. On larger boards, and for
//! rule sets with lame steps, attackers are found by a walk along each [`Ray`] backwards from the
//! attacked cell.
//!
//! The functions identify cells by [`Size::index`].

mod line;
mod rays;
mod table;

use smallvec::SmallVec;

pub(crate) use self::line::{Indexes, Line, Lines, MaxBlockers};
pub(super) use self::rays::Ray;
pub(super) use self::table::AttackTable;
use super::{MoveKind, MoveKinds, Movement};
use crate::board::{Board, Occupancy};
use crate::cell::Size;
use crate::piece::{Color, Piece};

pub(crate) type Destinations = SmallVec<[usize; 32]>;

/// The longest edge of a board with attack tables: 5 × 5 × 5 = 125 cells fit into the bits of a
/// `u128`.
pub(super) const LONGEST_TABLE_EDGE: usize = 5;

impl Movement {
    fn table(&self, size: Size) -> Option<&AttackTable> {
        let new = || AttackTable::new(Color::ALL.map(|color| self.steps(color)), size);
        self.tables.get(size.edge())?.get_or_init(new).as_ref()
    }

    /// Returns a [`Line`] for each piece of color `by` that has a step to `target`, even if other
    /// pieces block the step. Steps that do not allow moves of this kind are ignored.
    ///
    /// Lines with more blockers than `max` allows are left out. The contents of `target` are
    /// ignored. A piece with several steps to `target` has a line for each step.
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

    /// Returns `true` if a piece of color `by` attacks `target`. The contents of `target` are
    /// ignored.
    pub(crate) fn is_attacked<B: Occupancy>(&self, board: &B, target: usize, by: Color) -> bool {
        match self.table(board.size()) {
            Some(table) => table.is_attacked(board, target, by),
            None => self.is_attacked_on_rays(board, target, by),
        }
    }

    /// Returns the bitboard of the cells from which `piece` attacks `target` on an empty board. All
    /// bits are set if boards of this size have no attack table.
    pub(crate) fn attacking_cells(&self, size: Size, piece: Piece, target: usize) -> u128 {
        self.table(size).map_or(u128::MAX, |table| table.attacking_cells(piece, target))
    }

    /// Returns the destinations of `piece` on the cell `from`, for moves of these kinds.
    ///
    /// With an attack table, only cells of the bitboard `within` are returned; without a table,
    /// `within` is ignored. A cell may occur several times if [`Movement::overlapping`] contains
    /// the role of the piece.
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
            // `for_each` is twice as fast as `extend`, which asks the nested iterators for each
            // cell.
            self.destinations_with_repeats(board, piece, from, kinds)
                .for_each(|to| cells.push(size.index(to)));
        }
        cells
    }
}
