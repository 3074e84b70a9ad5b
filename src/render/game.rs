//! The moves of a game in words.

use crate::board::Move;
use crate::common::article;
use crate::position::Position;

/// Describes a legal move, such as `White's rook on a1(I) captures the queen on c1(I)`. `position`
/// is the position before the move.
///
/// # Panics
/// Panics if no piece is on the cell where the move starts.
#[must_use]
pub fn made(position: &Position, mv: Move) -> String {
    let piece = position.board().piece_at(mv.from).expect("a piece moves");
    let mover = format!("{}'s {}", piece.color(), position.piece_name(piece));
    let [from, to] = [mv.from, mv.to].map(|cell| position.cell_name(cell));
    let promoted = mv.promotion.map_or_else(String::new, |role| {
        let name = position.rules().role(role).name.to_lowercase();
        format!(" and becomes {} {name}", article(&name))
    });
    match position.board().piece_at(mv.to) {
        Some(captured) => {
            let captured = position.piece_name(captured);
            format!("{mover} on {from} captures the {captured} on {to}{promoted}")
        }
        None => format!("{mover} moves from {from} to {to}{promoted}"),
    }
}
