//! Positions that users name or write, and what is said of those that break a rule.

use std::borrow::Cow;
use std::io::Write as _;
use std::ops::Range;

use super::ndjson::{Written, written_length};
use super::output::Output;
use super::picture::draw;
use super::{Failure, json, rules};
use crate::board::Setup;
use crate::cell::{Cell, Size};
use crate::diagnostic::{Diagnostic, Label};
use crate::notation::{Boards, Reader as _, position_text};
use crate::piece::{Color, Piece};
use crate::position::{Position, PositionError, PositionErrorKind};
use crate::render::Picture;
use crate::rules::Rules;

/// A position as the user names it, and the rules it is played by.
pub(crate) struct Start<'a> {
    pub(crate) rules: Rules,
    size: Option<usize>,
    /// A board with what may follow it, or the name of a setup.
    text: &'a str,
}

impl<'a> Start<'a> {
    /// The position of a text, or a setup of the rule set by name, `start:sideways` for that of a
    /// variant.
    pub(crate) fn new(rules: &str, size: Option<usize>, text: &'a str) -> Result<Self, Failure> {
        let rules = rules::load(rules)?;
        let word = text.split_whitespace().next().unwrap_or_default();
        let rules = match word.split_once(':') {
            Some((name, variant)) if rules.setup(name).is_some() => {
                rules::variant(&rules, variant)?
            }
            _ => rules,
        };
        rules::expect_verdict(&rules)?;
        Ok(Self { rules, size, text })
    }

    /// The position itself.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        validated(&self.rules, self.size, ("POSITION", self.text), None)
    }
}

/// Reads the position of an argument, with a side to move if it is asked for; a game must be able to go on
/// from it.
pub(crate) fn validated(
    rules: &Rules,
    size: Option<usize>,
    (argument, text): (&str, &str),
    turn: Option<Color>,
) -> Result<Position, Failure> {
    let mut boards = rules::boards(rules, size)?;
    let bad = |error| Failure::argument(argument, text, error);
    let setup = boards.single(text.as_bytes()).map_err(bad)?;
    let turn = turn.or(setup.turn);
    let position = Position::new_unchecked(rules, Setup { turn, ..setup });
    let playable = position.validate_playable();
    playable.map_err(|error| broken(&boards, &position, &error, (argument, text)))?;
    Ok(position)
}

/// The board of the option `--board`, which is of the size that was asked for, if any was. Any pieces may
/// stand on it; with the side to move after it, who holds must be told as of any position.
pub(crate) fn among(rules: &Rules, size: Option<usize>, text: &str) -> Result<Setup, Failure> {
    let (mut boards, argument) = (Boards::new(rules), ("--board", text));
    let setup = boards.single(text.as_bytes());
    let setup = setup.map_err(|error| Failure::argument(argument.0, text, error))?;
    let found = setup.board.size();
    if let Some(edge) = size.filter(|edge| *edge != found.edge()) {
        return Err(Failure::new(format!(
            "--size: expected {}, the size of the board, but found {edge}",
            found.edge()
        )));
    }
    if setup.turn.is_none() {
        return Ok(setup);
    }
    let position = Position::new_unchecked(rules, setup);
    let holder = position.validate_holder();
    holder.map_err(|error| broken(&boards, &position, &error, argument))?;
    Ok(position.into_setup())
}

/// The invariants that the position of an argument breaks.
fn broken(
    boards: &Boards<'_>,
    position: &Position,
    error: &PositionError,
    (argument, text): (&str, &str),
) -> Failure {
    let written = Written { span: 0..text.len(), plainly: true };
    let diagnostic = diagnose(boards, position, error, text.as_bytes(), &written);
    Failure::argument(argument, text, diagnostic)
}

/// The invariants that a position breaks, marked in the text of its board.
#[cold]
pub(crate) fn diagnose(
    boards: &Boards<'_>,
    position: &Position,
    error: &PositionError,
    text: &[u8],
    Written { span, plainly }: &Written,
) -> Diagnostic {
    let (cells, start) = (error.cells(), span.start);
    let written = String::from_utf8_lossy(&text[span.clone()]);
    // What is written with escapes is a JSON string without its quotation marks.
    let content =
        if *plainly { None } else { serde_json::from_str(&format!("\"{written}\"")).ok() };
    let content: Cow<'_, str> = content.map_or(Cow::Borrowed(&*written), Cow::Owned);
    let spans = boards.spans(content.as_bytes(), position.board().size(), &cells);
    let place = |at| start + if *plainly { at } else { written_length(&written, at) };
    let label = |(cell, span): (Cell, Range<usize>)| Label {
        span: place(span.start)..place(span.end),
        text: label(position, cell),
    };
    let mut labels: Vec<Label> = spans.into_iter().map(label).collect();
    if labels.is_empty() {
        labels.push(Label::plain(start..start + 1));
    }
    let is_missing = |kind| matches!(kind, &PositionErrorKind::HolderMissing { .. });
    let hint = error.kinds().iter().any(is_missing);
    let hint = hint.then(|| "who holds stands after the side to move, as in `… w b`".to_owned());
    Diagnostic { message: error.to_string(), labels, hint }
}

/// A cell where a piece is to stand, but another one does.
pub(crate) fn taken(
    rules: &Rules,
    (size, cell): (Size, Cell),
    [piece, other]: [Piece; 2],
    span: Range<usize>,
) -> Diagnostic {
    let named = |piece: Piece| format!("a {} {}", piece.color().name(), json::role(rules, piece));
    let (cell, piece) = (rules.cells().name(size, cell), named(piece));
    Diagnostic::expected(span, format!("{cell} to be empty or have {piece}"), named(other))
}

/// Draws the board of a position, and a line that parts it from what follows.
pub(crate) fn draw_board(position: &Position, out: &mut Output) -> Result<(), Failure> {
    draw(&Picture::new(position.rules(), position.board(), String::new()), out)?;
    Ok(writeln!(out)?)
}

/// The text of a position, with the side to move and, where kings can be held, who holds.
pub(crate) fn text_of(position: &Position) -> String {
    position_text(position.rules(), position.board(), position.turn(), position.holder())
}

/// What stands on a cell.
fn label(position: &Position, cell: Cell) -> String {
    let (rules, board) = (position.rules(), position.board());
    let Some(piece) = board.piece_at(cell) else { return String::new() };
    let mut text = String::with_capacity(32);
    text.push_str(piece.color().name());
    text.push(' ');
    text.push_str(&json::role(rules, piece).to_lowercase());
    text.push_str(" on ");
    rules.cells().write_name(board.size(), cell, &mut text);
    text
}
