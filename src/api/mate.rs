//! The command `mate`: gives the verdict on a position, such as check or checkmate, and the
//! reasons.

use serde::ser::SerializeSeq as _;
use serde::{Serialize, Serializer};

use super::context::Context;
use super::error::Error;
use super::explain::Reasons;
use super::fields::Fields;
use super::illegal::broken;
use super::mate_in::MateInQuestion;
use super::mate_try::TryQuestion;
use super::parts::{NamedPiece, role};
use super::position::{expect_verdict, side};
use super::shared_search::SharedSearch;
use crate::board::{Move, Setup};
use crate::cell::Cell;
use crate::common::sorted;
use crate::control::Control;
use crate::mistake::Mistake;
use crate::notation::append_move;
use crate::piece::Color;
use crate::play::{parse_legal_move, text_of};
use crate::position::{Position, PositionError, PositionErrorKind};
use crate::rules::Rules;
use crate::search::{MOST_MOVES, ProblemParts};
use crate::verdict::Verdict;

/// Largest number of kings that the side to move may have in a position whose verdict is explained.
const MOST_KINGS: usize = 64;
/// Default of the field `memory`: bytes of the transposition table of a mate search.
const MEMORY: u64 = 64 << 20;

/// Asks for the verdict on a position.
#[derive(Clone, Debug)]
pub(crate) struct MateQuestion {
    /// Position to judge; legal unless the field `force` is set.
    pub(crate) position: Position,
    /// Asks for the reasons of the verdict.
    pub(crate) explain: bool,
    /// True if the explanation names every cell; otherwise long lists of cells are shortened.
    pub(crate) all: bool,
}

/// A question about a position: for its verdict, or for a forced mate.
#[derive(Clone, Debug)]
pub(crate) enum PositionQuestion {
    /// Asks for the verdict on the position.
    Verdict(MateQuestion),
    /// Asks for a forced mate, because the field `in` is present.
    MateIn(MateInQuestion),
    /// Asks if a first move forces mate, because the field `try` is present too.
    Try(TryQuestion),
}

/// Options of questions about positions: all fields except the board.
#[derive(Clone, Debug)]
pub(crate) struct MateOptions {
    /// Rule set of the position.
    pub(crate) rules: Rules,
    /// Side to move instead of the one in the board's text; `None` keeps the side in the text.
    pub(crate) side: Option<Color>,
    force: bool,
    explain: bool,
    all: bool,
    mate_in: Option<MateInOptions>,
}

/// Options of questions about forced mates.
#[derive(Clone, Debug)]
struct MateInOptions {
    moves: usize,
    parts: ProblemParts,
    /// Text of the first move to judge; `None` asks for the solution.
    first_move: Option<String>,
    figurines: bool,
    search: SharedSearch,
}

impl MateOptions {
    /// Parses all fields except the board.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_with("all", "explain", "")?;
        for name in ["try", "set", "tries", "memory", "figurines"] {
            fields.expect_with(name, "in", "")?;
        }
        fields.expect_one_of(["in", "all"])?;
        for part in ["explain", "set", "tries"] {
            fields.expect_one_of(["try", part])?;
        }
        let rules = context.rules(fields, "cube")?;
        expect_verdict(fields, &rules)?;
        context.chosen_size(fields, &rules)?;
        let [force, explain, all] = ["force", "explain", "all"].map(|name| fields.flag(name));
        let mate_in = MateInOptions::read(fields, context, &rules)?;
        let turn = side(fields)?;
        Ok(Self { rules, side: turn, force: force?, explain: explain?, all: all?, mate_in })
    }

    /// Creates the question about `setup`. Hints spell the names of options as in `fields`; `text`
    /// is called only for an error and returns the board's text.
    ///
    /// # Errors
    /// Returns an error, with byte ranges into that text, if the position breaks an invariant of
    /// its rule set, unless the field `force` is set. Also returns an error if the side to move has
    /// too many kings for an explanation, or if the move of the field `try` is illegal.
    pub(crate) fn question(
        &self,
        fields: &Fields<'_>,
        rules: &Rules,
        setup: Setup,
        text: impl FnOnce() -> String,
    ) -> Result<PositionQuestion, Error> {
        let turn = self.side.or(setup.turn);
        let position = Position::new_unchecked(rules, Setup { turn, ..setup });
        if !self.force
            && let Err(error) = self.validate(&position)
        {
            let mistake = broken(&position, &error, &text());
            let mistake = self.with_hinted_fields(fields, mistake, &error, position);
            return Err(Error::at("board", mistake));
        }
        if self.explain && self.mate_in.is_none() {
            expect_few_kings(&position)?;
        }
        match self.mate_in.clone() {
            None => {
                let question = MateQuestion { position, explain: self.explain, all: self.all };
                Ok(PositionQuestion::Verdict(question))
            }
            Some(options) => options.question(position),
        }
    }

    fn validate(&self, position: &Position) -> Result<(), PositionError> {
        match self.mate_in {
            Some(_) => position.validate_playable(),
            None => position.validate(),
        }
    }

    /// Adds a hint to use the field `force`, which gives an answer even if the position is illegal.
    ///
    /// The hint also suggests the field `side` if the position is legal with the other side to
    /// move.
    #[cold]
    fn with_hinted_fields(
        &self,
        fields: &Fields<'_>,
        mistake: Mistake,
        error: &PositionError,
        position: Position,
    ) -> Mistake {
        let (rules, other) = (position.rules().clone(), !position.turn());
        let is_of_turn = |kind: &PositionErrorKind| {
            matches!(
                kind,
                PositionErrorKind::OpponentInCheck { .. } | PositionErrorKind::Kings { .. }
            )
        };
        // Only these errors can vanish with the other side to move, so others need no second
        // validation.
        let is_legal = error.kinds().iter().all(is_of_turn) && {
            let setup = Setup { turn: Some(other), ..position.into_setup() };
            self.validate(&Position::new_unchecked(&rules, setup)).is_ok()
        };
        let [side, force] = ["side", "force"].map(|name| fields.spell(name, ""));
        let side = is_legal.then(|| format!("{side} {0} asks about the {0} king", other.name()));
        let force = Some(format!("add {force} to answer even if the position is illegal"));
        let hints: Vec<String> = [mistake.hint, side, force].into_iter().flatten().collect();
        Mistake { hint: Some(hints.join("; ")), ..mistake }
    }
}

impl MateInOptions {
    /// Parses the fields about forced mates. Returns `None` if the field `in` is absent.
    fn read(
        fields: &Fields<'_>,
        context: &mut Context,
        rules: &Rules,
    ) -> Result<Option<Self>, Error> {
        let limits = context.limits;
        let moves = mate_in(fields, limits.mate_in)?;
        let memory = fields.memory("memory", limits.search_memory)?;
        let memory = memory.unwrap_or_else(|| MEMORY.min(limits.search_memory));
        let [explain, set, tries, figurines] =
            ["explain", "set", "tries", "figurines"].map(|name| fields.flag(name));
        let parts = ProblemParts { proofs: explain?, set: set?, tries: tries? };
        let (figurines, first_move) = (figurines?, fields.text("try")?.map(str::to_owned));
        Ok(moves.map(|moves| {
            let search = context.shared_search(rules, memory);
            Self { moves, parts, first_move, figurines, search }
        }))
    }

    fn question(self, position: Position) -> Result<PositionQuestion, Error> {
        let Self { moves, parts, first_move, figurines, search } = self;
        let Some(text) = first_move else {
            let question = MateInQuestion { position, moves, parts, figurines, search };
            return Ok(PositionQuestion::MateIn(question));
        };
        let mv = parse_legal_move(&position, &text).map_err(|error| Error::at("try", error))?;
        Ok(PositionQuestion::Try(TryQuestion { position, moves, mv, figurines, search }))
    }
}

/// Returns the value of the field `in`, the most moves that the attacker may take to mate.
///
/// Returns `None` if the field is absent. A number above `limit` is an error.
pub(crate) fn mate_in(fields: &Fields<'_>, limit: usize) -> Result<Option<usize>, Error> {
    let moves = fields.number("in", "a number of moves", 1..=MOST_MOVES as u64, limit as u64)?;
    Ok(moves.and_then(|moves| usize::try_from(moves).ok()))
}

/// Parses a question's board without checking its invariants.
///
/// The field `side` overrides the side to move in the board's text.
pub(crate) fn setup(fields: &Fields<'_>, context: &mut Context) -> Result<Setup, Error> {
    let options = MateOptions::read(fields, context)?;
    let text = fields.required_board("board")?;
    let (_, setup) = context.setup(fields, &options.rules, "board", text)?;
    Ok(Setup { turn: options.side.or(setup.turn), ..setup })
}

impl PositionQuestion {
    /// Parses the position and its options.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake, or the position breaks an invariant of its rule
    /// set.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let options = MateOptions::read(fields, context)?;
        let text = fields.required_board("board")?;
        let (rules, setup) = context.setup(fields, &options.rules, "board", text)?;
        options.question(fields, &rules, setup, || text.to_owned())
    }

    /// Returns the position that the question is about.
    #[must_use]
    pub(crate) const fn position(&self) -> &Position {
        match self {
            Self::Verdict(question) => &question.position,
            Self::MateIn(question) => &question.position,
            Self::Try(question) => &question.position,
        }
    }
}

/// Returns an error if the side to move has too many kings to explain the verdict.
///
/// For each step of each king, an explanation may list all other kings that stay in check. The
/// memory for these lists grows with the square of the number of kings.
pub(super) fn expect_few_kings(position: &Position) -> Result<(), Error> {
    let turn = position.turn();
    let found = position.kings(turn).len();
    if found <= MOST_KINGS {
        return Ok(());
    }
    let turn = turn.name();
    let message = format!(
        "expected at most {MOST_KINGS} {turn} kings, because reasons are given for each, but found {found}"
    );
    Err(Error::at("board", Mistake::new(0..1, message)))
}

impl MateQuestion {
    /// Gives the verdict on the position and, if the question asks for them, the reasons.
    ///
    /// # Errors
    /// Returns an error if `control` stops the explanation.
    pub(crate) fn answer(&self, control: &Control<'_>) -> Result<MateAnswer<'_>, Error> {
        control.tick(1)?;
        let (position, rules) = (&self.position, self.position.rules());
        let (board, threats) = (position.board(), position.threats_with(control)?);
        let legal_moves = position.legal_moves_given(&threats, control)?;
        let verdict = Verdict::new(!threats.checks.is_empty(), !legal_moves.is_empty());
        let outcome = position.outcome_given(verdict);
        let checkers = threats.checks.iter().map(|check| board.size().cell(check.from));
        let placed = |cell: Cell| {
            let piece = role(rules, board.piece_at(cell)?);
            Some(NamedPiece { piece, cell: rules.cells().name(board.size(), cell) })
        };
        control.tick(1)?;
        let reasons =
            self.explain.then(|| Reasons::new(position, self.all, control)).transpose()?;
        Ok(MateAnswer {
            size: board.size().edge(),
            side: position.turn().name(),
            verdict: verdict.name(),
            checkmate: verdict == Verdict::Checkmate,
            checkers: sorted(checkers).into_iter().filter_map(placed).collect(),
            // No move is legal after the end of a game, even if a bare king could still move.
            legal_moves: MoveTexts {
                position,
                moves: if outcome.is_none() { legal_moves } else { Vec::new() },
            },
            result: outcome.map(|outcome| outcome.result()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            board: text_of(position),
            reasons,
        })
    }
}

/// The answer to a [`MateQuestion`]: the verdict, the legal moves and perhaps the reasons.
#[derive(Debug, Serialize)]
pub(crate) struct MateAnswer<'q> {
    size: usize,
    side: &'static str,
    /// Verdict: `checkmate`, `stalemate`, `check` or `ongoing`.
    pub(crate) verdict: &'static str,
    /// True if the side to move is checkmated.
    pub(crate) checkmate: bool,
    checkers: Vec<NamedPiece<'q>>,
    legal_moves: MoveTexts<'q>,
    /// Result such as `1-0`; `None` while the game is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<String>,
    /// Reason why the game is over, such as `checkmate`; `None` while the game is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// Text of the position: the board, the side to move and, in rule sets with holds, the side
    /// whose king holds the other king.
    pub(crate) board: String,
    #[serde(flatten)]
    reasons: Option<Reasons<'q>>,
}

/// Legal moves of a position, serialized as their texts.
#[derive(Debug)]
struct MoveTexts<'q> {
    position: &'q Position,
    moves: Vec<Move>,
}

impl Serialize for MoveTexts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (rules, size) = (self.position.rules(), self.position.board().size());
        let (mut list, mut text) =
            (serializer.serialize_seq(Some(self.moves.len()))?, String::new());
        for &mv in &self.moves {
            text.clear();
            append_move(rules, size, mv, &mut text);
            list.serialize_element(&text)?;
        }
        list.end()
    }
}
