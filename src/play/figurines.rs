//! The moves of a game in figurine notation.

use super::legal_moves::legal_moves_as;
use crate::cell::Cell;
use crate::control::{Control, Stopped};
use crate::game::Game;
use crate::render::figurine;

/// Returns the moves that were made, in figurine notation. Each is a unit of work for `control`.
///
/// # Errors
/// Returns an error if `control` stops the work.
pub(crate) fn figurines(game: &Game, control: &Control<'_>) -> Result<Vec<String>, Stopped> {
    let (mut game, mut texts) = (game.clone(), Vec::new());
    while let Some(mv) = game.undo() {
        control.tick(1)?;
        texts.push(figurine(game.position(), mv));
    }
    texts.reverse();
    Ok(texts)
}

/// Returns the legal moves, or only those from the cell `from`, in figurine notation.
///
/// # Errors
/// Returns an error if `control` stops the work.
pub(crate) fn legal_move_figurines(
    game: &Game,
    from: Option<Cell>,
    control: &Control<'_>,
) -> Result<Vec<String>, Stopped> {
    legal_moves_as(figurine, game, from, control)
}
