//! `path`: the least number of moves.

use std::collections::HashMap;
use std::io::Write;

use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{Queries, Query};
use kubikschach::path::{MoveGraph, Routes};
use kubikschach::piece::Piece;
use kubikschach::rules::Rules;

use super::args;
use super::input::Records;
use super::{Failure, Success, rules};

/// Searches are kept for later queries as long as all of them have no more cells than this.
const KEPT_CELLS: usize = 1 << 26;

pub(crate) fn run(args: &args::Path, out: &mut impl Write) -> Result<Success, Failure> {
    let records = Records::new(&args.query, &args.files.files);
    if records.wait_for_a_person() {
        return super::help("path", out);
    }
    let rules = rules::load(&args.board.rules)?;
    let size = rules::size(&rules, args.board.size)?;
    let queries = Queries::new(&rules, size);
    let mut answers = Answers { rules: &rules, size, routes: HashMap::new() };
    let mut success = Success::Yes;
    records.answer(
        out,
        |text| queries.take(text),
        |query, out| {
            let reachable = answers.write(query, args, out)?;
            success = success.and(reachable || !args.exit_status);
            Ok(())
        },
    )?;
    Ok(success)
}

/// The answers to queries, with the searches they came from.
struct Answers<'r> {
    rules: &'r Rules,
    size: Size,
    /// The routes of a piece to a finish.
    routes: HashMap<(Piece, Cell), Routes<'r>>,
}

impl<'r> Answers<'r> {
    /// Writes the answer to a query; says whether there is a way.
    fn write(
        &mut self,
        query: Query,
        args: &args::Path,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let (rules, size) = (self.rules, self.size);
        let routes = self.routes_to(query.piece, query.finish)?;
        let start = query.start;
        let distance = routes.distance(start);
        match distance {
            Some(distance) => write!(out, "{distance}")?,
            None => write!(out, "-1")?,
        }
        if args.count {
            write!(out, " {}", routes.count(start))?;
        }
        let names = |route: Vec<Cell>| {
            let names: Vec<String> =
                route.into_iter().map(|cell| rules.cells().name(size, cell)).collect();
            names.join(" ")
        };
        if args.route
            && let Some(route) = routes.shortest(start)
        {
            write!(out, " {}", names(route))?;
        }
        writeln!(out)?;
        if args.all {
            for route in routes.all(start).take(args.limit.unwrap_or(usize::MAX)) {
                writeln!(out, "{}", names(route))?;
            }
        }
        Ok(distance.is_some())
    }

    fn routes_to(&mut self, piece: Piece, finish: Cell) -> Result<&mut Routes<'r>, Failure> {
        if !self.routes.contains_key(&(piece, finish)) {
            if (self.routes.len() + 1).saturating_mul(self.size.cells()) > KEPT_CELLS {
                self.routes.clear();
            }
            let graph = MoveGraph::new(self.rules, self.size, piece);
            let routes =
                Routes::new(graph, finish).map_err(|error| Failure::memory(self.size, &error))?;
            self.routes.insert((piece, finish), routes);
        }
        Ok(self.routes.get_mut(&(piece, finish)).expect("it was there or has been added"))
    }
}
