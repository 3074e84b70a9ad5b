//! `path`: the least number of moves.

use std::io::{self, Write};
use std::ops::Range;

use serde::Serialize;
use serde_json::value::RawValue;

use super::ndjson::{Ndjson, Request};
use super::output::Output;
use super::picture::draw;
use super::position::{among, taken};
use super::records::{Handler, Records};
use super::{Failure, Success, args, json, rules};
use crate::board::Board;
use crate::cell::Cell;
use crate::diagnostic::Diagnostic;
use crate::notation::{Queries, Query};
use crate::path::{PathError, PathFinder, RouteCount};
use crate::render::{Picture, Reason};
use crate::rules::{NameTable, Rules};

pub(crate) fn run(args: &args::Path, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let records = Records::new(&args.query, &args.input, json);
    if records.would_wait_for_a_person() {
        return super::help("path", out);
    }
    let rules = rules::load(&args.board.rules)?;
    let finder = finder(&rules, args)?;
    records.answer(out, Answers::new(finder, args, json))
}

/// What knows the ways over an empty board, or among the pieces of the one that is given.
pub(crate) fn finder(rules: &Rules, args: &args::Path) -> Result<PathFinder, Failure> {
    let size = args.board.size;
    Ok(match &args.among {
        Some(text) => {
            let board = among(rules, size, text)?.board;
            if args.safe {
                PathFinder::safely_among(rules, board)
            } else {
                PathFinder::among(rules, board)
            }
        }
        None if args.safe => {
            // The command line has asked for a board before; objects come here without one.
            let message = "expected a `board` too, from whose pieces the way is to be safe";
            return Err(Failure::argument("--safe", "true", Diagnostic::new(0..4, message)));
        }
        None => PathFinder::new(rules, rules::size(rules, size)?),
    })
}

/// The answers to queries, with what was found for those before.
pub(crate) struct Answers<'r> {
    reader: Ndjson<Queries>,
    finder: PathFinder,
    names: NameTable,
    args: &'r args::Path,
    /// Whether nothing but the number of moves is asked for.
    is_plain: bool,
    json: bool,
}

/// The answer to a query as an object.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    piece: &'a str,
    color: &'static str,
    start: String,
    finish: String,
    moves: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    route: Option<Option<Vec<String>>>,
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

impl Handler for Answers<'_> {
    type Reader = Queries;

    /// A query may be given as four arguments, or as fewer of some words each. What has as many words as
    /// a query is one.
    fn goes_on(before: &str, argument: &str) -> bool {
        let is_word = !argument.trim().contains(char::is_whitespace);
        is_word
            && argument != "-"
            && !argument.starts_with(['[', '{'])
            && before.split_whitespace().count() < 4
    }

    #[inline]
    fn reader(&mut self) -> &mut Ndjson<Self::Reader> {
        &mut self.reader
    }

    #[inline]
    fn answer(
        &mut self,
        Request { id, record: query, written, .. }: Request<'_, Query>,
        text: &[u8],
        number: usize,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        let distance = match self.finder.distance(query) {
            Ok(distance) => distance,
            Err(error) => return Err(self.unanswered(query, id, text, written.span, &error)),
        };
        if self.is_plain {
            write_number(distance, true, out)?;
        } else {
            self.write(query, distance, id, number, out)?;
        }
        // No processor could foresee whether there is a way, so that is looked at last.
        Ok(if self.args.exit_status { Success::when(distance.is_some()) } else { Success::Yes })
    }
}

impl<'r> Answers<'r> {
    pub(crate) fn new(finder: PathFinder, args: &'r args::Path, json: bool) -> Self {
        let (rules, size) = (finder.rules().clone(), finder.size());
        let more = args.count || args.route || args.why || args.all || args.draw;
        let plain = !(more || args.svg.svg.is_some());
        Self {
            reader: Ndjson::new(Queries::new(&rules, size)),
            finder,
            names: rules.cells().table(size),
            args,
            is_plain: plain && !json,
            json,
        }
    }

    /// Writes what is asked for besides the number of moves.
    #[inline(never)]
    fn write(
        &self,
        query: Query,
        distance: Option<u32>,
        id: Option<&RawValue>,
        number: usize,
        out: &mut Output,
    ) -> Result<(), Failure> {
        self.args.svg.expect_one(number)?;
        if !self.save_svg(query, out)? {
            return Ok(());
        }
        if self.json {
            return self.write_json(query, distance, id, out);
        }
        let args = self.args;
        if args.draw && number > 1 {
            writeln!(out, "\nQuery {number}:")?;
        }
        let route = if args.route || args.draw { self.finder.route(query)? } else { None };
        self.write_line(query, distance, route.as_deref(), out)?;
        if args.draw {
            let board = self.board_with(query)?;
            out.write_all(b"\n")?;
            draw(&self.picture(query, &board, route.as_deref()), out)?;
        }
        if args.all { self.write_routes(query, out) } else { Ok(()) }
    }

    /// What is wrong with a query that has no answer.
    #[cold]
    fn unanswered(
        &self,
        query: Query,
        id: Option<&RawValue>,
        text: &[u8],
        Range { start, end }: Range<usize>,
        error: &PathError,
    ) -> Failure {
        let diagnostic = match error {
            PathError::StartTaken(other) => {
                let word = start_word(&text[start..end]);
                let place = (self.finder.size(), query.start);
                let pieces = [query.piece, *other];
                taken(self.finder.rules(), place, pieces, word).moved(start)
            }
            PathError::NotOnBoard(_) | PathError::TooManyPositions => {
                Diagnostic::new(start..start + 1, error.to_string())
            }
        };
        Failure::record(diagnostic, id)
    }

    /// The board with the piece that is asked about.
    fn board_with(&self, query: Query) -> Result<Board, Failure> {
        let size = self.finder.size();
        let mut board = match self.finder.board() {
            Some(board) => board.clone(),
            None => Board::new(size).map_err(|_| Failure::memory(size))?,
        };
        board.set(query.start, Some(query.piece));
        Ok(board)
    }

    /// Saves the picture of a route if it is asked for; says whether there is text to be written.
    #[inline(never)]
    fn save_svg(&self, query: Query, out: &mut Output) -> Result<bool, Failure> {
        let args = self.args;
        let svg = || {
            let (board, route) = (self.board_with(query)?, self.finder.route(query)?);
            args.svg.of(&self.picture(query, &board, route.as_deref()))
        };
        args.svg.save(svg, out)
    }

    /// The board with the ends of a query, and a route between them if there is one.
    fn picture<'b>(
        &'b self,
        query: Query,
        board: &'b Board,
        route: Option<&[Cell]>,
    ) -> Picture<'b> {
        let [start, finish] = [query.start, query.finish].map(|cell| self.name(cell));
        let role = json::role(self.finder.rules(), query.piece);
        let title = format!("{} {role} from {start} to {finish}", query.piece.color());
        let picture = Picture::new(self.finder.rules(), board, title);
        picture.with_ends(query.start, query.finish).with_route(route.unwrap_or_default())
    }

    /// Writes the number, and after it the count, the route and the reason that are asked for.
    #[inline(never)]
    fn write_line(
        &self,
        query: Query,
        distance: Option<u32>,
        route: Option<&[Cell]>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let args = self.args;
        write_number(distance, false, out)?;
        if args.count {
            write!(out, " {}", self.finder.count(query)?)?;
        }
        if let Some(route) = route.filter(|_| args.route) {
            write_route(&self.names, " ", route, out)?;
        }
        if args.why
            && let Some(why) = self.why(query)?
        {
            write!(out, " {why}")?;
        }
        Ok(out.write_all(b"\n")?)
    }

    /// Writes all routes, as many as are asked for, each on a line.
    #[inline(never)]
    fn write_routes(&self, query: Query, out: &mut Output) -> Result<(), Failure> {
        for route in self.all(query)? {
            write_route(&self.names, "", &route, out)?;
            out.write_all(b"\n")?;
            out.end_part()?;
        }
        Ok(())
    }

    #[inline(never)]
    fn write_json(
        &self,
        query: Query,
        distance: Option<u32>,
        id: Option<&RawValue>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let (rules, args) = (self.finder.rules().clone(), self.args);
        let count = if args.count { Some(self.finder.count(query)?) } else { None };
        let route = if args.route { Some(self.finder.route(query)?) } else { None };
        let routes: Option<Vec<_>> = if args.all { Some(self.all(query)?.collect()) } else { None };
        let answer = Answer {
            id,
            piece: json::role(&rules, query.piece),
            color: query.piece.color().name(),
            start: self.name(query.start),
            finish: self.name(query.finish),
            moves: distance.map_or(-1, i64::from),
            count: count.map(|count| match count {
                RouteCount::Exact(count) => Count::Exact(count),
                more @ RouteCount::TooMany => Count::More(more.to_string()),
            }),
            route: route.map(|route| route.map(|route| self.names(&route))),
            routes: routes.map(|routes| routes.iter().map(|route| self.names(route)).collect()),
            why: if args.why { self.why(query)? } else { None },
        };
        json::line(out, &answer)
    }

    /// Returns all routes, as many as are asked for.
    fn all(&self, query: Query) -> Result<impl Iterator<Item = Vec<Cell>> + use<>, Failure> {
        Ok(self.finder.all(query)?.take(self.args.limit.unwrap_or(usize::MAX)))
    }

    /// Returns the reason why there is no way, if there is none.
    fn why(&self, query: Query) -> Result<Option<String>, Failure> {
        let obstacle = self.finder.obstacle(query)?;
        Ok(obstacle.map(|obstacle| Reason::new(&self.finder, query, obstacle).to_string()))
    }

    fn name(&self, cell: Cell) -> String {
        self.names.parts(cell).collect()
    }

    fn names(&self, route: &[Cell]) -> Vec<String> {
        route.iter().map(|&cell| self.name(cell)).collect()
    }
}

/// Where the word of the start is in the text of a query; the brace if that is an object.
fn start_word(query: &[u8]) -> Range<usize> {
    let last = |text: &[u8]| {
        let text = text.trim_ascii_end();
        text.iter().rposition(u8::is_ascii_whitespace).map_or(0, |blank| blank + 1)..text.len()
    };
    if query.starts_with(b"{") { 0..1 } else { last(&query[..last(query).start]) }
}

/// Writes the names of a route's cells with blanks between; the first comes after something else.
fn write_route(
    names: &NameTable,
    before: &str,
    route: &[Cell],
    out: &mut Output,
) -> io::Result<()> {
    let mut before = before;
    for &cell in route {
        out.write_all(before.as_bytes())?;
        for part in names.parts(cell) {
            out.write_all(part.as_bytes())?;
        }
        before = " ";
    }
    Ok(())
}

/// Writes the number of moves, which is -1 if there is no way, and a line end if it is all of the line.
#[inline]
fn write_number(distance: Option<u32>, ends_line: bool, out: &mut Output) -> io::Result<()> {
    let end = if ends_line { "\n" } else { "" };
    match distance {
        // Formatting takes longer than all else about most queries.
        Some(moves @ 0..10) => out.write_all(&[b'0' + moves.to_le_bytes()[0], b'\n'][..=end.len()]),
        Some(moves) => write!(out, "{moves}{end}"),
        None => write!(out, "-1{end}"),
    }
}
