//! Finds the boards by which a program for `mate` is observed, and writes `fixtures/probes.txt`:
//!
//! ```text
//! cargo run --release --no-default-features --example probe_boards > probes.txt
//! mv probes.txt fixtures/probes.txt
//! ```
//!
//! The search starts from random boards and from those of the fixture, so a board is only replaced by
//! a better one: one whose verdict depends on fewer beliefs, or one with fewer pieces. Controls and
//! boards for sizes are kept. A run takes some minutes.

use std::io::{self, Write as _};

use fastrand::Rng;
use kubikschach::board::Setup;
use kubikschach::cases::Question;
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{parse_board, write_board};
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::workbench::{Belief, ChangedRules, Directions, MateConstraint, MateGenerator};

/// Number of random boards to start from.
const POOL: usize = 3_000;
/// Number of random changes of the best board of a belief.
const CHANGES: usize = 2_000;
/// Number of random changes of a board that shows missing directions.
const DENSE_CHANGES: usize = 4_000;
/// Number of boards that show missing directions.
const DENSE: usize = 14;

const FIXTURE: &str = include_str!("../fixtures/probes.txt");

/// Number of other beliefs that change the verdict, number of pieces, and number of cells along an
/// edge.
type Cost = (usize, usize, usize);

struct Search {
    rules: Rules,
    /// Beliefs that are no sets of directions.
    beliefs: Vec<ChangedRules>,
    /// Beliefs that a piece cannot go in one direction.
    singles: Vec<ChangedRules>,
    rng: Rng,
}

fn main() -> io::Result<()> {
    let mut search = Search::new();
    let kept = FIXTURE.lines().take_while(|line| !line.starts_with("dense: "));
    let mut out = io::stdout().lock();
    for line in kept {
        writeln!(out, "{line}")?;
    }
    let pool = search.pool();
    for setup in search.dense(&pool) {
        writeln!(out, "dense: {}", write_board(&search.rules, &setup.board))?;
    }
    for nth in 0..search.beliefs.len() {
        let belief = &search.beliefs[nth].belief;
        let is_wanted = !matches!(belief, Belief::Movement(_, _, None));
        let clause = render::belief(&search.rules, belief);
        if let Some(setup) = is_wanted.then(|| search.probe(nth, &pool)).flatten() {
            writeln!(out, "{clause}: {}", write_board(&search.rules, &setup.board))?;
            out.flush()?;
        }
    }
    Ok(())
}

impl Search {
    fn new() -> Self {
        let rules = Rules::cube();
        let is_single =
            |it: &ChangedRules| matches!(it.belief, Belief::Without(_, Directions::One(_)));
        let (singles, others): (Vec<_>, Vec<_>) =
            ChangedRules::all(&rules).into_iter().partition(is_single);
        let is_family = |it: &ChangedRules| matches!(it.belief, Belief::Without(..));
        let beliefs = others.into_iter().filter(|it| !is_family(it)).collect();
        Self { rules, beliefs, singles, rng: Rng::with_seed(1) }
    }

    /// Returns the boards to start from: those of the fixture and random ones.
    fn pool(&self) -> Vec<Setup> {
        let known = FIXTURE.lines().filter_map(|line| line.split_once(": "));
        let known = known.filter_map(|(_, board)| parse_board(&self.rules, board).ok());
        let constraint = MateConstraint { minimal: true, ..MateConstraint::default() };
        let mut boards = MateGenerator::new(&self.rules, constraint, 1);
        let random = (0..POOL).filter_map(|_| match boards.next_question() {
            Ok(Question::Mate(setup)) => Some(setup),
            _ => None,
        });
        known.chain(random).collect()
    }

    fn is_mate(&self, setup: &Setup) -> bool {
        Position::new_unchecked(&self.rules, setup.clone()).is_checkmate()
    }

    /// Returns the cost of a board for a belief; `None` if its verdict does not depend on it.
    ///
    /// `limit` is the cost from which the board is of no use.
    fn cost(&self, nth: usize, setup: &Setup, limit: Option<Cost>) -> Option<Cost> {
        let right = self.is_mate(setup);
        if !self.beliefs[nth].flips(setup, right) {
            return None;
        }
        let mut others = 0;
        for other in &self.beliefs {
            others += usize::from(other.flips(setup, right));
            if limit.is_some_and(|(most, ..)| others - 1 > most) {
                return None;
            }
        }
        let cost = (others - 1, setup.board.count(), setup.board.size().edge());
        limit.is_none_or(|limit| cost < limit).then_some(cost)
    }

    /// Returns the best board for a belief; `None` if the verdict of no board depends on it.
    fn probe(&mut self, nth: usize, pool: &[Setup]) -> Option<Setup> {
        let mut best: Option<(Cost, Setup)> = None;
        for setup in pool {
            if let Some(cost) = self.cost(nth, setup, best.as_ref().map(|(cost, _)| *cost)) {
                best = Some((cost, setup.clone()));
            }
        }
        let (mut cost, mut board) = best?;
        for _ in 0..CHANGES {
            let changed = self.changed(&board);
            if let Some(less) = changed.as_ref().and_then(|it| self.cost(nth, it, Some(cost))) {
                (cost, board) = (less, changed?);
            }
        }
        Some(board)
    }

    /// Returns boards that together depend on each single direction, if they are found.
    fn dense(&mut self, pool: &[Setup]) -> Vec<Setup> {
        let mut open: Vec<bool> = vec![true; self.singles.len()];
        let mut found = Vec::new();
        while found.len() < DENSE && open.contains(&true) {
            let worth = |search: &Self, setup: &Setup| {
                let right = search.is_mate(setup);
                let all = search.singles.iter().zip(&open);
                all.filter(|(single, is_open)| **is_open && single.flips(setup, right)).count()
            };
            let Some(mut board) = pool.iter().max_by_key(|setup| worth(self, setup)).cloned()
            else {
                return found;
            };
            let mut most = worth(self, &board);
            for _ in 0..DENSE_CHANGES {
                let Some(changed) = self.changed(&board) else { continue };
                let count = worth(self, &changed);
                if count >= most {
                    (most, board) = (count, changed);
                }
            }
            let right = self.is_mate(&board);
            for (single, is_open) in self.singles.iter().zip(&mut open) {
                *is_open &= !single.flips(&board, right);
            }
            found.push(board);
        }
        found
    }

    /// Returns the board with one or two random changes; `None` if it is not legal.
    fn changed(&mut self, setup: &Setup) -> Option<Setup> {
        let mut changed = setup.clone();
        for _ in 0..=self.rng.usize(..2) {
            let cells: Vec<Cell> = changed.board.pieces().map(|(cell, _)| cell).collect();
            let from = cells[self.rng.usize(..cells.len())];
            let to = self.cell(changed.board.size());
            let piece = changed.board.piece_at(from);
            match self.rng.u8(..4) {
                0 => changed.board.set(from, None),
                1 => {
                    let piece = self.piece();
                    changed.board.set(to, Some(piece));
                }
                _ => {
                    changed.board.set(from, None);
                    changed.board.set(to, piece);
                }
            }
        }
        Position::new(&self.rules, changed.clone()).is_ok().then_some(changed)
    }

    fn cell(&mut self, size: Size) -> Cell {
        size.cell(self.rng.usize(..size.cells()))
    }

    fn piece(&mut self) -> Piece {
        let color = if self.rng.u8(..3) == 0 { Color::White } else { Color::Black };
        let roles: Vec<_> = self.rules.roles().map(|(role, _)| role).collect();
        Piece::new(color, roles[self.rng.usize(..roles.len())])
    }
}
