//! [`MoveGraph`], the graph of a piece's moves.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, OnceLock};

use fixedbitset::FixedBitSet;
use petgraph::Direction;
use smallvec::SmallVec;

use super::invariants::StepInvariants;
use super::table::DistanceTable;
use super::{Distances, NamedCell, PathError};
use crate::board::Board;
use crate::cell::{Axis, Cell, Isometry, Size};
use crate::common::sorted;
use crate::control::{Control, Stopped};
use crate::movement::{CAPTURE, CellState, EMPTY, Mailbox, MoveKind, QUIET, START, Step};
use crate::piece::Piece;
use crate::rules::Rules;

/// The graph of a piece's moves on a board, on which nothing else moves: a node for each cell, an
/// edge for each move.
///
/// The graph computes its edges from the rules. `&MoveGraph` implements the visit traits of
/// petgraph 0.8, so petgraph's algorithms run on it. The weight of a node is its [`NamedCell`]; the
/// weight of each edge is 1.0. Clones share everything, so a clone is cheap.
///
/// Each query of the graph starts a new search. For many queries use a
/// [`PathFinder`](super::PathFinder) or [`Routes`](super::Routes), which keep their searches.
///
/// # Example
/// ```
/// use kubikschach::{path::MoveGraph, piece::{Color, Piece}, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let bishop = Piece::new(Color::White, rules.role_named("bishop").expect("a piece"));
/// let graph = MoveGraph::new(&rules, size, bishop);
/// assert_eq!(petgraph::algo::connected_components(&graph), 4);
/// ```
#[derive(Clone)]
pub struct MoveGraph(pub(super) Arc<GraphInner>);

pub(super) struct GraphInner {
    pub(super) rules: Rules,
    pub(super) piece: Piece,
    pub(super) board: Board,
    /// True if the piece may capture the pieces of the other side.
    captures: bool,
    /// Steps that the piece can make, sorted by offset.
    pub(super) steps: Vec<Step>,
    pub(super) mailbox: Mailbox,
    nodes: OnceLock<Vec<NamedCell>>,
    name_keys: OnceLock<Vec<u64>>,
    first_edges: OnceLock<Vec<usize>>,
    invariants: OnceLock<StepInvariants>,
    /// Table of all distances; `None` if the finders of the graph search instead.
    pub(super) table: OnceLock<Option<DistanceTable>>,
    /// Number of queries that were answered by searches because there was no table.
    pub(super) searches: AtomicUsize,
}

impl fmt::Debug for MoveGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("MoveGraph");
        shown.field("piece", &self.0.piece).field("board", &self.0.board).finish_non_exhaustive()
    }
}

impl MoveGraph {
    /// Creates the graph of a piece on an empty board of this size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size, piece: Piece) -> Self {
        Self::with(rules, Board::new(size), piece, GraphOptions { captures: false, safe: false })
    }

    /// Creates the graph of a piece among the other pieces on `board`.
    ///
    /// The moving piece itself must not be on `board`.
    ///
    /// Pieces of its own side block the moving piece. Pieces of the other side block it too, or can
    /// be captured if the rule set has captures and they are no kings. No edge leaves a cell where
    /// the piece must promote. Each edge is a move on `board` as it stands: pieces captured by
    /// earlier moves are still there. [`PathFinder`](super::PathFinder) takes them off the board.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{cell::Cell, notation, path::MoveGraph, rules::Rules};
    /// let rules = Rules::cube();
    /// let board = notation::parse_board(&rules, "[###,r##,###],[###,#B#,###],[###,###,#n#]")?.board;
    /// let graph = MoveGraph::among(&rules, board, notation::parse_piece(&rules, "R")?);
    /// let [start, finish] = [Cell::new(0, 0, 0), Cell::new(2, 2, 2)];
    /// assert_eq!(graph.distance(start, finish)?, Some(3));
    /// assert!(petgraph::algo::has_path_connecting(&graph, start, finish, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn among(rules: &Rules, board: Board, piece: Piece) -> Self {
        let options = GraphOptions { captures: rules.captures(), safe: false };
        Self::with(rules, board, piece, options)
    }

    /// Creates a graph as [`MoveGraph::among`] does, without the moves to cells that a piece of the
    /// other side attacks.
    #[must_use]
    pub fn safely_among(rules: &Rules, board: Board, piece: Piece) -> Self {
        let options = GraphOptions { captures: rules.captures(), safe: true };
        Self::with(rules, board, piece, options)
    }

    fn with(rules: &Rules, board: Board, piece: Piece, options: GraphOptions) -> Self {
        let GraphOptions { captures, safe } = options;
        let makes = |step: &&Step| captures || step.allows(MoveKind::Quiet);
        let steps: Vec<Step> = rules.movement().steps_of(piece).filter(makes).cloned().collect();
        let size = board.size();
        let attacked: FixedBitSet = if safe {
            rules.movement().on(size).attacks(&board, !piece.color()).map(|line| line.to).collect()
        } else {
            FixedBitSet::new()
        };
        let mover = Mover { rules, piece, size, captures };
        let state = |index| {
            let state = mover.state(size.cell(index), board.piece_on(index));
            if attacked.contains(index) { state & !(QUIET | CAPTURE) } else { state }
        };
        Self(Arc::new(GraphInner {
            mailbox: Mailbox::new(size, &steps, state),
            rules: rules.clone(),
            piece,
            board,
            captures,
            steps,
            nodes: OnceLock::new(),
            name_keys: OnceLock::new(),
            first_edges: OnceLock::new(),
            invariants: OnceLock::new(),
            table: OnceLock::new(),
            searches: AtomicUsize::new(0),
        }))
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.0.board.size()
    }

    /// Returns the state of a cell on which the piece `there` stands; `None` for an empty cell.
    pub(super) fn state(&self, cell: Cell, there: Option<Piece>) -> CellState {
        let GraphInner { rules, piece, captures, .. } = &*self.0;
        let mover = Mover { rules, piece: *piece, size: self.size(), captures: *captures };
        mover.state(cell, there)
    }

    /// Returns a piece of the other side that attacks `cell`, and its cell. Of several attackers,
    /// the one with the lowest cell index is returned.
    pub(super) fn attacker(&self, cell: Cell) -> Option<(Cell, Piece)> {
        let GraphInner { rules, board, piece, .. } = &*self.0;
        let (size, other) = (self.size(), !piece.color());
        let movement = rules.movement().on(size);
        let mut lines = movement.lines_to(board, size.index(cell), other, MoveKind::Capture);
        let attack = lines.find(|line| line.is_open(board))?;
        Some((size.cell(attack.from), board.piece_on(attack.from)?))
    }

    /// Returns the cells that the piece on `cell` can go to (`Outgoing`) or come from (`Incoming`)
    /// in one move, sorted by index.
    ///
    /// The list is empty if `cell` is not on the board.
    #[must_use]
    pub fn adjacent(&self, cell: Cell, direction: Direction) -> Vec<Cell> {
        sorted(self.neighbors(cell, direction))
    }

    /// Returns the cells that [`MoveGraph::adjacent`] returns, in any order.
    pub(super) fn neighbors(&self, cell: Cell, direction: Direction) -> SmallVec<[Cell; 32]> {
        let mut cells = SmallVec::new();
        if self.size().contains(cell) {
            self.0.mailbox.for_each_neighbor(cell, direction, |to| cells.push(to));
        }
        if self.0.rules.movement().overlapping().contains(self.0.piece.role()) {
            cells.sort_unstable();
            cells.dedup();
        }
        cells
    }

    /// Returns the number of edges: the number of moves from all cells together.
    ///
    /// # Complexity
    /// The first call generates the moves from every cell.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.first_edges().last().copied().unwrap_or(0)
    }

    /// Returns the number of the first edge of each cell, by index of the cell. The last element is
    /// the number of all edges.
    pub(super) fn first_edges(&self) -> &[usize] {
        self.0.first_edges.get_or_init(|| {
            let degree = |cell| self.neighbors(cell, Direction::Outgoing).len();
            let ends = self.size().iter().scan(0, |edges, cell| {
                *edges += degree(cell);
                Some(*edges)
            });
            [0].into_iter().chain(ends).collect()
        })
    }

    /// Returns all cells with their names, by index; the first call computes them.
    pub(super) fn nodes(&self) -> &[NamedCell] {
        let (size, names) = (self.size(), self.0.rules.cells());
        let node = |cell| NamedCell { cell, name: names.name(size, cell) };
        self.0.nodes.get_or_init(|| size.iter().map(node).collect())
    }

    /// Returns a sort key for each cell, by index of the cell. The keys compare as the names of the
    /// cells do.
    pub(super) fn name_keys(&self) -> &[u64] {
        self.0.name_keys.get_or_init(|| {
            let names = self.0.rules.cells().table(self.size());
            self.size().iter().map(|cell| names.key(cell)).collect()
        })
    }

    pub(super) fn invariants(&self) -> &StepInvariants {
        let GraphInner { steps, rules, invariants, .. } = &*self.0;
        invariants.get_or_init(|| StepInvariants::new(steps, rules.cells()))
    }

    /// Returns the axes across which a reflection of the board leaves the graph unchanged.
    ///
    /// The image of a route under such a reflection is a route of the same length. A search from a
    /// cell therefore also gives the distances from the images of that cell.
    #[must_use]
    pub fn mirrors(&self) -> Vec<Axis> {
        let (size, steps) = (self.size(), self.0.steps.iter().collect::<Vec<_>>());
        let state = |cell| self.0.mailbox.states[self.0.mailbox.slot(cell)];
        let is_same = |axis: &Axis| {
            let mirror = Isometry::mirror(&[*axis]);
            Step::are_same(&steps, mirror, size)
                && size.iter().all(|cell| state(cell) == state(mirror.cell(size, cell)))
        };
        Axis::ALL.into_iter().filter(is_same).collect()
    }

    /// Returns the least number of moves from `start` to `finish`; `None` if there is no route.
    ///
    /// # Errors
    /// Returns an error if one of the cells is not on the board.
    pub fn distance(&self, start: Cell, finish: Cell) -> Result<Option<u32>, PathError> {
        self.distances_from(start)?.get(finish)
    }

    /// Returns the least number of moves from `start` to every cell.
    ///
    /// # Errors
    /// Returns an error if `start` is not on the board.
    pub fn distances_from(&self, start: Cell) -> Result<Distances, PathError> {
        Distances::new(self, start, Direction::Outgoing, &Control::FREE)
    }

    /// Returns the least number of moves from every cell to `finish`.
    ///
    /// # Errors
    /// Returns an error if `finish` is not on the board.
    pub fn distances_to(&self, finish: Cell) -> Result<Distances, PathError> {
        Distances::new(self, finish, Direction::Incoming, &Control::FREE)
    }

    /// Returns the largest distance from one cell to another. Pairs of cells without a route are
    /// ignored.
    ///
    /// # Complexity
    /// Searches from every cell, except from mirror images of cells searched before.
    #[must_use]
    pub fn diameter(&self) -> u32 {
        self.diameter_with(&Control::FREE).unwrap_or(u32::MAX)
    }

    /// Returns the diameter as [`MoveGraph::diameter`] does, and lets `control` stop the search.
    /// The work of each search from one cell is the number of the board's cells.
    ///
    /// # Errors
    /// Returns an error if `control` stops the search.
    pub fn diameter_with(&self, control: &Control<'_>) -> Result<u32, Stopped> {
        let (size, mirrors) = (self.size(), self.mirrors());
        let is_image = |cell: Cell| {
            mirrors.iter().any(|&axis| cell.along(axis) > size.opposite(cell.along(axis)))
        };
        // The work of a search is counted before the search.
        let watch = |_| control.tick(0).map_or(ControlFlow::Break(()), ControlFlow::Continue);
        let (search, mut diameter) = (Control::new(&watch), 0);
        for start in size.iter().filter(|&cell| !is_image(cell)) {
            control.tick(size.cells() as u64)?;
            match Distances::new(self, start, Direction::Outgoing, &search) {
                Ok(found) => diameter = diameter.max(found.farthest()),
                Err(PathError::Stopped) => return Err(Stopped),
                Err(_) => {}
            }
        }
        Ok(diameter)
    }
}

/// The choices between the three kinds of graphs.
#[derive(Clone, Copy)]
struct GraphOptions {
    /// True if the piece may capture the pieces of the other side.
    captures: bool,
    /// True if the piece may not go to cells that pieces of the other side attack.
    safe: bool,
}

/// The piece that moves, on boards of one size.
struct Mover<'r> {
    rules: &'r Rules,
    piece: Piece,
    size: Size,
    captures: bool,
}

impl Mover<'_> {
    /// Returns the facts about a cell that the moves of the piece depend on. `there` is the other
    /// piece on the cell.
    ///
    /// A king is never captured. A piece that arrives where it must promote goes no further.
    fn state(&self, cell: Cell, there: Option<Piece>) -> CellState {
        let start = if self.rules.promotes(self.piece, self.size, cell) { 0 } else { START };
        match there {
            None => EMPTY | QUIET | start,
            Some(other) if self.is_prey(other) => CAPTURE | start,
            Some(_) => 0,
        }
    }

    fn is_prey(&self, other: Piece) -> bool {
        self.captures && other.color() != self.piece.color() && !self.rules.is_royal(other)
    }
}
