//! The command line: arguments to library calls, their values to text, errors to an exit status.

mod args;
mod error;
mod graph;
mod input;
mod mate;
mod moves;
mod path;
mod replay;
mod rules;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::CommandFactory;

pub(crate) use args::Args;
use args::Command;
use error::Failure;

/// Whether the command's answers are the ones hoped for: a replayed case that fails, or under
/// `--exit-status` a negative answer, are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Success {
    Yes,
    No,
}

impl Success {
    fn and(self, holds: bool) -> Self {
        if holds { self } else { Self::No }
    }
}

/// Runs a command and reports its failure.
pub(crate) fn run(args: &Args) -> ExitCode {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let result = dispatch(args, &mut out);
    // What was answered before a failure is printed before it.
    let flushed = out.flush().map_err(Failure::from);
    match result.and_then(|success| flushed.map(|()| success)) {
        Ok(Success::Yes) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Ok(Success::No) => ExitCode::from(1),
        Err(failure) => {
            // With stderr closed there is nobody left to tell.
            let _ = writeln!(io::stderr(), "error: {failure}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(args: &Args, out: &mut impl Write) -> Result<Success, Failure> {
    match &args.command {
        Command::Path(args) => path::run(args, out),
        Command::Mate(args) => mate::run(args, out),
        Command::Moves(args) => moves::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Graph(args) => graph::run(args, out),
        Command::Rules(args) => rules::run(args, out),
        Command::Completions { shell } => {
            let mut command = Args::command();
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command, "kubikschach", &mut script);
            out.write_all(&script)?;
            Ok(Success::Yes)
        }
        Command::Man => {
            man(out)?;
            Ok(Success::Yes)
        }
    }
}

/// Writes the help of a command that has nothing to read.
fn help(name: &str, out: &mut impl Write) -> Result<Success, Failure> {
    let mut command = Args::command();
    command.build();
    let sub = command.find_subcommand_mut(name).expect("commands ask for their own help");
    writeln!(out, "{}", sub.render_long_help())?;
    Ok(Success::Yes)
}

/// Writes the manual page: the program's, and after it those of the commands as sections.
fn man(out: &mut impl Write) -> Result<(), Failure> {
    let mut command = Args::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(out)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let page = clap_mangen::Man::new(sub.clone().disable_help_flag(true));
        writeln!(out, ".SH \"{}\"", sub.get_name().to_uppercase())?;
        page.render_description_section(out)?;
        page.render_options_section(out)?;
    }
    Ok(())
}
