//! The promotions of a piece.

use crate::piece::{Piece, Role};
use crate::rules::Rules;

/// Returns the roles to which a piece may promote; none if it never promotes.
pub(super) fn promotions(rules: &Rules, piece: Piece) -> &[Role] {
    let promotion = rules.promotion().filter(|_| rules.can_promote(piece));
    promotion.map_or(&[], |promotion| &promotion.to)
}
