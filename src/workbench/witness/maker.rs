//! Constructs boards on which the moves of one piece decide whether the king is checkmated.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::board::{Board, Setup};
use crate::cell::Cell;
use crate::movement::MoveKind;
use crate::piece::{Color, Piece, Role};
use crate::position::{Check, Position};
use crate::rules::Rules;
use crate::verdict::Verdict;
use crate::workbench::generate::MateGenerator;

pub(super) struct Maker {
    rules: Rules,
    generator: MateGenerator,
    non_royal: Vec<Role>,
    rng: Rng,
    pub(super) tried: usize,
}

/// Largest number of opposing pieces to try, one after the other, until no flight cell is left.
const GUARDS: usize = 60;
/// Number of random boards to try before the search for a checkmate is given up.
const DRAWS: usize = 5000;

impl Maker {
    pub(super) fn new(rules: &Rules, generator: MateGenerator, seed: u64) -> Self {
        let non_royal = rules.roles().filter(|(_, def)| !def.royal).map(|(role, _)| role).collect();
        Self { rules: rules.clone(), generator, non_royal, rng: Rng::with_seed(seed), tried: 0 }
    }

    /// Generates a random checkmate and returns all legal boards with one piece added to it.
    ///
    /// The added piece has a random role and belongs to the checkmated side, so that it may prevent
    /// the checkmate. The list is empty if no checkmate was found.
    pub(super) fn with_another_piece(&mut self) -> Vec<Setup> {
        let is_mate = |found: &Position| found.verdict() == Verdict::Checkmate;
        let mate = self.generator.find(DRAWS, is_mate);
        // If a checkmate is found, the caller counts the boards with one more piece.
        self.tried += if mate.is_some() { 1 } else { DRAWS };
        let (Some(mate), Some(&role)) = (mate, self.rng.choice(&self.non_royal)) else {
            return Vec::new();
        };
        let rules = &self.rules;
        let piece = Piece::new(mate.turn.unwrap_or(Color::White), role);
        let empty = mate.board.size().iter().filter(|&cell| mate.board.is_empty(cell));
        let with = |cell| {
            let mut setup = mate.clone();
            setup.board.set(cell, Some(piece));
            Position::new(rules, setup).ok().map(Position::into_setup)
        };
        empty.filter_map(with).collect()
    }

    /// Returns a board on which the moves of one piece of `role` decide whether a check is
    /// checkmate.
    ///
    /// The king is in check and has no flight cell. The piece can end the check under the right
    /// rules or under the rules `misread`, but not under both. Returns `None` if the attempt fails.
    pub(super) fn with_defender(&mut self, role: Role, misread: &Rules) -> Option<Setup> {
        self.tried += 1;
        let setup = self.generator.draw()?;
        let (mut board, turn) = (setup.board, setup.turn.unwrap_or(Color::White));
        let is_non_royal = |(_, piece): &(Cell, Piece)| !self.rules.is_royal(*piece);
        for (cell, _) in board.clone().pieces_of(turn).filter(is_non_royal) {
            board.set(cell, None);
        }
        let (king, _) = board.pieces_of(turn).next()?;
        let (checker, target) = self.add_check(&mut board, king, !turn)?;
        let piece = Piece::new(turn, role);
        let [right, wrong] =
            [&self.rules, misread].map(|rules| origins(rules, &board, piece, target));
        let from = self.rng.choice(&right ^ &wrong)?;
        board.set(from, Some(piece));
        let setup = Setup { board, turn: Some(turn), ..setup };
        let setup = self.without_flights(setup, Check { king, checker }, target)?;
        Position::new(&self.rules, setup).ok().map(Position::into_setup)
    }

    fn add_check(&mut self, board: &mut Board, king: Cell, by: Color) -> Option<(Cell, Cell)> {
        let (piece, checker) = self.attacker(board, king, by)?;
        let steps = self.rules.movement().steps_of(piece);
        let blocking = steps
            .filter(|step| step.reach(board, checker).any(|cell| cell == king))
            .flat_map(|step| step.blocking_cells(board, checker, king));
        let targets: Vec<Cell> = blocking.chain([checker]).collect();
        board.set(checker, Some(piece));
        Some((checker, self.rng.choice(targets)?))
    }

    /// Returns a random piece and an empty cell from which it can capture on `target`.
    fn attacker(&mut self, board: &Board, target: Cell, color: Color) -> Option<(Piece, Cell)> {
        let piece = Piece::new(color, *self.rng.choice(&self.non_royal)?);
        let steps = self.rules.movement().steps_of(piece);
        let capturing = steps.filter(|step| step.allows(MoveKind::Capture));
        let step = self.rng.choice(capturing.collect::<Vec<_>>())?;
        let from = step.reverse_reach(board, target).filter(|&cell| board.is_empty(cell));
        Some((piece, self.rng.choice(from.collect::<Vec<_>>())?))
    }

    /// Adds opposing pieces until the king has no flight cell; `None` if that fails.
    ///
    /// No piece is added on `target`, and `check` remains the only check.
    fn without_flights(&mut self, setup: Setup, check: Check, target: Cell) -> Option<Setup> {
        let (mut setup, mut flights) = (setup.clone(), self.flights(setup, check)?);
        for _ in 0..GUARDS {
            let Some(&flight) = self.rng.choice(&flights) else { return Some(setup) };
            let color = !setup.turn.unwrap_or(Color::White);
            let Some((guard, from)) = self.attacker(&setup.board, flight, color) else { continue };
            let mut guarded = setup.clone();
            guarded.board.set(from, Some(guard));
            if from != target
                && let Some(fewer) = self.flights(guarded.clone(), check)
                && fewer.len() < flights.len()
            {
                (setup, flights) = (guarded, fewer);
            }
        }
        None
    }

    /// Returns the flight cells of the king; `None` unless `check` is the only check.
    fn flights(&mut self, setup: Setup, check: Check) -> Option<Vec<Cell>> {
        self.tried += 1;
        let position = Position::new_unchecked(&self.rules, setup);
        if position.checks() != [check] {
            return None;
        }
        let moves = position.legal_moves().into_iter().filter(|mv| mv.from == check.king);
        Some(moves.map(|mv| mv.to).collect())
    }
}

/// Returns the empty cells from which a piece could move to `to`, or capture there, under `rules`.
fn origins(rules: &Rules, board: &Board, piece: Piece, to: Cell) -> BTreeSet<Cell> {
    let kind = MoveKind::onto(board.piece_at(to));
    let steps = rules.movement().steps_of(piece).filter(|step| step.allows(kind));
    steps
        .flat_map(|step| step.reverse_reach(board, to))
        .filter(|&cell| board.is_empty(cell))
        .collect()
}
