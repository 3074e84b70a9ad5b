//! Moves: `1b2-1b4`, and with a promotion `5c6-6c6=M`.

use crate::board::Move;
use crate::cell::Size;
use crate::diagnostic::{Diagnostic, quote};
use crate::notation::cell;
use crate::notation::queries::unknown_piece;
use crate::rules::Rules;

/// Reads a move, which may be illegal.
///
/// # Errors
/// If the text is not two cells of the board with `-` between, and after them at most `=` and the
/// piece to become.
pub fn move_from(rules: &Rules, size: Size, text: &str) -> Result<Move, Diagnostic> {
    let (cells, promotion) = match text.split_once('=') {
        Some((cells, name)) => (cells, Some(name)),
        None => (text, None),
    };
    let Some((from, to)) = cells.split_once('-') else {
        let [first, last] = rules.cells().corners(size);
        let expected = format!("a move such as `{first}-{last}`");
        return Err(Diagnostic::expected(0..text.len(), expected, quote(text.as_bytes())));
    };
    let role = |name: &str| {
        let span = text.len() - name.len()..text.len();
        rules.role_named(name).ok_or_else(|| unknown_piece(rules, span, name.as_bytes()))
    };
    Ok(Move {
        from: cell(rules, size, from)?,
        to: cell(rules, size, to).map_err(|error| error.moved(from.len() + 1))?,
        promotion: promotion.map(role).transpose()?,
    })
}

/// The text of a move.
#[must_use]
pub fn move_text(rules: &Rules, size: Size, mv: Move) -> String {
    let name = |cell| rules.cells().name(size, cell);
    let promotion = mv.promotion.map(|role| format!("={}", rules.role(role).letter));
    format!("{}-{}{}", name(mv.from), name(mv.to), promotion.unwrap_or_default())
}
