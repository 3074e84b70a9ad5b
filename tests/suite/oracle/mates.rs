//! A second opinion on mates in N moves: every move is tried, and every reply.

use kubikschach::board::Move;
use kubikschach::control::Control;
use kubikschach::notation;
use kubikschach::position::Position;
use kubikschach::search::{Mate, MateSearch, Proof};
use kubikschach::verdict::{Reason, Verdict};

use super::exhaustive;

const MEMORY: usize = 1 << 16;

/// What the search finds within N moves, once it has been compared with the plain one.
pub(crate) fn found(position: &Position, most: usize) -> Option<Mate> {
    let expected =
        (1..=most).map(|moves| (moves, keys(position, moves))).find(|(_, keys)| !keys.is_empty());
    let mut search = MateSearch::new(position.clone(), MEMORY).expect("there is memory");
    let found = search.within(most, &Control::FREE).expect("nobody stops it");
    let rules = position.rules();
    let text = notation::position_text(rules, position.board(), position.turn(), position.holder());
    assert_eq!(found.clone().map(|mate| (mate.moves, mate.keys)), expected, "{text}");
    if let Some(mate) = &found {
        let proof =
            search.proof(mate.keys[0], mate.moves, &Control::FREE).expect("nobody stops it");
        let proof = proof.unwrap_or_else(|| panic!("{text}: the key mates"));
        assert_eq!(proof.moves(), mate.moves, "{text}");
        check_proof(position, &proof);
        assert_eq!(proof.main_line().len(), 2 * mate.moves - 1, "{text}");
    }
    found
}

/// The moves by which the side to move forces mate within this many: every move is tried, every reply.
fn keys(position: &Position, moves: usize) -> Vec<Move> {
    let legal = if is_over(position) { Vec::new() } else { position.legal_moves() };
    legal.into_iter().filter(|mv| is_lost(&made(position, *mv), moves)).collect()
}

fn wins(position: &Position, moves: usize) -> bool {
    !is_over(position)
        && position.legal_moves().into_iter().any(|mv| is_lost(&made(position, mv), moves))
}

fn is_lost(position: &Position, moves: usize) -> bool {
    if position.is_checkmate() {
        return position.outcome().is_none_or(|outcome| outcome.reason == Reason::Checkmate);
    }
    let replies = position.legal_moves();
    let can_go_on = moves > 1 && !replies.is_empty() && !is_over(position);
    can_go_on && replies.into_iter().all(|mv| wins(&made(position, mv), moves - 1))
}

fn is_over(position: &Position) -> bool {
    position.outcome().is_some()
}

fn made(position: &Position, mv: Move) -> Position {
    let mut position = position.clone();
    position.make(mv);
    position
}

/// Every reply of the defender stands in the proof, and every leaf is mate.
fn check_proof(position: &Position, proof: &Proof) {
    let after = made(position, proof.key);
    let replies: Vec<Move> = proof.replies.iter().map(|(reply, _)| *reply).collect();
    assert_eq!(replies, exhaustive::legal_moves(&after));
    if replies.is_empty() {
        assert_eq!(exhaustive::verdict_of(&after), Verdict::Checkmate);
    }
    for (reply, answer) in &proof.replies {
        check_proof(&made(&after, *reply), answer);
    }
}
