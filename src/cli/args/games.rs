//! The arguments of commands that play.

use std::path::PathBuf;

use clap::{Args as Group, Parser};

use super::groups::Svg;
use super::names::RULES;
use super::numbers::{DEPTH, EDGE, number};

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach play start 2a2-2a3 5a5-5a4
  kubikschach play start:sideways -f game.txt
  kubikschach play start --moves=2b2
  kubikschach play --rules cube '[#q,##],[##,K#] w' 'a1(I)-b2(II)'")]
pub(crate) struct Play {
    /// A board with the side to move and the holder after it, or the name of a setup
    pub(crate) position: String,
    /// Moves; `-` is standard input
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Read moves from a file; may be given several times, `-` is standard input
    #[arg(short, long = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// List the legal moves instead: all, or those of the piece on a cell
    #[expect(clippy::option_option, reason = "an option whose value may be left out")]
    #[arg(long = "moves", value_name = "CELL", num_args = 0..=1, require_equals = true)]
    pub(crate) list: Option<Option<String>>,
    /// Draw the board, as a terminal always shows it
    #[arg(long, conflicts_with = "list")]
    pub(crate) draw: bool,
    #[command(flatten)]
    pub(crate) svg: Svg,
    #[command(flatten)]
    pub(crate) board: Board,
}

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach perft start --depth 3
  kubikschach perft start:sideways --depth 2 --divide")]
pub(crate) struct Perft {
    /// A board with the side to move and the holder after it, or the name of a setup
    pub(crate) position: String,
    /// The length of the sequences, at most 1000000
    #[arg(short, long, value_name = "D", value_parser = number(DEPTH), allow_negative_numbers = true)]
    pub(crate) depth: usize,
    /// Print the count of each first move too
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) board: Board,
}

/// The rule set of a game, and the size its board is said to have.
#[derive(Debug, Group)]
pub(crate) struct Board {
    /// The rule set: a built-in one by name, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "great-shatranj", value_parser = RULES, hide_possible_values = true)]
    pub(crate) rules: String,
    /// Cells along an edge of the board; another size is refused
    #[arg(long, value_name = "N", value_parser = number(EDGE), allow_negative_numbers = true)]
    pub(crate) size: Option<usize>,
}
