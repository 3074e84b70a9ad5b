//! Attack tables: precomputed bitboards of attacks, on boards of up to 128 cells.

use super::line::{Between, Line, Lines, MaxBlockers, occupied};
use crate::bits;
use crate::board::{Board, Empty, Occupancy};
use crate::cell::{Cell, Size};
use crate::movement::{Mode, MoveKind, MoveKinds, Step};
use crate::piece::{Color, Piece, RoleSet};

/// The attack table of a board of up to 128 cells, made of bitboards with one bit per cell.
///
/// For each start and end, the table stores only one set of cells that must be empty in between. A
/// lame step may have several paths, so rule sets with lame steps use rays instead.
#[derive(Clone, Debug)]
pub(in crate::movement) struct AttackTable {
    cells: usize,
    /// For each piece and start cell, two bitboards of the cells reached on an empty board: one for
    /// quiet moves and one for captures.
    reach: Vec<[u128; 2]>,
    /// For each piece and cell, the cells from which the piece attacks that cell on an empty board.
    attacking: Vec<u128>,
    /// For each start and end cell, the cells that must be empty in between; `u128::MAX` if no step
    /// leads from the start to the end.
    between: Vec<u128>,
}

impl AttackTable {
    /// Creates the table for the steps of both colors.
    ///
    /// Returns `None` if the board is too large, a step is lame, or two steps between the same
    /// cells pass different cells.
    pub(super) fn new(steps: [&[(Step, RoleSet)]; 2], size: Size) -> Option<Self> {
        if !Board::has_bitboards(size) {
            return None;
        }
        let cells = size.cells();
        let reach = vec![[0; 2]; Piece::COUNT * cells];
        let attacking = vec![0; Piece::COUNT * cells];
        let mut table = Self { cells, reach, attacking, between: vec![u128::MAX; cells * cells] };
        for color in Color::ALL {
            for (step, roles) in steps[color as usize] {
                size.iter().try_for_each(|from| table.add(color, step, *roles, size, from))?;
            }
        }
        Some(table)
    }

    /// Adds a step from one cell. Returns `None` if the step is lame, or if another step to the
    /// same cell passes different cells.
    fn add(
        &mut self,
        color: Color,
        step: &Step,
        roles: RoleSet,
        size: Size,
        from: Cell,
    ) -> Option<()> {
        if step.mode == Mode::Lame {
            return None;
        }
        let mut passed = 0;
        for to in step.reach(&Empty(size), from) {
            let (from, to) = (size.index(from), size.index(to));
            let between = &mut self.between[from * self.cells + to];
            if ![u128::MAX, passed].contains(between) {
                return None;
            }
            *between = passed;
            for role in roles.iter() {
                let piece = Piece::new(color, role);
                for kind in [MoveKind::Quiet, MoveKind::Capture] {
                    let reach = &mut self.reach[piece.index() * self.cells + from][kind as usize];
                    *reach |= u128::from(step.allows(kind)) << to;
                }
                self.attacking[piece.index() * self.cells + to] |=
                    u128::from(step.allows(MoveKind::Capture)) << from;
            }
            passed |= 1 << to;
        }
        Some(())
    }

    pub(super) fn attackers<B: Occupancy>(
        &self,
        board: &B,
        target: usize,
        by: Color,
        kind: MoveKind,
        max: MaxBlockers,
    ) -> Lines<'_> {
        let (occupied, mut lines) = (occupied(board), Lines::new());
        for from in bits::ones(board.bitboard(by)) {
            if !self.reaches(board, from, target, kind) {
                continue;
            }
            let between = self.between(from, target);
            let blockers = between & occupied;
            if max.allows(blockers.count_ones() as usize) {
                let (blockers, between) = (bits::ones(blockers).collect(), Between::Bits(between));
                lines.push(Line { from, to: target, blockers, between });
            }
        }
        lines
    }

    pub(super) fn is_attacked<B: Occupancy>(&self, board: &B, target: usize, by: Color) -> bool {
        let occupied = occupied(board);
        bits::ones(board.bitboard(by)).any(|from| {
            self.reaches(board, from, target, MoveKind::Capture)
                && self.between(from, target) & occupied == 0
        })
    }

    pub(super) fn destinations(
        &self,
        board: &Board,
        piece: Piece,
        from: usize,
        kinds: MoveKinds,
        within: u128,
    ) -> impl Iterator<Item = usize> {
        let (occupied, enemies) = (occupied(board), board.bitboard(!piece.color()));
        let [quiet, capture] = self.reach(piece, from);
        let reached =
            quiet & !occupied | if kinds == MoveKinds::All { capture & enemies } else { 0 };
        bits::ones(reached & within).filter(move |&to| self.between(from, to) & occupied == 0)
    }

    pub(super) fn attacking_cells(&self, piece: Piece, target: usize) -> u128 {
        self.attacking[piece.index() * self.cells + target]
    }

    fn reaches<B: Occupancy>(&self, board: &B, from: usize, to: usize, kind: MoveKind) -> bool {
        let reach = |piece| self.reach(piece, from)[kind as usize];
        board.piece_on(from).is_some_and(|piece| reach(piece) >> to & 1 == 1)
    }

    fn reach(&self, piece: Piece, from: usize) -> [u128; 2] {
        self.reach[piece.index() * self.cells + from]
    }

    fn between(&self, from: usize, to: usize) -> &u128 {
        &self.between[from * self.cells + to]
    }
}
