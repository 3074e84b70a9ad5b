//! How the reasons are found.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Checker, Explanation, Hindrance, KingStep, NearMiss, Pin, Placed, StepOutcome, Stuck, Target,
    Try, TryOutcome,
};
use crate::board::{After, Board, Move, Occupancy};
use crate::cell::Cell;
use crate::movement::Purpose;
use crate::position::{Check, Position, answers};
use crate::verdict::Verdict;

pub(super) fn explain(position: &Position<'_>) -> Explanation {
    let legal_moves = position.legal_moves();
    let inquiry = Inquiry { position, checks: position.checks() };
    let verdict = Verdict::new(!inquiry.checks.is_empty(), !legal_moves.is_empty());
    let (mut captures, blocks): (Vec<_>, Vec<_>) =
        inquiry.targets().partition(|target| !position.board().is_empty(target.cell));
    Explanation {
        verdict,
        turn: position.turn(),
        kings: position.kings(position.turn()).to_vec(),
        checkers: inquiry.checkers(),
        king_steps: inquiry.king_steps(),
        // A capture ends the checks of one piece only, so at most one cell is such a target.
        capture: captures.pop(),
        blocks,
        stuck: if verdict == Verdict::Stalemate { inquiry.stuck() } else { Vec::new() },
        legal_moves,
    }
}

/// A position and its checks, asked for reasons.
struct Inquiry<'p> {
    position: &'p Position<'p>,
    checks: Vec<Check<'p>>,
}

impl Inquiry<'_> {
    fn board(&self) -> &Board {
        self.position.board()
    }

    fn piece_on(&self, cell: Cell) -> Option<Placed> {
        Some(Placed { cell, piece: self.board().piece_at(cell)? })
    }

    /// The pieces on these cells, each once.
    fn placed(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<Placed> {
        let pieces = cells.into_iter().filter_map(|cell| self.piece_on(cell));
        let mut placed: Vec<Placed> = pieces.collect();
        placed.sort_unstable();
        placed.dedup();
        placed
    }

    fn checkers(&self) -> Vec<Checker> {
        let pins = self.pins_on(self.board(), &self.checks);
        pins.into_iter().map(|Pin { by, king, line }| Checker { by, king, line }).collect()
    }

    /// The checks as they are on a board where the enemies stand as they do now. A piece with
    /// several steps to a king attacks it along all of them, so only a cell on each ends that.
    fn pins_on<'c, B: Occupancy>(
        &self,
        board: &B,
        checks: impl IntoIterator<Item = &'c Check<'c>>,
    ) -> Vec<Pin> {
        let mut lines: BTreeMap<(Placed, Cell), Vec<Cell>> = BTreeMap::new();
        for Check { king, checker, step } in checks {
            let Some(by) = self.piece_on(*checker) else { continue };
            let line = step.breakers(board, *checker, *king);
            lines
                .entry((by, *king))
                .and_modify(|known| known.retain(|cell| line.contains(cell)))
                .or_insert(line);
        }
        lines.into_iter().map(|((by, king), line)| Pin { by, king, line }).collect()
    }

    fn king_steps(&self) -> Vec<KingStep> {
        let kings = self.placed(self.position.kings(self.position.turn()).iter().copied());
        kings.into_iter().flat_map(|king| self.steps_of(king)).collect()
    }

    fn steps_of(&self, king: Placed) -> Vec<KingStep> {
        let movement = self.position.rules().movement();
        let steps = movement.steps_of(king.piece);
        let mut cells: Vec<Cell> =
            steps.flat_map(|step| step.reach(self.board(), king.cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        let open = self.position.pseudo_legal_moves(king.cell);
        let open: BTreeMap<Cell, Move> = open.map(|mv| (mv.to, mv)).collect();
        let step = |to| {
            let found = self.board().piece_at(to);
            let enemy = found.filter(|piece| piece.color() != king.piece.color());
            let (captured, outcome) = match open.get(&to) {
                Some(&mv) => (enemy, self.step_outcome(mv)),
                None if found == enemy && self.position.is_held_from(king.cell, to) => {
                    (enemy, StepOutcome::Held(self.holder()?))
                }
                // An empty cell that is not open is one where the king could only capture.
                None => (None, StepOutcome::Occupied(found?)),
            };
            Some(KingStep { from: king.cell, to, captured, outcome })
        };
        cells.into_iter().filter_map(step).collect()
    }

    /// The king that holds the one to move.
    fn holder(&self) -> Option<Placed> {
        self.placed(self.position.kings(!self.position.turn()).iter().copied()).pop()
    }

    fn step_outcome(&self, mv: Move) -> StepOutcome {
        let checks = self.position.checks_after(mv);
        let (there, elsewhere): (Vec<_>, Vec<_>) =
            checks.into_iter().partition(|check| check.king == mv.to);
        let pieces = |checks: Vec<Check<'_>>| self.placed(checks.iter().map(|c| c.checker));
        match (there.is_empty(), elsewhere.is_empty()) {
            (true, true) => StepOutcome::Escapes,
            (true, false) => StepOutcome::Exposes(pieces(elsewhere)),
            (false, _) => StepOutcome::Guarded(pieces(there)),
        }
    }

    /// The cells where a piece other than a king ends every check.
    fn targets(&self) -> impl Iterator<Item = Target> {
        let cells: BTreeSet<Cell> = answers(self.board(), &self.checks).collect();
        cells.into_iter().map(|cell| self.target(cell))
    }

    fn target(&self, cell: Cell) -> Target {
        let moves = self.position.evasions_to(vec![cell]);
        let moves: BTreeMap<Cell, Move> = moves.map(|mv| (mv.from, mv)).collect();
        let attempt = |(from, mv): (&Cell, &Move)| {
            Some(Try { by: self.piece_on(*from)?, outcome: self.try_outcome(*mv) })
        };
        Target {
            cell,
            tries: moves.iter().filter_map(attempt).collect(),
            near_misses: self.near_misses(cell, &moves),
        }
    }

    fn try_outcome(&self, mv: Move) -> TryOutcome {
        let checks = self.position.checks_after(mv);
        if checks.is_empty() {
            return TryOutcome::Works;
        }
        let pins = self.new_checks(mv, &checks);
        if pins.is_empty() {
            return TryOutcome::StillInCheck(self.placed(checks.iter().map(|c| c.checker)));
        }
        TryOutcome::Pinned(pins)
    }

    /// Those of the checks after a move that are not there before it.
    fn new_checks(&self, mv: Move, checks: &[Check<'_>]) -> Vec<Pin> {
        let is_new = |check: &&Check<'_>| {
            !self.checks.iter().any(|old| (old.checker, old.king) == (check.checker, check.king))
        };
        self.pins_on(&After::new(self.board(), mv), checks.iter().filter(is_new))
    }

    /// The pieces that would reach the cell if others were not in their way, without those
    /// whose moves reach it.
    ///
    /// A piece behind the checker, or behind the king on the line of the check, misses nothing.
    fn near_misses(&self, target: Cell, moves: &BTreeMap<Cell, Move>) -> Vec<NearMiss> {
        let turn = self.position.turn();
        let movement = self.position.rules().movement();
        let purpose = Purpose::onto(self.board().piece_at(target));
        let mut fewest: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
        for (from, blockers) in movement.hindered(self.board(), target, turn, purpose) {
            let is_king = self.position.kings(turn).contains(&from);
            let gets_there = moves.contains_key(&from);
            let absurd = self
                .checks
                .iter()
                .any(|check| blockers.contains(&check.checker) || blockers.contains(&check.king));
            let fewer = fewest.get(&from).is_none_or(|known| blockers.len() < known.len());
            if !is_king && !gets_there && !absurd && fewer {
                fewest.insert(from, blockers);
            }
        }
        let near_miss = |(from, blockers)| {
            Some(NearMiss { by: self.piece_on(from)?, blockers: self.placed(blockers) })
        };
        fewest.into_iter().filter_map(near_miss).collect()
    }

    /// The pieces other than kings, none of which has a legal move.
    fn stuck(&self) -> Vec<Stuck> {
        let kings = self.position.kings(self.position.turn());
        let pieces = self.board().pieces_of(self.position.turn());
        let men = pieces.filter(|(cell, _)| !kings.contains(cell));
        let mut men: Vec<Placed> = men.map(|(cell, piece)| Placed { cell, piece }).collect();
        men.sort_unstable();
        men.into_iter().map(|piece| Stuck { piece, why: self.hindrance(piece) }).collect()
    }

    fn hindrance(&self, Placed { cell, piece }: Placed) -> Hindrance {
        let mut moves = self.position.pseudo_legal_moves(cell).peekable();
        if moves.peek().is_none() {
            let rules = self.position.rules();
            let reach = rules.movement().reach(self.board(), piece, cell, rules.captures());
            return Hindrance::Hemmed(self.placed(reach.blockers));
        }
        let pins = moves.flat_map(|mv| self.new_checks(mv, &self.position.checks_after(mv)));
        let once: BTreeMap<(Placed, Cell), Pin> =
            pins.map(|pin| ((pin.by, pin.king), pin)).collect();
        Hindrance::Pinned(once.into_values().collect())
    }
}
