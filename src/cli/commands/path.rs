//! `path`: finds the least number of moves from one cell to another.

mod line;

use std::io::{self, Write};
use std::ops::Range;

use clap::{Arg, Parser};
use serde_json::value::RawValue;

use self::line::{write_cell, write_line, write_moves, write_moves_line, write_route};
use crate::api::position::default_size_hint;
use crate::api::{
    Context, Error, Fields, PathAnswer, PathOptions, PathQuestion, Place, expect_known, json,
};
use crate::cli::args::fields::{flag, option, rules, size};
use crate::cli::args::{CommandQuestion, FieldArgs, InputArgs, SvgArgs};
use crate::cli::command::CliCommand;
use crate::cli::completion::candidates::query;
use crate::cli::failure::Failure;
use crate::cli::ndjson::{Ndjson, Record};
use crate::cli::output::Output;
use crate::cli::picture::draw;
use crate::cli::questions::{context, failure, in_object};
use crate::cli::records::{Handler, Records};
use crate::cli::success::Success;
use crate::notation::Queries;
use crate::path::Query;
use crate::piece::Color;
use crate::rules::{NameTable, Rules};
use crate::terminal::signals;

/// The text for a person who gives no query at a terminal.
const FIRST_STEPS: &str = "\
Find the least number of moves: give a query of piece, color, start and finish.

  $ kubikschach path King W A1a B3d
  3

The answer is -1 if there is no way. `kubikschach path -f FILE` reads a file of queries, and so
does `kubikschach path < FILE`. With --route you get a shortest route, and with --why the reason
why there is none.

`kubikschach path --help` lists all options.";

#[derive(Debug, Parser)]
#[command(mut_arg("svg", |arg| arg.conflicts_with("all")))]
#[command(after_help = "\
Examples:
  kubikschach path King W A1a B3d
  kubikschach path --route Rook W G6f C2e
  kubikschach path --rules cube --size 5 --count Queen W a1I 'e4(III)'
  kubikschach path --rules cube --safe King W b1I c3III \\
    --board '[#n#,###,r##],[###,###,###],[###,###,###]'
  printf 'King W\\nA1a\\nB3d\\n' | kubikschach path")]
pub(crate) struct PathArgs {
    /// Query: piece, color, start and finish
    #[arg(value_names = ["PIECE", "COLOR", "START", "FINISH"], num_args = 1..)]
    #[arg(add = query())]
    pub(crate) query: Vec<String>,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) question: FieldArgs<PathQuestion>,
    /// Draw the levels, with the cells of the first shortest route numbered
    #[arg(long, conflicts_with = "all")]
    pub(crate) draw: bool,
    /// Exit with status 1 if an answer is -1
    #[arg(short, long)]
    pub(crate) exit_status: bool,
    #[command(flatten)]
    pub(crate) svg: SvgArgs,
}

impl CliCommand for PathArgs {
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        vec![(self.draw, "path --draw"), (self.svg.is_output(), "path --svg -")]
    }

    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let records = Records::new(&self.query, &self.input, json);
        if records.would_wait_for_a_person() {
            return Ok(writeln!(out, "{FIRST_STEPS}").map(|()| Success::Yes)?);
        }
        let fields = self.question.fields();
        let mut context = context(&fields)?;
        let options =
            PathOptions::read(&fields, &mut context).map_err(|error| failure(&fields, error));
        records.answer(out, PathAnswers::new(options, (&fields, context), self, json))
    }
}

impl CommandQuestion for PathQuestion {
    const COMMAND: &'static str = "path";

    fn arguments() -> Vec<Arg> {
        let board = "Other pieces on the board: they stand still, enemies can be captured";
        vec![
            rules("kubikschach"),
            size(),
            option("board", "BOARD", board),
            flag("safe", "Never stop on a cell that an enemy attacks, with --board"),
            flag("route", "Print one shortest route too, the first in the order of cell names"),
            flag("count", "Print the number of shortest routes too"),
            flag("all", "Print every shortest route, one per line, in the order of cell names"),
            option("limit", "K", "Stop after this many routes, with --all"),
            flag("why", "Print the reason if there is no way").alias("explain"),
        ]
    }
}

pub(crate) struct PathAnswers<'a> {
    reader: Ndjson<Queries>,
    /// Options for queries in text, or the mistake in the options. The mistake is reported at
    /// the first such query, because objects may override options.
    options: Result<PathOptions, Failure>,
    /// Form of answers to these queries.
    form: AnswerForm,
    /// For each piece, the start of a JSON object about it, up to the start cell.
    object_starts: Vec<Vec<u8>>,
    /// Command-line options as fields, which are the defaults for queries that are JSON
    /// objects.
    fields: &'a Fields<'a>,
    context: Context<'static>,
    args: &'a PathArgs,
    json: bool,
}

/// The form of answers to queries that are written as text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerForm {
    /// The number of moves, alone on a line.
    Number,
    /// The number of moves in a JSON object.
    NumberInJson,
    /// A form with more than the number of moves, written by [`PathAnswers::write`].
    Any,
}

impl AnswerForm {
    const fn new(options: &PathOptions, args: &PathArgs, json: bool) -> Self {
        let has_more = options.route || options.count || options.all || options.why;
        match json {
            _ if has_more || args.draw || args.svg.svg.is_some() => Self::Any,
            true => Self::NumberInJson,
            false => Self::Number,
        }
    }
}

/// The fields of a query without its options.
const QUERY_FIELDS: [&str; 4] = ["piece", "color", "start", "finish"];

/// The number of cells up to which a search needs little memory. Before a search on a larger board,
/// earlier answers are written, because the search may run out of memory.
const FEW_CELLS: usize = 1000;

impl Handler for PathAnswers<'_> {
    type Reader = Queries;

    /// Returns `true` if `argument` continues the query in `line`: the query is not yet complete,
    /// and the argument is a single word. A `-` only continues a query after its start cell.
    fn continues_line(&self, line: &str, argument: &str) -> bool {
        let is_word = !argument.trim().contains(char::is_whitespace);
        let words = self.reader.reader.words_of(line.as_bytes(), 2);
        let may_follow = argument != "-" || words.cells.len() == 1;
        is_word && may_follow && !argument.starts_with(['[', '{']) && !words.is_complete
    }

    fn reader(&mut self) -> &mut Ndjson<Self::Reader> {
        &mut self.reader
    }

    fn check_options(&self) -> Result<(), Failure> {
        self.options.as_ref().map(drop).map_err(Failure::clone)?;
        self.args.svg.expect_some("query")
    }

    /// Answers one record. The way of a query in text is inlined, so that the query stays in
    /// registers; objects are answered elsewhere.
    #[inline(always)]
    fn answer(
        &mut self,
        record: Record<'_, Query>,
        text: &[u8],
        number: usize,
        out: &mut Output,
    ) -> Result<Success, Failure> {
        let moves = match record {
            Record::Object(fields, start) => self.answer_object(fields, start, number, out)?,
            Record::Text(query, span) => {
                let options = self.options.as_ref().map_err(Failure::clone)?;
                let query = query.map_err(Failure::Record)?;
                let wrong = |error| in_query(&self.reader.reader, text, span, error);
                if self.form == AnswerForm::Any {
                    let answer = options.answer(query, &signals::CONTROL).map_err(wrong)?;
                    self.write(&answer, None, number, out)?;
                    answer.moves
                } else {
                    let moves = options.distance(query, &signals::CONTROL).map_err(wrong)?;
                    self.write_number(options.names(), query, moves, out)?;
                    moves
                }
            }
        };
        Ok(if self.args.exit_status { Success::when(moves.is_some()) } else { Success::Yes })
    }
}

impl<'a> PathAnswers<'a> {
    pub(crate) fn new(
        options: Result<PathOptions, Failure>,
        (fields, context): (&'a Fields<'a>, Context<'static>),
        args: &'a PathArgs,
        json: bool,
    ) -> Self {
        let (rules, size) = match &options {
            Ok(options) => (options.finder.rules().clone(), options.finder.size()),
            // The reader only has to find where records end: the first query in text ends the
            // command with the mistake in the options.
            Err(_) => (Rules::kubikschach(), Rules::kubikschach().default_size()),
        };
        let queries =
            Queries::new(&rules, size).with_larger_hint(default_size_hint(fields, &rules));
        let queries = if fields.has("board") { queries.among_others() } else { queries };
        let form = options
            .as_ref()
            .map_or(AnswerForm::Any, |options| AnswerForm::new(options, args, json));
        let object_starts = match form {
            AnswerForm::NumberInJson => object_starts(&rules),
            _ => Vec::new(),
        };
        let reader = Ndjson::new(queries);
        Self { reader, options, form, object_starts, fields, context, args, json }
    }

    /// Answers a query whose fields are those of a JSON object, and returns the number of moves.
    #[inline(never)]
    fn answer_object(
        &mut self,
        fields: Fields<'_>,
        start: usize,
        number: usize,
        out: &mut Output,
    ) -> Result<Option<u32>, Failure> {
        let fields = fields.with_defaults(self.fields);
        let wrong = |error: Error| in_object(&fields, start, error);
        // An object with a query alone has the options of the command line.
        let (query, options, own);
        let has_own_options = match &self.options {
            Ok(common) if fields.has_only(&QUERY_FIELDS) => {
                let queries = &mut self.reader.reader;
                let words = QUERY_FIELDS.map(|name| fields.option(name).unwrap_or_default());
                query = match queries.remembered(words) {
                    Some(query) => query,
                    None => queries.remember(words, common.query(&fields).map_err(wrong)?),
                };
                options = common;
                false
            }
            _ => {
                expect_known("path", &fields).map_err(wrong)?;
                own = PathQuestion::read(&fields, &mut self.context).map_err(wrong)?;
                (query, options) = (own.query, &own.options);
                true
            }
        };
        if options.finder.size().cells() > FEW_CELLS {
            // The search may run out of memory and abort, so earlier answers are written first.
            out.flush()?;
        }
        if has_own_options || self.form == AnswerForm::Any || fields.id().is_some() {
            let answer = options.answer(query, &signals::CONTROL).map_err(wrong)?;
            self.write(&answer, fields.id(), number, out)?;
            return Ok(answer.moves);
        }
        let moves = options.distance(query, &signals::CONTROL).map_err(wrong)?;
        self.write_number(options.names(), query, moves, out)?;
        Ok(moves)
    }

    /// Writes an answer that is only a number. As JSON, this takes a third of the instructions of
    /// [`Self::write`].
    #[inline(always)]
    fn write_number(
        &self,
        names: &NameTable,
        query: Query,
        moves: Option<u32>,
        out: &mut Output,
    ) -> io::Result<()> {
        match self.form {
            AnswerForm::Number => write_moves_line(moves, out),
            _ => self.write_number_in_json(names, query, moves, out),
        }
    }

    #[inline(never)]
    fn write_number_in_json(
        &self,
        names: &NameTable,
        Query { piece, start, finish }: Query,
        moves: Option<u32>,
        out: &mut Output,
    ) -> io::Result<()> {
        out.write_all(&self.object_starts[piece.index()])?;
        write_cell(names, start, out)?;
        out.write_all(b"\",\"finish\":\"")?;
        write_cell(names, finish, out)?;
        out.write_all(b"\",\"moves\":")?;
        write_moves(moves, out)?;
        out.write_all(b"}\n")
    }

    fn write(
        &self,
        answer: &PathAnswer<'_>,
        id: Option<&RawValue>,
        number: usize,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let svg = &self.args.svg;
        svg.expect_one(number)?;
        if !svg.save(|| Ok(svg.of(&answer.picture(&answer.board()))), out)? {
            return Ok(());
        }
        if self.json {
            return Ok(json::answer(out, id, answer)?);
        }
        if self.args.draw && number > 1 {
            writeln!(out, "\nQuery {number}:")?;
        }
        write_line(answer, out)?;
        if self.args.draw {
            out.write_all(b"\n")?;
            draw(&answer.picture(&answer.board()), out)?;
        }
        for route in answer.routes()? {
            write_route(answer, "", &route, out)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

/// Returns the start of a JSON object about each piece, by [`Piece::index`].
fn object_starts(rules: &Rules) -> Vec<Vec<u8>> {
    let mut starts = Vec::new();
    for (_, def) in rules.roles() {
        for color in Color::ALL {
            let mut start = b"{\"piece\":".to_vec();
            json::write(&mut start, &def.name).expect("memory takes whatever is written");
            start.extend_from_slice(
                format!(",\"color\":\"{}\",\"start\":\"", color.name()).as_bytes(),
            );
            starts.push(start);
        }
    }
    starts
}

/// Returns an error about a query. Its labels are moved to the start cell if the error is about a
/// field, otherwise to the first byte of the query.
#[cold]
fn in_query(
    queries: &Queries,
    text: &[u8],
    Range { start, end }: Range<usize>,
    error: Error,
) -> Failure {
    let mut mistake = error.mistake;
    let words = queries.words_of(&text[start..end], 2);
    let word = match (error.field, &words.cells[..]) {
        (Some(Place::Text(_)), [cell, ..]) => cell.clone(),
        _ => 0..1,
    };
    for label in &mut mistake.labels {
        label.span = start + word.start..start + word.end;
    }
    Failure::record(mistake)
}
