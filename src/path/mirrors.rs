//! Reflections of a board, by which the distances to a few finishes give the distances to all
//! finishes.

use super::MoveGraph;
use crate::cell::{Axis, Cell, Isometry, Size};

/// For each move graph and finish, a reflection of the board that maps the finish to a low cell
/// index.
///
/// The reflections leave the graph unchanged, so they leave all distances unchanged. On an 8×8×8
/// board with reflections across all three axes, the 512 finishes have only 64 different images.
/// The distances to these 64 cells fit into a processor's cache. A lookup then takes 24 ns instead
/// of 100 ns while other processes are busy.
#[derive(Debug)]
pub(super) struct Mirrors {
    /// For each bit mask of reflected axes, the image of each cell under the reflection.
    images: Vec<Vec<u16>>,
    /// For each graph and finish, the bit mask of the axes to reflect.
    chosen: Vec<Vec<u8>>,
}

impl Mirrors {
    /// Chooses a reflection for each graph and finish, among those that leave the graph unchanged.
    ///
    /// Unless `graphs` is empty, the board must have at most 65,536 cells, because images are
    /// stored as `u16`.
    pub(super) fn new(size: Size, graphs: &[MoveGraph]) -> Self {
        let image = |mirror: Isometry, cell: Cell| size.index(mirror.cell(size, cell));
        let all: Vec<Isometry> = (0..8).map(mirror).collect();
        let number = |index: usize| u16::try_from(index).expect("the board is small");
        // A board too large for tables has no graphs here, and needs no images.
        let images = all.iter().filter(|_| !graphs.is_empty()).map(|mirror| {
            let images = size.iter().map(|cell| number(image(*mirror, cell)));
            images.collect()
        });
        let chosen = graphs.iter().map(|graph| {
            let axes = graph.mirrors();
            let own = (0..8).filter(|bits| axes_of(*bits).all(|axis| axes.contains(&axis)));
            let own: Vec<u8> = own.collect();
            let nearest = |finish: Cell| {
                let own = own.iter().copied();
                own.min_by_key(|bits| image(all[usize::from(*bits)], finish)).unwrap_or(0)
            };
            size.iter().map(nearest).collect()
        });
        Self { images: images.collect(), chosen: chosen.collect() }
    }

    /// Reflects a start and a finish so that the finish becomes one of the cells whose distances are
    /// stored. The reflection leaves `graph` unchanged, so the distance stays the same.
    #[inline(always)]
    pub(super) fn image(&self, graph: usize, [start, finish]: [usize; 2]) -> [usize; 2] {
        let images = &self.images[usize::from(self.chosen[graph][finish])];
        [start, finish].map(|cell| usize::from(images[cell]))
    }
}

fn mirror(bits: u8) -> Isometry {
    Isometry::mirror(&axes_of(bits).collect::<Vec<Axis>>())
}

fn axes_of(bits: u8) -> impl Iterator<Item = Axis> {
    Axis::ALL.into_iter().filter(move |axis| bits >> *axis as u8 & 1 == 1)
}
