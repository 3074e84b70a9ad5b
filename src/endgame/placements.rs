//! Table indices for the placements of an endgame's men.
//!
//! A pair of king cells that makes a hold has an index for each holder. A placement and its images
//! under the isometries share one table index. To find the index, an isometry maps the pair of king
//! cells to the smallest image of this pair. If several isometries do this, the smallest of the
//! resulting indices is taken.

use std::collections::TryReserveError;

use smallvec::SmallVec;

use crate::cell::{Cell, Isometry, Size};
use crate::common::ones;
use crate::control::Control;
use crate::piece::Color;

/// The maximum number of men in an endgame, including the kings.
pub(super) const MOST_MEN: usize = 12;

/// The cell indexes of men: White's king, Black's king, then the other men group by group; and the
/// side whose king holds the other king.
///
/// The cells are an array of fixed length, because such an array is copied without a function call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Placement {
    cells: [u16; MOST_MEN],
    men: u8,
    pub(super) holder: Option<Color>,
}

impl Placement {
    /// Collects the cells of at most [`MOST_MEN`] men; the rest is ignored.
    pub(super) fn new(cells: impl IntoIterator<Item = u16>, holder: Option<Color>) -> Self {
        let mut placement = Self { holder, ..Self::default() };
        cells.into_iter().for_each(|cell| placement.push(cell));
        placement
    }

    fn push(&mut self, cell: u16) {
        if let Some(next) = self.cells.get_mut(usize::from(self.men)) {
            *next = cell;
            self.men += 1;
        }
    }

    pub(super) fn cells(&self) -> &[u16] {
        &self.cells[..usize::from(self.men)]
    }

    pub(super) const fn with_holder(self, holder: Option<Color>) -> Self {
        Self { holder, ..self }
    }

    /// Returns the placement with another cell for one man, and the same holder.
    pub(super) const fn with(mut self, man: usize, cell: u16) -> Self {
        self.cells[man] = cell;
        self
    }
}

#[derive(Clone, Debug)]
pub(super) struct Placements {
    cells: usize,
    /// For each isometry, the image of each cell.
    images: Vec<Vec<u16>>,
    /// For each pair of king cells, its smallest image. The index of a pair is the cell index of
    /// White's king times `cells`, plus the cell index of Black's king.
    pairs: Vec<KingPair>,
    /// Pairs of king cells that are their own smallest images, each with its holder, by
    /// [`KingPair::index`].
    normalized_pairs: Vec<([u16; 2], Option<Color>)>,
    /// For each group with men, the number of its men and the number of ways to place them on an
    /// empty board.
    groups: Vec<(usize, usize)>,
}

/// A pair of king cells: its smallest image, and the isometries that map the pair to this image.
#[derive(Clone, Copy, Debug)]
struct KingPair {
    /// Index of the smallest image in [`Placements::normalized_pairs`]. If the pair makes a
    /// hold, this is the index for White as the holder, and the next one is that for Black.
    index: u32,
    /// Isometries that map the pair to its smallest image, as a set of indices in
    /// [`Placements::images`]: bit `n` stands for isometry `n` of at most 48.
    isometries: u64,
}

impl Placements {
    /// Computes the table indices for two kings and for groups of equal men. `groups` has the
    /// number of men in each group. `holds` returns `true` if kings on two cells hold each other.
    ///
    /// `isometries` must leave the game unchanged. Returns `None` if `control` stops the work.
    pub(super) fn new(
        size: Size,
        isometries: &[Isometry],
        groups: &[usize],
        holds: impl Fn(Cell, Cell) -> bool,
        control: &Control<'_>,
    ) -> Result<Option<Self>, TryReserveError> {
        let cells = size.cells();
        let image_of_cells = |isometry: &Isometry| {
            size.iter().map(|cell| narrow(size.index(isometry.cell(size, cell)))).collect()
        };
        let images: Vec<Vec<u16>> = isometries.iter().map(image_of_cells).collect();
        let groups = groups.iter().filter(|&&count| count > 0);
        let groups = groups.map(|&count| (count, choices(cells, count))).collect();
        let mut pairs = Vec::new();
        pairs.try_reserve_exact(cells * cells)?;
        let mut placements = Self { cells, images, pairs, normalized_pairs: Vec::new(), groups };
        for pair in 0..cells * cells {
            if pair % cells == 0 && control.tick(0).is_err() {
                return Ok(None);
            }
            let kings = [pair / cells, pair % cells];
            let [white, black] = kings.map(|king| size.cell(king));
            placements.add_pair(kings, holds(white, black));
        }
        Ok(Some(placements))
    }

    /// Adds a pair of king cells. `is_hold` is true if the kings hold each other.
    ///
    /// Pairs must be added in ascending order, so that the smallest image of a pair has been added
    /// before.
    fn add_pair(&mut self, kings: [usize; 2], is_hold: bool) {
        let image = |images: &Vec<u16>| kings.map(|king| usize::from(images[king]));
        let smallest = self.images.iter().map(image).min().unwrap_or(kings);
        let normalizing = (0..).zip(&self.images).filter(|(_, images)| image(images) == smallest);
        let isometries = normalizing.fold(0, |set, (nth, _)| set | 1 << nth);
        let index = if smallest == kings {
            let holders = if is_hold { &Color::ALL.map(Some)[..] } else { &[None] };
            let index = self.normalized_pairs.len();
            self.normalized_pairs.extend(holders.iter().map(|&holder| (kings.map(narrow), holder)));
            index
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
    pub(super) fn index(&self, placement: &Placement) -> usize {
        self.normalized_indices(placement).min().unwrap_or(usize::MAX)
    }

    /// Returns the number of placements that share this table index.
    pub(super) fn image_count(&self, index: usize) -> usize {
        let choices: usize = self.groups.iter().map(|(_, choices)| choices).product();
        let (kings, _) = self.normalized_pairs[index / choices];
        // Only one isometry maps the pair to its smallest image.
        if self.pair(kings.map(usize::from)).isometries.is_power_of_two() {
            return self.images.len();
        }
        let same =
            self.normalized_indices(&self.placement(index)).filter(|&image| image == index).count();
        self.images.len() / same.max(1)
    }

    /// Returns an index for each isometry that maps the kings to the smallest image of their cells.
    /// The smallest of these indices is the table index.
    fn normalized_indices(&self, placement: &Placement) -> impl Iterator<Item = usize> {
        let cells = placement.cells();
        let KingPair { index, isometries } = self.pair([cells[0], cells[1]].map(usize::from));
        let index = index as usize + usize::from(placement.holder == Some(Color::Black));
        ones([isometries]).map(move |nth| {
            let images = &self.images[nth];
            let mut men = &cells[2..];
            self.groups.iter().fold(index, |index, &(count, choices)| {
                let (group, rest) = men.split_at(count);
                men = rest;
                index * choices + choice(group, images)
            })
        })
    }

    pub(super) fn placement(&self, index: usize) -> Placement {
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
        let (kings, holder) = self.normalized_pairs[rest];
        let mut placement = Placement::new(kings, holder);
        for (&(count, _), &chosen) in self.groups.iter().zip(chosen.iter().rev()) {
            add_chosen(&mut placement, count, chosen, self.cells);
        }
        placement
    }
}

/// Returns the number of ways to choose `count` of `cells` cells, a binomial coefficient;
/// `usize::MAX` on overflow.
pub(super) fn choices(cells: usize, count: usize) -> usize {
    let product = (0..count).try_fold(1_usize, |product, nth| {
        Some(product.checked_mul(cells.saturating_sub(nth))? / (nth + 1))
    });
    product.unwrap_or(usize::MAX)
}

/// Maps a set of cells by an isometry, and returns the rank of the resulting set in the
/// combinatorial number system. `images` has the image of each cell of the board.
#[inline]
fn choice(cells: &[u16], images: &[u16]) -> usize {
    if let [cell] = *cells {
        return usize::from(images[usize::from(cell)]);
    }
    let mut cells: SmallVec<[u16; 8]> =
        cells.iter().map(|&cell| images[usize::from(cell)]).collect();
    cells.sort_unstable();
    (1..).zip(cells).map(|(nth, cell)| choices(usize::from(cell), nth)).sum()
}

/// Appends a set of `count` cells to `into`, largest cell first: the set with the number `chosen`
/// among the sets of `count` of the `cells` cells.
fn add_chosen(into: &mut Placement, count: usize, chosen: usize, cells: usize) {
    if count == 1 {
        return into.push(narrow(chosen));
    }
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
