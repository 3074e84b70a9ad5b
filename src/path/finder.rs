//! Ways by the million.

use std::collections::{HashMap, TryReserveError};
use std::sync::Arc;

use super::among::Among;
use super::invariants::StepInvariants;
use super::routes::{RouteCount, Routes};
use super::rows::Rows;
use super::{MoveGraph, Obstacle, PathError};
use crate::board::{Board, Occupancy};
use crate::cell::{Cell, Size};
use crate::piece::Piece;
use crate::rules::{NameTable, Rules};

/// Answers to questions about the ways of all pieces of a rule set, on an empty board of one size or
/// among the pieces of a board; what was found for one is used for the next.
///
/// A small board has a table of distances for each piece, filled from the finishes that are asked
/// about. On larger ones, and among other pieces, the searches are kept, as long as there is reasonable
/// room.
///
/// # Example
/// ```
/// use kubikschach::{notation, path::PathFinder, rules::Rules};
/// let rules = Rules::built_in("kubikschach").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let mut finder = PathFinder::new(&rules, size);
/// let query = notation::query(&rules, size, "King W A1a B3d")?;
/// assert_eq!(finder.distance(query.piece, query.start, query.finish)?, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathFinder<'r> {
    rules: &'r Rules,
    size: Size,
    names: Arc<NameTable>,
    /// What is known of the pieces that move differently and were asked about.
    graphs: Vec<Paths<'r>>,
    /// For each piece the index of its graph, or [`NONE`].
    graph_of: [u8; Piece::COUNT],
    /// The number of searches that are kept.
    kept: usize,
    /// The ways among other pieces, if there are any.
    among: Option<Among<'r>>,
}

/// What is known of the ways of a piece.
#[derive(Clone, Debug)]
struct Paths<'r> {
    graph: MoveGraph<'r>,
    rows: Option<Rows>,
    /// How often the table didn't know a distance.
    searches: usize,
    /// Routes to the finishes that were asked about, where the table doesn't tell all.
    routes: HashMap<Cell, Routes<'r>>,
    invariants: Option<StepInvariants>,
    /// How many cells the piece reaches from the starts that were asked about.
    reached: HashMap<Cell, usize>,
}

/// The graph of a piece that was not asked about.
const NONE: u8 = u8::MAX;
/// So many questions are answered by searches before a table is worth its making.
const FEW: usize = 4;
/// Searches are kept as long as all together have no more cells than this.
const KEPT_CELLS: usize = 1 << 25;

impl<'r> PathFinder<'r> {
    /// A finder for a board of this size that knows nothing yet.
    #[must_use]
    pub fn new(rules: &'r Rules, size: Size) -> Self {
        let names = Arc::new(rules.cells().table(size));
        let graph_of = [NONE; Piece::COUNT];
        Self { rules, size, names, graphs: Vec::new(), graph_of, kept: 0, among: None }
    }

    /// A finder for ways among the pieces of a board, which nothing but the piece that is asked about
    /// moves: its own side is in its way, and the other too, or is captured where the rule set knows
    /// captures. If it is to be `safe`, it never stops where it could then be captured.
    ///
    /// The board may have the piece on its start. Kings are pieces like others here.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{board::Occupancy, notation, path::PathFinder, rules::Rules};
    /// let rules = Rules::built_in("cube").expect("it is built in");
    /// let board = notation::board(&rules, "[###,r##,###],[###,#B#,###],[###,###,#n#]")?.board;
    /// let query = notation::query(&rules, board.size(), "Rook W a1I c3III")?;
    /// for (safe, moves) in [(false, 3), (true, 4)] {
    ///     let mut finder = PathFinder::among(&rules, board.clone(), safe);
    ///     assert_eq!(finder.distance(query.piece, query.start, query.finish)?, Some(moves));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn among(rules: &'r Rules, board: Board, safe: bool) -> Self {
        let finder = Self::new(rules, board.size());
        let among = Some(Among::new(rules, board, safe, Arc::clone(&finder.names)));
        Self { among, ..finder }
    }

    /// Whether the pieces it is asked about may capture.
    #[must_use]
    pub const fn captures(&self) -> bool {
        self.among.is_some() && self.rules.captures()
    }

    /// The least number of moves from `start` to `finish`; `None` if there is no way, or no such
    /// cell.
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    ///
    /// # Complexity
    /// That of a lookup once the finish has been asked about.
    #[inline(always)]
    pub fn distance(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<Option<u32>, PathError> {
        let distance = match self.known(piece, start, finish) {
            Some(distance) => distance,
            None => self.find(piece, [&start, &finish])?,
        };
        Ok(distance)
    }

    /// The shortest route whose cells come first by name, both ends included; `None` if there is
    /// no way. See [`Routes::shortest`].
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    pub fn route(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<Option<Vec<Cell>>, PathError> {
        if let Some(among) = &mut self.among {
            return among.route(piece, start, finish);
        }
        if self.distance(piece, start, finish)?.is_none() {
            return Ok(None);
        }
        let is_known = self.known(piece, start, finish).is_some();
        let names = Arc::clone(&self.names);
        let Paths { graph, rows, .. } = self.paths(piece);
        match rows {
            Some(rows) if is_known => Ok(Some(rows.route(graph, &names, start, finish).collect())),
            _ => Ok(self.routes(piece, finish)?.shortest(start)),
        }
    }

    /// How many shortest routes there are; none if there is no way.
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    pub fn count(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<RouteCount, PathError> {
        if let Some(among) = &mut self.among {
            return among.count(piece, start, finish);
        }
        if self.distance(piece, start, finish)?.is_none() {
            return Ok(RouteCount::Exact(0));
        }
        let Paths { graph, rows, .. } = self.paths(piece);
        let known = rows.as_mut().and_then(|rows| rows.count(graph, start, finish));
        match known {
            Some(count) => Ok(RouteCount::Exact(count.into())),
            None => Ok(self.routes(piece, finish)?.count(start)),
        }
    }

    /// All shortest routes, one after the other, in the order of the cell names.
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    ///
    /// # Panics
    /// Never.
    pub fn all(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<Box<dyn Iterator<Item = Vec<Cell>> + '_>, PathError> {
        if self.among.is_none() {
            return Ok(Box::new(self.routes(piece, finish)?.all(start)));
        }
        let among = self.among.as_mut().expect("that was asked a line ago");
        Ok(Box::new(among.all(piece, start, finish)?))
    }

    /// The reason why there is no way; `None` if there is one, or no such cell. See
    /// [`MoveGraph::obstacle`].
    ///
    /// # Errors
    /// See [`PathError`]; on an empty board only if there is not enough memory.
    pub fn obstacle(
        &mut self,
        piece: Piece,
        start: Cell,
        finish: Cell,
    ) -> Result<Option<Obstacle>, PathError> {
        if let Some(among) = &mut self.among {
            return among.obstacle(piece, start, finish);
        }
        if [start, finish].iter().any(|&cell| !self.size.contains(cell))
            || self.distance(piece, start, finish)?.is_some()
        {
            return Ok(None);
        }
        let names = self.rules.cells();
        let Paths { graph, invariants, reached, .. } = self.paths(piece);
        let steps = graph.steps.as_slice();
        let invariants = invariants.get_or_insert_with(|| StepInvariants::new(steps, names));
        if let Some(obstacle) = invariants.broken(start.offset_to(finish)) {
            return Ok(Some(obstacle));
        }
        let known = match reached.get(&start) {
            Some(known) => *known,
            None => graph.clone().search_from(start)?.reached(),
        };
        reached.insert(start, known);
        Ok(Some(Obstacle::Reach { reached: known, cells: graph.size().cells() }))
    }

    fn paths(&mut self, piece: Piece) -> &mut Paths<'r> {
        let nth = &mut self.graph_of[piece.index()];
        if *nth == NONE {
            let graph = MoveGraph::new(self.rules, self.size, piece);
            let known = self
                .graphs
                .iter()
                .position(|paths| paths.graph.steps.as_slice() == graph.steps.as_slice());
            let found = known.unwrap_or(self.graphs.len());
            *nth = found.try_into().expect("there are fewer pieces than a byte can number");
            if known.is_none() {
                self.graphs.push(Paths::new(graph));
            }
        }
        &mut self.graphs[usize::from(*nth)]
    }

    /// The distance as far as the table knows.
    #[inline(always)]
    fn known(&self, piece: Piece, start: Cell, finish: Cell) -> Option<Option<u32>> {
        let paths = self.graphs.get(usize::from(self.graph_of[piece.index()]))?;
        paths.rows.as_ref()?.distance(start, finish)
    }

    /// Finds the distance, and on a small board all those to the finish.
    #[cold]
    fn find(
        &mut self,
        piece: Piece,
        [&start, &finish]: [&Cell; 2],
    ) -> Result<Option<u32>, PathError> {
        if let Some(among) = &mut self.among {
            return among.distance(piece, start, finish);
        }
        let are_there = self.size.contains(start) && self.size.contains(finish);
        let is_small = self.size.cells() <= Rows::MOST_CELLS;
        let Paths { graph, rows, searches, .. } = self.paths(piece);
        *searches += 1;
        if are_there && is_small && *searches > FEW {
            if rows.is_none() {
                *rows = Some(Rows::new(graph)?);
            }
            let rows = rows.as_mut().expect("it was there or has been made");
            rows.fill(graph, finish);
            if let Some(distance) = rows.distance(start, finish) {
                return Ok(distance);
            }
        }
        Ok(self.routes(piece, finish)?.distance(start))
    }

    /// The routes of a piece to a finish, searched for.
    fn routes(&mut self, piece: Piece, finish: Cell) -> Result<&mut Routes<'r>, TryReserveError> {
        if !self.paths(piece).routes.contains_key(&finish) {
            if (self.kept + 1).saturating_mul(self.size.cells()) > KEPT_CELLS {
                self.graphs.iter_mut().for_each(|paths| paths.routes.clear());
                self.kept = 0;
            }
            let names = Arc::clone(&self.names);
            let Paths { graph, routes, .. } = self.paths(piece);
            routes.insert(finish, Routes::with_names(graph.clone(), finish, names)?);
            self.kept += 1;
        }
        let routes = &mut self.paths(piece).routes;
        Ok(routes.get_mut(&finish).expect("it was there or has been added"))
    }
}

impl<'r> Paths<'r> {
    fn new(graph: MoveGraph<'r>) -> Self {
        let (routes, reached) = (HashMap::new(), HashMap::new());
        Self { graph, rows: None, searches: 0, routes, invariants: None, reached }
    }
}
