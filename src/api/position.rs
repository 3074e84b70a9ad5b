//! Parses the positions, pieces and cells in questions, and reports illegal positions.

use std::ops::Range;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use crate::board::Setup;
use crate::cell::{Cell, Size};
use crate::diagnostic::{Diagnostic, Label};
use crate::notation::{self, Boards, position_text};
use crate::piece::{Color, Piece};
use crate::position::{Position, PositionError, PositionErrorKind};
use crate::rules::Rules;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Placed<'a> {
    pub(crate) piece: &'a str,
    pub(crate) cell: String,
}

pub(crate) fn role(rules: &Rules, piece: Piece) -> &str {
    &rules.role(piece.role()).name
}

/// Returns the text of a position: the board, the side to move and, in rule sets with holds, the
/// side whose king holds the other king.
pub(crate) fn text_of(position: &Position) -> String {
    position_text(position.rules(), position.board(), position.turn(), position.holder())
}

pub(super) fn piece(fields: &Fields<'_>, rules: &Rules) -> Result<Piece, Error> {
    let role = word(fields, "piece", |name| notation::role(rules, name)).map_err(|mut error| {
        let letters = fields.json("piece").and_then(|json| notation::hint_at_letters(rules, json));
        error.diagnostic.hint = letters.or(error.diagnostic.hint);
        error
    })?;
    Ok(Piece::new(word(fields, "color", notation::piece_color)?, role))
}

pub(super) fn cell(
    fields: &Fields<'_>,
    (rules, size): (&Rules, Size),
    name: &str,
) -> Result<Cell, Error> {
    word(fields, name, |text| notation::cell(rules, size, text))
}

/// Parses the required field `name` with `read`, which receives the text without surrounding
/// blanks.
fn word<T>(
    fields: &Fields<'_>,
    name: &str,
    read: impl FnOnce(&str) -> Result<T, Diagnostic>,
) -> Result<T, Error> {
    let text = fields.required(name)?;
    let start = text.len() - text.trim_start().len();
    read(text.trim()).map_err(|error| Error::at(name, error.moved(start)))
}

pub(super) fn side(fields: &Fields<'_>) -> Result<Option<Color>, Error> {
    let Some(name) = fields.text("side")? else { return Ok(None) };
    notation::color(name).map(Some).ok_or_else(|| {
        let found = crate::diagnostic::quote(name.as_bytes());
        let error = Diagnostic::expected(0..name.len(), "a side (white or black)", found);
        Error::at("side", Diagnostic { hint: notation::nearest_side(name), ..error })
    })
}

pub(crate) fn expect_verdict(fields: &Fields<'_>, rules: &Rules) -> Result<(), Error> {
    if rules.verdict().is_some() {
        return Ok(());
    }
    let name = rules.name();
    let message = format!("the rule set `{name}` defines no check, so there is no verdict");
    let hint = Rules::built_in_for(None).map(|name| {
        let (rules, is_option) = (fields.spell("rules", name), fields.is_options());
        let rules = if is_option {
            format!("`{rules}`")
        } else {
            fields.spell("rules", &format!("`{name}`"))
        };
        format!("add {rules}, which defines check on boards of any size")
    });
    Err(Error::new(message).with_hint(hint))
}

/// Parses the position in the field `name`, and returns an error if no game can continue from it.
///
/// `side`, if any, overrides the side to move in the text.
pub(super) fn position(
    context: &Context,
    fields: &Fields<'_>,
    rules: &Rules,
    (name, side): (&str, Option<Color>),
) -> Result<Position, Error> {
    let text = fields.required_board(name)?;
    let (rules, setup) = context.setup(fields, rules, (name, text))?;
    let turn = side.or(setup.turn);
    let position = Position::new_unchecked(&rules, Setup { turn, ..setup });
    let checked = position.validate_playable();
    checked.map_err(|error| Error::at(name, broken(&position, &error, text)))?;
    Ok(position)
}

/// Parses the field `board` of a question about a single piece.
///
/// The position may be illegal. If the text names the side to move and one king holds the other
/// king, the text must also name the side whose king holds.
pub(super) fn among(
    context: &Context,
    fields: &Fields<'_>,
    rules: &Rules,
    text: &str,
) -> Result<(Rules, Setup), Error> {
    let (rules, setup) = context.board(fields, rules, None, ("board", text))?;
    let found = setup.board.size();
    if let Some(chosen) = context.chosen_size(fields, &rules)?
        && chosen != found
    {
        let (size, found, chosen) = (fields.spell("size", ""), found.edge(), chosen.edge());
        let message =
            format!("{size}: expected {found}, the size of the board, but found {chosen}");
        return Err(Error::about("size", message));
    }
    if setup.turn.is_none() {
        return Ok((rules, setup));
    }
    let position = Position::new_unchecked(&rules, setup);
    let checked = position.validate_holder();
    checked.map_err(|error| Error::at("board", broken(&position, &error, text)))?;
    Ok((rules, position.into_setup()))
}

/// Returns the diagnostic of an illegal position.
///
/// The diagnostic marks the pieces that break an invariant, as byte ranges into the board's text.
#[cold]
pub(crate) fn broken(position: &Position, error: &PositionError, text: &str) -> Diagnostic {
    let boards = Boards::new(position.rules());
    let spans = boards.spans(text.as_bytes(), position.board().size(), &error.cells());
    let label = |(cell, span): (Cell, Range<usize>)| Label { span, text: label(position, cell) };
    let mut labels: Vec<Label> = spans.into_iter().map(label).collect();
    if labels.is_empty() {
        labels.push(Label::plain(0..1));
    }
    let is_missing = |kind| matches!(kind, &PositionErrorKind::HolderMissing { .. });
    let hint = error.kinds().iter().any(is_missing);
    let hint = hint.then(|| "write the holder after the side to move, as in `… w b`".to_owned());
    Diagnostic { message: error.to_string(), labels, hint }
}

/// Returns the color, role and cell of a piece, such as `white rook on a1(I)`.
fn label(position: &Position, cell: Cell) -> String {
    let (rules, board) = (position.rules(), position.board());
    let Some(piece) = board.piece_at(cell) else { return String::new() };
    let name = rules.cells().name(board.size(), cell);
    format!("{} {} on {name}", piece.color().name(), role(rules, piece).to_lowercase())
}

/// Returns an error which says that the piece on `cell` is `other` instead of `piece`.
///
/// The error marks the first `length` bytes of the field's value.
pub(super) fn taken(
    rules: &Rules,
    (size, cell): (Size, Cell),
    [piece, other]: [Piece; 2],
    length: usize,
) -> Diagnostic {
    let named = |piece: Piece| format!("a {} {}", piece.color().name(), role(rules, piece));
    let (cell, piece) = (rules.cells().name(size, cell), named(piece));
    let expected = format!("{cell} to be empty or hold {piece}");
    Diagnostic::expected(0..length, expected, named(other))
}
