//! A suggestion for the side to move: a short mate, a capture for nothing, or a safe move.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{Empty, Move};
use crate::common::numbered;
use crate::control::Control;
use crate::game::Game;
use crate::notation::write_move;
use crate::position::Position;
use crate::search::MateSearch;

/// The longest mate to look for, in moves of the side to move.
const MATE_IN: usize = 2;
/// The number of positions after which the search for a mate ends, about a second of work.
const MOST_POSITIONS: u64 = 200_000;
/// The size of the search's transposition table in bytes.
const MEMORY: usize = 1 << 22;

/// The result of a search for a mate.
enum FoundMate {
    /// The side to move can mate in this number of moves; the [`Move`] is the first of them.
    In(usize, Move),
    No,
    /// The search ended too early to exclude a mate.
    Unknown,
}

/// Suggests a move in one sentence.
pub(super) fn hint(game: &Game) -> String {
    let position = game.position();
    let text = |mv| write_move(position.rules(), position.board().size(), mv);
    let no_mate = match mate(position) {
        FoundMate::In(moves, mv) => return format!("{} mates in {moves}", text(mv)),
        FoundMate::No => format!("no mate in {MATE_IN} and "),
        FoundMate::Unknown => String::new(),
    };
    let replies = |mv: Move| Some((safe_replies(position, mv)?, mv));
    let safe: Vec<(usize, Move)> = game.legal_moves().into_iter().filter_map(replies).collect();
    let captured = |&(_, mv): &(usize, Move)| Some((worth(position, mv)?, mv));
    if let Some((_, mv)) = safe.iter().filter_map(captured).max_by_key(|(worth, _)| *worth) {
        let piece = position.board().piece_at(mv.to);
        let name = piece.map(|piece| position.piece_name(piece)).unwrap_or_default();
        return format!("{} captures the {name}, and nothing can take back", text(mv));
    }
    match safe.iter().min_by_key(|(replies, _)| *replies) {
        Some((replies, mv)) => {
            let replies = numbered(*replies, "legal move");
            format!(
                "{no_mate}no free capture; {} is safe and leaves the opponent {replies}",
                text(*mv)
            )
        }
        None => "after every move the piece that moved can be captured".to_owned(),
    }
}

/// Looks for a mate within [`MATE_IN`] moves.
fn mate(position: &Position) -> FoundMate {
    let searched = AtomicU64::new(0);
    let watch = |work| match searched.fetch_add(work, Ordering::Relaxed) {
        0..MOST_POSITIONS => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let Ok(mut search) = MateSearch::new(position.clone(), MEMORY) else {
        return FoundMate::Unknown;
    };
    match search.within(MATE_IN, &Control::new(&watch)) {
        Ok(mate) => mate
            .and_then(|mate| Some(FoundMate::In(mate.moves, *mate.keys.first()?)))
            .unwrap_or(FoundMate::No),
        Err(_) => FoundMate::Unknown,
    }
}

/// Returns the number of the opponent's replies to a move; `None` if one of them captures the piece
/// that moved.
fn safe_replies(position: &Position, mv: Move) -> Option<usize> {
    let mut after = position.clone();
    after.make(mv);
    let replies = after.legal_moves();
    replies.iter().all(|reply| reply.to != mv.to).then_some(replies.len())
}

/// Returns the number of cells that the piece which `mv` captures would attack on an empty board;
/// `None` if the move is no capture.
fn worth(position: &Position, mv: Move) -> Option<usize> {
    let (piece, board) = (position.board().piece_at(mv.to)?, Empty(position.board().size()));
    Some(position.rules().movement().destinations(&board, piece, mv.to).len())
}
