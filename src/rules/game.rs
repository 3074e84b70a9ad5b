//! Promises, promotion, holds and results: what turns moves into a game.

use std::fmt;
use std::ops::RangeInclusive;

use crate::piece::{Role, RoleSet};

/// A promise of a rule set about every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invariant {
    /// The kings do not attack each other.
    KingsApart,
    /// At most one king is in check by other pieces than kings.
    OneCheck,
    /// The king of the side that is not to move is not in check.
    OpponentNotInCheck,
    /// No piece stands where it must have promoted.
    PromotionsMade,
}

/// The demands of a verdict on a position.
#[derive(Clone, Debug)]
pub struct VerdictRules {
    /// The number of kings of each color, White's first.
    pub kings: [RangeInclusive<usize>; 2],
    /// The promises about every position.
    pub invariants: Vec<Invariant>,
}

/// The rule of promotion. A piece that can promote must.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// The pieces that promote.
    pub pieces: RoleSet,
    /// The roles to choose from.
    pub to: Vec<Role>,
    /// The cells where pieces promote.
    pub zone: Zone,
}

/// The cells where pieces promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Zone {
    /// The last rank of the last level.
    Both,
    /// The last level.
    Level,
    /// The last level and the last ranks of the others.
    Either,
    /// The last rank of every level.
    Rank,
    /// No cell: pieces never promote.
    Nowhere,
}

/// A place that a king enters to hold the other king in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hold {
    /// The level of the other king, which may not leave it.
    Level,
    /// The file and rank of the other king, which may then move between levels only.
    Column,
}

/// The ends of games other than by checkmate.
#[derive(Clone, Debug)]
pub struct Results {
    /// True if a side with a king alone loses, unless it can capture the other side's only man at once.
    pub bare_king: bool,
    /// The score of the stalemated side.
    pub stalemate: Score,
    /// The number of occurrences of a position from which a draw can be claimed.
    pub repetition: Option<usize>,
    /// The number of moves of each side, without a capture or a pawn move, after which a draw can be
    /// claimed. A pawn is any piece that promotes.
    pub quiet_moves: Option<usize>,
}

/// A share of the point that a game is worth, as a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    part: u8,
    whole: u8,
}

impl Score {
    /// A win.
    pub const ONE: Self = Self { part: 1, whole: 1 };
    /// A loss.
    pub const ZERO: Self = Self { part: 0, whole: 1 };
    /// A draw.
    pub const HALF: Self = Self { part: 1, whole: 2 };

    /// Returns the score `part / whole`, or `None` if it is more than one point.
    #[must_use]
    pub const fn new(part: u8, whole: u8) -> Option<Self> {
        if whole == 0 || part > whole {
            return None;
        }
        // Euclid's algorithm.
        let (mut divisor, mut rest) = (whole, part);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Some(Self { part: part / divisor, whole: whole / divisor })
    }

    /// Parses a score such as `1/2`, written in digits without signs.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| digits.parse().ok()).flatten()
        };
        let (part, whole) = text.split_once('/').unwrap_or((text, "1"));
        Self::new(number(part)?, number(whole)?)
    }

    /// Returns the score of the other side.
    #[must_use]
    pub const fn rest(self) -> Self {
        Self { part: self.whole - self.part, whole: self.whole }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.part, self.whole) {
            (0, _) => f.write_str("0"),
            (part, whole) if part == whole => f.write_str("1"),
            (part, whole) => write!(f, "{part}/{whole}"),
        }
    }
}
