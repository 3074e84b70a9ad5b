//! Parts that several answers share.

use serde::Serialize;

use crate::piece::Piece;
use crate::rules::Rules;

#[derive(Debug, Serialize)]
pub(super) struct NamedPiece<'a> {
    pub(super) piece: &'a str,
    pub(super) cell: String,
}

pub(super) fn role(rules: &Rules, piece: Piece) -> &str {
    &rules.role(piece.role()).name
}
