//! The reasons of a verdict, each as one sentence with the lines of the explanation that belong to
//! it.

use super::sentence::escapes;
use super::{ExplanationLine, Phrase, Text};
use crate::cell::Cell;
use crate::common::{counted, list};
use crate::verdict::Verdict;
use crate::verdict::explain::{KingStep, Placed, StepOutcome, Target};

/// The maximum number of moves or pieces that a sentence names. If there are more, the sentence
/// only gives their number.
const FEW: usize = 4;

/// A reason that a verdict may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReasonKind {
    /// The pieces that give check.
    Check,
    /// The steps of the kings. In a stalemate also the other pieces, which cannot move.
    Step,
    /// The captures that end every check.
    Capture,
    /// The blocks that end every check.
    Block,
}

/// A reason of a verdict in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedReason {
    /// Kind of the reason.
    pub kind: ReasonKind,
    /// Title of one or two words, such as `No block`, or `Block` if there is one.
    pub title: &'static str,
    /// Sentence with a full stop, and the cells that it names. Its attacks and moves are those of the
    /// lines.
    pub text: Phrase,
    /// Indexes of the lines of the explanation that belong to the reason, in increasing order.
    pub lines: Vec<usize>,
}

impl ReasonKind {
    /// The kinds in their order.
    pub const ALL: [Self; 4] = [Self::Check, Self::Step, Self::Capture, Self::Block];

    /// Returns the name of the kind in lower case, such as `check`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Step => "step",
            Self::Capture => "capture",
            Self::Block => "block",
        }
    }
}

impl Text<'_> {
    pub(super) fn reasons(
        &self,
        lines: &[ExplanationLine],
        kinds: &[Option<ReasonKind>],
    ) -> Vec<ExplainedReason> {
        // After the end of a game no move is legal, so that checks and safe steps don't matter.
        if self.bare_king().is_some() {
            return Vec::new();
        }
        let has_lines = |kind: &ReasonKind| kinds.contains(&Some(*kind));
        let occurring = ReasonKind::ALL.into_iter().filter(has_lines);
        occurring.map(|kind| self.reason(kind, lines, kinds)).collect()
    }

    /// Returns the reason of this kind, which some line is about.
    fn reason(
        &self,
        kind: ReasonKind,
        lines: &[ExplanationLine],
        kinds: &[Option<ReasonKind>],
    ) -> ExplainedReason {
        let is_own = |index: &usize| {
            kinds[*index] == Some(kind)
                || kind == ReasonKind::Capture && self.is_capture_by_king(&lines[*index])
        };
        let own: Vec<usize> = (0..lines.len()).filter(is_own).collect();
        let works = own.iter().any(|&index| lines[index].works);
        let (title, sentence) = match (kind, works) {
            (ReasonKind::Check, _) => ("Check", self.attack().capitalized()),
            (ReasonKind::Step, true) => ("Step", self.safe_steps().capitalized()),
            (ReasonKind::Step, false) => self.no_step(),
            (ReasonKind::Capture, true) => ("Capture", self.captures().capitalized()),
            (ReasonKind::Capture, false) => ("No capture", self.no_capture()),
            (ReasonKind::Block, true) => ("Block", self.possible_blocks().capitalized()),
            (ReasonKind::Block, false) => ("No block", self.no_block()),
        };
        let mut text = sentence + ".";
        (text.attacks, text.moves) = (Vec::new(), Vec::new());
        for &index in &own {
            let Phrase { attacks, moves, .. } = lines[index].phrase();
            add_new(&mut text.attacks, attacks);
            add_new(&mut text.moves, moves);
        }
        ExplainedReason { kind, title, text, lines: own }
    }

    /// Returns `true` for the item about a king's step that captures a checker and is legal.
    fn is_capture_by_king(&self, line: &ExplanationLine) -> bool {
        let captures = |&(from, to): &(Cell, Cell)| {
            self.captures_by_kings().any(|step| (step.from, step.to) == (from, to))
        };
        line.works && line.phrase().moves.iter().any(captures)
    }

    /// Returns the legal steps of kings that capture a checker.
    fn captures_by_kings(&self) -> impl Iterator<Item = &KingStep> {
        let steps = self.explanation.king_steps.iter();
        steps.filter(|step| escapes(step) && self.captures_checker(step))
    }

    fn safe_steps(&self) -> Phrase {
        let steps = &self.explanation.king_steps;
        let safe = steps.iter().filter(|step| escapes(step)).count();
        let kings = &self.explanation.kings;
        if safe <= FEW {
            return Phrase::list(kings.iter().filter_map(|&king| self.safe_steps_of(king)), "and");
        }
        let who = match kings[..] {
            [king] => self.mover(king) + " has ",
            _ => "the kings have ".into(),
        };
        who + counted(safe, "safe step")
    }

    /// Names the safe steps of a king, such as `the king can step to a1(I) and b1(I)`; `None` if the
    /// king has none.
    fn safe_steps_of(&self, king: Cell) -> Option<Phrase> {
        let own = |step: &&KingStep| step.from == king && escapes(step);
        let steps = self.explanation.king_steps.iter().filter(own);
        let (captures, quiet): (Vec<_>, Vec<_>) = steps.partition(|step| step.captured.is_some());
        let cells = Phrase::list(quiet.iter().map(|step| self.cell(step.to)), "and");
        let victims = captures.iter().map(|step| self.the_piece_on(step.to));
        let victims = Phrase::list(victims, "and");
        let who = self.mover(king) + " can ";
        match (quiet.len(), captures.len()) {
            (0, 0) => None,
            (_, 0) => Some(who + "step to " + cells),
            (0, _) => Some(who + "capture " + victims),
            _ => Some(who + "step to " + cells + ", or capture " + victims),
        }
    }

    /// Returns the title and the sentence of a reason without a safe step of a king.
    fn no_step(&self) -> (&'static str, Phrase) {
        let is_stalemate = self.explanation.verdict == Verdict::Stalemate;
        let other = is_stalemate.then(|| self.no_other_move());
        if self.explanation.kings.is_empty() {
            return ("No move", Phrase::from(other.unwrap_or_default()).capitalized());
        }
        let kings = self.no_safe_step().capitalized();
        ("No safe step", other.map_or(kings.clone(), |other| kings + "; " + other))
    }

    fn no_safe_step(&self) -> Phrase {
        let steps = &self.explanation.king_steps;
        let who = match self.explanation.kings[..] {
            [king] if steps.is_empty() => return self.the_piece_on(king) + " has nowhere to go",
            [king] => self.the_piece_on(king) + " has no safe step",
            _ => "no king has a safe step".into(),
        };
        let exposes = |step: &KingStep| matches!(step.outcome, StepOutcome::Exposes(_));
        if steps.is_empty() || steps.iter().any(exposes) {
            return who;
        }
        let cells = match (steps.len(), self.explanation.kings.len()) {
            (1, _) => "the only cell it could go to is ",
            (_, 1) => "every cell it could go to is ",
            _ => "every cell they could go to is ",
        };
        who + ": " + cells + self.obstacles()
    }

    /// Returns the reasons why no step of a king is legal, such as `guarded or occupied`.
    fn obstacles(&self) -> String {
        let steps = &self.explanation.king_steps;
        let occurs = |word: &&str| steps.iter().any(|step| obstacle(step) == Some(word));
        let words = ["guarded", "occupied", "barred by a hold"].into_iter().filter(occurs);
        list(&words.map(str::to_owned).collect::<Vec<_>>(), "or")
    }

    /// Names the pieces that can end every check by a capture.
    fn captures(&self) -> Phrase {
        let kings = self.captures_by_kings();
        let Some(target) = &self.explanation.capture else {
            return Phrase::list(kings.map(|step| self.can_capture(step.from, step.to)), "and");
        };
        let victim = self.the_piece_on(target.cell) + " can be captured by ";
        let others = target.solvers().map(|by| by.cell);
        let takers: Vec<Cell> = others.chain(kings.map(|step| step.from)).collect();
        match takers.len() {
            ..=FEW => victim + Phrase::list(takers.iter().map(|&from| self.mover(from)), "and"),
            number => victim + counted(number, "piece"),
        }
    }

    /// Names the blocks that end every check.
    fn possible_blocks(&self) -> Phrase {
        let blocks = &self.explanation.blocks;
        let ways = |target: &Target| -> Vec<(Placed, Cell)> {
            target.solvers().map(|by| (by, target.cell)).collect()
        };
        let ways: Vec<(Placed, Cell)> = blocks.iter().flat_map(ways).collect();
        if ways.len() > FEW {
            return Phrase::from(format!("the check can be blocked in {} ways", ways.len()));
        }
        Phrase::list(ways.iter().map(|(by, cell)| self.can(by.cell, "block on", *cell)), "and")
    }
}

const fn obstacle(step: &KingStep) -> Option<&'static str> {
    match step.outcome {
        StepOutcome::Guarded(_) => Some("guarded"),
        StepOutcome::Occupied(_) => Some("occupied"),
        StepOutcome::Held(_) => Some("barred by a hold"),
        StepOutcome::Escapes | StepOutcome::Exposes(_) => None,
    }
}

fn add_new<T: PartialEq>(list: &mut Vec<T>, items: Vec<T>) {
    for item in items {
        if !list.contains(&item) {
            list.push(item);
        }
    }
}
