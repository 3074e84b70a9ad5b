//! Oracle for positions under any rules: it takes destinations from the library, makes every move
//! on a copy of the board, and looks for a capture of a king.

use std::collections::BTreeSet;

use kubikschach::board::{Board, Move, Setup};
use kubikschach::cell::Cell;
use kubikschach::movement::MoveKind;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::{Position, PositionError, PositionErrorKind};
use kubikschach::rules::{Invariant, Rules};
use kubikschach::verdict::Verdict;

use super::{after, sorted, verdict};

pub(crate) fn pseudo_legal_moves(position: &Position) -> Vec<Move> {
    let pieces = position.board().pieces_of(position.turn());
    sorted(pieces.flat_map(|(from, _)| moves_from(position, from)).collect())
}

fn moves_from(position: &Position, from: Cell) -> Vec<Move> {
    let (rules, board) = (position.rules(), position.board());
    let size = board.size();
    let piece = board.piece_at(from).expect("a piece stands there");
    let mut cells = rules.movement().destinations(board, piece, from);
    let is_king = |to| board.piece_at(to).is_some_and(|piece| rules.is_royal(piece));
    cells.retain(|&to| !position.is_held_from(from, to) && !is_king(to));
    let moves = |to: Cell| match rules.promotion() {
        Some(promotion) if rules.promotes(piece, size, to) => {
            promotion.to.iter().map(|&role| Move { from, to, promotion: Some(role) }).collect()
        }
        _ => vec![Move::new(from, to)],
    };
    cells.into_iter().flat_map(moves).collect()
}

fn kings(rules: &Rules, board: &Board, side: Color) -> Vec<Cell> {
    let kings = board.pieces_of(side).filter(|(_, piece)| rules.is_royal(*piece));
    kings.map(|(cell, _)| cell).collect()
}

/// Returns the enemies of `side` that attack at least one of the cells `on`.
fn attackers(
    rules: &Rules,
    board: &Board,
    side: Color,
    on: &[Cell],
) -> impl Iterator<Item = Piece> {
    let enemies = board.pieces_of(!side).filter(|&(from, piece)| {
        // A rule set without captures has attacks all the same.
        let steps = rules.movement().steps_of(piece);
        let captures = steps.filter(|step| step.allows(MoveKind::Capture));
        captures.flat_map(|step| step.reach(board, from)).any(|cell| on.contains(&cell))
    });
    enemies.map(|(_, piece)| piece)
}

pub(crate) fn is_check(position: &Position) -> bool {
    let (rules, board, turn) = (position.rules(), position.board(), position.turn());
    attackers(rules, board, turn, &kings(rules, board, turn)).next().is_some()
}

/// Returns `true` if the move leaves no king of its side attacked. A king that promotes to another
/// piece still counts as a king; a piece that becomes a king does not.
fn is_legal(position: &Position, mv: Move) -> bool {
    let (rules, board, turn) = (position.rules(), position.board(), position.turn());
    let mut kings = kings(rules, board, turn);
    for king in kings.iter_mut().filter(|king| **king == mv.from) {
        *king = mv.to;
    }
    attackers(rules, &after(board, mv), turn, &kings).next().is_none()
}

/// Returns `true` if a side has no piece but its king, which ends some games.
fn has_bare_king(position: &Position) -> bool {
    let (rules, board) = (position.rules(), position.board());
    let is_bare = |side| board.pieces_of(side).all(|(_, piece)| rules.is_royal(piece));
    rules.results().is_some_and(|results| results.bare_king) && Color::ALL.into_iter().any(is_bare)
}

/// Returns the legal moves; none if the game is over.
pub(crate) fn legal_moves(position: &Position) -> Vec<Move> {
    if has_bare_king(position) {
        return Vec::new();
    }
    let mut moves = pseudo_legal_moves(position);
    moves.retain(|&mv| is_legal(position, mv));
    moves
}

pub(crate) fn verdict_of(position: &Position) -> Verdict {
    let has_legal_move = pseudo_legal_moves(position).into_iter().any(|mv| is_legal(position, mv));
    verdict(is_check(position), has_legal_move)
}

/// Returns the broken invariants of a setup, in words. The setup must have a side to move.
pub(crate) fn broken_invariants(rules: &Rules, setup: &Setup) -> BTreeSet<&'static str> {
    let Some(verdict) = rules.verdict() else { return ["no verdict"].into() };
    let mut broken = BTreeSet::new();
    for color in Color::ALL {
        let pieces = setup.board.pieces_of(color);
        let kings = pieces.filter(|(_, piece)| rules.is_royal(*piece)).count();
        let is_missing = kings == 0 && setup.turn == Some(color);
        if is_missing || !verdict.kings[color as usize].contains(&kings) {
            broken.insert(kings_of(color));
        }
    }
    let attacked = Color::ALL.map(|color| {
        let kings = kings(rules, &setup.board, color);
        attackers(rules, &setup.board, color, &kings).collect::<Vec<_>>()
    });
    let by = |royal: bool| {
        attacked.each_ref().map(|by| by.iter().any(|piece| rules.is_royal(*piece) == royal))
    };
    let kings_touch =
        verdict.invariants.contains(&Invariant::KingsApart) && by(true).contains(&true);
    // Attacks by kings are checks, unless the kings touch, which is an error of its own.
    let in_check = [0, 1].map(|side| by(false)[side] || by(true)[side] && !kings_touch);
    for invariant in &verdict.invariants {
        match invariant {
            Invariant::KingsApart if kings_touch => broken.insert("kings touch"),
            Invariant::OneCheck if in_check == [true; 2] => broken.insert("both in check"),
            Invariant::PromotionsMade if has_late_piece(rules, &setup.board) => {
                broken.insert("not promoted")
            }
            _ => false,
        };
    }
    if !verdict.invariants.contains(&Invariant::OpponentNotInCheck) {
        return broken;
    }
    // The king of the side not to move could be captured, and no other invariant covers that.
    let opponent = setup.turn.map_or(0, |turn| !turn as usize);
    if in_check[opponent] && !broken.contains("both in check") {
        broken.insert("other side in check");
    }
    broken
}

fn has_late_piece(rules: &Rules, board: &Board) -> bool {
    board.pieces().any(|(cell, piece)| rules.promotes(piece, board.size(), cell))
}

/// Returns the broken invariants that an error reports, in the words of [`broken_invariants`].
pub(crate) fn names(error: &PositionError) -> BTreeSet<&'static str> {
    let name = |kind: &PositionErrorKind| match kind {
        PositionErrorKind::NoVerdict => "no verdict",
        PositionErrorKind::WrongSize { .. } => "another size",
        PositionErrorKind::Kings { color, .. } => kings_of(*color),
        PositionErrorKind::KingsTouch { .. } => "kings touch",
        PositionErrorKind::BothInCheck { .. } => "both in check",
        PositionErrorKind::OpponentInCheck { .. } => "other side in check",
        PositionErrorKind::NotPromoted { .. } => "not promoted",
        PositionErrorKind::HolderMissing { .. } | PositionErrorKind::NoHold { .. } => "a hold",
        other => panic!("a mistake that the oracle does not know: {other:?}"),
    };
    error.kinds().iter().map(name).collect()
}

const fn kings_of(color: Color) -> &'static str {
    match color {
        Color::White => "White's kings",
        Color::Black => "Black's kings",
    }
}
