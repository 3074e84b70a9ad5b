//! `graph`: measures or prints the move graph of a piece.

use std::io::Write;

use clap::{Arg, Parser};
use petgraph::dot::{Config, Dot};

use crate::api::{Error, GraphQuestion, json};
use crate::cli::args::fields::{rules, size};
use crate::cli::args::{CommandQuestion, FieldArgs};
use crate::cli::command::CliCommand;
use crate::cli::completion::candidates::query;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::questions::{context, failure, piece_words};
use crate::cli::success::Success;
use crate::terminal::progress::watched;

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach graph Bishop
  kubikschach graph King --rules cube --size 2 --dot | dot -Tsvg > king.svg")]
#[command(override_usage = "kubikschach graph [OPTIONS] PIECE [COLOR]")]
pub(crate) struct GraphArgs {
    /// Name or letter of the piece, and its color (W or B); only pawns need a color
    #[arg(value_names = ["PIECE", "COLOR"], num_args = 1.., required = true)]
    #[arg(add = query())]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) question: FieldArgs<GraphQuestion>,
    /// Write the graph for Graphviz
    #[arg(long)]
    pub(crate) dot: bool,
}

impl CommandQuestion for GraphQuestion {
    const COMMAND: &'static str = "graph";

    fn arguments() -> Vec<Arg> {
        vec![rules("kubikschach"), size()]
    }
}

impl CliCommand for GraphArgs {
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        vec![(self.dot, "graph --dot")]
    }

    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let fields = self.question.fields();
        let mut context = context(&fields)?;
        let words = piece_words(&fields, &mut context, &self.words, None)?;
        let fields = self.question.fields_with(&words);
        let question = GraphQuestion::read(&fields, &mut context);
        let question = question.map_err(|error| failure(&fields, error))?;
        // While the graph is built, a signal ends the program at once.
        let graph = question.graph();
        if self.dot {
            write!(out, "{}", Dot::with_config(&graph, &[Config::EdgeNoLabel]))?;
            return Ok(Success::Yes);
        }
        if json {
            json::answer(out, None, &watched(|control| question.answer(&graph, control))?)?;
            return Ok(Success::Yes);
        }
        let answer = watched(|control| question.numbers(&graph, control))?;
        writeln!(out, "cells       {}", answer.cells)?;
        writeln!(out, "moves       {}", answer.moves)?;
        writeln!(out, "components  {}", answer.components)?;
        // The diameter of a large board takes long, so the other figures are shown first.
        out.flush()?;
        let diameter = watched(|control| graph.diameter_with(control)).map_err(Error::from)?;
        writeln!(out, "diameter    {diameter}")?;
        Ok(Success::Yes)
    }
}
