//! Board sizes, and the cells of a board in the order of their indexes.

use std::error::Error;
use std::fmt;
use std::iter::FusedIterator;

use super::{Cell, Offset};

/// The size of a cubic board: the number of cells along each edge, from 2 to 64.
///
/// The upper bound is a limit of this program, not of the rules.
///
/// # Example
/// ```
/// use kubikschach::cell::{Cell, Size};
/// let size = Size::try_from(8)?;
/// assert_eq!((size.edge(), size.cells()), (8, 512));
/// assert_eq!(size.to_string(), "8×8×8");
/// assert_eq!(size.cell(size.index(Cell::new(7, 1, 0))), Cell::new(7, 1, 0));
/// assert_eq!(size.into_iter().len(), 512);
/// let error = Size::try_from(1).expect_err("a board has at least 2 cells along an edge");
/// assert_eq!(error.to_string(), "expected a size from 2 to 64, but found 1");
/// # Ok::<(), kubikschach::cell::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u16);

/// The reason for [`Size::MAX`] in messages.
pub(crate) const LIMIT: &str = "(a limit of this program, not of the rules)";

/// The error for a number that is not a board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    found: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            found if found > Size::MAX => {
                write!(f, "expected a size of at most {} {LIMIT}, but found {found}", Size::MAX)
            }
            found => {
                write!(f, "expected a size from {} to {}, but found {found}", Size::MIN, Size::MAX)
            }
        }
    }
}

impl Error for SizeError {}

impl TryFrom<usize> for Size {
    type Error = SizeError;

    fn try_from(edge: usize) -> Result<Self, SizeError> {
        Self::new(edge).ok_or(SizeError { found: edge })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{0}×{0}×{0}", self.0))
    }
}

impl Size {
    /// The smallest number of cells along an edge.
    pub const MIN: usize = 2;
    /// The largest number of cells along an edge. A board of this size has 262,144 cells.
    pub const MAX: usize = 64;
    /// The size of boards if neither a rule set nor a user chooses another.
    pub const DEFAULT: Self = Self(3);

    /// Returns the size of boards with `edge` cells along each edge, or `None` if `edge` is not
    /// between [`Size::MIN`] and [`Size::MAX`].
    #[must_use]
    pub fn new(edge: usize) -> Option<Self> {
        let in_range = (Self::MIN..=Self::MAX).contains(&edge);
        u16::try_from(edge).ok().filter(|_| in_range).map(Self)
    }

    /// Returns the number of cells along each edge.
    #[must_use]
    pub const fn edge(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of cells on the board.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.edge() * self.edge() * self.edge()
    }

    /// Returns the coordinates along an edge, from 0 to `edge - 1`.
    #[must_use]
    pub fn coordinates(self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator {
        0..self.0
    }

    /// Returns all cells of the board, in the order of [`Size::index`].
    #[must_use]
    pub fn iter(self) -> Cells {
        self.into_iter()
    }

    /// Returns the index of a cell in an array of all cells. The file varies fastest and the level
    /// slowest.
    ///
    /// # Panics
    /// Panics in debug builds if the cell is not on the board.
    #[must_use]
    pub const fn index(self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell), "the cell is on the board");
        (cell.level as usize * self.edge() + cell.rank as usize) * self.edge() + cell.file as usize
    }

    /// Returns the cell whose [`Size::index`] is `index`.
    ///
    /// # Panics
    /// Panics in debug builds if `index` is not below [`Size::cells`].
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "remainders and quotients below the edge")]
    pub const fn cell(self, index: usize) -> Cell {
        debug_assert!(index < self.cells(), "the index is below the number of cells");
        let (row, level) = (index / self.edge(), index / self.edge() / self.edge());
        // Products replace the remainders, because a division takes about ten times as long.
        let (file, rank) = (index - row * self.edge(), row - level * self.edge());
        Cell::new(file as u16, rank as u16, level as u16)
    }

    /// Returns the number that must be added to the index of a cell to get the index of the cell at
    /// `offset` from that cell.
    ///
    /// The number is valid only if both cells are on the board.
    #[must_use]
    pub const fn stride(self, offset: Offset) -> isize {
        let edge = self.edge().cast_signed();
        (offset.level as isize * edge + offset.rank as isize) * edge + offset.file as isize
    }

    /// Returns `coordinate` counted from the other end of its axis: 0 becomes `edge - 1`.
    ///
    /// # Panics
    /// Panics in debug builds if the coordinate is not on the board.
    #[must_use]
    pub const fn opposite(self, coordinate: u16) -> u16 {
        self.0 - 1 - coordinate
    }

    /// Returns `true` if the cell is on the board.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.file < self.0 && cell.rank < self.0 && cell.level < self.0
    }

    /// Returns `true` if the cell at `offset` from `cell` is on the board.
    #[inline]
    pub(crate) fn has(self, cell: Cell, offset: Offset) -> bool {
        // A negative coordinate wraps to a number above every edge, so one comparison checks both
        // bounds.
        let has = |coordinate: u16, by: i32| {
            i32::from(coordinate).wrapping_add(by).cast_unsigned() < u32::from(self.0)
        };
        has(cell.file, offset.file) & has(cell.rank, offset.rank) & has(cell.level, offset.level)
    }

    /// Returns the cell at `offset` from `cell`, or `None` if that cell is off the board.
    ///
    /// # Example
    /// ```
    /// use kubikschach::cell::{Cell, Offset, Size};
    /// let size = Size::try_from(8)?;
    /// let corner = Cell::new(0, 0, 0);
    /// assert_eq!(size.step(corner, Offset::new(1, 2, 0)), Some(Cell::new(1, 2, 0)));
    /// assert_eq!(size.step(corner, Offset::new(-1, 2, 0)), None);
    /// assert_eq!(size.step(corner, Offset::new(8, 0, 0)), None);
    /// # Ok::<(), kubikschach::cell::SizeError>(())
    /// ```
    #[must_use]
    pub fn step(self, cell: Cell, offset: Offset) -> Option<Cell> {
        (cell + offset).filter(|&cell| self.contains(cell))
    }
}

impl IntoIterator for Size {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        Cells { size: self, next: 0 }
    }
}

/// An iterator over all cells of a board, in the order of [`Size::index`].
#[derive(Clone, Debug)]
pub struct Cells {
    size: Size,
    next: usize,
}

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let cell = (self.next < self.size.cells()).then(|| self.size.cell(self.next))?;
        self.next += 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.size.cells() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cells {}

impl FusedIterator for Cells {}
