//! Arguments of the commands that test programs and make cases.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as Group, Parser, Subcommand, ValueEnum};

use clap::builder::TypedValueParser as _;

use super::names::{COLORS, PIECES, RULES};
use super::numbers::{COUNT, EDGE, MATE_IN, THREADS, distance, memory, number, seed};

/// A puzzle, as named in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Puzzle {
    /// Queries: what is the least number of moves?
    Path,
    /// Boards: is White checkmated?
    Mate,
}

/// The notation in which a program gets its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Queries and boards on one line
    Line,
    /// Boards as rows, with an empty line between levels
    Grid,
    /// JSON: an object for a query or a board with a side to move, nested arrays for other boards
    Json,
}

/// The cases that a command uses, selected by file and name.
#[derive(Debug, Group)]
pub(crate) struct Cases {
    /// Read cases from a TOML file instead of the published ones; repeatable, `-` is standard input
    #[arg(short = 'f', long = "cases", alias = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Use only the case with this name, or else those whose names contain this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
}

/// The rule set of a puzzle, and the size of its boards.
#[derive(Debug, Group)]
pub(crate) struct Board {
    /// Use this rule set: the name of a built-in one, or a TOML file [default: the puzzle's]
    #[arg(long, value_name = "NAME|FILE", value_parser = RULES, hide_possible_values = true)]
    pub(crate) rules: Option<String>,
    /// Set the number of cells along an edge, if the rule set has no fixed size [default: 3 for queries, any for boards]
    #[arg(long, value_name = "N", value_parser = number(EDGE), allow_negative_numbers = true)]
    pub(crate) size: Option<usize>,
}

#[derive(Debug, Group)]
pub(crate) struct Seed {
    /// Seed the random choices: equal seeds give equal choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

/// The program to run, its limits, and the notation of its input.
#[derive(Debug, Group)]
pub(crate) struct Program {
    /// Stop a run after this time, such as `5s` or `200ms`
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time)]
    pub(crate) time_limit: Duration,
    /// Stop a run if its processes use more memory than this, such as `512M` (Linux only)
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = memory)]
    pub(crate) memory_limit: u64,
    /// Write inputs in this form [default: queries on three lines, boards as `n=3, […]`]
    #[arg(long, value_enum)]
    pub(crate) form: Option<Form>,
    /// Your program and its arguments, after `--`
    #[arg(value_name = "COMMAND", last = true, required = true, num_args = 1..)]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Answers:
  Your program prints a number for a query. For a board it prints whether White is checkmated:
  true, 1, yes or t, else false, 0, no, f, nil, none, null or [], in lower or upper case.
  If a case expects a status such as `stalemate`, it prints that. An empty output is wrong.

Examples:
  kubikschach judge path -- ./my-solution
  kubikschach judge mate --why --only 'Mate 7' -- python3 mate.py
  kubikschach judge --cases my-cases.toml -- ./my-solution")]
pub(crate) struct Judge {
    /// Judge only the cases of this puzzle
    #[arg(value_enum)]
    pub(crate) puzzle: Option<Puzzle>,
    #[command(flatten)]
    pub(crate) cases: Cases,
    /// Explain the expected answer after each wrong one
    #[arg(long)]
    pub(crate) why: bool,
    /// Run this many processes at a time
    #[arg(short, long, value_name = "N", value_parser = number(THREADS), default_value = "1", allow_negative_numbers = true)]
    pub(crate) jobs: usize,
    #[command(flatten)]
    pub(crate) program: Program,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach stress path -- ./my-solution
  kubikschach stress mate --for 1m --size 4 -- python3 mate.py
  kubikschach stress path --batch --count 100000 -- ./my-fast-solution")]
pub(crate) struct Stress {
    /// Puzzle that your program solves
    #[arg(value_enum)]
    pub(crate) puzzle: Puzzle,
    /// Stop after this time, such as `10s` or `5m`, which includes the time to reduce the input
    #[arg(long = "for", value_name = "TIME", default_value = "10s", value_parser = time)]
    pub(crate) duration: Duration,
    /// Stop after this many inputs, however long it takes
    #[arg(long, value_name = "N", value_parser = number(COUNT), conflicts_with = "duration", allow_negative_numbers = true)]
    pub(crate) count: Option<usize>,
    /// Give each run many inputs, which your program must answer with one line each
    ///
    /// For programs that read to the end of their input. Time and memory limits hold for a whole run. A run
    /// gets up to 256 inputs, and fewer after a run that exceeded a limit.
    #[arg(long)]
    pub(crate) batch: bool,
    /// Add the reduced input to this file as a case
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) board: Board,
    #[command(flatten)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) program: Program,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach audit path
  kubikschach audit --cases my-cases.toml
  kubikschach audit mate --suggest > more-cases.toml")]
pub(crate) struct Audit {
    /// Audit only the cases of this puzzle
    #[arg(value_enum)]
    pub(crate) puzzle: Option<Puzzle>,
    #[command(flatten)]
    pub(crate) cases: Cases,
    /// Print cases that catch the surviving misreadings, with the audit as comments
    #[arg(long)]
    pub(crate) suggest: bool,
    #[command(flatten)]
    pub(crate) seed: Seed,
}

/// Make cases and mate problems with the properties that you ask for
///
/// A case is an input with its expected answer. Prints a file of random cases, which without options vary in
/// piece, distance and verdict.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach generate path --piece Knight --distance 6
  kubikschach generate mate --status stalemate --size 3 --minimal
  kubikschach generate mate --count 100 > cases.toml
  kubikschach generate mate --in 2 --size 4 --quiet-key --count 3")]
pub(crate) struct Generate {
    #[command(subcommand)]
    pub(crate) puzzle: Generated,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Generated {
    /// Make queries, each with its least number of moves
    // Not `Deferred`, because its `--color` replaces the global option.
    Path(GeneratePath),
    /// Make boards with their verdicts, or mate problems
    Mate(super::Deferred<GenerateMate>),
}

#[derive(Debug, Parser)]
pub(crate) struct GeneratePath {
    /// Make this many cases
    #[arg(long, value_name = "N", value_parser = number(COUNT), default_value = "10", allow_negative_numbers = true)]
    pub(crate) count: usize,
    /// Use only this piece, by name or letter
    #[arg(long, value_parser = PIECES, hide_possible_values = true)]
    pub(crate) piece: Option<String>,
    /// Use only pieces of this color: W or B
    #[arg(long, value_name = "COLOR", hide_possible_values = true)]
    #[arg(value_parser = COLORS.try_map(|name| super::color(&name).map(super::Color::Of)))]
    pub(crate) color: Option<super::Color>,
    /// Make only queries with this least number of moves; -1 means no way
    #[arg(long, value_name = "D", value_parser = distance, allow_negative_numbers = true)]
    pub(crate) distance: Option<i64>,
    #[command(flatten)]
    pub(crate) board: super::Board,
    #[command(flatten)]
    pub(crate) seed: Seed,
}

#[derive(Debug, Parser)]
pub(crate) struct GenerateMate {
    /// Make this many cases
    #[arg(long, value_name = "N", value_parser = number(COUNT), default_value = "10", allow_negative_numbers = true)]
    pub(crate) count: usize,
    /// Make only boards with this verdict
    #[arg(long, value_enum)]
    pub(crate) status: Option<Verdict>,
    /// Place this many pieces, kings included
    #[arg(long, value_name = "K", value_parser = number(COUNT), allow_negative_numbers = true)]
    pub(crate) pieces: Option<usize>,
    /// Make boards on which removing any piece changes the verdict
    #[arg(long)]
    pub(crate) minimal: bool,
    /// Make mate problems: one first move alone forces mate in N moves, and none forces it sooner
    ///
    /// Every piece is needed: if any piece were removed, the board would not be a sound mate in N.
    #[arg(long = "in", value_name = "N", value_parser = number(MATE_IN), conflicts_with_all = ["status", "minimal"], allow_negative_numbers = true)]
    pub(crate) within: Option<usize>,
    /// Require a first move that neither gives check nor captures, with --in
    #[arg(long, requires = "within")]
    pub(crate) quiet_key: bool,
    /// Allow no duals (replies after which several moves mate), with --in
    #[arg(long, requires = "within")]
    pub(crate) no_duals: bool,
    #[command(flatten)]
    pub(crate) board: Board,
    #[command(flatten)]
    pub(crate) seed: Seed,
}

/// The verdicts to which `--status` can limit generated boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Verdict {
    /// Check, and no legal move
    Checkmate,
    /// No check, and no legal move
    Stalemate,
    /// Check, and a legal move ends it
    Check,
    /// No check, and a legal move
    Ongoing,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach import page.txt > cases.toml
  kubikschach import tests/ > cases.toml")]
pub(crate) struct Import {
    /// Copied page, list of inputs, or folder; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) board: Board,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach export --only king tests/
  kubikschach export --cases my-cases.toml --form grid tests/
  kubikschach export --cases my-cases.toml --form markdown > post.md")]
pub(crate) struct Export {
    /// Folder to write to, created if missing; no file in it is overwritten
    pub(crate) dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cases: Cases,
    /// Write inputs in this form [default: queries on three lines, boards as `n=3, […]`]
    ///
    /// Without a folder, `markdown` prints a list for a post and `json` an array of cases.
    #[arg(long, value_enum)]
    pub(crate) form: Option<ExportForm>,
}

/// The output formats of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportForm {
    /// Queries and boards on one line
    Line,
    /// Boards as rows, with an empty line between levels
    Grid,
    /// JSON: an object for a query or a board with a side to move, nested arrays for other boards
    Json,
    /// A list in Markdown, with inputs and answers as code
    Markdown,
}

/// Parses a duration such as `5s`; a number without a unit is in seconds.
fn time(text: &str) -> Result<Duration, String> {
    let seconds = || Duration::try_from_secs_f64(text.parse().ok()?).ok();
    let time = seconds().or_else(|| humantime::parse_duration(text).ok());
    let time = time.filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time above zero, such as `10s`, `500ms` or `2m`".to_owned())
}
