//! Gives the verdicts of programs with classic misreadings of check and checkmate.
//!
//! This module works as a contestant's program would: it makes every move on a copy of the position
//! and tests whether the king is attacked. The module `position` finds attacks and `movement` finds
//! destinations, but this module decides which moves are legal.

use std::cmp::Reverse;

use crate::board::{Board, Move, Setup};
use crate::cell::Cell;
use crate::common::sorted;
use crate::movement::{Atom, Mode, MoveKind};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Rules;
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
    /// Wrong belief that every double check is checkmate, or that the king cannot move then.
    DoubleCheckIsMate,
    /// Wrong belief that capturing the first checker, in the order in which boards are written,
    /// ends a double check.
    FirstChecker,
    /// Wrong belief that no piece can block a check by a piece of this role.
    NoBlocksOf(Role),
    /// Wrong belief that only a check along one axis can be blocked.
    StraightBlocks,
    /// Wrong belief that pinned pieces of this role can move freely.
    NoPinsOf(Role),
    /// Wrong belief that a pinned piece can block another check.
    PinnedBlocks,
    /// Wrong belief that a pinned piece can capture the piece that gives another check.
    PinnedCaptures,
}

impl VerdictMisreading {
    /// Returns all misreadings, each once.
    #[must_use]
    pub fn all(rules: &Rules) -> Vec<Self> {
        let mut all = vec![
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
            Self::DoubleCheckIsMate,
            Self::FirstChecker,
            Self::StraightBlocks,
            Self::PinnedBlocks,
            Self::PinnedCaptures,
        ];
        let non_royal = || rules.roles().filter(|(_, def)| !def.royal).map(|(role, _)| role);
        all.extend(non_royal().map(Self::NoPinsOf));
        // Nothing blocks a leap, so a program that never blocks it is right.
        let can_be_blocked =
            |atom: &Atom| atom.mode != Mode::Leap && atom.when != Some(MoveKind::Quiet);
        let rides = |role: &Role| rules.role(*role).atoms.iter().any(can_be_blocked);
        all.extend(non_royal().filter(rides).map(Self::NoBlocksOf));
        all
    }

    /// Returns `true` if this misreading only adds legal moves. `false` means that it only removes
    /// legal moves, or takes other verdicts for checkmate.
    const fn allows_more(self) -> bool {
        !matches!(
            self,
            Self::CheckIsMate
                | Self::StalemateIsMate
                | Self::DoubleCheckIsMate
                | Self::NoBlocks
                | Self::NoBlocksOf(_)
                | Self::StraightBlocks
                | Self::NoCaptures
                | Self::KingSparesChecker
        )
    }

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

/// Returns `true` if a program with these misreadings finds a checkmate.
///
/// Most positions need no list of moves: without a check only a stalemate may be taken for a
/// checkmate, and fewer legal moves never prevent a checkmate.
pub(super) fn is_checkmate(misreadings: &[VerdictMisreading], position: &Position) -> bool {
    let takes_stalemate = misreadings.contains(&VerdictMisreading::StalemateIsMate);
    if !takes_stalemate && !position.is_check() {
        return false;
    }
    let is_checkmate = position.is_checkmate();
    let is_certain = |it: &VerdictMisreading| it.allows_more() != is_checkmate;
    if misreadings.iter().all(is_certain) {
        return is_checkmate;
    }
    verdict(misreadings, position) == Verdict::Checkmate
}

pub(super) fn verdict(misreadings: &[VerdictMisreading], position: &Position) -> Verdict {
    let judge = Judge::new(position, misreadings);
    let is_check = !judge.checkers.is_empty();
    if is_check && judge.has(VerdictMisreading::CheckIsMate) {
        return Verdict::Checkmate;
    }
    if judge.checkers.len() > 1 && judge.has(VerdictMisreading::DoubleCheckIsMate) {
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
        let mut checkers: Vec<Cell> =
            position.checks().into_iter().map(|check| check.checker).collect();
        checkers.sort_unstable();
        checkers.dedup();
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
        let captures = !self.position.board().is_empty(to);
        if !self.checkers.is_empty() && self.overlooks(captures) {
            return false;
        }
        let mut attackers = self.attackers_after(from, to);
        if self.ignores_pin_of(from, captures) {
            attackers.retain(|attacker| self.checkers.contains(attacker));
        }
        if self.checkers.len() > 1 {
            let captures_first = captures && self.first_checker() == Some(to);
            if self.has(VerdictMisreading::FirstChecker) && captures_first {
                attackers.retain(|attacker| !self.checkers.contains(attacker));
            }
            if self.has(VerdictMisreading::OneAnswer) {
                return attackers.len() < self.checkers.len();
            }
        }
        attackers.is_empty()
    }

    /// Returns `true` if the program believes that no capture can end the check; if `captures` is
    /// false, that no block can.
    fn overlooks(&self, captures: bool) -> bool {
        if captures {
            return self.has(VerdictMisreading::NoCaptures);
        }
        let role_of = |cell: Cell| self.position.board().piece_at(cell).map(Piece::role);
        self.has(VerdictMisreading::NoBlocks)
            || self.checkers.iter().any(|&checker| {
                let is_of_role = |&role: &Role| self.has(VerdictMisreading::NoBlocksOf(role));
                role_of(checker).as_ref().is_some_and(is_of_role)
                    || (self.has(VerdictMisreading::StraightBlocks) && !self.is_straight(checker))
            })
    }

    /// Returns `true` if a checker shares two coordinates with a king of the side to move.
    fn is_straight(&self, checker: Cell) -> bool {
        let kings = self.position.kings(self.position.turn());
        kings.iter().any(|king| {
            let parts = king.offset_to(checker).parts();
            parts.into_iter().filter(|part| *part != 0).count() == 1
        })
    }

    fn ignores_pin_of(&self, from: Cell, captures: bool) -> bool {
        let of_kind = if captures {
            VerdictMisreading::PinnedCaptures
        } else {
            VerdictMisreading::PinnedBlocks
        };
        let piece = self.position.board().piece_at(from);
        let of_role = piece.map(|piece| VerdictMisreading::NoPinsOf(piece.role()));
        self.has(VerdictMisreading::NoPins)
            || self.has(of_kind)
            || of_role.is_some_and(|of_role| self.has(of_role))
    }

    /// Returns the checker that comes first where boards are written: the one on the highest level,
    /// then on the highest rank.
    fn first_checker(&self) -> Option<Cell> {
        let order = |cell: &&Cell| (Reverse(cell.level), Reverse(cell.rank), cell.file);
        self.checkers.iter().min_by_key(order).copied()
    }

    /// Returns the cells of the pieces that attack a king of the side to move after its move.
    fn attackers_after(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let (size, lines) =
            (self.position.board().size(), self.position.checks_after(Move::new(from, to)));
        sorted(lines.iter().map(|line| size.cell(line.from)))
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
