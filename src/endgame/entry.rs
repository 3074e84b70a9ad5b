//! The values of positions, and the entries of 16 bits that store them in a table.

use std::fmt;

use crate::piece::Color;
use crate::rules::{Results, Score};
use crate::verdict::{Outcome, Reason};

/// The way in which a game ends if both sides play as well as they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum GameEnd {
    /// A side is checkmated.
    Mate,
    /// A side loses by its bare king.
    Bare,
    /// A side is stalemated.
    Stalemate,
    /// Neither side can force more than half a point. The game goes on, or both kings are bare or
    /// will be after the next move.
    Draw,
}

impl GameEnd {
    /// All ends. Of two wins in equally many moves, the winner prefers the one whose end comes
    /// first in this list.
    pub const ALL: [Self; 4] = [Self::Mate, Self::Bare, Self::Stalemate, Self::Draw];

    /// Returns the name of the end, such as `mate`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Bare => "bare",
            Self::Stalemate => "stalemate",
            Self::Draw => "draw",
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A result that is better for one side, with the end that this side forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Win {
    /// Side that scores more than half a point.
    pub(super) by: Color,
    pub(super) share: Share,
    pub(super) end: GameEnd,
    /// Number of moves that the side makes until the end.
    pub(super) moves: u16,
}

/// The part of the point that the better side scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// The whole point.
    Whole,
    /// More than half a point, such as 2/3 for a stalemate.
    Part,
}

impl Share {
    pub(super) const ALL: [Self; 2] = [Self::Whole, Self::Part];

    /// Returns the better side's score. Only a stalemate is worth part of a point.
    pub(super) fn score(self, results: Option<&Results>) -> Score {
        match (self, results.map(|results| results.stalemate)) {
            (Self::Part, Some(score)) => score.max(score.rest()),
            _ => Score::ONE,
        }
    }
}

/// The value of a position: the result that one side can force, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// One side forces more than half a point.
    Won(Win),
    /// The side to move is stalemated, which is worth half a point.
    Stalemate,
    /// The game is over, because both kings are bare or will be after the next move.
    Drawn,
    /// Neither side is known to force more than half a point. The number counts the quiet moves of
    /// the side to move that are not yet known to lose.
    Open(u16),
    /// The position is illegal, or the table index of the entry belongs to no placement.
    Illegal,
}

/// A [`Value`] in 16 bits.
///
/// Of two wins by one side, the better one for this side has the smaller number: first by share,
/// then by moves, then by end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableEntry(pub(super) u16);

/// The number of entries for [`Value::Open`].
const OPEN: u16 = 1 << 14;
/// The number of entries for the wins of one side with one share.
const WINS: u16 = 12_000;
/// The ends of a win.
const ENDS: [GameEnd; 3] = [GameEnd::Mate, GameEnd::Bare, GameEnd::Stalemate];
/// The largest number of moves of a win that an entry can store.
pub(super) const LONGEST: u16 = WINS / 3 - 1;

impl TableEntry {
    /// The entry of an open position whose moves are not counted, because one of them cannot lose
    /// or because they are counted later. Counting down from this number never reaches 0, because
    /// no position has so many moves.
    pub(super) const SAVED: Self = Self(OPEN - 1);
    pub(super) const STALEMATE: Self = Self(u16::MAX - 2);
    pub(super) const DRAWN: Self = Self(u16::MAX - 1);
    pub(super) const ILLEGAL: Self = Self(u16::MAX);

    pub(super) fn open(count: usize) -> Self {
        u16::try_from(count).map_or(Self::SAVED, |count| Self(count).min(Self::SAVED))
    }

    /// Returns the entry of the best win of `by` with this share: the opponent is already
    /// checkmated.
    pub(super) const fn first_win(by: Color, share: Share) -> Self {
        Self(OPEN + (2 * by as u16 + share as u16) * WINS)
    }

    pub(super) fn win(Win { by, share, end, moves }: Win) -> Self {
        Self(Self::first_win(by, share).0 + moves * 3 + end as u16)
    }

    /// Returns the entry of a position in which the game is over with this outcome.
    pub(super) fn outcome(Outcome { white, reason }: Outcome) -> Self {
        let end = match reason {
            Reason::Checkmate => GameEnd::Mate,
            Reason::BareKing => GameEnd::Bare,
            _ => GameEnd::Stalemate,
        };
        if white == Score::HALF {
            return if end == GameEnd::Stalemate { Self::STALEMATE } else { Self::DRAWN };
        }
        let by = if white > Score::HALF { Color::White } else { Color::Black };
        let share = if white.max(white.rest()) == Score::ONE { Share::Whole } else { Share::Part };
        Self::win(Win { by, share, end, moves: 0 })
    }

    pub(super) fn value(self) -> Value {
        match self {
            Self::ILLEGAL => Value::Illegal,
            Self::DRAWN => Value::Drawn,
            Self::STALEMATE => Value::Stalemate,
            Self(count) if count < OPEN => Value::Open(count),
            Self(number) => {
                let (side, key) = ((number - OPEN) / WINS, (number - OPEN) % WINS);
                Value::Won(Win {
                    by: if side < 2 { Color::White } else { Color::Black },
                    share: if side % 2 == 0 { Share::Whole } else { Share::Part },
                    end: ENDS[usize::from(key % 3)],
                    moves: key / 3,
                })
            }
        }
    }

    pub(super) const fn is_open(self) -> bool {
        self.0 < OPEN
    }

    pub(super) const fn is_win_of(self, side: Color) -> bool {
        let first = Self::first_win(side, Share::Whole).0;
        first <= self.0 && self.0 - first < 2 * WINS
    }

    /// Returns the best entry of `all` that is a win with the winner and share of `self`, but no
    /// better win than `self`; `None` if there is none.
    pub(super) fn next_of(self, all: impl Iterator<Item = Self>) -> Option<Self> {
        // Entries that are less than `self` wrap around to large numbers.
        let least = all.fold(u16::MAX, |least, other| least.min(other.0.wrapping_sub(self.0)));
        (least < WINS - (self.0 - OPEN) % WINS).then(|| Self(self.0 + least))
    }

    /// Returns the entry of the same win after one more move of the winner.
    pub(super) const fn one_move_longer(self) -> Self {
        Self(self.0 + 3)
    }

    pub(super) const fn next_win(self) -> Self {
        Self(self.0 + 1)
    }

    /// Returns a number that is greater the more `side` prefers a position with this entry.
    pub(super) fn worth(self, side: Color) -> i32 {
        let number = i32::from(self.0);
        match self {
            _ if self.is_win_of(side) => 3 * i32::from(u16::MAX) - number,
            _ if self.is_win_of(!side) => number,
            _ => i32::from(u16::MAX),
        }
    }
}
