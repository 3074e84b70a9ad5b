//! The men of an endgame on a board, and their moves.

use std::sync::Arc;

use smallvec::SmallVec;

use super::placements::{Placement, narrow};
use crate::board::{Board, Move, Occupancy as _, Setup};
use crate::cell::Size;
use crate::movement::MoveKind;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;

#[derive(Clone, Debug)]
pub(super) struct MenOnBoard {
    position: Position,
    /// White's king, Black's king and the other men, in this order.
    men: Arc<[Man]>,
    placement: Placement,
}

#[derive(Clone, Debug)]
struct Man {
    piece: Piece,
    promotes: bool,
}

/// The men after a move, before a captured man is taken off and a promoting man is replaced.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) placement: Placement,
    /// Index of the man that has moved.
    pub(super) mover: usize,
    /// Man that has moved, before a promotion.
    pub(super) piece: Piece,
    /// True if this kind of man promotes on some cells.
    pub(super) may_promote: bool,
    /// Index of the captured man, which is on the cell of the mover; `None` without a capture.
    pub(super) captured: Option<usize>,
    pub(super) promotes: bool,
}

impl Arrival {
    /// Returns `true` if the move neither captures nor promotes.
    pub(super) const fn is_plain(&self) -> bool {
        self.captured.is_none() && !self.promotes
    }
}

impl MenOnBoard {
    /// Creates an empty board for the men `pieces`.
    pub(super) fn new(rules: &Rules, size: Size, pieces: &[Piece]) -> Self {
        let setup = Setup::new(Board::new(size), Color::White);
        let man = |&piece: &Piece| Man { piece, promotes: rules.can_promote(piece) };
        Self {
            position: Position::new_unchecked(rules, setup),
            men: pieces.iter().map(man).collect(),
            placement: Placement::default(),
        }
    }

    /// Returns the position of the men as they were last placed.
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// Places the men, with `turn` to move.
    ///
    /// Returns `false` if two men share a cell, or if a man is where it would have promoted.
    pub(super) fn set(&mut self, turn: Color, placement: &Placement) -> bool {
        let size = self.position.board().size();
        for &cell in self.placement.cells() {
            self.position.put_on(cell.into(), None);
        }
        self.placement = *placement;
        self.position.set_state(turn, placement.holder);
        for (&cell, man) in placement.cells().iter().zip(&*self.men) {
            let cell = usize::from(cell);
            if !self.position.board().is_empty_on(cell)
                || man.promotes && self.position.rules().promotes(man.piece, size, size.cell(cell))
            {
                return false;
            }
            self.position.put_on(cell, Some(man.piece));
        }
        true
    }

    /// Makes `turn` the side to move.
    pub(super) fn set_turn(&mut self, turn: Color) {
        self.position.set_state(turn, self.placement.holder);
    }

    /// Returns `true` if the opponent of `side` has a man besides the king.
    pub(super) fn can_capture(&self, side: Color) -> bool {
        self.men_of(!side).count() > 1
    }

    /// Returns `true` if a move of `side` may change the set of men.
    pub(super) fn can_change(&self, side: Color) -> bool {
        self.can_capture(side) || self.men_of(side).any(|nth| self.men[nth].promotes)
    }

    /// Returns `true` if a side has only its king, and the rule set ends the game by a bare king.
    pub(super) fn is_bare(&self) -> bool {
        let is_alone =
            |color| self.men.iter().filter(|man| man.piece.color() == color).count() == 1;
        let results = self.position.rules().results();
        results.is_some_and(|results| results.bare_king) && Color::ALL.into_iter().any(is_alone)
    }

    /// Returns the men after each pseudo-legal move of the side to move. Moves of men that may
    /// promote come first.
    pub(super) fn moves(&self) -> impl Iterator<Item = Arrival> {
        let promotes = |promotes: bool| move |&nth: &usize| self.men[nth].promotes == promotes;
        let men = |first: bool| self.men_of(self.position.turn()).filter(promotes(first));
        men(true).chain(men(false)).flat_map(move |nth| {
            let from = self.placement.cells()[nth].into();
            let cells = self.position.destinations(self.men[nth].piece, from);
            cells.map(move |to| self.arrival(nth, to))
        })
    }

    fn men_of(&self, side: Color) -> impl Iterator<Item = usize> {
        let men = self.men.iter().enumerate();
        men.filter(move |(_, man)| man.piece.color() == side).map(|(nth, _)| nth)
    }

    fn arrival(&self, mover: usize, to: usize) -> Arrival {
        let (man, index) = (&self.men[mover], narrow(to));
        let is_capture = !self.position.board().is_empty_on(to);
        let taken = || self.placement.cells().iter().position(|&cell| cell == index);
        let captured = if is_capture { taken() } else { None };
        let mut placement = self.placement.with(mover, index);
        if is_king(mover) && self.has_holds() {
            let size = self.position.board().size();
            let from = size.cell(self.placement.cells()[mover].into());
            placement.holder = self.position.holder_after(Move::new(from, size.cell(to)));
        }
        let promotes = man.promotes && {
            let size = self.position.board().size();
            self.position.rules().promotes(man.piece, size, size.cell(to))
        };
        Arrival {
            placement,
            mover,
            piece: man.piece,
            may_promote: man.promotes,
            captured,
            promotes,
        }
    }

    fn has_holds(&self) -> bool {
        !self.position.rules().holds().is_empty()
    }

    /// Visits the placements before each quiet move of `mover` without promotion that leads to the
    /// present position. A placement may be visited twice.
    pub(super) fn visit_unmoves(&mut self, mover: Color, mut visit: impl FnMut(&Placement)) {
        let (men, size) = (Arc::clone(&self.men), self.position.board().size());
        for nth in self.men_of(mover).collect::<SmallVec<[usize; 8]>>() {
            let (piece, at) = (men[nth].piece, usize::from(self.placement.cells()[nth]));
            self.position.put_on(at, None);
            let (board, movement) = (self.position.board(), self.position.movement());
            let origins = movement.origins(board, piece, at, MoveKind::Quiet);
            for from in origins.collect::<SmallVec<[usize; 32]>>() {
                let before = self.placement.with(nth, narrow(from));
                if is_king(nth) && self.has_holds() {
                    let mv = Move::new(size.cell(from), size.cell(at));
                    for holder in self.holders_before(piece, mv) {
                        visit(&before.with_holder(holder));
                    }
                } else {
                    visit(&before);
                }
            }
            self.position.put_on(at, Some(piece));
        }
    }

    /// Returns the holders that the position may have had before `mv`, a move of `king` to its
    /// present cell. After `mv`, the holder must be the present one. The king must be off the
    /// board.
    fn holders_before(&mut self, king: Piece, mv: Move) -> SmallVec<[Option<Color>; 2]> {
        let (turn, now) = (self.position.turn(), self.placement.holder);
        let from = self.position.board().size().index(mv.from);
        self.position.put_on(from, Some(king));
        let mut holders: SmallVec<[Option<Color>; 2]> = match self.position.hold() {
            Some(_) => Color::ALL.map(Some).into(),
            None => SmallVec::from_slice(&[None]),
        };
        holders.retain(|holder| {
            self.position.set_state(king.color(), *holder);
            !self.position.is_held_from(mv.from, mv.to) && self.position.holder_after(mv) == now
        });
        self.position.put_on(from, None);
        self.position.set_state(turn, now);
        holders
    }
}

/// Returns `true` for the index of a king in the order of the men.
const fn is_king(man: usize) -> bool {
    man < 2
}
