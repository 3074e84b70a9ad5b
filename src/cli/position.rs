//! Positions as they are drawn.

use std::io::Write as _;

use super::Failure;
use super::output::Output;
use super::picture::draw;
use crate::position::Position;
use crate::render::Picture;

/// Draws the board of a position, and a line that parts it from what follows.
pub(crate) fn draw_board(position: &Position, out: &mut Output) -> Result<(), Failure> {
    draw(&Picture::new(position.rules(), position.board(), String::new()), out)?;
    Ok(writeln!(out)?)
}
