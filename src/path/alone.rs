//! Ways over an empty board, by the million.

use std::collections::{HashMap, TryReserveError};
use std::sync::Arc;

use super::invariants::StepInvariants;
use super::routes::{RouteCount, Routes};
use super::rows::Rows;
use super::{MoveGraph, Obstacle, PathError, Query};
use crate::cell::{Cell, Size};
use crate::piece::Piece;
use crate::rules::{NameTable, Rules};

/// The ways of all pieces of a rule set over an empty board of one size; what was found for one is used
/// for the next.
///
/// A small board has a table of distances for each piece, filled from the finishes that are asked
/// about. On larger ones the searches are kept, as long as there is reasonable room.
#[derive(Clone, Debug)]
pub(crate) struct Alone<'r> {
    rules: &'r Rules,
    size: Size,
    names: Arc<NameTable>,
    /// What is known of the pieces that move differently and were asked about.
    graphs: Vec<Paths<'r>>,
    /// For each code of a piece the index of its graph, or [`NONE`].
    graph_of: [u8; Piece::CODES],
    /// The number of searches that are kept.
    kept: usize,
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
/// How many questions are answered by searches before a table is worth its making.
const FEW: usize = 4;
/// Searches are kept as long as all together have no more cells than this.
const KEPT_CELLS: usize = 1 << 25;

impl<'r> Alone<'r> {
    pub(super) fn new(rules: &'r Rules, size: Size, names: Arc<NameTable>) -> Self {
        Self { rules, size, names, graphs: Vec::new(), graph_of: [NONE; Piece::CODES], kept: 0 }
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    #[inline(always)]
    pub(super) fn distance(&mut self, query: Query) -> Result<Option<u32>, PathError> {
        let distance = match self.noted(query) {
            Some(distance) => distance,
            None => self.find(query)?,
        };
        Ok(distance)
    }

    pub(super) fn route(&mut self, query: Query) -> Result<Option<Vec<Cell>>, PathError> {
        let Query { piece, start, finish } = query;
        if self.distance(query)?.is_none() {
            return Ok(None);
        }
        let is_known = self.noted(query).is_some();
        let names = Arc::clone(&self.names);
        let Paths { graph, rows, .. } = self.paths(piece);
        match rows {
            Some(rows) if is_known => Ok(Some(rows.route(graph, &names, start, finish).collect())),
            _ => Ok(self.routes(piece, finish)?.shortest(start)),
        }
    }

    pub(super) fn count(&mut self, query: Query) -> Result<RouteCount, PathError> {
        let Query { piece, start, finish } = query;
        if self.distance(query)?.is_none() {
            return Ok(RouteCount::Exact(0));
        }
        let Paths { graph, rows, .. } = self.paths(piece);
        let known = rows.as_mut().and_then(|rows| rows.count(graph, start, finish));
        match known {
            Some(count) => Ok(RouteCount::Exact(count.into())),
            None => Ok(self.routes(piece, finish)?.count(start)),
        }
    }

    pub(super) fn all(
        &mut self,
        query: Query,
    ) -> Result<impl Iterator<Item = Vec<Cell>>, PathError> {
        Ok(self.routes(query.piece, query.finish)?.all(query.start))
    }

    pub(super) fn obstacle(&mut self, query: Query) -> Result<Option<Obstacle>, PathError> {
        let Query { piece, start, finish } = query;
        if !self.are_there(query) || self.distance(query)?.is_some() {
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
        let nth = &mut self.graph_of[usize::from(piece.code())];
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

    /// Whether the board has the cells of a query.
    fn are_there(&self, query: Query) -> bool {
        self.size.contains(query.start) && self.size.contains(query.finish)
    }

    /// The least number of moves between two cells, as far as it has been noted.
    #[inline(always)]
    fn noted(&self, query: Query) -> Option<Option<u32>> {
        let paths = self.graphs.get(usize::from(self.graph_of[usize::from(query.piece.code())]))?;
        paths.rows.as_ref()?.distance(query.start, query.finish)
    }

    /// Finds the distance, and on a small board all those to the finish.
    #[cold]
    fn find(&mut self, query: Query) -> Result<Option<u32>, PathError> {
        if !self.are_there(query) {
            return Ok(None);
        }
        let Query { piece, start, finish } = query;
        let is_small = self.size.cells() <= Rows::MOST_CELLS;
        let paths = self.paths(piece);
        paths.searches += 1;
        if is_small && paths.searches > FEW {
            let (graph, rows) = self.rows(piece)?;
            rows.fill(graph, finish);
            if let Some(distance) = rows.distance(start, finish) {
                return Ok(distance);
            }
        }
        Ok(self.routes(piece, finish)?.distance(start))
    }

    /// The table of a piece, and what it is filled from.
    fn rows(&mut self, piece: Piece) -> Result<(&MoveGraph<'r>, &mut Rows), TryReserveError> {
        if self.paths(piece).rows.is_none() {
            let rows = Rows::new(&self.paths(piece).graph)?;
            let rows = rows.sharing(self.graphs.iter().filter_map(|paths| paths.rows.as_ref()));
            self.paths(piece).rows = Some(rows);
        }
        let Paths { graph, rows, .. } = self.paths(piece);
        Ok((graph, rows.as_mut().expect("it was there or has been made")))
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
