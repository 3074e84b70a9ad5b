//! Parses the positions, pieces and cells in questions.

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::illegal::broken;
use super::parts::role;
use crate::board::Setup;
use crate::cell::{Cell, Size};
use crate::mistake::Mistake;
use crate::notation;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;

/// Parses the field `piece`, such as `King` or `King W`, and the field `color`.
pub(super) fn piece(fields: &Fields<'_>, rules: &Rules) -> Result<Piece, Error> {
    let read = |name: &str| notation::parse_role_and_color(rules, name);
    let (role, own_color) = word(fields, "piece", read).map_err(|mut error| {
        let letters = fields.json("piece").and_then(|json| notation::hint_at_letters(rules, json));
        error.mistake.hint = letters.or(error.mistake.hint);
        error
    })?;
    match own_color {
        Some(_) if fields.has("color") => {
            let piece = fields.spell("piece", "");
            let message = format!("{piece} has a color, too: leave out one of them");
            return Err(Error::about_name("color", message));
        }
        Some(color) => return Ok(Piece::new(color, role)),
        None => {}
    }
    if !fields.has("color") {
        // On a board with other pieces, the color decides what the piece captures.
        let piece = rules.piece_of_any_color(role).filter(|_| !fields.has("board"));
        let (is_option, name) = (fields.is_options(), &rules.role(role).name);
        if let Some(piece) = piece {
            return Ok(piece);
        } else if is_option {
            let message = format!("add W or B after {name}, because its moves depend on its color");
            return Err(Error::new(message));
        }
    }
    Ok(Piece::new(word(fields, "color", notation::parse_piece_color)?, role))
}

pub(super) fn cell(
    fields: &Fields<'_>,
    rules: &Rules,
    size: Size,
    name: &str,
) -> Result<Cell, Error> {
    let piece = fields.text("piece").ok().flatten();
    word(fields, name, |text| {
        notation::parse_cell_of(rules, size, piece, text).map_err(|error| {
            let hint = default_size_hint(fields, rules);
            let hint = hint.filter(|_| notation::is_on_larger_board(rules, text.as_bytes()));
            Mistake { hint: hint.or(error.hint), ..error }
        })
    })
}

/// Returns the hint for a cell that only larger boards have; `None` unless the size of the board is
/// a default.
pub(crate) fn default_size_hint(fields: &Fields<'_>, rules: &Rules) -> Option<String> {
    let is_default =
        rules.size().is_none() && !["size", "board"].into_iter().any(|name| fields.has(name));
    let (size, option) = (rules.default_size(), fields.spell("size", "N"));
    is_default.then(|| format!("the board is {size} by default; add {option}"))
}

fn word<T>(
    fields: &Fields<'_>,
    name: &str,
    read: impl FnOnce(&str) -> Result<T, Mistake>,
) -> Result<T, Error> {
    notation::trimmed(fields.required(name)?, read).map_err(|error| Error::at(name, error))
}

pub(super) fn side(fields: &Fields<'_>) -> Result<Option<Color>, Error> {
    let Some(name) = fields.text("side")? else { return Ok(None) };
    notation::parse_color(name).map(Some).ok_or_else(|| {
        let found = crate::mistake::quote(name.as_bytes());
        let error = Mistake::expected(0..name.len(), "a side (white or black)", found);
        Error::at("side", Mistake { hint: notation::nearest_side(name), ..error })
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
        format!("use {rules}, which defines check on boards of any size")
    });
    Err(Error::new(message).with_hint(hint))
}

/// Parses the position `text`, the value of the field `name`, and returns an error if no game can
/// continue from it.
///
/// `side`, if any, overrides the side to move in the text.
pub(super) fn position(
    context: &Context,
    fields: &Fields<'_>,
    rules: &Rules,
    name: &str,
    text: &str,
    side: Option<Color>,
) -> Result<Position, Error> {
    let (rules, setup) = context.setup(fields, rules, name, text)?;
    let turn = side.or(setup.turn);
    let position = Position::new_unchecked(&rules, Setup { turn, ..setup });
    let checked = position.validate_playable();
    checked.map_err(|error| Error::at(name, broken(&position, &error, text)))?;
    Ok(position)
}

/// Returns an error which says that the piece on `cell` is `other` instead of `piece`.
///
/// The error marks the first `length` bytes of the field's value.
pub(super) fn taken(
    rules: &Rules,
    size: Size,
    cell: Cell,
    [piece, other]: [Piece; 2],
    length: usize,
) -> Mistake {
    let named = |piece: Piece| format!("a {} {}", piece.color().name(), role(rules, piece));
    let (cell, piece) = (rules.cells().name(size, cell), named(piece));
    let expected = format!("{cell} to be empty or hold {piece}");
    Mistake::expected(0..length, expected, named(other))
}
