//! A tip for the commands that run a program, if the program or the puzzle is missing.

use std::path::Path;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::cli::commands::Arguments;
use crate::cli::shell_words::shell_words;
use crate::judge::{is_start_of_program, start_hint};
use crate::mistake::brief;

/// Returns a tip with the whole command line, if `judge` or `stress` lacks the puzzle, or `--` before
/// the program.
pub(super) fn tip(arguments: &[&str], error: &clap::Error) -> Option<String> {
    let nth = arguments.iter().position(|word| ["judge", "stress"].contains(word))?;
    let (before, options) = arguments.split_at(nth + 1);
    let dashes = options.iter().position(|word| *word == "--");
    let (options, program) = match dashes {
        Some(at) if is_about(error, "<PUZZLE>") => (&options[..at], &options[at + 1..]),
        Some(_) => return None,
        None => options.split_at(program_start(arguments[nth], options)?),
    };
    if error.kind() == ErrorKind::UnknownArgument
        && options.iter().any(|word| is_about(error, word))
    {
        return None;
    }
    let mut words: Vec<&str> = before[1..].to_vec();
    let has_cases = plain_words(arguments[nth], options).next().is_some();
    words.extend((!has_cases).then_some("path"));
    words.extend(options.iter().map(|word| if is_wrong(error, word) { "path" } else { word }));
    words.extend(program.contains(&"--json").then_some("--json"));
    let program: Vec<&str> = program.iter().copied().filter(|word| *word != "--json").collect();
    let program = if let [file] = program[..] { start_hint(file) } else { shell_words(program) };
    let what = if dashes.is_none() { "give the program after `--`" } else { "name the puzzle" };
    Some(brief(format!("{what}: `kubikschach {} -- {program}`", shell_words(words))))
}

/// Returns `true` if the error is about the argument.
fn is_about(error: &clap::Error, argument: &str) -> bool {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(name)) => name == argument,
        Some(ContextValue::Strings(names)) => names.iter().any(|name| name == argument),
        _ => false,
    }
}

/// Returns `true` if the error is about this value of an argument.
fn is_wrong(error: &clap::Error, value: &str) -> bool {
    let found = error.get(ContextKind::InvalidValue);
    matches!(found, Some(ContextValue::String(found)) if found == value)
}

/// Returns the index of the first word that starts a program, instead of naming cases.
fn program_start(command: &str, arguments: &[&str]) -> Option<usize> {
    let is_program = |(_, word): &(usize, &str)| is_start_of_program(Path::new(word));
    plain_words(command, arguments).find(is_program).map(|(nth, _)| nth)
}

/// Returns the arguments of a command that are neither options nor values of options, with their
/// indexes.
fn plain_words<'a>(
    command: &str,
    arguments: &'a [&'a str],
) -> impl Iterator<Item = (usize, &'a str)> {
    let mut program = Arguments::command();
    program.build();
    let defined = program.find_subcommand(command).cloned().unwrap_or_default();
    let takes_value = move |word: &str| {
        defined.get_arguments().any(|arg| {
            let is_long = word.strip_prefix("--").is_some_and(|name| arg.get_long() == Some(name));
            let is_short = word
                .strip_prefix('-')
                .is_some_and(|name| arg.get_short().is_some_and(|short| name.chars().eq([short])));
            (is_long || is_short) && arg.get_action().takes_values()
        })
    };
    let mut is_value = false;
    let is_plain = move |(_, word): &(usize, &'a str)| {
        let is_plain = !is_value && !word.starts_with('-');
        is_value = !is_value && takes_value(word);
        is_plain
    };
    arguments.iter().copied().enumerate().filter(is_plain)
}
