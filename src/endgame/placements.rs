//! Table indices for the placements of an endgame's men.
//!
//! A placement and its images under the isometries share one table index. To find the index, an
//! isometry maps the pair of king cells to the smallest image of this pair. If several isometries
//! do this, the smallest of the resulting indices is taken.

use std::collections::TryReserveError;

use smallvec::SmallVec;

use crate::bits::ones;
use crate::cell::{Isometry, Size};

/// The cell indexes of men: White's king, Black's king, then the other men group by group.
pub(super) type Placement = SmallVec<[u16; 8]>;

#[derive(Clone, Debug)]
pub(super) struct Placements {
    cells: usize,
    /// For each isometry, the image of each cell.
    images: Vec<Vec<u16>>,
    /// For each pair of king cells, its smallest image. The index of a pair is the cell index of
    /// White's king times `cells`, plus the cell index of Black's king.
    pairs: Vec<KingPair>,
    /// The pairs of king cells that are their own smallest images, by [`KingPair::index`].
    normalized_pairs: Vec<[u16; 2]>,
    /// For each group, the number of its men and the number of ways to place them on an empty
    /// board.
    groups: Vec<(usize, usize)>,
}

/// A pair of king cells: its smallest image, and the isometries that map the pair to this image.
#[derive(Clone, Copy, Debug)]
struct KingPair {
    /// The index of the smallest image in [`Placements::normalized_pairs`].
    index: u32,
    /// The isometries that map the pair to its smallest image, as a set of indices in
    /// [`Placements::images`]: bit `n` stands for isometry `n` of at most 48.
    isometries: u64,
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
        let image_of_cells = |isometry: &Isometry| {
            size.iter().map(|cell| narrow(size.index(isometry.cell(size, cell)))).collect()
        };
        let images: Vec<Vec<u16>> = isometries.iter().map(image_of_cells).collect();
        let groups = groups.iter().map(|&count| (count, choices(cells, count))).collect();
        let mut pairs = Vec::new();
        pairs.try_reserve_exact(cells * cells)?;
        let mut placements = Self { cells, images, pairs, normalized_pairs: Vec::new(), groups };
        (0..cells * cells).for_each(|pair| placements.add_pair([pair / cells, pair % cells]));
        Ok(placements)
    }

    /// Adds a pair of king cells.
    ///
    /// Pairs must be added in ascending order, so that the smallest image of a pair has been added
    /// before.
    fn add_pair(&mut self, kings: [usize; 2]) {
        let image = |images: &Vec<u16>| kings.map(|king| usize::from(images[king]));
        let smallest = self.images.iter().map(image).min().unwrap_or(kings);
        let normalizing = (0..).zip(&self.images).filter(|(_, images)| image(images) == smallest);
        let isometries = normalizing.fold(0, |set, (nth, _)| set | 1 << nth);
        let index = if smallest == kings {
            self.normalized_pairs.push(kings.map(narrow));
            self.normalized_pairs.len() - 1
        } else {
            self.pair(smallest).index as usize
        };
        let index = u32::try_from(index).expect("the board is small");
        self.pairs.push(KingPair { index, isometries });
    }

    fn pair(&self, [white, black]: [usize; 2]) -> KingPair {
        self.pairs[white * self.cells + black]
    }

    /// Returns the number of table indices, which start at 0. Some indices belong to no placement.
    pub(super) fn count(&self) -> usize {
        self.groups.iter().fold(self.normalized_pairs.len(), |count, (_, choices)| count * choices)
    }

    /// Returns the table index of a placement, which all its images share.
    pub(super) fn index(&self, cells: &[u16]) -> usize {
        self.normalized_indices(cells).min().unwrap_or(usize::MAX)
    }

    /// Returns the number of placements that share this table index.
    pub(super) fn image_count(&self, index: usize) -> usize {
        let choices: usize = self.groups.iter().map(|(_, choices)| choices).product();
        let kings = self.normalized_pairs[index / choices].map(usize::from);
        // Only one isometry maps the pair to its smallest image.
        if self.pair(kings).isometries.is_power_of_two() {
            return self.images.len();
        }
        let same =
            self.normalized_indices(&self.cells(index)).filter(|&image| image == index).count();
        self.images.len() / same.max(1)
    }

    /// Returns an index for each isometry that maps the kings to the smallest image of their cells.
    /// The smallest of these indices is the table index.
    fn normalized_indices(&self, cells: &[u16]) -> impl Iterator<Item = usize> {
        let KingPair { index, isometries } = self.pair([cells[0], cells[1]].map(usize::from));
        ones([isometries]).map(move |nth| {
            let images = &self.images[nth];
            let mut men = &cells[2..];
            self.groups.iter().fold(index as usize, |index, &(count, choices)| {
                let (group, rest) = men.split_at(count);
                men = rest;
                index * choices + choice(group, images)
            })
        })
    }

    pub(super) fn cells(&self, index: usize) -> Placement {
        let mut rest = index;
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
        let mut cells = Placement::from_slice(&self.normalized_pairs[rest]);
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

/// Maps a set of cells by an isometry, and returns the rank of the resulting set in the
/// combinatorial number system. `images` has the image of each cell of the board.
fn choice(cells: &[u16], images: &[u16]) -> usize {
    match *cells {
        [] => 0,
        [cell] => usize::from(images[usize::from(cell)]),
        _ => {
            let mut cells: Placement =
                cells.iter().map(|&cell| images[usize::from(cell)]).collect();
            cells.sort_unstable();
            let parts = (1..).zip(cells).map(|(nth, cell)| choices(usize::from(cell), nth));
            parts.sum()
        }
    }
}

/// Appends the cells of the set of `count` cells with the number `chosen` to `into`, largest first.
fn add_chosen(into: &mut Placement, count: usize, chosen: usize, cells: usize) {
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
                let cells: Placement = (0..men).map(|nth| narrow(code >> (3 * nth) & 7)).collect();
                let mut at = 2;
                let is_sorted = groups.iter().all(|count| {
                    let group = &cells[at..at + count];
                    at += count;
                    group.windows(2).all(|pair| pair[0] > pair[1])
                });
                if is_sorted {
                    let index = placements.index(&cells);
                    assert!(index < placements.count());
                    assert_eq!(placements.index(&placements.cells(index)), index);
                    *seen.entry(index).or_default() += 1;
                }
            }
            for (index, count) in seen {
                assert_eq!(placements.image_count(index), count, "{groups:?}");
            }
        }
    }
}
