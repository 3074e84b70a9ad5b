//! Invariants: what a rule set demands of every position, and how a position breaks it.

use std::collections::BTreeSet;
use std::fmt;

use super::legality::Checks;
use super::{Check, Position};
use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece};
use crate::rules::Invariant;
use crate::words::numbered;

/// A way in which a position breaks an invariant of its rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionErrorKind {
    /// Pieces that the rule set doesn't define, as those of another one. It is the only error then, as
    /// no other question can be asked about them.
    UnknownPieces {
        /// The cells of the pieces.
        cells: Vec<Cell>,
    },
    /// The rule set has no check and so no verdict.
    NoVerdict,
    /// The rule set has boards of one size, and this is another.
    WrongSize {
        /// The size of its boards.
        expected: Size,
        /// The size of this one.
        found: Size,
    },
    /// A side has too many or too few kings.
    Kings {
        /// The side.
        color: Color,
        /// The least number of kings it must have.
        least: usize,
        /// The most it may have; less than the least, if it is to move and may have none.
        most: usize,
        /// The kings it has.
        cells: Vec<Cell>,
    },
    /// Two kings attack each other.
    KingsTouch {
        /// The cell of the white king.
        white: Cell,
        /// The cell of the black king.
        black: Cell,
    },
    /// The kings stand so that one holds the other, but it is not said which.
    HolderMissing {
        /// The cell of the white king.
        white: Cell,
        /// The cell of the black king.
        black: Cell,
    },
    /// A king is said to hold the other, but they do not stand so.
    NoHold {
        /// The side whose king should hold.
        holder: Color,
        /// The kings.
        cells: Vec<Cell>,
    },
    /// Both kings are in check by other pieces than kings.
    BothInCheck {
        /// The pieces that attack the white king.
        on_white: Vec<Cell>,
        /// The pieces that attack the black king.
        on_black: Vec<Cell>,
    },
    /// The side not to move is in check, so its king could be captured at once.
    OpponentInCheck {
        /// The side that is in check.
        color: Color,
        /// The pieces that attack its kings.
        checkers: Vec<Cell>,
    },
    /// Pieces stand on cells where they would have had to promote.
    NotPromoted {
        /// The cells of the pieces.
        cells: Vec<Cell>,
    },
}

/// Every invariant that a position breaks, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    kinds: Vec<PositionErrorKind>,
}

impl PositionError {
    /// Returns the broken promises, each with its cells.
    #[must_use]
    pub fn kinds(&self) -> &[PositionErrorKind] {
        &self.kinds
    }

    /// The cells it is about, each once and in their order.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.kinds.iter().flat_map(PositionErrorKind::cells).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl From<PositionErrorKind> for PositionError {
    fn from(kind: PositionErrorKind) -> Self {
        Self { kinds: vec![kind] }
    }
}

impl fmt::Display for PositionErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPieces { cells } => {
                let found = numbered(cells.len(), "other");
                write!(f, "expected pieces of the rule set, but found {found}")
            }
            Self::NoVerdict => f.write_str("the rules define no check, so there is no verdict"),
            Self::WrongSize { expected, found } => {
                let [expected, found] = [expected, found].map(|size| size.edge());
                write!(f, "expected a board of {expected} cells an edge, but found one of {found}")
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
                "expected the side whose king holds the other (`w` or `b`), but found none",
            ),
            Self::NoHold { holder, .. } => {
                let holder = holder.name();
                write!(f, "the {holder} king can't hold the other from where they stand")
            }
            Self::BothInCheck { .. } => f.write_str("both kings are in check"),
            Self::OpponentInCheck { color, .. } => {
                write!(f, "the {} king is in check, but {} is to move", color.name(), !*color)
            }
            Self::NotPromoted { cells } => match cells.len() {
                1 => f.write_str("a piece stands where it had to promote"),
                found => write!(f, "{found} pieces stand where they had to promote"),
            },
        }
    }
}

impl PositionErrorKind {
    /// The cells it is about.
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
            // Several pairs of kings may attack each other; that is said once.
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

/// Returns the error of these kinds, if there are any.
fn none_of(kinds: Vec<PositionErrorKind>) -> Result<(), PositionError> {
    if kinds.is_empty() { Ok(()) } else { Err(PositionError { kinds }) }
}

impl Position {
    /// Checks that the position keeps the promises of its rule set, so that it has a verdict.
    ///
    /// # Errors
    /// Every promise that it breaks. The side to move needs a king even where the rule set lets
    /// it have none.
    pub fn validate(&self) -> Result<(), PositionError> {
        none_of(self.errors(|promise| self.promises(promise)))
    }

    /// Checks that a game can go on from the position: it keeps the promises of its rule set, and the
    /// side not to move is not in check, because no king is ever captured.
    ///
    /// # Errors
    /// Every promise that it breaks, and a check of the side not to move.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::board(&rules, "[k##,###,###],[#Q#,###,###],[###,###,K##] w")?;
    /// let position = Position::new(&rules, setup)?;
    /// assert!(!position.is_checkmate());
    /// let error = position.validate_playable().expect_err("White could capture the king");
    /// assert_eq!(error.to_string(), "the black king is in check, but White is to move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn validate_playable(&self) -> Result<(), PositionError> {
        none_of(
            self.errors(|promise| {
                promise == Invariant::OpponentNotInCheck || self.promises(promise)
            }),
        )
    }

    /// Whether who holds is told just where the kings stand so that one must, whatever other invariants
    /// the position breaks: of a board among whose pieces one is tried no kings are asked for.
    ///
    /// # Errors
    /// A holder that is missing, or one that can't be.
    pub fn validate_holder(&self) -> Result<(), PositionError> {
        none_of(self.hold_error().into_iter().collect())
    }

    /// Returns `true` if the rule set promises this of its positions.
    fn promises(&self, promise: Invariant) -> bool {
        self.rules.verdict().is_some_and(|verdict| verdict.invariants.contains(&promise))
    }

    fn errors(&self, demands: impl Fn(Invariant) -> bool) -> Vec<PositionErrorKind> {
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

    /// Returns the error of pieces that would have had to promote, if there are any.
    fn promotion_error(&self) -> Option<PositionErrorKind> {
        let size = self.board.size();
        let late = |(cell, piece): &(Cell, Piece)| self.rules.promotes(*piece, size, *cell);
        let cells: Vec<Cell> = self.board.pieces().filter(late).map(|(cell, _)| cell).collect();
        (!cells.is_empty()).then_some(PositionErrorKind::NotPromoted { cells })
    }

    /// Returns what is wrong with who is in check. A check of the side not to move is named once: by
    /// the kings that attack each other or by both checks, if that covers it.
    fn check_errors(&self, demands: impl Fn(Invariant) -> bool) -> Vec<PositionErrorKind> {
        let mut errors = Vec::new();
        let color = !self.turn;
        if self.kings(color).is_empty() {
            return errors;
        }
        let checks = Color::ALL.map(|color| self.checks_on(color));
        let is_by_king = |check: &Check| self.is_king(self.board.size().index(check.checker));
        let is_by_man = |check: &Check| !is_by_king(check);
        let kings_touch = demands(Invariant::KingsApart) && checks.iter().flatten().any(is_by_king);
        if kings_touch {
            let pairs = checks.iter().flatten().filter(|check| is_by_king(check));
            let pairs: BTreeSet<[Cell; 2]> = pairs.map(|check| self.pair(check)).collect();
            let touch = |[white, black]: [Cell; 2]| PositionErrorKind::KingsTouch { white, black };
            errors.extend(pairs.into_iter().map(touch));
        }
        let both_in_check =
            demands(Invariant::OneCheck) && checks.iter().all(|side| side.iter().any(is_by_man));
        if both_in_check {
            let checkers = |side: &Checks| {
                let by_men = side.iter().filter(|check| is_by_man(check));
                by_men.map(|check| check.checker).collect()
            };
            let [on_white, on_black] = [&checks[0], &checks[1]].map(checkers);
            errors.push(PositionErrorKind::BothInCheck { on_white, on_black });
        }
        let is_told = |check: &Check| if is_by_king(check) { kings_touch } else { both_in_check };
        let on_opponent = &checks[color as usize];
        if demands(Invariant::OpponentNotInCheck) && !on_opponent.iter().all(is_told) {
            let mut checkers: Vec<Cell> = on_opponent.iter().map(|check| check.checker).collect();
            checkers.sort_unstable();
            checkers.dedup();
            errors.push(PositionErrorKind::OpponentInCheck { color, checkers });
        }
        errors
    }

    /// The cells of two kings, White's first.
    fn pair(&self, Check { king, checker }: &Check) -> [Cell; 2] {
        if self.kings(Color::White).contains(king) { [*king, *checker] } else { [*checker, *king] }
    }
}
