//! The first sentence: the verdict and its reason.

use super::Text;
use crate::cell::Cell;
use crate::verdict::Verdict;
use crate::verdict::explain::{KingStep, StepOutcome, Target};
use crate::words::counted;

impl Text<'_> {
    /// The verdict in a sentence that names its reason, without the full stop.
    pub(super) fn headline(&self) -> String {
        let side = self.explanation.turn;
        let moves = self.explanation.legal_moves.len();
        match self.explanation.verdict {
            Verdict::Checkmate => format!("{side} is checkmated: {}", self.mate()),
            Verdict::Check => {
                format!("{side} is in {}, but not checkmated: {}", self.check(), self.rescue())
            }
            Verdict::Stalemate => {
                format!("{side} is stalemated: {}, but without a legal move", self.no_check())
            }
            Verdict::Ongoing => {
                format!("{side} is {}, and has {}", self.no_check(), counted(moves, "legal move"))
            }
        }
    }

    fn no_check(&self) -> &str {
        let kings = &self.explanation.kings;
        if kings.is_empty() { "not in check, as it has no king" } else { "not in check" }
    }

    fn mate(&self) -> String {
        if self.only_the_king_could_move() {
            return format!(
                "{}, so only the king could move, and it has no safe step",
                self.attack()
            );
        }
        format!("{}, and no move ends it", self.attack())
    }

    fn rescue(&self) -> String {
        let saving = self.saving_move().unwrap_or_default();
        match self.explanation.legal_moves.len().saturating_sub(1) {
            0 => saving,
            1 => saving + "; one other move ends the check too",
            others => format!("{saving}; {others} other moves end the check too"),
        }
    }

    /// Whether no capture and no block could answer all checks.
    pub(super) fn only_the_king_could_move(&self) -> bool {
        let explanation = self.explanation;
        explanation.kings.len() == 1
            && self.checkers().len() > 1
            && explanation.capture.is_none()
            && explanation.blocks.is_empty()
    }

    /// Who gives check.
    fn attack(&self) -> String {
        let checkers = self.checkers();
        let pieces = self.all_the(&checkers);
        match checkers.len() {
            1 => format!("{pieces} gives check"),
            _ => self.check(),
        }
    }

    /// What check it is.
    fn check(&self) -> String {
        let checkers = self.checkers();
        let pieces = self.all_the(&checkers);
        match checkers.len() {
            1 => format!("check from {pieces}"),
            2 => format!("double check from {pieces}"),
            3 => format!("triple check from {pieces}"),
            _ => format!("check from {pieces} at once"),
        }
    }

    /// A move that ends the check: rather a capture of the checker than a block, and rather that
    /// than flight.
    fn saving_move(&self) -> Option<String> {
        let explanation = self.explanation;
        let by_piece = |target: &Target| Some((target.solvers().next()?.cell, target.cell));
        let escapes = || explanation.king_steps.iter().filter(|step| escapes(step));
        let hunt = || escapes().find(|step| self.captures_checker(step));
        let capture = explanation.capture.as_ref().and_then(by_piece);
        capture
            .or_else(|| hunt().map(|step| (step.from, step.to)))
            .map(|(from, to)| self.can_capture(from, to))
            .or_else(|| {
                let (from, to) = explanation.blocks.iter().find_map(by_piece)?;
                Some(self.can(from, "block on", to))
            })
            .or_else(|| escapes().next().map(|step| self.king_can(step)))
    }

    fn captures_checker(&self, step: &KingStep) -> bool {
        self.explanation.checkers.iter().any(|checker| checker.by.cell == step.to)
    }

    fn king_can(&self, step: &KingStep) -> String {
        match step.captured {
            Some(_) => self.can_capture(step.from, step.to),
            None => self.can(step.from, "go to", step.to),
        }
    }

    fn can_capture(&self, from: Cell, to: Cell) -> String {
        let victim = self.piece_on(to).map_or_else(String::new, |piece| self.the(piece));
        format!("{} can capture {victim}", self.mover(from))
    }

    fn can(&self, from: Cell, what: &str, to: Cell) -> String {
        format!("{} can {what} {}", self.mover(from), self.position.cell_name(to))
    }
}

pub(super) fn escapes(step: &KingStep) -> bool {
    step.outcome == StepOutcome::Escapes
}
