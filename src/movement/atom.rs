//! Atoms: the lines of a piece's definition in a rule document, and their expansion into steps.

use super::Step;
use crate::cell::{Axis, Cell, Isometry, Offset, Size};
use crate::common::sorted;
use crate::piece::{Color, Piece};

/// The kind of a step: that of a leaper, a rider or a lame leaper, in Betza's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// One step, which jumps over any pieces in between.
    Leap,
    /// One or more repeats of the step in one direction, until a piece or the edge of the board
    /// stops the ride.
    Ride,
    /// One step, possible only if all cells of at least one of its paths are empty.
    Lame,
}

/// The symmetry by which one step of a rule document represents several steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// All permutations and sign changes of the step's file, rank and level.
    Cubic,
    /// All permutations and sign changes of the step's file and rank. The level stays as written.
    Planar,
    /// No symmetry: the step represents only itself.
    Fixed,
}

impl Symmetry {
    fn isometries(self) -> impl Iterator<Item = Isometry> {
        const UP: Offset = Offset::new(0, 0, 1);
        Isometry::all().filter(move |&isometry| match self {
            Self::Cubic => true,
            Self::Planar => isometry.offset(UP) == UP,
            Self::Fixed => isometry == Isometry::IDENTITY,
        })
    }
}

/// The kind of a move: quiet or capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// A move to an empty cell.
    Quiet,
    /// A move that captures an enemy piece.
    Capture,
}

impl MoveKind {
    /// Returns the kind of a move onto a cell: [`MoveKind::Capture`] if the cell has a piece,
    /// otherwise [`MoveKind::Quiet`].
    ///
    /// `there` is the piece on the cell before the move.
    #[must_use]
    pub const fn onto(there: Option<Piece>) -> Self {
        if there.is_none() { Self::Quiet } else { Self::Capture }
    }
}

/// The cells that a lame leap passes on one of its paths, as offsets from the start of the leap.
pub type LeapPath = Vec<Offset>;

/// One line of a piece's definition in a rule document.
///
/// The step is written for White. Black's step has the opposite sign on the axes in
/// [`Atom::mirrors`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// Offset of White's step.
    pub step: Offset,
    /// Kind of the step: leap, ride or lame leap.
    pub mode: Mode,
    /// Symmetry that maps the step to further steps of the piece.
    pub symmetry: Symmetry,
    /// Only kind of move that the step may make; `None` if it may make both kinds.
    pub when: Option<MoveKind>,
    /// Axes on which Black's step has the opposite sign, without repeats.
    pub mirrors: Vec<Axis>,
    /// Largest number of times that a [`Mode::Ride`] may repeat the step; `None` for no limit.
    pub most: Option<u16>,
    /// Cells from which White may make the step; `None` for all cells.
    pub from: Option<Starts>,
    /// Paths of a [`Mode::Lame`] step, called `routes` in rule documents; no paths for other
    /// modes. The step is possible if all cells of at least one path are empty. The symmetry maps
    /// the paths together with the step.
    pub paths: Vec<LeapPath>,
}

/// The cells from which White may make a step; Black's start cells are their mirror images.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Starts {
    /// Size of the board that the cells belong to.
    pub size: Size,
    /// White's start cells.
    pub cells: Vec<Cell>,
}

impl Atom {
    /// Returns one atom with [`Symmetry::Fixed`] for each of White's steps that this atom
    /// represents.
    pub(crate) fn written_out(&self) -> Vec<Self> {
        let steps = self.images(Color::White).into_iter();
        let symmetry = Symmetry::Fixed;
        steps.map(|(step, paths)| Self { step, symmetry, paths, ..self.clone() }).collect()
    }

    /// Returns the steps of `color` that the atom represents, in any order.
    ///
    /// A ride with a limit becomes a leap to the nearest cell and a lame step to each farther cell.
    /// A leap with start cells becomes a lame step, so that only lame steps need to check their
    /// start cell.
    pub(super) fn expand(&self, color: Color) -> Vec<Step> {
        let starts = self.starts(color);
        let step = |offset, mode, paths| {
            let is_lame = mode == Mode::Leap && starts.is_some();
            let (mode, paths) = if is_lame { (Mode::Lame, vec![vec![]]) } else { (mode, paths) };
            Step { offset, mode, when: self.when, paths, starts: starts.clone() }
        };
        let images = self.images(color).into_iter();
        let Some(most) = self.most.filter(|_| self.mode == Mode::Ride) else {
            return images.map(|(offset, paths)| step(offset, self.mode, paths)).collect();
        };
        let ridden = |offset: Offset| {
            (1..=most).map(move |count| {
                let passed: LeapPath = (1..count).map(|nth| offset * nth.into()).collect();
                (offset * count.into(), passed)
            })
        };
        images
            .flat_map(|(offset, _)| ridden(offset))
            .map(|(offset, passed)| {
                if passed.is_empty() {
                    step(offset, Mode::Leap, Vec::new())
                } else {
                    step(offset, Mode::Lame, vec![passed])
                }
            })
            .collect()
    }

    fn starts(&self, color: Color) -> Option<Vec<Cell>> {
        let Starts { size, cells } = self.from.as_ref()?;
        let as_played = self.as_played(color);
        let mut starts: Vec<Cell> = cells.iter().map(|&cell| as_played.cell(*size, cell)).collect();
        starts.sort_unstable();
        Some(starts)
    }

    /// Returns the isometry that maps the step of the rule document to the step of `color`.
    fn as_played(&self, color: Color) -> Isometry {
        match color {
            Color::White => Isometry::IDENTITY,
            Color::Black => Isometry::mirror(&self.mirrors),
        }
    }

    /// Returns the images of the step under the symmetry: the offset of each image with its paths,
    /// sorted by offset.
    ///
    /// If several isometries of the symmetry give the same offset, the image has the paths of all
    /// of them.
    fn images(&self, color: Color) -> Vec<(Offset, Vec<LeapPath>)> {
        let as_played = self.as_played(color);
        let image = |isometry: Isometry| {
            let isometry = isometry.then(as_played);
            let path =
                |path: &LeapPath| path.iter().map(|&passed| isometry.offset(passed)).collect();
            (isometry.offset(self.step), self.paths.iter().map(path).collect())
        };
        let mut images: Vec<(Offset, Vec<LeapPath>)> =
            self.symmetry.isometries().map(image).collect();
        images.sort_unstable();
        images.dedup_by(|(step, more), (kept, paths)| {
            if step == kept {
                paths.append(more);
            }
            step == kept
        });
        images.into_iter().map(|(step, paths)| (step, sorted(paths))).collect()
    }
}
