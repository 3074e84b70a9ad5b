//! The moves of a game as text.

use crate::board::Move;
use crate::game::Game;
use crate::notation::{CLAIM, write_move};
use crate::piece::Color;
use crate::position::Position;
use crate::words::article;

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

/// Writes a game: its numbered moves, and `claim` at the end if a player has claimed a draw.
///
/// # Example
/// ```
/// use kubikschach::{game::Game, notation, position::Position, render, rules::Rules};
/// let rules = Rules::raumschach();
/// let size = rules.default_size();
/// let mut game = Game::new(Position::new(&rules, notation::parse_board(&rules, "start")?)?)?;
/// for text in ["Ab1-Aa3", "Eb5-Ea3", "Aa3-Ab1"] {
///     game.play(notation::parse_move(&rules, size, text)?)?;
/// }
/// assert_eq!(render::game(&game), "1. Ab1-Aa3 Eb5-Ea3 2. Aa3-Ab1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn game(game: &Game) -> String {
    let (position, plies) = (game.position(), game.history().len());
    let is_white_first = plies.is_multiple_of(2) == (position.turn() == Color::White);
    let mut words = Vec::new();
    if !is_white_first && plies > 0 {
        words.push("1...".to_owned());
    }
    for (half, mv) in (usize::from(!is_white_first)..).zip(game.history()) {
        if half.is_multiple_of(2) {
            words.push(format!("{}.", half / 2 + 1));
        }
        words.push(write_move(position.rules(), position.board().size(), mv));
    }
    words.extend(game.claimed().map(|_| CLAIM.to_owned()));
    words.join(" ")
}
