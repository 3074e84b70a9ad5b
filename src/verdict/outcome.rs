//! Outcomes: the ends of games and their scores.

use std::fmt;

use super::Verdict;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Score;

/// The scores of a finished game, and the reason why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Outcome {
    /// White's score; Black's score is 1 minus White's score.
    pub white: Score,
    /// Reason why the game ended.
    pub reason: Reason,
}

/// The reason why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Reason {
    /// The side to move is checkmated.
    Checkmate,
    /// A side has no piece but its king.
    BareKing,
    /// The side to move is stalemated.
    Stalemate,
    /// A side claimed a draw because the position had occurred often enough.
    Repetition,
    /// A side claimed a draw because each side had made enough moves without a capture or a pawn
    /// move.
    QuietMoves,
    /// A side gave up the game.
    Resignation,
    /// The sides agreed on a draw.
    Agreement,
}

impl Reason {
    /// The reasons that depend on the position alone, without the history of the game.
    pub const OF_POSITION: [Self; 3] = [Self::Checkmate, Self::BareKing, Self::Stalemate];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::BareKing => "bare king",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::QuietMoves => "quiet moves",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
        })
    }
}

impl Outcome {
    const fn of(side: Color, score: Score, reason: Reason) -> Self {
        let white = match side {
            Color::White => score,
            Color::Black => score.rest(),
        };
        Self { white, reason }
    }

    /// Returns the outcome of the game in which `side` is checkmated.
    #[must_use]
    pub const fn lost_by_checkmate(side: Color) -> Self {
        Self::of(side, Score::ZERO, Reason::Checkmate)
    }

    /// The outcome of a game in which the sides agreed on a draw.
    pub const AGREED_DRAW: Self = Self { white: Score::HALF, reason: Reason::Agreement };

    /// Returns the outcome of the game in which `side` gave up.
    #[must_use]
    pub const fn lost_by_resignation(side: Color) -> Self {
        Self::of(side, Score::ZERO, Reason::Resignation)
    }

    /// Returns the scores as text, White's first, such as `1-0`.
    #[must_use]
    pub fn result(&self) -> String {
        format!("{}-{}", self.white, self.white.rest())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.result(), self.reason)
    }
}

/// The outcome of a finished game, or the verdict on a position of an unfinished one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Status {
    /// The game has ended, and the rule set scores its end.
    Over(Outcome),
    /// The game continues, or the rule set does not score its end.
    Verdict(Verdict),
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(outcome) => outcome.fmt(f),
            Self::Verdict(verdict) => verdict.fmt(f),
        }
    }
}

impl Position {
    /// Returns the outcome; `None` if the game continues or the rule set does not score its end.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.rules().results()?;
        self.outcome_given(self.verdict())
    }

    /// Returns the outcome if the game has ended and the rule set scores its end, otherwise the
    /// verdict.
    #[must_use]
    pub fn status(&self) -> Status {
        let verdict = self.verdict();
        self.outcome_given(verdict).map_or(Status::Verdict(verdict), Status::Over)
    }

    /// Returns the outcome of the position, which has this verdict; `None` if the game continues or
    /// the rule set does not score its end.
    ///
    /// The first rule that applies decides, in the order of 3D Great Shatranj: two bare kings,
    /// checkmate, the bare king of the side to move, the bare king of the opponent, stalemate.
    pub(crate) fn outcome_given(&self, verdict: Verdict) -> Option<Outcome> {
        let results = self.rules().results()?;
        let own = self.turn();
        let [bare, other_bare] = [own, !own].map(|color| self.is_bare(color));
        let (score, reason) = match (bare, other_bare, verdict) {
            (true, true, _) => (Score::HALF, Reason::BareKing),
            (_, _, Verdict::Checkmate) => (Score::ZERO, Reason::Checkmate),
            (true, ..) if self.can_bare_back() => (Score::HALF, Reason::BareKing),
            (true, ..) => (Score::ZERO, Reason::BareKing),
            (_, true, _) => (Score::ZERO.rest(), Reason::BareKing),
            (_, _, Verdict::Stalemate) => (results.stalemate, Reason::Stalemate),
            (_, _, Verdict::Check | Verdict::Ongoing) => return None,
        };
        Some(Outcome::of(own, score, reason))
    }

    /// Returns `true` if the opponent has one piece besides the king and a legal move captures this
    /// piece, so that both kings are bare.
    fn can_bare_back(&self) -> bool {
        let mut pieces = self.non_royal(!self.turn());
        let (Some(last), None) = (pieces.next(), pieces.next()) else { return false };
        self.unsorted_legal_moves().iter().any(|mv| mv.to == last)
    }
}
