//! Names of cells: three coordinates, each with its own style of numbers.

use super::Numeral;
use crate::cell::{Axis, Cell, Size};

/// A coordinate in the names of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// The axis of the coordinate.
    pub axis: Axis,
    /// The style of its numbers.
    pub numeral: Numeral,
    /// True if the numbers start at the far end of the axis.
    pub reversed: bool,
    /// The rule set's word for the coordinate, such as `row`.
    pub name: String,
}

impl Coordinate {
    /// Returns the number, from 1, of the nth cell along the axis.
    ///
    /// Apart from the shift by one the function is its own inverse, so parsing uses it too.
    fn number(&self, size: Size, nth: u16) -> u16 {
        let is_there = usize::from(nth) < size.edge();
        let nth = if self.reversed && is_there { size.opposite(nth) } else { nth };
        nth.saturating_add(1)
    }

    /// Returns 1 if numbers grow along the axis, -1 if they grow against it.
    #[must_use]
    pub const fn facing(&self) -> i32 {
        if self.reversed { -1 } else { 1 }
    }

    /// Returns a number as written in names.
    ///
    /// # Panics
    /// In debug builds, if the number is 0 and the style has letters.
    #[must_use]
    pub fn written(&self, number: u16) -> String {
        let mut label = String::new();
        self.numeral.write(number, &mut label);
        label
    }

    /// Returns the label of the nth cell along the axis, from 0, without parentheses.
    #[must_use]
    pub fn label(&self, size: Size, nth: u16) -> String {
        let mut label = String::new();
        self.numeral.write_bare(self.number(size, nth), &mut label);
        label
    }
}

/// The cell names of a rule set.
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
    /// Creates names from one coordinate for each axis, in this order.
    pub(crate) const fn new(coordinates: [Coordinate; 3]) -> Self {
        Self { coordinates }
    }

    /// Returns the coordinates in their order in names.
    #[must_use]
    pub const fn coordinates(&self) -> &[Coordinate; 3] {
        &self.coordinates
    }

    /// Returns the coordinate along an axis.
    ///
    /// # Panics
    /// If no coordinate has this axis; the parser of rule documents makes sure that one has.
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

    /// Appends the name of a cell.
    pub(crate) fn write_name(&self, size: Size, cell: Cell, out: &mut String) {
        self.write(|part| part.number(size, cell.along(part.axis)), out);
    }

    /// Appends the name that has these numbers.
    fn write(&self, number: impl Fn(&Coordinate) -> u16, out: &mut String) {
        self.coordinates.iter().for_each(|part| part.numeral.write(number(part), out));
    }

    /// Parses the name of a cell; `None` if a board of this size has no such cell.
    #[must_use]
    pub fn parse(&self, size: Size, name: &str) -> Option<Cell> {
        let mut coordinates = [0; 3];
        let mut rest = name;
        for part in &self.coordinates {
            let number;
            (number, rest) = part.numeral.read(rest)?;
            if usize::from(number) > size.edge() {
                return None;
            }
            coordinates[part.axis as usize] = part.number(size, number - 1) - 1;
        }
        let [file, rank, level] = coordinates;
        rest.is_empty().then(|| Cell::new(file, rank, level))
    }

    /// Returns a table of all cell names of a board, for writing and comparing millions of names.
    ///
    /// # Complexity
    /// O(*n* log *n*) for *n* cells along an edge.
    #[must_use]
    pub fn table(&self, size: Size) -> NameTable {
        let part = |nth: usize| PartTable::new(&self.coordinates[nth..], size);
        NameTable { parts: [part(0), part(1), part(2)] }
    }

    /// Returns the names with the smallest and the largest numbers, as examples for messages.
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

/// The names of all cells of a board, by coordinate.
#[derive(Clone, Debug)]
pub struct NameTable {
    parts: [PartTable; 3],
}

/// The labels of one coordinate.
#[derive(Clone, Debug)]
struct PartTable {
    axis: Axis,
    labels: Vec<String>,
    /// The rank of each label in the order of names as texts.
    ranks: Vec<u16>,
}

impl PartTable {
    /// Creates the table of the first coordinate; the others follow it in names.
    fn new(coordinates: &[Coordinate], size: Size) -> Self {
        let part = &coordinates[0];
        let numbers = size.coordinates().map(|nth| part.number(size, nth));
        let labels: Vec<String> = numbers.map(|number| part.written(number)).collect();
        // If one label is a prefix of another, the next character decides. It belongs to the next
        // coordinate, all of whose characters sort before, or all after, those of this one.
        let next = coordinates.get(1).map_or_else(String::new, |next| next.written(1));
        let text = |nth: u16| labels[usize::from(nth)].bytes().chain(next.bytes());
        let mut order: Vec<u16> = size.coordinates().collect();
        order.sort_unstable_by(|&a, &b| text(a).cmp(text(b)));
        let mut ranks = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&nth, rank)| ranks[usize::from(nth)] = rank);
        Self { axis: part.axis, labels, ranks }
    }
}

impl NameTable {
    /// Returns the parts of a cell's name in their order.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn parts(&self, cell: Cell) -> impl Iterator<Item = &str> {
        self.parts.iter().map(move |part| &*part.labels[usize::from(cell.along(part.axis))])
    }

    /// Returns a sort key of a cell: keys compare as the names do as texts, so that `a10(I)` comes before
    /// `a2(I)`.
    ///
    /// # Panics
    /// If the board has no such cell.
    #[must_use]
    pub fn key(&self, cell: Cell) -> u64 {
        let rank = |part: &PartTable| u64::from(part.ranks[usize::from(cell.along(part.axis))]);
        self.parts.iter().fold(0, |key, part| key << 16 | rank(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn keys_compare_as_names_do() {
        for (built_in, edge) in [("kubikschach", 8), ("cube", 30), ("great-shatranj", 6)] {
            let rules = Rules::built_in(built_in).expect("it is built in");
            let size = Size::new(edge).expect("a size of boards");
            let table = rules.cells().table(size);
            let mut by_key: Vec<Cell> = size.iter().collect();
            by_key.sort_by_key(|&cell| table.key(cell));
            let names = by_key.iter().map(|&cell| rules.cells().name(size, cell));
            let parts = by_key.iter().map(|&cell| table.parts(cell).collect::<String>());
            assert!(names.clone().is_sorted());
            assert!(names.eq(parts));
        }
    }
}
