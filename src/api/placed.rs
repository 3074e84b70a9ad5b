//! Boards as JSON objects, such as `{"cells": {"a1(I)": "K"}, "side": "black"}`.

use std::borrow::Cow;

use super::object::{JsonToken, span, visit_members};
use crate::board::Setup;
use crate::cell::Size;
use crate::mistake::{Mistake, quote};
use crate::notation::{self, PlacedPieces};
use crate::piece::Color;
use crate::rules::Rules;

/// The names of the members.
const MEMBERS: [&str; 3] = ["cells", "side", "holder"];

/// Parses the object `json`: the letters of pieces by the names of their cells, the side to move
/// and the side whose king holds the other king. A member that is `null` counts as absent.
pub(super) fn setup(rules: &Rules, size: Size, json: &str) -> Result<Setup, Mistake> {
    let (mut placed, mut sides) = (PlacedPieces::new(rules, size), [None; 2]);
    let mut cells = None;
    each(json, |name, value| {
        let member = text(json, name)?;
        match &*member {
            _ if value.json == "null" => {}
            "cells" => cells = Some(value),
            "side" => sides[0] = Some(side(json, value)?),
            "holder" if rules.holds().is_empty() => {
                let message = format!("`{}` has no holds, so no king holds another", rules.name());
                return Err(Mistake::new(span(json, name.json), message));
            }
            "holder" => sides[1] = Some(side(json, value)?),
            _ => {
                let (place, found) = (span(json, name.json), member.as_bytes());
                return Err(Mistake::unknown(place, "a part of a board", found, MEMBERS));
            }
        }
        Ok(())
    })?;
    let Some(cells) = cells else {
        let end = json.len();
        return Err(Mistake::new(end - 1..end, "expected the pieces in `cells`, but found none"));
    };
    let offset = span(json, cells.json).start;
    each(cells.json, |cell, letter| {
        let [name, piece] = [text(cells.json, cell)?, text(cells.json, letter)?];
        let [cell, letter] = [cell, letter].map(|token| span(cells.json, token.json));
        placed.put((piece.as_bytes(), letter), (name.as_bytes(), cell))
    })
    .map_err(|error| error.moved(offset))?;
    let [turn, holder] = sides;
    Ok(Setup { board: placed.board, turn, holder })
}

/// Calls `visit` with the members of an object up to the first mistake.
fn each<'a>(
    json: &'a str,
    mut visit: impl FnMut(JsonToken<'a>, JsonToken<'a>) -> Result<(), Mistake>,
) -> Result<(), Mistake> {
    let mut visited = Ok(());
    visit_members(json, |name, value| {
        if visited.is_ok() {
            visited = visit(name, value);
        }
    })?;
    visited
}

fn side(json: &str, value: JsonToken<'_>) -> Result<Color, Mistake> {
    let name = text(json, value)?;
    notation::parse_color(&name).ok_or_else(|| {
        let found = quote(name.as_bytes());
        Mistake::expected(span(json, value.json), "a side (white or black)", found)
    })
}

fn text<'a>(json: &str, token: JsonToken<'a>) -> Result<Cow<'a, str>, Mistake> {
    token.string().ok_or_else(|| {
        Mistake::expected(span(json, token.json), "a string", quote(token.json.as_bytes()))
    })
}
