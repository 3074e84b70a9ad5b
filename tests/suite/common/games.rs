//! Chooses random moves for random games.

use kubikschach::board::Move;
use kubikschach::position::Position;

use super::rng::SplitMix64;

/// Returns a random move, or `None` if `moves` is empty. Prefers captures and promotions, because
/// they change the position most.
pub(crate) fn lively(position: &Position, moves: &[Move], rng: &mut SplitMix64) -> Option<Move> {
    let is_lively = |mv: &&Move| !position.board().is_empty(mv.to) || mv.promotion.is_some();
    let lively: Vec<&Move> = moves.iter().filter(is_lively).collect();
    match (lively.as_slice(), rng.below(3)) {
        ([], _) | (_, 0) => moves.get(rng.below(moves.len().max(1))).copied(),
        (lively, _) => Some(*lively[rng.below(lively.len())]),
    }
}
