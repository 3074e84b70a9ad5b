//! Draws positions as text.

use std::io::Write as _;

use super::Failure;
use super::output::Output;
use super::picture::draw;
use crate::position::Position;
use crate::render::Picture;

/// Draws the board of a position, followed by an empty line.
pub(crate) fn draw_board(position: &Position, out: &mut Output) -> Result<(), Failure> {
    draw(&Picture::new(position.rules(), position.board(), String::new()), out)?;
    Ok(writeln!(out)?)
}
