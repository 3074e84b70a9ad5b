//! `moves`: shows the cells that a piece can go to.

use std::io::Write;

use clap::{Arg, Parser};

use crate::api::{MovesQuestion, json};
use crate::cli::args::fields::{option, piece, positional, rules, size};
use crate::cli::args::{CommandQuestion, FieldArgs, SvgArgs};
use crate::cli::output::Output;
use crate::cli::picture::draw;
use crate::cli::questions::{context, failure};
use crate::cli::{Failure, Success};

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach moves Knight W D4d
  kubikschach moves --list Pawn B D4d
  kubikschach moves --rules cube Rook W a1I \\
    --board '[##n,###,n##],[###,###,###],[b##,###,##K]'")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) question: FieldArgs<MovesQuestion>,
    /// Print only the names of the cells, one per line
    #[arg(long)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) svg: SvgArgs,
}

impl CommandQuestion for MovesQuestion {
    const COMMAND: &'static str = "moves";

    fn arguments() -> Vec<Arg> {
        let [piece, color] = piece();
        vec![
            piece,
            color,
            positional("cell", "CELL", "Cell of the piece"),
            rules("kubikschach"),
            size(),
            option("board", "BOARD", "Place the piece on this board, among its other pieces"),
        ]
    }
}

pub(crate) fn run(args: &MovesArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
    if args.list && args.svg.is_output() {
        return Err(Failure::new("the argument `--list` cannot be used with `--svg -`"));
    }
    let fields = args.question.fields();
    let question = MovesQuestion::read(&fields, &mut context(&fields)?);
    let question = question.map_err(|error| failure(&fields, error))?;
    let answer = question.answer();
    let picture = answer.picture();
    if !args.svg.save(|| Ok(args.svg.of(&picture)), out)? {
        return Ok(Success::Yes);
    }
    if json {
        json::answer(out, None, &answer)?;
    } else if args.list {
        for name in answer.destinations() {
            writeln!(out, "{name}")?;
        }
    } else {
        writeln!(out, "{}\n", picture.title)?;
        draw(&picture, out)?;
    }
    Ok(Success::Yes)
}
