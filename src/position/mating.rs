//! A generator of moves that may mate: it finds all mating moves and few others.
//!
//! A mating move must attack the king's cell and each flight cell of the king, either with the
//! moved piece or by a discovered attack. With this test, the mate search refutes a mate in four on
//! a 5×5×5 board in a fifth of the time.

use smallvec::{SmallVec, smallvec};

use super::Position;
use crate::board::{After, Move, Occupancy};
use crate::movement::{Indexes, MoveKind};
use crate::piece::Piece;

/// A cell that a mating move must attack: the king's cell or one of its flight cells.
struct MatingTarget {
    cell: usize,
    /// Cells of the pieces whose moves may discover an attack on the target.
    discoverers: Indexes,
}

/// The largest number of flight cells that are tested. Testing more cells would exclude
/// hardly any further moves.
const FLIGHTS: usize = 4;

impl Position {
    /// Returns the legal moves that may mate, all of them checks, in any order.
    pub(crate) fn mating_moves(&self) -> Vec<Move> {
        let (targets, mut moves) = (self.targets(), Vec::new());
        for (from, piece) in self.board.indexed_pieces_of(self.turn) {
            for to in self.destinations(piece, from) {
                if self.rules.can_promote(piece)
                    || targets.iter().all(|target| self.may_hit(target, piece, from, to))
                {
                    self.add_moves(from, to, &mut moves);
                }
            }
        }
        moves.retain(|mv| self.gives_check(*mv) && self.checks_after(*mv).is_empty());
        moves
    }

    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let after = After::new(&self.board, mv);
        self.king_indexes(!self.turn).any(|king| self.movement.is_attacked(&after, king, self.turn))
    }

    /// Returns `true` if the move of `piece` may attack the target, with the piece itself or by a
    /// discovered attack.
    fn may_hit(&self, target: &MatingTarget, piece: Piece, from: usize, to: usize) -> bool {
        target.discoverers.contains(&from) || self.movement.may_attack(piece, to, target.cell)
    }

    /// Returns the cells that a mating move must attack: that of the opponent's king and at most
    /// [`FLIGHTS`] of its flight cells. Returns none if the opponent has not exactly one king.
    fn targets(&self) -> SmallVec<[MatingTarget; FLIGHTS + 1]> {
        let [king] = self.kings(!self.turn) else { return SmallVec::new() };
        let king = self.board.size().index(*king);
        let mut targets = smallvec![self.target(&self.board, king)];
        for flight in self.flights(king) {
            // A line to the flight cell may lead through the king's present cell.
            targets.push(self.target(&After::by_index(&self.board, king, flight), flight));
        }
        targets
    }

    fn target<B: Occupancy>(&self, board: &B, cell: usize) -> MatingTarget {
        let lines = self.movement.lines_to(board, cell, self.turn, MoveKind::Capture);
        MatingTarget { cell, discoverers: lines.flat_map(|line| line.openers(board)).collect() }
    }

    /// Returns at most [`FLIGHTS`] cells where the opponent's king could go if the opponent were to
    /// move.
    ///
    /// The list is empty if rules other than attacks may restrict the king: a hold, a lame step, or
    /// no captures.
    fn flights(&self, king: usize) -> Indexes {
        let only_attacks = self.rules.captures() && self.rules.holds().is_empty();
        let piece = self.board.piece_on(king).filter(|_| only_attacks);
        let leaps = |piece: &Piece| self.rules.movement().only_leaps(piece.role());
        let Some(piece) = piece.filter(leaps) else { return Indexes::new() };
        let is_flight = |to: &usize| {
            let after = After::by_index(&self.board, king, *to);
            !self.is_king(*to) && !self.movement.is_attacked(&after, *to, self.turn)
        };
        let cells = self.movement.destinations(&self.board, piece, king);
        cells.filter(is_flight).take(FLIGHTS).collect()
    }
}
