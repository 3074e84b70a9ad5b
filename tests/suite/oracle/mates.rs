//! Oracle for mates in N moves, which tries every move and every reply.

use kubikschach::board::{Move, Setup};
use kubikschach::control::Control;
use kubikschach::notation;
use kubikschach::position::Position;
use kubikschach::search::{Mate, MateSearch, Problem, ProblemParts, Proof, TryOutcome, Variation};
use kubikschach::verdict::{Reason, Verdict};

use super::exhaustive;
use crate::common::text_of;

const MEMORY: usize = 1 << 16;

/// Returns the shortest mate within `most` moves. Panics if the result of [`MateSearch`] differs
/// from that of the plain search.
pub(crate) fn found(position: &Position, most: usize) -> Option<Mate> {
    let expected = soonest(position, most);
    let mut search = MateSearch::new(position.clone(), MEMORY).expect("there is memory");
    let found = search.within(most, &Control::FREE).expect("nobody stops it");
    let text = text_of(position);
    assert_eq!(found.clone().map(|mate| (mate.moves, mate.keys)), expected, "{text}");
    if let Some(mate) = &found {
        let proof =
            search.proof(mate.keys[0], mate.moves, &Control::FREE).expect("nobody stops it");
        let proof = proof.unwrap_or_else(|| panic!("{text}: the key mates"));
        assert_eq!(proof.moves(), mate.moves, "{text}");
        check_proof(position, &proof);
    }
    found
}

/// Returns the solution of a mate problem in at most `within` moves. Panics if the result of
/// [`MateSearch`] differs from that of the plain search.
pub(crate) fn solved(position: &Position, within: usize) -> Problem {
    let mut search = MateSearch::new(position.clone(), MEMORY).expect("there is memory");
    let parts = ProblemParts { proofs: true, set: true, tries: true };
    let problem = search.problem(within, parts, &Control::FREE).expect("nobody stops it");
    let text = text_of(position);
    let (rules, size) = (position.rules(), position.board().size());
    let name = |mv: &Move| notation::write_move(rules, size, *mv);
    let found = problem.mate.clone().map(|mate| (mate.moves, mate.keys));
    let plain = soonest(position, within).map(|(moves, mut keys)| {
        keys.sort_by_key(name);
        (moves, keys)
    });
    assert_eq!(found, plain, "{text}");
    let (moves, keys) = plain.unwrap_or((within, Vec::new()));
    let proofs = problem.proofs.as_deref().expect("they are asked for");
    assert_eq!(proofs.iter().map(|proof| proof.key).collect::<Vec<_>>(), keys, "{text}");
    for proof in proofs {
        check_proof(position, proof);
    }
    let duals = |key: &Move| duals(&made(position, *key), moves - 1);
    assert_eq!(problem.duals(), keys.iter().map(duals).sum::<usize>(), "{text}");
    assert_eq!(problem.line, keys.first().map_or_else(Vec::new, |key| line(position, *key, moves)));
    let set = problem.set.as_deref().expect("it is asked for");
    let of_set = |variation: &Variation| (variation.reply, keys_of(variation));
    assert_eq!(
        set.iter().map(of_set).collect::<Vec<_>>(),
        set_play(position, within - 1),
        "{text}"
    );
    let mut plain = tries(position, within - 1);
    plain.sort_by_key(|(mv, _)| name(mv));
    let found = problem.tries.iter().flatten().map(|found| (found.mv, found.refutation));
    assert_eq!(found.collect::<Vec<_>>(), plain, "{text}");
    problem
}

fn keys_of(variation: &Variation) -> Vec<Move> {
    variation.continuations.iter().map(|proof| proof.key).collect()
}

/// Returns the length of the shortest mate and its key moves, or `None` if there is no mate within
/// `most` moves.
pub(crate) fn soonest(position: &Position, most: usize) -> Option<(usize, Vec<Move>)> {
    (1..=most).map(|moves| (moves, keys(position, moves))).find(|(_, keys)| !keys.is_empty())
}

/// Counts the defender's replies, at any depth, after which several moves force the shortest mate.
/// Considers mates in at most `left` moves.
fn duals(after: &Position, left: usize) -> usize {
    let of_reply = |reply: Move| {
        let position = made(after, reply);
        let (moves, keys) = soonest(&position, left).expect("every reply is mated");
        let later = keys.iter().map(|key| duals(&made(&position, *key), moves - 1));
        usize::from(keys.len() > 1) + later.sum::<usize>()
    };
    after.legal_moves().into_iter().map(of_reply).sum()
}

/// Returns the moves from `key` to mate. Each reply is the first of those that delay the mate
/// longest.
fn line(position: &Position, key: Move, moves: usize) -> Vec<Move> {
    let after = made(position, key);
    let mut best: Option<(Move, usize, Vec<Move>)> = None;
    for reply in after.legal_moves() {
        let (length, keys) = soonest(&made(&after, reply), moves - 1).expect("a mate");
        if best.as_ref().is_none_or(|(_, most, _)| length > *most) {
            best = Some((reply, length, keys));
        }
    }
    let mut moves = vec![key];
    if let Some((reply, length, keys)) = best {
        moves.push(reply);
        moves.extend(line(&made(&after, reply), keys[0], length));
    }
    moves
}

/// Returns the set play: the defender's moves that allow a mate within `left` moves if the defender
/// moves first. Each move is paired with the key moves of that mate.
fn set_play(position: &Position, left: usize) -> Vec<(Move, Vec<Move>)> {
    let turn = Some(!position.turn());
    let passed = Setup { turn, ..position.clone().into_setup() };
    let passed = Position::new_unchecked(position.rules(), passed);
    if passed.is_in_check(position.turn()) || is_over(&passed) {
        return Vec::new();
    }
    let replies = passed.legal_moves().into_iter();
    let mated = |mv| Some((mv, soonest(&made(&passed, mv), left)?.1));
    replies.filter_map(mated).collect()
}

/// Returns the tries: moves that only one reply refutes, each with that reply.
fn tries(position: &Position, left: usize) -> Vec<(Move, Move)> {
    let only_refutation = |mv: Move| {
        let after = made(position, mv);
        let replies = if is_over(&after) { Vec::new() } else { after.legal_moves() };
        let saves = |reply: &Move| left == 0 || !wins(&made(&after, *reply), left);
        let refutations: Vec<Move> = replies.into_iter().filter(saves).take(2).collect();
        (refutations.len() == 1).then(|| (mv, refutations[0]))
    };
    position.legal_moves().into_iter().filter_map(only_refutation).collect()
}

/// Returns the consequence of a first move, if mate is asked for within `within` moves.
pub(crate) fn judged(position: &Position, mv: Move, within: usize) -> TryOutcome {
    let after = made(position, mv);
    if is_lost(&after, 1) {
        return TryOutcome::Mate;
    }
    let replies = if is_over(&after) { Vec::new() } else { after.legal_moves() };
    let mut outcome = TryOutcome::End;
    for reply in replies {
        let Some((mate_in, _)) = soonest(&made(&after, reply), within - 1) else {
            return TryOutcome::Refuted { reply };
        };
        if outcome.mate_in().is_none_or(|longest| mate_in > longest) {
            outcome = TryOutcome::Forced { reply, mate_in };
        }
    }
    outcome
}

/// Returns the moves that force mate in at most `moves` moves.
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

/// Checks that the proof has every reply and a continuation for each, and that every leaf is mate.
fn check_proof(position: &Position, proof: &Proof) {
    let after = made(position, proof.key);
    let replies: Vec<Move> = proof.replies.iter().map(|variation| variation.reply).collect();
    assert_eq!(replies, exhaustive::legal_moves(&after));
    if replies.is_empty() {
        assert_eq!(exhaustive::verdict_of(&after), Verdict::Checkmate);
    }
    for variation in &proof.replies {
        let position = made(&after, variation.reply);
        let soonest = soonest(&position, variation.continuations[0].moves());
        assert_eq!(soonest.map(|(_, keys)| keys), Some(keys_of(variation)));
        for continuation in &variation.continuations {
            check_proof(&position, continuation);
        }
    }
}
