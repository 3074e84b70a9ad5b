//! What the other side threatens, found once for all questions about a position.

use super::{Check, Position};
use crate::board::{After, Move, Occupancy};
use crate::cell::Cell;
use crate::movement::{PieceList, Purpose};

/// With more pieces than so many it is faster to follow lines than to go through them.
const MANY: usize = 256;

/// What the other side threatens.
pub(crate) struct Threats<'r> {
    /// The attacks on the kings of the side to move.
    pub(crate) checks: Vec<Check<'r>>,
    pieces: Option<Pieces<'r>>,
}

/// The pieces of the other side, where it is faster to go through them than to follow lines.
struct Pieces<'r> {
    all: PieceList<'r>,
    /// For each king those that attack it unless something stands in the way.
    watchers: Vec<PieceList<'r>>,
}

impl<'r> Position<'r> {
    /// What the other side threatens.
    pub(crate) fn threats(&self) -> Threats<'r> {
        let Some(all) = self.listed() else {
            return Threats { checks: self.checks(), pieces: None };
        };
        let kings = self.kings(self.turn);
        let watchers: Vec<PieceList<'_>> = kings.iter().map(|&king| all.watching(king)).collect();
        let checks = kings.iter().zip(&watchers).flat_map(|(&king, watchers)| {
            let sources = watchers.sources(&self.board, king, Purpose::Capture);
            sources.map(move |(checker, step)| Check { king, checker, step })
        });
        Threats { checks: checks.collect(), pieces: Some(Pieces { all, watchers }) }
    }

    /// The pieces of the other side, if the board is so small and they are so few.
    fn listed(&self) -> Option<PieceList<'r>> {
        if self.board.count() > MANY {
            return None;
        }
        let mut list = self.rules.movement().piece_list(self.board.size(), !self.turn)?;
        for (cell, piece) in self.board.pieces_of(!self.turn) {
            list.add(piece.role(), self.board.size().place(cell));
        }
        Some(list)
    }

    /// Where lines are followed, and there is no check: the pieces whose moves may leave a king
    /// attacked, which are the kings and what stands between one and an attacker.
    pub(super) fn shields(&self, threats: &Threats<'r>) -> Option<Vec<Cell>> {
        if threats.pieces.is_some() || !threats.checks.is_empty() {
            return None;
        }
        let (kings, movement) = (self.kings(self.turn), self.rules.movement());
        let shields = kings.iter().map(|&king| movement.shields(&self.board, king, !self.turn));
        Some(shields.flatten().chain(kings.iter().copied()).collect())
    }

    /// Whether no king of the side to move is attacked after the move.
    pub(super) fn is_safe(&self, mv: Move, threats: &Threats<'r>) -> bool {
        let Some(pieces) = &threats.pieces else { return self.is_safe_after(mv) };
        let after = After::new(&self.board, mv);
        let kings = self.kings(self.turn);
        if kings.contains(&mv.from) {
            return self.kings_after(mv).all(|king| !pieces.all.attack(&after, king));
        }
        let mut watched = kings.iter().zip(&pieces.watchers);
        watched.all(|(&king, watchers)| !watchers.attack(&after, king))
    }
}
