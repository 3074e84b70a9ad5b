//! Errors of positions that violate an invariant of their rule set.

use std::collections::BTreeSet;
use std::fmt;

use super::checks::Checks;
use super::{Check, Position};
use crate::board::Setup;
use crate::cell::{Cell, Size};
use crate::common::{numbered, sorted};
use crate::piece::{Color, Piece};
use crate::rules::Invariant;

/// A violation of an invariant of the rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionErrorKind {
    /// The board has pieces that the rule set does not define. This error is reported alone,
    /// because the other tests need the definitions of all pieces.
    UnknownPieces {
        /// Cells of the undefined pieces.
        cells: Vec<Cell>,
    },
    /// The rule set defines no check, so that its positions have no verdict.
    NoVerdict,
    /// The board does not have the size that the rule set requires.
    WrongSize {
        /// Required size.
        expected: Size,
        /// Size of the board.
        found: Size,
    },
    /// A side has too many or too few kings.
    Kings {
        /// Side with the wrong number of kings.
        color: Color,
        /// Least number of kings that the side must have.
        least: usize,
        /// Largest number of kings that the rule set allows for the side.
        ///
        /// If the rule set gives the side to move no king, `most` is 0 and `least` is 1, because a
        /// verdict needs a king.
        most: usize,
        /// Cells of the side's kings.
        cells: Vec<Cell>,
    },
    /// Two kings attack each other.
    KingsTouch {
        /// Cell of the white king.
        white: Cell,
        /// Cell of the black king.
        black: Cell,
    },
    /// Under the Held King rule, one king holds the other on these cells, but the setup names no
    /// holder.
    HolderMissing {
        /// Cell of the white king.
        white: Cell,
        /// Cell of the black king.
        black: Cell,
    },
    /// The setup names a holder, but the kings are on cells where neither holds the other under the
    /// Held King rule.
    NoHold {
        /// Side that the setup names as the holder.
        holder: Color,
        /// Cells of the kings of both sides.
        cells: Vec<Cell>,
    },
    /// Both kings are in check.
    ///
    /// If [`PositionErrorKind::KingsTouch`] reports the attacks by kings, these do not count.
    BothInCheck {
        /// Cells of the pieces that attack the white king.
        on_white: Vec<Cell>,
        /// Cells of the pieces that attack the black king.
        on_black: Vec<Cell>,
    },
    /// The side not to move is in check, so its king could be captured at once.
    OpponentInCheck {
        /// Side that is in check.
        color: Color,
        /// Cells of the pieces that attack its kings.
        checkers: Vec<Cell>,
    },
    /// Pieces stand on cells where they must already have promoted.
    NotPromoted {
        /// Cells of the pieces that must have promoted.
        cells: Vec<Cell>,
    },
}

/// The violations of invariants in one position, at least one, with the setup of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    kinds: Vec<PositionErrorKind>,
    setup: Box<Setup>,
}

impl PositionError {
    pub(super) fn new(kinds: Vec<PositionErrorKind>, setup: Setup) -> Self {
        Self { kinds, setup: Box::new(setup) }
    }

    /// Returns the setup of the position, for example to ignore the error.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[#q,##],[##,##]")?;
    /// let position = Position::new(&rules, setup)
    ///     .unwrap_or_else(|error| Position::new_unchecked(&rules, error.into_setup()));
    /// assert!(!position.is_check());
    /// # Ok::<(), kubikschach::mistake::Mistake>(())
    /// ```
    #[must_use]
    pub fn into_setup(self) -> Setup {
        *self.setup
    }

    /// Returns the violations, at least one.
    #[must_use]
    pub fn kinds(&self) -> &[PositionErrorKind] {
        &self.kinds
    }

    /// Returns the cells of all violations, sorted and without repeats.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        sorted(self.kinds.iter().flat_map(PositionErrorKind::cells))
    }
}

impl fmt::Display for PositionErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPieces { cells } => {
                let found = numbered(cells.len(), "other");
                write!(f, "expected only pieces of the rule set, but found {found}")
            }
            Self::NoVerdict => f.write_str("the rules define no check, so there is no verdict"),
            Self::WrongSize { expected, found } => {
                let [expected, found] = [expected, found].map(|size| size.edge());
                write!(f, "expected a board of {expected} cells per edge, but found one of {found}")
            }
            Self::Kings { color, least, most, .. } if least > most => {
                let name = color.name();
                write!(f, "{color} is to move, but the rule set allows no {name} king")
            }
            Self::Kings { color, least, most, cells } => {
                let expected = match (least, most) {
                    (least, most) if least == most => format!("{least}"),
                    (0, most) => format!("at most {most}"),
                    (least, most) => format!("{least} to {most}"),
                };
                let color = color.name();
                let kings = if *most == 1 { "king" } else { "kings" };
                write!(f, "expected {expected} {color} {kings}, but found ")?;
                match cells.len() {
                    0 => f.write_str("none"),
                    found => write!(f, "{found}"),
                }
            }
            Self::KingsTouch { .. } => f.write_str("the kings attack each other"),
            Self::HolderMissing { .. } => f.write_str(
                "expected the holder, the side whose king holds the other (`w` or `b`), but found none",
            ),
            Self::NoHold { holder, .. } => {
                let holder = holder.name();
                write!(f, "the {holder} king can't hold the other king from its cell")
            }
            Self::BothInCheck { .. } => f.write_str("both kings are in check"),
            Self::OpponentInCheck { color, .. } => {
                write!(f, "the {} king is in check, but {} is to move", color.name(), !*color)
            }
            Self::NotPromoted { cells } => match cells.len() {
                1 => f.write_str("a piece has not promoted on a cell where it must"),
                found => write!(f, "{found} pieces have not promoted on cells where they must"),
            },
        }
    }
}

impl PositionErrorKind {
    /// Returns the cells that the violation concerns; empty if it concerns the whole board or the
    /// rule set.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Self::NoVerdict | Self::WrongSize { .. } => Vec::new(),
            Self::UnknownPieces { cells }
            | Self::Kings { cells, .. }
            | Self::NoHold { cells, .. }
            | Self::NotPromoted { cells } => cells.clone(),
            Self::KingsTouch { white, black } | Self::HolderMissing { white, black } => {
                vec![*white, *black]
            }
            Self::BothInCheck { on_white, on_black } => [&on_white[..], on_black].concat(),
            Self::OpponentInCheck { checkers, .. } => checkers.clone(),
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use PositionErrorKind::KingsTouch;
        for (nth, kind) in self.kinds.iter().enumerate() {
            let before = nth.checked_sub(1).map(|before| &self.kinds[before]);
            // Several pairs of kings may attack each other; one sentence covers them.
            if let (Some(KingsTouch { .. }), KingsTouch { .. }) = (before, kind) {
                continue;
            }
            f.write_str(if nth > 0 { "; " } else { "" })?;
            kind.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// Checks that the position satisfies the invariants of its rule set and has a verdict.
    ///
    /// # Errors
    /// Returns all violations, if any. A side to move without a king is a violation, even if the
    /// rule set allows a side to have no king.
    pub fn validate(&self) -> Result<(), PositionError> {
        self.expect_none(self.errors())
    }

    /// Checks that a game can continue from the position.
    ///
    /// The position must satisfy [`Position::validate`]. The side not to move must not be in check,
    /// because kings are never captured.
    ///
    /// # Errors
    /// Returns all violations, if any.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[k##,###,###],[#Q#,###,###],[###,###,K##] w")?;
    /// let position = Position::new(&rules, setup)?;
    /// assert!(!position.is_checkmate());
    /// let error = position.validate_playable().expect_err("White could capture the king");
    /// assert_eq!(error.to_string(), "the black king is in check, but White is to move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn validate_playable(&self) -> Result<(), PositionError> {
        self.expect_none(self.errors_of(|invariant| {
            invariant == Invariant::OpponentNotInCheck || self.has_invariant(invariant)
        }))
    }

    /// Checks that the setup names a holder if and only if one king holds the other under the Held
    /// King rule.
    ///
    /// Other invariants are not checked, so the method also accepts boards without kings.
    ///
    /// # Errors
    /// Returns an error if the holder is missing or impossible.
    pub fn validate_holder(&self) -> Result<(), PositionError> {
        self.expect_none(self.hold_error().into_iter().collect())
    }

    fn expect_none(&self, kinds: Vec<PositionErrorKind>) -> Result<(), PositionError> {
        if kinds.is_empty() {
            return Ok(());
        }
        Err(PositionError::new(kinds, self.clone().into_setup()))
    }

    /// Returns the violations that [`Position::validate`] reports.
    pub(super) fn errors(&self) -> Vec<PositionErrorKind> {
        self.errors_of(|invariant| self.has_invariant(invariant))
    }

    fn has_invariant(&self, invariant: Invariant) -> bool {
        self.rules.verdict().is_some_and(|verdict| verdict.invariants.contains(&invariant))
    }

    fn errors_of(&self, demands: impl Fn(Invariant) -> bool) -> Vec<PositionErrorKind> {
        let Some(verdict) = self.rules.verdict() else {
            return vec![PositionErrorKind::NoVerdict];
        };
        let mut errors = Vec::new();
        let found = self.board.size();
        if let Some(expected) = self.rules.size().filter(|size| *size != found) {
            errors.push(PositionErrorKind::WrongSize { expected, found });
        }
        for color in Color::ALL {
            let (least, most) = verdict.kings[color as usize].clone().into_inner();
            let least = if color == self.turn { least.max(1) } else { least };
            let cells = self.kings(color);
            if !(least..=most).contains(&cells.len()) {
                let cells = cells.to_vec();
                errors.push(PositionErrorKind::Kings { color, least, most, cells });
            }
        }
        errors.extend(self.hold_error());
        errors.extend(self.check_errors(&demands));
        if demands(Invariant::PromotionsMade) {
            errors.extend(self.promotion_error());
        }
        errors
    }

    fn promotion_error(&self) -> Option<PositionErrorKind> {
        let size = self.board.size();
        let late = |(cell, piece): &(Cell, Piece)| self.rules.promotes(*piece, size, *cell);
        let cells: Vec<Cell> = self.board.pieces().filter(late).map(|(cell, _)| cell).collect();
        (!cells.is_empty()).then_some(PositionErrorKind::NotPromoted { cells })
    }

    /// Returns the errors about checks. `demands` returns `true` for each invariant to test.
    ///
    /// A check on the side not to move gives a [`PositionErrorKind::OpponentInCheck`] error only if
    /// no other error in the result reports this check.
    fn check_errors(&self, demands: impl Fn(Invariant) -> bool) -> Vec<PositionErrorKind> {
        let mut errors = Vec::new();
        let color = !self.turn;
        if self.kings(color).is_empty() {
            return errors;
        }
        let checks = Color::ALL.map(|color| self.checks_on(color));
        let is_by_king = |check: &Check| self.is_king(self.board.size().index(check.checker));
        let kings_touch = demands(Invariant::KingsApart) && checks.iter().flatten().any(is_by_king);
        if kings_touch {
            let pairs = checks.iter().flatten().filter(|check| is_by_king(check));
            let pairs: BTreeSet<[Cell; 2]> = pairs.map(|check| self.pair(check)).collect();
            let touch = |[white, black]: [Cell; 2]| PositionErrorKind::KingsTouch { white, black };
            errors.extend(pairs.into_iter().map(touch));
        }
        let counts = |check: &Check| !(kings_touch && is_by_king(check));
        let both_in_check =
            demands(Invariant::OneCheck) && checks.iter().all(|side| side.iter().any(counts));
        if both_in_check {
            let checkers = |side: &Checks| {
                let counted = side.iter().filter(|check| counts(check));
                counted.map(|check| check.checker).collect()
            };
            let [on_white, on_black] = [&checks[0], &checks[1]].map(checkers);
            errors.push(PositionErrorKind::BothInCheck { on_white, on_black });
        }
        let is_reported = |check: &Check| both_in_check || !counts(check);
        let on_opponent = &checks[color as usize];
        if demands(Invariant::OpponentNotInCheck) && !on_opponent.iter().all(is_reported) {
            let checkers = sorted(on_opponent.iter().map(|check| check.checker));
            errors.push(PositionErrorKind::OpponentInCheck { color, checkers });
        }
        errors
    }

    /// Returns the cells of the white and the black king, for a check that one king gives to the
    /// other.
    fn pair(&self, Check { king, checker }: &Check) -> [Cell; 2] {
        let is_white = self.is_king_of(Color::White, self.board.size().index(*king));
        if is_white { [*king, *checker] } else { [*checker, *king] }
    }
}
