//! The command line: it turns arguments into library calls, their results into text or JSON, and
//! errors into an exit status.

mod args;
mod cases;
mod commands;
mod failure;
mod files;
#[doc(hidden)]
pub mod fuzzing;
mod misreadings;
mod ndjson;
mod output;
mod picture;
mod questions;
mod records;
mod report;
mod rule_sets;
mod totals;
mod usage;

use std::io::{self, Write};
use std::process::ExitCode;

use self::args::{Arguments, Command};
use self::failure::Failure;
use self::output::Output;
use self::report::ReportedError;
use crate::api::json;
use crate::render::Styles;
use crate::terminal::signals;
use crate::words::{brief, printable};

/// The result of a command, which decides its exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Success {
    #[default]
    Yes,
    No,
    /// Some records had errors, which were printed in place of their answers.
    Bad,
}

impl Success {
    fn when(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// Runs the command that the program's arguments name, and returns the exit status.
///
/// If a signal such as Ctrl-C stopped the command, this function ends the process by that signal.
///
/// # Example
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     kubikschach::cli::run()
/// }
/// ```
#[must_use]
pub fn run() -> ExitCode {
    let args = match usage::arguments() {
        Ok(args) => args,
        Err(status) => return status,
    };
    anstream::ColorChoice::write_global(match args.common.color {
        args::ColorArg::Shown(clap::ColorChoice::Always) => anstream::ColorChoice::Always,
        args::ColorArg::Shown(clap::ColorChoice::Never) => anstream::ColorChoice::Never,
        _ => anstream::ColorChoice::Auto,
    });
    let mut out = Output::stdout();
    let result = dispatch(&args, &mut out);
    // Answers before a failure are printed before its error.
    let flushed = out.flush().map_err(Failure::from);
    let status = status(result.and_then(|success| flushed.map(|()| success)), args.common.json);
    signals::die_of_received();
    status
}

/// Returns the exit status for the result of a command, after printing the errors of a failure.
fn status(result: Result<Success, Failure>, json: bool) -> ExitCode {
    match result {
        Ok(Success::Yes) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Ok(Success::No) => ExitCode::from(1),
        Ok(Success::Bad) => ExitCode::from(2),
        Err(failure) => {
            report_errors(&failure.into_errors(), json);
            ExitCode::from(2)
        }
    }
}

fn styles() -> Styles {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Styles::PLAIN,
        _ => Styles::ANSI,
    }
}

/// Prints on standard error a message that is no error.
fn print_message(message: &str) {
    // If standard error is closed, nobody can read the message.
    let _ = writeln!(anstream::stderr(), "{}", brief(printable(message).into_owned()));
}

fn report_errors(errors: &[ReportedError], json: bool) {
    for error in errors {
        // If standard error is closed, nobody can read the error.
        let _ = if json {
            json::line(&mut io::stderr(), error.object()).map_err(Failure::from)
        } else {
            writeln!(anstream::stderr(), "{}", error.text()).map_err(Failure::from)
        };
    }
}

fn dispatch(args: &Arguments, out: &mut Output) -> Result<Success, Failure> {
    let json = args.common.json;
    if let Some(flag) = args.flag_against_json() {
        return Err(Failure::new(format!("the argument `--json` cannot be used with `{flag}`")));
    }
    match &args.command {
        Command::Path(args) => commands::path::run(&args.0, json, out),
        Command::Mate(args) => commands::mate::run(&args.0, json, out),
        Command::Moves(args) => commands::moves::run(&args.0, json, out),
        Command::Replay(args) => commands::replay::run(&args.0, json, out),
        Command::Judge(args) => commands::judge::run(&args.0, json, out),
        Command::Stress(args) => commands::stress::run(&args.0, json, out),
        Command::Audit(args) => commands::audit::run(&args.0, json, out),
        Command::Generate(args) => commands::generate::run(args, json, out),
        Command::Import(args) => commands::import::run(&args.0, json, out),
        Command::Export(args) => commands::export::run(&args.0, json, out),
        Command::Play(args) => commands::play::run(&args.0, json, out),
        Command::Endgame(args) => commands::endgame::run(&args.0, json, out),
        Command::Perft(args) => commands::perft::run(&args.0, json, out),
        Command::Graph(args) => commands::graph::run(&args.0, json, out),
        Command::Rules(args) => commands::rules::run(args, json, out),
        #[cfg(feature = "serve")]
        Command::Serve(args) => commands::serve::run(&args.0, out),
        Command::Completions { shell } => commands::manual::completions(*shell, out),
        Command::Man { dir } => commands::manual::man(dir.as_deref(), out),
    }
}
