//! The Held King rule of 3D Great Shatranj (Joe Joyce).
//!
//! A king that enters the level or column of the other king holds the other king there. The rule
//! set defines whether shared levels, shared columns or both make a hold. The board does not show
//! which king entered, so a position stores the holder. A position has a holder if and only if the
//! kings share a level or column that makes a hold.

use super::{Position, PositionErrorKind};
use crate::board::Move;
use crate::cell::Cell;
use crate::piece::Color;
use crate::rules::Hold;

impl Position {
    /// Returns the holder after a move of the side to move; `None` if neither king holds the other
    /// after the move.
    ///
    /// A king that enters the level or column of the other king becomes the holder. A king that
    /// moves within the shared level or column leaves the holder unchanged.
    pub(crate) fn holder_after(&self, mv: Move) -> Option<Color> {
        if !self.kings(self.turn).contains(&mv.from) {
            return self.holder;
        }
        let [Some(own), Some(other)] = [self.turn, !self.turn].map(|color| self.only_king(color))
        else {
            return None;
        };
        match (self.rules.hold_between(own, other), self.rules.hold_between(mv.to, other)) {
            (_, None) => None,
            (before, after) if before == after => self.holder,
            _ => Some(self.turn),
        }
    }

    /// Returns `true` if a king of the side to move is on `from` and a hold forbids its move to
    /// `to`.
    ///
    /// A held king may not leave the level or column that the kings share.
    #[must_use]
    pub fn is_held_from(&self, from: Cell, to: Cell) -> bool {
        if self.holder != Some(!self.turn) || !self.kings(self.turn).contains(&from) {
            return false;
        }
        self.hold().is_some_and(|hold| !hold.joins(from.offset_to(to)))
    }

    /// Returns the kind of hold between the kings: by a shared level or by a shared column.
    ///
    /// Returns `None` if the kings share no level or column that makes a hold under the rule set,
    /// or if a side does not have exactly one king.
    #[must_use]
    pub fn hold(&self) -> Option<Hold> {
        self.rules.hold_between(self.only_king(Color::White)?, self.only_king(Color::Black)?)
    }

    /// Returns an error if the holder is missing, or if there is a holder although neither king can
    /// hold the other.
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

    fn only_king(&self, color: Color) -> Option<Cell> {
        match self.kings(color) {
            [king] => Some(*king),
            _ => None,
        }
    }
}
