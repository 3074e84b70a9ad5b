//! The legal moves of a game as text, and the cells that they may start from.

use crate::board::Move;
use crate::cell::Cell;
use crate::game::Game;
use crate::mistake::Mistake;
use crate::notation::{self, write_move};
use crate::render::why_illegal;

/// Returns the texts of the legal moves, or only of those from the cell `from`.
///
/// The list is empty if the game is over.
pub(crate) fn legal_moves(game: &Game, from: Option<Cell>) -> Vec<String> {
    let position = game.position();
    let moves = from.map_or_else(|| game.legal_moves(), |from| game.legal_moves_from(from));
    let text = |mv| write_move(position.rules(), position.board().size(), mv);
    moves.into_iter().map(text).collect()
}

/// Returns the cell `name`, which must have a piece of the side to move.
pub(crate) fn own_cell(game: &Game, name: &str) -> Result<Cell, Mistake> {
    let position = game.position();
    let size = position.board().size();
    let cell = notation::trimmed(name, |name| notation::parse_cell(position.rules(), size, name))?;
    position.own_piece(cell).map_err(|illegal| {
        let reason = why_illegal(position, Move::new(cell, cell), &illegal);
        Mistake::new(0..name.len(), reason.text)
    })?;
    Ok(cell)
}
