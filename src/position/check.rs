//! Checks and what ends them.

use std::iter;

use crate::board::Occupancy;
use crate::cell::Cell;
use crate::movement::Step;

/// A piece that attacks a king of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check<'r> {
    /// Where the attacked king stands.
    pub king: Cell,
    /// Where the attacking piece stands.
    pub checker: Cell,
    /// The step that would take it to the king.
    pub step: &'r Step,
}

impl Check<'_> {
    /// The cells where a piece other than the king ends the check: by capture or block.
    fn answers<B: Occupancy>(&self, board: &B) -> impl Iterator<Item = Cell> {
        let blocks = self.step.breakers(board, self.checker, self.king);
        iter::once(self.checker).chain(blocks)
    }
}

/// The cells where a piece other than a king ends all checks at once.
pub(crate) fn answers<B: Occupancy>(board: &B, checks: &[Check<'_>]) -> impl Iterator<Item = Cell> {
    let (first, others) = checks.split_first().unzip();
    let ends = |check: &Check<'_>, to| check.answers(board).any(|cell| cell == to);
    let ends_others = move |&to: &Cell| others.into_iter().flatten().all(|check| ends(check, to));
    first.into_iter().flat_map(|check| check.answers(board)).filter(ends_others)
}
