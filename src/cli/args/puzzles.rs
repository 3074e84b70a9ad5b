//! Arguments that the commands about cases and programs share.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args as Group, ValueEnum};

use super::names::{program, rule_sets, sources};
use super::numbers::{memory, numbers, seed};
use crate::judge::ProgramOptions;

/// A puzzle, as named in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleName {
    /// Queries: what is the least number of moves?
    Path,
    /// Boards: is White checkmated?
    Mate,
}

/// The notation in which a program gets its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgramForm {
    /// Queries and boards on one line
    Line,
    /// Boards as rows, with an empty line between levels
    Grid,
    /// JSON: an object for a query or a board with a side to move, nested arrays for other boards
    Json,
}

/// The cases that a command uses, selected by their sources and names.
#[derive(Debug, Group)]
pub(crate) struct CaseArgs {
    /// Use the published cases of this puzzle, or those of a file, a folder or a zip archive
    ///
    /// Without an argument, `judge` asks for the puzzle, and the other commands use all published cases. Files, folders and archives are all that `import` reads: case files, JSON, pairs of files, and pages. `-` is
    /// standard input, and `./path` a file with the name `path`.
    #[arg(value_name = "path|mate|FILE|FOLDER", add = sources())]
    pub(crate) sources: Vec<PathBuf>,
    /// Use these cases, as without the option
    #[arg(short = 'f', long = "cases", alias = "file", value_name = "FILE", hide = true)]
    pub(crate) more_sources: Vec<PathBuf>,
    /// Use only the case with this name, or else those whose names contain this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Use only the cases with these numbers, such as `17` or `3-9`; `replay` and `judge` print them
    #[arg(long = "case", value_name = "N", value_delimiter = ',', value_parser = numbers)]
    pub(crate) numbers: Vec<RangeInclusive<usize>>,
}

impl CaseArgs {
    /// Returns the sources in the order of the arguments, those of options last.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &Path> {
        self.sources.iter().chain(&self.more_sources).map(PathBuf::as_path)
    }
}

/// The rule set of a puzzle, and the size of its boards.
#[derive(Debug, Group)]
pub(crate) struct PuzzleArgs {
    /// Use this rule set: the name of a built-in one, or a TOML file [default: the puzzle's]
    #[arg(long, value_name = "NAME|FILE", add = rule_sets())]
    pub(crate) rules: Option<String>,
    /// Set the number of cells along an edge, if the rule set has no fixed size [default: 3 for queries, any for boards]
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<String>,
}

#[derive(Debug, Group)]
pub(crate) struct SeedArgs {
    /// Seed the random choices: equal seeds give equal choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed)]
    pub(crate) seed: u64,
}

/// The program to run, its limits, and the notation of its input.
#[derive(Debug, Group)]
pub(crate) struct ProgramArgs {
    /// Limit the processor time of a run, such as `5s` or `200ms`: near to the limits of puzzle sites, but not equal
    ///
    /// A run that sleeps is stopped after three times this time by the clock, which stops while the run waits for a core.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time, allow_hyphen_values = true)]
    pub(crate) time_limit: Duration,
    /// Stop a run if its processes use more memory than this, such as `512M` (Linux only)
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = memory, allow_hyphen_values = true)]
    pub(crate) memory_limit: u64,
    /// Write inputs in this form [default: queries on three lines, boards as `n=3, […]`]
    #[arg(long, value_enum)]
    pub(crate) form: Option<ProgramForm>,
    /// Your program and its arguments, after `--`
    #[arg(value_name = "COMMAND", last = true, required = true, num_args = 1.., add = program())]
    pub(crate) command: Vec<OsString>,
}

impl ProgramArgs {
    pub(crate) fn options(&self) -> ProgramOptions {
        ProgramOptions {
            command: self.command.clone(),
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
        }
    }
}

/// Parses a duration such as `5s` or `1.5m`; a number without a unit is in seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches(char::is_alphabetic);
    // `humantime` reads no decimals.
    let decimal = || {
        let unit = text[number.len()..].trim();
        let unit = if unit.is_empty() { "s" } else { unit };
        let unit = humantime::parse_duration(&format!("1{unit}")).ok()?;
        Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit.as_secs_f64()).ok()
    };
    let time = humantime::parse_duration(text).ok().or_else(decimal);
    let time = time.filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time above zero, such as `10s`, `500ms` or `2m`".to_owned())
}
