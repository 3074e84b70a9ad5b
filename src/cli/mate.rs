//! `mate`: is a side checkmated?

mod bulk;

use std::io::Write;

use kubikschach::board::{Move, Occupancy};
use kubikschach::cell::Cell;
use kubikschach::notation::{Boards, Setup, board_text, move_text, position_text};
use kubikschach::piece::Color;
use kubikschach::position::{Impossible, Position, Problem};
use kubikschach::render;
use kubikschach::verdict::{Reason, Status, Verdict};
use serde::Serialize;
use serde_json::value::RawValue;

use self::bulk::Bulk;
use super::error::Complaint;
use super::explain::Reasons;
use super::input::{Answerer, RecordText, Records};
use super::json::Placed;
use super::ndjson::{Ndjson, Request};
use super::point::Mark;
use super::{Failure, Success, args, json, rules};

pub(crate) fn run(args: &args::Mate, json: bool, out: &mut impl Write) -> Result<Success, Failure> {
    let records = Records::new(&args.boards, &args.input, json);
    if records.wait_for_a_person() {
        return super::help("mate", out);
    }
    let rules = rules::load(&args.rules)?;
    if rules.verdict().is_none() {
        return Err(Failure::new(format!(
            "the rule set `{}` defines no check, so there is no verdict",
            rules.name()
        )));
    }
    let reader = Ndjson(rules::boards(&rules, args.size)?);
    let answers =
        || Answers { boards: &reader.0, args, json, bulk: Bulk::new(&reader.0, args, json) };
    records.answer(out, &reader, answers)
}

/// The answers for boards.
struct Answers<'r> {
    boards: &'r Boards<'r>,
    args: &'r args::Mate,
    json: bool,
    bulk: Option<Bulk<'r>>,
}

impl<'r> Answerer<Ndjson<Boards<'r>>> for Answers<'r> {
    fn bulk(&mut self, text: &[u8], out: &mut impl Write) -> Result<usize, Failure> {
        self.bulk.as_mut().map_or(Ok(0), |bulk| bulk.answer(text, out))
    }

    fn answer(
        &mut self,
        Request { id, side, record }: Request<Setup>,
        text: RecordText<'_>,
        out: &mut impl Write,
    ) -> Result<Success, Failure> {
        let Self { boards, args, json, .. } = *self;
        let setup = record.map_err(Failure::Record)?;
        let turn = args.side.or(side).or(setup.turn).unwrap_or(Color::White);
        let position =
            Position::forced(boards.rules(), setup.board, turn).with_holder(setup.holder);
        if !args.force
            && let Some(complaint) = complaint(boards, &position, text)
        {
            return Err(Failure::Record(Complaint { id, ..complaint }));
        }
        let checkmate =
            if json { write_json(&position, args, id, out)? } else { write(&position, args, out)? };
        Ok(Success::when(checkmate || !args.exit_status))
    }
}

/// Writes the answer for a position; says whether it is checkmate.
fn write(
    position: &Position<'_>,
    args: &args::Mate,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    if args.explain {
        let explanation = position.explain();
        let text = render::explain(position, &explanation, args.all);
        let styles = super::styles();
        for line in text.lines() {
            let works = line.trim_start().starts_with('+');
            let (style, end) = if works { (styles.good, styles.end) } else { ("", "") };
            writeln!(out, "{style}{line}{end}")?;
        }
        if let Some(outcome) = position.outcome() {
            writeln!(out, "  The result is {outcome}.")?;
        }
        return Ok(explanation.verdict == Verdict::Checkmate);
    }
    if !args.status {
        let checkmate = position.is_checkmate();
        writeln!(out, "{checkmate}")?;
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
struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Box<RawValue>>,
    size: usize,
    side: &'static str,
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
    position: &Position<'_>,
    args: &args::Mate,
    id: Option<Box<RawValue>>,
    out: &mut impl Write,
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
    let answer = Answer {
        id,
        size: board.size().edge(),
        side: json::color(position.turn()),
        verdict: verdict.to_string(),
        checkmate,
        checkers: checkers.into_iter().filter_map(placed).collect(),
        legal_moves: position.legal_moves().iter().map(text).collect(),
        result: outcome.map(|outcome| outcome.result()),
        reason: outcome.map(|outcome| outcome.reason.to_string()),
        board: position_text(rules, board, position.turn(), position.holder()),
        reasons: args.explain.then(|| Reasons::new(position)),
    };
    json::line(out, &answer)?;
    Ok(checkmate)
}

/// What is wrong with a position, marked in the text of its board.
fn complaint(
    boards: &Boards<'_>,
    position: &Position<'_>,
    text: RecordText<'_>,
) -> Option<Complaint> {
    let problems = position.problems();
    if problems.is_empty() {
        return None;
    }
    let mut cells: Vec<Cell> = problems.iter().flat_map(Problem::cells).collect();
    cells.sort_unstable();
    cells.dedup();
    let again = (!text.is_whole).then(|| text_again(position, text.end));
    let text = again.as_deref().unwrap_or(text.end);
    let places = boards.places(text, &cells);
    let mark = |(cell, span)| Mark { span, label: label(position, cell) };
    let mut marks: Vec<Mark> = cells.into_iter().zip(places).map(mark).collect();
    marks.sort_by_key(|mark| mark.span.start);
    if marks.is_empty() {
        let start = text.len() - text.trim_ascii_start().len();
        marks.push(Mark::plain(start..start + 1));
    }
    let hint = Some("--force answers all the same".to_owned());
    let message = Impossible(problems).to_string();
    Some(Complaint { message, hint, marks, id: None, text: again })
}

/// The text of a position that was read row by row: only its end is in memory, with at least the
/// last bracket and what followed it.
fn text_again(position: &Position<'_>, end: &[u8]) -> Vec<u8> {
    let mut text = board_text(position.rules(), position.board()).into_bytes();
    let bracket = end.iter().rposition(|&byte| byte == b']');
    text.extend_from_slice(&end[bracket.map_or(0, |at| at + 1)..]);
    text
}

/// What stands on a cell.
fn label(position: &Position<'_>, cell: Cell) -> String {
    let (rules, board) = (position.rules(), position.board());
    let name = rules.cells().name(board.size(), cell);
    board.piece_at(cell).map_or_else(String::new, |piece| {
        let color = json::color(piece.color());
        format!("{color} {} on {name}", json::role(rules, piece).to_lowercase())
    })
}
