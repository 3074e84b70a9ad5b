//! `graph`: measures or prints the move graph of a piece.

use std::io::Write;

use petgraph::dot::{Config, Dot};

use super::output::Output;
use super::progress::watched;
use super::questions::{context, failure};
use super::{Failure, Success, args};
use crate::api::GraphQuestion;
use crate::api::json;

pub(crate) fn run(args: &args::Graph, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let fields = args
        .board
        .fields()
        .with_text("piece", Some(&args.piece))
        .with_text("color", Some(&args.of));
    let question = GraphQuestion::read(&fields, &mut context(&args.board.rules)?);
    let question = question.map_err(|error| failure(&fields, error))?;
    if args.dot {
        write!(out, "{}", Dot::with_config(&question.graph(), &[Config::EdgeNoLabel]))?;
        return Ok(Success::Yes);
    }
    if json {
        json::answer(out, None, &watched(|control| question.answer(control))?)?;
        return Ok(Success::Yes);
    }
    let answer = watched(|control| question.numbers(control))?;
    writeln!(out, "cells       {}", answer.cells)?;
    writeln!(out, "moves       {}", answer.moves)?;
    writeln!(out, "components  {}", answer.components)?;
    // The diameter of a large board takes long, so the other figures are shown first.
    out.flush()?;
    let diameter = watched(|control| question.diameter(control))?;
    writeln!(out, "diameter    {diameter}")?;
    Ok(Success::Yes)
}
