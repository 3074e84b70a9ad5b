//! The result of a finished game as a sentence.

use super::{Phrase, Text};
use crate::board::Move;
use crate::cell::Cell;
use crate::common::counted;
use crate::piece::Color;
use crate::render::why_illegal;
use crate::rules::Score;
use crate::verdict::explain::Placed;
use crate::verdict::{Outcome, Reason};

impl Text<'_> {
    /// Returns a sentence with the result of a finished game and the reason for that result; `None`
    /// if the game is not over.
    pub(super) fn result(&self) -> Option<Phrase> {
        let outcome = self.position.outcome()?;
        let why = match outcome.reason {
            Reason::Checkmate => format!("{} is checkmated", self.explanation.turn).into(),
            Reason::BareKing => self.bare_kings(outcome),
            Reason::Stalemate => self.worth_of_stalemate(outcome).into(),
            Reason::Repetition | Reason::QuietMoves => "A draw was claimed".into(),
            Reason::Resignation => "A side gave up".into(),
            Reason::Agreement => "A draw was agreed".into(),
        };
        let winner = winner(outcome).map_or_else(String::new, |winner| format!("{winner}, "));
        Some(why + ": " + winner + outcome.result() + ".")
    }

    /// Returns a few words about a game that a bare king has ended; `None` for other positions.
    pub(super) fn bare_king(&self) -> Option<String> {
        let outcome = self.position.outcome().filter(|end| end.reason == Reason::BareKing)?;
        let bare = |color| self.position.non_royal(color).next().is_none();
        let turn = self.explanation.turn;
        let who = match (bare(turn), bare(!turn)) {
            (true, true) => "Both sides have only their kings left".to_owned(),
            (true, false) => format!("{turn} has only its king left"),
            (false, _) => format!("{} has only its king left", !turn),
        };
        Some(winner(outcome).map_or(who.clone(), |winner| format!("{who}: {winner}")))
    }

    fn bare_kings(&self, outcome: Outcome) -> Phrase {
        let turn = self.explanation.turn;
        let bare = format!("{turn} has only its king left");
        let [own, others] = [turn, !turn].map(|color| self.non_royal(color));
        match (own.as_slice(), others.as_slice()) {
            ([], []) => "Both sides have only their kings left".into(),
            ([], [last]) if outcome.white == Score::HALF => {
                let can = format!("{bare}, but can capture {}'s ", !turn);
                Phrase::from(can) + self.last_piece(*last)
            }
            ([], [last]) => {
                let cannot = format!("{bare} and can't capture {}'s ", !turn);
                let why_not = self.why_not_captured(last.cell);
                Phrase::from(cannot) + self.last_piece(*last) + ", because " + why_not
            }
            ([], more) => {
                let pieces = counted(more.len(), "piece");
                format!("{bare}, and {} has {pieces} besides its king", !turn).into()
            }
            _ => format!("{} has only its king left, and it is {turn}'s turn", !turn).into(),
        }
    }

    fn non_royal(&self, color: Color) -> Vec<Placed> {
        self.position.non_royal(color).filter_map(|cell| self.piece_on(cell)).collect()
    }

    fn last_piece(&self, piece: Placed) -> Phrase {
        Phrase::from("last piece, ") + self.the(piece)
    }

    /// Returns the reasons why no king of the side to move can capture the piece on `cell`.
    fn why_not_captured(&self, cell: Cell) -> Phrase {
        let refusal = |&king: &Cell| {
            let mv = Move::new(king, cell);
            why_illegal(self.position, mv, &self.position.why_illegal(mv))
        };
        let mut refusals = self.explanation.kings.iter().map(refusal);
        let first = refusals.next().unwrap_or_default();
        refusals.fold(first, |refusals, next| refusals + " and " + next)
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

/// Returns the winner or the draw in words; `None` if the sides share the point in another way.
const fn winner(outcome: Outcome) -> Option<&'static str> {
    match outcome.white {
        Score::ONE => Some("White wins"),
        Score::ZERO => Some("Black wins"),
        Score::HALF => Some("a draw"),
        _ => None,
    }
}
