//! Distances from one start to all cells, or from all cells to one finish.

use petgraph::Direction;

use super::{MoveGraph, PathError, index};
use crate::cell::{Cell, Size};
use crate::control::{Control, Stopped};
use crate::movement::{EMPTY, Mailbox};

/// The least number of moves from one start to every cell, or from every cell to one finish.
///
/// # Example
/// ```
/// use kubikschach::{cell::Cell, path::MoveGraph, piece::{Color, Piece}, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let knight = Piece::new(Color::White, rules.role_named("knight").expect("a piece"));
/// let found = MoveGraph::new(&rules, size, knight).distances_from(Cell::new(0, 0, 0))?;
/// assert_eq!(found.get(Cell::new(7, 7, 7)), Ok(Some(7)));
/// assert_eq!((found.reached(), found.farthest()), (512, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    size: Size,
    /// Distances of all cells, by index.
    moves: Vec<u32>,
}

/// The distance of a cell without a route.
const NO_ROUTE: u32 = u32::MAX;

impl Distances {
    pub(super) fn new(
        graph: &MoveGraph,
        origin: Cell,
        direction: Direction,
        control: &Control<'_>,
    ) -> Result<Self, PathError> {
        index(graph.size(), origin)?;
        let found = search::<false>(&graph.0.mailbox, origin, direction, control)?;
        Ok(Self { size: graph.size(), moves: graph.0.mailbox.of_cells(&found.moves) })
    }

    /// Creates distances from those of all cells, in the order of [`Size::iter`].
    pub(super) fn from_moves(size: Size, moves: &[Option<u32>]) -> Self {
        Self { size, moves: moves.iter().map(|moves| moves.unwrap_or(NO_ROUTE)).collect() }
    }

    /// Returns the least number of moves from the start to `cell`, or from `cell` to the finish;
    /// `None` if there is no route.
    ///
    /// # Errors
    /// Returns an error if `cell` is not on the board.
    pub fn get(&self, cell: Cell) -> Result<Option<u32>, PathError> {
        Ok(self.of(index(self.size, cell)?))
    }

    /// Returns the distance of the cell with this index; `None` if the cell has no route.
    #[inline]
    pub(super) fn of(&self, index: usize) -> Option<u32> {
        Some(self.moves[index]).filter(|&moves| moves != NO_ROUTE)
    }

    /// Returns the distances of all cells, in the order of [`Size::iter`]; `None` for a cell
    /// without a route.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<u32>> {
        (0..self.size.cells()).map(|index| self.of(index))
    }

    /// Returns the number of cells with a distance. The start, or the finish if these are distances
    /// to a finish, counts too.
    #[must_use]
    pub fn reached(&self) -> usize {
        self.iter().flatten().count()
    }

    /// Returns the largest of the distances, which is 0 if no other cell has a route.
    #[must_use]
    pub fn farthest(&self) -> u32 {
        self.iter().flatten().max().unwrap_or(0)
    }
}

/// Returns the number of shortest routes from every cell to `finish`, by index of the cell; numbers
/// saturate at `u128::MAX`.
pub(super) fn count_routes(
    graph: &MoveGraph,
    finish: Cell,
    control: &Control<'_>,
) -> Result<Vec<u128>, Stopped> {
    let found = search::<true>(&graph.0.mailbox, finish, Direction::Incoming, control)?;
    Ok(graph.0.mailbox.of_cells(&found.routes))
}

/// The results of a search, by slots of the mailbox.
struct Found {
    moves: Vec<u32>,
    /// Numbers of shortest routes; empty unless the search counts routes.
    routes: Vec<u128>,
}

/// The number of cells that a search visits between two calls of its control.
const CELLS_PER_TICK: usize = 1024;

/// Searches breadth first from `origin`, along moves (`Outgoing`) or against them (`Incoming`).
///
/// With `COUNT`, also counts the shortest routes between `origin` and every cell.
fn search<const COUNT: bool>(
    mailbox: &Mailbox,
    origin: Cell,
    direction: Direction,
    control: &Control<'_>,
) -> Result<Found, Stopped> {
    let (states, rays) = (&mailbox.states[..], mailbox.rays(direction));
    let ends = rays.iter().fold(0, |ends, ray| ends | ray.far);
    let origin = mailbox.slot(origin);
    let mut moves = vec![NO_ROUTE; states.len()];
    let (mut routes, mut before) = (vec![], vec![]);
    if COUNT {
        routes = vec![0_u128; states.len()];
        before = vec![usize::MAX; states.len()];
        routes[origin] = 1;
    }
    moves[origin] = 0;
    let mut queue = vec![origin];
    let mut left = states.iter().filter(|&state| state & ends != 0).count();
    left -= usize::from(states[origin] & ends != 0);
    let mut visited = 0;
    while let Some(&slot) = queue.get(visited) {
        if visited % CELLS_PER_TICK == 0 {
            control.tick(CELLS_PER_TICK as u64)?;
        }
        visited += 1;
        let next = moves[slot] + 1;
        // Once all cells are reached, only cells nearer than the farthest add to counts.
        if left == 0 && (!COUNT || queue.last().is_some_and(|&last| moves[last] < next)) {
            break;
        }
        let state = states[slot];
        for ray in rays.iter().filter(|ray| ray.starts_at(states, slot, state)) {
            let mut to = slot;
            loop {
                to = to.wrapping_add_signed(ray.stride);
                if moves[to] == NO_ROUTE && states[to] & ray.far != 0 {
                    moves[to] = next;
                    queue.push(to);
                    left -= 1;
                }
                if COUNT && moves[to] == next && states[to] & ray.far != 0 && before[to] != slot {
                    // Two steps may lead from one cell to the same other cell.
                    before[to] = slot;
                    routes[to] = routes[to].saturating_add(routes[slot]);
                }
                if !ray.rides || states[to] & EMPTY == 0 {
                    break;
                }
                // The ray from a cell with no more moves was, or will be, followed from there. A
                // counting search passes cells with as many moves as `slot`, because the moves past
                // them are routes of their own.
                if moves[to] < next - u32::from(COUNT) && states[to] & ray.near != 0 {
                    break;
                }
            }
        }
    }
    Ok(Found { moves, routes })
}
