//! Reasons why moves are illegal, in words.

use super::Phrase;
use super::no_step::why_no_step;
use crate::board::Move;
use crate::cell::Cell;
use crate::common::article;
use crate::movement::MoveKind;
use crate::piece::Role;
use crate::position::{IllegalMove, Position};

/// Explains why a move is illegal, with the names of its piece and cells.
///
/// # Example
/// ```
/// use kubikschach::{notation, position::Position, render, rules::Rules};
/// let rules = Rules::cube();
/// let setup = notation::parse_board(&rules, "[#q,##],[##,K#]")?;
/// let mv = notation::parse_move(&rules, setup.board.size(), "a1(I)-b1(I)")?;
/// let position = Position::new(&rules, setup)?;
/// let illegal = position.check_legal(mv).expect_err("the queen attacks b1(I)");
/// let reason = render::why_illegal(&position, mv, &illegal);
/// assert_eq!(reason.text, "it leaves the king in check from the queen on b2(II)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn why_illegal(position: &Position, mv: Move, illegal: &IllegalMove) -> Phrase {
    Sentence { position, mv }.about(illegal)
}

struct Sentence<'p> {
    position: &'p Position,
    mv: Move,
}

impl Sentence<'_> {
    fn about(&self, illegal: &IllegalMove) -> Phrase {
        let Move { from, to, .. } = self.mv;
        let (board, cell) = (self.position.board(), self.cell(to));
        let Some(mover) = board.piece_at(from) else {
            return Phrase::from("no piece stands on ") + self.cell(from);
        };
        let (piece, target) = (self.piece_on(from), board.piece_at(to));
        match illegal {
            IllegalMove::GameOver => "the game is over".into(),
            IllegalMove::NotYours => {
                let turn = self.position.turn();
                Phrase::from(format!("{turn} is to move, but "))
                    + piece
                    + format!(" is {}'s", !turn)
            }
            IllegalMove::OwnPiece => {
                let own = target.map(|own| self.position.piece_name(own)).unwrap_or_default();
                piece + " can't capture its own " + own + " on " + cell
            }
            IllegalMove::King => self.piece_on(to) + " is never captured",
            IllegalMove::NoCapture => piece + " can't capture on " + cell,
            IllegalMove::OnlyCapture => piece + " goes to " + cell + " only to capture",
            IllegalMove::Blocked(blockers) => {
                let are = if blockers.len() == 1 { " is" } else { " are" };
                piece + " can't get to " + cell + ": " + self.all_on(blockers) + are + " in the way"
            }
            IllegalMove::Held(holder) => {
                piece + " is held by " + self.piece_on(*holder) + " and may not go to " + cell
            }
            IllegalMove::Promotion(roles) if roles.is_empty() => {
                piece + " does not promote on " + cell
            }
            IllegalMove::Promotion(roles) => {
                piece + " must promote on " + cell + ": add " + self.promotions(roles)
            }
            IllegalMove::KingAttacked(attackers) => {
                Phrase::from("it leaves the king in check from ") + self.all_on(attackers)
            }
            IllegalMove::NoPiece | IllegalMove::NoSuchStep => {
                let (rules, kind) = (self.position.rules(), MoveKind::onto(target));
                why_no_step(rules, mover, from.offset_to(to), kind).into()
            }
        }
    }

    fn promotions(&self, choices: &[Role]) -> String {
        let rules = self.position.rules();
        let text = |&role: &Role| {
            let def = rules.role(role);
            let name = def.name.to_lowercase();
            format!("={} for {} {name}", def.letter, article(&name))
        };
        choices.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    fn cell(&self, cell: Cell) -> Phrase {
        Phrase::naming(self.position.cell_name(cell), [cell])
    }

    fn piece_on(&self, cell: Cell) -> Phrase {
        let name = |piece| Phrase::naming(self.position.placed_name(piece, cell), [cell]);
        self.position.board().piece_at(cell).map_or_else(Phrase::default, name)
    }

    fn all_on(&self, cells: &[Cell]) -> Phrase {
        Phrase::list(cells.iter().map(|&cell| self.piece_on(cell)), "and")
    }
}
