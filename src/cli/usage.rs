//! The program's arguments, and the errors about wrong ones.

use std::env;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, Error, FromArgMatches};

use super::args::Args;
use super::program::start_hint;
use super::report::ReportedError;
use super::{Failure, Success, report_errors, status};
use crate::words::printable_bytes;

/// Returns the program's arguments.
///
/// # Errors
/// The exit status if the arguments are wrong or ask for help, after the error or the help is printed.
pub(crate) fn arguments() -> Result<Args, ExitCode> {
    let arguments: Vec<OsString> = env::args_os().collect();
    parse(&arguments).map_err(|error| {
        let json = options(&arguments).any(|argument| argument == "--json");
        if !error.use_stderr() {
            return status(error.print().map(|()| Success::Yes).map_err(Failure::from), json);
        }
        let error = of_visible(&arguments, error);
        if json {
            report_errors(&[reported(&error)], true);
        } else {
            let _ = error.print();
        }
        ExitCode::from(2)
    })
}

fn parse(arguments: &[OsString]) -> Result<Args, Error> {
    let command = Args::command().color(color_asked_for(arguments));
    Args::from_arg_matches_mut(&mut command.try_get_matches_from(arguments)?)
}

/// Returns the error for the arguments in printable form, because clap repeats arguments unescaped.
fn of_visible(arguments: &[OsString], error: Error) -> Error {
    let visible = |argument: &OsString| printable_bytes(argument.as_encoded_bytes()).into();
    let shown: Vec<OsString> = arguments.iter().map(visible).collect();
    let mut error = parse(&shown).err().unwrap_or(error);
    if let Some(tip) = program_tip(&shown, &error) {
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// Returns the tip for a program that was given to `judge` or `stress` without `--` before it.
fn program_tip(arguments: &[OsString], error: &Error) -> Option<String> {
    let arguments: Vec<&str> =
        arguments.iter().map(|argument| argument.to_str()).collect::<Option<_>>()?;
    if error.kind() != ErrorKind::UnknownArgument || arguments.contains(&"--") {
        return None;
    }
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let nth = arguments.iter().position(|argument| argument == unknown)?;
    let (before, program) = arguments.split_at(nth);
    if unknown.starts_with('-') || !before.iter().any(|word| ["judge", "stress"].contains(word)) {
        return None;
    }
    let program: Vec<&str> = program.iter().copied().filter(|word| *word != "--json").collect();
    let program = if let [file] = program[..] { start_hint(file) } else { program.join(" ") };
    let before = before[1..].join(" ");
    Some(format!("give the program after `--`: `kubikschach {before} -- {program}`"))
}

/// Converts an error of clap: the first part of its text is the message, its tip the hint.
fn reported(error: &Error) -> ReportedError {
    let text = error.to_string();
    let (message, more) = text.split_once("\n\n").unwrap_or((&text, ""));
    let message: Vec<&str> = message.lines().map(str::trim).collect();
    let message = message.join(" ");
    let tip = more.lines().find_map(|line| line.trim_start().strip_prefix("tip: "));
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    ReportedError::new(message).with_hint(tip.map(str::to_owned))
}

/// The arguments that may be options.
fn options(arguments: &[OsString]) -> impl Iterator<Item = &OsStr> {
    arguments.iter().skip(1).map(OsString::as_os_str).take_while(|argument| *argument != "--")
}

/// The colors that the arguments ask for, so that what is said of the arguments has them too.
fn color_asked_for(arguments: &[OsString]) -> ColorChoice {
    let mut options = options(arguments).map(|argument| argument.to_str().unwrap_or_default());
    let mut asked = None;
    while let Some(argument) = options.next() {
        asked = match argument.strip_prefix("--color") {
            Some("") => options.next(),
            Some(value) => value.strip_prefix('='),
            None => continue,
        };
    }
    asked.and_then(|choice| choice.parse().ok()).unwrap_or_default()
}
