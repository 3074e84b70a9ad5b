//! `path`: the least number of moves.

mod bulk;

use std::collections::HashMap;
use std::io::Write;

use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{Queries, Query};
use kubikschach::path::{MoveGraph, RouteCount, Routes};
use kubikschach::piece::Piece;
use kubikschach::render::Reason;
use kubikschach::rules::Rules;
use serde::Serialize;
use serde_json::value::RawValue;

use self::bulk::{Bulk, Shared};
use super::input::{Answerer, RecordText, Records};
use super::ndjson::{Ndjson, Request};
use super::{Failure, Success, args, json, rules};

/// Searches are kept for later queries as long as all of a thread have no more cells than this.
const KEPT_CELLS: usize = 1 << 25;

pub(crate) fn run(args: &args::Path, json: bool, out: &mut impl Write) -> Result<Success, Failure> {
    let records = Records::new(&args.query, &args.input, json);
    // All routes of a few queries may take more room than there is: they are written as they come.
    let records = if args.all { records.one_by_one() } else { records };
    if records.wait_for_a_person() {
        return super::help("path", out);
    }
    let rules = rules::load(&args.board.rules)?;
    let size = rules::size(&rules, args.board.size)?;
    let reader = Ndjson(Queries::new(&rules, size));
    let shared = Shared::new(&rules, size, args, json);
    let answers = || Answers {
        rules: &rules,
        size,
        args,
        json,
        routes: HashMap::new(),
        bulk: Bulk::new(&shared),
    };
    records.answer(out, &reader, answers)
}

/// The answers to queries, with the searches they came from.
struct Answers<'r> {
    rules: &'r Rules,
    size: Size,
    args: &'r args::Path,
    json: bool,
    /// The routes of a piece to a finish.
    routes: HashMap<(Piece, Cell), Routes<'r>>,
    bulk: Bulk<'r>,
}

/// The answer to a query as an object.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Box<RawValue>>,
    piece: &'a str,
    color: &'static str,
    start: String,
    finish: String,
    moves: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    route: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    routes: Option<Vec<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// A number, or text where there are more routes than can be counted.
#[derive(Serialize)]
#[serde(untagged)]
enum Count {
    Exact(u128),
    More(String),
}

impl<'r> Answerer<Ndjson<Queries<'r>>> for Answers<'r> {
    fn bulk(&mut self, text: &[u8], out: &mut impl Write) -> Result<usize, Failure> {
        self.bulk.answer(text, out)
    }

    fn answer(
        &mut self,
        Request { id, record, .. }: Request<Query>,
        _: RecordText<'_>,
        out: &mut impl Write,
    ) -> Result<Success, Failure> {
        let query = record.map_err(Failure::Record)?;
        let reachable =
            if self.json { self.write_json(query, id, out)? } else { self.write(query, out)? };
        Ok(Success::when(reachable || !self.args.exit_status))
    }
}

impl<'r> Answers<'r> {
    /// Writes the answer to a query; says whether there is a way.
    fn write(&mut self, query: Query, out: &mut impl Write) -> Result<bool, Failure> {
        let (rules, size, args) = (self.rules, self.size, self.args);
        let routes = self.routes_to(query)?;
        let start = query.start;
        let distance = routes.distance(start);
        write!(out, "{}", number(distance))?;
        if args.count {
            write!(out, " {}", routes.count(start))?;
        }
        let names = |route: Vec<Cell>| names(rules, size, route).join(" ");
        if args.route
            && let Some(route) = routes.shortest(start)
        {
            write!(out, " {}", names(route))?;
        }
        if args.why
            && let Some(why) = why(rules, size, query)?
        {
            write!(out, " {why}")?;
        }
        writeln!(out)?;
        if args.all {
            for route in routes.all(start).take(args.limit.unwrap_or(usize::MAX)) {
                writeln!(out, "{}", names(route))?;
            }
        }
        Ok(distance.is_some())
    }

    fn write_json(
        &mut self,
        query: Query,
        id: Option<Box<RawValue>>,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let (rules, size, args) = (self.rules, self.size, self.args);
        let routes = self.routes_to(query)?;
        let start = query.start;
        let distance = routes.distance(start);
        let named = |route| names(rules, size, route);
        let count = args.count.then(|| match routes.count(start) {
            RouteCount::Exact(count) => Count::Exact(count),
            more @ RouteCount::TooMany => Count::More(more.to_string()),
        });
        let route = if args.route { routes.shortest(start).map(named) } else { None };
        let limit = args.limit.unwrap_or(usize::MAX);
        let all = args.all.then(|| routes.all(start).take(limit).map(named).collect());
        let answer = Answer {
            id,
            piece: json::role(rules, query.piece),
            color: json::color(query.piece.color()),
            start: rules.cells().name(size, start),
            finish: rules.cells().name(size, query.finish),
            moves: number(distance),
            count,
            route,
            routes: all,
            why: if args.why { why(rules, size, query)? } else { None },
        };
        json::line(out, &answer)?;
        Ok(distance.is_some())
    }

    fn routes_to(&mut self, query: Query) -> Result<&mut Routes<'r>, Failure> {
        let key = (query.piece, query.finish);
        if !self.routes.contains_key(&key) {
            if (self.routes.len() + 1).saturating_mul(self.size.cells()) > KEPT_CELLS {
                self.routes.clear();
            }
            let graph = MoveGraph::new(self.rules, self.size, query.piece);
            let routes = Routes::new(graph, query.finish)
                .map_err(|error| Failure::memory(self.size, &error))?;
            self.routes.insert(key, routes);
        }
        Ok(self.routes.get_mut(&key).expect("it was there or has been added"))
    }
}

/// The number of moves as it is printed.
fn number(distance: Option<u32>) -> i64 {
    distance.map_or(-1, i64::from)
}

fn names(rules: &Rules, size: Size, route: Vec<Cell>) -> Vec<String> {
    route.into_iter().map(|cell| rules.cells().name(size, cell)).collect()
}

/// Why there is no way, if there is none.
fn why(rules: &Rules, size: Size, query: Query) -> Result<Option<String>, Failure> {
    let Query { piece, start, finish } = query;
    let obstacle = MoveGraph::new(rules, size, piece)
        .obstacle(start, finish)
        .map_err(|error| Failure::memory(size, &error))?;
    Ok(obstacle.map(|obstacle| Reason { rules, size, piece, start, finish, obstacle }.text()))
}
