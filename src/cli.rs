//! The command line: arguments to library calls, their values to text, errors to an exit status.

mod args;
mod explain;
mod failure;
mod graph;
mod json;
mod mate;
mod moves;
mod ndjson;
mod output;
mod path;
mod perft;
mod play;
mod records;
mod replay;
mod report;
mod rules;

use std::io::{self, Write};
use std::process::ExitCode;
use std::{env, fs};

use clap::{CommandFactory, FromArgMatches};

use self::args::{Args, Command};
use self::failure::Failure;
use self::output::Output;
use crate::render::Styles;

/// Whether the command's answers are the ones hoped for: a replayed case that fails, or under
/// `--exit-status` a negative answer, are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Success {
    #[default]
    Yes,
    No,
    /// Some records could not be answered, and said so in their places.
    Bad,
}

impl Success {
    fn when(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// Runs the command that the program's arguments ask for.
#[must_use]
pub fn run() -> ExitCode {
    let command = Args::command().color(color_asked_for());
    let args = Args::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    anstream::ColorChoice::write_global(match args.common.color {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    });
    let mut out = Output::stdout();
    let result = dispatch(&args, &mut out);
    // What was answered before a failure is printed before it.
    let flushed = out.flush().map_err(Failure::from);
    match result.and_then(|success| flushed.map(|()| success)) {
        Ok(Success::Yes) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Ok(Success::No) => ExitCode::from(1),
        Ok(Success::Bad) => ExitCode::from(2),
        Err(Failure::Shown(shown)) => show(&shown),
        Err(Failure::Message(message) | Failure::Unreadable(message)) => {
            show(&report::plain(&message))
        }
        Err(Failure::Record(bad)) => show(&report::plain(&bad.diagnostic.message)),
    }
}

/// The colors that the arguments ask for, so that what is said of the arguments has them too.
fn color_asked_for() -> clap::ColorChoice {
    let mut arguments = env::args().skip(1);
    let mut asked = None;
    while let Some(argument) = arguments.next() {
        asked = match argument.strip_prefix("--color") {
            Some("") => arguments.next(),
            Some(value) => value.strip_prefix('=').map(str::to_owned),
            None if argument == "--" => break,
            None => continue,
        };
    }
    asked.and_then(|choice| choice.parse().ok()).unwrap_or_default()
}

/// How answers for a person stand out: in colors if standard output shows them.
fn styles() -> Styles {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Styles::PLAIN,
        _ => Styles::ANSI,
    }
}

/// Shows an error, in color where the terminal has any.
fn show(shown: &str) -> ExitCode {
    // With stderr closed there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "{shown}");
    ExitCode::from(2)
}

fn dispatch(args: &Args, out: &mut Output) -> Result<Success, Failure> {
    let json = args.common.json;
    match &args.command {
        Command::Path(args) => path::run(&args.0, json, out),
        Command::Mate(args) => mate::run(&args.0, json, out),
        Command::Moves(args) => moves::run(&args.0, json, out),
        Command::Replay(args) => replay::run(&args.0, json, out),
        Command::Play(args) => play::run(&args.0, json, out),
        Command::Perft(args) => perft::run(&args.0, json, out),
        Command::Graph(args) => graph::run(&args.0, json, out),
        Command::Rules(args) => rules::run(args, json, out),
        Command::Completions { shell } => {
            let mut command = Args::command();
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command, "kubikschach", &mut script);
            out.write_all(&script)?;
            Ok(Success::Yes)
        }
        Command::Man { dir: None } => {
            man(out)?;
            Ok(Success::Yes)
        }
        Command::Man { dir: Some(dir) } => {
            let pages = fs::create_dir_all(dir)
                .and_then(|()| clap_mangen::generate_to(Args::command(), dir));
            pages.map_err(|error| Failure::new(format!("{}: {error}", dir.display())))?;
            Ok(Success::Yes)
        }
    }
}

/// Writes the help of a command that has nothing to read.
fn help(name: &str, out: &mut Output) -> Result<Success, Failure> {
    let mut command = Args::command();
    command.build();
    let sub = command.find_subcommand_mut(name).expect("commands ask for their own help");
    writeln!(out, "{}", sub.render_long_help())?;
    Ok(Success::Yes)
}

/// Writes the manual page: the program's, and after it those of the commands as sections.
fn man(out: &mut Output) -> Result<(), Failure> {
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
