//! Moves: `1b2-1b4`, and with a promotion `5c6-6c6=M`.

use std::ops::Range;

use super::error::quote;
use super::{ErrorKind, Queries, SyntaxError};
use crate::board::Move;
use crate::cell::{Cell, Size};
use crate::piece::Role;
use crate::rules::Rules;

/// Reads a move, which may be illegal.
///
/// # Errors
/// If the text is not two cells of the board with `-` between, and after them at most `=` and the
/// piece to become.
pub fn move_from(rules: &Rules, size: Size, text: &str) -> Result<Move, SyntaxError> {
    let (cells, promotion) = match text.split_once('=') {
        Some((cells, name)) => (cells, Some(name)),
        None => (text, None),
    };
    let Some((from, to)) = cells.split_once('-') else {
        let [first, last] = rules.cells().corners(size);
        let expected = format!("a move such as `{first}-{last}`");
        let found = quote(text.as_bytes());
        return Err(SyntaxError::new(ErrorKind::Shape, 0..text.len(), expected, found));
    };
    let to_start = from.len() + 1;
    Ok(Move {
        from: cell(rules, size, text, 0..from.len())?,
        to: cell(rules, size, text, to_start..to_start + to.len())?,
        promotion: promotion.map(|name| role(rules, text, name)).transpose()?,
    })
}

fn cell(rules: &Rules, size: Size, text: &str, word: Range<usize>) -> Result<Cell, SyntaxError> {
    Queries::new(rules, size).cell(text.as_bytes(), &word)
}

/// The role whose name ends the text.
fn role(rules: &Rules, text: &str, name: &str) -> Result<Role, SyntaxError> {
    rules.role_named(name).ok_or_else(|| {
        let names: Vec<String> = rules.roles().map(|(_, def)| def.name.clone()).collect();
        let span = text.len() - name.len()..text.len();
        let expected = format!("a piece ({})", names.join(", "));
        let error = SyntaxError::new(ErrorKind::Piece, span, expected, quote(name.as_bytes()));
        SyntaxError { names, ..error }
    })
}

/// The text of a move.
#[must_use]
pub fn move_text(rules: &Rules, size: Size, mv: Move) -> String {
    let name = |cell| rules.cells().name(size, cell);
    let promotion = mv.promotion.map(|role| format!("={}", rules.role(role).letter));
    format!("{}-{}{}", name(mv.from), name(mv.to), promotion.unwrap_or_default())
}
