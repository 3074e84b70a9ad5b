//! `moves`: shows the cells that a piece can go to.

use std::io::Write;

use super::output::Output;
use super::picture::draw;
use super::questions::{context, failure};
use super::{Failure, Success, args};
use crate::api::MovesQuestion;
use crate::api::json;

pub(crate) fn run(args: &args::Moves, json: bool, out: &mut Output) -> Result<Success, Failure> {
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
