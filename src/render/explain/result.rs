//! What the end of a game is worth, and why.

use super::Text;
use crate::board::Move;
use crate::cell::Cell;
use crate::piece::Color;
use crate::rules::Score;
use crate::verdict::explain::Placed;
use crate::verdict::{Outcome, Reason};
use crate::words::counted;

impl Text<'_> {
    /// The result in sentences, each with its reason before it; nothing if the game goes on.
    pub(super) fn result(&self) -> Option<String> {
        let outcome = self.position.outcome()?;
        let why = match outcome.reason {
            Reason::Checkmate => format!("{} is checkmated", self.explanation.turn),
            Reason::BareKing => self.bare_kings(outcome),
            Reason::Stalemate => self.worth_of_stalemate(outcome),
        };
        let winner = match outcome.white {
            Score::ONE => "White wins, ",
            Score::ZERO => "Black wins, ",
            Score::HALF => "a draw, ",
            _ => "",
        };
        Some(format!("  {why}: {winner}{}.\n", outcome.result()))
    }

    fn bare_kings(&self, outcome: Outcome) -> String {
        let turn = self.explanation.turn;
        let [own, others] = [turn, !turn].map(|color| self.men(color));
        match (own.as_slice(), others.as_slice()) {
            ([], []) => "Neither side has a man besides its king".to_owned(),
            ([], [last]) if outcome.white == Score::HALF => format!(
                "{turn} has no man besides its king, but can bare {}'s too: it can capture {}",
                !turn,
                self.last_man(*last)
            ),
            ([], [last]) => format!(
                "{turn} has no man besides its king and can't bare {}'s: it can't capture {}, as {}",
                !turn,
                self.last_man(*last),
                self.why_not_captured(last.cell)
            ),
            ([], more) => format!(
                "{turn} has no man besides its king and can't bare {}'s, which has {}",
                !turn,
                counted(more.len(), "man").replace("mans", "men")
            ),
            _ => format!("{} has no man besides its king, and it is {turn}'s turn", !turn),
        }
    }

    /// The men of a side, without its kings.
    fn men(&self, color: Color) -> Vec<Placed> {
        self.position.men(color).filter_map(|cell| self.piece_on(cell)).collect()
    }

    fn last_man(&self, man: Placed) -> String {
        format!("the last man, {}", self.the(man))
    }

    /// Why no king of the side to move captures what stands on a cell.
    fn why_not_captured(&self, cell: Cell) -> String {
        let refusal = |&king: &Cell| {
            let refused = self.position.check_legal(Move::new(king, cell)).err()?;
            Some(refused.to_string())
        };
        let refusals: Vec<String> = self.explanation.kings.iter().filter_map(refusal).collect();
        refusals.join(" and ")
    }

    fn worth_of_stalemate(&self, outcome: Outcome) -> String {
        let turn = self.explanation.turn;
        let own = match turn {
            Color::White => outcome.white,
            Color::Black => outcome.white.rest(),
        };
        format!("A stalemated side scores {own} and the other {}", own.rest())
    }
}
