//! Atoms: the lines of a piece's definition, and the steps they stand for.

use std::collections::{BTreeMap, BTreeSet};

use super::Step;
use crate::cell::{Axis, Cell, Isometry, Offset, Size};
use crate::piece::{Color, Piece};

/// The reach of a step, and what may stand in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// One step, over whatever stands between.
    Leap,
    /// The step repeated until something stands in the way.
    Ride,
    /// One step, if all cells of at least one route are empty.
    Lame,
}

/// Which other steps an atom stands for besides the one written.
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
    /// What turns the step written into those it stands for; several may turn it into the same one.
    fn isometries(self) -> impl Iterator<Item = Isometry> {
        const UP: Offset = Offset::new(0, 0, 1);
        Isometry::all().filter(move |&isometry| match self {
            Self::Cubic => true,
            Self::Planar => isometry.offset(UP) == UP,
            Self::Fixed => isometry == Isometry::IDENTITY,
        })
    }
}

/// The kind of move that a step makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// To an empty cell.
    Quiet,
    /// To a cell with an enemy.
    Capture,
}

impl MoveKind {
    /// The kind of a move to where this stands.
    #[must_use]
    pub const fn onto(there: Option<Piece>) -> Self {
        if there.is_none() { Self::Quiet } else { Self::Capture }
    }
}

/// Which way White's pieces look, and Black's the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Along the ranks.
    Upright,
    /// Along the files: everything is turned a quarter.
    Sideways,
}

impl Facing {
    /// The axis forward and backward.
    #[must_use]
    pub const fn forward(self) -> Axis {
        match self {
            Self::Upright => Axis::Rank,
            Self::Sideways => Axis::File,
        }
    }

    /// Returns the isometry from the documents' orientation, White playing along the ranks, to this one.
    #[must_use]
    pub const fn isometry(self) -> Isometry {
        match self {
            Self::Upright => Isometry::IDENTITY,
            Self::Sideways => Isometry::QUARTER,
        }
    }
}

/// The cells a lame leaper passes, as offsets from its start.
pub type Route = Vec<Offset>;

/// One line of a piece's definition.
///
/// The step is written for White. Black's is its mirror image along some axes; where the symmetry
/// covers their signs that changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The step.
    pub step: Offset,
    /// The reach of the step.
    pub mode: Mode,
    /// Which other steps it stands for.
    pub symmetry: Symmetry,
    /// The kind of moves it makes; `None` for both.
    pub when: Option<MoveKind>,
    /// The axes along which Black's step is reversed, each once; see [`Atom::MIRRORS`].
    pub mirrors: Vec<Axis>,
    /// How often a [`Mode::Ride`] repeats its step at most; `None` for any number of times.
    pub most: Option<u16>,
    /// The cells from which White makes the step; `None` for all.
    pub from: Option<Starts>,
    /// The routes of a [`Mode::Lame`] step; they turn with it.
    pub routes: Vec<Route>,
}

/// Cells of White from which a step is made, on boards of a size. Black's are their mirror images, as
/// its step is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Starts {
    /// The size of the boards.
    pub size: Size,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Atom {
    /// The axes along which Black's steps are reversed unless an atom says otherwise: Black plays from
    /// the far side and from the top.
    pub const MIRRORS: [Axis; 2] = [Axis::Rank, Axis::Level];

    /// The steps of White that the atom stands for, each as an atom of its own.
    pub(crate) fn written_out(&self) -> Vec<Self> {
        let steps = self.turns(Color::White, Facing::Upright);
        let symmetry = Symmetry::Fixed;
        steps.map(|(step, routes)| Self { step, symmetry, routes, ..self.clone() }).collect()
    }

    /// The steps the atom stands for, in any order. A ride of at most this many steps is one step to the
    /// next cell and lame ones to those beyond; a step from certain cells is lame too, so that all
    /// others need not ask where they start.
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

    /// The cells from which a color makes the steps, in their order; `None` for all.
    fn starts(&self, color: Color, facing: Facing) -> Option<Vec<Cell>> {
        let Starts { size, cells } = self.from.as_ref()?;
        let as_played = self.as_played(color, facing);
        let mut starts: Vec<Cell> = cells.iter().map(|&cell| as_played.cell(*size, cell)).collect();
        starts.sort_unstable();
        Some(starts)
    }

    /// How what is written for White looking along the ranks lies for a color that faces so.
    fn as_played(&self, color: Color, facing: Facing) -> Isometry {
        let mirrored = match color {
            Color::White => Isometry::IDENTITY,
            Color::Black => Isometry::mirror(&self.mirrors),
        };
        mirrored.then(facing.isometry())
    }

    /// The step and its routes in all the ways that its symmetry turns them, in the order of the steps.
    /// Where several turns lead to one step, it has the routes of all of them.
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
