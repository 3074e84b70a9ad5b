//! Placements of the men of an endgame, each with a number.
//!
//! Of the placements that turns and mirrors of the board make of each other one has a number that
//! counts: the two kings are brought to the first of their images, and of what is left to choose
//! then, the other men to theirs.

use std::collections::TryReserveError;

use smallvec::SmallVec;

use crate::cell::{Isometry, Size};

/// The cells of men by their indexes: White's king, Black's, and the others group by group.
pub(super) type Cells = SmallVec<[u16; 8]>;

/// The data that all sets of men on a board of a size share.
#[derive(Clone, Debug)]
pub(super) struct Placements {
    cells: usize,
    /// For each turn of the board where it brings each cell.
    turns: Vec<Vec<u16>>,
    /// For each two cells of the kings.
    pairs: Vec<Pair>,
    bringing: Vec<u8>,
    /// The first images by their numbers.
    first: Vec<[u16; 2]>,
    /// The number of men of each group, and their placements on a board of their own.
    groups: Vec<(usize, usize)>,
}

/// The findings about two cells of the kings.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// The number of the first of their images.
    number: u32,
    /// Where the turns that bring them there stand in `bringing`, and how many there are.
    start: u32,
    count: u8,
}

impl Placements {
    /// The placements of two kings and of groups of equal men, which these turns of the board leave
    /// the same in what they can do.
    pub(super) fn new(
        size: Size,
        isometries: &[Isometry],
        groups: &[usize],
    ) -> Result<Self, TryReserveError> {
        let cells = size.cells();
        let turned = |isometry: &Isometry| {
            size.iter().map(|cell| narrow(size.index(isometry.cell(size, cell)))).collect()
        };
        let turns: Vec<Vec<u16>> = isometries.iter().map(turned).collect();
        let groups = groups.iter().map(|&count| (count, choices(cells, count))).collect();
        let (mut pairs, bringing, first) = (Vec::new(), Vec::new(), Vec::new());
        pairs.try_reserve_exact(cells * cells)?;
        let mut placements = Self { cells, turns, pairs, bringing, first, groups };
        (0..cells * cells).for_each(|pair| placements.add_pair([pair / cells, pair % cells]));
        Ok(placements)
    }

    /// Numbers the cells of two kings. Their first image, if it is another, has been.
    fn add_pair(&mut self, kings: [usize; 2]) {
        let image = |turn: &Vec<u16>| kings.map(|king| usize::from(turn[king]));
        let first = self.turns.iter().map(image).min().unwrap_or(kings);
        let start = self.bringing.len();
        let bringing = (0..).zip(&self.turns).filter(|(_, turn)| image(turn) == first);
        self.bringing.extend(bringing.map(|(nth, _)| nth));
        let number = if first == kings {
            self.first.push(kings.map(narrow));
            self.first.len() - 1
        } else {
            self.pair(first).number as usize
        };
        let count = self.bringing.len() - start;
        let small = |number| u32::try_from(number).expect("the board is small");
        let count = u8::try_from(count).expect("there are 48 turns");
        self.pairs.push(Pair { number: small(number), start: small(start), count });
    }

    fn pair(&self, [white, black]: [usize; 2]) -> Pair {
        self.pairs[white * self.cells + black]
    }

    /// Placements have numbers below this one; not all of them count.
    pub(super) fn count(&self) -> usize {
        self.groups.iter().fold(self.first.len(), |count, (_, choices)| count * choices)
    }

    /// The number of a placement, the same for all its images.
    pub(super) fn number(&self, cells: &[u16]) -> usize {
        self.images(cells).min().unwrap_or(usize::MAX)
    }

    /// Returns the number of placements that a counted number stands for.
    pub(super) fn images_of(&self, number: usize) -> usize {
        let choices: usize = self.groups.iter().map(|(_, choices)| choices).product();
        let kings = self.first[number / choices].map(usize::from);
        if self.pair(kings).count == 1 {
            return self.turns.len();
        }
        let same = self.images(&self.cells(number)).filter(|&image| image == number).count();
        self.turns.len() / same.max(1)
    }

    /// The numbers of the images of a placement whose kings are at their first.
    fn images(&self, cells: &[u16]) -> impl Iterator<Item = usize> {
        let Pair { number, start, count } = self.pair([cells[0], cells[1]].map(usize::from));
        let bringing = &self.bringing[start as usize..][..usize::from(count)];
        bringing.iter().map(move |&nth| {
            let turn = &self.turns[usize::from(nth)];
            let mut men = &cells[2..];
            self.groups.iter().fold(number as usize, |number, &(count, choices)| {
                let (group, rest) = men.split_at(count);
                men = rest;
                number * choices + choice(group, turn)
            })
        })
    }

    /// The cells of the placement of a number.
    pub(super) fn cells(&self, number: usize) -> Cells {
        let mut rest = number;
        let chosen: SmallVec<[usize; 8]> = self
            .groups
            .iter()
            .rev()
            .map(|&(_, choices)| {
                let chosen = rest % choices;
                rest /= choices;
                chosen
            })
            .collect();
        let mut cells = Cells::from_slice(&self.first[rest]);
        for (&(count, _), &chosen) in self.groups.iter().zip(chosen.iter().rev()) {
            add_chosen(&mut cells, count, chosen, self.cells);
        }
        cells
    }
}

/// How many sets of this many cells there are, as far as that can be counted.
pub(super) fn choices(cells: usize, count: usize) -> usize {
    let product = (0..count).try_fold(1_usize, |product, nth| {
        Some(product.checked_mul(cells.saturating_sub(nth))? / (nth + 1))
    });
    product.unwrap_or(usize::MAX)
}

/// The number of the set to which a turn brings some cells, in the combinatorial number system.
fn choice(cells: &[u16], turn: &[u16]) -> usize {
    match *cells {
        [] => 0,
        [cell] => usize::from(turn[usize::from(cell)]),
        _ => {
            let mut cells: Cells = cells.iter().map(|&cell| turn[usize::from(cell)]).collect();
            cells.sort_unstable();
            let parts = (1..).zip(cells).map(|(nth, cell)| choices(usize::from(cell), nth));
            parts.sum()
        }
    }
}

/// Adds the cells of the set of a number, the largest first.
fn add_chosen(into: &mut Cells, count: usize, chosen: usize, cells: usize) {
    let (mut rest, mut below) = (chosen, cells);
    for nth in (1..=count).rev() {
        let (mut largest, mut above) = (0, below);
        while largest + 1 < above {
            let middle = usize::midpoint(largest, above);
            if choices(middle, nth) <= rest { largest = middle } else { above = middle }
        }
        rest -= choices(largest, nth);
        below = largest;
        into.push(narrow(largest));
    }
}

/// The index of a cell as it is kept.
pub(super) fn narrow(cell: usize) -> u16 {
    u16::try_from(cell).expect("the board is small")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// On a tiny board every placement has the number of its images, and no other has it.
    #[test]
    fn images_share_a_number_and_nothing_else_does() {
        let size = Size::new(2).expect("a size of boards");
        let isometries: Vec<Isometry> = Isometry::all().collect();
        for (isometries, groups) in [
            (&isometries[..], &[1, 2][..]),
            (&isometries[..1], &[2]),
            (&isometries[..8], &[3]),
            (&isometries, &[]),
        ] {
            let placements = Placements::new(size, isometries, groups).expect("it is small");
            let men = 2 + groups.iter().sum::<usize>();
            let mut seen: HashMap<usize, usize> = HashMap::new();
            for code in 0..8_usize.pow(u32::try_from(men).expect("few men")) {
                let cells: Cells = (0..men).map(|nth| narrow(code >> (3 * nth) & 7)).collect();
                let mut at = 2;
                let is_sorted = groups.iter().all(|count| {
                    let group = &cells[at..at + count];
                    at += count;
                    group.windows(2).all(|pair| pair[0] > pair[1])
                });
                if is_sorted {
                    let number = placements.number(&cells);
                    assert!(number < placements.count());
                    assert_eq!(placements.number(&placements.cells(number)), number);
                    *seen.entry(number).or_default() += 1;
                }
            }
            for (number, count) in seen {
                assert_eq!(placements.images_of(number), count, "{groups:?}");
            }
        }
    }
}
