//! Boards on which a single man decides.

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

/// Makes such boards from random ones.
pub(super) struct Maker {
    rules: Rules,
    generator: MateGenerator,
    /// The kinds of pieces besides kings.
    men: Vec<Role>,
    rng: Rng,
    /// The number of positions examined so far.
    pub(super) seen: usize,
}

/// How many guards of the king's ways out are tried on a board.
const GUARDS: usize = 60;
/// The number of boards drawn for a checkmate.
const DRAWS: usize = 5000;

impl Maker {
    pub(super) fn new(rules: &Rules, generator: MateGenerator, seed: u64) -> Self {
        let men = rules.roles().filter(|(_, def)| !def.royal).map(|(role, _)| role).collect();
        Self { rules: rules.clone(), generator, men, rng: Rng::with_seed(seed), seen: 0 }
    }

    /// The allowed boards with one man more than a checkmate has, who may save the side to move; none if
    /// chance makes none.
    pub(super) fn with_another_man(&mut self) -> Vec<Setup> {
        let is_mate = |found: &Position| found.verdict() == Verdict::Checkmate;
        let mate = self.generator.find(DRAWS, is_mate);
        // As long as there are checkmates, it is the boards with another man that are looked at.
        self.seen += if mate.is_some() { 1 } else { DRAWS };
        let (Some(mate), Some(&role)) = (mate, self.rng.choice(&self.men)) else {
            return Vec::new();
        };
        let rules = &self.rules;
        let man = Piece::new(mate.turn.unwrap_or(Color::White), role);
        let empty = mate.board.size().iter().filter(|&cell| mate.board.is_empty(cell));
        let with = |cell| {
            let mut setup = mate.clone();
            setup.board.set(cell, Some(man));
            Position::new(rules, setup).ok().map(Position::into_setup)
        };
        empty.filter_map(with).collect()
    }

    /// A board on which a man of this kind decides, as the king has no way out of a check: the man ends it by
    /// the rules or as they are misread, but not by both. None if chance makes none.
    pub(super) fn with_defender(&mut self, role: Role, misread: &Rules) -> Option<Setup> {
        self.seen += 1;
        let setup = self.generator.draw()?;
        let (mut board, turn) = (setup.board, setup.turn.unwrap_or(Color::White));
        let is_man = |(_, piece): &(Cell, Piece)| !self.rules.is_royal(*piece);
        for (cell, _) in board.clone().pieces_of(turn).filter(is_man) {
            board.set(cell, None);
        }
        let (king, _) = board.pieces_of(turn).next()?;
        let (checker, target) = self.add_check(&mut board, king, !turn)?;
        let man = Piece::new(turn, role);
        let [right, wrong] =
            [&self.rules, misread].map(|rules| origins(rules, &board, man, target));
        let from = self.rng.choice(&right ^ &wrong)?;
        board.set(from, Some(man));
        let setup = Setup { board, turn: Some(turn), ..setup };
        let setup = self.without_flights(setup, Check { king, checker }, target)?;
        Position::new(&self.rules, setup).ok().map(Position::into_setup)
    }

    /// Adds a piece that gives check; where it stands, and a cell where the check can be ended.
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

    /// A piece of a color that may capture on a cell, and where from.
    fn attacker(&mut self, board: &Board, target: Cell, color: Color) -> Option<(Piece, Cell)> {
        let piece = Piece::new(color, *self.rng.choice(&self.men)?);
        let steps = self.rules.movement().steps_of(piece);
        let capturing = steps.filter(|step| step.allows(MoveKind::Capture));
        let step = self.rng.choice(capturing.collect::<Vec<_>>())?;
        let from = step.reverse_reach(board, target).filter(|&cell| board.is_empty(cell));
        Some((piece, self.rng.choice(from.collect::<Vec<_>>())?))
    }

    /// The board with more pieces of the other side, so that the king cannot go anywhere, but is in no other
    /// check, and nothing stands on the target that did not.
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

    /// Where the king could go to; none at all unless it is in this check alone.
    fn flights(&mut self, setup: Setup, check: Check) -> Option<Vec<Cell>> {
        self.seen += 1;
        let position = Position::new_unchecked(&self.rules, setup);
        let moves = position.legal_moves().into_iter().filter(|mv| mv.from == check.king);
        (position.checks() == [check]).then(|| moves.map(|mv| mv.to).collect())
    }
}

/// The empty cells from which a man could go to a cell by some rules.
fn origins(rules: &Rules, board: &Board, man: Piece, to: Cell) -> BTreeSet<Cell> {
    let kind = MoveKind::onto(board.piece_at(to));
    let steps = rules.movement().steps_of(man).filter(|step| step.allows(kind));
    steps
        .flat_map(|step| step.reverse_reach(board, to))
        .filter(|&cell| board.is_empty(cell))
        .collect()
}
