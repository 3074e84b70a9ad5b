//! `moves`: shows the cells that a piece can go to.

use std::io::Write;

use clap::Parser;

use crate::api::{MovesQuestion, json};
use crate::cli::args::names::{COLORS, PIECES};
use crate::cli::args::{BoardArgs, SvgArgs};
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
    /// Name or letter of the piece
    #[arg(value_parser = PIECES, hide_possible_values = true)]
    pub(crate) piece: String,
    /// Color of the piece: W or B
    #[arg(value_name = "COLOR", value_parser = COLORS, hide_possible_values = true)]
    pub(crate) of: String,
    /// Cell of the piece
    pub(crate) cell: String,
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Place the piece on this board, among its other pieces
    #[arg(long = "board", value_name = "BOARD")]
    pub(crate) among: Option<String>,
    /// Print only the names of the cells, one per line
    #[arg(long)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) svg: SvgArgs,
}

pub(crate) fn run(args: &MovesArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
    if args.list && args.svg.is_output() {
        return Err(Failure::new("the argument `--list` cannot be used with `--svg -`"));
    }
    let fields = args
        .board
        .fields()
        .with_text("piece", Some(&args.piece))
        .with_text("color", Some(&args.of))
        .with_text("cell", Some(&args.cell))
        .with_text("board", args.among.as_deref());
    let question = MovesQuestion::read(&fields, &mut context(&args.board.rules)?);
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
