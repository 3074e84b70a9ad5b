//! `mate`: the verdict on a position.

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::explain::Reasons;
use super::fields::Fields;
use super::mate_in::MateInQuestion;
use super::position::{Placed, broken, expect_verdict, role, side, text_of};
use crate::board::{Move, Setup};
use crate::cell::Cell;
use crate::control::Control;
use crate::diagnostic::Diagnostic;
use crate::notation::move_text;
use crate::piece::Color;
use crate::position::{Position, PositionError, PositionErrorKind};
use crate::rules::Rules;
use crate::search::{MOST_MOVES, ProblemParts};
use crate::verdict::{Reason, Status, Verdict};

/// No reasons are given about more kings of a side.
const MOST_KINGS: usize = 64;
/// The memory of a search that asks for no other.
const MEMORY: u64 = 64 << 20;

/// Asks for the verdict on a position.
#[derive(Clone, Debug)]
pub struct MateQuestion {
    /// The position.
    pub position: Position,
    /// Asks for the reasons.
    pub explain: bool,
    /// Asks for every cell of a long line.
    pub all: bool,
}

/// A question about a position: for its verdict, or for a mate in several moves.
#[derive(Clone, Debug)]
pub enum PositionQuestion {
    /// Asks for the verdict.
    Verdict(MateQuestion),
    /// Asks for a mate.
    MateIn(MateInQuestion),
}

/// The options of questions about positions.
#[derive(Clone, Debug)]
pub struct MateOptions {
    /// The rules.
    pub rules: Rules,
    /// The side to move, whatever follows the board.
    pub side: Option<Color>,
    force: bool,
    explain: bool,
    all: bool,
    mate_in: Option<(usize, ProblemParts, super::mate_in::Searches)>,
    /// The names of the fields that help with an illegal position.
    ways_out: [String; 2],
}

const FIELDS: [&str; 11] =
    ["board", "side", "rules", "size", "explain", "all", "in", "set", "tries", "memory", "force"];

/// The fields of answers that are passed over.
const OF_ANSWERS: [&str; 17] = [
    "verdict",
    "checkmate",
    "checkers",
    "legal_moves",
    "result",
    "reason",
    "lines",
    "king_steps",
    "captures",
    "blocks",
    "stuck",
    "mate_in",
    "keys",
    "line",
    "sound",
    "duals",
    "proof",
];

impl MateOptions {
    /// Reads the fields of all questions but the board.
    ///
    /// # Errors
    /// If a field has a mistake.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_only("mate", &FIELDS, &OF_ANSWERS)?;
        fields.expect_with("all", "explain", "")?;
        fields.expect_with("memory", "in", "")?;
        fields.expect_one_of(["in", "all"])?;
        let rules = context.rules(fields, "cube")?;
        expect_verdict(fields, &rules)?;
        context.chosen_size(fields, &rules)?;
        let [force, explain, all] = ["force", "explain", "all"].map(|name| fields.flag(name));
        let [set, tries] = ["set", "tries"].map(|name| asks_for(fields, name));
        let limits = context.limits;
        let most = limits.mate_in as u64;
        let moves = fields.number("in", "a number of moves", 1..=MOST_MOVES as u64, most)?;
        let default = MEMORY.min(limits.search_memory);
        let memory = fields.memory("memory", limits.search_memory)?;
        let explain = explain?;
        let parts = ProblemParts { proofs: explain, set: set?, tries: tries? };
        let mate_in = moves.map(|moves| {
            let moves = usize::try_from(moves).unwrap_or(MOST_MOVES);
            (moves, parts, context.searches(&rules, memory.unwrap_or(default)))
        });
        Ok(Self {
            rules,
            side: side(fields)?,
            force: force?,
            explain,
            all: all?,
            mate_in,
            ways_out: [fields.spell("side", ""), fields.spell("force", "")],
        })
    }

    /// Asks about the position of a board; the places of errors are in its text.
    ///
    /// # Errors
    /// If the position breaks an invariant of its rule set.
    pub fn question(
        &self,
        rules: &Rules,
        setup: Setup,
        text: impl FnOnce() -> String,
    ) -> Result<PositionQuestion, Error> {
        let turn = self.side.or(setup.turn);
        let position = Position::new_unchecked(rules, Setup { turn, ..setup });
        if !self.force
            && let Err(error) = self.validate(&position)
        {
            let diagnostic = broken(&position, &error, &text());
            return Err(Error::at("board", self.with_ways_out(diagnostic, &error, position)));
        }
        if self.explain && self.mate_in.is_none() {
            expect_few_kings(&position)?;
        }
        let Some((moves, parts, searches)) = self.mate_in.clone() else {
            let question = MateQuestion { position, explain: self.explain, all: self.all };
            return Ok(PositionQuestion::Verdict(question));
        };
        Ok(PositionQuestion::MateIn(MateInQuestion { position, moves, parts, searches }))
    }

    /// Checks that the position can be answered: a search for a mate goes on from it.
    fn validate(&self, position: &Position) -> Result<(), PositionError> {
        match self.mate_in {
            Some(_) => position.validate_playable(),
            None => position.validate(),
        }
    }

    /// Adds to the hint what else can be asked of an illegal position: about the other king, if nothing
    /// is wrong then.
    fn with_ways_out(
        &self,
        diagnostic: Diagnostic,
        error: &PositionError,
        position: Position,
    ) -> Diagnostic {
        let (rules, other) = (position.rules().clone(), !position.turn());
        let is_of_turn = |kind: &PositionErrorKind| {
            matches!(
                kind,
                PositionErrorKind::OpponentInCheck { .. } | PositionErrorKind::Kings { .. }
            )
        };
        // Most mistakes are there whoever is to move: those need no second look.
        let is_legal = error.kinds().iter().all(is_of_turn) && {
            let setup = Setup { turn: Some(other), ..position.into_setup() };
            self.validate(&Position::new_unchecked(&rules, setup)).is_ok()
        };
        let [side, force] = &self.ways_out;
        let side = is_legal.then(|| format!("{side} {0} asks about the {0} king", other.name()));
        let force = Some(format!("{force} answers all the same"));
        let ways: Vec<String> = [diagnostic.hint, side, force].into_iter().flatten().collect();
        Diagnostic { hint: Some(ways.join("; ")), ..diagnostic }
    }
}

/// Returns `true` if a question with `in` asks for a part of the solution. The list of an answer is
/// passed over.
fn asks_for(fields: &Fields<'_>, part: &str) -> Result<bool, Error> {
    if fields.json(part).is_some_and(|json| json.starts_with('[')) {
        return Ok(false);
    }
    fields.expect_with(part, "in", "")?;
    fields.flag(part)
}

/// Reads the setup of a question, whatever invariants it breaks.
#[cfg(feature = "cli")]
pub(crate) fn setup(fields: &Fields<'_>, context: &mut Context) -> Result<Setup, Error> {
    let options = MateOptions::read(fields, context)?;
    let text = fields.required_board("board")?;
    let (_, setup) = context.setup(fields, &options.rules, ("board", text))?;
    Ok(Setup { turn: options.side.or(setup.turn), ..setup })
}

impl PositionQuestion {
    /// Reads a question.
    ///
    /// # Errors
    /// If a field has a mistake, or the position breaks an invariant of its rule set.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let options = MateOptions::read(fields, context)?;
        let text = fields.required_board("board")?;
        let (rules, setup) = context.setup(fields, &options.rules, ("board", text))?;
        options.question(&rules, setup, || text.to_owned())
    }

    /// Returns the position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        match self {
            Self::Verdict(question) => &question.position,
            Self::MateIn(question) => &question.position,
        }
    }
}

/// Refuses to give reasons about so many kings that their steps, each of which leaves the others in
/// check, would fill more memory than there is.
pub(super) fn expect_few_kings(position: &Position) -> Result<(), Error> {
    let turn = position.turn();
    let found = position.kings(turn).len();
    if found <= MOST_KINGS {
        return Ok(());
    }
    let turn = turn.name();
    let message = format!(
        "expected at most {MOST_KINGS} {turn} kings to give reasons about, but found {found}"
    );
    Err(Error::at("board", Diagnostic::new(0..1, message)))
}

impl MateQuestion {
    /// Answers the question.
    ///
    /// # Errors
    /// If `control` stops the answer.
    pub fn answer(&self, control: &Control<'_>) -> Result<MateAnswer<'_>, Error> {
        control.tick(1)?;
        let (position, rules) = (&self.position, self.position.rules());
        let (board, outcome, verdict) = (position.board(), position.outcome(), position.verdict());
        let mut checkers: Vec<Cell> = position.checks().iter().map(|check| check.checker).collect();
        checkers.sort_unstable();
        checkers.dedup();
        let placed = |cell: Cell| {
            let piece = role(rules, board.piece_at(cell)?);
            Some(Placed { piece, cell: rules.cells().name(board.size(), cell) })
        };
        let text = |mv: &Move| move_text(rules, board.size(), *mv);
        control.tick(1)?;
        let reasons =
            self.explain.then(|| Reasons::new(position, self.all, control)).transpose()?;
        Ok(MateAnswer {
            subject: Subject::new(position),
            verdict: verdict.to_string(),
            checkmate: verdict == Verdict::Checkmate,
            checkers: checkers.into_iter().filter_map(placed).collect(),
            legal_moves: position.legal_moves().iter().map(text).collect(),
            result: outcome.map(|outcome| outcome.result()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            board: text_of(position),
            reasons,
        })
    }

    /// Returns `true` if the side to move is checkmated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.position.is_checkmate()
    }

    /// Returns the result if the game is over, else the verdict; and `true` for a checkmate.
    #[must_use]
    pub fn status(&self) -> (Status, bool) {
        let status = self.position.status();
        let is_checkmate = match status {
            Status::Over(outcome) => outcome.reason == Reason::Checkmate,
            Status::Verdict(verdict) => verdict == Verdict::Checkmate,
        };
        (status, is_checkmate)
    }
}

/// The first fields of all answers about a position.
#[derive(Debug, Serialize)]
pub(super) struct Subject {
    size: usize,
    side: &'static str,
}

impl Subject {
    pub(super) fn new(position: &Position) -> Self {
        Self { size: position.board().size().edge(), side: position.turn().name() }
    }
}

/// The answer to a [`MateQuestion`].
#[derive(Debug, Serialize)]
pub struct MateAnswer<'q> {
    #[serde(flatten)]
    subject: Subject,
    /// The verdict.
    pub verdict: String,
    /// True if the side to move is checkmated.
    pub checkmate: bool,
    checkers: Vec<Placed<'q>>,
    /// The legal moves.
    pub legal_moves: Vec<String>,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The reason why the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The text of the position.
    pub board: String,
    #[serde(flatten)]
    reasons: Option<Reasons<'q>>,
}
