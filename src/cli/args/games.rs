//! Arguments of `play` and `perft`.

use std::path::PathBuf;

use clap::Parser;

use super::groups::{Board, Svg};
use super::numbers::{DEPTH, number};

/// The help of `--size` for games, which start on boards of a fixed size.
const SIZE: &str = "Require a board with this many cells along an edge";

#[derive(Debug, Parser)]
#[command(mut_arg("rules", |arg| arg.default_value("great-shatranj")))]
#[command(mut_arg("size", |arg| arg.help(SIZE)))]
#[command(after_help = "\
Examples:
  kubikschach play start 2a2-2a3 5a5-5a4
  kubikschach play start:sideways -f game.txt
  kubikschach play start --moves=2b2
  kubikschach play --rules cube '[#q,##],[##,K#] w' 'a1(I)-b2(II)'")]
pub(crate) struct Play {
    /// Board followed by the side to move (w or b), or the name of a setup such as `start`
    ///
    /// If the rule set has held kings, as great-shatranj has, the holder follows: w, b, or - for none. A king that
    /// enters the level of the other king holds it, and the held king may not leave that level.
    pub(crate) position: String,
    /// Moves to make, in order; `-` is standard input
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Read moves from a file; repeatable, `-` is standard input
    #[arg(short, long = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// List the legal moves instead: all, or those of the piece on CELL
    #[expect(clippy::option_option, reason = "an option whose value may be left out")]
    #[arg(long = "moves", value_name = "CELL", num_args = 0..=1, require_equals = true, conflicts_with = "svg")]
    pub(crate) list: Option<Option<String>>,
    /// Draw the board even if the output is not a terminal
    #[arg(long, conflicts_with = "list")]
    pub(crate) draw: bool,
    #[command(flatten)]
    pub(crate) svg: Svg,
    #[command(flatten)]
    pub(crate) board: Board,
}

#[derive(Debug, Parser)]
#[command(mut_arg("rules", |arg| arg.default_value("great-shatranj")))]
#[command(mut_arg("size", |arg| arg.help(SIZE)))]
#[command(after_help = "\
Examples:
  kubikschach perft start --depth 3
  kubikschach perft start:sideways --depth 2 --divide")]
pub(crate) struct Perft {
    /// Board followed by the side to move (w or b), or the name of a setup such as `start`
    ///
    /// If the rule set has held kings, as great-shatranj has, the holder follows: w, b, or - for none. A king that
    /// enters the level of the other king holds it, and the held king may not leave that level.
    pub(crate) position: String,
    /// Count sequences of this many moves, at most 12
    #[arg(short, long, value_name = "D", value_parser = number(DEPTH), allow_negative_numbers = true)]
    pub(crate) depth: usize,
    /// Print the count after each first move too
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) board: Board,
}
