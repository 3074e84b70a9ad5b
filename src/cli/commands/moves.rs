//! `moves`: shows the cells that a piece can go to.

use std::io::Write;

use clap::{Arg, Parser};

use crate::api::{MovesQuestion, json};
use crate::cli::args::fields::{option, rules, size};
use crate::cli::args::{CommandQuestion, FieldArgs, SvgArgs};
use crate::cli::command::CliCommand;
use crate::cli::completion::candidates::query;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::picture::draw;
use crate::cli::questions::{context, failure, piece_words};
use crate::cli::success::Success;
use crate::control::Control;

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach moves Knight D4d
  kubikschach moves --list Pawn B D4d
  kubikschach moves --rules cube Rook W a1I \\
    --board '[##n,###,n##],[###,###,###],[b##,###,##K]'")]
#[command(override_usage = "kubikschach moves [OPTIONS] PIECE [COLOR] CELL")]
pub(crate) struct MovesArgs {
    /// Name or letter of the piece, its color (W or B), and its cell; only pawns need a color
    #[arg(value_names = ["PIECE", "COLOR", "CELL"], num_args = 1.., required = true)]
    #[arg(add = query())]
    pub(crate) words: Vec<String>,
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
        vec![
            rules("kubikschach"),
            size(),
            option("board", "BOARD", "Place the piece on this board, among its other pieces"),
        ]
    }
}

impl CliCommand for MovesArgs {
    fn against_json(&self) -> Vec<(bool, &'static str)> {
        vec![(self.list, "moves --list"), (self.svg.is_output(), "moves --svg -")]
    }

    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        if self.list && self.svg.is_output() {
            return Err(Failure::new("the argument `--list` cannot be used with `--svg -`"));
        }
        let fields = self.question.fields();
        let mut context = context(&fields)?;
        let words = piece_words(&fields, &mut context, &self.words, Some("cell"))?;
        let fields = self.question.fields_with(&words);
        let question = MovesQuestion::read(&fields, &mut context);
        let question = question.map_err(|error| failure(&fields, error))?;
        let answer = question.answer(&Control::FREE);
        let answer = answer.map_err(|stopped| failure(&fields, stopped.into()))?;
        let picture = answer.picture();
        if !self.svg.save(|| Ok(self.svg.of(&picture)), out)? {
            return Ok(Success::Yes);
        }
        if json {
            json::answer(out, None, &answer)?;
        } else if self.list {
            let mut cells = [answer.moves, answer.captures].concat();
            cells.sort_unstable();
            for cell in cells {
                writeln!(out, "{cell}")?;
            }
        } else {
            writeln!(out, "{}\n", picture.title)?;
            draw(&picture, out)?;
        }
        Ok(Success::Yes)
    }
}
