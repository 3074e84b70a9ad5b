//! Parses the program's arguments, and prints errors about wrong ones.

mod tips;

use std::env;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::{ColorChoice, Command, Error, FromArgMatches};

use super::commands::{Arguments, program};
use super::failure::Failure;
use super::messages::report_errors;
use super::success::{Success, exit_status};
use crate::api;
use crate::mistake::{brief, printable_bytes};

/// Parses the program's arguments.
///
/// # Errors
/// Returns the exit status if the arguments are wrong or ask for help. The error or the help has
/// then been printed.
pub(crate) fn arguments() -> Result<Arguments, ExitCode> {
    let mut arguments: Vec<OsString> = env::args_os().collect();
    // clap would take the arrow between two cells for an option.
    let before_dashes = options(&arguments).count() + 1;
    for arrow in arguments.iter_mut().take(before_dashes).filter(|argument| *argument == "->") {
        *arrow = "→".into();
    }
    parse(&mut program(), &arguments).map_err(|error| explain(&arguments, error))
}

fn parse(program: &mut Command, arguments: &[OsString]) -> Result<Arguments, Error> {
    Arguments::from_arg_matches_mut(&mut program.try_get_matches_from_mut(arguments)?)
}

/// Prints the error or the help that clap answered the arguments with.
fn explain(arguments: &[OsString], error: Error) -> ExitCode {
    let json = options(arguments).any(|argument| argument == "--json");
    // An error of clap repeats an argument as it is, so clap parses a printable, short copy.
    let visible = |text: &OsString| brief(printable_bytes(text.as_encoded_bytes())).into();
    let visible: Vec<OsString> = arguments.iter().map(visible).collect();
    let mut program = program().color(color_asked_for(arguments));
    let mut error = parse(&mut program, &visible).err().unwrap_or(error);
    if !error.use_stderr() {
        return exit_status(error.print().map(|()| Success::Yes).map_err(Failure::from), json);
    }
    let words: Vec<&str> = visible.iter().filter_map(|word| word.to_str()).collect();
    tips::amend(&mut error, &words, &program);
    if json {
        report_errors(&[reported(&error)], true);
    } else {
        let _ = error.print();
    }
    ExitCode::from(2)
}

/// Converts an error of clap: its first paragraph becomes the message, and its tip the hint.
fn reported(error: &Error) -> api::Error {
    let text = error.to_string();
    let (message, more) = text.split_once("\n\n").unwrap_or((&text, ""));
    let message: Vec<&str> = message.lines().map(str::trim).collect();
    let message = message.join(" ");
    let tip = more.lines().find_map(|line| line.trim_start().strip_prefix("tip: "));
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    api::Error::new(message).with_hint(tip.map(str::to_owned))
}

/// Returns the arguments before `--`.
fn options(arguments: &[OsString]) -> impl Iterator<Item = &OsStr> {
    arguments.iter().skip(1).map(OsString::as_os_str).take_while(|argument| *argument != "--")
}

/// Returns the value of `--color`, even if it follows an argument at which clap stopped.
fn color_asked_for(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = options(arguments).filter_map(OsStr::to_str).collect();
    let apart = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    apart.chain(joined).find_map(|choice| choice.parse().ok()).unwrap_or_default()
}
