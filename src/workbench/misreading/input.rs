//! Misreadings of the input: misreadings of a program in parsing cells and colors.

use crate::board::Setup;
use crate::cases::Question;
use crate::cell::{Axis, Cell, Size};
use crate::notation::Query;
use crate::piece::Piece;

/// A misreading of a program in parsing a query or board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMisreading {
    /// Exchanges two coordinates of each cell.
    AxesExchanged(Axis, Axis),
    /// Counts a coordinate from the wrong end.
    Reversed(Axis),
    /// Exchanges white and black pieces.
    ColorsExchanged,
}

impl InputMisreading {
    /// All misreadings in parsing that a diagnosis considers.
    pub const ALL: [Self; 7] = [
        Self::ColorsExchanged,
        Self::Reversed(Axis::Rank),
        Self::Reversed(Axis::Level),
        Self::Reversed(Axis::File),
        Self::AxesExchanged(Axis::File, Axis::Rank),
        Self::AxesExchanged(Axis::File, Axis::Level),
        Self::AxesExchanged(Axis::Rank, Axis::Level),
    ];

    pub(super) fn apply(self, question: &Question) -> Question {
        match question {
            Question::Path(size, query) => Question::Path(*size, self.query(*size, *query)),
            Question::Mate(setup) => Question::Mate(self.setup(setup)),
        }
    }

    pub(super) fn query(self, size: Size, Query { piece, start, finish }: Query) -> Query {
        let [start, finish] = [start, finish].map(|cell| self.cell(size, cell));
        Query { piece: self.piece(piece), start, finish }
    }

    fn setup(self, Setup { board, turn, holder }: &Setup) -> Setup {
        let size = board.size();
        let mut read = board.clone();
        for (cell, _) in board.pieces() {
            read.set(cell, None);
        }
        for (cell, piece) in board.pieces() {
            read.set(self.cell(size, cell), Some(self.piece(piece)));
        }
        let holder = holder.map(|color| if self == Self::ColorsExchanged { !color } else { color });
        Setup { board: read, turn: *turn, holder }
    }

    fn piece(self, piece: Piece) -> Piece {
        match self {
            Self::ColorsExchanged => Piece::new(!piece.color(), piece.role()),
            _ => piece,
        }
    }

    const fn cell(self, size: Size, cell: Cell) -> Cell {
        match self {
            Self::AxesExchanged(a, b) => {
                let (one, other) = (cell.along(a), cell.along(b));
                cell.with(a, other).with(b, one)
            }
            Self::Reversed(axis) => cell.with(axis, size.opposite(cell.along(axis))),
            Self::ColorsExchanged => cell,
        }
    }
}
