//! Isometries of the cube: the rotations and reflections that map the cube onto itself.

use super::{Axis, Cell, Offset, Size};

/// One of the 48 isometries of a cube: a rotation or reflection that maps the board onto itself.
///
/// # Example
/// ```
/// use kubikschach::cell::{Axis, Cell, Isometry, Size};
/// assert_eq!(Isometry::all().count(), 48);
/// let size = Size::new(8).expect("a size of boards");
/// let mirror = Isometry::mirror(&[Axis::File]);
/// assert_eq!(mirror.cell(size, Cell::new(0, 1, 2)), Cell::new(7, 1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isometry {
    /// Axes of the original cell whose coordinates become the file, the rank and the level of
    /// the image, in that order.
    order: [Axis; 3],
    /// For the file, rank and level of the image, true if that coordinate is counted from the other
    /// end of the board.
    reversed: [bool; 3],
}

impl Isometry {
    /// The isometry that maps every cell to itself.
    pub const IDENTITY: Self = Self { order: Axis::ALL, reversed: [false; 3] };

    /// Returns all 48 isometries, [`Isometry::IDENTITY`] first.
    pub fn all() -> impl Iterator<Item = Self> {
        let [a, b, c] = Axis::ALL;
        let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
        orders.into_iter().flat_map(|order| {
            (0..8).map(move |signs| Self {
                order,
                reversed: [0, 1, 2].map(|nth| signs >> nth & 1 == 1),
            })
        })
    }

    /// Returns the reflection that reverses the coordinates along each of `axes`.
    #[must_use]
    pub fn mirror(axes: &[Axis]) -> Self {
        Self { order: Axis::ALL, reversed: Axis::ALL.map(|axis| axes.contains(&axis)) }
    }

    /// Returns the isometry that applies `self` first and `next` second.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let first = |nth: usize| next.order[nth] as usize;
        Self {
            order: [0, 1, 2].map(|nth| self.order[first(nth)]),
            reversed: [0, 1, 2].map(|nth| self.reversed[first(nth)] != next.reversed[nth]),
        }
    }

    /// Returns the image of an offset: if `offset` leads from one cell to another, the result leads
    /// from the image of the first cell to the image of the second.
    #[must_use]
    pub fn offset(self, offset: Offset) -> Offset {
        let parts = offset.parts();
        let [file, rank, level] = [0, 1, 2].map(|nth| {
            let part = parts[self.order[nth] as usize];
            if self.reversed[nth] { -part } else { part }
        });
        Offset::new(file, rank, level)
    }

    /// Returns the image of a cell on a board of this size.
    ///
    /// # Panics
    /// Panics in debug builds if the cell is not on the board.
    #[must_use]
    pub fn cell(self, size: Size, cell: Cell) -> Cell {
        let [file, rank, level] = [0, 1, 2].map(|nth| {
            let coordinate = cell.along(self.order[nth]);
            if self.reversed[nth] { size.opposite(coordinate) } else { coordinate }
        });
        Cell::new(file, rank, level)
    }
}
