//! Shortest routes over an empty board, with distance tables for small boards.

use std::collections::HashMap;
use std::iter;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::invariants::StepInvariants;
use super::mirrors::Mirrors;
use super::routes::{self, RouteCount, Routes};
use super::{MoveGraph, NoRoute, PathError, Query, index};
use crate::cell::{Cell, Size};
use crate::movement::Step;
use crate::piece::{Color, Piece, Role};
use crate::rules::{NameTable, Rules};

/// The shortest routes of all pieces of a rule set over an empty board of one size.
///
/// Results of searches are kept for later queries.
#[derive(Debug)]
pub(super) struct EmptyBoardPaths {
    rules: Rules,
    size: Size,
    names: Arc<NameTable>,
    /// The move graphs; pieces with equal steps share one graph.
    graphs: Vec<MoveGraph>,
    /// The index in `graphs` of each piece's graph, by [`Piece::index`].
    graph_of: [u8; Piece::COUNT],
    /// For each graph in `graphs`, the table of the distances between all pairs of cells. Empty if
    /// the board has more than [`MOST_TABLE_CELLS`] cells.
    tables: Vec<OnceLock<Table>>,
    mirrors: Mirrors,
    invariants: Vec<OnceLock<StepInvariants>>,
    kept: Mutex<KeptRoutes>,
}

/// The kept routes, by the index of the piece's graph and the finish.
type KeptRoutes = HashMap<(usize, Cell), Arc<Routes>>;

/// The distances in one move graph: a row for each finish, with an entry for each start.
///
/// An entry is the number of moves plus one, 0 if the distance is unknown, or [`NO_ROUTE`] if there
/// is no route.
type Table = Box<[AtomicU8]>;

const NO_ROUTE: u8 = u8::MAX;
/// The largest number of cells of a board with distance tables, so that a table takes at most 1 MB.
const MOST_TABLE_CELLS: usize = 1000;

/// The size limit of the cache: the number of cached [`Routes`] values times the number of cells
/// of the board.
///
/// At this limit, the distances in the cache take some 130 MB, 8 bytes per cell. The numbers of
/// routes, if requested, take another 470 MB.
const KEPT_CELLS: usize = 1 << 24;

impl EmptyBoardPaths {
    pub(super) fn new(rules: &Rules, size: Size) -> Self {
        let (mut graphs, mut graph_of) = (Vec::<MoveGraph>::new(), [0; Piece::COUNT]);
        let both = |role| Color::ALL.map(|color| Piece::new(color, role));
        for piece in (0..Role::MAX).filter_map(Role::new).flat_map(both) {
            let graph = MoveGraph::new(rules, size, piece);
            let known = graphs.iter().position(|known| known.steps == graph.steps);
            let number = known.unwrap_or(graphs.len());
            if known.is_none() {
                graphs.push(graph);
            }
            graph_of[piece.index()] =
                u8::try_from(number).expect("there are fewer pieces than a byte can number");
        }
        let tables = if size.cells() <= MOST_TABLE_CELLS { graphs.len() } else { 0 };
        Self {
            rules: rules.clone(),
            size,
            names: Arc::new(rules.cells().table(size)),
            graph_of,
            mirrors: Mirrors::new(size, &graphs[..tables]),
            tables: (0..tables).map(|_| OnceLock::new()).collect(),
            invariants: vec![OnceLock::new(); graphs.len()],
            graphs,
            kept: Mutex::default(),
        }
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    #[inline(always)]
    pub(super) fn distance(&self, query: Query) -> Result<Option<u32>, PathError> {
        match self.known(query) {
            Some(distance) => Ok(distance),
            None => self.find(query),
        }
    }

    /// Returns the distance from a table; `Some(None)` if there is no route.
    ///
    /// Returns `None` if no table has the distance yet.
    #[inline(always)]
    fn known(&self, Query { piece, start, finish }: Query) -> Option<Option<u32>> {
        if !(self.size.contains(start) && self.size.contains(finish)) {
            return None;
        }
        let number = self.graph_number(piece);
        let table = self.tables.get(number)?.get()?;
        let cells = [start, finish].map(|cell| self.size.index(cell));
        let [start, finish] = self.mirrors.image(number, cells);
        let entry = finish * self.size.cells() + start;
        match table.get(entry)?.load(Relaxed) {
            0 => None,
            NO_ROUTE => Some(None),
            entry => Some(Some(u32::from(entry) - 1)),
        }
    }

    #[inline(always)]
    fn graph_number(&self, piece: Piece) -> usize {
        usize::from(self.graph_of[piece.index()])
    }

    /// Searches for the distance from `start` to `finish`; `None` if there is no route. On a board
    /// with tables, also stores the distances from all starts to `finish`.
    #[cold]
    fn find(&self, Query { piece, start, finish }: Query) -> Result<Option<u32>, PathError> {
        let (number, cells) = (self.graph_number(piece), self.size.cells());
        let Some(table) = self.tables.get(number) else {
            return self.routes(piece, finish)?.distance(start);
        };
        let indexes = [index(self.size, start)?, index(self.size, finish)?];
        let [start, finish] = self.mirrors.image(number, indexes);
        let distances = self.graphs[number].distances_to(self.size.cell(finish))?;
        let table = table
            .get_or_init(|| iter::repeat_with(AtomicU8::default).take(cells * cells).collect());
        let row = &table[finish * cells..][..cells];
        for (entry, moves) in row.iter().zip(distances.iter()) {
            // A distance that does not fit into a byte stays unknown, so each query searches for
            // it.
            let short = |moves| u8::try_from(moves + 1).ok().filter(|&entry| entry != NO_ROUTE);
            entry.store(moves.map_or(NO_ROUTE, |moves| short(moves).unwrap_or(0)), Relaxed);
        }
        distances.get(self.size.cell(start))
    }

    pub(super) fn route(&self, query: Query) -> Result<Option<Vec<Cell>>, PathError> {
        self.routes(query.piece, query.finish)?.shortest(query.start)
    }

    pub(super) fn count(&self, query: Query) -> Result<RouteCount, PathError> {
        self.routes(query.piece, query.finish)?.count(query.start)
    }

    pub(super) fn all(
        &self,
        query: Query,
    ) -> Result<impl Iterator<Item = Vec<Cell>> + use<>, PathError> {
        routes::all(self.routes(query.piece, query.finish)?, query.start)
    }

    pub(super) fn obstacle(&self, query: Query) -> Result<Option<NoRoute>, PathError> {
        let Query { piece, start, finish } = query;
        if self.distance(query)?.is_some() {
            return Ok(None);
        }
        let number = self.graph_number(piece);
        let invariants = self.invariants[number].get_or_init(|| {
            let steps: Vec<&Step> = self.graphs[number].steps.iter().collect();
            StepInvariants::new(&steps, self.rules.cells())
        });
        if let Some(obstacle) = invariants.broken(start.offset_to(finish)) {
            return Ok(Some(obstacle));
        }
        let reached = self.graphs[number].distances_from(start)?.reached();
        Ok(Some(NoRoute::Reach { reached, cells: self.size.cells() }))
    }

    /// Returns the shortest routes of a piece to `finish`, from the cache if possible.
    fn routes(&self, piece: Piece, finish: Cell) -> Result<Arc<Routes>, PathError> {
        let number = self.graph_number(piece);
        let known = self.kept().get(&(number, finish)).cloned();
        if let Some(routes) = known {
            return Ok(routes);
        }
        let (graph, names) = (self.graphs[number].clone(), Arc::clone(&self.names));
        let routes = Arc::new(Routes::with_names(graph, finish, names)?);
        let mut kept = self.kept();
        if (kept.len() + 1) * self.size.cells() > KEPT_CELLS {
            kept.clear();
        }
        kept.insert((number, finish), Arc::clone(&routes));
        Ok(routes)
    }

    /// Locks the kept routes. A lock poisoned by a panic is harmless, because each entry is inserted
    /// whole.
    fn kept(&self) -> MutexGuard<'_, KeptRoutes> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
