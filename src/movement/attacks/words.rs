//! Attacks on tiny boards, whose cells are the bits of a word of 64 or 128 bits: sets of cells tell
//! where a piece gets to on an empty board, and what must be empty for that.

use std::ops::ControlFlow;

use super::line::{Between, Line, Past};
use super::wanted::Wanted;
use crate::bits::{self, Word, bit};
use crate::board::{Board, Empty, Occupancy, Populated};
use crate::cell::{Cell, Size};
use crate::movement::{Mode, MoveKind, Step};
use crate::piece::{Color, Piece, RoleSet};

/// A word that tells what must be empty.
pub(in crate::movement) trait TableWord: Word + Into<u128> {
    fn as_between(&self) -> Between<'_>;
    /// The cells of a board that are wanted.
    fn of_wanted(wanted: Wanted) -> Self;
}

impl TableWord for u64 {
    fn as_between(&self) -> Between<'_> {
        Between::Cells(*self)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the other bits are no cells")]
    fn of_wanted(wanted: Wanted) -> Self {
        u128::of_wanted(wanted) as Self
    }
}

impl TableWord for u128 {
    fn as_between(&self) -> Between<'_> {
        Between::MoreCells(self)
    }

    fn of_wanted(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Anywhere => Self::MAX,
            Wanted::Bits(bits) => bits,
        }
    }
}

/// Where pieces get to on boards of a size.
#[derive(Clone, Debug)]
pub(in crate::movement) struct WordTable<W> {
    cells: usize,
    /// For each piece and cell where it gets to on an empty board, by each kind of move.
    reach: Vec<[W; 2]>,
    /// For each piece and cell from where it captures there.
    capturers: Vec<W>,
    /// For each two cells which must be empty for a piece to get from the first to the second.
    between: Vec<W>,
    /// For each cell those that pieces get to from there whatever is empty.
    free: Vec<W>,
}

impl<W: TableWord> WordTable<W> {
    /// The table for the steps of both colors; none if the board is too large, or if no single set
    /// of cells tells what must be empty, as where there are several routes.
    pub(super) fn new(steps: [&[(Step, RoleSet)]; 2], size: Size) -> Option<Self> {
        let cells = size.cells();
        if cells > W::BITS {
            return None;
        }
        let mut table = Self {
            cells,
            reach: vec![[W::NONE; 2]; Piece::COUNT * cells],
            capturers: vec![W::NONE; Piece::COUNT * cells],
            between: vec![!W::NONE; cells * cells],
            free: vec![W::NONE; cells],
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
        let mut passed = W::NONE;
        for to in step.reach(&Empty(size), from) {
            let (from, to) = (size.index(from), size.index(to));
            let between = &mut self.between[from * self.cells + to];
            if ![!W::NONE, passed].contains(between) {
                return None;
            }
            *between = passed;
            self.free[from] |= bit(to, passed == W::NONE);
            for role in roles.iter() {
                let piece = Piece::new(color, role);
                let first = piece.index() * self.cells;
                let reach = &mut self.reach[first + from];
                for kind in [MoveKind::Quiet, MoveKind::Capture] {
                    reach[kind as usize] |= bit(to, step.allows(kind));
                }
                self.capturers[first + to] |= bit(from, step.allows(MoveKind::Capture));
            }
            passed |= bit(to, true);
        }
        Some(())
    }

    /// [`Movement::lines`](crate::movement::Movement::lines) by words.
    pub(super) fn lines<'m, B: Populated, R>(
        &'m self,
        board: &B,
        target: usize,
        by: Color,
        (kind, past): (MoveKind, Past),
        mut visit: impl FnMut(Line<'m>) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        // Which pieces are in line is found without a branch for each.
        let in_line = bits::ones(board.word_of::<W>(by)).fold(W::NONE, |in_line, from| {
            let reach = board
                .piece_on(from)
                .map_or(W::NONE, |piece| self.reach(piece, from)[kind as usize]);
            in_line | (reach >> target & W::from(true)) << from
        });
        for from in bits::ones(in_line) {
            let between = self.between(from)[target].as_between();
            if let Some(line) = Line::past(board, from, between, past) {
                visit(line)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a piece captures from one cell on another if nothing is in its way.
    pub(super) fn may_capture(&self, piece: Piece, from: usize, target: usize) -> bool {
        self.reach(piece, from)[MoveKind::Capture as usize] & bit(target, true) != W::NONE
    }

    /// The cells from which a piece captures on all of some cells if nothing is in its way.
    pub(super) fn capturing(&self, piece: Piece, targets: &[usize]) -> Wanted {
        let capturers = |target: &usize| self.capturers[piece.index() * self.cells + target];
        Wanted::Bits(targets.iter().map(capturers).fold(!W::NONE, |all, cells| all & cells).into())
    }

    /// Where of some cells a piece can go from a cell: to which empty cells, and to which of its
    /// enemies.
    pub(super) fn destinations(&self, board: &Board, piece: Piece, from: usize, of: Wanted) -> W {
        let [own, other] = [piece.color(), !piece.color()].map(|color| board.word_of::<W>(color));
        let [quiet, capture] = self.reach(piece, from);
        let reached = quiet & !(own | other) | capture & other;
        self.open(own | other, from, reached & W::of_wanted(of))
    }

    /// Those on which no piece of the other color could capture it.
    pub(super) fn safe_destinations(
        &self,
        board: &Board,
        piece: Piece,
        from: usize,
        of: Wanted,
    ) -> W {
        let occupied = board.occupied::<W>() & !bit::<W>(from, true);
        let cells = self.destinations(board, piece, from, of);
        bits::ones(board.word_of::<W>(!piece.color())).fold(cells, |safe, from| {
            let Some(piece) = board.piece_on(from) else { return safe };
            let [_, capture] = self.reach(piece, from);
            safe & !self.open(occupied, from, capture & safe)
        })
    }

    fn reach(&self, piece: Piece, from: usize) -> [W; 2] {
        self.reach[piece.index() * self.cells + from]
    }

    fn between(&self, from: usize) -> &[W] {
        &self.between[from * self.cells..][..self.cells]
    }

    /// Those of some cells to which the way from a cell is open.
    fn open(&self, occupied: W, from: usize, cells: W) -> W {
        let (between, free) = (self.between(from), self.free[from]);
        bits::ones(cells & !free)
            .fold(cells & free, |open, to| open | bit(to, between[to] & occupied == W::NONE))
    }
}
