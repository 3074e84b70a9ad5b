//! The common form of a query, read fast: `King W A1a B3d` and a line end, names as the rule set
//! writes them, one blank between words.
//!
//! Any other line, right or wrong, is left to the careful reader.

use std::ops::Range;

use crate::cell::{Cell, Size};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// A reader of queries in their common form.
#[derive(Clone, Debug)]
pub struct CommonQueries {
    /// The names of pieces with the blank after them, as numbers, each at its own slot.
    names: Vec<Name>,
    multiplier: u64,
    /// For each letter of the names of the start and the finish what it adds to the number.
    letters: [[[u32; 256]; 3]; 2],
}

/// How queries are numbered: `pieces[piece] + starts * start + finish`, with the piece and the
/// cells as their indexes.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    /// What each piece adds.
    pub pieces: [u32; Piece::COUNT],
    /// What each cell adds to the one before it as a start.
    pub starts: u32,
}

/// A name and the pieces that have it.
#[derive(Clone, Copy, Debug)]
struct Name {
    /// The name as a number, or [`NO_NAME`].
    word: u64,
    /// What White's and Black's pieces of the name add to the number.
    adds: [u32; 2],
}

/// A query in its common form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonQuery {
    /// Its number.
    pub number: usize,
    /// The length of its line.
    pub length: usize,
}

/// No number is as large, even with what three letters of each cell's name add; what letters add
/// that no cell has is as large.
const WRONG: u32 = 1 << 28;
/// The number of slots for names, as a power of two.
const SLOT_BITS: u32 = 8;
/// No common query is longer; shorter texts are left to the careful reader.
const LONGEST: usize = 18;

const BLANKS: u64 = u64::from_le_bytes([b' '; 8]);
/// Where there is no name: what is read up to the first blank never has two of them.
const NO_NAME: u64 = BLANKS;
const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);
/// What stands between color, start and finish.
const PARTS: u64 = u64::from_le_bytes([0, b' ', 0, 0, 0, b' ', 0, 0]);
const BETWEEN: u64 = u64::from_le_bytes([0, 0xFF, 0, 0, 0, 0xFF, 0, 0]);

impl CommonQueries {
    /// The reader for the queries of a rule set on a board of this size; none if its names are not
    /// short enough, or take more than a letter for a coordinate, or the numbers get too large.
    #[must_use]
    pub fn new(rules: &Rules, size: Size, numbering: &Numbering) -> Option<Self> {
        let cells = u32::try_from(size.cells()).ok()?;
        let most = cells.checked_mul(numbering.starts)?.checked_add(cells)?;
        if numbering.pieces.iter().any(|&adds| adds.checked_add(most).is_none_or(|n| n >= WRONG)) {
            return None;
        }
        let letters = [letters(rules, size, numbering.starts)?, letters(rules, size, 1)?];
        let mut names = Vec::new();
        for (role, def) in rules.roles() {
            let adds = Color::ALL.map(|color| numbering.pieces[Piece::new(color, role).index()]);
            for name in [def.name.clone(), def.letter.to_string()] {
                names.extend(word(name.as_bytes()).map(|word| Name { word, adds }));
            }
        }
        // An odd multiplier that gives each name a slot of its own is soon found.
        (1..10_000_u64).map(|nth| nth.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1).find_map(
            |multiplier| {
                let mut slots = vec![Name { word: NO_NAME, adds: [0; 2] }; 1 << SLOT_BITS];
                for name in &names {
                    let slot = &mut slots[slot(name.word, multiplier)];
                    if ![NO_NAME, name.word].contains(&slot.word) {
                        return None;
                    }
                    *slot = *name;
                }
                Some(Self { names: slots, multiplier, letters })
            },
        )
    }

    /// The query at the front of the text, if it has the common form and the text is long enough
    /// to see that at a glance.
    ///
    /// What is wrong is gathered without a branch, and asked for once.
    #[must_use]
    #[inline]
    pub fn take(&self, text: &[u8]) -> Option<CommonQuery> {
        let text = text.first_chunk::<LONGEST>()?;
        let word = u64::from_le_bytes(*text.first_chunk::<8>()?);
        // The usual way to find the first zero byte, here the first blank.
        let zeros = word ^ BLANKS;
        let blanks = zeros.wrapping_sub(ONES) & !zeros & HIGHS;
        let length = (blanks.trailing_zeros() / 8).min(7) as usize;
        let word = word & (blanks ^ blanks.wrapping_sub(1));
        let name = &self.names[slot(word, self.multiplier)];
        let rest = text[length + 1..].first_chunk::<10>()?;
        let [color, _, start @ .., _, _, _, _, end] = rest;
        let parts = u64::from_le_bytes(*rest.first_chunk::<8>()?);
        let colors = [b'W', b'B'].map(|letter| u64::from(color ^ letter));
        let adds = name.adds[usize::from(colors[1] == 0)];
        let number = adds + self.adds(0, start) + self.adds(1, &rest[6..9]);
        let wrong = (word ^ name.word)
            | ((parts & BETWEEN) ^ PARTS)
            | u64::from(end ^ b'\n')
            | (colors[0] * colors[1])
            | u64::from(number / WRONG);
        if wrong != 0 {
            return None;
        }
        Some(CommonQuery { number: number as usize, length: length + 11 })
    }

    /// What the letters of the start's or the finish's name add.
    #[inline]
    fn adds(&self, cell: usize, name: &[u8]) -> u32 {
        name.iter().zip(&self.letters[cell]).map(|(&letter, adds)| adds[usize::from(letter)]).sum()
    }
}

/// A name of at most seven letters and a blank, as a number.
fn word(name: &[u8]) -> Option<u64> {
    let mut bytes = [0; 8];
    let places: Range<usize> = 0..name.len();
    bytes.get_mut(places)?.copy_from_slice(name);
    *bytes.get_mut(name.len())? = b' ';
    (!name.contains(&b' ')).then_some(u64::from_le_bytes(bytes))
}

const fn slot(number: u64, multiplier: u64) -> usize {
    (number.wrapping_mul(multiplier) >> (64 - SLOT_BITS)) as usize
}

/// What each letter at each place of a cell's name adds, if each cell adds as much to the one
/// before it.
fn letters(rules: &Rules, size: Size, each: u32) -> Option<[[u32; 256]; 3]> {
    let mut letters = [[WRONG; 256]; 3];
    for (part, letters) in rules.cells().coordinates().iter().zip(&mut letters) {
        for place in size.coordinates() {
            let label = part.label(size, place);
            let [letter] = label.as_bytes() else { return None };
            let cell = Cell::new(0, 0, 0).with(part.axis, place);
            if rules.cells().name(size, cell).len() != 3 {
                return None;
            }
            letters[usize::from(*letter)] = u32::try_from(size.index(cell)).ok()? * each;
        }
    }
    Some(letters)
}
