//! Table indices for the placements of an endgame's men.
//!
//! A placement and its images under the isometries share one table index. To find the index, an
//! isometry maps the pair of kings to the smallest of its images. If several isometries do this,
//! the smallest of the resulting indices is taken.

use std::collections::TryReserveError;

use smallvec::SmallVec;

use crate::cell::{Isometry, Size};

/// The cell indexes of men: White's king, Black's king, then the others group by group.
pub(super) type Cells = SmallVec<[u16; 8]>;

#[derive(Clone, Debug)]
pub(super) struct Placements {
    cells: usize,
    /// For each isometry, the image of each cell.
    turns: Vec<Vec<u16>>,
    /// The smallest image of each pair of king cells. The index of a pair is the white king's cell
    /// times `cells` plus the black king's cell.
    pairs: Vec<Pair>,
    bringing: Vec<u8>,
    /// The pairs of king cells that are their own smallest images, by [`Pair::number`].
    first: Vec<[u16; 2]>,
    /// For each group, the number of its men and the number of ways to place them on an empty
    /// board.
    groups: Vec<(usize, usize)>,
}

/// The isometries that map a pair of king cells to its smallest image.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// The index of the smallest image in [`Placements::first`].
    number: u32,
    /// The index in [`Placements::bringing`] of the first of `count` isometries that map the pair to
    /// its smallest image.
    start: u32,
    count: u8,
}

impl Placements {
    /// Computes the table indices for two kings and for groups of equal men. `groups` has the
    /// number of men in each group.
    ///
    /// `isometries` must leave the moves of all men unchanged.
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

    /// Adds a pair of king cells.
    ///
    /// Pairs must be added in ascending order, so that the smallest image of a pair has been added
    /// before.
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

    /// Returns the number of table entries. All table indices are smaller; some belong to no
    /// placement.
    pub(super) fn count(&self) -> usize {
        self.groups.iter().fold(self.first.len(), |count, (_, choices)| count * choices)
    }

    /// Returns the table index of a placement, which all its images share.
    pub(super) fn number(&self, cells: &[u16]) -> usize {
        self.images(cells).min().unwrap_or(usize::MAX)
    }

    /// Returns the number of placements that share the table index `number`.
    pub(super) fn images_of(&self, number: usize) -> usize {
        let choices: usize = self.groups.iter().map(|(_, choices)| choices).product();
        let kings = self.first[number / choices].map(usize::from);
        if self.pair(kings).count == 1 {
            return self.turns.len();
        }
        let same = self.images(&self.cells(number)).filter(|&image| image == number).count();
        self.turns.len() / same.max(1)
    }

    /// Returns an index for each isometry that maps the kings to the smallest image of their cells.
    /// The smallest of these indices is the table index.
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

/// Returns the number of sets of `count` cells, a binomial coefficient; `usize::MAX` on overflow.
pub(super) fn choices(cells: usize, count: usize) -> usize {
    let product = (0..count).try_fold(1_usize, |product, nth| {
        Some(product.checked_mul(cells.saturating_sub(nth))? / (nth + 1))
    });
    product.unwrap_or(usize::MAX)
}

/// Returns the rank of the image of a set of cells, in the combinatorial number system. `turn` has
/// the image of each cell.
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

/// Adds the `count` cells of the set with the rank `chosen` to `into`, largest cell first.
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

pub(super) fn narrow(cell: usize) -> u16 {
    u16::try_from(cell).expect("the board is small")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn two_placements_share_a_number_only_if_they_are_images() {
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
