//! Names of cells, such as `a1(I)`: three coordinates, each written in its own numerals.

use super::Numeral;
use crate::cell::{Axis, Cell, Size};

/// One of the three coordinates in the names of a rule set's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Axis along which the coordinate counts.
    pub axis: Axis,
    /// Numerals in which the coordinate is written.
    pub numeral: Numeral,
    /// True if the number 1 is at the far end of the axis: at the right, on Black's side or at the
    /// top.
    pub reversed: bool,
    /// Name of the coordinate in the rule set, such as `row`.
    pub name: String,
}

impl Coordinate {
    /// Converts a coordinate of a cell, which counts from 0, into its number in cell names, which
    /// counts from 1.
    fn number(&self, size: Size, nth: u16) -> u16 {
        let is_there = usize::from(nth) < size.edge();
        let nth = if self.reversed && is_there { size.opposite(nth) } else { nth };
        nth.saturating_add(1)
    }

    /// Parses a label in any case, and returns the coordinate of a cell, which counts from 0.
    pub(crate) fn parse(&self, size: Size, label: &[u8]) -> Option<u16> {
        let nth = self.numeral.parse(label)? - 1;
        let is_there = usize::from(nth) < size.edge();
        is_there.then(|| if self.reversed { size.opposite(nth) } else { nth })
    }

    /// Returns 1 if the numbers in cell names grow along the axis, or -1 if they decrease.
    #[must_use]
    pub const fn facing(&self) -> i32 {
        if self.reversed { -1 } else { 1 }
    }

    /// Writes `number` in the numerals of this coordinate, such as `(IV)`, as in cell names.
    ///
    /// # Panics
    /// Panics in debug builds if the number is 0 and the numerals are letters.
    #[must_use]
    pub fn written(&self, number: u16) -> String {
        let mut label = String::new();
        self.numeral.write(number, &mut label);
        label
    }

    /// Returns the label in a board's margin for the value `nth` of this coordinate, where `nth`
    /// counts from 0 along the axis. Labels have no parentheses around Roman numerals.
    #[must_use]
    pub fn label(&self, size: Size, nth: u16) -> String {
        let mut label = String::new();
        self.numeral.write_bare(self.number(size, nth), &mut label);
        label
    }
}

/// An upper bound for the length of a cell name in bytes.
const LONGEST_NAME: usize = 32;

/// The naming of cells in a rule set: three coordinates in the order in which they are written.
///
/// # Example
/// ```
/// use kubikschach::{cell::{Cell, Size}, rules::Rules};
/// let rules = Rules::cube();
/// let size = Size::new(3).expect("a size of boards");
/// assert_eq!(rules.cells().name(size, Cell::new(1, 0, 2)), "b1(III)");
/// assert_eq!(rules.cells().parse(size, "b1III"), Some(Cell::new(1, 0, 2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellNames {
    coordinates: [Coordinate; 3],
}

impl CellNames {
    /// Creates the naming from three coordinates with different axes, in the order in which they
    /// are written.
    pub(crate) const fn new(coordinates: [Coordinate; 3]) -> Self {
        Self { coordinates }
    }

    /// Returns the three coordinates in the order in which cell names give them.
    #[must_use]
    pub const fn coordinates(&self) -> &[Coordinate; 3] {
        &self.coordinates
    }

    /// Returns the coordinate of cell names along an axis.
    ///
    /// # Panics
    /// Panics if no coordinate has this axis, which the parser of rule documents rules out.
    #[must_use]
    pub fn along(&self, axis: Axis) -> &Coordinate {
        let found = self.coordinates.iter().find(|coordinate| coordinate.axis == axis);
        found.expect("a rule set names all three axes")
    }

    /// Returns the name of a cell, which must be on the board.
    #[must_use]
    pub fn name(&self, size: Size, cell: Cell) -> String {
        let mut name = String::with_capacity(8);
        self.write_name(size, cell, &mut name);
        name
    }

    /// Appends the name of a cell, which must be on the board, to `out`.
    pub(crate) fn write_name(&self, size: Size, cell: Cell, out: &mut String) {
        self.write(|part| part.number(size, cell.along(part.axis)), out);
    }

    /// Appends a cell name to `out`. The function `number` returns the number for each coordinate
    /// in the name.
    fn write(&self, number: impl Fn(&Coordinate) -> u16, out: &mut String) {
        self.coordinates.iter().for_each(|part| part.numeral.write(number(part), out));
    }

    /// Parses the name of a cell; `None` if the text names no cell on a board of this size.
    #[must_use]
    pub fn parse(&self, size: Size, name: impl AsRef<[u8]>) -> Option<Cell> {
        let mut rest = name.as_ref();
        // Parsers may try a name at every byte of a long text.
        if rest.len() > LONGEST_NAME {
            return None;
        }
        let labels = self.coordinates.each_ref().map(|part| {
            let (label, after) = rest.split_at(part.numeral.length(rest));
            rest = after;
            label
        });
        if rest.is_empty() { self.cell(size, labels) } else { None }
    }

    /// Parses the name of a cell in any case: returns the cell with exactly this name, or else the
    /// only cell whose name differs in case alone.
    #[must_use]
    pub fn parse_any_case(&self, size: Size, name: impl AsRef<[u8]>) -> Option<Cell> {
        let name = name.as_ref();
        self.parse(size, name).or_else(|| {
            if name.len() > LONGEST_NAME {
                return None;
            }
            // In any case, the letters of one coordinate may be those of the next, so every split
            // is tried.
            let splits = (1..name.len()).flat_map(|second| {
                let split = move |first| [&name[..first], &name[first..second], &name[second..]];
                (1..second).map(split)
            });
            let mut cells = splits.filter_map(|labels| self.cell(size, labels));
            let cell = cells.next()?;
            cells.next().is_none().then_some(cell)
        })
    }

    /// Returns the cell whose coordinates are written as these labels, in any case.
    fn cell(&self, size: Size, labels: [&[u8]; 3]) -> Option<Cell> {
        let mut coordinates = [0; 3];
        for (part, label) in self.coordinates.iter().zip(labels) {
            coordinates[part.axis as usize] = part.parse(size, label)?;
        }
        let [file, rank, level] = coordinates;
        Some(Cell::new(file, rank, level))
    }

    /// Returns a table of the written coordinates on boards of this size. With the table, millions
    /// of cell names are written and compared quickly.
    ///
    /// # Complexity
    /// O(*n* log *n*) for *n* cells along an edge.
    #[must_use]
    pub fn table(&self, size: Size) -> NameTable {
        let part = |nth: usize| PartTable::new(&self.coordinates[nth..], size);
        NameTable { parts: [part(0), part(1), part(2)] }
    }

    /// Returns the names of two opposite corners as examples for messages. The first name has the
    /// smallest number for each coordinate, and the second name the largest.
    #[must_use]
    pub fn corners(&self, size: Size) -> [String; 2] {
        let last = u16::try_from(size.edge()).unwrap_or(u16::MAX);
        [1, last].map(|number| {
            let mut name = String::new();
            self.write(|_| number, &mut name);
            name
        })
    }
}

/// A table of all written coordinates on boards of one size, for writing and comparing cell names
/// quickly.
#[derive(Clone, Debug)]
pub struct NameTable {
    parts: [PartTable; 3],
}

/// The text of a coordinate, in an array so that names are copied without loops.
#[derive(Clone, Copy, Debug)]
struct WrittenCoordinate {
    bytes: [u8; Self::LONGEST],
    length: u8,
}

impl WrittenCoordinate {
    /// The maximum length in bytes. The longest label, `(XXXVIII)`, has 9.
    const LONGEST: usize = 15;

    fn new(text: &str) -> Self {
        let mut bytes = [0; Self::LONGEST];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Self { bytes, length: text.len().to_le_bytes()[0] }
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..usize::from(self.length)]).expect("a label is text")
    }
}

#[derive(Clone, Debug)]
struct PartTable {
    axis: Axis,
    labels: Vec<WrittenCoordinate>,
    /// For each label, its position when the labels are sorted as texts, in which `10` comes before
    /// `2`.
    sort_positions: Vec<u16>,
}

impl PartTable {
    /// Creates the table for the first of `coordinates`. The other elements are the coordinates
    /// that follow the first one in cell names.
    fn new(coordinates: &[Coordinate], size: Size) -> Self {
        let part = &coordinates[0];
        let numbers = size.coordinates().map(|nth| part.number(size, nth));
        let labels: Vec<WrittenCoordinate> =
            numbers.map(|number| WrittenCoordinate::new(&part.written(number))).collect();
        // If one label is a prefix of another, the character after the shorter label decides. That
        // character is the first one of the next coordinate. All such characters sort before the
        // characters of this coordinate, or all sort after them.
        let next = coordinates.get(1).map_or_else(String::new, |next| next.written(1));
        let text = |nth: u16| labels[usize::from(nth)].as_str().bytes().chain(next.bytes());
        let mut order: Vec<u16> = size.coordinates().collect();
        order.sort_unstable_by(|&a, &b| text(a).cmp(text(b)));
        let mut sort_positions = vec![0; order.len()];
        order
            .iter()
            .zip(0..)
            .for_each(|(&nth, position)| sort_positions[usize::from(nth)] = position);
        Self { axis: part.axis, labels, sort_positions }
    }

    #[inline]
    fn label(&self, cell: Cell) -> &WrittenCoordinate {
        &self.labels[usize::from(cell.along(self.axis))]
    }
}

/// Room for the name of a cell.
#[cfg(feature = "cli")]
#[derive(Default)]
pub(crate) struct NameBuffer([[u8; WrittenCoordinate::LONGEST]; 3]);

impl NameTable {
    /// Returns the three parts of a cell's name, whose concatenation is the name.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn parts(&self, cell: Cell) -> impl Iterator<Item = &str> {
        self.parts.iter().map(move |part| part.label(cell).as_str())
    }

    /// Returns the name of a cell, written to `buffer`.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    #[cfg(feature = "cli")]
    #[inline]
    pub(crate) fn write<'b>(&self, cell: Cell, buffer: &'b mut NameBuffer) -> &'b [u8] {
        let (buffer, mut end) = (buffer.0.as_flattened_mut(), 0);
        for part in &self.parts {
            let WrittenCoordinate { bytes, length } = part.label(cell);
            buffer[end..end + WrittenCoordinate::LONGEST].copy_from_slice(bytes);
            end += usize::from(*length);
        }
        &buffer[..end]
    }

    /// Returns the name of a cell.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    #[must_use]
    pub fn name(&self, cell: Cell) -> String {
        let mut name = String::with_capacity(16);
        self.parts(cell).for_each(|part| name.push_str(part));
        name
    }

    /// Returns a sort key of a cell. Sorting by key sorts the names of the cells as texts, so that
    /// `a10(I)` comes before `a2(I)`.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    #[must_use]
    pub fn key(&self, cell: Cell) -> u64 {
        let position =
            |part: &PartTable| u64::from(part.sort_positions[usize::from(cell.along(part.axis))]);
        self.parts.iter().fold(0, |key, part| key << 16 | position(part))
    }
}
