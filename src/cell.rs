//! Cells, offsets and board sizes, without any rules of chess.
//!
//! Files count to the right, ranks from White's side, levels from the bottom, all from 0. Cell
//! names that count in another direction are converted when they are parsed and written.

mod isometry;
mod size;

use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

pub use isometry::Isometry;
pub(crate) use size::LIMIT;
pub use size::{Cells, Size, SizeError};

use crate::common::gcd;

/// One of the three axes of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// The direction from left to right.
    File,
    /// The direction from White's side to Black's.
    Rank,
    /// The direction from the bottom to the top.
    Level,
}

impl Axis {
    /// The three axes in the order file, rank, level, which is the order of [`Offset::parts`].
    pub const ALL: [Self; 3] = [Self::File, Self::Rank, Self::Level];
}

/// A cell of the board, given by three coordinates that count from 0.
///
/// Cells are ordered by level, then rank, then file, as in [`Size::index`].
/// [`CellNames`](crate::rules::CellNames) gives cells their names in a rule set.
///
/// # Example
/// ```
/// use kubikschach::cell::{Axis, Cell, Offset};
/// let cell = Cell::new(3, 0, 2);
/// assert_eq!((cell.file, cell.rank, cell.along(Axis::Level)), (3, 0, 2));
/// assert_eq!(cell.offset_to(Cell::new(4, 2, 2)), Offset::new(1, 2, 0));
/// assert_eq!(cell + Offset::new(1, 2, 0), Some(Cell::new(4, 2, 2)));
/// assert_eq!(cell + Offset::new(-4, 0, 0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
// Copied as one word: a query whose cells are written in parts of two bytes and read as a whole
// takes half as long again.
#[repr(align(8))]
pub struct Cell {
    /// Level, counted from 0 at the bottom.
    pub level: u16,
    /// Rank, counted from 0 on White's side.
    pub rank: u16,
    /// File, counted from 0 at the left.
    pub file: u16,
}

/// Shows the file, rank and level, as in `(3, 0, 2)`.
impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.file, self.rank, self.level)
    }
}

impl Cell {
    /// Creates a cell from its file, rank and level.
    #[must_use]
    pub const fn new(file: u16, rank: u16, level: u16) -> Self {
        Self { level, rank, file }
    }

    /// Returns the cell's coordinate along `axis`.
    #[must_use]
    pub const fn along(self, axis: Axis) -> u16 {
        match axis {
            Axis::File => self.file,
            Axis::Rank => self.rank,
            Axis::Level => self.level,
        }
    }

    /// Returns a copy of the cell with its coordinate along `axis` replaced.
    #[must_use]
    pub const fn with(self, axis: Axis, coordinate: u16) -> Self {
        match axis {
            Axis::File => Self { file: coordinate, ..self },
            Axis::Rank => Self { rank: coordinate, ..self },
            Axis::Level => Self { level: coordinate, ..self },
        }
    }

    /// Returns the offset that leads from this cell to `other`.
    ///
    /// # Example
    /// ```
    /// use kubikschach::cell::{Cell, Offset};
    /// assert_eq!(Cell::new(0, 0, 0).offset_to(Cell::new(1, 2, 0)), Offset::new(1, 2, 0));
    /// ```
    #[must_use]
    pub fn offset_to(self, other: Self) -> Offset {
        let [file, rank, level] =
            Axis::ALL.map(|axis| i32::from(other.along(axis)) - i32::from(self.along(axis)));
        Offset::new(file, rank, level)
    }
}

/// The differences of file, rank and level between two cells; a step of a piece is an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offset {
    /// Number of files to the right; negative to the left.
    pub file: i32,
    /// Number of ranks away from White's side; negative towards it.
    pub rank: i32,
    /// Number of levels upwards; negative downwards.
    pub level: i32,
}

impl Offset {
    /// The offset from a cell to itself.
    pub const ZERO: Self = Self::new(0, 0, 0);

    /// Creates an offset from its differences of file, rank and level.
    #[must_use]
    pub const fn new(file: i32, rank: i32, level: i32) -> Self {
        Self { file, rank, level }
    }

    /// Returns the part along `axis`.
    #[must_use]
    pub const fn along(self, axis: Axis) -> i32 {
        match axis {
            Axis::File => self.file,
            Axis::Rank => self.rank,
            Axis::Level => self.level,
        }
    }

    /// Returns a copy of the offset with its part along `axis` replaced.
    #[must_use]
    pub const fn with(self, axis: Axis, part: i32) -> Self {
        match axis {
            Axis::File => Self { file: part, ..self },
            Axis::Rank => Self { rank: part, ..self },
            Axis::Level => Self { level: part, ..self },
        }
    }

    /// Returns the differences of file, rank and level, in the order of [`Axis::ALL`].
    #[must_use]
    pub const fn parts(self) -> [i32; 3] {
        [self.file, self.rank, self.level]
    }

    /// Returns `self * part / whole`, with each difference rounded towards zero.
    ///
    /// # Panics
    /// Panics if `whole` is 0.
    #[must_use]
    pub const fn scaled(self, part: i32, whole: i32) -> Self {
        Self::new(self.file * part / whole, self.rank * part / whole, self.level * part / whole)
    }

    /// Returns the shortest offset in the direction of this one, and the number of times that the
    /// shortest offset fits into this one.
    pub(crate) fn primitive(self) -> (Self, i32) {
        let parts = self.parts().map(i32::unsigned_abs);
        let divisor = parts.into_iter().fold(0, |divisor, part| gcd(divisor, part.into()));
        let divisor = i32::try_from(divisor).unwrap_or(1).max(1);
        (self.scaled(1, divisor), divisor)
    }
}

impl Neg for Offset {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.file, -self.rank, -self.level)
    }
}

impl Add for Offset {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.file + other.file, self.rank + other.rank, self.level + other.level)
    }
}

impl Sub for Offset {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.file - other.file, self.rank - other.rank, self.level - other.level)
    }
}

impl Mul<i32> for Offset {
    type Output = Self;

    fn mul(self, count: i32) -> Self {
        Self::new(self.file * count, self.rank * count, self.level * count)
    }
}

/// Returns the cell at this offset, or `None` if a coordinate would be negative or above
/// [`u16::MAX`].
///
/// The size of the board is not known here: [`Size::step`] also checks that the cell is on the
/// board.
impl Add<Offset> for Cell {
    type Output = Option<Self>;

    fn add(self, offset: Offset) -> Option<Self> {
        let add =
            |coordinate: u16, by: i32| u16::try_from(i32::from(coordinate).checked_add(by)?).ok();
        Some(Self::new(
            add(self.file, offset.file)?,
            add(self.rank, offset.rank)?,
            add(self.level, offset.level)?,
        ))
    }
}
