//! Why a move is illegal.

use super::Position;
use crate::board::{Empty, Move, Occupancy};
use crate::cell::Cell;
use crate::movement::{Purpose, Step};
use crate::piece::{Piece, Role};

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Nothing stands where it starts.
    NoPiece,
    /// The piece there is the other side's.
    NotYours(Piece),
    /// The piece has no such step.
    NoSuchStep(Piece),
    /// A piece of the same side stands where it ends.
    OwnPiece(Piece),
    /// The piece goes there for the other purpose only.
    Only(Purpose),
    /// Pieces on these cells are in the way.
    Blocked(Vec<Cell>),
    /// The king is held by the one on this cell.
    Held(Cell),
    /// The piece must become one of these, or none if the list is empty.
    Promotion(Vec<Role>),
    /// The king would be attacked from these cells.
    KingAttacked(Vec<Cell>),
}

impl Position<'_> {
    /// Whether the side to move may make a move.
    ///
    /// # Errors
    /// Why not.
    pub fn judge(&self, mv: Move) -> Result<(), Illegal> {
        let piece = self.board.piece_at(mv.from).ok_or(Illegal::NoPiece)?;
        if piece.color() != self.turn {
            return Err(Illegal::NotYours(piece));
        }
        let there: Vec<Move> =
            self.pseudo_legal_moves(mv.from).filter(|other| other.to == mv.to).collect();
        if there.is_empty() {
            return Err(self.why_not(piece, mv));
        }
        if !there.contains(&mv) {
            return Err(Illegal::Promotion(there.iter().filter_map(|mv| mv.promotion).collect()));
        }
        let mut attackers: Vec<Cell> =
            self.checks_after(mv).into_iter().map(|check| check.checker).collect();
        attackers.sort_unstable();
        attackers.dedup();
        if attackers.is_empty() { Ok(()) } else { Err(Illegal::KingAttacked(attackers)) }
    }

    /// Why a piece can't get to a cell.
    fn why_not(&self, piece: Piece, mv: Move) -> Illegal {
        let empty = Empty(self.board.size());
        let steps = self.rules.movement().steps_of(piece);
        let leads_there = |step: &&Step| step.reach(&empty, mv.from).any(|cell| cell == mv.to);
        let steps: Vec<&Step> = steps.filter(leads_there).collect();
        let target = self.board.piece_at(mv.to);
        if steps.is_empty() {
            return Illegal::NoSuchStep(piece);
        }
        if let Some(own) = target.filter(|target| target.color() == piece.color()) {
            return Illegal::OwnPiece(own);
        }
        if let ([holder], true) = (self.kings(!self.turn), self.is_held_from(mv.from, mv.to)) {
            return Illegal::Held(*holder);
        }
        let blockers = |step: &&Step| step.blockers(&self.board, mv.from, mv.to);
        let mut blockers: Vec<Cell> = steps.iter().flat_map(blockers).collect();
        blockers.sort_unstable();
        blockers.dedup();
        if blockers.is_empty() {
            let purpose = if target.is_some() { Purpose::Move } else { Purpose::Capture };
            return Illegal::Only(purpose);
        }
        Illegal::Blocked(blockers)
    }
}
