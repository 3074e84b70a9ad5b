//! Oracle for explanations. It makes every move to check that each reason is true and that no
//! reason is missing.

use std::collections::BTreeSet;

use kubikschach::board::{Board, Move, Setup};
use kubikschach::cell::{Axis, Cell, Size};
use kubikschach::notation;
use kubikschach::piece::{Color, Piece, Role};
use kubikschach::position::Position;
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;
use kubikschach::verdict::explain::{
    Attack, AttemptOutcome, Explanation, KingStep, NearMiss, Placed, StepOutcome, StuckReason,
    Target,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::{Oracle, after, sorted, verdict};
use crate::common::coverage::Coverage;

pub(crate) type Checked = Result<(), TestCaseError>;

/// Checks that the explanation of a setup is true and complete, and that it can be rendered.
pub(crate) fn holds(rules: &Rules, setup: &Setup, coverage: &Coverage) -> Checked {
    let turn = setup.turn.expect("the side is written");
    let position = Position::new_unchecked(rules, setup.clone());
    let found = position.explain();
    for explain in [render::explain, render::explain_in_full] {
        let explained = explain(&position, &found);
        let first = &explained.lines[0].text.text;
        prop_assert!(first.starts_with(&turn.to_string()), "{}", first);
        for (line, text) in explained.lines.iter().zip(explained.to_string().lines()) {
            let named = named_cells(rules, setup.board.size(), text);
            prop_assert_eq!(line.cells(), named, "{}", text);
        }
    }
    let oracle = Oracle::new(rules);
    let attacks = attacks(&oracle, &setup.board, turn);
    let (board, oracle, found) = (&setup.board, &oracle, &found);
    Checks { oracle, board, turn, found, attacks, coverage }.all()
}

/// Returns the cells that a text names, in text order and without repetitions.
pub(crate) fn named_cells(rules: &Rules, size: Size, text: &str) -> Vec<Cell> {
    let words = text.split_whitespace().map(|word| word.trim_end_matches(['.', ',', ':', ';']));
    let mut cells = Vec::new();
    for cell in words.filter_map(|word| notation::parse_cell(rules, size, word).ok()) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

struct Checks<'a> {
    oracle: &'a Oracle,
    board: &'a Board,
    turn: Color,
    found: &'a Explanation,
    /// Attacks on the kings of the side to move, as pairs of king and checker.
    attacks: BTreeSet<(Cell, Cell)>,
    coverage: &'a Coverage,
}

impl Checks<'_> {
    fn all(&self) -> Checked {
        let kings = self.oracle.kings(self.board, self.turn);
        let mut legal = self.oracle.pseudo_legal_moves(self.board, self.turn);
        legal.retain(|&mv| self.oracle.is_legal(self.board, self.turn, mv));
        let check = !self.attacks.is_empty();
        prop_assert_eq!(self.found.verdict, verdict(check, !legal.is_empty()));
        prop_assert_eq!(self.found.turn, self.turn);
        prop_assert_eq!(&self.found.kings, &kings);
        prop_assert_eq!(&self.found.legal_moves, &legal);
        if check {
            let mut evasions: Vec<(Cell, Cell)> = self.found.evasions().collect();
            evasions.sort_unstable();
            let legal: Vec<(Cell, Cell)> = legal.iter().map(|mv| (mv.from, mv.to)).collect();
            prop_assert_eq!(evasions, legal);
        }
        self.checkers()?;
        self.king_steps()?;
        if check {
            self.targets()?;
        }
        self.stuck()
    }

    fn checkers(&self) -> Checked {
        let found: Vec<(Cell, Cell)> =
            self.found.checkers.iter().map(|checker| (checker.by.cell, checker.king)).collect();
        prop_assert_eq!(found, Vec::from_iter(self.attacks.clone()));
        for checker in &self.found.checkers {
            self.stands(checker.by)?;
            let line = self.line(self.board, checker.by.cell, checker.king);
            prop_assert_eq!(&checker.line, &Vec::from_iter(line));
        }
        Ok(())
    }

    fn attacks_on(&self, board: &Board) -> BTreeSet<(Cell, Cell)> {
        attacks(self.oracle, board, self.turn)
    }

    fn after(&self, from: Cell, to: Cell) -> Board {
        after(self.board, Move::new(from, to))
    }

    /// Returns the empty cells on which an additional piece would end the attack of `by` on `king`.
    fn line(&self, board: &Board, by: Cell, king: Cell) -> BTreeSet<Cell> {
        let ends =
            |cell: &Cell| !self.oracle.attacks(&with(board, *cell, self.blocker()), by, king);
        board.size().iter().filter(|&cell| board.is_empty(cell)).filter(ends).collect()
    }

    fn blocker(&self) -> Option<Piece> {
        Some(Piece::new(self.turn, Role::new(1)?))
    }

    fn stands(&self, placed: Placed) -> Checked {
        prop_assert_eq!(self.board.piece_at(placed.cell), Some(placed.piece));
        Ok(())
    }

    fn king_steps(&self) -> Checked {
        let mut expected = Vec::new();
        for &king in &self.found.kings {
            let near = |to: &Cell| king.offset_to(*to).parts().iter().all(|part| part.abs() <= 1);
            let cells = self.board.size().iter().filter(near).filter(|&to| to != king);
            expected.extend(cells.map(|to| (king, to)));
        }
        let steps = self.found.king_steps.iter();
        let found: Vec<(Cell, Cell)> = steps.map(|step| (step.from, step.to)).collect();
        prop_assert_eq!(found, expected);
        self.found.king_steps.iter().try_for_each(|step| self.king_step(step))
    }

    fn king_step(&self, step: &KingStep) -> Checked {
        let there = self.board.piece_at(step.to);
        let attacks = self.attacks_on(&self.after(step.from, step.to));
        let by = |there: bool| {
            let attacks = attacks.iter().filter(|(_, king)| (*king == step.to) == there);
            self.placed(&attacks.map(|(by, _)| *by).collect())
        };
        let is_enemy = |piece: &Piece| piece.color() != self.turn;
        let captured = there.filter(|piece| is_enemy(piece) && !self.oracle.is_king(*piece));
        let outcome = match there.filter(|_| captured.is_none()) {
            Some(piece) => StepOutcome::Occupied(piece),
            None if attacks.is_empty() => StepOutcome::Escapes,
            None if by(true).is_empty() => StepOutcome::Exposes(by(false)),
            None => StepOutcome::Guarded(by(true)),
        };
        let kind = match &outcome {
            StepOutcome::Occupied(_) => "occupied",
            StepOutcome::Escapes => "safe",
            StepOutcome::Guarded(_) => "guarded",
            StepOutcome::Held(_) => "held",
            StepOutcome::Exposes(_) => "would expose another king",
        };
        self.coverage.see(kind, true);
        prop_assert_eq!(&step.outcome, &outcome);
        prop_assert_eq!(step.captured, captured);
        Ok(())
    }

    fn placed(&self, cells: &BTreeSet<Cell>) -> Vec<Placed> {
        let placed = |&cell: &Cell| Some(Placed { cell, piece: self.board.piece_at(cell)? });
        cells.iter().filter_map(placed).collect()
    }

    fn targets(&self) -> Checked {
        let open = |piece: Piece| piece.color() != self.turn && !self.oracle.is_king(piece);
        let not_own = |cell: &Cell| self.board.piece_at(*cell).is_none_or(open);
        let ends = |cell: &Cell| {
            !self.oracle.is_check(&with(self.board, *cell, self.blocker()), self.turn)
        };
        let cells = self.board.size().iter().filter(not_own).filter(ends);
        let (captures, blocks): (Vec<Cell>, Vec<Cell>) =
            cells.partition(|&cell| !self.board.is_empty(cell));
        let capture: Vec<Cell> = self.found.capture.iter().map(|target| target.cell).collect();
        let blocked: Vec<Cell> = self.found.blocks.iter().map(|target| target.cell).collect();
        if self.found.checkers.len() > 1 && !blocks.is_empty() {
            self.coverage.see("one answer to several checks", true);
        }
        prop_assert_eq!(capture, captures);
        prop_assert_eq!(blocked, blocks);
        let mut targets = self.found.capture.iter().chain(&self.found.blocks);
        targets.try_for_each(|target| self.target(target))
    }

    fn target(&self, target: &Target) -> Checked {
        let pieces = self.board.pieces_of(self.turn).map(|(cell, _)| cell);
        let pieces = pieces.filter(|cell| !self.found.kings.contains(cell));
        let pieces: Vec<Cell> = sorted(pieces.collect());
        let goes = |from: &Cell| self.oracle.moves(self.board, *from, target.cell);
        let (movers, others): (Vec<Cell>, Vec<Cell>) = pieces.into_iter().partition(goes);
        let tries: Vec<Cell> = target.attempts.iter().map(|attempt| attempt.by.cell).collect();
        prop_assert_eq!(tries, movers);
        for attempt in &target.attempts {
            self.stands(attempt.by)?;
            self.outcome(attempt.by.cell, target.cell, &attempt.outcome)?;
        }
        self.near_misses(target, &others)
    }

    fn outcome(&self, from: Cell, to: Cell, outcome: &AttemptOutcome) -> Checked {
        let board = self.after(from, to);
        let now = self.attacks_on(&board);
        let new: BTreeSet<(Cell, Cell)> = now.difference(&self.attacks).copied().collect();
        match outcome {
            AttemptOutcome::Works => {
                self.coverage.see("a try that works", true);
                prop_assert!(now.is_empty());
            }
            AttemptOutcome::StillInCheck(by) => {
                self.coverage.see("a try that leaves the check", true);
                prop_assert!(!now.is_empty() && new.is_empty());
                prop_assert_eq!(by, &self.placed(&now.iter().map(|(by, _)| *by).collect()));
            }
            AttemptOutcome::Pinned(pins) => {
                self.coverage.see("a pinned piece", true);
                prop_assert!(!pins.is_empty());
                prop_assert_eq!(pinned_by(pins), new);
                for pin in pins {
                    self.stands(pin.by)?;
                    let line = self.line(&board, pin.by.cell, pin.king);
                    prop_assert!(line.contains(&from));
                    prop_assert_eq!(&pin.line, &Vec::from_iter(line));
                }
            }
        }
        Ok(())
    }

    /// Checks the list of near misses: pieces that could move to the target cell if other pieces
    /// were not in the way. All pieces in `others` that are near misses must be listed.
    fn near_misses(&self, target: &Target, others: &[Cell]) -> Checked {
        for miss in &target.near_misses {
            self.coverage.see("a near miss", true);
            self.coverage.see("a near miss with a choice", miss.blockers.len() > 1);
            prop_assert!(others.contains(&miss.by.cell));
            self.near_miss(target.cell, miss)?;
        }
        for from in others {
            let listed = target.near_misses.iter().any(|miss| miss.by.cell == *from);
            prop_assert!(listed || !self.could_move(*from, target.cell));
        }
        Ok(())
    }

    /// Checks that all lists of blockers are equally long, and that the move is possible without
    /// all pieces of a list, but not if one of them stays.
    fn near_miss(&self, target: Cell, miss: &NearMiss) -> Checked {
        self.stands(miss.by)?;
        let free = |blockers: &[Placed]| {
            let mut board = self.board.clone();
            for blocker in blockers {
                board.set(blocker.cell, None);
            }
            self.oracle.moves(&board, miss.by.cell, target)
        };
        for blockers in &miss.blockers {
            prop_assert!(free(blockers));
            prop_assert_eq!(blockers.len(), miss.blockers[0].len());
            for (i, blocker) in blockers.iter().enumerate() {
                self.stands(*blocker)?;
                prop_assert!(is_between(miss.by.cell, blocker.cell, target));
                let checks = |(by, king)| [by, king].contains(&blocker.cell);
                prop_assert!(!self.attacks.iter().copied().any(checks));
                let others = [&blockers[..i], &blockers[i + 1..]].concat();
                prop_assert!(!free(&others));
            }
        }
        Ok(())
    }

    /// Returns `true` if the piece on `from` could move to `to` on a board with only that piece,
    /// the checkers, the kings and the piece on `to`.
    fn could_move(&self, from: Cell, to: Cell) -> bool {
        let checkers = self.found.checkers.iter().map(|checker| checker.by.cell);
        let mut kept: Vec<Cell> = checkers.chain(self.found.kings.iter().copied()).collect();
        kept.extend([from, to]);
        self.oracle.moves(&self.cleared(&kept), from, to)
    }

    fn cleared(&self, kept: &[Cell]) -> Board {
        let mut board = self.board.clone();
        for (cell, _) in self.board.pieces().filter(|(cell, _)| !kept.contains(cell)) {
            board.set(cell, None);
        }
        board
    }

    fn stuck(&self) -> Checked {
        let stalemate = self.found.verdict == Verdict::Stalemate;
        let pieces = self.board.pieces_of(self.turn).map(|(cell, _)| cell).filter(|_| stalemate);
        let pieces: BTreeSet<Cell> =
            pieces.filter(|cell| !self.found.kings.contains(cell)).collect();
        let stuck: Vec<Placed> = self.found.stuck.iter().map(|stuck| stuck.piece).collect();
        prop_assert_eq!(stuck, self.placed(&pieces));
        for stuck in &self.found.stuck {
            let from = stuck.piece.cell;
            let cells =
                self.board.size().iter().filter(|&to| self.oracle.may_go(self.board, from, to));
            let moves: Vec<Cell> = cells.collect();
            match &stuck.why {
                StuckReason::Blocked(by) => {
                    self.coverage.see("hemmed in", true);
                    prop_assert!(moves.is_empty());
                    by.iter().try_for_each(|by| self.stands(*by))?;
                }
                StuckReason::Pinned(pins) => {
                    self.coverage.see("stuck by a pin", true);
                    prop_assert!(!moves.is_empty());
                    let attacks =
                        moves.iter().flat_map(|&to| self.attacks_on(&self.after(from, to)));
                    prop_assert_eq!(pinned_by(pins), attacks.collect::<BTreeSet<_>>());
                }
            }
        }
        Ok(())
    }
}

fn pinned_by(pins: &[Attack]) -> BTreeSet<(Cell, Cell)> {
    pins.iter().map(|pin| (pin.by.cell, pin.king)).collect()
}

fn with(board: &Board, cell: Cell, piece: Option<Piece>) -> Board {
    let mut board = board.clone();
    board.set(cell, piece);
    board
}

/// Returns `true` if `cell` is in the box spanned by `a` and `b`, and is neither of them.
fn is_between(a: Cell, cell: Cell, b: Cell) -> bool {
    let inside = |axis| {
        let [low, high] = [a.along(axis).min(b.along(axis)), a.along(axis).max(b.along(axis))];
        (low..=high).contains(&cell.along(axis))
    };
    cell != a && cell != b && Axis::ALL.into_iter().all(inside)
}

/// Returns the attacks on the kings of a side, as pairs of attacker and king.
fn attacks(oracle: &Oracle, board: &Board, side: Color) -> BTreeSet<(Cell, Cell)> {
    let kings = oracle.kings(board, side).into_iter();
    let on = |king| oracle.attackers(board, king, !side).into_iter().map(move |by| (by, king));
    kings.flat_map(on).collect()
}
