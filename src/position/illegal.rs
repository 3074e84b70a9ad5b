//! Reasons why a move is illegal.

use std::fmt;

use super::Position;
use crate::board::{Empty, Move};
use crate::cell::Cell;
use crate::movement::{MoveKind, Step};
use crate::piece::{Piece, Role};
use crate::sorted::sorted;
use crate::words::{and, article};

/// The reason why a move is illegal; [`Display`](fmt::Display) writes a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The reason as data.
    pub kind: IllegalMoveKind,
    message: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for IllegalMove {}

/// The reason why a move is illegal, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMoveKind {
    /// The move starts on an empty cell.
    NoPiece,
    /// The move starts on the cell of this piece, which belongs to the opponent.
    NotYours(Piece),
    /// This piece has no step from the start to the end of the move.
    NoSuchStep(Piece),
    /// This piece of the side to move stands on the cell where the move ends.
    OwnPiece(Piece),
    /// The piece could make the move only as a move of this kind, quiet or a capture.
    Only(MoveKind),
    /// This king stands on the cell where the move ends; kings are never captured.
    King(Piece),
    /// Pieces on these cells block the move.
    Blocked(Vec<Cell>),
    /// The king on this cell holds the moving king.
    Held(Cell),
    /// The move must promote to one of these roles. If the list is empty, the move must not name a
    /// role.
    Promotion(Vec<Role>),
    /// A king of the side to move would be attacked from these cells after the move.
    KingAttacked(Vec<Cell>),
}

impl Position {
    /// Checks that a move is legal.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::{IllegalMoveKind, Position}, rules::Rules};
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[#q,##],[##,K#]")?;
    /// let size = setup.board.size();
    /// let mv = notation::parse_move(&rules, size, "a1(I)-b1(I)")?;
    /// let error = Position::new(&rules, setup)?.check_legal(mv).expect_err("the queen attacks b1(I)");
    /// assert!(matches!(error.kind, IllegalMoveKind::KingAttacked(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) {
            return Ok(());
        }
        Err(self.illegal(mv, self.why_illegal(mv)))
    }

    /// Returns an error unless a piece of the side to move stands on `from`.
    #[cfg(feature = "serde")]
    pub(crate) fn check_own(&self, from: Cell) -> Result<(), IllegalMove> {
        self.own_piece(from).map(drop).map_err(|kind| self.illegal(Move::new(from, from), kind))
    }

    fn illegal(&self, mv: Move, kind: IllegalMoveKind) -> IllegalMove {
        IllegalMove { message: MoveSentence { position: self, mv }.message(&kind), kind }
    }

    fn own_piece(&self, from: Cell) -> Result<Piece, IllegalMoveKind> {
        let piece = self.board.piece_at(from).ok_or(IllegalMoveKind::NoPiece)?;
        if piece.color() == self.turn { Ok(piece) } else { Err(IllegalMoveKind::NotYours(piece)) }
    }

    fn why_illegal(&self, mv: Move) -> IllegalMoveKind {
        let piece = match self.own_piece(mv.from) {
            Ok(piece) => piece,
            Err(kind) => return kind,
        };
        let there: Vec<Move> = self
            .pseudo_legal_moves(mv.from)
            .into_iter()
            .filter(|other| other.to == mv.to)
            .collect();
        if there.is_empty() {
            return self.why_unreachable(piece, mv);
        }
        if !there.contains(&mv) {
            let promotes = there.iter().any(|mv| mv.promotion.is_some());
            let promotion = self.rules.promotion().filter(|_| promotes);
            let roles = promotion.map_or_else(Vec::new, |promotion| promotion.to.clone());
            return IllegalMoveKind::Promotion(roles);
        }
        let size = self.board.size();
        let attackers = self.checks_after(mv).into_iter().map(|check| size.cell(check.from));
        IllegalMoveKind::KingAttacked(sorted(attackers))
    }

    fn why_unreachable(&self, piece: Piece, mv: Move) -> IllegalMoveKind {
        let empty = Empty(self.board.size());
        let steps = self.rules.movement().steps_of(piece);
        let leads_there = |step: &&Step| step.reach(&empty, mv.from).any(|cell| cell == mv.to);
        let steps: Vec<&Step> = steps.filter(leads_there).collect();
        let target = self.board.piece_at(mv.to);
        if steps.is_empty() {
            return IllegalMoveKind::NoSuchStep(piece);
        }
        if let Some(own) = target.filter(|target| target.color() == piece.color()) {
            return IllegalMoveKind::OwnPiece(own);
        }
        if let ([holder], true) = (self.kings(!self.turn), self.is_held_from(mv.from, mv.to)) {
            return IllegalMoveKind::Held(*holder);
        }
        // Steps that could not make this kind of move, even without blockers, are left out.
        let able = steps.iter().filter(|step| step.allows(MoveKind::onto(target)));
        let blockers = |step: &&Step| step.blockers(&self.board, mv.from, mv.to);
        let blockers = sorted(able.flat_map(blockers));
        if let (Some(king), true) =
            (target, blockers.is_empty() && self.is_king(self.board.size().index(mv.to)))
        {
            return IllegalMoveKind::King(king);
        }
        if blockers.is_empty() {
            let kind = if target.is_some() { MoveKind::Quiet } else { MoveKind::Capture };
            return IllegalMoveKind::Only(kind);
        }
        IllegalMoveKind::Blocked(blockers)
    }
}

struct MoveSentence<'p> {
    position: &'p Position,
    mv: Move,
}

impl MoveSentence<'_> {
    fn message(&self, kind: &IllegalMoveKind) -> String {
        let Move { from, to, .. } = self.mv;
        let [from, to] = [from, to].map(|cell| self.position.cell_name(cell));
        let piece = self.at(self.mv.from);
        match kind {
            IllegalMoveKind::NoPiece => format!("no piece stands on {from}"),
            IllegalMoveKind::NotYours(_) => {
                let turn = self.position.turn();
                format!("{turn} is to move, but {piece} is {}'s", !turn)
            }
            IllegalMoveKind::NoSuchStep(piece) => self.position.why_no_step(*piece, self.mv),
            IllegalMoveKind::OwnPiece(own) => {
                format!("{piece} can't capture its own {} on {to}", self.position.piece_name(*own))
            }
            IllegalMoveKind::King(royal) => {
                format!("the {} on {to} is never captured", self.position.piece_name(*royal))
            }
            IllegalMoveKind::Only(MoveKind::Quiet) => format!("{piece} can't capture on {to}"),
            IllegalMoveKind::Only(MoveKind::Capture) => {
                format!("{piece} goes to {to} only to capture")
            }
            IllegalMoveKind::Blocked(blockers) => {
                format!("{piece} can't get to {to}: {} in the way", self.are(blockers))
            }
            IllegalMoveKind::Held(holder) => {
                format!("{piece} is held by {} and may not go to {to}", self.at(*holder))
            }
            IllegalMoveKind::Promotion(roles) if roles.is_empty() => {
                format!("{piece} does not promote on {to}")
            }
            IllegalMoveKind::Promotion(roles) => {
                format!("{piece} must promote on {to}: add {}", self.promotions(roles))
            }
            IllegalMoveKind::KingAttacked(attackers) => {
                format!("it leaves the king in check from {}", self.list(attackers))
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

    fn at(&self, cell: Cell) -> String {
        let piece = self.position.board().piece_at(cell);
        piece.map_or_else(String::new, |piece| self.position.placed_name(piece, cell))
    }

    fn list(&self, cells: &[Cell]) -> String {
        and(&cells.iter().map(|&cell| self.at(cell)).collect::<Vec<_>>())
    }

    fn are(&self, cells: &[Cell]) -> String {
        let verb = if cells.len() == 1 { "is" } else { "are" };
        format!("{} {verb}", self.list(cells))
    }
}
