//! Attacks on tiny boards, whose cells are the bits of a word: sets of cells tell where a piece
//! gets to on an empty board, and what must be empty for that.

use std::ops::ControlFlow;

use super::line::{Line, Past, Way};
use crate::bits;
use crate::board::{Board, Empty, Occupancy, Populated};
use crate::cell::{Cell, Size};
use crate::movement::{Mode, MoveKind, Step};
use crate::piece::{Color, Piece, RoleSet};

/// The most cells of a board whose cells are the bits of a word.
const CELLS: usize = u64::BITS as usize;

/// Where pieces get to on boards of a size.
#[derive(Clone, Debug)]
pub(in crate::movement) struct WordTable {
    cells: usize,
    /// For each piece and cell where it gets to on an empty board, by each kind of move.
    reach: Vec<[u64; 2]>,
    /// For each two cells which must be empty for a piece to get from the first to the second.
    between: Vec<u64>,
    /// For each cell those that pieces get to from there whatever is empty.
    free: Vec<u64>,
}

impl WordTable {
    /// The table for the steps of both colors; none if the board is too large, or if no single set
    /// of cells tells what must be empty, as where there are several routes.
    pub(super) fn new(steps: [&[(Step, RoleSet)]; 2], size: Size) -> Option<Self> {
        let cells = size.cells();
        if cells > CELLS {
            return None;
        }
        let mut table = Self {
            cells,
            reach: vec![[0; 2]; Piece::COUNT * cells],
            between: vec![u64::MAX; cells * cells],
            free: vec![0; cells],
        };
        for color in Color::ALL {
            for (step, roles) in steps[color as usize] {
                size.iter().try_for_each(|from| table.add(color, step, *roles, size, from))?;
            }
        }
        Some(table)
    }

    /// Adds a step from a cell; `None` if it needs other cells to be empty than one before.
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
            if ![u64::MAX, passed].contains(between) {
                return None;
            }
            *between = passed;
            self.free[from] |= u64::from(passed == 0) << to;
            for role in roles.iter() {
                let piece = Piece::new(color, role);
                let reach = &mut self.reach[piece.index() * self.cells + from];
                for kind in [MoveKind::Quiet, MoveKind::Capture] {
                    reach[kind as usize] |= u64::from(step.allows(kind)) << to;
                }
            }
            passed |= 1 << to;
        }
        Some(())
    }

    /// [`Movement::lines`](crate::movement::Movement::lines) by words.
    pub(super) fn lines<'m, B: Populated, R>(
        &self,
        board: &B,
        target: usize,
        by: Color,
        (kind, past): (MoveKind, Past),
        mut visit: impl FnMut(Line<'m>) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        // Which pieces are in line is found without a branch for each.
        let in_line = bits::ones(board.word_of(by)).fold(0, |in_line, from| {
            let reach =
                board.piece_on(from).map_or(0, |piece| self.reach(piece, from)[kind as usize]);
            in_line | (reach >> target & 1) << from
        });
        for from in bits::ones(in_line) {
            let way = Way::Cells(self.between(from)[target]);
            if let Some(line) = Line::past(board, from, way, past) {
                visit(line)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a piece captures from one cell on another if nothing is in its way.
    pub(super) fn may_capture(&self, piece: Piece, from: usize, target: usize) -> bool {
        self.reach(piece, from)[MoveKind::Capture as usize] >> target & 1 == 1
    }

    /// Where a piece can go from a cell: to which empty cells, and to which of its enemies.
    pub(super) fn destinations(&self, board: &Board, piece: Piece, from: usize) -> u64 {
        let [own, other] = [piece.color(), !piece.color()].map(|color| board.word_of(color));
        let [quiet, capture] = self.reach(piece, from);
        self.open(own | other, from, quiet & !(own | other) | capture & other)
    }

    /// Those of some cells on which no piece of a color could capture what goes there from a cell.
    pub(super) fn unattacked(&self, board: &Board, from: usize, cells: u64, by: Color) -> u64 {
        let occupied = board.occupied() & !(1 << from);
        bits::ones(board.word_of(by)).fold(cells, |safe, from| {
            let Some(piece) = board.piece_on(from) else { return safe };
            let [_, capture] = self.reach(piece, from);
            safe & !self.open(occupied, from, capture & safe)
        })
    }

    fn reach(&self, piece: Piece, from: usize) -> [u64; 2] {
        self.reach[piece.index() * self.cells + from]
    }

    fn between(&self, from: usize) -> &[u64] {
        &self.between[from * self.cells..][..self.cells]
    }

    /// Those of some cells to which the way from a cell is open.
    fn open(&self, occupied: u64, from: usize, ways: u64) -> u64 {
        let (between, free) = (self.between(from), self.free[from]);
        bits::ones(ways & !free)
            .fold(ways & free, |open, to| open | u64::from(between[to] & occupied == 0) << to)
    }
}
