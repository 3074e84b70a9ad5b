//! The lists of an explanation below its first sentence.

use super::sentence::escapes;
use super::{ExplanationLine, Phrase, ReasonKind, Text};
use crate::cell::Cell;
use crate::common::counted;
use crate::piece::Piece;
use crate::verdict::Verdict;
use crate::verdict::explain::{
    Attack, Attempt, AttemptOutcome, KingStep, NearMiss, Placed, StepOutcome, Stuck, StuckReason,
    Target,
};

/// The maximum number of cells that are listed one by one although no piece can block on them. If
/// there are more such cells, the list only gives their number.
const FEW_CELLS: usize = 3;
/// The maximum number of blockers of a piece in a short list. Pieces with more blockers are omitted
/// from the list.
const FEW_BLOCKERS: usize = 2;

/// A heading and the items of its list.
pub(super) struct Section {
    /// Reason of the verdict that the section is about.
    pub(super) reason: ReasonKind,
    heading: Phrase,
    items: Vec<ExplanationLine>,
}

impl Section {
    const fn only(reason: ReasonKind, heading: Phrase) -> Self {
        Self { reason, heading, items: Vec::new() }
    }

    pub(super) fn lines(self) -> impl Iterator<Item = ExplanationLine> {
        let end = if self.items.is_empty() { "." } else { ":" };
        std::iter::once(ExplanationLine::at(1, self.heading + end)).chain(self.items)
    }
}

impl Text<'_> {
    pub(super) fn sections(&self) -> Vec<Section> {
        let kings = self.explanation.kings.iter().map(|&king| self.king_section(king));
        match self.explanation.verdict {
            Verdict::Ongoing if !self.all => Vec::new(),
            Verdict::Ongoing => kings.collect(),
            Verdict::Stalemate => kings.chain([self.stuck()]).collect(),
            Verdict::Checkmate | Verdict::Check if self.only_the_king_could_move() => {
                kings.collect()
            }
            Verdict::Checkmate | Verdict::Check => {
                kings.chain([self.capture(), self.blocks()]).collect()
            }
        }
    }

    fn king_section(&self, king: Cell) -> Section {
        let own = |step: &&KingStep| step.from == king;
        let steps: Vec<&KingStep> = self.explanation.king_steps.iter().filter(own).collect();
        let safe = steps.iter().filter(|step| escapes(step)).count();
        let has = match safe {
            0 if steps.is_empty() => "nowhere to go".to_owned(),
            1.. if safe < steps.len() => counted(safe, "safe step") + " among these",
            _ => counted(safe, "safe step"),
        };
        let heading = (self.the_piece_on(king) + " has " + has).capitalized();
        let items = steps.iter().map(|step| self.king_step(step)).collect();
        Section { reason: ReasonKind::Step, heading, items }
    }

    fn king_step(&self, step: &KingStep) -> ExplanationLine {
        let text = match &step.outcome {
            StepOutcome::Guarded(by) => {
                self.step(step).with_attacks(by.iter().map(|by| (by.cell, step.to)))
            }
            StepOutcome::Held(by) => self.step(step).with_attacks([(by.cell, step.to)]),
            _ => self.step(step),
        };
        let works = escapes(step);
        let text = if works { text.with_move(step.from, step.to) } else { text };
        ExplanationLine::item(works, self.cell(step.to), text)
    }

    fn step(&self, step: &KingStep) -> Phrase {
        let victim = step.captured.map(|piece| format!("the {}", self.position.piece_name(piece)));
        match (&step.outcome, victim) {
            (StepOutcome::Escapes, None) => "safe".into(),
            (StepOutcome::Escapes, Some(victim)) => format!("captures {victim}").into(),
            (StepOutcome::Guarded(by), None) => Phrase::from("guarded by ") + self.all_the(by),
            (StepOutcome::Guarded(by), Some(victim)) => {
                let guard = if by.len() == 1 { " guards it" } else { " guard it" };
                Phrase::from(format!("would capture {victim}, but ")) + self.all_the(by) + guard
            }
            (StepOutcome::Held(by), None) => Phrase::from("barred: held by ") + self.the(*by),
            (StepOutcome::Held(by), Some(victim)) => {
                Phrase::from(format!("would capture {victim}, but is held by ")) + self.the(*by)
            }
            (StepOutcome::Occupied(piece), _) => self.occupied(*piece),
            (StepOutcome::Exposes(by), _) => self.exposed(by),
        }
    }

    fn occupied(&self, piece: Piece) -> Phrase {
        let name = self.position.piece_name(piece);
        if piece.color() == self.explanation.turn {
            Phrase::from(format!("occupied by its own {name}"))
        } else {
            Phrase::from(format!("occupied by the {name}, which it can't capture"))
        }
    }

    fn exposed(&self, by: &[Placed]) -> Phrase {
        Phrase::from("would leave another king in check from ") + self.all_the(by)
    }

    fn capture(&self) -> Section {
        let Some(target) = &self.explanation.capture else {
            return Section::only(ReasonKind::Capture, self.no_capture());
        };
        let victim = self.the_piece_on(target.cell);
        let items = self.attempts(target, "capture it", "capture it");
        let heading = if any_works(&items) {
            (victim + " can be captured").capitalized()
        } else {
            self.no_capture()
        };
        // The heading names the cell already.
        let items =
            items.into_iter().map(|item| ExplanationLine { label: Phrase::default(), ..item });
        Section { reason: ReasonKind::Capture, heading, items: items.collect() }
    }

    /// Returns a sentence without a full stop: no piece other than a king can end all checks by a
    /// capture.
    pub(super) fn no_capture(&self) -> Phrase {
        let Some(target) = &self.explanation.capture else {
            return format!("No capture ends {}", self.all_checks()).into();
        };
        let by_king = |step: &KingStep| escapes(step) && step.to == target.cell;
        let other = if self.explanation.king_steps.iter().any(by_king) { "other " } else { "" };
        Phrase::from(format!("No {other}piece can capture ")) + self.the_piece_on(target.cell)
    }

    fn blocks(&self) -> Section {
        if self.explanation.blocks.is_empty() {
            return Section::only(ReasonKind::Block, self.no_block());
        }
        let items = self.block_items();
        if items.is_empty() {
            return Section::only(ReasonKind::Block, self.no_block());
        }
        let can = if any_works(&items) { "The check can be blocked" } else { "No piece can block" };
        Section { reason: ReasonKind::Block, heading: can.into(), items }
    }

    /// Returns a sentence without a full stop: no piece can end all checks by a block.
    pub(super) fn no_block(&self) -> Phrase {
        let blocks = &self.explanation.blocks;
        if !blocks.is_empty() {
            let cells = match blocks.len() {
                ..=FEW_CELLS => {
                    Phrase::list(blocks.iter().map(|block| self.cell(block.cell)), "or")
                }
                number => Phrase::from(format!("any of the {number} cells between")),
            };
            return Phrase::from("No piece can block on ") + cells;
        }
        match self.checkers().as_slice() {
            [checker] => Phrase::from("The check from ") + self.the(*checker) + " can't be blocked",
            _ => format!("No block ends {}", self.all_checks()).into(),
        }
    }

    fn all_checks(&self) -> &str {
        if self.explanation.checkers.len() == 2 { "both checks" } else { "all checks" }
    }

    /// Returns the items of the list of blocks; none if no piece could block and cells without such
    /// a piece need not be listed.
    fn block_items(&self) -> Vec<ExplanationLine> {
        let blocks = &self.explanation.blocks;
        let unreachable = |target: &&Target| self.attempts(target, "", "").is_empty();
        let unreachable = blocks.iter().filter(unreachable).count();
        if unreachable == blocks.len() && !self.all {
            return Vec::new();
        }
        let count_them = !self.all && unreachable > FEW_CELLS;
        let mut items = Vec::new();
        for target in blocks {
            let attempts = self.attempts(target, "block", "get there");
            if attempts.is_empty() && !count_them {
                items.push(self.no_attempt(target.cell));
            }
            items.extend(attempts);
        }
        if count_them {
            let text = format!("no piece can block on the other {unreachable} cells between");
            items.push(ExplanationLine::item(false, Phrase::default(), text.into()));
        }
        items
    }

    fn no_attempt(&self, cell: Cell) -> ExplanationLine {
        ExplanationLine::item(false, self.on(cell), "no piece can get there".into())
    }

    fn on(&self, cell: Cell) -> Phrase {
        Phrase::from("on ") + self.cell(cell) + ":"
    }

    /// Returns a line for each piece that could end all checks by a move to the cell of `target`.
    /// `act` is the verb for a piece that reaches this cell, such as `block`, and `arrive` the verb
    /// for a piece whose way is blocked, such as `get there`.
    fn attempts(&self, target: &Target, act: &str, arrive: &str) -> Vec<ExplanationLine> {
        let near = |miss: &&NearMiss| {
            self.all || miss.blockers.iter().all(|blockers| blockers.len() <= FEW_BLOCKERS)
        };
        let tries = target.attempts.iter().map(|attempt| {
            ExplanationLine::item(
                attempt.outcome == AttemptOutcome::Works,
                self.on(target.cell),
                self.attempt(attempt, target.cell, act),
            )
        });
        let misses = target.near_misses.iter().filter(near).map(|miss| {
            ExplanationLine::item(false, self.on(target.cell), self.near_miss(miss, arrive))
        });
        tries.chain(misses).collect()
    }

    fn attempt(&self, attempt: &Attempt, target: Cell, act: &str) -> Phrase {
        let who = self.the(attempt.by);
        match &attempt.outcome {
            AttemptOutcome::Works => (who + " can " + act).with_move(attempt.by.cell, target),
            AttemptOutcome::Pinned(pins) => {
                who + " could " + act + ", but is pinned by " + self.pinners(pins)
            }
            AttemptOutcome::StillInCheck(by) => {
                who + " could " + act + ", but " + self.all_the(by) + " would still give check"
            }
        }
    }

    fn near_miss(&self, miss: &NearMiss, arrive: &str) -> Phrase {
        let who = self.the(miss.by) + " would " + arrive;
        if let [blockers] = &miss.blockers[..] {
            let stand = if blockers.len() == 1 { " stands" } else { " stand" };
            return who + ", but " + self.all_its(blockers) + stand + " in the way";
        }
        let any = if miss.blockers.len() == 2 { " if either " } else { " if any of " };
        let paths = miss.blockers.iter().map(|blockers| self.all_its(blockers));
        who + any + Phrase::list(paths, "or") + " were not in the way"
    }

    fn pinners(&self, pins: &[Attack]) -> Phrase {
        let mut pinners: Vec<Placed> = pins.iter().map(|pin| pin.by).collect();
        pinners.dedup();
        self.all_the(&pinners).with_attacks(pins.iter().map(|pin| (pin.by.cell, pin.king)))
    }

    fn stuck(&self) -> Section {
        let items = self.explanation.stuck.iter().map(|stuck| self.stuck_piece(stuck)).collect();
        let heading = Phrase::from(self.no_other_move()).capitalized();
        Section { reason: ReasonKind::Step, heading, items }
    }

    /// Returns a clause: the pieces other than kings cannot move.
    pub(super) fn no_other_move(&self) -> String {
        let other = if self.explanation.kings.is_empty() { "" } else { "other " };
        if self.explanation.stuck.is_empty() {
            format!("{} has no {other}piece", self.explanation.turn)
        } else {
            format!("no {other}piece can move")
        }
    }

    fn stuck_piece(&self, stuck: &Stuck) -> ExplanationLine {
        let text = match &stuck.why {
            StuckReason::Blocked(by) if by.is_empty() => Phrase::from("has nowhere to go"),
            StuckReason::Blocked(by) => Phrase::from("is hemmed in by ") + self.all_its(by),
            StuckReason::Pinned(pins) => Phrase::from("is pinned by ") + self.pinners(pins),
        };
        ExplanationLine::item(false, self.the(stuck.piece), text)
    }
}

fn any_works(items: &[ExplanationLine]) -> bool {
    items.iter().any(|item| item.works)
}
