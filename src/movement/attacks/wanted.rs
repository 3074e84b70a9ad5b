//! Cells that are wanted: if only some are, most moves need not be looked at.

/// Some cells of a small board, or all of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Anywhere,
    /// The cells whose indexes are those of the bits.
    Bits(u128),
}

impl Wanted {
    /// No cell.
    pub(crate) const NOWHERE: Self = Self::Bits(0);

    /// One cell, on a small board.
    pub(crate) fn only(cell: usize) -> Self {
        bit(cell).map_or(Self::Anywhere, Self::Bits)
    }

    pub(crate) fn contains(self, cell: usize) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Bits(bits) => bit(cell).is_some_and(|bit| bits & bit != 0),
        }
    }
}

fn bit(cell: usize) -> Option<u128> {
    u32::try_from(cell).ok().and_then(|cell| 1_u128.checked_shl(cell))
}
