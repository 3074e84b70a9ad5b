//! Explanations: why the verdict on a position is what it is.
//!
//! An [`Explanation`] holds what a person would point at on the board: who gives check, why each
//! step of the king fails, who could capture or block and what keeps the others from it.

mod analysis;

use super::Verdict;
use crate::board::Move;
use crate::cell::Cell;
use crate::control::{Control, Stopped};
use crate::piece::{Color, Piece};
use crate::position::Position;

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placed {
    /// The cell of the piece.
    pub cell: Cell,
    /// The kind and color of the piece.
    pub piece: Piece,
}

/// The reasons of a verdict. All lists are in the order of the cells.
/// [`render::explain`](crate::render::explain) says it in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The verdict.
    pub verdict: Verdict,
    /// The side it is about: the side to move.
    pub turn: Color,
    /// The cells of the kings of that side.
    pub kings: Vec<Cell>,
    /// The checks.
    pub checkers: Vec<Attack>,
    /// The steps of the kings with their outcomes, also onto pieces of their own side.
    pub king_steps: Vec<KingStep>,
    /// What there is to a capture that ends every check; `None` if there is no check, or if no
    /// capture by a piece other than a king could end all of them.
    pub capture: Option<Target>,
    /// The empty cells where another piece than a king would end every check.
    pub blocks: Vec<Target>,
    /// The reasons why the pieces other than kings can't move, for a stalemate.
    pub stuck: Vec<Stuck>,
    /// The legal moves; for a check, those that end it.
    pub legal_moves: Vec<Move>,
}

/// A piece that attacks a king of the side to move, or would after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The piece.
    pub by: Placed,
    /// The cell of the attacked king.
    pub king: Cell,
    /// The empty cells where another piece would end this attack: those between the two, or those
    /// that all open routes of a lame leaper share.
    pub line: Vec<Cell>,
}

/// A step of a king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KingStep {
    /// The cell of the piece.
    pub from: Cell,
    /// The cell that the king would move to.
    pub to: Cell,
    /// The enemy it captures or would capture.
    pub captured: Option<Piece>,
    /// The outcome.
    pub outcome: StepOutcome,
}

/// The outcome of a step of a king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// It is legal.
    Escapes,
    /// A piece stands there that the king can't capture; it is one of its own unless the rules
    /// are unusual.
    Occupied(Piece),
    /// This king holds it, and it may not go there.
    Held(Placed),
    /// These enemies would attack the king there. It shields no cell behind it, and what it
    /// captured is gone.
    Guarded(Vec<Placed>),
    /// The king would be safe there, but these enemies would attack another king of its side.
    Exposes(Vec<Placed>),
}

/// A cell where a piece other than a king would end every check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The cell.
    pub cell: Cell,
    /// The pieces that can reach it, not minding their king.
    pub tries: Vec<Try>,
    /// The pieces that could reach it if others were not in their way.
    pub near_misses: Vec<NearMiss>,
}

/// A piece that reaches a cell where it would end every check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The piece.
    pub by: Placed,
    /// The legality of the move.
    pub outcome: TryOutcome,
}

/// The outcome of a move that should end every check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TryOutcome {
    /// It is legal.
    Works,
    /// It lets these attack the king.
    Pinned(Vec<Attack>),
    /// These still give check: the move opens another route of a lame leaper.
    StillInCheck(Vec<Placed>),
}

/// A piece that would reach a cell if others were not in its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The piece.
    pub by: Placed,
    /// The pieces in its way, at least one; neither a checker nor the king it attacks.
    pub blockers: Vec<Placed>,
}

/// A piece of a stalemated side that has no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The piece.
    pub piece: Placed,
    /// The reason.
    pub why: StuckReason,
}

/// The reason why a piece has no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StuckReason {
    /// These pieces are in its way; without any of them the board ends.
    Hemmed(Vec<Placed>),
    /// Whatever it does lets one of these attack the king.
    Pinned(Vec<Attack>),
}

impl Explanation {
    /// Where the moves that end the check start from and lead to: legal steps of the kings,
    /// captures and blocks. These are all legal moves if there is a check.
    pub fn evasions(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let steps = self.king_steps.iter().filter(|step| step.outcome == StepOutcome::Escapes);
        let targets = self.capture.iter().chain(&self.blocks);
        let by_others =
            targets.flat_map(|target| target.solvers().map(|by| (by.cell, target.cell)));
        steps.map(|step| (step.from, step.to)).chain(by_others)
    }
}

impl Target {
    /// The pieces other than kings that can go there.
    pub fn solvers(&self) -> impl Iterator<Item = Placed> {
        let working = self.tries.iter().filter(|attempt| attempt.outcome == TryOutcome::Works);
        working.map(|attempt| attempt.by)
    }
}

impl Position {
    /// Returns the reasons of the verdict.
    ///
    /// # Complexity
    /// That of [`Position::legal_moves`], and for a check as much as to look along all lines from
    /// each cell between the checker and the king.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// use kubikschach::verdict::explain::StepOutcome;
    /// let rules = Rules::cube();
    /// let setup = notation::board(&rules, "[rq,##],[##,K#]")?;
    /// let explanation = Position::new(&rules, setup)?.explain();
    /// assert_eq!(explanation.king_steps.len(), 7);
    /// let guarded = |outcome: &StepOutcome| matches!(outcome, StepOutcome::Guarded(_));
    /// assert!(explanation.king_steps.iter().all(|step| guarded(&step.outcome)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(&self) -> Explanation {
        match self.explain_with(&Control::FREE) {
            Ok(explanation) => explanation,
            Err(Stopped) => unreachable!("nothing stops the search"),
        }
    }

    /// Returns the reasons as [`Position::explain`] does, unless `control` stops the search; the work
    /// it reports is moves and cells.
    ///
    /// # Errors
    /// If `control` stops the search.
    pub fn explain_with(&self, control: &Control<'_>) -> Result<Explanation, Stopped> {
        analysis::explain(self, control)
    }
}
