//! Why a position can't be: the promises of its rule set that it breaks.

use std::collections::BTreeSet;
use std::fmt;

use super::Position;
use crate::board::Occupancy;
use crate::cell::Cell;
use crate::piece::Color;
use crate::rules::Promise;

/// A reason why a position can't be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The rule set has no check and so no verdict.
    NoVerdict,
    /// A side has too many or too few kings.
    Kings {
        /// The side.
        color: Color,
        /// The least number of kings it must have.
        least: usize,
        /// The most it may have.
        most: usize,
        /// The kings it has.
        cells: Vec<Cell>,
    },
    /// Two kings attack each other.
    KingsTouch {
        /// Where the white king stands.
        white: Cell,
        /// Where the black king stands.
        black: Cell,
    },
    /// The kings stand so that one holds the other, but it is not said which.
    HolderMissing {
        /// Where the white king stands.
        white: Cell,
        /// Where the black king stands.
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
}

/// Every reason why a position can't be, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible(pub Vec<Problem>);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVerdict => f.write_str("the rules define no check, so there is no verdict"),
            Self::Kings { color, least, most, cells } => {
                let expected = match (least, most) {
                    (least, most) if least == most => format!("{least}"),
                    (0, most) => format!("at most {most}"),
                    (least, most) => format!("{least} to {most}"),
                };
                let color = color.to_string().to_lowercase();
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
                let holder = holder.to_string().to_lowercase();
                write!(f, "the {holder} king can't hold the other from where they stand")
            }
            Self::BothInCheck { .. } => f.write_str("both kings are in check"),
        }
    }
}

impl Problem {
    /// The cells the problem is about.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Self::NoVerdict => Vec::new(),
            Self::Kings { cells, .. } | Self::NoHold { cells, .. } => cells.clone(),
            Self::KingsTouch { white, black } | Self::HolderMissing { white, black } => {
                vec![*white, *black]
            }
            Self::BothInCheck { on_white, on_black } => [&on_white[..], on_black].concat(),
        }
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut reasons: Vec<String> = self.0.iter().map(Problem::to_string).collect();
        // Several pairs of kings may attack each other; that is said once.
        reasons.dedup();
        f.write_str(&reasons.join("; "))
    }
}

impl std::error::Error for Impossible {}

impl Position<'_> {
    /// The promises of the rule set that the position breaks.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let Some(verdict) = self.rules.verdict() else { return vec![Problem::NoVerdict] };
        let mut problems = Vec::new();
        for color in Color::ALL {
            let (least, most) = verdict.kings[color as usize].clone().into_inner();
            let least = if color == self.turn { least.max(1) } else { least };
            let cells = self.kings(color);
            if !(least..=most).contains(&cells.len()) {
                problems.push(Problem::Kings { color, least, most, cells: cells.to_vec() });
            }
        }
        problems.extend(self.hold_problem());
        // A side without kings is never in check.
        if Color::ALL.iter().all(|&color| !self.kings(color).is_empty()) {
            problems.extend(verdict.promises.iter().flat_map(|promise| match promise {
                Promise::KingsApart => self.touching_kings(),
                Promise::OneCheck => self.double_check(),
            }));
        }
        problems
    }

    fn touching_kings(&self) -> Vec<Problem> {
        let mut pairs = BTreeSet::new();
        for color in Color::ALL {
            for &king in self.kings(color) {
                let others = self.attackers(king, !color).into_iter();
                pairs.extend(others.filter(|&other| self.is_king(other)).map(
                    |other| match color {
                        Color::White => (king, other),
                        Color::Black => (other, king),
                    },
                ));
            }
        }
        pairs.into_iter().map(|(white, black)| Problem::KingsTouch { white, black }).collect()
    }

    fn double_check(&self) -> Vec<Problem> {
        let checkers = |color: Color| -> Vec<Cell> {
            let attackers = self.kings(color).iter().flat_map(|&king| self.attackers(king, !color));
            attackers.filter(|&cell| !self.is_king(cell)).collect()
        };
        let on_white = checkers(Color::White);
        let on_black = if on_white.is_empty() { Vec::new() } else { checkers(Color::Black) };
        if on_black.is_empty() {
            Vec::new()
        } else {
            vec![Problem::BothInCheck { on_white, on_black }]
        }
    }

    fn is_king(&self, cell: Cell) -> bool {
        self.board.piece_at(cell).is_some_and(|piece| self.rules.is_royal(piece))
    }
}
