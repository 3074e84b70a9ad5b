//! Ways by the million.

use std::sync::Arc;

use super::empty_board_paths::EmptyBoardPaths;
use super::obstructed_paths::ObstructedPaths;
use super::routes::RouteCount;
use super::{Obstacle, PathError, Query};
use crate::board::Board;
use crate::cell::{Cell, Size};
use crate::control::Control;
use crate::rules::Rules;

/// Answers questions about the ways of all pieces of a rule set, on an empty board of one size or
/// among the pieces of a board.
///
/// Each search is kept for the next question, as long as there is reasonable room. Clones share what
/// was found. [`Routes`](super::Routes) serve those who ask about the ways of one piece to one cell.
///
/// # Example
/// ```
/// use kubikschach::{notation, path::PathFinder, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.size().expect("its size is fixed");
/// let finder = PathFinder::new(&rules, size);
/// let query = notation::query(&rules, size, "King W A1a B3d")?;
/// assert_eq!(finder.distance(query)?, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathFinder {
    rules: Rules,
    ground: Ground,
}

/// The ground that pieces move over.
#[derive(Clone, Debug)]
enum Ground {
    EmptyBoard(Arc<EmptyBoardPaths>),
    Obstructed(Arc<ObstructedPaths>),
}

impl PathFinder {
    /// Creates a finder for an empty board of this size.
    #[must_use]
    pub fn new(rules: &Rules, size: Size) -> Self {
        let paths = EmptyBoardPaths::new(rules, size);
        Self { rules: rules.clone(), ground: Ground::EmptyBoard(Arc::new(paths)) }
    }

    /// Creates a finder for ways among the pieces of a board, of which only the piece that is asked
    /// about moves.
    ///
    /// Its own side is in its way. The other side is too, or is captured if the rule set knows
    /// captures. The piece may stand on its start or be left out. Kings are pieces like others here.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, path::PathFinder, rules::Rules};
    /// let rules = Rules::cube();
    /// let board = notation::board(&rules, "[###,r##,###],[###,#B#,###],[###,###,#n#]")?.board;
    /// let query = notation::query(&rules, board.size(), "Rook W a1I c3III")?;
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

    /// Creates a finder like [`PathFinder::among`] for ways on which the piece never stops where it
    /// could then be captured.
    #[must_use]
    pub fn safely_among(rules: &Rules, board: Board) -> Self {
        Self::obstructed(ObstructedPaths::new(rules, board, true))
    }

    fn obstructed(paths: ObstructedPaths) -> Self {
        Self { rules: paths.rules().clone(), ground: Ground::Obstructed(Arc::new(paths)) }
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        match &self.ground {
            Ground::EmptyBoard(paths) => paths.size(),
            Ground::Obstructed(paths) => paths.board().size(),
        }
    }

    /// Returns the board whose pieces are in the way, `None` for an empty board.
    #[must_use]
    pub fn board(&self) -> Option<&Board> {
        match &self.ground {
            Ground::EmptyBoard(_) => None,
            Ground::Obstructed(paths) => Some(paths.board()),
        }
    }

    /// Returns `true` if the pieces it is asked about may capture.
    #[must_use]
    pub fn captures(&self) -> bool {
        matches!(self.ground, Ground::Obstructed(_)) && self.rules.captures()
    }

    /// Returns the least number of moves from `start` to `finish`, `None` if there is no way.
    ///
    /// # Errors
    /// See [`PathError`].
    ///
    /// # Complexity
    /// A search from the start among other pieces, to the finish without them; then a lookup.
    #[inline(always)]
    pub fn distance(&self, query: Query) -> Result<Option<u32>, PathError> {
        match &self.ground {
            Ground::EmptyBoard(paths) => paths.distance(query),
            Ground::Obstructed(paths) => paths.distance(query, &Control::FREE),
        }
    }

    /// Returns the least number of moves as [`PathFinder::distance`] does, unless `control` stops the
    /// search among other pieces; the work it reports is positions. What else is asked about the
    /// query takes no longer search.
    ///
    /// # Errors
    /// See [`PathError`].
    #[inline(always)]
    pub fn distance_with(
        &self,
        query: Query,
        control: &Control<'_>,
    ) -> Result<Option<u32>, PathError> {
        match &self.ground {
            Ground::EmptyBoard(paths) => paths.distance(query),
            Ground::Obstructed(paths) => paths.distance(query, control),
        }
    }

    /// Returns the shortest route whose cells come first by name, both ends included; `None` if
    /// there is no way. See [`Routes::shortest`](super::Routes::shortest).
    ///
    /// # Errors
    /// See [`PathError`].
    pub fn route(&self, query: Query) -> Result<Option<Vec<Cell>>, PathError> {
        match &self.ground {
            Ground::EmptyBoard(paths) => paths.route(query),
            Ground::Obstructed(paths) => Ok(paths.all(query)?.next()),
        }
    }

    /// Returns the number of shortest routes, 0 if there is no way.
    ///
    /// # Errors
    /// See [`PathError`].
    pub fn count(&self, query: Query) -> Result<RouteCount, PathError> {
        match &self.ground {
            Ground::EmptyBoard(paths) => paths.count(query),
            Ground::Obstructed(paths) => paths.count(query),
        }
    }

    /// Returns all shortest routes, in the order of the cell names.
    ///
    /// # Errors
    /// See [`PathError`].
    pub fn all(
        &self,
        query: Query,
    ) -> Result<Box<dyn Iterator<Item = Vec<Cell>> + Send>, PathError> {
        match &self.ground {
            Ground::EmptyBoard(paths) => Ok(Box::new(paths.all(query)?)),
            Ground::Obstructed(paths) => Ok(Box::new(paths.all(query)?)),
        }
    }

    /// Returns the reason why there is no way, `None` if there is one.
    ///
    /// Of several reasons the most telling is returned: something that never changes, then a
    /// direction that the piece never takes, then divisibility, each in a simple form before
    /// involved ones.
    ///
    /// # Errors
    /// See [`PathError`].
    pub fn obstacle(&self, query: Query) -> Result<Option<Obstacle>, PathError> {
        match &self.ground {
            Ground::EmptyBoard(paths) => paths.obstacle(query),
            Ground::Obstructed(paths) => paths.obstacle(query),
        }
    }
}
