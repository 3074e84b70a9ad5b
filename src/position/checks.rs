//! Moves that give check.

use super::Position;
use crate::board::{After, Move};
use crate::movement::{Indexes, MaxBlockers, MoveKind};

impl Position {
    /// Returns the legal moves that give check, in no order.
    pub(crate) fn checking_moves(&self) -> Vec<Move> {
        let (discoverers, mut moves) = (self.discoverers(), Vec::new());
        for from in self.board.indexes_of(self.turn) {
            let mut cells = self.destinations(from);
            if !discoverers.contains(&from) {
                cells.retain(|to| self.may_check(from, *to));
            }
            self.add_moves(from, &cells, &mut moves);
        }
        moves.retain(|mv| self.gives_check(*mv) && self.checks_after(*mv).is_empty());
        moves
    }

    /// Returns `true` if a move attacks a king of the side that is not to move.
    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let (movement, after) = (self.rules.movement(), After::new(&self.board, mv));
        self.king_indexes(!self.turn).any(|king| movement.is_attacked(&after, king, self.turn))
    }

    /// Returns the pieces in the way of others that would attack the other side's king.
    fn discoverers(&self) -> Indexes {
        let kings = self.king_indexes(!self.turn);
        let lines = kings
            .flat_map(|king| self.lines_to(king, MoveKind::Capture, self.turn, MaxBlockers::One));
        lines.flat_map(|line| line.blockers).collect()
    }

    /// Returns `false` if the piece on a cell, once it has moved to another, does not even attack a
    /// king on an empty board.
    fn may_check(&self, from: usize, to: usize) -> bool {
        let (size, movement) = (self.board.size(), self.rules.movement());
        self.board.piece_on(from).is_some_and(|piece| {
            self.rules.promotes(piece, size, size.cell(to))
                || self
                    .king_indexes(!self.turn)
                    .any(|king| movement.may_attack(size, piece, to, king))
        })
    }
}
