//! Attacks by table: pieces looked up by the offset between where they stand and a cell.

use std::ops::{ControlFlow, Range};

use super::line::{Between, Line, Past};
use crate::board::Populated;
use crate::cell::{Cell, Offset, Size};
use crate::movement::{Mode, MoveKind, Step};
use crate::piece::{Color, Piece, PieceSet, RoleSet};

/// What the pieces of a color could do along each offset on boards of a size.
#[derive(Clone, Debug)]
pub(in crate::movement) struct OffsetTable {
    color: Color,
    size: Size,
    steps: Vec<(Step, RoleSet)>,
    /// The pieces that have a step along an offset.
    pieces: Vec<PieceSet>,
    /// Where the steps along an offset are listed.
    lists: Vec<Range<usize>>,
    entries: Vec<Entry>,
    /// The number of each cell: the number of an offset is a difference of two of them.
    numbers: Vec<usize>,
}

/// A step that leads along an offset when it is made this many times.
#[derive(Clone, Copy, Debug)]
struct Entry {
    step: usize,
    count: u16,
}

impl OffsetTable {
    /// The table of a color with these steps.
    pub(in crate::movement) fn new(color: Color, steps: &[(Step, RoleSet)], size: Size) -> Self {
        let mut found: Vec<(usize, Entry)> = Vec::new();
        for (nth, (step, _)) in steps.iter().enumerate() {
            let far = (1..).take_while(|&count| fits(size, step.offset * i32::from(count)));
            let most = if step.mode == Mode::Ride { usize::MAX } else { 1 };
            found.extend(far.take(most).map(|count| {
                (number_of(size, step.offset * i32::from(count)), Entry { step: nth, count })
            }));
        }
        found.sort_by_key(|(number, _)| *number);
        let offsets = (2 * size.edge() - 1).pow(3);
        let (mut pieces, mut lists) = (vec![PieceSet::default(); offsets], vec![0..0; offsets]);
        for (nth, &(number, entry)) in found.iter().enumerate() {
            let first = if lists[number].is_empty() { nth } else { lists[number].start };
            lists[number] = first..nth + 1;
            pieces[number].insert(color, steps[entry.step].1);
        }
        Self {
            color,
            size,
            steps: steps.to_vec(),
            pieces,
            lists,
            entries: found.into_iter().map(|(_, entry)| entry).collect(),
            numbers: size.iter().map(|cell| number(size, cell)).collect(),
        }
    }

    /// [`Movement::lines`](crate::movement::Movement::lines) by the table.
    pub(super) fn lines<'t, B: Populated, R>(
        &'t self,
        board: &B,
        target: usize,
        (kind, past): (MoveKind, Past),
        mut visit: impl FnMut(Line<'t>) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        let far = self.numbers[target] + number_of(self.size, Offset::ZERO);
        for from in board.board().indexes_of(self.color).chain(board.arrived()) {
            let offset = far - self.numbers[from];
            let Some(there) = board.piece_on(from) else { continue };
            if !self.pieces[offset].contains(there) {
                continue;
            }
            for entry in &self.entries[self.lists[offset].clone()] {
                let (step, roles) = &self.steps[entry.step];
                if roles.contains(there.role())
                    && step.allows(kind)
                    && step.starts_at(self.size.cell(from))
                    && let Some(line) =
                        Line::past(board, from, Between::Step(step, entry.count), past)
                {
                    visit(line)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a piece has a step, of any kind, from one cell to another.
    pub(super) fn has_step(&self, piece: Piece, from: usize, target: usize) -> bool {
        let far = self.numbers[target] + number_of(self.size, Offset::ZERO);
        self.pieces[far - self.numbers[from]].contains(piece)
    }
}

/// The number of a cell, in an order with room for all differences between two cells.
fn number(size: Size, cell: Cell) -> usize {
    let width = 2 * size.edge() - 1;
    let [file, rank, level] = [cell.file, cell.rank, cell.level].map(usize::from);
    (level * width + rank) * width + file
}

/// Whether an offset leads from a cell of the board to another.
fn fits(size: Size, offset: Offset) -> bool {
    offset.parts().iter().all(|part| (part.unsigned_abs() as usize) < size.edge())
}

/// The number of an offset: the difference of the numbers of two cells, made positive.
fn number_of(size: Size, offset: Offset) -> usize {
    let [file, rank, level] =
        offset.parts().map(|by| (size.edge() - 1).wrapping_add_signed(by as isize));
    let width = 2 * size.edge() - 1;
    (level * width + rank) * width + file
}
