//! `graph`: measures or prints the move graph of a piece.

use std::io::Write;

use clap::{Arg, Parser};
use petgraph::dot::{Config, Dot};

use crate::api::{GraphQuestion, json};
use crate::cli::args::fields::{piece, rules, size};
use crate::cli::args::{CommandQuestion, FieldArgs};
use crate::cli::output::Output;
use crate::cli::progress::watched;
use crate::cli::questions::{context, failure};
use crate::cli::{Failure, Success};

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach graph Bishop W
  kubikschach graph King W --rules cube --size 2 --dot | dot -Tsvg > king.svg")]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub(crate) question: FieldArgs<GraphQuestion>,
    /// Write the graph for Graphviz
    #[arg(long)]
    pub(crate) dot: bool,
}

impl CommandQuestion for GraphQuestion {
    const COMMAND: &'static str = "graph";

    fn arguments() -> Vec<Arg> {
        let [piece, color] = piece();
        vec![piece, color, rules("kubikschach"), size()]
    }
}

pub(crate) fn run(args: &GraphArgs, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let fields = args.question.fields();
    let question = GraphQuestion::read(&fields, &mut context(&fields)?);
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
