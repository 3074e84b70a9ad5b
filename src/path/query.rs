//! What is asked about ways.

use crate::cell::Cell;
use crate::piece::Piece;

/// A question about the way of a piece, as [`notation::query`](crate::notation::query) reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub start: Cell,
    /// Where it should go.
    pub finish: Cell,
}
