//! Gives the verdicts of programs with classic misreadings of check and checkmate.
//!
//! This module works as a contestant's program would: it makes every move on a copy of the position
//! and tests whether the king is attacked. The module `position` finds attacks and `movement` finds
//! destinations, but this module decides which moves are legal.

use crate::board::{Board, Move, Setup};
use crate::cell::Cell;
use crate::piece::Piece;
use crate::position::Position;
use crate::verdict::Verdict;

/// A contestant's wrong belief about check, checkmate or legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VerdictMisreading {
    /// Wrong belief that every check is checkmate.
    CheckIsMate,
    /// Wrong belief that stalemate is checkmate.
    StalemateIsMate,
    /// Wrong belief that no piece can block a check.
    NoBlocks,
    /// Wrong belief that only the king can capture while it is in check.
    NoCaptures,
    /// Wrong belief that the king cannot capture a checker.
    KingSparesChecker,
    /// Wrong belief that the king can capture guarded pieces.
    KingTakesGuarded,
    /// Wrong belief that the king's start cell still blocks a rider's attack after the king has
    /// left it.
    KingShields,
    /// Wrong belief that pinned pieces can move freely.
    NoPins,
    /// Wrong belief that an opposing piece guards no cells while it is pinned to its king.
    PinnedGuardNothing,
    /// Wrong belief that in double check a legal move needs to end only one of the checks.
    OneAnswer,
    /// Wrong belief that the opponent's king guards no cells.
    KingGuardsNothing,
    /// Wrong belief that a side can capture its own pieces.
    CapturesOwn,
    /// Wrong belief that a side can leave its own king in check.
    IgnoresCheck,
}

impl VerdictMisreading {
    /// All misreadings, each once.
    pub const ALL: [Self; 13] = [
        Self::CheckIsMate,
        Self::StalemateIsMate,
        Self::NoBlocks,
        Self::NoCaptures,
        Self::KingSparesChecker,
        Self::KingTakesGuarded,
        Self::KingShields,
        Self::NoPins,
        Self::PinnedGuardNothing,
        Self::OneAnswer,
        Self::KingGuardsNothing,
        Self::CapturesOwn,
        Self::IgnoresCheck,
    ];

    /// Returns the verdict that a program with this misreading would give.
    ///
    /// # Complexity
    /// Every pseudo-legal move is made on a copy of the position.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules, verdict::Verdict};
    /// use kubikschach::workbench::VerdictMisreading;
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[#q,##],[##,K#]")?;
    /// let position = Position::new(&rules, setup)?;
    /// assert_eq!(position.verdict(), Verdict::Check);
    /// assert_eq!(VerdictMisreading::CheckIsMate.verdict(&position), Verdict::Checkmate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn verdict(self, position: &Position) -> Verdict {
        verdict(&[self], position)
    }
}

pub(super) fn verdict(misreadings: &[VerdictMisreading], position: &Position) -> Verdict {
    let judge = Judge::new(position, misreadings);
    let is_check = !judge.checkers.is_empty();
    if is_check && judge.has(VerdictMisreading::CheckIsMate) {
        return Verdict::Checkmate;
    }
    let can_move = judge.can_move();
    if !is_check && !can_move && judge.has(VerdictMisreading::StalemateIsMate) {
        return Verdict::Checkmate;
    }
    Verdict::new(is_check, can_move)
}

struct Judge<'p> {
    position: &'p Position,
    misreadings: &'p [VerdictMisreading],
    checkers: Vec<Cell>,
}

impl<'p> Judge<'p> {
    fn new(position: &'p Position, misreadings: &'p [VerdictMisreading]) -> Self {
        let turn = position.turn();
        let kings = position.kings(turn).iter();
        let checkers = kings.flat_map(|&king| position.attackers(king, !turn)).collect();
        Self { position, misreadings, checkers }
    }

    fn has(&self, misreading: VerdictMisreading) -> bool {
        self.misreadings.contains(&misreading)
    }

    fn can_move(&self) -> bool {
        let mut own = self.position.board().pieces_of(self.position.turn());
        own.any(|(from, piece)| {
            self.destinations(from, piece).into_iter().any(|to| self.is_legal(from, to))
        })
    }

    fn destinations(&self, from: Cell, piece: Piece) -> Vec<Cell> {
        let rules = self.position.rules();
        let go = |board: &Board| rules.movement().destinations(board, piece, from);
        let mut cells = if self.has(VerdictMisreading::CapturesOwn) {
            go(&self.all_against(from))
        } else {
            go(self.position.board())
        };
        cells.retain(|&to| !self.is_king(to) && !self.position.is_held_from(from, to));
        cells
    }

    /// Returns the board on which the side to move owns only the piece on `own`.
    ///
    /// All other pieces of that side change color, so that the piece on `own` can capture them.
    fn all_against(&self, own: Cell) -> Board {
        let mut board = self.position.board().clone();
        for (cell, piece) in self.position.board().pieces_of(self.position.turn()) {
            if cell != own {
                board.set(cell, Some(Piece::new(!piece.color(), piece.role())));
            }
        }
        board
    }

    fn is_legal(&self, from: Cell, to: Cell) -> bool {
        if self.has(VerdictMisreading::IgnoresCheck) {
            return true;
        }
        if self.is_king(from) { self.is_step_legal(from, to) } else { self.is_move_legal(from, to) }
    }

    fn is_step_legal(&self, from: Cell, to: Cell) -> bool {
        let captures = !self.position.board().is_empty(to);
        if self.has(VerdictMisreading::KingSparesChecker) && self.checkers.contains(&to) {
            return false;
        }
        if self.has(VerdictMisreading::KingTakesGuarded) && captures {
            return true;
        }
        let mut after = self.after(from, to);
        if self.has(VerdictMisreading::KingShields) {
            let mut setup = after.into_setup();
            setup.board.set(from, self.position.board().piece_at(from));
            after = Position::new_unchecked(self.position.rules(), setup);
        }
        let guards = after.attackers(to, after.turn());
        guards.into_iter().all(|guard| {
            (self.has(VerdictMisreading::PinnedGuardNothing) && is_pinned(&after, guard))
                || (self.has(VerdictMisreading::KingGuardsNothing) && is_king(&after, guard))
        })
    }

    fn is_move_legal(&self, from: Cell, to: Cell) -> bool {
        let (captures, is_check) = (!self.position.board().is_empty(to), !self.checkers.is_empty());
        let is_unseen = self.has(if captures {
            VerdictMisreading::NoCaptures
        } else {
            VerdictMisreading::NoBlocks
        });
        if is_check && is_unseen {
            return false;
        }
        let after = self.after(from, to);
        let kings = after.kings(self.position.turn()).iter();
        let mut attackers: Vec<Cell> =
            kings.flat_map(|&king| after.attackers(king, after.turn())).collect();
        if self.has(VerdictMisreading::NoPins) {
            attackers.retain(|attacker| self.checkers.contains(attacker));
        }
        let is_enough = self.has(VerdictMisreading::OneAnswer) && self.checkers.len() > 1;
        attackers.is_empty() || (is_enough && attackers.len() < self.checkers.len())
    }

    fn after(&self, from: Cell, to: Cell) -> Position {
        let mut after = self.position.clone();
        after.make(Move::new(from, to));
        after
    }

    fn is_king(&self, cell: Cell) -> bool {
        is_king(self.position, cell)
    }
}

fn is_king(position: &Position, cell: Cell) -> bool {
    position.board().piece_at(cell).is_some_and(|piece| position.rules().is_royal(piece))
}

/// Returns `true` if the piece on `cell` is pinned to its own king, which is not in check.
fn is_pinned(position: &Position, cell: Cell) -> bool {
    let Some(piece) = position.board().piece_at(cell) else { return false };
    let mut board = position.board().clone();
    board.set(cell, None);
    let without = Position::new_unchecked(position.rules(), Setup::new(board, position.turn()));
    !position.is_in_check(piece.color()) && without.is_in_check(piece.color())
}
