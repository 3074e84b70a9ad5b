//! Arguments of the commands that test programs and make cases.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as Group, Parser, Subcommand, ValueEnum};

use clap::builder::TypedValueParser as _;

use super::names::{COLORS, PIECES, RULES};
use super::numbers::{COUNT, EDGE, MATE_IN, THREADS, memory, number, seed};

/// A puzzle, as named in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Puzzle {
    /// Queries: the least number of moves
    Path,
    /// Boards: is White checkmated?
    Mate,
}

/// The notation of the inputs that a program is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// On one line
    Line,
    /// Boards as rows, with an empty line between levels
    Grid,
    /// JSON: an object for a query, nested arrays for a board, or an object if it says who moves
    Json,
}

/// The cases that a command uses, selected by file and name.
#[derive(Clone, Debug, Group)]
pub(crate) struct Cases {
    /// Cases of a file in TOML instead of the published ones; may be given several times, `-` is standard input
    #[arg(short = 'f', long = "cases", alias = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Choose the case with this name, or else those whose names contain the text
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
}

/// The rule set of a puzzle, and the size of its boards.
#[derive(Clone, Debug, Group)]
pub(crate) struct Board {
    /// The rule set: a built-in one by name, or a TOML file [default: the puzzle's]
    #[arg(long, value_name = "NAME|FILE", value_parser = RULES, hide_possible_values = true)]
    pub(crate) rules: Option<String>,
    /// Set the number of cells along an edge, if the rule set has no fixed size
    #[arg(long, value_name = "N", value_parser = number(EDGE), allow_negative_numbers = true)]
    pub(crate) size: Option<usize>,
}

#[derive(Clone, Copy, Debug, Group)]
pub(crate) struct Seed {
    /// The seed of every random choice
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

/// The program to run, its limits, and the notation of its input.
#[derive(Clone, Debug, Group)]
pub(crate) struct Program {
    /// The time a run may take, such as `5s` or `200ms`
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time)]
    pub(crate) time_limit: Duration,
    /// The memory its processes may take, such as `512M`; not on every system
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = memory)]
    pub(crate) memory_limit: u64,
    /// Write inputs in this form [default: queries on three lines, boards as `n=3, […]`]
    #[arg(long, value_enum)]
    pub(crate) form: Option<Form>,
    /// The program and its arguments, after `--`
    #[arg(value_name = "COMMAND", last = true, required = true, num_args = 1..)]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Answers:
  A number stands as it is, a status such as `stalemate` too.
  Checkmate is printed as true, 1, yes or t, and anything else as false, 0, no, f, nil, none, null or [],
  in small or capital letters. No output at all is never an answer.

Examples:
  kubikschach judge path -- ./my-solution
  kubikschach judge mate --why --only 'Mate 7' -- python3 mate.py
  kubikschach judge --cases my-cases.toml -- ./my-solution")]
pub(crate) struct Judge {
    /// The puzzle; only its cases are judged
    #[arg(value_enum)]
    pub(crate) puzzle: Option<Puzzle>,
    #[command(flatten)]
    pub(crate) cases: Cases,
    /// Explain the right answer after each wrong one
    #[arg(long)]
    pub(crate) why: bool,
    /// Run this many at a time
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
    /// The puzzle
    #[arg(value_enum)]
    pub(crate) puzzle: Puzzle,
    /// Stop after this long, such as `10s` or `5m`, including the time to reduce the input
    #[arg(long = "for", value_name = "TIME", default_value = "10s", value_parser = time)]
    pub(crate) duration: Duration,
    /// Stop after this many inputs, however long it takes
    #[arg(long, value_name = "N", value_parser = number(COUNT), conflicts_with = "duration", allow_negative_numbers = true)]
    pub(crate) count: Option<usize>,
    /// Give many inputs to each run; the program must answer all of them, each on a line. The limits are those of
    /// a run, however much it is given; one that takes too much is given less
    #[arg(long)]
    pub(crate) batch: bool,
    /// Add the shrunk input to a file as a case
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
    /// The puzzle; only its cases are audited
    #[arg(value_enum)]
    pub(crate) puzzle: Option<Puzzle>,
    #[command(flatten)]
    pub(crate) cases: Cases,
    /// Write cases that catch the surviving readings, with the audit as comments
    #[arg(long)]
    pub(crate) suggest: bool,
    #[command(flatten)]
    pub(crate) seed: Seed,
}

/// Make cases to order
///
/// Writes a file of cases with their right answers: of every kind, unless a kind is asked for.
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
    /// Queries and their least numbers of moves
    // Not `Deferred`, because its `--color` replaces the global option.
    Path(GeneratePath),
    /// Boards and whether White is checkmated, or mate problems
    Mate(super::Deferred<GenerateMate>),
}

#[derive(Debug, Parser)]
pub(crate) struct GeneratePath {
    /// Make this many cases
    #[arg(long, value_name = "N", value_parser = number(COUNT), default_value = "10", allow_negative_numbers = true)]
    pub(crate) count: usize,
    /// Only this piece, by name or letter
    #[arg(long, value_parser = PIECES, hide_possible_values = true)]
    pub(crate) piece: Option<String>,
    /// Only this color of pieces: W or B
    #[arg(long, value_name = "COLOR", hide_possible_values = true)]
    #[arg(value_parser = COLORS.try_map(|name| super::color(&name).map(super::Color::Of)))]
    pub(crate) color: Option<super::Color>,
    /// Only this number of moves; -1 for no way
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
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
    /// Only this verdict
    #[arg(long, value_enum)]
    pub(crate) status: Option<Verdict>,
    /// Place this many pieces, kings among them
    #[arg(long, value_name = "K", value_parser = number(COUNT), allow_negative_numbers = true)]
    pub(crate) pieces: Option<usize>,
    /// Make boards on which removing any piece changes the verdict
    #[arg(long)]
    pub(crate) minimal: bool,
    /// Make mate problems: only one first move forces mate in N moves, none mates sooner, and every piece
    /// is needed
    #[arg(long = "in", value_name = "N", value_parser = number(MATE_IN), conflicts_with_all = ["status", "minimal"], allow_negative_numbers = true)]
    pub(crate) within: Option<usize>,
    /// With --in, make the first move one that neither gives check nor captures
    #[arg(long, requires = "within")]
    pub(crate) quiet_key: bool,
    /// With --in, leave no reply after which two moves mate
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
    /// Text copied from a page, a list of boards or queries, which gets this program's answers, or a folder
    /// of NAME.in and NAME.out; `-` is standard input
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
    /// Folder to write to; created if it is missing, and no file in it is overwritten
    pub(crate) dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cases: Cases,
    /// Write inputs in this form [default: queries on three lines, boards as `n=3, […]`]; without a folder,
    /// `markdown` prints a list for a post and `json` an array of cases
    #[arg(long, value_enum)]
    pub(crate) form: Option<ExportForm>,
}

/// The output formats of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportForm {
    /// On one line
    Line,
    /// Boards as rows, with an empty line between levels
    Grid,
    /// JSON: an object for a query, nested arrays for a board, or an object if it says who moves
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
