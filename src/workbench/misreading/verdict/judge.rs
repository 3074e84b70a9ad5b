//! The verdicts of programs with misreadings of check and checkmate.
//!
//! This module works as a contestant's program would: it makes every move on a copy of the position
//! and tests whether the king is attacked. The module `position` finds attacks and `movement` finds
//! destinations, but this module decides which moves are legal.

use std::cmp::Reverse;

use super::VerdictMisreading;
use crate::board::{Board, Move, Setup};
use crate::cell::Cell;
use crate::common::sorted;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;
use crate::verdict::Verdict;

/// Returns `true` if a program finds a checkmate that has these misreadings and moves the pieces of
/// the side to move by the rules `own`. The opponent attacks by the rules of the position.
pub(in crate::workbench) fn is_mate_by(
    own: &Rules,
    misreadings: &[VerdictMisreading],
    position: &Position,
) -> bool {
    let judge = Judge::new(own, misreadings, position);
    let may_be_mate = !judge.checkers.is_empty() || judge.has(VerdictMisreading::StalemateIsMate);
    may_be_mate && judge.verdict() == Verdict::Checkmate
}

/// Returns `true` if a program with these misreadings finds a checkmate.
///
/// Most positions need no list of moves: without a check only a stalemate may be taken for a
/// checkmate, and fewer legal moves never prevent a checkmate.
pub(in crate::workbench::misreading) fn is_checkmate(
    misreadings: &[VerdictMisreading],
    position: &Position,
) -> bool {
    let needs_check = |it: &VerdictMisreading| {
        !matches!(it, VerdictMisreading::StalemateIsMate | VerdictMisreading::JumpsOverOwn)
    };
    if misreadings.iter().all(needs_check) && !position.is_check() {
        return false;
    }
    let is_checkmate = position.is_checkmate();
    let is_certain = |it: &VerdictMisreading| it.allows_more() == Some(!is_checkmate);
    if misreadings.iter().all(is_certain) {
        return is_checkmate;
    }
    verdict(misreadings, position) == Verdict::Checkmate
}

pub(in crate::workbench::misreading) fn verdict(
    misreadings: &[VerdictMisreading],
    position: &Position,
) -> Verdict {
    Judge::new(position.rules(), misreadings, position).verdict()
}
struct Judge<'p> {
    /// Rules by which the side to move moves; the opponent attacks by those of the position.
    own: &'p Rules,
    misreadings: &'p [VerdictMisreading],
    position: &'p Position,
    checkers: Vec<Cell>,
}

impl<'p> Judge<'p> {
    fn new(own: &'p Rules, misreadings: &'p [VerdictMisreading], position: &'p Position) -> Self {
        let mut judge = Self { own, misreadings, position, checkers: Vec::new() };
        let kings = position.kings(position.turn()).iter();
        let attackers = kings.flat_map(|&king| judge.attackers(position, king));
        let gives_check = |cell: &Cell| !judge.has_of_role(VerdictMisreading::NoChecksBy, *cell);
        judge.checkers = sorted(attackers.filter(gives_check));
        judge
    }

    fn verdict(&self) -> Verdict {
        let is_check = !self.checkers.is_empty();
        if is_check && self.has(VerdictMisreading::CheckIsMate) {
            return Verdict::Checkmate;
        }
        if self.checkers.len() > 1 && self.has(VerdictMisreading::DoubleCheckIsMate) {
            return Verdict::Checkmate;
        }
        let can_move = self.can_move();
        if !is_check && !can_move && self.has(VerdictMisreading::StalemateIsMate) {
            return Verdict::Checkmate;
        }
        Verdict::new(is_check, can_move)
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
        let board = self.position.board();
        let go = |board: &Board| self.own.movement().destinations(board, piece, from);
        let mut cells = if self.has(VerdictMisreading::CapturesOwn) {
            go(&self.all_against(from))
        } else if self.has(VerdictMisreading::JumpsOverOwn) {
            go(&without_others(board, from, piece.color()))
        } else {
            go(board)
        };
        if !self.has(VerdictMisreading::CapturesOwn) {
            cells.retain(|&to| board.piece_at(to).is_none_or(|it| it.color() != piece.color()));
        }
        cells.retain(|&to| !self.is_king(to) && !self.position.is_held_from(from, to));
        cells
    }

    /// Returns the cells of the opponent's pieces that attack `target`, sorted.
    fn attackers(&self, position: &Position, target: Cell) -> Vec<Cell> {
        let by = !self.position.turn();
        let mut attackers = if self.has(VerdictMisreading::JumpsOverOwn) {
            let (board, rules) = (position.board(), position.rules());
            let jumps = |from: Cell| {
                let setup = Setup::new(without_others(board, from, by), by);
                !Position::new_unchecked(rules, setup).attackers(target, by).is_empty()
            };
            board.pieces_of(by).map(|(from, _)| from).filter(|&from| jumps(from)).collect()
        } else {
            position.attackers(target, by)
        };
        if self.has(VerdictMisreading::PinnedAttackNothing) {
            attackers.retain(|&attacker| !is_pinned(position, attacker));
        }
        attackers
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
        let spares = self.has(VerdictMisreading::KingSparesChecker) && self.checkers.contains(&to);
        if spares || (captures && self.has(VerdictMisreading::KingNeverCaptures)) {
            return false;
        }
        let takes_guarded = captures && self.has(VerdictMisreading::KingTakesGuarded);
        if takes_guarded || self.has(VerdictMisreading::KingIgnoresGuards) {
            return true;
        }
        let mut after = self.after(from, to);
        if self.has(VerdictMisreading::KingShields) {
            after = self.with_moved_piece_on(from, after);
        }
        let mut guards = self.attackers(&after, to).into_iter();
        guards.all(|guard| {
            (self.has(VerdictMisreading::PinnedGuardNothing) && is_pinned(&after, guard))
                || (self.has(VerdictMisreading::KingGuardsNothing) && is_king(&after, guard))
                || self.has_of_role(VerdictMisreading::NoGuardsBy, guard)
        })
    }

    fn is_move_legal(&self, from: Cell, to: Cell) -> bool {
        let captures = !self.position.board().is_empty(to);
        if !self.checkers.is_empty() && self.overlooks(from, captures) {
            return false;
        }
        let mut attackers = self.attackers_of_king_after(from, to);
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

    /// Returns `true` if the program believes that the piece on `from` cannot end the check by a
    /// capture; if `captures` is false, by a block.
    fn overlooks(&self, from: Cell, captures: bool) -> bool {
        if self.has(VerdictMisreading::OnlyKingMoves) {
            return true;
        }
        if captures {
            return self.has(VerdictMisreading::NoCaptures)
                || self.has_of_role(VerdictMisreading::NoCapturesBy, from);
        }
        let of_ways = |checker: Cell| {
            self.has(if self.is_straight(checker) {
                VerdictMisreading::NoStraightBlocks
            } else {
                VerdictMisreading::StraightBlocks
            })
        };
        self.has(VerdictMisreading::NoBlocks)
            || self.checkers.iter().any(|&checker| {
                self.has_of_role(VerdictMisreading::NoBlocksOf, checker) || of_ways(checker)
            })
    }

    /// Returns `true` if the program has the misreading `about` the role of the piece on `cell`.
    fn has_of_role(&self, about: fn(Role) -> VerdictMisreading, cell: Cell) -> bool {
        let piece = self.position.board().piece_at(cell);
        piece.is_some_and(|piece| self.has(about(piece.role())))
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
        self.has(VerdictMisreading::NoPins)
            || self.has(of_kind)
            || self.has_of_role(VerdictMisreading::NoPinsOf, from)
    }

    /// Returns the checker that comes first where boards are written: the one on the highest level,
    /// then on the highest rank.
    fn first_checker(&self) -> Option<Cell> {
        let order = |cell: &&Cell| (Reverse(cell.level), Reverse(cell.rank), cell.file);
        self.checkers.iter().min_by_key(order).copied()
    }

    /// Returns the cells of the pieces that attack a king of the side to move after the move of
    /// another piece.
    fn attackers_of_king_after(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let after = self.after(from, to);
        let kings = self.position.kings(self.position.turn()).iter();
        sorted(kings.flat_map(|&king| self.attackers(&after, king)))
    }

    fn after(&self, from: Cell, to: Cell) -> Position {
        let mut after = self.position.clone();
        after.make(Move::new(from, to));
        let stays = self.has(VerdictMisreading::MovedPieceStays);
        if stays { self.with_moved_piece_on(from, after) } else { after }
    }

    fn with_moved_piece_on(&self, from: Cell, after: Position) -> Position {
        let mut setup = after.into_setup();
        setup.board.set(from, self.position.board().piece_at(from));
        Position::new_unchecked(self.position.rules(), setup)
    }

    fn is_king(&self, cell: Cell) -> bool {
        is_king(self.position, cell)
    }
}

/// Returns the board without the pieces of `color` on other cells than `cell`.
fn without_others(board: &Board, cell: Cell, color: Color) -> Board {
    let mut alone = board.clone();
    for (other, _) in board.pieces_of(color).filter(|(other, _)| *other != cell) {
        alone.set(other, None);
    }
    alone
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
