//! Serializes the explanation of a verdict as JSON.

use serde::Serialize;

use super::parts::{NamedPiece, role};
use crate::board::Move;
use crate::cell::Cell;
use crate::common::sorted;
use crate::control::{Control, Stopped};
use crate::notation::write_move;
use crate::position::Position;
use crate::render::{self, ExplainedReason, ExplanationLine, Phrase};
use crate::verdict::explain::{self, AttemptOutcome, KingStep, StepOutcome, StuckReason, Target};

/// The explanation of a verdict: in words as `lines`, and as data in the other fields.
#[derive(Debug, Serialize)]
pub(super) struct Explained<'a> {
    headline: String,
    reasons: Vec<ReasonInWords>,
    lines: Vec<ExplainedLine>,
    king_steps: Vec<ExplainedStep<'a>>,
    captures: Vec<TargetCell<'a>>,
    blocks: Vec<TargetCell<'a>>,
    stuck: Vec<ExplainedTry<'a>>,
}

/// A reason of the verdict as a sentence, with the indexes of its lines.
#[derive(Debug, Serialize)]
struct ReasonInWords {
    reason: &'static str,
    title: &'static str,
    text: String,
    cells: Vec<String>,
    lines: Vec<usize>,
    attacks: Vec<[String; 2]>,
}

/// A line that `mate --explain` prints, with the cells, attacks and legal moves that it mentions.
#[derive(Debug, Serialize)]
struct ExplainedLine {
    depth: usize,
    works: bool,
    label: String,
    text: String,
    cells: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attacks: Vec<[String; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ExplainedStep<'a> {
    cell: String,
    captures: Option<&'a str>,
    outcome: &'static str,
    by: Vec<NamedPiece<'a>>,
}

/// A cell where a piece other than the king could end every check by a capture or a block.
#[derive(Debug, Serialize)]
struct TargetCell<'a> {
    cell: String,
    tries: Vec<ExplainedTry<'a>>,
}

/// A piece that tries to move: the outcome, such as `pinned`, and the pieces that prevent the move.
#[derive(Debug, Serialize)]
struct ExplainedTry<'a> {
    #[serde(flatten)]
    piece: NamedPiece<'a>,
    outcome: &'static str,
    by: Vec<NamedPiece<'a>>,
}

impl<'a> Explained<'a> {
    /// Explains the verdict on a position.
    ///
    /// If `all` is true, the explanation in words names every cell; otherwise, it shortens long
    /// lists of cells.
    pub(super) fn new(
        position: &'a Position,
        all: bool,
        control: &Control<'_>,
    ) -> Result<Self, Stopped> {
        let names = Namer(position);
        let explanation = position.explain_with(control)?;
        let explain = if all { render::explain_in_full } else { render::explain };
        let explained = explain(position, &explanation);
        control.tick(1)?;
        Ok(Self {
            headline: explained.headline(),
            reasons: named(&explained.reasons(), control, |reason| names.reason(reason))?,
            lines: named(&explained.lines, control, |line| {
                names.line(line, &explanation.legal_moves)
            })?,
            king_steps: named(&explanation.king_steps, control, |step| names.step(step))?,
            captures: explanation.capture.iter().map(|target| names.target(target)).collect(),
            blocks: named(&explanation.blocks, control, |target| names.target(target))?,
            stuck: named(&explanation.stuck, control, |stuck| names.stuck(stuck))?,
        })
    }
}

/// Names each part of an explanation; a part is a unit of work for `control`.
fn named<P, N>(
    parts: &[P],
    control: &Control<'_>,
    name: impl Fn(&P) -> N,
) -> Result<Vec<N>, Stopped> {
    let name = |part| control.tick(1).map(|()| name(part));
    parts.iter().map(name).collect()
}

struct Namer<'p>(&'p Position);

impl<'a> Namer<'a> {
    fn placed(&self, placed: explain::Placed) -> NamedPiece<'a> {
        let cell = self.0.cell_name(placed.cell);
        NamedPiece { piece: role(self.0.rules(), placed.piece), cell }
    }

    fn all<'p>(
        &self,
        placed: impl IntoIterator<Item = &'p explain::Placed>,
    ) -> Vec<NamedPiece<'a>> {
        placed.into_iter().map(|&placed| self.placed(placed)).collect()
    }

    fn cells(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| self.0.cell_name(cell)).collect()
    }

    fn attacks(&self, attacks: &[(Cell, Cell)]) -> Vec<[String; 2]> {
        attacks.iter().map(|&(from, to)| [from, to].map(|cell| self.0.cell_name(cell))).collect()
    }

    fn reason(&self, reason: &ExplainedReason) -> ReasonInWords {
        let Phrase { text, cells, attacks, .. } = &reason.text;
        ReasonInWords {
            reason: reason.kind.name(),
            title: reason.title,
            text: text.clone(),
            cells: self.cells(cells),
            lines: reason.lines.clone(),
            attacks: self.attacks(attacks),
        }
    }

    fn line(&self, line: &ExplanationLine, legal_moves: &[Move]) -> ExplainedLine {
        let Phrase { cells, attacks, moves, .. } = line.phrase();
        let meant = legal_moves.iter().filter(|mv| moves.contains(&(mv.from, mv.to)));
        let (rules, size) = (self.0.rules(), self.0.board().size());
        ExplainedLine {
            depth: line.depth,
            works: line.works,
            label: line.label.text.clone(),
            text: line.text.text.clone(),
            cells: self.cells(&cells),
            attacks: self.attacks(&attacks),
            moves: meant.map(|mv| write_move(rules, size, *mv)).collect(),
        }
    }

    fn step(&self, step: &KingStep) -> ExplainedStep<'a> {
        let (outcome, by) = match &step.outcome {
            StepOutcome::Escapes => ("escapes", Vec::new()),
            StepOutcome::Occupied(piece) => {
                let own = explain::Placed { cell: step.to, piece: *piece };
                ("occupied", vec![self.placed(own)])
            }
            StepOutcome::Guarded(by) => ("guarded", self.all(by)),
            StepOutcome::Held(by) => ("held", vec![self.placed(*by)]),
            StepOutcome::Exposes(by) => ("exposes", self.all(by)),
        };
        let captures = step.captured.map(|piece| role(self.0.rules(), piece));
        let cell = self.0.cell_name(step.to);
        ExplainedStep { cell, captures, outcome, by }
    }

    fn target(&self, target: &Target) -> TargetCell<'a> {
        let tries = target.attempts.iter().map(|attempt| {
            let (outcome, by) = match &attempt.outcome {
                AttemptOutcome::Works => ("works", Vec::new()),
                AttemptOutcome::Pinned(pins) => {
                    ("pinned", self.all(pins.iter().map(|pin| &pin.by)))
                }
                AttemptOutcome::StillInCheck(by) => ("still in check", self.all(by)),
            };
            ExplainedTry { piece: self.placed(attempt.by), outcome, by }
        });
        let blocked = target.near_misses.iter().map(|miss| ExplainedTry {
            piece: self.placed(miss.by),
            outcome: "blocked",
            by: self.all(&sorted(miss.blockers.iter().flatten().copied())),
        });
        let cell = self.0.cell_name(target.cell);
        TargetCell { cell, tries: tries.chain(blocked).collect() }
    }

    fn stuck(&self, stuck: &explain::Stuck) -> ExplainedTry<'a> {
        let (outcome, by) = match &stuck.why {
            StuckReason::Blocked(blockers) => ("blocked", self.all(blockers)),
            StuckReason::Pinned(pins) => ("pinned", self.all(pins.iter().map(|pin| &pin.by))),
        };
        ExplainedTry { piece: self.placed(stuck.piece), outcome, by }
    }
}
