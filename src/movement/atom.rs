//! Atoms: the lines of a piece's definition, expanded into steps.

use std::collections::{BTreeMap, BTreeSet};

use super::Step;
use crate::cell::{Axis, Cell, Isometry, Offset, Size};
use crate::piece::{Color, Piece};

/// The way a step passes other pieces, and how often it is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// One step, over any pieces in between.
    Leap,
    /// The step repeated until a piece or the edge stops it.
    Ride,
    /// One step, if all cells of at least one route are empty.
    Lame,
}

/// The steps that an atom stands for besides the one written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// All permutations and signs of the three parts.
    Cubic,
    /// All permutations and signs of file and rank; the level as written.
    Planar,
    /// The step as written.
    Fixed,
}

impl Symmetry {
    /// Returns the isometries that turn the written step into those it stands for; several may give
    /// the same step.
    fn isometries(self) -> impl Iterator<Item = Isometry> {
        const UP: Offset = Offset::new(0, 0, 1);
        Isometry::all().filter(move |&isometry| match self {
            Self::Cubic => true,
            Self::Planar => isometry.offset(UP) == UP,
            Self::Fixed => isometry == Isometry::IDENTITY,
        })
    }
}

/// The kind of a move that a step makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// A move to an empty cell.
    Quiet,
    /// A move that captures an enemy.
    Capture,
}

impl MoveKind {
    /// Returns the kind of a move to a cell with these contents.
    #[must_use]
    pub const fn onto(there: Option<Piece>) -> Self {
        if there.is_none() { Self::Quiet } else { Self::Capture }
    }
}

/// The direction in which White's pieces look; Black's look the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Along the ranks.
    Upright,
    /// Along the files: all steps are turned a quarter.
    Sideways,
}

impl Facing {
    /// Returns the axis on which pieces move forward and backward.
    #[must_use]
    pub const fn forward(self) -> Axis {
        match self {
            Self::Upright => Axis::Rank,
            Self::Sideways => Axis::File,
        }
    }

    /// Returns the isometry from the orientation of rule documents, in which White looks along the
    /// ranks, to this one.
    #[must_use]
    pub const fn isometry(self) -> Isometry {
        match self {
            Self::Upright => Isometry::IDENTITY,
            Self::Sideways => Isometry::QUARTER,
        }
    }
}

/// The cells that a lame leaper passes, as offsets from its start.
pub type Route = Vec<Offset>;

/// One line of a piece's definition.
///
/// The step is written for White. Black's step is its mirror image along [`Atom::mirrors`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The step as written, for White.
    pub step: Offset,
    /// The way the step passes other pieces.
    pub mode: Mode,
    /// The other steps that the written one stands for.
    pub symmetry: Symmetry,
    /// The kind of moves that the step makes; `None` for both.
    pub when: Option<MoveKind>,
    /// The axes along which Black's step is reversed, without repeats; see [`Atom::MIRRORS`].
    pub mirrors: Vec<Axis>,
    /// The most times that a [`Mode::Ride`] repeats its step; `None` for any number.
    pub most: Option<u16>,
    /// The cells from which White may make the step; `None` for all.
    pub from: Option<Starts>,
    /// The routes of a [`Mode::Lame`] step; isometries turn them with the step.
    pub routes: Vec<Route>,
}

/// The cells from which a step may be made, for White; Black's are their mirror images.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Starts {
    /// The size of the boards that the cells are on.
    pub size: Size,
    /// The cells, as White's.
    pub cells: Vec<Cell>,
}

impl Atom {
    /// The axes along which Black's steps are reversed by default: Black plays from the last rank
    /// and from the top.
    pub const MIRRORS: [Axis; 2] = [Axis::Rank, Axis::Level];

    /// Returns the steps of White that the atom stands for, each as an atom with
    /// [`Symmetry::Fixed`].
    pub(crate) fn written_out(&self) -> Vec<Self> {
        let steps = self.turns(Color::White, Facing::Upright);
        let symmetry = Symmetry::Fixed;
        steps.map(|(step, routes)| Self { step, symmetry, routes, ..self.clone() }).collect()
    }

    /// Returns the steps that the atom stands for, in any order.
    ///
    /// A ride with a limit becomes a leap to the next cell and lame steps to the cells beyond. A
    /// leap with starts becomes a lame step too, so that only lame steps need to check their
    /// starts.
    pub(super) fn expand(&self, color: Color, facing: Facing) -> Vec<Step> {
        let starts = self.starts(color, facing);
        let step = |offset, mode, routes| {
            let is_lame = mode == Mode::Leap && starts.is_some();
            let (mode, routes) = if is_lame { (Mode::Lame, vec![vec![]]) } else { (mode, routes) };
            Step { offset, mode, when: self.when, routes, starts: starts.clone() }
        };
        let turns = self.turns(color, facing);
        let Some(most) = self.most.filter(|_| self.mode == Mode::Ride) else {
            return turns.map(|(offset, routes)| step(offset, self.mode, routes)).collect();
        };
        let ridden = |offset: Offset| {
            (1..=most).map(move |count| {
                let passed: Route = (1..count).map(|nth| offset * nth.into()).collect();
                (offset * count.into(), passed)
            })
        };
        turns
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

    /// Returns the cells from which a color may make the steps, sorted; `None` for all.
    fn starts(&self, color: Color, facing: Facing) -> Option<Vec<Cell>> {
        let Starts { size, cells } = self.from.as_ref()?;
        let as_played = self.as_played(color, facing);
        let mut starts: Vec<Cell> = cells.iter().map(|&cell| as_played.cell(*size, cell)).collect();
        starts.sort_unstable();
        Some(starts)
    }

    /// Returns the isometry from the atom as written to the steps of a color.
    fn as_played(&self, color: Color, facing: Facing) -> Isometry {
        let mirrored = match color {
            Color::White => Isometry::IDENTITY,
            Color::Black => Isometry::mirror(&self.mirrors),
        };
        mirrored.then(facing.isometry())
    }

    /// Returns the images of the step and its routes under its symmetry, in the order of the steps.
    ///
    /// If several isometries give the same step, it has the routes of all of them.
    fn turns(
        &self,
        color: Color,
        facing: Facing,
    ) -> impl Iterator<Item = (Offset, Vec<Route>)> + use<> {
        let as_played = self.as_played(color, facing);
        let mut turns: BTreeMap<Offset, BTreeSet<Route>> = BTreeMap::new();
        for turn in self.symmetry.isometries().map(|turn| turn.then(as_played)) {
            let turned = |route: &Route| route.iter().map(|&passed| turn.offset(passed)).collect();
            let routes = turns.entry(turn.offset(self.step)).or_default();
            routes.extend(self.routes.iter().map(turned));
        }
        turns.into_iter().map(|(step, routes)| (step, routes.into_iter().collect()))
    }
}
