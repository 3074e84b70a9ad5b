//! The Held King: a king that enters where the other king is holds it there.
//!
//! The rule is that of 3D Great Shatranj (Joe Joyce). A hold is history: who holds is part of the
//! position, and is known exactly while the kings stand so that one must.

use super::{Position, PositionErrorKind};
use crate::board::Move;
use crate::cell::Cell;
use crate::piece::Color;
use crate::rules::Hold;

impl Position {
    /// Who holds after a move of the side to move: a king that enters where the other king is
    /// holds it; one that moves within that place changes nothing.
    pub(super) fn holder_after(&self, mv: Move) -> Option<Color> {
        if !self.kings(self.turn).contains(&mv.from) {
            return self.holder;
        }
        let [Some(own), Some(other)] = [self.turn, !self.turn].map(|color| self.only_king(color))
        else {
            return None;
        };
        match (self.occasion(own, other), self.occasion(mv.to, other)) {
            (_, None) => None,
            (before, after) if before == after => self.holder,
            _ => Some(self.turn),
        }
    }

    /// Returns `true` if a king on `from` is held so that it may not move to `to`.
    #[must_use]
    pub fn is_held_from(&self, from: Cell, to: Cell) -> bool {
        if self.holder != Some(!self.turn) || !self.kings(self.turn).contains(&from) {
            return false;
        }
        match self.hold() {
            Some(Hold::Level) => to.level != from.level,
            Some(Hold::Column) => (to.file, to.rank) != (from.file, from.rank),
            None => false,
        }
    }

    /// The occasion on which one king holds the other now.
    #[must_use]
    pub fn hold(&self) -> Option<Hold> {
        self.occasion(self.only_king(Color::White)?, self.only_king(Color::Black)?)
    }

    /// Returns the error of a missing or impossible holder, if there is one.
    pub(super) fn hold_error(&self) -> Option<PositionErrorKind> {
        if self.rules.holds().is_empty() && self.holder.is_none() {
            return None;
        }
        let kings = Color::ALL.map(|color| self.only_king(color));
        match (self.hold(), self.holder, kings) {
            (Some(_), None, [Some(white), Some(black)]) => {
                Some(PositionErrorKind::HolderMissing { white, black })
            }
            (None, Some(holder), _) => {
                let cells = [self.kings(Color::White), self.kings(Color::Black)].concat();
                Some(PositionErrorKind::NoHold { holder, cells })
            }
            _ => None,
        }
    }

    fn occasion(&self, one: Cell, other: Cell) -> Option<Hold> {
        self.rules.holds().iter().copied().find(|hold| match hold {
            Hold::Level => one.level == other.level,
            Hold::Column => (one.file, one.rank) == (other.file, other.rank),
        })
    }

    fn only_king(&self, color: Color) -> Option<Cell> {
        match self.kings(color) {
            [king] => Some(*king),
            _ => None,
        }
    }
}
