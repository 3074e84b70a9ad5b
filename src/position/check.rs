//! Checks, and where they can be answered.

use crate::board::Populated;
use crate::cell::Cell;
use crate::movement::{Cells, Line};

/// A piece that attacks a king of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Check {
    /// Where the attacked king stands.
    pub king: Cell,
    /// Where the attacking piece stands.
    pub checker: Cell,
}

/// A piece that attacks a king of the side to move, or would if another went out of its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threat<'r> {
    /// Where the king stands, by the index of the cell.
    pub(crate) king: usize,
    /// How the piece gets there.
    pub(crate) line: Line<'r>,
}

impl Threat<'_> {
    /// The cells where a piece other than the king ends the check: by capture or block.
    fn evasion_targets<B: Populated>(&self, board: &B) -> Cells {
        let mut cells = self.line.blocking_cells(board, self.king);
        cells.insert(0, self.line.from);
        cells
    }
}

/// The cells where a piece other than a king ends all checks at once; none without a check.
pub(super) fn evasion_targets<B: Populated>(board: &B, checks: &[Threat<'_>]) -> Cells {
    let Some((first, others)) = checks.split_first() else { return Cells::new() };
    let mut cells = first.evasion_targets(board);
    for other in others {
        let ends = other.evasion_targets(board);
        cells.retain(|cell| ends.contains(cell));
    }
    cells
}
