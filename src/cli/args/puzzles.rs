//! Arguments that the commands about cases share.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::{Args as Group, ValueEnum};

use super::numbers::{numbers, seed};
use crate::cli::completion::candidates::{rule_sets, sources};

/// A puzzle, as named in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleName {
    /// Queries: what is the least number of moves?
    Path,
    /// Boards: is White checkmated?
    Mate,
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
