//! `perft`: counts the sequences of legal moves from a position.

use std::io::Write;

use clap::Parser;

use super::play::SIZE;
use crate::api::{PerftQuestion, json};
use crate::cli::args::BoardArgs;
use crate::cli::args::numbers::{DEPTH, number};
use crate::cli::output::Output;
use crate::cli::progress::watched;
use crate::cli::questions::{context, failure};
use crate::cli::{Failure, Success};

#[derive(Debug, Parser)]
#[command(mut_arg("rules", |arg| arg.default_value("great-shatranj")))]
#[command(mut_arg("size", |arg| arg.help(SIZE)))]
#[command(after_help = "\
Examples:
  kubikschach perft start --depth 3
  kubikschach perft start:sideways --depth 2 --divide")]
pub(crate) struct PerftArgs {
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
    pub(crate) board: BoardArgs,
}

pub(crate) fn run(args: &PerftArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let fields = args
        .board
        .fields()
        .with_text("position", Some(&args.position))
        .with_number("depth", Some(args.depth as u64))
        .with_flag("divide", args.divide);
    let question = PerftQuestion::read(&fields, &mut context(&args.board.rules)?);
    let question = question.map_err(|error| failure(&fields, error))?;
    let answer = watched(|control| question.answer(control))?;
    if json {
        json::answer(out, None, &answer)?;
        return Ok(Success::Yes);
    }
    for (mv, count) in answer.divide.iter().flatten() {
        writeln!(out, "{mv} {count}")?;
    }
    writeln!(out, "{}", answer.nodes)?;
    Ok(Success::Yes)
}
