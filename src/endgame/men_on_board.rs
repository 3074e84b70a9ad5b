//! The men of an endgame on a board, and their moves.

use std::sync::Arc;

use super::placements::{Placement, narrow};
use crate::board::Board;
use crate::cell::Size;
use crate::movement::{BoardMovement, MoveKind, Step};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

#[derive(Clone, Debug)]
pub(super) struct MenOnBoard {
    rules: Rules,
    movement: Arc<BoardMovement>,
    board: Board,
    /// White's king, Black's king and the other men, in this order.
    men: Arc<[Piece]>,
    cells: Placement,
}

impl MenOnBoard {
    /// Creates a board for `men` on which no man is placed yet.
    pub(super) fn new(rules: &Rules, size: Size, men: Vec<Piece>) -> Self {
        let (movement, board) = (rules.movement().on(size), Board::new(size));
        Self { rules: rules.clone(), movement, board, men: men.into(), cells: Placement::new() }
    }

    /// Moves the men to `cells`; returns `false` if two men share a cell.
    pub(super) fn set(&mut self, cells: &[u16]) -> bool {
        self.cells.iter().for_each(|&cell| self.board.put(cell.into(), None));
        self.cells = Placement::from_slice(cells);
        for (&cell, &man) in cells.iter().zip(&*self.men) {
            if self.board.piece_on(cell.into()).is_some() {
                return false;
            }
            self.board.put(cell.into(), Some(man));
        }
        true
    }

    pub(super) fn is_in_check(&self, side: Color) -> bool {
        let king = self.cells[side as usize];
        self.movement.is_attacked(&self.board, king.into(), !side)
    }

    /// Returns `true` if the opponent of `mover` has a man besides its king.
    pub(super) fn can_capture(&self, mover: Color) -> bool {
        men_of(&self.men, !mover).count() > 1
    }

    /// Returns the pseudo-legal moves of `mover`: the cells of the men after each move, and the
    /// index of a captured man. The cells leave out the captured man.
    pub(super) fn moves(&self, mover: Color) -> impl Iterator<Item = (Placement, Option<usize>)> {
        men_of(&self.men, mover).flat_map(move |nth| {
            let from = self.cells[nth].into();
            let cells = self.movement.destinations(&self.board, self.men[nth], from);
            cells.map(move |to| self.moved(nth, narrow(to)))
        })
    }

    fn moved(&self, nth: usize, to: u16) -> (Placement, Option<usize>) {
        let mut after = Placement::from_slice(&self.cells);
        let captured = after.iter().position(|&cell| cell == to);
        after[nth] = to;
        if let Some(man) = captured {
            after.remove(man);
        }
        (after, captured)
    }

    /// Returns the cells of the men before each quiet move of `side` that leads to the present
    /// cells.
    pub(super) fn unmoves(&mut self, side: Color) -> Vec<Placement> {
        let mut all = Vec::new();
        for nth in men_of(&self.men, side) {
            let (man, at) = (self.men[nth], self.cells[nth]);
            self.board.put(at.into(), None);
            let (board, to) = (&self.board, self.board.size().cell(at.into()));
            let steps = self.rules.movement().steps_of(man);
            for step in steps.filter(|step: &&Step| step.allows(MoveKind::Quiet)) {
                for from in step.reverse_reach(board, to).filter(|&from| board.is_empty(from)) {
                    let mut before = Placement::from_slice(&self.cells);
                    before[nth] = narrow(board.size().index(from));
                    all.push(before);
                }
            }
            self.board.put(at.into(), Some(man));
        }
        all
    }
}

fn men_of(men: &[Piece], side: Color) -> impl Iterator<Item = usize> {
    men.iter().enumerate().filter(move |(_, man)| man.color() == side).map(|(nth, _)| nth)
}
