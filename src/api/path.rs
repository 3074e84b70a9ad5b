//! The command `path`: finds the least number of moves and the shortest routes between two cells.

use std::sync::Arc;

use serde::ser::{Error as _, SerializeSeq, SerializeStruct as _};
use serde::{Serialize, Serializer};

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::parts::role;
use super::position::{cell, piece, taken};
use crate::board::Board;
use crate::cell::Cell;
use crate::control::{Control, Stopped};
use crate::path::{PathError, PathFinder, Query, RouteCount};
use crate::render::{Picture, WhyNoRoute};
use crate::rules::NameTable;

/// Asks for the least number of moves of a piece between two cells.
#[derive(Clone, Debug)]
pub(crate) struct PathQuestion {
    /// Piece, its start cell and its finish cell.
    pub(crate) query: Query,
    /// Board to search, and choice of what the answer contains besides the number of moves.
    pub(crate) options: PathOptions,
}

/// Options of a path question: the board, and what the answer contains besides the number of moves.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct PathOptions {
    /// Path finder for the board of the question.
    pub(crate) finder: PathFinder,
    /// Asks for the first shortest route in the order of cell names.
    pub(crate) route: bool,
    /// Asks for the number of shortest routes.
    pub(crate) count: bool,
    /// Asks for all shortest routes.
    pub(crate) all: bool,
    /// Number of routes after which the list is cut; `None` lists all.
    pub(crate) limit: Option<u64>,
    /// Asks for the reason if the finish cannot be reached.
    pub(crate) why: bool,
    /// Largest number of routes that an answer may list; more routes are an error.
    route_limit: u64,
    names: Arc<NameTable>,
}

impl PathOptions {
    /// Parses all fields except `piece`, `color`, `start` and `finish`.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_one_of(["all", "route"])?;
        fields.expect_with("limit", "all", "")?;
        fields.expect_with("safe", "board", ", whose pieces may attack the route")?;
        let limit = fields.number("limit", "a number of routes", 0..=u64::MAX, u64::MAX)?;
        let [route, count, all, why] =
            ["route", "count", "all", "why"].map(|name| fields.flag(name));
        let (board, safe) = (fields.board("board")?, fields.flag("safe")?);
        let rules = context.rules(fields, "kubikschach")?;
        let (finder, names) = context.finder(fields, &rules, board, safe)?;
        let route_limit = context.limits.routes;
        Ok(Self {
            finder,
            route: route?,
            count: count?,
            all: all?,
            limit,
            why: why?,
            route_limit,
            names,
        })
    }

    /// Parses the query in `fields`.
    ///
    /// # Errors
    /// Returns an error if a field of the query has a mistake or is absent.
    pub(crate) fn query(&self, fields: &Fields<'_>) -> Result<Query, Error> {
        let (rules, size) = (self.finder.rules(), self.finder.size());
        let piece = piece(fields, rules)?;
        let [start, finish] = ["start", "finish"].map(|name| cell(fields, rules, size, name));
        Ok(Query { piece, start: start?, finish: finish? })
    }

    /// Returns the names of all cells of the board.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn names(&self) -> &NameTable {
        &self.names
    }

    /// Returns the least number of moves; `None` if the finish cannot be reached.
    ///
    /// # Errors
    /// Returns an error if another piece is on the start cell, if the search would be too large, or
    /// if `control` stops the search.
    #[inline]
    pub(crate) fn distance(
        &self,
        query: Query,
        control: &Control<'_>,
    ) -> Result<Option<u32>, Error> {
        let moves = self.finder.distance_with(query, control);
        moves.map_err(|error| self.convert_error(query, error))
    }

    /// Answers a query on the board of these options.
    ///
    /// # Errors
    /// Returns an error if another piece is on the start cell, if the search or the list of routes
    /// would be too large, or if `control` stops the search.
    pub(crate) fn answer(
        &self,
        query: Query,
        control: &Control<'_>,
    ) -> Result<PathAnswer<'_>, Error> {
        let convert = |error| self.convert_error(query, error);
        let finder = &self.finder;
        let moves = self.distance(query, control)?;
        let mut answer =
            PathAnswer { options: self, query, moves, count: None, route: None, why: None };
        if self.count || self.all && self.route_limit < u64::MAX {
            let count = finder.count_with(query, control).map_err(convert)?;
            self.expect_few(&count)?;
            answer.count = Some(count).filter(|_| self.count);
        }
        if self.route {
            answer.route = finder.route(query).map_err(convert)?;
        }
        if self.why {
            let obstacle = finder.why_no_route(query).map_err(convert)?;
            answer.why =
                obstacle.map(|obstacle| WhyNoRoute::new(finder, query, obstacle).to_string());
        }
        Ok(answer)
    }

    fn expect_few(&self, count: &RouteCount) -> Result<(), Error> {
        let found = match count {
            RouteCount::Exact(count) => u64::try_from(*count).unwrap_or(u64::MAX),
            RouteCount::TooMany => u64::MAX,
        };
        if !self.all || found.min(self.limit.unwrap_or(u64::MAX)) <= self.route_limit {
            return Ok(());
        }
        let most = self.route_limit;
        let message = format!("expected at most {most} routes to list, but found {count}");
        let hint = Some(format!("set `limit` to {most} to list the first of them"));
        Err(Error::new(message).with_hint(hint).limit())
    }

    #[cold]
    pub(super) fn convert_error(&self, query: Query, error: PathError) -> Error {
        match error {
            PathError::StartTaken(other) => {
                let (rules, size) = (self.finder.rules(), self.finder.size());
                let name = rules.cells().name(size, query.start);
                let pieces = [query.piece, other];
                Error::at("start", taken(rules, size, query.start, pieces, name.len()))
            }
            PathError::Stopped => Stopped.into(),
            other => Error::new(other.to_string()),
        }
    }
}

impl PathQuestion {
    /// Parses the query and its options from `fields`.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let options = PathOptions::read(fields, context)?;
        Ok(Self { query: options.query(fields)?, options })
    }
}

/// The answer to a [`PathQuestion`]: the least number of moves and perhaps routes.
#[derive(Clone, Debug)]
pub(crate) struct PathAnswer<'q> {
    options: &'q PathOptions,
    /// Piece, start and finish that the answer is about.
    pub(crate) query: Query,
    /// Least number of moves; `None` if the finish cannot be reached.
    pub(crate) moves: Option<u32>,
    /// Number of shortest routes; `None` if the question does not ask for it.
    pub(crate) count: Option<RouteCount>,
    /// First shortest route in the order of cell names, with start and finish.
    ///
    /// `None` if the finish cannot be reached or the question does not ask for the route.
    pub(crate) route: Option<Vec<Cell>>,
    /// Reason why the finish cannot be reached.
    ///
    /// `None` if the finish can be reached or the question does not ask for the reason.
    pub(crate) why: Option<String>,
}

impl PathAnswer<'_> {
    /// Returns the shortest routes, sorted by cell names and cut at [`PathOptions::limit`].
    ///
    /// The iterator is empty without [`PathOptions::all`].
    ///
    /// # Errors
    /// Returns an error if another piece is on the start cell or the search would be too large.
    pub(crate) fn routes(&self) -> Result<impl Iterator<Item = Vec<Cell>>, Error> {
        let options = self.options;
        let limit = options.limit.and_then(|limit| limit.try_into().ok()).unwrap_or(usize::MAX);
        // The search for routes takes ten times as long as that for the number of moves, so it runs
        // only if asked for.
        let routes = options.all.then(|| options.finder.all(self.query)).transpose();
        let routes = routes.map_err(|error| options.convert_error(self.query, error))?;
        Ok(routes.into_iter().flatten().take(limit))
    }

    fn name(&self, cell: Cell) -> String {
        self.names().name(cell)
    }

    fn route_names(&self, route: &[Cell]) -> Vec<String> {
        route.iter().map(|&cell| self.name(cell)).collect()
    }

    /// Returns the names of all cells of the board.
    #[must_use]
    pub(crate) fn names(&self) -> &NameTable {
        &self.options.names
    }

    /// Returns the board with the piece of the query on its start cell.
    #[must_use]
    pub(crate) fn board(&self) -> Board {
        let mut board = match self.options.finder.board() {
            Some(board) => board.clone(),
            None => Board::new(self.options.finder.size()),
        };
        board.set(self.query.start, Some(self.query.piece));
        board
    }

    /// Returns a picture of `board` with the start, the finish and the first shortest route.
    #[must_use]
    pub(crate) fn picture<'b>(&'b self, board: &'b Board) -> Picture<'b> {
        let Query { piece, start, finish } = self.query;
        let rules = self.options.finder.rules();
        let [from, to] = [start, finish].map(|cell| self.name(cell));
        let title = format!("{} {} from {from} to {to}", piece.color(), role(rules, piece));
        let route = self.options.finder.route(self.query).ok().flatten().unwrap_or_default();
        Picture::new(rules, board, title).with_ends(start, finish).with_route(&route)
    }
}

impl Serialize for PathAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (finder, Query { piece, start, finish }) = (&self.options.finder, self.query);
        let mut object = serializer.serialize_struct("PathAnswer", 9)?;
        object.serialize_field("piece", role(finder.rules(), piece))?;
        object.serialize_field("color", piece.color().name())?;
        object.serialize_field("start", &self.name(start))?;
        object.serialize_field("finish", &self.name(finish))?;
        object.serialize_field("moves", &self.moves.map_or(-1, i64::from))?;
        match &self.count {
            None => {}
            Some(RouteCount::Exact(count)) => object.serialize_field("count", count)?,
            Some(more) => object.serialize_field("count", &more.to_string())?,
        }
        if self.options.route {
            let names = self.route.as_deref().map(|route| self.route_names(route));
            object.serialize_field("route", &names)?;
        }
        if self.options.all {
            object.serialize_field("routes", &RouteList(self))?;
        }
        if let Some(why) = &self.why {
            object.serialize_field("why", why)?;
        }
        object.end()
    }
}

/// The list of routes, serialized one by one so that they are never all in memory.
struct RouteList<'a>(&'a PathAnswer<'a>);

impl Serialize for RouteList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let routes = self.0.routes().map_err(S::Error::custom)?;
        let mut list = serializer.serialize_seq(None)?;
        for route in routes {
            list.serialize_element(&self.0.route_names(&route))?;
        }
        list.end()
    }
}
