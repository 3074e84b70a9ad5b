//! Attacks: which pieces could go to a cell, and what keeps others from it.
//!
//! Every question about them is answered here, in ways that callers can't tell apart. By rays: each
//! step is followed back from the cell to the first piece. By table: each piece is looked up by the
//! offset between the two cells, which says whether it would get there if nothing stood in its way;
//! few of them would. Rays cost the same for a lone piece as for a hundred, the table costs the
//! same for all sizes of boards. On boards of up to 128 cells sets of cells, as the bits of words,
//! tell the same faster.
//!
//! Cells go by their indexes here; see [`Size::index`].

mod line;
mod rays;
mod table;
mod wanted;
mod words;

use std::ops::ControlFlow;

pub(crate) use self::line::{Cells, Line, Obstruction, Past};
pub(super) use self::rays::Ray;
use self::table::OffsetTable;
pub(crate) use self::wanted::Wanted;
use self::words::WordTable;
use super::{MoveKind, Movement};
use crate::bits;
use crate::board::{After, Board, Populated};
use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece};

/// Tables are made for boards with at most this many cells along an edge.
pub(super) const MOST_EDGE: usize = 16;

/// What is known beforehand of attacks on small boards of a size.
#[derive(Clone, Debug)]
pub(super) enum Tables {
    Words(WordTable<u64>),
    MoreWords(WordTable<u128>),
    Offsets([OffsetTable; 2]),
}

impl Movement {
    /// The tables for boards of a size, if it is small enough.
    fn tables(&self, size: Size) -> Option<&Tables> {
        let tables = self.tables.get(size.edge())?;
        Some(tables.get_or_init(|| Box::new(self.new_tables(size))))
    }

    fn new_tables(&self, size: Size) -> Tables {
        let steps = Color::ALL.map(|color| self.steps(color));
        let words = || WordTable::new(steps, size).map(Tables::Words);
        let more_words = || WordTable::new(steps, size).map(Tables::MoreWords);
        words().or_else(more_words).unwrap_or_else(|| {
            let table = |color| OffsetTable::new(color, self.steps(color), size);
            Tables::Offsets(Color::ALL.map(table))
        })
    }

    /// Visits the pieces of a color that could make a move of a kind to a cell, whatever stands
    /// there, if no more than `past` stood in their way. A piece with several ways is visited with
    /// each.
    pub(crate) fn lines<'m, B: Populated, R>(
        &'m self,
        board: &B,
        target: usize,
        by: Color,
        (kind, past): (MoveKind, Past),
        visit: impl FnMut(Line<'m>) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        match self.tables(board.size()) {
            Some(Tables::Words(words)) => words.lines(board, target, by, (kind, past), visit),
            Some(Tables::MoreWords(words)) => words.lines(board, target, by, (kind, past), visit),
            Some(Tables::Offsets(tables)) => {
                tables[by as usize].lines(board, target, (kind, past), visit)
            }
            None => self.rays(board, target, by, (kind, past), visit),
        }
    }

    /// Visits the pieces of a color that can make a move of a kind to a cell, whatever stands
    /// there.
    pub(crate) fn attackers<B: Populated, R>(
        &self,
        board: &B,
        target: usize,
        by: Color,
        kind: MoveKind,
        mut visit: impl FnMut(usize) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        self.lines(board, target, by, (kind, Past::Nothing), |line| visit(line.from))
    }

    /// Whether a piece of a color could capture on a cell, whatever stands there.
    pub(crate) fn is_attacked<B: Populated>(&self, board: &B, target: usize, by: Color) -> bool {
        let attack = |_| ControlFlow::Break(());
        self.attackers(board, target, by, MoveKind::Capture, attack).is_break()
    }

    /// Whether a piece on a cell might capture on another, as far as a table tells: if not, it can't.
    pub(crate) fn may_capture(&self, size: Size, piece: Piece, from: usize, target: usize) -> bool {
        match self.tables(size) {
            Some(Tables::Words(words)) => words.may_capture(piece, from, target),
            Some(Tables::MoreWords(words)) => words.may_capture(piece, from, target),
            Some(Tables::Offsets(tables)) => {
                tables[piece.color() as usize].has_step(piece, from, target)
            }
            None => true,
        }
    }

    /// The cells from which a piece might capture on all of some others; from the rest it can't.
    pub(crate) fn capturing(&self, size: Size, piece: Piece, targets: &[usize]) -> Wanted {
        match self.tables(size) {
            Some(Tables::Words(words)) => words.capturing(piece, targets),
            Some(Tables::MoreWords(words)) => words.capturing(piece, targets),
            _ => Wanted::Anywhere,
        }
    }

    /// Visits the cells a piece could go to from a cell: empty ones, and those with an enemy if the
    /// rules know `captures`; if only some are `wanted` perhaps no others. Roles that
    /// [`Movement::overlapping`] has may visit one twice.
    pub(crate) fn destinations_on<R>(
        &self,
        board: &Board,
        (piece, from): (Piece, usize),
        captures: bool,
        wanted: Wanted,
        mut visit: impl FnMut(usize) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        let size = board.size();
        match self.tables(size) {
            Some(Tables::Words(words)) if captures => {
                bits::ones(words.destinations(board, piece, from, wanted)).try_for_each(visit)
            }
            Some(Tables::MoreWords(words)) if captures => {
                bits::ones(words.destinations(board, piece, from, wanted)).try_for_each(visit)
            }
            _ => {
                let mut cells =
                    self.destinations_with_repeats(board, piece, size.cell(from), captures);
                cells.try_for_each(|to| visit(size.index(to)))
            }
        }
    }

    /// Visits those of the destinations of a piece where the other color could not capture it.
    pub(crate) fn safe_destinations_on<R>(
        &self,
        board: &Board,
        (piece, from): (Piece, usize),
        captures: bool,
        wanted: Wanted,
        mut visit: impl FnMut(usize) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        match self.tables(board.size()) {
            Some(Tables::Words(words)) if captures => {
                bits::ones(words.safe_destinations(board, piece, from, wanted)).try_for_each(visit)
            }
            Some(Tables::MoreWords(words)) if captures => {
                bits::ones(words.safe_destinations(board, piece, from, wanted)).try_for_each(visit)
            }
            _ => self.destinations_on(board, (piece, from), captures, wanted, |to| {
                if self.is_attacked(&After::by_index(board, from, to), to, !piece.color()) {
                    ControlFlow::Continue(())
                } else {
                    visit(to)
                }
            }),
        }
    }

    /// The pieces of a color that could make a move of a kind to a cell if others were not in
    /// their way, each with the cells of those that are.
    pub(crate) fn blocked_attackers(
        &self,
        board: &Board,
        target: Cell,
        by: Color,
        kind: MoveKind,
    ) -> Vec<(Cell, Vec<Cell>)> {
        let (size, mut blocked) = (board.size(), Vec::new());
        let everything = (kind, Past::Everything);
        let _ = self.lines(board, size.index(target), by, everything, |line| {
            if line.obstruction != Obstruction::None {
                let blockers = line.blockers(board).into_iter().map(|index| size.cell(index));
                blocked.push((size.cell(line.from), blockers.collect()));
            }
            ControlFlow::<()>::Continue(())
        });
        blocked
    }
}
