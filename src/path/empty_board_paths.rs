//! Ways over an empty board, by the million.

use std::collections::{HashMap, TryReserveError};
use std::sync::Arc;

use super::distance_table::DistanceTable;
use super::invariants::StepInvariants;
use super::routes::{RouteCount, Routes};
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
pub(super) struct EmptyBoardPaths {
    rules: Rules,
    size: Size,
    names: Arc<NameTable>,
    /// What is known of the pieces that move differently and were asked about.
    graphs: Vec<Paths>,
    /// For each code of a piece the index of its graph, or [`NONE`].
    graph_of: [u8; Piece::CODES],
    /// The number of searches that are kept.
    kept: usize,
}

/// What is known of the ways of a piece.
#[derive(Clone, Debug)]
struct Paths {
    graph: MoveGraph,
    table: Option<DistanceTable>,
    /// How often the table didn't know a distance.
    searches: usize,
    /// Routes to the finishes that were asked about, where the table doesn't tell all.
    routes: HashMap<Cell, Routes>,
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

impl EmptyBoardPaths {
    pub(super) fn new(rules: &Rules, size: Size, names: Arc<NameTable>) -> Self {
        Self {
            rules: rules.clone(),
            size,
            names,
            graphs: Vec::new(),
            graph_of: [NONE; Piece::CODES],
            kept: 0,
        }
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    #[inline(always)]
    pub(super) fn distance(&mut self, query: Query) -> Result<Option<u32>, PathError> {
        let distance = match self.cached(query) {
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
        let is_known = self.cached(query).is_some();
        let names = Arc::clone(&self.names);
        let Paths { graph, table, .. } = self.paths(piece);
        match table {
            Some(table) if is_known => {
                Ok(Some(table.route(graph, &names, start, finish).collect()))
            }
            _ => Ok(self.routes(piece, finish)?.shortest(start)),
        }
    }

    pub(super) fn count(&mut self, query: Query) -> Result<RouteCount, PathError> {
        let Query { piece, start, finish } = query;
        if self.distance(query)?.is_none() {
            return Ok(RouteCount::Exact(0));
        }
        let Paths { graph, table, .. } = self.paths(piece);
        let known = table.as_mut().and_then(|table| table.count(graph, start, finish));
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
        if !self.has_both_cells(query) || self.distance(query)?.is_some() {
            return Ok(None);
        }
        let rules = self.rules.clone();
        let Paths { graph, invariants, reached, .. } = self.paths(piece);
        let steps: Vec<_> = graph.steps.as_slice().iter().collect();
        let invariants =
            invariants.get_or_insert_with(|| StepInvariants::new(&steps, rules.cells()));
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

    fn paths(&mut self, piece: Piece) -> &mut Paths {
        let nth = &mut self.graph_of[usize::from(piece.code())];
        if *nth == NONE {
            let graph = MoveGraph::new(&self.rules, self.size, piece);
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
    fn has_both_cells(&self, query: Query) -> bool {
        self.size.contains(query.start) && self.size.contains(query.finish)
    }

    /// The least number of moves between two cells, if the table has it.
    #[inline(always)]
    fn cached(&self, query: Query) -> Option<Option<u32>> {
        let paths = self.graphs.get(usize::from(self.graph_of[usize::from(query.piece.code())]))?;
        paths.table.as_ref()?.distance(query.start, query.finish)
    }

    /// Finds the distance, and on a small board all those to the finish.
    #[cold]
    fn find(&mut self, query: Query) -> Result<Option<u32>, PathError> {
        if !self.has_both_cells(query) {
            return Ok(None);
        }
        let Query { piece, start, finish } = query;
        let is_small = self.size.cells() <= DistanceTable::MOST_CELLS;
        let paths = self.paths(piece);
        paths.searches += 1;
        if is_small && paths.searches > FEW {
            let (graph, table) = self.table(piece)?;
            table.fill(graph, finish);
            if let Some(distance) = table.distance(start, finish) {
                return Ok(distance);
            }
        }
        Ok(self.routes(piece, finish)?.distance(start))
    }

    /// The table of a piece, and what it is filled from.
    fn table(&mut self, piece: Piece) -> Result<(&MoveGraph, &mut DistanceTable), TryReserveError> {
        if self.paths(piece).table.is_none() {
            let table = DistanceTable::new(&self.paths(piece).graph)?;
            let table = table.sharing(self.graphs.iter().filter_map(|paths| paths.table.as_ref()));
            self.paths(piece).table = Some(table);
        }
        let Paths { graph, table, .. } = self.paths(piece);
        Ok((graph, table.as_mut().expect("it was there or has been made")))
    }

    /// The routes of a piece to a finish, searched for.
    fn routes(&mut self, piece: Piece, finish: Cell) -> Result<&mut Routes, TryReserveError> {
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

impl Paths {
    fn new(graph: MoveGraph) -> Self {
        let (routes, reached) = (HashMap::new(), HashMap::new());
        Self { graph, table: None, searches: 0, routes, invariants: None, reached }
    }
}
