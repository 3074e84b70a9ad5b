//! The command line: it turns arguments into library calls, their results into text or JSON, and
//! errors into an exit status.

mod args;
mod cases;
mod command;
mod commands;
mod completion;
mod failure;
mod files;
#[doc(hidden)]
pub mod fuzzing;
mod messages;
mod ndjson;
mod observed;
mod output;
mod picture;
mod questions;
mod records;
mod report;
mod rule_sets;
mod shell_words;
mod success;
mod totals;
mod usage;

use std::io::Write as _;
use std::process::ExitCode;

use self::args::ColorArg;
use self::failure::Failure;
use self::output::Output;
use self::success::exit_status;
use crate::terminal::signals;

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
    completion::complete(commands::program);
    let args = match usage::arguments() {
        Ok(args) => args,
        Err(status) => return status,
    };
    anstream::ColorChoice::write_global(match args.common.color {
        ColorArg::Shown(clap::ColorChoice::Always) => anstream::ColorChoice::Always,
        ColorArg::Shown(clap::ColorChoice::Never) => anstream::ColorChoice::Never,
        _ => anstream::ColorChoice::Auto,
    });
    let mut out = Output::stdout();
    let result = args.command.run(args.common.json, &mut out);
    // Answers before a failure are printed before its error.
    let flushed = out.flush().map_err(Failure::from);
    let status =
        exit_status(result.and_then(|success| flushed.map(|()| success)), args.common.json);
    signals::die_of_received();
    status
}
