//! A generator of moves that may mate: it finds all mating moves and few others.
//!
//! A mating move must attack the king's cell and each flight cell of the king, either with the
//! moved piece or by a discovered attack. With this test, the mate search refutes a mate in four on
//! a 5×5×5 board in a fifth of the time.

use smallvec::{SmallVec, smallvec};

use super::Position;
use crate::board::{After, Move, Occupancy};
use crate::movement::{Indexes, MaxBlockers, MoveKind, MoveKinds};
use crate::piece::Piece;

/// A cell that a mating move must attack: the king's cell or one of its flight cells.
struct Target {
    cell: usize,
    /// The cells of the pieces whose moves may discover an attack on the target.
    discoverers: Indexes,
}

/// The largest number of flight cells that are tested. Testing more cells would exclude
/// hardly any further moves.
const FLIGHTS: usize = 4;

impl Position {
    /// Returns the legal moves that may mate, all of them checks, in any order.
    pub(crate) fn mating_moves(&self) -> Vec<Move> {
        let (targets, mut moves) = (self.targets(), Vec::new());
        for from in self.board.indexes_of(self.turn) {
            let cells = self.destinations(from, self.mating_cells(from, &targets));
            self.add_moves(from, &cells, &mut moves);
        }
        moves.retain(|mv| self.gives_check(*mv) && self.checks_after(*mv).is_empty());
        moves
    }

    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let (movement, after) = (self.rules.movement(), After::new(&self.board, mv));
        self.king_indexes(!self.turn).any(|king| movement.is_attacked(&after, king, self.turn))
    }

    /// Returns the bitboard of the cells on which the piece on `from` may give mate when it moves
    /// there.
    ///
    /// All bits are set if the piece can promote, or if there is no attack table.
    fn mating_cells(&self, from: usize, targets: &[Target]) -> u128 {
        let promotes =
            |piece: Piece| self.rules.promotion().is_some_and(|p| p.pieces.contains(piece.role()));
        let Some(piece) = self.board.piece_on(from).filter(|piece| !promotes(*piece)) else {
            return u128::MAX;
        };
        let (size, movement) = (self.board.size(), self.rules.movement());
        let targets = targets.iter().filter(|target| !target.discoverers.contains(&from));
        let cells = targets.map(|target| movement.attacking_cells(size, piece, target.cell));
        cells.fold(u128::MAX, |all, cells| all & cells)
    }

    /// Returns the targets of a mating move: the cell of the opponent's king and at most
    /// [`FLIGHTS`] flight cells; none unless the opponent has exactly one king.
    fn targets(&self) -> SmallVec<[Target; FLIGHTS + 1]> {
        let [king] = self.kings(!self.turn) else { return SmallVec::new() };
        let king = self.board.size().index(*king);
        let mut targets = smallvec![self.target(&self.board, king)];
        for flight in self.flights(king) {
            // A line to the flight cell may lead through the king's present cell.
            targets.push(self.target(&After::by_index(&self.board, king, flight), flight));
        }
        targets
    }

    fn target<B: Occupancy>(&self, board: &B, cell: usize) -> Target {
        let (movement, capture) = (self.rules.movement(), MoveKind::Capture);
        let mut discoverers = Indexes::new();
        for line in &movement.attackers(board, cell, self.turn, capture, MaxBlockers::One) {
            discoverers.extend_from_slice(&line.blockers);
        }
        Target { cell, discoverers }
    }

    /// Returns at most [`FLIGHTS`] cells where the opponent's king could go if the opponent were to
    /// move.
    ///
    /// The list is empty if rules other than attacks may restrict the king: a hold, a lame step, or
    /// no captures.
    fn flights(&self, king: usize) -> Indexes {
        let (movement, kinds) = (self.rules.movement(), self.rules.move_kinds());
        let only_attacks = kinds == MoveKinds::All && self.rules.holds().is_empty();
        let piece = self.board.piece_on(king).filter(|_| only_attacks);
        let Some(piece) = piece.filter(|piece| movement.only_leaps(piece.role())) else {
            return Indexes::new();
        };
        let cells = movement.destinations_on(&self.board, piece, king, kinds, u128::MAX);
        let is_flight = |to: &usize| {
            let after = After::by_index(&self.board, king, *to);
            !self.is_king(*to) && !movement.is_attacked(&after, *to, self.turn)
        };
        cells.into_iter().filter(is_flight).take(FLIGHTS).collect()
    }
}
