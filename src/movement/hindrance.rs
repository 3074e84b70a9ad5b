//! What would be within reach if nothing were in the way.

use super::{Mode, Movement, Purpose, Step};
use crate::board::{Empty, Occupancy};
use crate::cell::Cell;
use crate::piece::{Color, Piece};

impl Step {
    /// The occupied cells that keep a piece on `from` from `target`, which the step reaches from
    /// there on an empty board; none if it gets there.
    #[must_use]
    pub fn blockers<B: Occupancy>(&self, board: &B, from: Cell, target: Cell) -> Vec<Cell> {
        let empty = Empty(board.size());
        let mut cells = match self.mode {
            Mode::Lame if !self.open_from(board, from) => {
                let passed = self.open_routes(&empty, from).flatten();
                passed.filter_map(|&passed| board.size().step(from, passed)).collect()
            }
            Mode::Ride => self.breakers(&empty, from, target),
            Mode::Leap | Mode::Lame => Vec::new(),
        };
        cells.retain(|&cell| !board.is_empty(cell));
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The occupied cells that keep the step, made from `from`, from going farther.
    pub fn obstacles<B: Occupancy>(&self, board: &B, from: Cell) -> Vec<Cell> {
        let occupied = |cell: &Cell| !board.is_empty(*cell);
        if self.open_from(board, from) {
            return self.reach(board, from).filter(occupied).collect();
        }
        // What stands on the routes keeps nobody from a cell that isn't there.
        let leads_somewhere = board.size().step(from, self.offset).is_some();
        let passed = self.routes.iter().flatten().filter(|_| leads_somewhere);
        passed.filter_map(|&passed| board.size().step(from, passed)).filter(occupied).collect()
    }
}

impl Movement {
    /// The pieces of a color that could go to `target` for the purpose if no other piece were in
    /// the way, each with the cells of those that are.
    ///
    /// A piece with several such steps is listed with each.
    pub fn hindered<B: Occupancy>(
        &self,
        board: &B,
        target: Cell,
        by: Color,
        purpose: Purpose,
    ) -> impl Iterator<Item = (Cell, Vec<Cell>)> {
        let empty = Empty(board.size());
        let steps = self.steps(by).iter();
        steps.filter(move |(step, _)| step.serves(purpose)).flat_map(move |(step, roles)| {
            let has_step = |piece: Piece| piece.color() == by && roles.contains(piece.role());
            step.retrace(&empty, target)
                .filter(|&from| board.piece_at(from).is_some_and(has_step))
                .map(|from| (from, step.blockers(board, from, target)))
                .filter(|(_, blockers)| !blockers.is_empty())
                .collect::<Vec<_>>()
        })
    }
}
