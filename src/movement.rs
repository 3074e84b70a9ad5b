//! Movement: the only module that interprets how pieces move.
//!
//! A piece is a list of [`Atom`]s, the lines of its definition. [`Movement`] expands them once into
//! [`Step`]s. Move generation and the move graph follow a step forwards ([`Step::reach`]). Attacks
//! and distances to a finish follow a step backwards ([`Step::reverse_reach`]).
//!
//! The vocabulary (leaper, rider, lame leaper) is that of Ralph Betza's notation for chess
//! variants, with a third axis.

mod atom;
mod attacks;
mod step;

use std::collections::BTreeMap;
use std::sync::OnceLock;

pub use self::atom::{Atom, LeapPath, Mode, MoveKind, Starts, Symmetry};
use self::attacks::{AttackTable, LONGEST_TABLE_EDGE, Ray};
pub(crate) use self::attacks::{Destinations, Indexes, Line, Lines, MaxBlockers};
pub use self::step::Step;
use crate::board::Occupancy;
use crate::cell::{Cell, Isometry, Size};
use crate::piece::{Color, Piece, Role, RoleSet};

/// The kinds of moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKinds {
    /// Moves to empty cells.
    Quiet,
    /// Moves to empty cells, and captures.
    All,
}

/// The destinations of a piece on a board, and the pieces that block it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The empty cells that the piece can move to.
    pub moves: Vec<Cell>,
    /// The cells with enemy pieces that the piece can capture.
    pub captures: Vec<Cell>,
    /// The cells of the pieces that block the piece and that it cannot capture, sorted.
    pub blockers: Vec<Cell>,
}

/// The movement of all pieces of a rule set.
///
/// Steps, rays and attack tables are computed on first use.
///
/// # Example
/// ```
/// use kubikschach::{board::Empty, cell::{Cell, Size}, movement::MoveKinds, notation, rules::Rules};
/// let rules = Rules::cube();
/// let size = Size::new(3).expect("a size of boards");
/// let knight = notation::parse_piece(&rules, "N")?;
/// let corner = Cell::new(0, 0, 0);
/// assert_eq!(rules.movement().destinations(&Empty(size), knight, corner, MoveKinds::All).len(), 6);
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Movement {
    atoms: Vec<(Role, Atom)>,
    /// For each color, the distinct steps of its pieces, sorted, and the roles that can make each
    /// step.
    steps: [OnceLock<Vec<(Step, RoleSet)>>; 2],
    rays: [OnceLock<Vec<Ray>>; 2],
    /// The attack tables, by the number of cells along an edge of the board; `None` if a table
    /// cannot represent the steps.
    tables: [OnceLock<Option<AttackTable>>; LONGEST_TABLE_EDGE + 1],
    overlapping: OnceLock<RoleSet>,
}

impl Movement {
    /// Creates the movement of pieces from their atoms, each with the role that has it.
    ///
    /// The step of an atom must not be zero, because a zero step would never leave its cell. Rule
    /// sets reject such atoms.
    #[must_use]
    pub fn new(atoms: impl IntoIterator<Item = (Role, Atom)>) -> Self {
        Self {
            atoms: atoms.into_iter().collect(),
            steps: [const { OnceLock::new() }; 2],
            rays: [const { OnceLock::new() }; 2],
            tables: [const { OnceLock::new() }; LONGEST_TABLE_EDGE + 1],
            overlapping: OnceLock::new(),
        }
    }

    fn steps(&self, color: Color) -> &[(Step, RoleSet)] {
        self.steps[color as usize].get_or_init(|| self.expand(color))
    }

    fn expand(&self, color: Color) -> Vec<(Step, RoleSet)> {
        let mut steps: BTreeMap<Step, RoleSet> = BTreeMap::new();
        for (role, atom) in &self.atoms {
            for step in atom.expand(color) {
                steps.entry(step).or_default().insert(*role);
            }
        }
        steps.into_iter().collect()
    }

    fn rays(&self, color: Color) -> &[Ray] {
        self.rays[color as usize].get_or_init(|| Ray::group(self.steps(color)))
    }

    /// Returns the steps that `piece` can make, sorted by offset.
    pub fn steps_of(&self, piece: Piece) -> impl Iterator<Item = &Step> {
        self.steps(piece.color())
            .iter()
            .filter(move |(_, roles)| roles.contains(piece.role()))
            .map(|(step, _)| step)
    }

    /// Returns `true` if `isometry` leaves the moves of `piece` unchanged on boards of this size.
    #[must_use]
    pub fn is_same(&self, isometry: Isometry, size: Size, piece: Piece) -> bool {
        Step::are_same(&self.steps_of(piece).collect::<Vec<_>>(), isometry, size)
    }

    /// Returns the destinations of `piece` on the cell `from`, for moves of these kinds.
    ///
    /// A cell may occur several times if [`Movement::overlapping`] contains the role of the piece.
    pub(crate) fn destinations_with_repeats<'m, B: Occupancy>(
        &'m self,
        board: &'m B,
        piece: Piece,
        from: Cell,
        kinds: MoveKinds,
    ) -> impl Iterator<Item = Cell> {
        let captures = kinds == MoveKinds::All;
        self.steps_of(piece).flat_map(move |step| {
            step.reach(board, from).filter(move |&cell| {
                let there = board.piece_at(cell);
                there.is_none_or(|other| captures && other.color() != piece.color())
                    && step.allows(MoveKind::onto(there))
            })
        })
    }

    /// Returns the roles with two different steps that may lead from one cell to the same other
    /// cell.
    pub(crate) fn overlapping(&self) -> RoleSet {
        let roles = || (0..Role::MAX).filter_map(Role::new).filter(|&role| self.overlaps(role));
        *self.overlapping.get_or_init(|| roles().collect())
    }

    /// Returns the destinations of `piece` on the cell `from`, without repeats.
    ///
    /// Kings are treated as ordinary pieces: they may be captured or left in check.
    #[must_use]
    pub fn destinations<B: Occupancy>(
        &self,
        board: &B,
        piece: Piece,
        from: Cell,
        kinds: MoveKinds,
    ) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            self.destinations_with_repeats(board, piece, from, kinds).collect();
        if self.overlapping().contains(piece.role()) {
            cells.sort_unstable();
            cells.dedup();
        }
        cells
    }

    /// Returns the destinations and the blockers of `piece` on the cell `from`, for moves of these
    /// kinds.
    #[must_use]
    pub fn reach<B: Occupancy>(
        &self,
        board: &B,
        piece: Piece,
        from: Cell,
        kinds: MoveKinds,
    ) -> Reach {
        let destinations = self.destinations(board, piece, from, kinds);
        let mut blockers: Vec<Cell> = self
            .steps_of(piece)
            .flat_map(|step| step.first_blockers(board, from))
            .filter(|cell| !destinations.contains(cell))
            .collect();
        blockers.sort_unstable();
        blockers.dedup();
        let (moves, captures) = destinations.into_iter().partition(|&cell| board.is_empty(cell));
        Reach { moves, captures, blockers }
    }

    /// Returns `true` if all steps of a role are leaps that may start on any cell and may be both
    /// quiet moves and captures. Pieces on the way never block such a role.
    pub(crate) fn only_leaps(&self, role: Role) -> bool {
        let mut own = self.atoms.iter().filter(|(other, _)| *other == role);
        own.all(|(_, atom)| atom.mode == Mode::Leap && atom.when.is_none() && atom.from.is_none())
    }

    fn overlaps(&self, role: Role) -> bool {
        Color::ALL.into_iter().any(|color| {
            let steps: Vec<&Step> = self.steps_of(Piece::new(color, role)).collect();
            steps.iter().enumerate().any(|(nth, a)| steps[..nth].iter().any(|b| a.overlaps(b)))
        })
    }
}
