//! Checks on the kings of a position, now and after a move.

use smallvec::SmallVec;

use super::{Check, Position};
use crate::board::{After, Move};
use crate::control::{Control, Stopped};
use crate::movement::{Line, Lines, MoveKind};
use crate::piece::Color;

pub(super) type Checks = SmallVec<[Check; 4]>;

impl Position {
    /// Returns the checks on the kings of the side to move, sorted by king, then by checker.
    #[must_use]
    pub fn checks(&self) -> Vec<Check> {
        self.checks_on(self.turn).into_vec()
    }

    pub(super) fn checks_on(&self, color: Color) -> Checks {
        let (size, mut checks) = (self.board.size(), Checks::new());
        let check =
            |line: Line<'_>| Check { king: size.cell(line.to), checker: size.cell(line.from) };
        let attacks = self.movement.attacks(&self.board, !color);
        checks.extend(attacks.filter(|line| self.is_king_of(color, line.to)).map(check));
        checks.sort_unstable();
        checks.dedup();
        checks
    }

    /// Returns `true` if the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_in_check(self.turn)
    }

    /// Returns `true` if `side` is in check, whichever side is to move.
    #[must_use]
    pub fn is_in_check(&self, side: Color) -> bool {
        self.king_indexes(side).any(|king| self.movement.is_attacked(&self.board, king, !side))
    }

    /// Returns the attacks of enemy pieces on the kings of the side to move after the move `mv`.
    ///
    /// A piece with several open ways to a king has a [`Line`] for each.
    pub(crate) fn checks_after(&self, mv: Move) -> Lines<'_> {
        self.checks_after_with(mv, &Control::FREE).unwrap_or_default()
    }

    /// Returns the attacks as [`Position::checks_after`] does, and lets `control` stop the search.
    pub(crate) fn checks_after_with(
        &self,
        mv: Move,
        control: &Control<'_>,
    ) -> Result<Lines<'_>, Stopped> {
        let (size, after) = (self.board.size(), After::new(&self.board, mv));
        let mut checks = Lines::new();
        for &king in self.kings(self.turn) {
            control.tick(0)?;
            let king = size.index(if king == mv.from { mv.to } else { king });
            let lines = self.movement.lines_to(&after, king, !self.turn, MoveKind::Capture);
            checks.extend(lines.filter(|line| line.is_open(&after)));
        }
        Ok(checks)
    }
}
