//! The common form of a query, read fast: `King W A1a B3d` and a line end, names as the rule set
//! writes them, one blank between words.
//!
//! Any other line, right or wrong, is left to the careful reader.

use std::ops::Range;

use crate::cell::{Axis, Cell, Size};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// A reader of queries in their common form.
#[derive(Clone, Debug)]
pub struct CommonQueries {
    /// The names of pieces with the blank after them, as numbers, each at its own slot.
    names: Vec<Option<(u64, [Piece; 2])>>,
    multiplier: u64,
    /// For each letter of a cell's name what it adds to the cell's index.
    letters: [[u16; 256]; 3],
}

/// A query in its common form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonQuery {
    /// The piece.
    pub piece: Piece,
    /// The index of the start cell.
    pub start: usize,
    /// The index of the finish cell.
    pub finish: usize,
    /// The length of its line.
    pub length: usize,
}

/// Marks a letter that no cell has.
const WRONG: usize = 1 << 15;
/// The number of slots for names, as a power of two.
const SLOT_BITS: u32 = 8;
/// No common query is longer; shorter texts are left to the careful reader.
const LONGEST: usize = 18;

const BLANKS: u64 = u64::from_le_bytes([b' '; 8]);
const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);

impl CommonQueries {
    /// The reader for the queries of a rule set on a board of this size; none if its names are not
    /// short enough, or take more than a letter for a coordinate.
    #[must_use]
    pub fn new(rules: &Rules, size: Size) -> Option<Self> {
        let letters = letters(rules, size)?;
        let mut names = Vec::new();
        for (role, def) in rules.roles() {
            let pieces = Color::ALL.map(|color| Piece::new(color, role));
            for name in [def.name.clone(), def.letter.to_string()] {
                names.extend(number(name.as_bytes()).map(|number| (number, pieces)));
            }
        }
        // An odd multiplier that gives each name a slot of its own is soon found.
        (1..10_000_u64).map(|nth| nth.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1).find_map(
            |multiplier| {
                let mut slots = vec![None; 1 << SLOT_BITS];
                for &(number, pieces) in &names {
                    let slot = &mut slots[slot(number, multiplier)];
                    if slot.replace((number, pieces)).is_some_and(|(other, _)| other != number) {
                        return None;
                    }
                }
                Some(Self { names: slots, multiplier, letters })
            },
        )
    }

    /// The query at the front of the text, if it has the common form and the text is long enough
    /// to see that at a glance.
    #[must_use]
    #[inline]
    pub fn take(&self, text: &[u8]) -> Option<CommonQuery> {
        let text = text.first_chunk::<LONGEST>()?;
        let word = u64::from_le_bytes(*text.first_chunk::<8>()?);
        // The usual way to find the first zero byte, here the first blank.
        let zeros = word ^ BLANKS;
        let blanks = zeros.wrapping_sub(ONES) & !zeros & HIGHS;
        let length = blanks.trailing_zeros() as usize / 8;
        if length > 7 {
            return None;
        }
        let name = word & (u64::MAX >> (56 - 8 * length));
        let (number, pieces) = self.names[slot(name, self.multiplier)]?;
        let rest: &[u8; 10] = text[length + 1..].first_chunk()?;
        let [color, b' ', start @ .., b' ', _, _, _, b'\n'] = rest else { return None };
        let (start, finish) = (self.index(start), self.index(&rest[6..9]));
        let known = number == name && (*color == b'W' || *color == b'B');
        if !known || start >= WRONG || finish >= WRONG {
            return None;
        }
        let piece = pieces[usize::from(*color == b'B')];
        Some(CommonQuery { piece, start, finish, length: length + 11 })
    }

    /// The index of the cell of three letters; [`WRONG`] or more if there is none.
    #[inline]
    fn index(&self, name: &[u8]) -> usize {
        name.iter()
            .zip(&self.letters)
            .map(|(&letter, adds)| usize::from(adds[usize::from(letter)]))
            .sum()
    }
}

/// A name of at most seven letters and a blank, as a number.
fn number(name: &[u8]) -> Option<u64> {
    let mut bytes = [0; 8];
    let places: Range<usize> = 0..name.len();
    bytes.get_mut(places)?.copy_from_slice(name);
    *bytes.get_mut(name.len())? = b' ';
    (!name.contains(&b' ')).then_some(u64::from_le_bytes(bytes))
}

const fn slot(number: u64, multiplier: u64) -> usize {
    (number.wrapping_mul(multiplier) >> (64 - SLOT_BITS)) as usize
}

/// What each letter at each place of a cell's name adds to the cell's index.
fn letters(rules: &Rules, size: Size) -> Option<[[u16; 256]; 3]> {
    let mut letters = [[1 << 15; 256]; 3];
    if size.cells() >= WRONG {
        return None;
    }
    for (part, letters) in rules.cells().coordinates().iter().zip(&mut letters) {
        for place in size.coordinates() {
            let label = part.label(size, place);
            let [letter] = label.as_bytes() else { return None };
            let cell = match part.axis {
                Axis::File => Cell::new(place, 0, 0),
                Axis::Rank => Cell::new(0, place, 0),
                Axis::Level => Cell::new(0, 0, place),
            };
            if rules.cells().name(size, cell).len() != 3 {
                return None;
            }
            letters[usize::from(*letter)] = u16::try_from(size.index(cell)).ok()?;
        }
    }
    Some(letters)
}
