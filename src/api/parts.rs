//! Parts that several answers share.

use serde::Serialize;

use crate::notation::write_position;
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::Rules;

#[derive(Debug, Serialize)]
pub(super) struct NamedPiece<'a> {
    pub(super) piece: &'a str,
    pub(super) cell: String,
}

pub(super) fn role(rules: &Rules, piece: Piece) -> &str {
    &rules.role(piece.role()).name
}

/// Returns the text of a position: the board, the side to move and, in rule sets with holds, the
/// side whose king holds the other king.
pub(super) fn text_of(position: &Position) -> String {
    write_position(position.rules(), position.board(), position.turn(), position.holder())
}
