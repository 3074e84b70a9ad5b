//! `perft`: counts the sequences of legal moves from a position.

use std::io::Write;

use super::output::Output;
use super::progress::watched;
use super::questions::{context, failure};
use super::{Failure, Success, args};
use crate::api::PerftQuestion;
use crate::api::json;

pub(crate) fn run(args: &args::Perft, json: bool, out: &mut Output) -> Result<Success, Failure> {
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
