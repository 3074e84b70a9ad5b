//! Movement: the only module that interprets how pieces move.
//!
//! A piece is a list of [`Atom`]s, the lines of its definition. [`Movement`] expands them once into
//! [`Step`]s. Move generation and the searches for paths follow the steps; attacks are found by the
//! difference between two cells. A line is the way from one cell to another, with the cells where a
//! piece blocks it.
//!
//! The vocabulary (leaper, rider, lame leaper) is that of Ralph Betza's notation for chess
//! variants, with a third axis.

mod atom;
mod line;
mod mailbox;
mod on_board;
mod packed;
mod step;
mod ways;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use smallvec::smallvec;

pub use self::atom::{Atom, LeapPath, Mode, MoveKind, Starts, Symmetry};
pub(crate) use self::line::{Indexes, Line, Lines};
pub(crate) use self::mailbox::{CAPTURE, CellState, EMPTY, Mailbox, QUIET, START};
pub(crate) use self::on_board::BoardMovement;
pub use self::step::Step;
use crate::board::Occupancy;
use crate::cell::{Cell, Isometry, Size};
use crate::common::sorted;
use crate::piece::{Color, Piece, Role, RoleSet};

/// The destinations of a piece on a board, and the pieces that block it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Empty cells that the piece can move to.
    pub moves: Vec<Cell>,
    /// Cells with enemy pieces that the piece can capture.
    pub captures: Vec<Cell>,
    /// Cells of the pieces that block the piece and that it cannot capture, sorted.
    pub blockers: Vec<Cell>,
}

/// The movement of all pieces of a rule set.
///
/// Steps are computed on first use, and so are the tables of attacks for each board size.
///
/// # Example
/// ```
/// use kubikschach::{board::Empty, cell::{Cell, Size}, notation, rules::Rules};
/// let rules = Rules::cube();
/// let size = Size::new(3).expect("a size of boards");
/// let knight = notation::parse_piece(&rules, "N")?;
/// let corner = Cell::new(0, 0, 0);
/// assert_eq!(rules.movement().destinations(&Empty(size), knight, corner).len(), 6);
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
#[derive(Clone, Debug)]
pub struct Movement {
    atoms: Vec<(Role, Atom)>,
    /// True if pieces can capture.
    captures: bool,
    /// For each color, the distinct steps of its pieces, sorted, and the roles that can make each
    /// step.
    steps: [OnceLock<Vec<(Step, RoleSet)>>; 2],
    /// Movement on boards of up to [`SMALL`] cells along an edge, by the number of cells.
    on_small: Arc<[OnceLock<Arc<BoardMovement>>; SMALL + 1]>,
    /// Movement on larger boards, of the last [`KEPT_SIZES`] sizes, the newest last.
    on_boards: Arc<Mutex<VecDeque<Arc<BoardMovement>>>>,
    overlapping: OnceLock<RoleSet>,
}

/// Compares the atoms, and whether pieces can capture.
impl PartialEq for Movement {
    fn eq(&self, other: &Self) -> bool {
        (&self.atoms, self.captures) == (&other.atoms, other.captures)
    }
}

impl Eq for Movement {}

/// The largest number of cells along an edge for which tables are kept for good, without a lock.
const SMALL: usize = 8;

/// The number of larger board sizes whose tables are kept. A table takes 8 MB for boards with 64 cells
/// along an edge.
const KEPT_SIZES: usize = 8;

impl Movement {
    /// Creates the movement of pieces from their atoms, each with the role that has it. `captures`
    /// is true if pieces can capture.
    ///
    /// The step of an atom must not be zero, because a zero step would never leave its cell. Rule
    /// sets reject such atoms.
    #[must_use]
    pub fn new(atoms: impl IntoIterator<Item = (Role, Atom)>, captures: bool) -> Self {
        Self {
            atoms: atoms.into_iter().collect(),
            captures,
            steps: [const { OnceLock::new() }; 2],
            on_small: Arc::default(),
            on_boards: Arc::default(),
            overlapping: OnceLock::new(),
        }
    }

    /// Returns the movement on boards of this size, from the kept tables if they have it.
    #[inline]
    pub(crate) fn on(&self, size: Size) -> Arc<BoardMovement> {
        match self.on_small.get(size.edge()) {
            Some(kept) => Arc::clone(kept.get_or_init(|| Arc::new(BoardMovement::new(self, size)))),
            None => self.on_large(size),
        }
    }

    fn on_large(&self, size: Size) -> Arc<BoardMovement> {
        let mut kept = self.on_boards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.iter().rfind(|known| known.size() == size) {
            return Arc::clone(known);
        }
        if kept.len() == KEPT_SIZES {
            kept.pop_front();
        }
        let new = Arc::new(BoardMovement::new(self, size));
        kept.push_back(Arc::clone(&new));
        new
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

    /// Returns the roles with two different steps that may lead from one cell to the same other
    /// cell.
    pub(crate) fn overlapping(&self) -> RoleSet {
        let roles = || (0..Role::MAX).filter_map(Role::new).filter(|&role| self.overlaps(role));
        *self.overlapping.get_or_init(|| roles().collect())
    }

    /// Returns the destinations of `piece` on the cell `from`, without repeats.
    ///
    /// Kings are treated as ordinary pieces: they may be captured or left in check.
    ///
    /// # Panics
    /// Panics if `from` is not on the board.
    #[must_use]
    pub fn destinations<B: Occupancy>(&self, board: &B, piece: Piece, from: Cell) -> Vec<Cell> {
        let size = board.size();
        assert!(size.contains(from), "{from:?} is not on the board");
        let movement = self.on(size);
        let found = movement.destinations(board, piece, size.index(from));
        let mut cells: Vec<Cell> = found.map(|index| size.cell(index)).collect();
        if self.overlapping().contains(piece.role()) {
            cells.sort_unstable();
            cells.dedup();
        }
        cells
    }

    /// Returns the destinations and the blockers of `piece` on the cell `from`.
    ///
    /// # Panics
    /// Panics if `from` is not on the board.
    #[must_use]
    pub fn reach<B: Occupancy>(&self, board: &B, piece: Piece, from: Cell) -> Reach {
        let destinations = self.destinations(board, piece, from);
        let size = board.size();
        let is_stopped = |line: &Line<'_>| !line.is_open(board) || !board.is_empty_on(line.to);
        let stopped = self
            .steps_of(piece)
            .filter_map(|step| step.lines_from(size, size.index(from)).find(is_stopped));
        let blockers = stopped.flat_map(|line| {
            if line.is_open(board) { smallvec![line.to] } else { line.blockers(board) }
        });
        let blockers = blockers.map(|index| size.cell(index));
        let blockers = sorted(blockers.filter(|cell| !destinations.contains(cell)));
        let (moves, captures) = destinations.into_iter().partition(|&cell| board.is_empty(cell));
        Reach { moves, captures, blockers }
    }

    /// Returns the destinations of `piece` on the cell `from` by the atom that reaches them: one
    /// list for each atom of the piece, in the order of the rule document. A destination of several
    /// atoms is only in the list of the first.
    ///
    /// # Panics
    /// Panics if `from` is not on the board.
    #[must_use]
    pub fn destinations_by_atom<B: Occupancy>(
        &self,
        board: &B,
        piece: Piece,
        from: Cell,
    ) -> Vec<Vec<Cell>> {
        let mut left = self.destinations(board, piece, from);
        let atoms = self.atoms.iter().filter(|(role, _)| *role == piece.role());
        let take_reached = |(_, atom): &(Role, Atom)| {
            let steps = atom.expand(piece.color());
            let reached = sorted(steps.iter().flat_map(|step| step.ends(board, from)));
            left.extract_if(.., |cell| reached.binary_search(cell).is_ok()).collect()
        };
        atoms.map(take_reached).collect()
    }

    /// Returns `true` if all steps of a role are leaps that may start on any cell and may be both
    /// quiet moves and captures. Pieces on the way never block such a role.
    pub(crate) fn only_leaps(&self, role: Role) -> bool {
        let mut own = self.atoms.iter().filter(|(other, _)| *other == role);
        own.all(|(_, atom)| atom.mode == Mode::Leap && atom.when.is_none() && atom.from.is_none())
    }

    fn overlaps(&self, role: Role) -> bool {
        Color::ALL.into_iter().any(|color| Step::overlap(self.steps_of(Piece::new(color, role))))
    }
}
