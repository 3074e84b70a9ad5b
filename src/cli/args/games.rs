//! Arguments of `play` and `perft`.

use std::path::PathBuf;

use clap::Parser;

use super::groups::{Board, Svg};
use super::numbers::{DEPTH, number};

/// The help of `--size` for games, which start on boards of a fixed size.
const SIZE: &str = "Cells along an edge of the board; another size is refused";

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
    #[arg(long = "moves", value_name = "CELL", num_args = 0..=1, require_equals = true, conflicts_with = "svg")]
    pub(crate) list: Option<Option<String>>,
    /// Draw the board even if the output is no terminal
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
    /// A board with the side to move and the holder after it, or the name of a setup
    pub(crate) position: String,
    /// The length of the sequences, at most 1000000
    #[arg(short, long, value_name = "D", value_parser = number(DEPTH), allow_negative_numbers = true)]
    pub(crate) depth: usize,
    /// Print the count for each first move too
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) board: Board,
}
