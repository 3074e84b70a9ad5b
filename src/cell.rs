//! Cells, sets of cells, offsets and board sizes: arithmetic only.
//!
//! There is one inner orientation: file to the right, rank 0 on White's side, level 0 at the
//! bottom. Every notation converts at the border.

mod isometry;
mod set;

use std::fmt;
use std::ops::{Neg, Sub};

pub use isometry::Isometry;
pub use set::CellSet;

/// One of the three axes of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// From left to right.
    File,
    /// From White's side to Black's.
    Rank,
    /// From the bottom to the top.
    Level,
}

impl Axis {
    /// The axes in the order of an offset's parts.
    pub const ALL: [Self; 3] = [Self::File, Self::Rank, Self::Level];
}

/// A cell of the board, counted from 0 on each axis.
///
/// The derived order is by level, rank and file, the order of [`Size::index`]. What a cell is called
/// is a rule set's affair: see [`CellNames`](crate::rules::CellNames).
///
/// # Example
/// ```
/// use kubikschach::cell::{Axis, Cell, Offset};
/// let cell = Cell::new(3, 0, 2);
/// assert_eq!((cell.file, cell.rank, cell.along(Axis::Level)), (3, 0, 2));
/// assert_eq!(cell.offset_to(Cell::new(4, 2, 2)), Offset::new(1, 2, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The level, 0 at the bottom.
    pub level: u16,
    /// The rank, 0 on White's side.
    pub rank: u16,
    /// The file, 0 at the left.
    pub file: u16,
}

impl Cell {
    /// The cell with the given file, rank and level.
    #[must_use]
    pub const fn new(file: u16, rank: u16, level: u16) -> Self {
        Self { level, rank, file }
    }

    /// The coordinate along an axis.
    #[must_use]
    pub const fn along(self, axis: Axis) -> u16 {
        match axis {
            Axis::File => self.file,
            Axis::Rank => self.rank,
            Axis::Level => self.level,
        }
    }

    /// The cell with another coordinate along an axis.
    #[must_use]
    pub const fn with(self, axis: Axis, coordinate: u16) -> Self {
        match axis {
            Axis::File => Self { file: coordinate, ..self },
            Axis::Rank => Self { rank: coordinate, ..self },
            Axis::Level => Self { level: coordinate, ..self },
        }
    }

    /// The coordinates in one number, 16 bits each, which is moved faster than three.
    pub(crate) const fn packed(self) -> u64 {
        self.level as u64 | (self.rank as u64) << 16 | (self.file as u64) << 32
    }

    /// The cell of [`Cell::packed`].
    pub(crate) const fn unpacked(packed: u64) -> Self {
        let [level, level_high, rank, rank_high, file, file_high, ..] = packed.to_le_bytes();
        Self {
            level: u16::from_le_bytes([level, level_high]),
            rank: u16::from_le_bytes([rank, rank_high]),
            file: u16::from_le_bytes([file, file_high]),
        }
    }

    /// The offset that leads from this cell to another.
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

/// The way from one cell to another: the differences of file, rank and level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offset {
    /// Cells to the right.
    pub file: i32,
    /// Cells away from White's side.
    pub rank: i32,
    /// Cells upwards.
    pub level: i32,
}

impl Offset {
    /// The way that leads nowhere.
    pub const ZERO: Self = Self::new(0, 0, 0);

    /// The offset with the given differences of file, rank and level.
    #[must_use]
    pub const fn new(file: i32, rank: i32, level: i32) -> Self {
        Self { file, rank, level }
    }

    /// The three differences, in the order of [`Axis::ALL`].
    #[must_use]
    pub const fn parts(self) -> [i32; 3] {
        [self.file, self.rank, self.level]
    }

    /// As many parts of `whole`, each component rounded towards zero.
    ///
    /// # Panics
    /// If `whole` is 0.
    #[must_use]
    pub const fn scaled(self, part: i32, whole: i32) -> Self {
        Self::new(self.file * part / whole, self.rank * part / whole, self.level * part / whole)
    }

    /// The offset made this many times; no part may be more than an `i32` holds then, or it overflows.
    #[must_use]
    pub fn times(self, count: u16) -> Self {
        let count = i32::from(count);
        Self::new(self.file * count, self.rank * count, self.level * count)
    }
}

impl Neg for Offset {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.file, -self.rank, -self.level)
    }
}

impl Sub for Offset {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.file - other.file, self.rank - other.rank, self.level - other.level)
    }
}

/// The size of a cubic board: the number of cells along an edge.
///
/// # Example
/// ```
/// use kubikschach::cell::{Cell, Size};
/// let size = Size::new(8).expect("a size of boards");
/// assert_eq!((size.edge(), size.cells()), (8, 512));
/// assert_eq!(size.to_string(), "8×8×8");
/// assert_eq!(size.cell(size.index(Cell::new(7, 1, 0))), Cell::new(7, 1, 0));
/// assert_eq!(Size::new(1), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u16);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{0}×{0}×{0}", self.0))
    }
}

impl Size {
    /// The smallest board.
    pub const MIN: usize = 2;
    /// The largest board that cells can name; memory usually ends earlier.
    pub const MAX: usize = u16::MAX as usize;

    /// A board of `edge` cells along each edge, if `edge` lies from [`Size::MIN`] to [`Size::MAX`].
    #[must_use]
    pub fn new(edge: usize) -> Option<Self> {
        let edge = u16::try_from(edge).ok()?;
        (usize::from(edge) >= Self::MIN).then_some(Self(edge))
    }

    /// The number of cells along an edge.
    #[must_use]
    pub const fn edge(self) -> usize {
        self.0 as usize
    }

    /// The number of cells on the board.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.edge() * self.edge() * self.edge()
    }

    /// The coordinates along an edge, from 0.
    #[must_use]
    pub fn coordinates(self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator {
        0..self.0
    }

    /// All cells, in the order of their indexes.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let row = move |level, rank| (0..self.0).map(move |file| Cell::new(file, rank, level));
        let rows = (0..self.0).flat_map(move |level| (0..self.0).map(move |rank| (level, rank)));
        rows.flat_map(move |(level, rank)| row(level, rank))
    }

    /// The index of a cell in an array of all cells: files run fastest, levels slowest.
    #[must_use]
    pub const fn index(self, cell: Cell) -> usize {
        (cell.level as usize * self.edge() + cell.rank as usize) * self.edge() + cell.file as usize
    }

    /// The cell with an index of [`Size::index`].
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "remainders and quotients below the edge")]
    pub const fn cell(self, index: usize) -> Cell {
        // Two divisions, which take long, and their remainders without others.
        let (row, level) = (index / self.edge(), index / self.edge() / self.edge());
        let (file, rank) = (index - row * self.edge(), row - level * self.edge());
        Cell::new(file as u16, rank as u16, level as u16)
    }

    /// What an offset adds to the index of a cell, as long as it leads to a cell of the board.
    #[must_use]
    pub const fn stride(self, offset: Offset) -> isize {
        let edge = self.edge().cast_signed();
        (offset.level as isize * edge + offset.rank as isize) * edge + offset.file as isize
    }

    /// How often an offset can be made from a cell before it leaves the board.
    ///
    /// # Panics
    /// Perhaps, if the cell is not on the board.
    #[must_use]
    pub fn room(self, cell: Cell, offset: Offset) -> u16 {
        let along = |coordinate: u16, by: i32| {
            let room = if by < 0 { coordinate } else { self.opposite(coordinate) };
            match by.unsigned_abs() {
                0 => u16::MAX,
                1 => room,
                by => u16::try_from(u32::from(room) / by).unwrap_or(u16::MAX),
            }
        };
        along(cell.file, offset.file)
            .min(along(cell.rank, offset.rank))
            .min(along(cell.level, offset.level))
    }

    /// The coordinate as far from the other end of the edge.
    ///
    /// # Panics
    /// Perhaps, if the coordinate is not on the board.
    #[must_use]
    pub const fn opposite(self, coordinate: u16) -> u16 {
        self.0 - 1 - coordinate
    }

    /// Whether the cell lies on the board.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.file < self.0 && cell.rank < self.0 && cell.level < self.0
    }

    /// The cell that `offset` leads to from `cell`, if it lies on the board.
    ///
    /// # Example
    /// ```
    /// use kubikschach::cell::{Cell, Offset, Size};
    /// let size = Size::new(8).expect("boards have from 2 cells an edge");
    /// let corner = Cell::new(0, 0, 0);
    /// assert_eq!(size.step(corner, Offset::new(1, 2, 0)), Some(Cell::new(1, 2, 0)));
    /// assert_eq!(size.step(corner, Offset::new(-1, 2, 0)), None);
    /// ```
    #[must_use]
    pub fn step(self, cell: Cell, offset: Offset) -> Option<Cell> {
        let move_along = |coordinate: u16, by: i32| {
            // Below zero wraps to more than any board has.
            let moved = i32::from(coordinate).wrapping_add(by).cast_unsigned();
            if moved < u32::from(self.0) { u16::try_from(moved).ok() } else { None }
        };
        Some(Cell::new(
            move_along(cell.file, offset.file)?,
            move_along(cell.rank, offset.rank)?,
            move_along(cell.level, offset.level)?,
        ))
    }
}
