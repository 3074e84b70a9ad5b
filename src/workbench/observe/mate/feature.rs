//! Features of boards, by which a program's replies may differ.

use std::collections::BTreeSet;

use crate::board::Setup;
use crate::cell::Axis;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;

/// A feature of a board. A simpler feature is smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum BoardFeature {
    /// This number of cells along an edge.
    Edge(usize),
    /// More than this number of cells along an edge.
    EdgeAbove(usize),
    /// Any but this number of cells along an edge.
    EdgeOtherThan(usize),
    /// No king of this color.
    NoKing(Color),
    /// A king of this color.
    King(Color),
    /// No check on White (0), a single check (1) or a double check (2).
    Checks(usize),
    /// This right answer.
    Checkmate(bool),
    /// This number of cells along an edge, and this right answer.
    EdgeAndCheckmate(usize, bool),
    /// A piece of this kind, other than a king.
    Has(Piece),
    /// White's king on the first (`false`) or the last (`true`) coordinate along an axis, in the
    /// order in which boards are written.
    KingAt(Axis, bool),
}

/// Largest number in a [`BoardFeature::EdgeAbove`].
const MOST: usize = 9;

impl BoardFeature {
    /// Returns a feature that all `boards` have and none of the `others`.
    pub(super) fn dividing<'a>(
        rules: &Rules,
        boards: impl IntoIterator<Item = &'a Setup>,
        others: impl IntoIterator<Item = &'a Setup>,
    ) -> Option<Self> {
        let common = boards.into_iter().map(|setup| Self::all(rules, setup));
        let mut common = common.reduce(|one, other| &one & &other)?;
        let mut others = others.into_iter().peekable();
        others.peek()?;
        for setup in others {
            let features = Self::all(rules, setup);
            common.retain(|feature| !features.contains(feature));
        }
        common.into_iter().next()
    }

    fn all(rules: &Rules, setup: &Setup) -> BTreeSet<Self> {
        let position = Position::new_unchecked(rules, setup.clone());
        let (board, turn) = (position.board(), position.turn());
        let edge = board.size().edge();
        let is_checkmate = position.is_checkmate();
        let checkmate = Self::Checkmate(is_checkmate);
        let checks = Self::Checks(position.checks().len().min(2));
        let mut found = BTreeSet::from([Self::Edge(edge), checkmate, checks]);
        found.insert(Self::EdgeAndCheckmate(edge, is_checkmate));
        found.extend((1..edge.min(MOST + 1)).map(Self::EdgeAbove));
        found.extend((1..=MOST).filter(|other| *other != edge).map(Self::EdgeOtherThan));
        for color in Color::ALL {
            let is_missing = position.kings(color).is_empty();
            found.insert(if is_missing { Self::NoKing(color) } else { Self::King(color) });
        }
        let others = board.pieces().map(|(_, piece)| piece).filter(|it| !rules.is_royal(*it));
        found.extend(others.map(Self::Has));
        for &king in position.kings(turn) {
            for axis in Axis::ALL {
                let (at, last) = (king.along(axis), board.size().opposite(0));
                // Boards are written from the last rank and level on, but from the first file.
                let ends = if axis == Axis::File { [0, last] } else { [last, 0] };
                found.extend((at == ends[0]).then_some(Self::KingAt(axis, false)));
                found.extend((at == ends[1]).then_some(Self::KingAt(axis, true)));
            }
        }
        found
    }
}
