//! `perft`: counts the sequences of legal moves from a position.

use std::io::Write;

use clap::{Arg, Parser};

use crate::api::{PerftQuestion, json};
use crate::cli::args::fields::{flag, option, position, required_size, rules};
use crate::cli::args::{CommandQuestion, FieldArgs};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::questions::{context, failure};
use crate::cli::success::Success;
use crate::terminal::progress::watched;

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach perft start --depth 3
  kubikschach perft great-shatranj:sideways --depth 2 --divide")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) question: FieldArgs<PerftQuestion>,
}

impl CommandQuestion for PerftQuestion {
    const COMMAND: &'static str = "perft";

    fn arguments() -> Vec<Arg> {
        let depth = "Count sequences of this many moves, at most 12";
        vec![
            position(),
            option("depth", "D", depth).short('d').required(true),
            flag("divide", "Print the count after each first move too"),
            rules("great-shatranj"),
            required_size(),
        ]
    }
}

impl CliCommand for PerftArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let fields = self.question.fields();
        let question = PerftQuestion::read(&fields, &mut context(&fields)?);
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
}
