//! The ways from one cell to another, found by the difference of the two cells.

use std::collections::HashMap;
use std::iter;

use super::line::{Line, Passed};
use super::{Mode, MoveKind, Step};
use crate::cell::{Cell, Offset, Size};
use crate::piece::Piece;

/// The ways of all pieces on boards of one size, by the difference between the keys of two cells.
///
/// On a board with n cells along an edge, the key of a cell is `(level * s + rank) * s + file` for
/// s = 2n − 1. So each offset between two cells has a difference of its own, as on 0x88 boards.
#[derive(Debug)]
pub(super) struct Ways {
    size: Size,
    /// Key of each cell, by [`Size::index`].
    keys: Vec<i32>,
    /// Largest key, which is added to differences to make them positive.
    most: i32,
    /// For each difference of keys, the number of the first way over that offset.
    at: Vec<Number>,
    /// Ways, numbered from 1.
    numbered: Vec<Way>,
    /// Lame steps, which [`Passed::Lame`] numbers from 0.
    lame: Vec<Step>,
}

/// The number of a way; 0 stands for no way.
type Number = u32;

/// A way to go over an offset, and the pieces that can go this way.
#[derive(Clone, Copy, Debug)]
struct Way {
    quiet: PieceSet,
    captures: PieceSet,
    passed: Passed<Number>,
    /// Number of the next way over the same offset; 0 after the last way.
    next: Number,
}

/// A set of pieces, one bit for each [`Piece::index`].
#[derive(Clone, Copy, Debug)]
struct PieceSet(u64);

impl PieceSet {
    const fn insert(&mut self, piece: Piece) {
        self.0 |= 1 << piece.index();
    }

    const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 == 1
    }
}

impl Way {
    const fn new(passed: Passed<Number>, next: Number) -> Self {
        Self { quiet: PieceSet(0), captures: PieceSet(0), passed, next }
    }

    fn insert(&mut self, piece: Piece, step: &Step) {
        if step.allows(MoveKind::Quiet) {
            self.quiet.insert(piece);
        }
        if step.allows(MoveKind::Capture) {
            self.captures.insert(piece);
        }
    }

    const fn pieces(&self, kind: MoveKind) -> PieceSet {
        match kind {
            MoveKind::Quiet => self.quiet,
            MoveKind::Capture => self.captures,
        }
    }
}

impl Ways {
    /// Creates the table of all `steps`, each with a piece that can make it.
    pub(super) fn new<'s>(steps: impl Iterator<Item = (Piece, &'s Step)>, size: Size) -> Self {
        let first = Cell::new(0, 0, 0);
        let keys: Vec<i32> = size.iter().map(|cell| key(size, first.offset_to(cell))).collect();
        let most = keys[keys.len() - 1];
        let at = vec![0; index(2 * most) + 1];
        let mut table = Self { size, keys, most, at, numbered: Vec::new(), lame: Vec::new() };
        let mut lame = HashMap::new();
        for (piece, step) in steps {
            let stride = step.stride(size);
            for count in 1..=step.most_repeats(size) {
                let passed = match step.mode() {
                    Mode::Leap | Mode::Ride => Passed::Straight { stride, count },
                    Mode::Lame => Passed::Lame(*lame.entry(step).or_insert_with(|| {
                        table.lame.push(step.clone());
                        number(table.lame.len() - 1)
                    })),
                };
                table.way_over(step.offset() * count.into(), passed).insert(piece, step);
            }
        }
        table
    }

    /// Returns the way over an offset that passes these cells, adding it if there is none.
    fn way_over(&mut self, offset: Offset, passed: Passed<Number>) -> &mut Way {
        let at = index(self.most + key(self.size, offset));
        let mut known = self.at[at];
        while let Some(way) = self.way(known).filter(|way| way.passed != passed) {
            known = way.next;
        }
        if known == 0 {
            self.numbered.push(Way::new(passed, self.at[at]));
            known = number(self.numbered.len());
            self.at[at] = known;
        }
        &mut self.numbered[known as usize - 1]
    }

    /// Returns the lines to one cell.
    #[inline]
    pub(super) fn to(&self, to: usize) -> LinesTo<'_> {
        LinesTo { ways: self, to, key: self.keys[to] + self.most }
    }

    /// Returns the lame step with this number, or `None` if it may not start on `from`.
    fn lame_from(&self, from: usize, number: Number) -> Option<&Step> {
        let step = &self.lame[number as usize];
        step.starts_at(self.size.cell(from)).then_some(step)
    }

    fn way(&self, number: Number) -> Option<&Way> {
        self.numbered.get((number as usize).wrapping_sub(1))
    }
}

/// The lines of all pieces to one cell.
#[derive(Clone, Copy)]
pub(super) struct LinesTo<'m> {
    ways: &'m Ways,
    to: usize,
    /// Key of the cell plus the largest key.
    key: i32,
}

impl<'m> LinesTo<'m> {
    /// Returns a line for each way by which `piece` goes from `from` to the end of these lines on
    /// an empty board, by a move of this kind.
    #[inline]
    pub(super) fn from(
        self,
        from: usize,
        piece: Piece,
        kind: MoveKind,
    ) -> impl Iterator<Item = Line<'m>> {
        let Self { ways, to, key } = self;
        let first = ways.way(ways.at[index(key - ways.keys[from])]);
        iter::successors(first, |way| ways.way(way.next))
            .filter(move |way| way.pieces(kind).contains(piece))
            .filter_map(move |way| {
                let passed = match way.passed {
                    Passed::Straight { stride, count } => Passed::Straight { stride, count },
                    Passed::Lame(number) => Passed::Lame(ways.lame_from(from, number)?),
                };
                Some(Line { from, to, passed })
            })
    }
}

/// Returns the difference between the keys of two cells at this offset.
fn key(size: Size, Offset { file, rank, level }: Offset) -> i32 {
    let span = 2 * i32::try_from(size.edge()).expect("an edge is short") - 1;
    (level * span + rank) * span + file
}

/// Converts a number that must not be negative to an index.
const fn index(difference: i32) -> usize {
    difference.cast_unsigned() as usize
}

fn number(count: usize) -> Number {
    Number::try_from(count).expect("a rule set has fewer steps")
}
