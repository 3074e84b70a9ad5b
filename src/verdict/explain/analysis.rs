//! The search for the reasons of a verdict, which fills an [`Explanation`].

use std::collections::BTreeMap;

use super::{
    Attack, Attempt, AttemptOutcome, Explanation, KingStep, NearMiss, Placed, StepOutcome, Stuck,
    StuckReason, Target,
};
use crate::board::{After, Board, Move, Occupancy};
use crate::cell::Cell;
use crate::common::sorted;
use crate::control::{Control, Stopped};
use crate::movement::{Indexes, Line, MoveKind};
use crate::position::Position;
use crate::verdict::Verdict;

pub(super) fn explain(position: &Position, control: &Control<'_>) -> Result<Explanation, Stopped> {
    control.tick(1)?;
    let threats = position.threats_with(control)?;
    let legal_moves = position.legal_moves_given(&threats, control)?;
    let analysis = Analysis { position, checks: &threats.checks, control };
    let verdict = Verdict::new(!threats.checks.is_empty(), !legal_moves.is_empty());
    let (mut captures, blocks): (Vec<_>, Vec<_>) =
        analysis.targets()?.into_iter().partition(|target| !position.board().is_empty(target.cell));
    Ok(Explanation {
        verdict,
        turn: position.turn(),
        kings: position.kings(position.turn()).to_vec(),
        checkers: analysis.attacks(position.board(), analysis.checks),
        king_steps: analysis.king_steps()?,
        // A capture ends the checks of one piece only, so at most one cell is such a target.
        capture: captures.pop(),
        blocks,
        stuck: if verdict == Verdict::Stalemate { analysis.stuck()? } else { Vec::new() },
        legal_moves,
    })
}

struct Analysis<'p> {
    position: &'p Position,
    checks: &'p [Line<'p>],
    control: &'p Control<'p>,
}

impl Analysis<'_> {
    fn board(&self) -> &Board {
        self.position.board()
    }

    fn cell(&self, index: usize) -> Cell {
        self.board().size().cell(index)
    }

    fn piece_on(&self, cell: Cell) -> Option<Placed> {
        Some(Placed { cell, piece: self.board().piece_at(cell)? })
    }

    fn placed(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<Placed> {
        sorted(cells.into_iter().filter_map(|cell| self.piece_on(cell)))
    }

    fn givers<'c, 'm: 'c>(&self, checks: impl IntoIterator<Item = &'c Line<'m>>) -> Vec<Placed> {
        self.placed(checks.into_iter().map(|check| self.cell(check.from)))
    }

    /// Returns the attacks on kings along these lines, sorted by attacker, then by king. `board` is
    /// the position's board, or that board after a move of the side to move. No other piece may
    /// stand on the lines.
    ///
    /// Several lines from one piece to one king become one attack, which is blocked only on cells
    /// that all these lines share.
    fn attacks<'c, 'm: 'c, B: Occupancy>(
        &self,
        board: &B,
        checks: impl IntoIterator<Item = &'c Line<'m>>,
    ) -> Vec<Attack> {
        let mut attacks: Vec<Attack> = Vec::new();
        for line in checks {
            let cells = line.blocking_cells(board).into_iter();
            let mut line_cells: Vec<Cell> = cells.map(|index| self.cell(index)).collect();
            line_cells.sort_unstable();
            let Some(by) = self.piece_on(self.cell(line.from)) else { continue };
            let king = self.cell(line.to);
            match attacks.iter_mut().find(|attack| (attack.by, attack.king) == (by, king)) {
                Some(attack) => attack.line.retain(|cell| line_cells.contains(cell)),
                None => attacks.push(Attack { by, king, line: line_cells }),
            }
        }
        attacks.sort_unstable_by_key(|attack| (attack.by, attack.king));
        attacks
    }

    fn king_steps(&self) -> Result<Vec<KingStep>, Stopped> {
        let kings = self.placed(self.position.kings(self.position.turn()).iter().copied());
        let mut steps = Vec::new();
        for king in kings {
            self.add_steps(king, &mut steps)?;
        }
        Ok(steps)
    }

    fn add_steps(&self, king: Placed, found: &mut Vec<KingStep>) -> Result<(), Stopped> {
        let movement = self.position.rules().movement();
        let steps = movement.steps_of(king.piece);
        let cells = sorted(steps.flat_map(|step| step.reach(self.board(), king.cell)));
        let open = self.position.pseudo_legal_moves(king.cell);
        let step = |to| -> Result<Option<KingStep>, Stopped> {
            let found = self.board().piece_at(to);
            let enemy = found.filter(|piece| piece.color() != king.piece.color());
            let (captured, outcome) = match open.iter().rfind(|mv| mv.to == to) {
                Some(&mv) => (enemy, Some(self.step_outcome(mv)?)),
                None if found == enemy && self.position.is_held_from(king.cell, to) => {
                    (enemy, self.holder().map(StepOutcome::Held))
                }
                // A cell without a pseudo-legal move may be empty, if the king can only capture
                // there.
                None => (None, found.map(StepOutcome::Occupied)),
            };
            Ok(outcome.map(|outcome| KingStep { from: king.cell, to, captured, outcome }))
        };
        for to in cells {
            self.control.tick(1)?;
            found.extend(step(to)?);
        }
        Ok(())
    }

    fn holder(&self) -> Option<Placed> {
        self.placed(self.position.kings(!self.position.turn()).iter().copied()).pop()
    }

    fn step_outcome(&self, mv: Move) -> Result<StepOutcome, Stopped> {
        let checks = self.position.checks_after_with(mv, self.control)?;
        let to = self.board().size().index(mv.to);
        let (there, elsewhere): (Vec<_>, Vec<_>) =
            checks.into_iter().partition(|check| check.to == to);
        Ok(match (there.is_empty(), elsewhere.is_empty()) {
            (true, true) => StepOutcome::Escapes,
            (true, false) => StepOutcome::Exposes(self.givers(&elsewhere)),
            (false, _) => StepOutcome::Guarded(self.givers(&there)),
        })
    }

    /// Returns the cells where a piece other than a king would end every check, sorted.
    fn targets(&self) -> Result<Vec<Target>, Stopped> {
        let cells = sorted(self.position.evasion_targets(self.checks));
        cells.into_iter().map(|cell| self.target(cell)).collect()
    }

    fn target(&self, target: usize) -> Result<Target, Stopped> {
        let cell = self.cell(target);
        let movers: Vec<Cell> =
            self.position.movers_to(target).map(|from| self.cell(from)).collect();
        let mut attempts = Vec::new();
        for from in &movers {
            self.control.tick(1)?;
            let outcome = self.attempt_outcome(Move::new(*from, cell))?;
            attempts.extend(self.piece_on(*from).map(|by| Attempt { by, outcome }));
        }
        Ok(Target { cell, attempts, near_misses: self.near_misses(cell, &movers) })
    }

    fn attempt_outcome(&self, mv: Move) -> Result<AttemptOutcome, Stopped> {
        let checks = self.position.checks_after_with(mv, self.control)?;
        if checks.is_empty() {
            return Ok(AttemptOutcome::Works);
        }
        let pins = self.new_checks(mv, &checks);
        if pins.is_empty() {
            return Ok(AttemptOutcome::StillInCheck(self.givers(&checks)));
        }
        Ok(AttemptOutcome::Pinned(pins))
    }

    /// Returns the attacks on kings of the side to move that exist after the move but not before
    /// it.
    fn new_checks(&self, mv: Move, checks: &[Line<'_>]) -> Vec<Attack> {
        let ends = |check: &Line<'_>| (check.from, check.to);
        let is_new = |check: &&Line<'_>| !self.checks.iter().any(|old| ends(old) == ends(check));
        self.attacks(&After::new(self.board(), mv), checks.iter().filter(is_new))
    }

    /// Returns the pieces that could move to `target` if other pieces did not block them. Pieces on
    /// the cells `movers` are left out, because they already can move there.
    ///
    /// A path blocked by a checker or by a king in check does not count, because that piece stays.
    fn near_misses(&self, target: Cell, movers: &[Cell]) -> Vec<NearMiss> {
        let (turn, movement) = (self.position.turn(), self.position.movement());
        let kind = MoveKind::onto(self.board().piece_at(target));
        let target = self.board().size().index(target);
        let stays =
            |cell: &usize| self.checks.iter().any(|check| [check.from, check.to].contains(cell));
        let mut fewest: BTreeMap<Cell, Vec<Indexes>> = BTreeMap::new();
        for line in movement.lines_to(self.board(), target, turn, kind) {
            let from = self.cell(line.from);
            if self.position.kings(turn).contains(&from) || movers.contains(&from) {
                continue;
            }
            let known = fewest.entry(from).or_default();
            for blockers in line.blockers_by_path(self.board()) {
                if !blockers.iter().any(stays) {
                    keep_fewest(known, blockers);
                }
            }
        }
        let near_misses = fewest.into_iter().filter(|(_, blockers)| !blockers.is_empty());
        near_misses.filter_map(|(from, blockers)| self.near_miss(from, blockers)).collect()
    }

    fn near_miss(&self, from: Cell, blockers: Vec<Indexes>) -> Option<NearMiss> {
        let placed = |cells: Indexes| self.placed(cells.into_iter().map(|index| self.cell(index)));
        let blockers = blockers.into_iter().map(placed).collect();
        Some(NearMiss { by: self.piece_on(from)?, blockers })
    }

    /// Returns each piece other than a king with the reason why the piece has no legal move.
    ///
    /// The side to move must have no legal move.
    fn stuck(&self) -> Result<Vec<Stuck>, Stopped> {
        let pieces =
            self.position.non_royal(self.position.turn()).filter_map(|cell| self.piece_on(cell));
        let stuck = |piece| {
            self.control.tick(1)?;
            Ok(Stuck { piece, why: self.stuck_reason(piece)? })
        };
        pieces.map(stuck).collect()
    }

    fn stuck_reason(&self, Placed { cell, piece }: Placed) -> Result<StuckReason, Stopped> {
        let moves = self.position.pseudo_legal_moves(cell);
        if moves.is_empty() {
            let rules = self.position.rules();
            let reach = rules.movement().reach(self.board(), piece, cell);
            // The only captures of such a piece are those of a king, which no move makes.
            let blockers = self.placed([reach.blockers, reach.captures].concat());
            return Ok(StuckReason::Blocked(blockers));
        }
        let mut once: BTreeMap<(Placed, Cell), Attack> = BTreeMap::new();
        for mv in moves {
            let checks = self.position.checks_after_with(mv, self.control)?;
            let pins = self.new_checks(mv, &checks).into_iter();
            once.extend(pins.map(|pin| ((pin.by, pin.king), pin)));
        }
        Ok(StuckReason::Pinned(once.into_values().collect()))
    }
}

/// Adds `blockers` to `known`, which keeps only the shortest lists.
fn keep_fewest(known: &mut Vec<Indexes>, blockers: Indexes) {
    let fewest = known.first().map_or(usize::MAX, Indexes::len);
    if blockers.len() < fewest {
        known.clear();
    }
    let is_known = known.iter().any(|known| blockers.iter().all(|cell| known.contains(cell)));
    if blockers.len() <= fewest && !is_known {
        known.push(blockers);
    }
}
