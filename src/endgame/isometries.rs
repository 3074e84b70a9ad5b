//! The isometries of the board that change neither the moves of a piece nor the rules of the game.
//! A set of them has the bits of their indices in [`Isometry::all`].

use crate::cell::{Isometry, Size};
use crate::piece::Piece;
use crate::rules::Rules;

/// Returns the isometries that leave the moves of both kings and the rules for held kings unchanged.
pub(super) fn of_kings(rules: &Rules, size: Size, kings: [Piece; 2]) -> u64 {
    set(|isometry| {
        rules.holds().iter().all(|hold| hold.is_same(isometry))
            && kings.iter().all(|&king| rules.movement().is_same(isometry, size, king))
    })
}

/// Returns the isometries that leave three things unchanged: the moves of a piece, its promotion
/// cells, and the moves of the pieces to which it may promote.
pub(super) fn of_piece(rules: &Rules, size: Size, piece: Piece) -> u64 {
    let promoted = rules.promotions(piece).iter();
    let promoted: Vec<Piece> = promoted.map(|&role| Piece::new(piece.color(), role)).collect();
    let is_promotion = |cell| rules.promotes(piece, size, cell);
    set(|isometry| {
        let same = |&piece: &Piece| rules.movement().is_same(isometry, size, piece);
        let mut cells = size.iter().filter(|_| !promoted.is_empty());
        [&piece].into_iter().chain(&promoted).all(same)
            && cells.all(|cell| is_promotion(cell) == is_promotion(isometry.cell(size, cell)))
    })
}

/// Returns the set of the isometries that leave the game unchanged.
fn set(is_same: impl Fn(Isometry) -> bool) -> u64 {
    let same = Isometry::all().enumerate().filter(|(_, isometry)| is_same(*isometry));
    same.fold(0, |set, (nth, _)| set | 1 << nth)
}
