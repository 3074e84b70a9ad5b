//! Moves in figurine notation, such as `♖c1(II)xc2(II)+`.

use crate::board::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Rules;

/// The roles of orthodox chess in lower case, with their figurines.
const FIGURINES: [(&str, char); 6] =
    [("king", '♔'), ("queen", '♕'), ("rook", '♖'), ("bishop", '♗'), ("knight", '♘'), ("pawn", '♙')];

/// Writes a legal move in figurine notation, such as `♖c1(II)xc2(II)+`. `position` is the position
/// before the move.
///
/// The pieces of both sides have the same figurines. A role that orthodox chess lacks has its
/// letter. `x` stands for a capture, `+` for check and `#` for checkmate.
///
/// # Panics
/// Panics if a cell of the move is not on the board.
///
/// # Example
/// ```
/// use kubikschach::{notation, position::Position, render::figurine, rules::Rules};
/// let rules = Rules::raumschach();
/// let setup = notation::parse_board(&rules, "start")?;
/// let mv = notation::parse_move(&rules, setup.board.size(), "Ab1-Aa3")?;
/// assert_eq!(figurine(&Position::new(&rules, setup)?, mv), "♘Ab1-Aa3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn figurine(position: &Position, mv: Move) -> String {
    let (rules, board) = (position.rules(), position.board());
    let mut text = String::with_capacity(32);
    text.extend(board.piece_at(mv.from).map(|piece| symbol(rules, piece.role())));
    rules.cells().write_name(board.size(), mv.from, &mut text);
    text.push(if board.is_empty(mv.to) { '-' } else { 'x' });
    rules.cells().write_name(board.size(), mv.to, &mut text);
    if let Some(role) = mv.promotion {
        text.extend(['=', symbol(rules, role)]);
    }
    text.extend(sign(position, mv));
    text
}

fn symbol(rules: &Rules, role: Role) -> char {
    let def = rules.role(role);
    let known = FIGURINES.iter().find(|(name, _)| def.name.eq_ignore_ascii_case(name));
    known.map_or(def.letter, |(_, figurine)| *figurine)
}

/// Returns the sign after a move: `+` for check, `#` for checkmate, `None` for neither.
fn sign(position: &Position, mv: Move) -> Option<char> {
    if !position.gives_check(mv) {
        return None;
    }
    let mut after = position.clone();
    after.make(mv);
    Some(if after.is_checkmate() { '#' } else { '+' })
}
