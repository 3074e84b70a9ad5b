//! Explanations: the reasons of a verdict as data.
//!
//! An [`Explanation`] lists the checkers, the outcome of each king step, and the captures and
//! blocks that would end every check. For each capture and block it lists the pieces that can make
//! it, and the pieces that a pin or a blocker prevents from making it.

mod analysis;

use super::Verdict;
use crate::board::Move;
use crate::cell::Cell;
use crate::control::{Control, Stopped};
use crate::piece::{Color, Piece};
use crate::position::Position;

/// A piece and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placed {
    /// Cell of the piece.
    pub cell: Cell,
    /// Role and color of the piece.
    pub piece: Piece,
}

/// The reasons of a verdict; all lists are sorted by cells.
///
/// [`render::explain`](crate::render::explain) puts an explanation into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Verdict that the lists explain.
    pub verdict: Verdict,
    /// Side to move, which the verdict is about.
    pub turn: Color,
    /// Cells of the kings of the side to move.
    pub kings: Vec<Cell>,
    /// Pieces that give check.
    pub checkers: Vec<Attack>,
    /// All steps of the kings of the side to move, including steps to cells with pieces of that
    /// side.
    pub king_steps: Vec<KingStep>,
    /// Checker whose capture ends every check.
    ///
    /// `None` if there is no check, or if no capture by a piece other than a king can end every
    /// check.
    pub capture: Option<Target>,
    /// Empty cells where a piece other than a king would end every check by a block.
    pub blocks: Vec<Target>,
    /// Pieces other than kings with the reasons why they cannot move; empty unless the verdict
    /// is stalemate.
    pub stuck: Vec<Stuck>,
    /// Legal moves; in check, these are the evasions.
    pub legal_moves: Vec<Move>,
}

/// An attack of a piece on a king of the side to move, in the position or after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Attacking piece.
    pub by: Placed,
    /// Cell of the attacked king.
    pub king: Cell,
    /// Empty cells where a piece would block the attack. The attack of a lame leaper is blocked
    /// only on cells that all its empty paths share.
    pub line: Vec<Cell>,
}

/// A step of a king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KingStep {
    /// Cell of the king.
    pub from: Cell,
    /// Cell that the king would move to.
    pub to: Cell,
    /// Enemy piece on `to`; `None` if there is none, or if the king cannot capture it.
    pub captured: Option<Piece>,
    /// Outcome of the step.
    pub outcome: StepOutcome,
}

/// The outcome of a step of a king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The step is legal.
    Escapes,
    /// The cell has this piece, which the king cannot capture. Usually the piece belongs to the
    /// king's side.
    Occupied(Piece),
    /// The step is illegal because this king of the opponent holds the king: the rule set forbids
    /// the held king to leave the level or column that both kings share.
    Held(Placed),
    /// These pieces would attack the king on its new cell.
    ///
    /// Attacks are those after the step: the king no longer shields the cells behind its old cell,
    /// and a captured piece no longer attacks.
    Guarded(Vec<Placed>),
    /// These pieces would attack another king of the same side after the step.
    Exposes(Vec<Placed>),
}

/// A cell where a piece other than a king would end every check by a capture or a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Cell of the captured checker, or the empty cell of the block.
    pub cell: Cell,
    /// Pseudo-legal moves to the cell by pieces other than kings.
    pub attempts: Vec<Attempt>,
    /// Pieces that would have a move to the cell if other pieces were not in their way.
    pub near_misses: Vec<NearMiss>,
}

/// A pseudo-legal capture or block that would end every present check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Moving piece.
    pub by: Placed,
    /// Outcome of the move.
    pub outcome: AttemptOutcome,
}

/// The outcome of an [`Attempt`]: the move is legal, or a king of its side is still attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// The move is legal.
    Works,
    /// The moving piece is pinned: its move opens these attacks on a king.
    Pinned(Vec<Attack>),
    /// These lame leapers still give check. The moving piece blocks one of their paths, but came
    /// from another path, which is now empty.
    StillInCheck(Vec<Placed>),
}

/// A piece that would have a move to a cell if other pieces were not in its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// Piece that would have the move.
    pub by: Placed,
    /// Pieces that block [`NearMiss::by`], one list for each path with the fewest blockers. The
    /// move would be possible without the pieces of any one list. There is at least one list, no
    /// list is empty, and none has a checker or the attacked king.
    pub blockers: Vec<Vec<Placed>>,
}

/// A piece of a stalemated side that has no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// Piece that cannot move.
    pub piece: Placed,
    /// Reason why the piece cannot move.
    pub why: StuckReason,
}

/// The reason why a piece has no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StuckReason {
    /// These pieces block the piece; the list is empty if only the edges of the board do.
    Blocked(Vec<Placed>),
    /// The piece is pinned: each of its moves opens one of these attacks on a king.
    Pinned(Vec<Attack>),
}

impl Explanation {
    /// Returns the start and end of each evasion: legal king steps, captures and blocks.
    pub fn evasions(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let steps = self.king_steps.iter().filter(|step| step.outcome == StepOutcome::Escapes);
        let targets = self.capture.iter().chain(&self.blocks);
        let by_others =
            targets.flat_map(|target| target.solvers().map(|by| (by.cell, target.cell)));
        steps.map(|step| (step.from, step.to)).chain(by_others)
    }
}

impl Target {
    /// Returns the pieces other than kings that can legally move to [`Target::cell`].
    pub fn solvers(&self) -> impl Iterator<Item = Placed> {
        let working =
            self.attempts.iter().filter(|attempt| attempt.outcome == AttemptOutcome::Works);
        working.map(|attempt| attempt.by)
    }
}

impl Position {
    /// Returns the reasons of the verdict.
    ///
    /// # Complexity
    /// Takes about as long as [`Position::legal_moves`]. In check, the method also finds the
    /// blocked pieces that could otherwise move to the checker's cell or to a cell between checker
    /// and king.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules};
    /// use kubikschach::verdict::explain::StepOutcome;
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[rq,##],[##,K#]")?;
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

    /// Returns the reasons as [`Position::explain`] does. Each king step, each pseudo-legal capture
    /// or block, and each stuck piece is a unit of work for `control`.
    ///
    /// # Errors
    /// Returns an error if `control` stops the analysis.
    pub fn explain_with(&self, control: &Control<'_>) -> Result<Explanation, Stopped> {
        analysis::explain(self, control)
    }
}
