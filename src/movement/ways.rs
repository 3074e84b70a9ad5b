//! The ways from one cell to another, found by the difference of the two cells.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::line::{Between, Line};
use super::{Mode, MoveKind, Step};
use crate::cell::{Cell, Offset, Size};
use crate::piece::Piece;

/// The ways of all pieces on boards of one size, by the difference between the keys of two cells.
///
/// On a board with n cells along an edge, the key of a cell is `(level * s + rank) * s + file` for
/// s = 2n − 1. So each offset between two cells has a difference of its own, as on 0x88 boards.
#[derive(Debug)]
pub(super) struct Ways {
    /// The key of each cell, by [`Size::index`].
    keys: Vec<i32>,
    /// The largest key, which is added to differences to make them positive.
    most: i32,
    /// For each difference of keys, an index in `entries`.
    at: Vec<u32>,
    /// The ways that lead over an offset. The first entry has none; equal entries are shared.
    entries: Vec<Entry>,
    /// The lame steps, which [`Passed::Lame`] numbers.
    lame: Vec<Step>,
}

type Entry = SmallVec<[Way; 1]>;

/// A way to go over an offset, and the pieces that can go this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Way {
    quiet: PieceSet,
    captures: PieceSet,
    passed: Passed,
}

/// The cells that a way passes between its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Passed {
    /// The cells at the first `count - 1` multiples of a stride.
    Straight { stride: i32, count: u16 },
    /// The cells of the paths of a lame step.
    Lame(u32),
}

/// A set of pieces, one bit for each [`Piece::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    const fn new(passed: Passed) -> Self {
        Self { quiet: PieceSet(0), captures: PieceSet(0), passed }
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
        let (found, lame) = collect(steps, size);
        let first = Cell::new(0, 0, 0);
        let keys: Vec<i32> = size.iter().map(|cell| key(size, first.offset_to(cell))).collect();
        let most = keys[keys.len() - 1];
        let mut table = Self {
            at: vec![0; index(2 * most) + 1],
            most,
            keys,
            entries: vec![Entry::new()],
            lame,
        };
        let mut known: HashMap<Entry, u32> = HashMap::new();
        for (offset, entry) in found {
            let next = u32::try_from(table.entries.len()).expect("a board has fewer offsets");
            let number = *known.entry(entry).or_insert_with_key(|entry| {
                table.entries.push(entry.clone());
                next
            });
            table.at[index(most + key(size, offset))] = number;
        }
        table
    }

    /// Returns a line for each way by which `piece` goes from `from` to `to` on an empty board, by
    /// a move of this kind.
    #[inline]
    pub(super) fn lines(
        &self,
        piece: Piece,
        from: usize,
        to: usize,
        kind: MoveKind,
    ) -> impl Iterator<Item = Line<'_>> {
        let difference = index(self.keys[to] - self.keys[from] + self.most);
        let entry = &self.entries[self.at[difference] as usize];
        entry.iter().filter(move |way| way.pieces(kind).contains(piece)).map(move |way| {
            let between = match way.passed {
                Passed::Straight { stride, count } => Between::Straight { stride, count },
                Passed::Lame(step) => Between::Lame(&self.lame[step as usize]),
            };
            Line { from, to, between }
        })
    }
}

/// Returns the ways over each offset that fits on a board, and the lame steps among them.
fn collect<'s>(
    steps: impl Iterator<Item = (Piece, &'s Step)>,
    size: Size,
) -> (HashMap<Offset, Entry>, Vec<Step>) {
    let (mut found, mut lame) = (HashMap::<Offset, Entry>::new(), Vec::new());
    let mut numbers: HashMap<&Step, u32> = HashMap::new();
    for (piece, step) in steps {
        let (offset, stride) = (step.offset(), size.stride(step.offset()));
        let stride = i32::try_from(stride).unwrap_or_default();
        for count in 1..=step.most_repeats(size) {
            let passed = match step.mode() {
                Mode::Leap | Mode::Ride => Passed::Straight { stride, count },
                Mode::Lame => Passed::Lame(*numbers.entry(step).or_insert_with(|| {
                    lame.push(step.clone());
                    u32::try_from(lame.len() - 1).expect("a rule set has fewer steps")
                })),
            };
            let entry = found.entry(offset * count.into()).or_default();
            match entry.iter_mut().find(|way| way.passed == passed) {
                Some(way) => way.insert(piece, step),
                None => {
                    let mut way = Way::new(passed);
                    way.insert(piece, step);
                    entry.push(way);
                }
            }
        }
    }
    (found, lame)
}

/// Returns the difference between the keys of two cells at this offset.
fn key(size: Size, Offset { file, rank, level }: Offset) -> i32 {
    let side = 2 * i32::try_from(size.edge()).expect("an edge is short") - 1;
    (level * side + rank) * side + file
}

/// Returns a number that is never negative as an index.
const fn index(difference: i32) -> usize {
    difference.cast_unsigned() as usize
}
