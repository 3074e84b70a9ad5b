//! Ways by the million.

use std::sync::Arc;

use super::empty_board_paths::EmptyBoardPaths;
use super::obstructed_paths::ObstructedPaths;
use super::routes::RouteCount;
use super::{Obstacle, PathError, Query};
use crate::board::Board;
use crate::cell::{Cell, Size};
use crate::rules::Rules;

/// Answers to questions about the ways of all pieces of a rule set, on an empty board of one size or
/// among the pieces of a board; what was found for one is used for the next.
///
/// A small board has a table of distances for each piece, filled from the finishes that are asked
/// about. On larger ones, and among other pieces, the searches are kept, as long as there is reasonable
/// room. [`Routes`](super::Routes) serve those who ask about the ways of one piece to one cell.
///
/// # Example
/// ```
/// use kubikschach::{notation, path::PathFinder, rules::Rules};
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let mut finder = PathFinder::new(&rules, size);
/// let query = notation::query(&rules, size, "King W A1a B3d")?;
/// assert_eq!(finder.distance(query)?, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathFinder {
    rules: Rules,
    ground: Ground,
}

/// Where pieces go.
#[derive(Clone, Debug)]
enum Ground {
    EmptyBoard(Box<EmptyBoardPaths>),
    Obstructed(Box<ObstructedPaths>),
}

impl PathFinder {
    /// A finder for a board of this size that knows nothing yet.
    #[must_use]
    pub fn new(rules: &Rules, size: Size) -> Self {
        let names = Arc::new(rules.cells().table(size));
        Self {
            rules: rules.clone(),
            ground: Ground::EmptyBoard(Box::new(EmptyBoardPaths::new(rules, size, names))),
        }
    }

    /// A finder for ways among the pieces of a board, which nothing but the piece that is asked about
    /// moves: its own side is in its way, and the other too, or is captured where the rule set knows
    /// captures. If it is to be `safe`, it never stops where it could then be captured.
    ///
    /// The board may have the piece on its start. Kings are pieces like others here.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, path::PathFinder, rules::Rules};
    /// let rules = Rules::built_in("cube").expect("it is built in");
    /// let board = notation::board(&rules, "[###,r##,###],[###,#B#,###],[###,###,#n#]")?.board;
    /// let query = notation::query(&rules, board.size(), "Rook W a1I c3III")?;
    /// for (safe, moves) in [(false, 3), (true, 4)] {
    ///     let mut finder = PathFinder::among(&rules, board.clone(), safe);
    ///     assert_eq!(finder.distance(query)?, Some(moves));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn among(rules: &Rules, board: Board, safe: bool) -> Self {
        let names = Arc::new(rules.cells().table(board.size()));
        Self {
            rules: rules.clone(),
            ground: Ground::Obstructed(Box::new(ObstructedPaths::new(rules, board, safe, names))),
        }
    }

    /// The rules it knows.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        match &self.ground {
            Ground::EmptyBoard(paths) => paths.size(),
            Ground::Obstructed(paths) => paths.board().size(),
        }
    }

    /// The board whose pieces stand around, if any do.
    #[must_use]
    pub const fn board(&self) -> Option<&Board> {
        match &self.ground {
            Ground::EmptyBoard(_) => None,
            Ground::Obstructed(paths) => Some(paths.board()),
        }
    }

    /// Whether the pieces it is asked about may capture.
    #[must_use]
    pub fn captures(&self) -> bool {
        matches!(self.ground, Ground::Obstructed(_)) && self.rules.captures()
    }

    /// The least number of moves from `start` to `finish`; `None` if there is no way, or no such
    /// cell.
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    ///
    /// # Complexity
    /// That of a lookup once a piece was asked about a few times and about this finish; among pieces, or on
    /// boards of over 1000 cells, once the same search was made.
    #[inline(always)]
    pub fn distance(&mut self, query: Query) -> Result<Option<u32>, PathError> {
        match &mut self.ground {
            Ground::EmptyBoard(paths) => paths.distance(query),
            Ground::Obstructed(paths) => paths.distance(query),
        }
    }

    /// The shortest route whose cells come first by name, both ends included; `None` if there is
    /// no way. See [`Routes::shortest`](super::Routes::shortest).
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    pub fn route(&mut self, query: Query) -> Result<Option<Vec<Cell>>, PathError> {
        match &mut self.ground {
            Ground::EmptyBoard(paths) => paths.route(query),
            Ground::Obstructed(paths) => paths.route(query),
        }
    }

    /// How many shortest routes there are; none if there is no way.
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    pub fn count(&mut self, query: Query) -> Result<RouteCount, PathError> {
        match &mut self.ground {
            Ground::EmptyBoard(paths) => paths.count(query),
            Ground::Obstructed(paths) => paths.count(query),
        }
    }

    /// All shortest routes, one after the other, in the order of the cell names.
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    pub fn all(
        &mut self,
        query: Query,
    ) -> Result<Box<dyn Iterator<Item = Vec<Cell>> + Send + '_>, PathError> {
        match &mut self.ground {
            Ground::EmptyBoard(paths) => Ok(Box::new(paths.all(query)?)),
            Ground::Obstructed(paths) => Ok(Box::new(paths.all(query)?)),
        }
    }

    /// The reason why there is no way; `None` if there is one, or no such cell.
    ///
    /// Of several reasons it is the most telling one: what never changes, then the direction that
    /// the piece never takes, then divisibility, each in a simple form before involved ones.
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    pub fn obstacle(&mut self, query: Query) -> Result<Option<Obstacle>, PathError> {
        match &mut self.ground {
            Ground::EmptyBoard(paths) => paths.obstacle(query),
            Ground::Obstructed(paths) => paths.obstacle(query),
        }
    }
}
