//! The state of a game below its position.

use std::io::{self, Write};

use crate::cli::output::Output;
use crate::game::Game;
use crate::render;

/// Writes which king holds the other, the result of the game, and the draws that can be claimed. A
/// missing hold, result or claim gets no line.
pub(super) fn write_state(game: &Game, out: &mut Output) -> io::Result<()> {
    if let Some(hold) = render::hold(game.position()) {
        writeln!(out, "{hold}")?;
    }
    if let Some(outcome) = game.outcome() {
        writeln!(out, "{outcome}")?;
    }
    for claim in game.claims() {
        writeln!(out, "{claim}")?;
    }
    Ok(())
}
