//! Why a move can't be made, in words.

use super::explain::and;
use crate::board::{Move, Occupancy};
use crate::cell::Cell;
use crate::game::{Claim, Refusal};
use crate::movement::Purpose;
use crate::piece::{Piece, Role};
use crate::position::{Illegal, Position};

/// A sentence that says why a move can't be made in a position.
#[must_use]
pub fn refusal(position: &Position<'_>, mv: Move, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Over(outcome) => format!("the game is over: {outcome}"),
        Refusal::Illegal(illegal) => Words { position, mv }.illegal(illegal),
    }
}

/// A sentence about a draw that can be claimed.
#[must_use]
pub fn claim(claim: Claim) -> String {
    match claim {
        Claim::Repetition(times) => {
            format!("a draw can be claimed: the position has occurred {times} times")
        }
        Claim::QuietMoves(moves) => format!(
            "a draw can be claimed: {moves} moves of each side without a capture or a pawn's move"
        ),
    }
}

struct Words<'p, 'r> {
    position: &'p Position<'r>,
    mv: Move,
}

impl Words<'_, '_> {
    fn illegal(&self, illegal: &Illegal) -> String {
        let Move { from, to, .. } = self.mv;
        let [from, to] = [from, to].map(|cell| self.cell(cell));
        let piece = self.at(self.mv.from);
        match illegal {
            Illegal::NoPiece => format!("no piece stands on {from}"),
            Illegal::NotYours(_) => {
                let turn = self.position.turn();
                format!("{piece} is not {turn}'s, who is to move")
            }
            Illegal::NoSuchStep(_) => format!("{piece} has no step to {to}"),
            Illegal::OwnPiece(own) => format!("its own {} stands on {to}", self.name(*own)),
            Illegal::Only(Purpose::Move) => format!("{piece} can't capture on {to}"),
            Illegal::Only(Purpose::Capture) => format!("{piece} goes to {to} only to capture"),
            Illegal::Blocked(blockers) => {
                format!("{piece} can't get to {to}: {} in the way", self.are(blockers))
            }
            Illegal::Held(holder) => {
                format!("{piece} is held by {} and may not go to {to}", self.at(*holder))
            }
            Illegal::Promotion(roles) if roles.is_empty() => {
                format!("{piece} does not promote on {to}")
            }
            Illegal::Promotion(roles) => {
                format!("{piece} must promote on {to}: {}", self.promotions(roles))
            }
            Illegal::KingAttacked(attackers) => {
                format!("it leaves the king attacked by {}", self.list(attackers))
            }
        }
    }

    fn promotions(&self, choices: &[Role]) -> String {
        let rules = self.position.rules();
        let text = |&role: &Role| {
            let def = rules.role(role);
            let name = def.name.to_lowercase();
            let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!("={} for {article} {name}", def.letter)
        };
        choices.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    fn cell(&self, cell: Cell) -> String {
        self.position.rules().cells().name(self.position.board().size(), cell)
    }

    fn name(&self, piece: Piece) -> String {
        self.position.rules().role(piece.role()).name.to_lowercase()
    }

    /// The piece on a cell, such as `the rook on c1(III)`.
    fn at(&self, cell: Cell) -> String {
        let piece = self.position.board().piece_at(cell);
        let name = piece.map_or_else(|| "nothing".to_owned(), |piece| self.name(piece));
        format!("the {name} on {}", self.cell(cell))
    }

    fn list(&self, cells: &[Cell]) -> String {
        and(&cells.iter().map(|&cell| self.at(cell)).collect::<Vec<_>>())
    }

    fn are(&self, cells: &[Cell]) -> String {
        let verb = if cells.len() == 1 { "is" } else { "are" };
        format!("{} {verb}", self.list(cells))
    }
}
