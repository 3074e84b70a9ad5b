//! Random games.

use kubikschach::board::Move;
use kubikschach::position::Position;

use super::rng::SplitMix64;

/// One of the moves; most often a capture or a promotion, if there are any: they lead to other positions
/// soonest. `None` without moves.
pub(crate) fn lively(position: &Position, moves: &[Move], rng: &mut SplitMix64) -> Option<Move> {
    let is_lively = |mv: &&Move| !position.board().is_empty(mv.to) || mv.promotion.is_some();
    let lively: Vec<&Move> = moves.iter().filter(is_lively).collect();
    match (lively.as_slice(), rng.below(3)) {
        ([], _) | (_, 0) => moves.get(rng.below(moves.len().max(1))).copied(),
        (lively, _) => Some(*lively[rng.below(lively.len())]),
    }
}
