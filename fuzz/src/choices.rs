//! Makes choices from the bytes of an input, for structured fuzzing.

use kubikschach::board::{Board, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::piece::Color;
use kubikschach::rules::Rules;

use crate::common::pieces;

/// Sequence of choices, each made by one or two bytes. After the last byte, every choice is the
/// first alternative.
pub(crate) struct Choices<'d>(&'d [u8]);

impl<'d> Choices<'d> {
    pub(crate) const fn new(data: &'d [u8]) -> Self {
        Self(data)
    }

    pub(crate) const fn are_left(&self) -> bool {
        !self.0.is_empty()
    }

    pub(crate) const fn rest(self) -> &'d [u8] {
        self.0
    }

    fn byte(&mut self) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first)
    }

    /// Returns a number below `limit`. Takes two bytes if `limit` exceeds 256, and otherwise one.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let number = if limit > 256 { self.byte() << 8 | self.byte() } else { self.byte() };
        number % limit.max(1)
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    pub(crate) fn either(&mut self) -> bool {
        self.below(2) == 1
    }

    pub(crate) fn cell(&mut self, size: Size) -> Cell {
        size.cell(self.below(size.cells()))
    }

    pub(crate) fn color(&mut self) -> Color {
        self.pick(&Color::ALL)
    }

    pub(crate) fn setup(&mut self, rules: &Rules, size: Size, most: usize) -> Setup {
        let pieces = pieces(rules);
        let mut board = Board::new(size);
        for _ in 0..self.below(most + 1) {
            board.set(self.cell(size), Some(self.pick(&pieces)));
        }
        let holder = [None, Some(Color::White), Some(Color::Black)];
        let holder = if rules.holds().is_empty() { None } else { self.pick(&holder) };
        Setup { board, turn: Some(self.color()), holder }
    }
}
