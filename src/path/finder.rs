//! [`PathFinder`], which answers many queries about shortest routes.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

use petgraph::Direction;

use super::captures::CaptureSearch;
use super::invariants::Confinement;
use super::kept::Kept;
use super::routes::{self, RouteCount};
use super::table::DistanceTable;
use super::{Distances, MoveGraph, NoRoute, PathError, Query, index};
use crate::board::Board;
use crate::cell::{Cell, Size};
use crate::control::Control;
use crate::movement::{CAPTURE, Step};
use crate::piece::{Color, Piece};
use crate::rules::Rules;

/// A finder of shortest routes for all pieces of a rule set, on an empty board or on a board with
/// other pieces.
///
/// A finder keeps its searches for later queries, up to a limit of memory. Clones share the kept
/// searches. For many queries about one piece and one finish,
/// [`Routes`](super::Routes) takes less memory.
///
/// # Example
/// ```
/// use kubikschach::{notation, path::PathFinder, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let finder = PathFinder::new(&rules, size);
/// let query = notation::parse_query(&rules, size, "King W A1a B3d")?;
/// assert_eq!(finder.distance(query)?, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathFinder(pub(super) Arc<FinderInner>);

#[derive(Debug)]
pub(super) struct FinderInner {
    rules: Rules,
    size: Size,
    /// Board with other pieces; `None` for an empty board.
    board: Option<Board>,
    pub(super) safe: bool,
    /// Graph of each piece, by [`Piece::index`].
    graphs: [OnceLock<MoveGraph>; Piece::COUNT],
    pub(super) kept: Mutex<Kept>,
}

/// The number of queries about a piece that are answered by searches of their own. A further query
/// makes the [`DistanceTable`].
const SEARCHES: usize = 4;

impl PathFinder {
    /// Creates a finder for an empty board of this size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size) -> Self {
        Self::with(rules, size, None, false)
    }

    /// Creates a finder for routes on a board with other pieces. Only the queried piece moves.
    ///
    /// Pieces of the queried piece's own side block the queried piece. Pieces of the other side
    /// block it too, or can be captured if the rule set has captures and they are no kings. The
    /// start cell of a query must be empty or have the queried piece on it. A route ends where the
    /// piece must promote.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, path::PathFinder, rules::Rules};
    /// let rules = Rules::cube();
    /// let board = notation::parse_board(&rules, "[###,r##,###],[###,#B#,###],[###,###,#n#]")?.board;
    /// let query = notation::parse_query(&rules, board.size(), "Rook W a1I c3III")?;
    /// let finder = PathFinder::among(&rules, board.clone());
    /// assert_eq!(finder.distance(query)?, Some(3));
    /// let safe = PathFinder::safely_among(&rules, board);
    /// assert_eq!(safe.distance(query)?, Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn among(rules: &Rules, board: Board) -> Self {
        Self::with(rules, board.size(), Some(board), false)
    }

    /// Creates a finder for safe routes on a board with other pieces. On a safe route, the queried
    /// piece is not attacked after any of its moves.
    ///
    /// [`PathFinder::among`] describes which pieces block the queried piece and which it can
    /// capture.
    #[must_use]
    pub fn safely_among(rules: &Rules, board: Board) -> Self {
        Self::with(rules, board.size(), Some(board), true)
    }

    fn with(rules: &Rules, size: Size, board: Option<Board>, safe: bool) -> Self {
        let graphs = [const { OnceLock::new() }; Piece::COUNT];
        let kept = Mutex::default();
        Self(Arc::new(FinderInner { rules: rules.clone(), size, board, safe, graphs, kept }))
    }

    /// Returns the rule set.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.0.size
    }

    /// Returns the board with its pieces; `None` if the finder searches an empty board.
    #[must_use]
    pub fn board(&self) -> Option<&Board> {
        self.0.board.as_ref()
    }

    /// Returns `true` if routes may contain captures: the finder was created for a board with other
    /// pieces, and the rule set has captures.
    #[must_use]
    pub fn captures(&self) -> bool {
        self.0.board.is_some() && self.0.rules.captures()
    }

    /// Returns the least number of moves of the queried piece from start to finish; `None` if there
    /// is no route.
    ///
    /// # Errors
    /// Returns an error if a cell is not on the board, if another piece stands on the start, or if
    /// the search is too large.
    ///
    /// # Complexity
    /// On an empty board of at most 512 cells, the fifth query about a piece computes the distances
    /// between all cells. Later queries about this piece are lookups.
    ///
    /// On other boards, the first query with a piece and a finish searches backwards from the
    /// finish. Later queries with this piece and finish are lookups.
    ///
    /// Captures may change where the piece can go later, if its steps are lame or its routes must
    /// be safe. In that case, a query searches from its start until the search reaches the finish.
    /// Later queries with this piece and start continue the search if they need to.
    #[inline]
    pub fn distance(&self, query: Query) -> Result<Option<u32>, PathError> {
        self.distance_with(query, &Control::FREE)
    }

    /// Returns the distance as [`PathFinder::distance`] does, and lets `control` stop the search.
    ///
    /// Each visited cell or position is a unit of work. After the search, [`PathFinder::route`],
    /// [`PathFinder::count`] and [`PathFinder::all`] answer the same query without a further
    /// search, or with a search of at most 512 cells.
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance`], and an error if `control` stops the search.
    #[inline]
    pub fn distance_with(
        &self,
        query: Query,
        control: &Control<'_>,
    ) -> Result<Option<u32>, PathError> {
        let Query { piece, start, finish } = query;
        let size = self.size();
        match self.table(piece) {
            Some(table) if size.contains(start) && size.contains(finish) => {
                Ok(table.distance([size.index(start), size.index(finish)]))
            }
            _ => self.search_distance(query, control),
        }
    }

    /// Returns the distance by a search, which is kept, or by a new table.
    #[inline(never)]
    fn search_distance(
        &self,
        query: Query,
        control: &Control<'_>,
    ) -> Result<Option<u32>, PathError> {
        let cells = self.check(query)?;
        if let Some(table) = self.make_table(query.piece) {
            return Ok(table.distance(cells));
        }
        let by_captures = |search: &CaptureSearch| search.distance(query.finish);
        self.search(query, control, |routes| routes.distance(query.start), by_captures)
    }

    /// Returns the first of the shortest routes in the order of cell names; `None` if there is no
    /// route.
    ///
    /// The route includes start and finish. Names are compared as texts; see
    /// [`Routes::shortest`](super::Routes::shortest).
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance`].
    pub fn route(&self, query: Query) -> Result<Option<Vec<Cell>>, PathError> {
        let cells = self.check(query)?;
        if let Some(table) = self.table(query.piece) {
            return Ok(table.route(cells));
        }
        let by_captures = |search: &CaptureSearch| search.routes(query.finish).next();
        self.search(query, &Control::FREE, |routes| routes.shortest(query.start), by_captures)
    }

    /// Returns the number of shortest routes; 0 if there is no route.
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance`].
    pub fn count(&self, query: Query) -> Result<RouteCount, PathError> {
        self.count_with(query, &Control::FREE)
    }

    /// Returns the number of routes as [`PathFinder::count`] does, and lets `control` stop the search.
    pub(crate) fn count_with(
        &self,
        query: Query,
        control: &Control<'_>,
    ) -> Result<RouteCount, PathError> {
        let by_captures = |search: &CaptureSearch| search.count(query.finish);
        let count = |routes: Arc<super::Routes>| routes.count_with(query.start, control);
        self.search(query, control, count, by_captures)
    }

    /// Returns all shortest routes, sorted by cell names; none if there is no route.
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance`].
    pub fn all(
        &self,
        query: Query,
    ) -> Result<Box<dyn Iterator<Item = Vec<Cell>> + Send>, PathError> {
        type All = Box<dyn Iterator<Item = Vec<Cell>> + Send>;
        let by_routes = |found| Ok(Box::new(routes::all(found, query.start)?) as All);
        let by_captures = |search: &CaptureSearch| Box::new(search.routes(query.finish)) as All;
        self.search(query, &Control::FREE, by_routes, by_captures)
    }

    /// Returns the least number of moves of a piece from `start` to every cell, and lets `control`
    /// stop the search.
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance_with`].
    pub fn distances_from(
        &self,
        piece: Piece,
        start: Cell,
        control: &Control<'_>,
    ) -> Result<Distances, PathError> {
        let to = |finish| Query { piece, start, finish };
        self.check(to(start))?;
        if !self.captures_matter(piece) {
            return Distances::new(&self.lifted(to(start)), start, Direction::Outgoing, control);
        }
        let all = self.size().iter().map(|finish| self.distance_with(to(finish), control));
        Ok(Distances::from_moves(self.size(), &all.collect::<Result<Vec<_>, _>>()?))
    }

    /// Returns the reason why there is no route; `None` if there is a route.
    ///
    /// The reason is the first of these that applies: a piece that cannot be captured stands on the
    /// finish; the piece must promote on the start; an invariant of the piece's steps excludes the
    /// finish, with the simplest [`LinearForm`](super::LinearForm) possible. If none applies, the
    /// reason is the edges of the board or the other pieces.
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance`].
    pub fn why_no_route(&self, query: Query) -> Result<Option<NoRoute>, PathError> {
        if self.distance(query)?.is_some() {
            return Ok(None);
        }
        let Query { piece, start, finish } = query;
        let graph = self.lifted(query);
        let there = graph.0.board.piece_at(finish);
        if let Some(other) = there.filter(|_| graph.state(finish, there) & CAPTURE == 0) {
            return Ok(Some(NoRoute::Occupied(other)));
        }
        if self.rules().promotes(piece, self.size(), start) {
            return Ok(Some(NoRoute::Promoted));
        }
        if let Some(broken) = graph.invariants().broken(start.offset_to(finish)) {
            return Ok(Some(broken));
        }
        let by_routes = |_| Ok(graph.distances_from(start)?.reached());
        let reached = self.search(query, &Control::FREE, by_routes, CaptureSearch::reached)?;
        let (cells, safe) = (self.size().cells(), self.0.safe);
        if self.board().is_none() {
            return Ok(Some(NoRoute::Reach { reached, cells }));
        }
        let attacker = if safe { graph.attacker(finish) } else { None };
        let alone = MoveGraph::new(self.rules(), self.size(), piece).distance(start, finish)?;
        Ok(Some(NoRoute::Pieces(Confinement { reached, cells, safe, attacker, alone })))
    }

    /// Returns the graph of a piece on the board. On an empty board, a black piece that moves as
    /// White's piece shares the graph of White's piece, and so its searches.
    #[inline]
    pub(super) fn graph(&self, piece: Piece) -> &MoveGraph {
        self.0.graphs[piece.index()].get_or_init(|| {
            let graph = self.create_graph(self.0.board.clone(), piece);
            let white = Piece::new(Color::White, piece.role());
            if self.board().is_some() || piece == white {
                return graph;
            }
            let shared = self.graph(white);
            if shared.0.mailbox == graph.0.mailbox { shared.clone() } else { graph }
        })
    }

    fn create_graph(&self, board: Option<Board>, piece: Piece) -> MoveGraph {
        let FinderInner { rules, size, safe, .. } = &*self.0;
        match board {
            None => MoveGraph::new(rules, *size, piece),
            // A search over captures finds out itself what the other pieces attack.
            Some(board) if *safe && !rules.captures() => {
                MoveGraph::safely_among(rules, board, piece)
            }
            Some(board) => MoveGraph::among(rules, board, piece),
        }
    }

    /// Returns the graph of the queried piece. If the piece is on the board, it is taken off first.
    pub(super) fn lifted(&self, Query { piece, start, .. }: Query) -> MoveGraph {
        let mut board = self.0.board.clone();
        match &mut board {
            Some(board) if !board.is_empty(start) => board.set(start, None),
            _ => return self.graph(piece).clone(),
        }
        self.create_graph(board, piece)
    }

    /// Returns `true` if the shortest routes of a piece may depend on its earlier captures.
    ///
    /// Safe routes depend on captures, because a captured piece no longer attacks. Lame steps
    /// depend on captures, because a capture may empty a path. Rides do not: no shortest route
    /// passes over the cell of an earlier capture, because the rider could have ridden on from that
    /// cell in one move.
    pub(super) fn captures_matter(&self, piece: Piece) -> bool {
        let has_path = |step: &Step| step.paths().iter().any(|path| !path.is_empty());
        self.captures() && (self.0.safe || self.graph(piece).0.steps.iter().any(has_path))
    }

    /// Returns the indexes of start and finish. Returns an error if one is not on the board, or if
    /// another piece is on the start.
    #[inline]
    pub(super) fn check(
        &self,
        Query { piece, start, finish }: Query,
    ) -> Result<[usize; 2], PathError> {
        let cells = [index(self.size(), start)?, index(self.size(), finish)?];
        match self.board().and_then(|board| board.piece_on(cells[0])) {
            Some(other) if other != piece => Err(PathError::StartTaken(other)),
            _ => Ok(cells),
        }
    }

    /// Returns the table of a piece's distances, if it has been made.
    #[inline]
    fn table(&self, piece: Piece) -> Option<&DistanceTable> {
        self.0.graphs[piece.index()].get()?.0.table.get()?.as_ref()
    }

    /// Makes the table of a piece's distances; `None` if searches answer this query sooner, or if
    /// the table would need too much memory.
    fn make_table(&self, piece: Piece) -> Option<&DistanceTable> {
        if self.board().is_some() || self.size().cells() > DistanceTable::MOST_CELLS {
            return None;
        }
        let graph = self.graph(piece);
        if graph.0.searches.fetch_add(1, Ordering::Relaxed) < SEARCHES {
            return None;
        }
        let new = || DistanceTable::new(graph).filter(|table| self.kept().reserve(table.bytes()));
        graph.0.table.get_or_init(new).as_ref()
    }

    /// Lowers the limit on the memory of the searches that the finder and its clones keep.
    #[cfg(feature = "serde")]
    pub(crate) fn keep_at_most(&self, bytes: usize) {
        self.kept().keep_at_most(bytes);
    }
}
