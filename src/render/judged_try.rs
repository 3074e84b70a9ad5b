//! The judgement of a first move in a mate problem, in words.

use std::fmt;

use super::figurine;
use crate::board::Move;
use crate::notation::write_move;
use crate::position::Position;
use crate::search::TryOutcome;

/// The judgement of a first move in a mate problem, displayed as a sentence such as
/// `wrong: Black answers b2(I)-a1(I), and there is no mate in 2`.
#[derive(Clone, Copy, Debug)]
pub struct JudgedTry<'a> {
    /// Position of the problem.
    pub position: &'a Position,
    /// Number of moves within which the problem asks for mate.
    pub within: usize,
    /// First move, which is legal.
    pub mv: Move,
    /// Consequence of the move.
    pub outcome: TryOutcome,
    /// True to write the reply in [figurine notation](figurine()).
    pub figurines: bool,
}

impl JudgedTry<'_> {
    /// Returns the position after the move.
    #[must_use]
    pub fn after(&self) -> Position {
        let mut after = self.position.clone();
        after.make(self.mv);
        after
    }
}

impl fmt::Display for JudgedTry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (after, left) = (self.after(), self.within.saturating_sub(1));
        let side = after.turn();
        let text = |reply| {
            if self.figurines {
                return figurine(&after, reply);
            }
            write_move(after.rules(), after.board().size(), reply)
        };
        match self.outcome {
            TryOutcome::Mate => write!(f, "right: {side} is checkmated"),
            TryOutcome::Forced { reply, mate_in } => {
                let reply = text(reply);
                write!(f, "right: {side} holds out longest with {reply}, then mate in {mate_in}")
            }
            TryOutcome::Refuted { reply } if left == 0 => {
                write!(f, "wrong: {side} is not checkmated and answers {}", text(reply))
            }
            TryOutcome::Refuted { reply } => {
                write!(f, "wrong: {side} answers {}, and there is no mate in {left}", text(reply))
            }
            TryOutcome::End => write!(f, "wrong: the game is over ({})", after.status()),
        }
    }
}
