//! What makes a game of the pieces' moves.

use std::fmt;
use std::ops::RangeInclusive;

use crate::piece::{Role, RoleSet};

/// What a rule set promises of the positions a verdict is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// No king could capture the other.
    KingsApart,
    /// The kings are not both in check.
    OneCheck,
    /// The king of the side that is not to move is not in check.
    OpponentNotInCheck,
    /// No piece stands where it would have had to promote.
    PromotionsMade,
}

/// When a rule set can say whether a side is checkmated.
#[derive(Clone, Debug)]
pub struct VerdictRules {
    /// How many kings each color has, White's first.
    pub kings: [RangeInclusive<usize>; 2],
    /// What holds in every position.
    pub invariants: Vec<Invariant>,
}

/// Which pieces promote, where and to what; a piece that can promote must.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// The pieces that promote.
    pub pieces: RoleSet,
    /// What they can become.
    pub to: Vec<Role>,
    /// Where they promote.
    pub zone: Zone,
}

/// Where pieces promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Where both the level and the coordinate forward are the last ones.
    Both,
    /// On the last level.
    Level,
    /// Where the level or the coordinate forward is the last one.
    Either,
    /// Where the coordinate forward is the last one.
    Rank,
    /// Nowhere.
    Nowhere,
}

/// On what occasion a king holds the other by entering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Its level; the held king may not leave the level.
    Level,
    /// Its file and rank on another level; the held king may only move between levels.
    Column,
}

/// How games end besides by checkmate.
#[derive(Clone, Debug)]
pub struct Results {
    /// Whether a side without a man but the king loses, if it cannot bare the other at once.
    pub bare_king: bool,
    /// What a stalemated side scores.
    pub stalemate: Score,
    /// How often a position must occur for a draw to be claimed.
    pub repetition: Option<usize>,
    /// After how many moves of each side without a capture or a move of a promoting piece a draw
    /// can be claimed.
    pub quiet_moves: Option<usize>,
}

/// A part of the point that a game is worth, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    part: u8,
    whole: u8,
}

impl Score {
    /// All of it.
    pub const ONE: Self = Self { part: 1, whole: 1 };
    /// Nothing.
    pub const ZERO: Self = Self { part: 0, whole: 1 };
    /// A half.
    pub const HALF: Self = Self { part: 1, whole: 2 };

    /// The score of `part` of `whole` parts, if that is at most one point.
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

    /// What remains for the other side.
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
