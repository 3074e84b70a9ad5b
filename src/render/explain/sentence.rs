//! The first sentence of an explanation: the verdict and its reason.

use super::{Phrase, Text};
use crate::cell::Cell;
use crate::common::{counted, numbered};
use crate::verdict::Verdict;
use crate::verdict::explain::{KingStep, StepOutcome, Target};

impl Text<'_> {
    /// Returns a sentence with the verdict and its reason, without the full stop.
    pub(super) fn sentence(&self) -> Phrase {
        let side = self.explanation.turn;
        match self.explanation.verdict {
            Verdict::Checkmate => Phrase::from(format!("{side} is checkmated: ")) + self.mate(),
            Verdict::Check => {
                let in_check = Phrase::from(format!("{side} is in ")) + self.check();
                let end = if self.is_over() { "the game is over".into() } else { self.rescue() };
                in_check + ", but not checkmated: " + end
            }
            Verdict::Stalemate => {
                format!("{side} is stalemated: {}, but without a legal move", self.no_check())
                    .into()
            }
            Verdict::Ongoing if self.is_over() => {
                format!("{side} is {}, and the game is over", self.no_check()).into()
            }
            Verdict::Ongoing => {
                let moves = counted(self.explanation.legal_moves.len(), "legal move");
                format!("{side} is {}, and has {moves}", self.no_check()).into()
            }
        }
    }

    /// Returns the verdict, or the end of a finished game, in a few words.
    pub(super) fn headline(&self) -> String {
        let side = self.explanation.turn;
        let moves = numbered(self.explanation.legal_moves.len(), "legal move");
        match (self.explanation.verdict, self.bare_king()) {
            (_, Some(bare_king)) => bare_king,
            (Verdict::Checkmate, None) => format!("{side} is checkmated"),
            (Verdict::Stalemate, None) => format!("{side} is stalemated"),
            (Verdict::Check, None) => format!("{side} is in check: {moves}"),
            (Verdict::Ongoing, None) => format!("{side} can move: {moves}"),
        }
    }

    /// Returns `true` if the game has ended, so that no move is legal even if a piece could move.
    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn no_check(&self) -> &str {
        let kings = &self.explanation.kings;
        if kings.is_empty() { "not in check, because it has no king" } else { "not in check" }
    }

    fn mate(&self) -> Phrase {
        let only_the_king = ", so only the king could move, and it has no safe step";
        let alone = self.only_the_king_could_move();
        self.attack() + if alone { only_the_king } else { ", and no move ends it" }
    }

    fn rescue(&self) -> Phrase {
        let saving = self.saving_move().unwrap_or_default();
        match self.explanation.legal_moves.len().saturating_sub(1) {
            0 => saving,
            1 => saving + "; one other move ends the check too",
            others => saving + format!("; {others} other moves end the check too"),
        }
    }

    /// Returns `true` if several pieces check the only king, and no capture or block ends all
    /// checks.
    pub(super) fn only_the_king_could_move(&self) -> bool {
        let explanation = self.explanation;
        explanation.kings.len() == 1
            && self.checkers().len() > 1
            && explanation.capture.is_none()
            && explanation.blocks.is_empty()
    }

    /// Describes the checks as a clause, such as `the rook on c1(III) gives check`.
    pub(super) fn attack(&self) -> Phrase {
        match self.checkers()[..] {
            [checker] => (self.the(checker) + " gives check").with_attacks(self.attacks()),
            _ => self.check(),
        }
    }

    /// Returns the checks, each as the cells of the checker and of the king that it checks.
    fn attacks(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.explanation.checkers.iter().map(|checker| (checker.by.cell, checker.king))
    }

    /// Describes the checks as a noun, such as
    /// `double check from the rook on c1(III) and the queen on b1(III)`.
    fn check(&self) -> Phrase {
        let checkers = self.checkers();
        let pieces = self.all_the(&checkers).with_attacks(self.attacks());
        match checkers.len() {
            1 => Phrase::from("check from ") + pieces,
            2 => Phrase::from("double check from ") + pieces,
            3 => Phrase::from("triple check from ") + pieces,
            _ => Phrase::from("check from ") + pieces + " at once",
        }
    }

    /// Describes a legal move that ends the check; `None` if there is none. A capture of a checker
    /// is preferred to a block, and a block to a king step.
    fn saving_move(&self) -> Option<Phrase> {
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

    pub(super) fn captures_checker(&self, step: &KingStep) -> bool {
        self.explanation.checkers.iter().any(|checker| checker.by.cell == step.to)
    }

    fn king_can(&self, step: &KingStep) -> Phrase {
        match step.captured {
            Some(_) => self.can_capture(step.from, step.to),
            None => self.can(step.from, "go to", step.to),
        }
    }

    pub(super) fn can_capture(&self, from: Cell, to: Cell) -> Phrase {
        (self.mover(from) + " can capture " + self.the_piece_on(to)).with_move(from, to)
    }

    pub(super) fn can(&self, from: Cell, action: &str, to: Cell) -> Phrase {
        (self.mover(from) + " can " + action + " " + self.cell(to)).with_move(from, to)
    }
}

pub(super) fn escapes(step: &KingStep) -> bool {
    step.outcome == StepOutcome::Escapes
}
