//! How a rule set names its cells: three coordinates in a certain order, each with its numerals.

use crate::cell::{Axis, Cell, Size};

/// How the coordinates along an axis are written, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeral {
    /// `A` to `Z`, then `AA`, `AB`, …
    Upper,
    /// `a` to `z`, then `aa`, `ab`, …
    Lower,
    /// `1`, `2`, …
    Digits,
    /// `(I)`, `(II)`, …; without the parentheses too in input.
    Roman,
}

/// The values of the Roman numerals, the largest first.
const ROMAN: [(u16, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

impl Numeral {
    /// The styles and what a rule set's file calls them.
    pub(crate) const NAMES: [(&'static str, Self); 4] =
        [("A", Self::Upper), ("a", Self::Lower), ("1", Self::Digits), ("(I)", Self::Roman)];

    /// The number, at least 1, without parentheses.
    pub(crate) fn bare(self, number: u16) -> String {
        match self {
            Self::Upper => letters(number, b'A'),
            Self::Lower => letters(number, b'a'),
            Self::Digits => number.to_string(),
            Self::Roman => roman(number),
        }
    }

    fn write(self, number: u16) -> String {
        let bare = self.bare(number);
        if self == Self::Roman { format!("({bare})") } else { bare }
    }

    /// The number at the front of the text and the rest of it.
    fn read(self, text: &str) -> Option<(u16, &str)> {
        if let (Self::Roman, Some(inner)) = (self, text.strip_prefix('(')) {
            let (number, rest) = self.read_bare(inner)?;
            return Some((number, rest.strip_prefix(')')?));
        }
        self.read_bare(text)
    }

    fn read_bare(self, text: &str) -> Option<(u16, &str)> {
        let end = text.find(|letter| !self.has(letter)).unwrap_or(text.len());
        let (digits, rest) = text.split_at(end);
        let number = match self {
            Self::Upper => number(digits, b'A'),
            Self::Lower => number(digits, b'a'),
            Self::Digits => digits.parse().ok(),
            Self::Roman => value_of_roman(digits),
        };
        // One spelling for each number: no leading zeros, no `IIII`.
        number.filter(|&n| n > 0 && self.bare(n) == digits).map(|n| (n, rest))
    }

    /// Whether a number of this style can hold the letter.
    pub(crate) fn has(self, letter: char) -> bool {
        match self {
            Self::Upper => letter.is_ascii_uppercase(),
            Self::Lower => letter.is_ascii_lowercase(),
            Self::Digits => letter.is_ascii_digit(),
            Self::Roman => "MDCLXVI".contains(letter),
        }
    }
}

fn letters(number: u16, first: u8) -> String {
    let mut rest = u32::from(number);
    let mut letters = Vec::new();
    while rest > 0 {
        rest -= 1;
        letters.push(char::from_u32(u32::from(first) + rest % 26).unwrap_or_default());
        rest /= 26;
    }
    letters.iter().rev().collect()
}

fn number(letters: &str, first: u8) -> Option<u16> {
    letters.bytes().try_fold(0_u16, |number, letter| {
        number.checked_mul(26)?.checked_add(u16::from(letter - first) + 1)
    })
}

fn roman(number: u16) -> String {
    let mut rest = number;
    let mut text = String::new();
    for (value, letters) in ROMAN {
        text.push_str(&letters.repeat(usize::from(rest / value)));
        rest %= value;
    }
    text
}

fn value_of_roman(text: &str) -> Option<u16> {
    let mut rest = text;
    let mut number = 0_u16;
    for (value, letters) in ROMAN {
        while let Some(shorter) = rest.strip_prefix(letters) {
            number = number.checked_add(value)?;
            rest = shorter;
        }
    }
    rest.is_empty().then_some(number)
}

/// One coordinate of a cell's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Which axis it runs along.
    pub axis: Axis,
    /// How it is written.
    pub numeral: Numeral,
    /// Whether it counts from the far end of the axis.
    pub reversed: bool,
    /// What the rule set calls a cell's place on the axis, such as `row`.
    pub name: String,
}

impl Coordinate {
    /// The number, from 1, that names a place on the axis; and, as it is its own inverse up to the
    /// shift by one, the place a number names.
    fn number(&self, size: Size, place: u16) -> u16 {
        let last = size.coordinates().len() - 1;
        let last = u16::try_from(last).unwrap_or(u16::MAX);
        1 + if self.reversed { last - place } else { place }
    }

    /// Whether the numbers grow along the axis (1) or against it (-1).
    #[must_use]
    pub const fn facing(&self) -> i32 {
        if self.reversed { -1 } else { 1 }
    }

    /// The label of a place on the axis, without parentheses.
    #[must_use]
    pub fn label(&self, size: Size, place: u16) -> String {
        self.numeral.bare(self.number(size, place))
    }
}

/// The cell names of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellNames {
    coordinates: [Coordinate; 3],
}

impl CellNames {
    /// Names of these three coordinates, one for each axis, in this order.
    pub(crate) const fn new(coordinates: [Coordinate; 3]) -> Self {
        Self { coordinates }
    }

    /// The coordinates in the order in which a name has them.
    #[must_use]
    pub const fn coordinates(&self) -> &[Coordinate; 3] {
        &self.coordinates
    }

    /// The coordinate along an axis.
    ///
    /// # Panics
    /// Never: each axis has one.
    #[must_use]
    pub fn along(&self, axis: Axis) -> &Coordinate {
        let found = self.coordinates.iter().find(|coordinate| coordinate.axis == axis);
        found.expect("a rule set names all three axes")
    }

    /// The name of a cell.
    #[must_use]
    pub fn name(&self, size: Size, cell: Cell) -> String {
        self.coordinates
            .iter()
            .map(|part| part.numeral.write(part.number(size, cell.along(part.axis))))
            .collect()
    }

    /// The cell of a name, if there is one on a board of this size.
    #[must_use]
    pub fn parse(&self, size: Size, name: &str) -> Option<Cell> {
        let mut places = [0; 3];
        let mut rest = name;
        for part in &self.coordinates {
            let number;
            (number, rest) = part.numeral.read(rest)?;
            if usize::from(number) > size.edge() {
                return None;
            }
            places[part.axis as usize] = part.number(size, number - 1) - 1;
        }
        let [file, rank, level] = places;
        rest.is_empty().then(|| Cell::new(file, rank, level))
    }

    /// The first and the last cell in the order of the numbers, as examples of names.
    #[must_use]
    pub fn corners(&self, size: Size) -> [String; 2] {
        let last = u16::try_from(size.edge()).unwrap_or(u16::MAX);
        [1, last].map(|n| self.coordinates.iter().map(|part| part.numeral.write(n)).collect())
    }
}
