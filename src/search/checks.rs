//! Which moves give check, without making them.

use std::ops::ControlFlow;

use crate::board::{After, Move, Occupancy};
use crate::movement::{Cells, MoveKind, Obstruction, Past};
use crate::position::Position;

/// What is known of checks that the side to move could give.
pub(super) struct Checks {
    /// The cells of the other side's kings.
    kings: Cells,
    /// The cells of its own pieces that are in the way of others to a king.
    discoverers: Cells,
}

impl Checks {
    pub(super) fn of(position: &Position<'_>) -> Self {
        let (board, turn) = (position.board(), position.turn());
        let kings = position.kings(!turn).iter().map(|&king| board.size().index(king));
        let mut checks = Self { kings: kings.collect(), discoverers: Cells::new() };
        for &king in &checks.kings {
            let past = (MoveKind::Capture, Past::OnePiece);
            let _ = position.rules().movement().lines(board, king, turn, past, |line| {
                match line.obstruction {
                    Obstruction::None => {}
                    Obstruction::One(cell) => checks.discoverers.push(cell),
                    Obstruction::More => checks.discoverers.extend(line.blockers(board)),
                }
                ControlFlow::<()>::Continue(())
            });
        }
        checks
    }

    /// Whether a legal move gives check.
    pub(super) fn gives(&self, position: &Position<'_>, mv: Move) -> bool {
        let (board, movement) = (position.board(), position.rules().movement());
        let [from, to] = [mv.from, mv.to].map(|cell| board.size().index(cell));
        let Some(piece) = board.piece_on(from).map(|piece| mv.arriving(piece)) else {
            return false;
        };
        let discovers = self.discoverers.contains(&from);
        self.kings.iter().any(|&king| {
            (discovers || movement.may_capture(board.size(), piece, to, king))
                && movement.is_attacked(&After::new(board, mv), king, position.turn())
        })
    }
}
