//! Groups of arguments that several commands share.

use std::path::PathBuf;

use clap::Args as Group;

use super::numbers::{COUNT, number};

/// The options that name files with records, and those for bad records.
#[derive(Debug, Default, Group)]
pub(crate) struct InputArgs {
    /// Read records (queries or boards) from a file; repeatable, `-` is standard input
    #[arg(short, long = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Continue after a bad record, with its error in place of an answer
    #[arg(short, long)]
    pub(crate) keep_going: bool,
}

/// The options for an SVG picture of the answer.
#[derive(Debug, Default, Group)]
pub(crate) struct SvgArgs {
    /// Write the answer as an SVG picture; `-` writes it to standard output instead of the text
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Draw this many levels per row, with --svg
    #[arg(long, value_name = "N", requires = "svg", value_parser = number(COUNT))]
    pub(crate) columns: Option<usize>,
}
