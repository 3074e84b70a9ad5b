//! Changes of the numbers in cell names, and the cells of a board by these numbers.

use std::ops::Mul;

use crate::cell::{Cell, Offset, Size};
use crate::notation::Query;
use crate::piece::Piece;
use crate::rules::CellNames;

/// The change of the three numbers in a cell's name, in the order in which the name gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellChange(pub [i32; 3]);

impl CellChange {
    pub(super) fn of(names: &CellNames, offset: Offset) -> Self {
        Self(names.coordinates().each_ref().map(|part| offset.along(part.axis) * part.facing()))
    }

    /// Returns the offset between two cells whose numbers differ by this change.
    #[must_use]
    pub fn offset(self, names: &CellNames) -> Offset {
        let parts = names.coordinates().iter().zip(self.0);
        parts.fold(Offset::ZERO, |sum, (part, by)| sum.with(part.axis, by * part.facing()))
    }

    /// Returns the sizes of the three changes, sorted. They are equal for all rotations and
    /// reflections of a change.
    #[must_use]
    pub fn sizes(self) -> [i32; 3] {
        let mut sizes = self.0.map(i32::abs);
        sizes.sort_unstable();
        sizes
    }

    /// Returns the largest of the sizes.
    #[must_use]
    pub fn length(self) -> i32 {
        let [first, second, third] = self.0.map(i32::abs);
        first.max(second).max(third)
    }

    /// Returns the change of one number by `by`.
    pub(super) fn along(coordinate: usize, by: i32) -> Self {
        Self([0, 1, 2].map(|nth| if nth == coordinate { by } else { 0 }))
    }

    /// Returns the changes with the sizes that three digits give, none of which is more than two.
    pub(super) fn of_class(digits: i32) -> Vec<Self> {
        let near = (0..125).map(|nth| Self([nth / 25 - 2, nth / 5 % 5 - 2, nth % 5 - 2]));
        let sizes = [digits / 100, digits / 10 % 10, digits % 10];
        near.filter(|change| change.sizes() == sizes).collect()
    }
}

impl Mul<i32> for CellChange {
    type Output = Self;

    fn mul(self, count: i32) -> Self {
        Self(self.0.map(|by| by * count))
    }
}

/// The part of the board where a move is asked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    /// The cells in the middle.
    Middle,
    /// The cells with the smallest numbers.
    Low,
    /// The cells with the largest numbers.
    High,
    /// The first cells from which a move can be made, in the middle of the others.
    Home,
}

/// The cells of a board by the numbers in their names, which count from 0 here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid<'r> {
    pub(super) names: &'r CellNames,
    pub(super) size: Size,
}

impl Grid<'_> {
    /// Returns the largest number of a cell.
    pub(super) fn last(self) -> i32 {
        i32::from(self.size.opposite(0))
    }

    /// Returns the change that a query asks about.
    pub(super) fn change(self, query: Query) -> CellChange {
        CellChange::of(self.names, query.start.offset_to(query.finish))
    }

    /// Returns the query for a change from a cell; `None` if one of the cells is off the board.
    pub(super) fn query(self, piece: Piece, from: [i32; 3], change: CellChange) -> Option<Query> {
        let to = [0, 1, 2].map(|nth| from[nth] + change.0[nth]);
        Some(Query { piece, start: self.cell(from)?, finish: self.cell(to)? })
    }

    pub(super) fn cell(self, numbers: [i32; 3]) -> Option<Cell> {
        let mut cell = Cell::new(0, 0, 0);
        for (part, number) in self.names.coordinates().iter().zip(numbers) {
            let nth = if part.reversed { self.last() - number } else { number };
            cell = cell.with(part.axis, u16::try_from(nth).ok()?);
        }
        self.size.contains(cell).then_some(cell)
    }

    pub(super) fn numbers(self, cell: Cell) -> [i32; 3] {
        self.names.coordinates().each_ref().map(|part| {
            let nth = i32::from(cell.along(part.axis));
            if part.reversed { self.last() - nth } else { nth }
        })
    }

    /// Returns the numbers of the start of a move with this change, `margin` cells or more away from
    /// all faces; `None` if the board is too small.
    pub(super) fn start(self, change: CellChange, spot: Spot, margin: i32) -> Option<[i32; 3]> {
        let fits = |by: i32| {
            let (least, most) = (margin + (-by).max(0), self.last() - margin - by.max(0));
            let wanted = match spot {
                Spot::Middle if by < 0 => (self.last() + 1) / 2,
                Spot::Middle => self.last() / 2,
                Spot::Home if by == 0 => self.last() / 2,
                Spot::Home if by < 0 => most,
                Spot::Home | Spot::Low => least,
                Spot::High => most,
            };
            (least <= most).then(|| wanted.clamp(least, most))
        };
        let [first, second, third] = change.0.map(fits);
        Some([first?, second?, third?])
    }
}
