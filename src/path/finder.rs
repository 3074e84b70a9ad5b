//! [`PathFinder`], which answers many queries about shortest routes.

use std::sync::Arc;

use super::empty_board_paths::EmptyBoardPaths;
use super::obstructed_paths::ObstructedPaths;
use super::routes::RouteCount;
use super::{NoRoute, PathError, Query};
use crate::board::Board;
use crate::cell::{Cell, Size};
use crate::control::Control;
use crate::rules::Rules;

/// A finder of shortest routes for all pieces of a rule set, on an empty board or on a board with
/// other pieces.
///
/// A finder keeps its searches for later queries, up to a limit of memory. Clones share the kept
/// searches. For many queries about one piece and one finish, [`Routes`](super::Routes) takes less
/// memory.
///
/// # Example
/// ```
/// use kubikschach::{notation, path::PathFinder, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.size().expect("its size is fixed");
/// let finder = PathFinder::new(&rules, size);
/// let query = notation::parse_query(&rules, size, "King W A1a B3d")?;
/// assert_eq!(finder.distance(query)?, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathFinder {
    rules: Rules,
    paths: Paths,
}

#[derive(Clone, Debug)]
enum Paths {
    EmptyBoard(Arc<EmptyBoardPaths>),
    Obstructed(Arc<ObstructedPaths>),
}

impl PathFinder {
    /// Creates a finder for an empty board of this size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size) -> Self {
        let paths = EmptyBoardPaths::new(rules, size);
        Self { rules: rules.clone(), paths: Paths::EmptyBoard(Arc::new(paths)) }
    }

    /// Creates a finder for routes on a board with other pieces. Only the queried piece moves.
    ///
    /// Pieces of the queried piece's own side block the queried piece. Pieces of the other side
    /// block it too, or can be captured if the rule set has captures. The start cell of a query
    /// must be empty or have the queried piece on it. Kings are treated as ordinary pieces.
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
        Self::obstructed(ObstructedPaths::new(rules, board, false))
    }

    /// Creates a finder for safe routes on a board with other pieces. On a safe route, the queried
    /// piece is not attacked after any of its moves.
    ///
    /// [`PathFinder::among`] describes which pieces block the queried piece and which it can
    /// capture.
    #[must_use]
    pub fn safely_among(rules: &Rules, board: Board) -> Self {
        Self::obstructed(ObstructedPaths::new(rules, board, true))
    }

    fn obstructed(paths: ObstructedPaths) -> Self {
        Self { rules: paths.rules().clone(), paths: Paths::Obstructed(Arc::new(paths)) }
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        match &self.paths {
            Paths::EmptyBoard(paths) => paths.size(),
            Paths::Obstructed(paths) => paths.board().size(),
        }
    }

    /// Returns the board with its pieces; `None` if the finder searches an empty board.
    #[must_use]
    pub fn board(&self) -> Option<&Board> {
        match &self.paths {
            Paths::EmptyBoard(_) => None,
            Paths::Obstructed(paths) => Some(paths.board()),
        }
    }

    /// Returns `true` if routes may contain captures: the finder was created for a board with other
    /// pieces, and the rule set has captures.
    #[must_use]
    pub fn captures(&self) -> bool {
        matches!(self.paths, Paths::Obstructed(_)) && self.rules.captures()
    }

    /// Returns the least number of moves of the queried piece from start to finish; `None` if there
    /// is no route.
    ///
    /// # Errors
    /// Returns an error if a cell is not on the board, if another piece stands on the start, or if
    /// the search is too large.
    ///
    /// # Complexity
    /// On an empty board, the first query with a piece and a finish searches backwards from the
    /// finish. Later queries with this piece and finish are lookups.
    ///
    /// On a board with other pieces, a query searches from its start until the search reaches the
    /// finish. Later queries with this piece and start continue the search if they need to.
    #[inline(always)]
    pub fn distance(&self, query: Query) -> Result<Option<u32>, PathError> {
        match &self.paths {
            Paths::EmptyBoard(paths) => paths.distance(query),
            Paths::Obstructed(paths) => paths.distance(query, &Control::FREE),
        }
    }

    /// Returns the distance as [`PathFinder::distance`] does, and lets `control` stop the search.
    ///
    /// On an empty board, the search cannot be stopped. On a board with other pieces, each visited
    /// position is a unit of work. After a search on such a board, [`PathFinder::route`],
    /// [`PathFinder::count`] and [`PathFinder::all`] answer the same query without a further
    /// search.
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance`], and an error if `control` stops the search.
    #[inline(always)]
    pub fn distance_with(
        &self,
        query: Query,
        control: &Control<'_>,
    ) -> Result<Option<u32>, PathError> {
        match &self.paths {
            Paths::EmptyBoard(paths) => paths.distance(query),
            Paths::Obstructed(paths) => paths.distance(query, control),
        }
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
        match &self.paths {
            Paths::EmptyBoard(paths) => paths.route(query),
            Paths::Obstructed(paths) => Ok(paths.all(query)?.next()),
        }
    }

    /// Returns the number of shortest routes; 0 if there is no route.
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance`].
    pub fn count(&self, query: Query) -> Result<RouteCount, PathError> {
        match &self.paths {
            Paths::EmptyBoard(paths) => paths.count(query),
            Paths::Obstructed(paths) => paths.count(query),
        }
    }

    /// Returns all shortest routes, sorted by cell names; none if there is no route.
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance`].
    pub fn all(
        &self,
        query: Query,
    ) -> Result<Box<dyn Iterator<Item = Vec<Cell>> + Send>, PathError> {
        match &self.paths {
            Paths::EmptyBoard(paths) => Ok(Box::new(paths.all(query)?)),
            Paths::Obstructed(paths) => Ok(Box::new(paths.all(query)?)),
        }
    }

    /// Returns the reason why there is no route; `None` if there is a route.
    ///
    /// If a piece that cannot be captured stands on the finish, this piece is the reason. The next
    /// choice is an invariant of the piece's steps that excludes the finish, with the simplest
    /// [`LinearForm`](super::LinearForm) possible. If no invariant excludes the finish, the reason
    /// is the edges of the board or the other pieces.
    ///
    /// # Errors
    /// Returns the errors of [`PathFinder::distance`].
    pub fn obstacle(&self, query: Query) -> Result<Option<NoRoute>, PathError> {
        match &self.paths {
            Paths::EmptyBoard(paths) => paths.obstacle(query),
            Paths::Obstructed(paths) => paths.obstacle(query),
        }
    }
}
