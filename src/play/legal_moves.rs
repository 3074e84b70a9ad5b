//! The legal moves of a game as text, and the cells that they may start from.

use crate::board::Move;
use crate::cell::Cell;
use crate::control::{Control, Stopped};
use crate::game::Game;
use crate::mistake::Mistake;
use crate::notation::{self, write_move};
use crate::piece::Piece;
use crate::position::Position;
use crate::render::why_illegal;

/// Returns the texts of the legal moves, or only of those from the cell `from`.
///
/// The list is empty if the game is over.
///
/// # Errors
/// Returns an error if `control` stops the work.
pub(crate) fn legal_moves(
    game: &Game,
    from: Option<Cell>,
    control: &Control<'_>,
) -> Result<Vec<String>, Stopped> {
    let text = |position: &Position, mv| write_move(position.rules(), position.board().size(), mv);
    legal_moves_as(text, game, from, control)
}

/// Returns the legal moves as [`legal_moves`] does. `text` writes a move that is made in a
/// position.
///
/// # Errors
/// Returns an error if `control` stops the work.
pub(super) fn legal_moves_as(
    text: impl Fn(&Position, Move) -> String,
    game: &Game,
    from: Option<Cell>,
    control: &Control<'_>,
) -> Result<Vec<String>, Stopped> {
    if game.outcome().is_some() {
        return Ok(Vec::new());
    }
    let position = game.position();
    let moves = match from {
        None => position.legal_moves_with(control)?,
        Some(from) => position.legal_moves_from(from, control)?,
    };
    let written = |mv| control.tick(0).map(|()| text(position, mv));
    moves.into_iter().map(written).collect()
}

/// Returns a line for each piece that can move, grouped by the kind of piece.
pub(super) fn moves_by_piece(game: &Game) -> Vec<String> {
    let (position, moves) = (game.position(), game.legal_moves());
    let mut cells: Vec<Cell> = moves.iter().map(|mv| mv.from).collect();
    cells.dedup();
    cells.sort_by_key(|&cell| position.board().piece_at(cell).map(Piece::role));
    let line = |&cell: &Cell| {
        let moves: Vec<Move> = moves.iter().filter(|mv| mv.from == cell).copied().collect();
        moves_of(position, cell, &moves)
    };
    cells.iter().map(line).collect()
}

/// Returns the piece on a cell and the cells where it can go, such as `pawn 2b2: 2b3 x3b2`.
pub(super) fn moves_of(position: &Position, cell: Cell, moves: &[Move]) -> String {
    let piece = position.board().piece_at(cell).map(|piece| position.piece_name(piece));
    let target = |mv: &Move| {
        let sign = if position.board().is_empty(mv.to) { "" } else { "x" };
        let text = write_move(position.rules(), position.board().size(), *mv);
        let from = position.cell_name(mv.from).len() + "-".len();
        format!("{sign}{}", &text[from..])
    };
    let targets: Vec<String> = moves.iter().map(target).collect();
    let piece = piece.unwrap_or_default();
    format!("{piece} {}: {}", position.cell_name(cell), targets.join(" "))
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
