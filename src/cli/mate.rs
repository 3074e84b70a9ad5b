//! `mate`: is a side checkmated?

use std::io::Write;

use serde::Serialize;
use serde_json::value::RawValue;

use super::explain::Reasons;
use super::json::{Placed, Subject};
use super::mate_in::MatesIn;
#[cfg(feature = "serve")]
use super::mate_in::Stop;
use super::ndjson::{Ndjson, Request};
use super::output::Output;
use super::position::{diagnose, draw_board, text_of};
use super::records::{Handler, Records};
use super::{Failure, Success, args, json, rules, terminal};
use crate::board::{Move, Setup};
use crate::cell::Cell;
use crate::diagnostic::Diagnostic;
use crate::notation::{self, Boards, move_text};
use crate::position::{Position, PositionError, PositionErrorKind};
use crate::render::{self, Phrase, Picture};
use crate::rules::Rules;
use crate::verdict::{Reason, Status, Verdict};

/// No reasons are given about more kings of a side.
const MOST_KINGS: usize = 64;

pub(crate) fn run(args: &args::Mate, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let records = Records::new(&args.boards, &args.input, json);
    if records.would_wait_for_a_person() {
        return super::help("mate", out);
    }
    let rules = rules::load(&args.rules)?;
    let boards = boards(&rules, args)?;
    records.answer(out, Answers::new(boards, args, json))
}

/// A reader of the boards that a rule set has a verdict on.
pub(crate) fn boards<'r>(rules: &'r Rules, args: &args::Mate) -> Result<Boards<'r>, Failure> {
    rules::expect_verdict(rules)?;
    rules::boards(rules, args.size)
}

/// The answers for boards.
pub(crate) struct Answers<'r> {
    reader: Ndjson<Boards<'r>>,
    args: &'r args::Mate,
    mates_in: MatesIn<'r>,
    /// Whether the boards are drawn.
    draws: bool,
    json: bool,
}

impl<'r> Answers<'r> {
    pub(crate) fn new(boards: Boards<'r>, args: &'r args::Mate, json: bool) -> Self {
        let draws = !json && (args.draw || terminal::is_output());
        Self { reader: Ndjson::new(boards), args, mates_in: MatesIn::default(), draws, json }
    }

    /// The same with searches for mates that somebody else stops.
    #[cfg(feature = "serve")]
    pub(crate) fn stopped_by(self, stop: Stop<'r>) -> Self {
        Self { mates_in: MatesIn::stopped_by(stop), ..self }
    }
}

impl<'r> Handler for Answers<'r> {
    type Reader = Boards<'r>;

    /// The side to move and the holder may be arguments of their own; `-` says that nobody holds where a side
    /// is before it.
    fn goes_on(before: &str, argument: &str) -> bool {
        let is_side = |word: &str| notation::color(word).is_some();
        is_side(argument)
            || argument == "-" && before.split_whitespace().last().is_some_and(is_side)
    }

    fn reader(&mut self) -> &mut Ndjson<Self::Reader> {
        &mut self.reader
    }

    fn answer(
        &mut self,
        Request { id, side, record: setup, written }: Request<'_, Setup>,
        text: &[u8],
        number: usize,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        let args = self.args;
        let turn = args.side.or(side).or(setup.turn);
        let position = Position::new_unchecked(self.reader.reader.rules(), Setup { turn, ..setup });
        if !args.force
            && let Err(error) = validate(&position, args)
        {
            let boards = &self.reader.reader;
            let diagnostic = diagnose(boards, &position, &error, text, &written);
            let diagnostic = with_ways_out(diagnostic, &error, position, args);
            return Err(Failure::record(diagnostic, id));
        }
        if let Err(error) = expect_few_kings(&position, args) {
            let start = written.span.start;
            return Err(Failure::record(Diagnostic::new(start..start + 1, error), id));
        }
        args.svg.expect_one(number)?;
        let svg = || args.svg.of(&Picture::of_verdict(&position, &position.explain()));
        let has_text = args.svg.save(svg, out)?;
        let checkmate = if !has_text {
            position.is_checkmate()
        } else if args.within.is_some() {
            self.mates_in.answer(&position, args, (id, self.json), out)?
        } else if self.json {
            write_json(&position, args, id, out)?
        } else {
            self.open(number, &position, out)?;
            write(&position, args, out)?
        };
        Ok(Success::when(checkmate || !args.exit_status))
    }
}

impl Answers<'_> {
    /// Parts a long answer from the one before, and draws the board if that is asked for.
    fn open(&self, number: usize, position: &Position, out: &mut Output) -> Result<(), Failure> {
        if number > 1 && (self.draws || self.args.explain) {
            writeln!(out, "\nBoard {number}:")?;
        }
        if self.draws { draw_board(position, out) } else { Ok(()) }
    }
}

/// Refuses to give reasons about so many kings that their steps, each of which leaves the others in
/// check, would fill more memory than there is.
fn expect_few_kings(position: &Position, args: &args::Mate) -> Result<(), String> {
    let (turn, gives_reasons) = (position.turn(), args.explain || args.svg.svg.is_some());
    match position.kings(turn).len() {
        found if gives_reasons && found > MOST_KINGS => Err(format!(
            "expected at most {MOST_KINGS} {} kings to give reasons about, but found {found}",
            turn.name()
        )),
        _ => Ok(()),
    }
}

/// Checks that the position can be answered: a search for a mate goes on from it.
fn validate(position: &Position, args: &args::Mate) -> Result<(), PositionError> {
    if args.within.is_some() { position.validate_playable() } else { position.validate() }
}

/// What else can be asked of a position that breaks an invariant: about the other king, if nothing is
/// wrong then.
fn with_ways_out(
    diagnostic: Diagnostic,
    error: &PositionError,
    position: Position,
    args: &args::Mate,
) -> Diagnostic {
    let (rules, other) = (position.rules().clone(), !position.turn());
    let setup = position.into_setup();
    let turned = Position::new_unchecked(&rules, Setup { turn: Some(other), ..setup });
    let is_of_turn = |kind: &PositionErrorKind| {
        matches!(kind, PositionErrorKind::OpponentInCheck { .. } | PositionErrorKind::Kings { .. })
    };
    // Most of what is wrong is so whoever is to move: that need not be looked at again.
    let side = error.kinds().iter().all(is_of_turn) && validate(&turned, args).is_ok();
    let side = side.then(|| format!("--side {0} asks about the {0} king", other.name()));
    let mut ways = String::new();
    for way in [diagnostic.hint, side].into_iter().flatten() {
        ways.push_str(&way);
        ways.push_str("; ");
    }
    ways.push_str("--force answers all the same");
    Diagnostic { hint: Some(ways), ..diagnostic }
}

/// Writes the answer for a position; says whether it is checkmate.
fn write(position: &Position, args: &args::Mate, out: &mut Output) -> Result<bool, Failure> {
    if args.explain {
        let explanation = position.explain();
        let styles = super::styles();
        for Phrase { text, .. } in render::explain(position, &explanation, args.all) {
            let works = text.trim_start().starts_with('+');
            let (style, end) = if works { (styles.good, styles.end) } else { ("", "") };
            writeln!(out, "{style}{}{end}", terminal::fitted(&text).trim_end())?;
        }
        return Ok(explanation.verdict == Verdict::Checkmate);
    }
    if !args.status {
        let checkmate = position.is_checkmate();
        out.write_all(if checkmate { b"true\n" } else { b"false\n" })?;
        return Ok(checkmate);
    }
    let status = position.status();
    writeln!(out, "{status}")?;
    Ok(is_checkmate(status))
}

fn is_checkmate(status: Status) -> bool {
    match status {
        Status::Over(outcome) => outcome.reason == Reason::Checkmate,
        Status::Verdict(verdict) => verdict == Verdict::Checkmate,
    }
}

/// The answer for a position as an object.
#[derive(Serialize)]
struct PositionVerdict<'a> {
    #[serde(flatten)]
    subject: Subject<'a>,
    verdict: String,
    checkmate: bool,
    checkers: Vec<Placed<'a>>,
    legal_moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    board: String,
    #[serde(flatten)]
    reasons: Option<Reasons<'a>>,
}

fn write_json(
    position: &Position,
    args: &args::Mate,
    id: Option<&RawValue>,
    out: &mut Output,
) -> Result<bool, Failure> {
    let (rules, board) = (position.rules(), position.board());
    let verdict = position.verdict();
    let checkmate = verdict == Verdict::Checkmate;
    let outcome = position.outcome();
    let name = |cell: Cell| rules.cells().name(board.size(), cell);
    let mut checkers: Vec<Cell> = position.checks().iter().map(|check| check.checker).collect();
    checkers.sort_unstable();
    checkers.dedup();
    let placed = |cell: Cell| {
        let piece = board.piece_at(cell)?;
        Some(Placed { piece: json::role(rules, piece), cell: name(cell) })
    };
    let text = |mv: &Move| move_text(rules, board.size(), *mv);
    let answer = PositionVerdict {
        subject: Subject::new(id, position),
        verdict: verdict.to_string(),
        checkmate,
        checkers: checkers.into_iter().filter_map(placed).collect(),
        legal_moves: position.legal_moves().iter().map(text).collect(),
        result: outcome.map(|outcome| outcome.result()),
        reason: outcome.map(|outcome| outcome.reason.to_string()),
        board: text_of(position),
        reasons: args.explain.then(|| Reasons::new(position, args.all)),
    };
    json::line(out, &answer)?;
    Ok(checkmate)
}
