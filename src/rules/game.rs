//! Invariants, promotion, holds and results of games: all rules except movement.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use crate::cell::{Isometry, Offset};
use crate::common::gcd;
use crate::piece::{Role, RoleSet};

/// An invariant that every position of a rule set must satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invariant {
    /// No king attacks the other side's king.
    KingsApart,
    /// Not both kings are in check.
    OneCheck,
    /// The king of the side that is not to move is not in check.
    OpponentNotInCheck,
    /// No piece that can promote is in its promotion zone.
    PromotionsMade,
}

/// The requirements that a position must meet before check and checkmate can be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictRules {
    /// Allowed numbers of kings of each color, White first.
    pub kings: [RangeInclusive<usize>; 2],
    /// Invariants that every position must satisfy.
    pub invariants: Vec<Invariant>,
}

/// The rule of promotion: a piece that arrives in the promotion zone must promote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// Roles that promote, such as the pawn.
    pub pieces: RoleSet,
    /// Roles to which a piece may promote.
    pub to: Vec<Role>,
    /// Zone in which pieces promote.
    pub zone: Zone,
}

/// The cells where pieces promote. For White, the last rank is on Black's side and the last level
/// is at the top. For Black, the last rank is on White's side and the last level is at the bottom.
/// If White plays along the files ([`Rules::forward`](super::Rules::forward)), a file is meant
/// instead of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Zone {
    /// Pieces promote on the last rank of the last level.
    Both,
    /// Pieces promote on the last level.
    Level,
    /// Pieces promote on the last level, and on the last rank of every other level.
    Either,
    /// Pieces promote on the last rank of every level.
    Forward,
    /// Pieces never promote.
    Nowhere,
}

/// A way in which one king holds the other and limits the moves of the held king: the holder has
/// entered the level or the column of the held king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hold {
    /// The holder has entered the level of the held king, which may not leave that level.
    Level,
    /// The holder has entered the file and rank of the held king, which may only move between
    /// levels.
    Column,
}

impl Hold {
    /// Returns `true` if kings at this offset from each other make this kind of hold.
    pub(crate) const fn joins(self, offset: Offset) -> bool {
        match self {
            Self::Level => offset.level == 0,
            Self::Column => offset.file == 0 && offset.rank == 0,
        }
    }

    /// Returns `true` if `isometry` maps each pair of king cells that makes this kind of hold to
    /// such a pair, and each other pair to one that makes none.
    pub(crate) fn is_same(self, isometry: Isometry) -> bool {
        let along = [Offset::new(1, 0, 0), Offset::new(0, 1, 0), Offset::new(0, 0, 1)];
        along.into_iter().all(|offset| self.joins(offset) == self.joins(isometry.offset(offset)))
    }
}

/// The rules for the end of a game, except checkmate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// True if a side loses when only its king is left. The side does not lose if it can at once
    /// capture the opponent's last piece other than the king.
    pub bare_king: bool,
    /// Score of the side that is stalemated.
    pub stalemate: Score,
    /// Number of times that a position must occur before a draw can be claimed; `None` without
    /// such claims.
    pub repetition: Option<usize>,
    /// Number of consecutive moves by each side without a capture or pawn move, after which a
    /// draw can be claimed; `None` without such claims. A pawn is any piece that promotes.
    pub quiet_moves: Option<usize>,
}

/// A player's score of a game, from 0 to 1 point, as a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    part: u8,
    whole: u8,
}

impl Score {
    /// The score of a win.
    pub const ONE: Self = Self { part: 1, whole: 1 };
    /// The score of a loss.
    pub const ZERO: Self = Self { part: 0, whole: 1 };
    /// The score of a draw.
    pub const HALF: Self = Self { part: 1, whole: 2 };

    /// Returns the score `part / whole`, or `None` if `whole` is 0 or the score exceeds 1.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a divisor of `whole` is at most 255")]
    pub const fn new(part: u8, whole: u8) -> Option<Self> {
        if whole == 0 || part > whole {
            return None;
        }
        let divisor = gcd(whole as u64, part as u64) as u8;
        Some(Self { part: part / divisor, whole: whole / divisor })
    }

    /// Parses `0`, `1` or a fraction such as `1/2`, in digits without signs; `None` for any other
    /// text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| digits.parse().ok()).flatten()
        };
        let (part, whole) = text.split_once('/').unwrap_or((text, "1"));
        Self::new(number(part)?, number(whole)?)
    }

    /// Returns the opponent's score, `1 - self`.
    #[must_use]
    pub const fn rest(self) -> Self {
        Self { part: self.whole - self.part, whole: self.whole }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        let [own, others] = [(self, other), (other, self)]
            .map(|(one, other)| u16::from(one.part) * u16::from(other.whole));
        own.cmp(&others)
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes the score as text, such as `"1/2"`.
#[cfg(feature = "serde")]
impl serde::Serialize for Score {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.part, self.whole) {
            (part, 1) => write!(f, "{part}"),
            (part, whole) => write!(f, "{part}/{whole}"),
        }
    }
}
