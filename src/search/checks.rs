//! Which moves give check, and which may mate, without making them.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::{After, Move, Occupancy, Populated};
use crate::movement::{Cells, MoveKind, Obstruction, Past, Wanted};
use crate::position::Position;

/// What is known of checks that the side to move could give.
pub(super) struct Checks {
    /// The cells of the other side's kings.
    kings: Cells,
    /// Some of the cells where its king could go.
    flights: Cells,
    /// The cells of its own pieces that keep others from a king or a flight, each with that.
    discoverers: SmallVec<[(usize, usize); 8]>,
}

/// How many flights are looked at: few moves take that many away and leave others.
const FLIGHTS: usize = 4;

impl Checks {
    pub(super) fn of(position: &Position) -> Self {
        let size = position.board().size();
        let kings = position.kings(!position.turn()).iter().map(|&king| size.index(king));
        let mut checks =
            Self { kings: kings.collect(), flights: Cells::new(), discoverers: SmallVec::new() };
        for king in checks.kings.clone() {
            checks.add_discoverers(position, position.board(), king);
        }
        checks
    }

    /// The same with flights, which a mate takes away.
    pub(super) fn that_mate(position: &Position) -> Self {
        let (mut checks, flights) = (Self::of(position), position.flights());
        // Those that are far from each other are hardest to take away at once.
        for &flight in flights.iter().step_by(flights.len().div_ceil(FLIGHTS).max(1)) {
            // It is attacked through where the king stands now.
            let after = After::by_index(position.board(), checks.kings[0], flight);
            checks.add_discoverers(position, &after, flight);
            checks.flights.push(flight);
        }
        checks
    }

    /// Adds the pieces that keep others of their side from a cell.
    fn add_discoverers(&mut self, position: &Position, board: &impl Populated, cell: usize) {
        let (movement, past) = (position.rules().movement(), (MoveKind::Capture, Past::OnePiece));
        let mut add = |blocker| self.discoverers.push((blocker, cell));
        let _ = movement.lines(board, cell, position.turn(), past, |line| {
            match line.obstruction {
                Obstruction::None => {}
                Obstruction::One(blocker) => add(blocker),
                Obstruction::More => line.blockers(board).into_iter().for_each(&mut add),
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// The cells where the piece on a cell may mate: on others it doesn't.
    pub(super) fn mating(&self, position: &Position, from: usize) -> Wanted {
        let rules = position.rules();
        let Some(piece) = position.board().piece_on(from) else { return Wanted::NOWHERE };
        if self.kings.len() > 1
            || rules.promotion().is_some_and(|p| p.pieces.contains(piece.role()))
        {
            return Wanted::Anywhere;
        }
        let targets: Cells = self.left_to(from).collect();
        rules.movement().capturing(position.board().size(), piece, &targets)
    }

    /// The cells that a piece attacks itself if it mates.
    fn left_to(&self, from: usize) -> impl Iterator<Item = usize> {
        let targets = self.kings.iter().chain(&self.flights).copied();
        targets.filter(move |&target| !self.discoverers.contains(&(from, target)))
    }

    /// Whether a legal move gives check.
    pub(super) fn gives(&self, position: &Position, mv: Move) -> bool {
        let (board, movement) = (position.board(), position.rules().movement());
        let [from, to] = [mv.from, mv.to].map(|cell| board.size().index(cell));
        let Some(piece) = board.piece_on(from).map(|piece| mv.arriving(piece)) else {
            return false;
        };
        self.kings.iter().any(|&king| {
            (self.discoverers.contains(&(from, king))
                || movement.may_capture(board.size(), piece, to, king))
                && movement.is_attacked(&After::new(board, mv), king, position.turn())
        })
    }
}
