//! Invariants, promotion, holds and results: the rules of a game besides movement.

use std::fmt;
use std::ops::RangeInclusive;

use crate::piece::{Role, RoleSet};

/// An invariant of the positions of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invariant {
    /// The kings do not attack each other.
    KingsApart,
    /// At most one king is in check, attacks by kings not counted.
    OneCheck,
    /// The king of the side that is not to move is not in check.
    OpponentNotInCheck,
    /// No piece stands where it must already have promoted.
    PromotionsMade,
}

/// The conditions on positions with verdicts.
#[derive(Clone, Debug)]
pub struct VerdictRules {
    /// The allowed numbers of kings of each color, White's first.
    pub kings: [RangeInclusive<usize>; 2],
    /// The invariants that every position satisfies.
    pub invariants: Vec<Invariant>,
}

/// The rule of promotion. A piece that arrives in the zone must promote.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// The pieces that promote.
    pub pieces: RoleSet,
    /// The roles that pieces may promote to.
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
    /// The last level, and the last ranks of all other levels.
    Either,
    /// The last rank of every level.
    Rank,
    /// No cell: pieces never promote.
    Nowhere,
}

/// A place of one king that another king enters to hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hold {
    /// The level of the other king, which then may not leave the level.
    Level,
    /// The file and rank of the other king, which then may only move between levels.
    Column,
}

/// The ends of games other than by checkmate.
#[derive(Clone, Debug)]
pub struct Results {
    /// True if a side with a bare king loses, unless it can at once capture the other side's last
    /// piece besides the king.
    pub bare_king: bool,
    /// The score of the stalemated side.
    pub stalemate: Score,
    /// The least number of occurrences of a position at which a draw can be claimed.
    pub repetition: Option<usize>,
    /// The number of moves by each side without a capture or pawn move after which a draw can be
    /// claimed. A pawn is any piece that promotes.
    pub quiet_moves: Option<usize>,
}

/// A share of one point, as a fraction in lowest terms.
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

    /// Parses a score such as `1/2`, in digits without signs.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| digits.parse().ok()).flatten()
        };
        let (part, whole) = text.split_once('/').unwrap_or((text, "1"));
        Self::new(number(part)?, number(whole)?)
    }

    /// Returns the score of the opponent.
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
