//! Tips about wrong arguments, besides those of clap.

use std::ffi::OsStr;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

use crate::cell::Size;
use crate::cli::commands::program;
use crate::cli::shell_words::shell_words;
use crate::endgame::Endgame;
use crate::judge::{is_start_of_program, start_hint};
use crate::mistake::brief;
use crate::rules::Rules;

/// Options that the program does not have, with a tip, and the option that the tip names.
const OPTIONS: [(&[&str], &str, Option<&str>); 3] = [
    (&["-o", "--out", "--output"], "write the output to a file with > FILE", None),
    (&["--png"], "write a picture with --svg FILE", Some("--svg")),
    (&["--path", "--mate"], "name the puzzle without dashes", None),
];

/// Names of commands that the program does not have, with a tip.
const COMMANDS: [(&str, &str); 3] = [
    ("pieces", "`kubikschach rules pieces` draws how the pieces move"),
    ("solve", "`kubikschach mate --in N` solves mate problems"),
    ("explain", "`kubikschach mate --explain` explains a verdict"),
];

/// Adds a tip to an error of clap, and removes tips of clap that mislead.
///
/// `words` are the arguments, and `program` has parsed them.
pub(super) fn amend(error: &mut Error, words: &[&str], program: &Command) {
    // Here clap advises to give an unknown option after `--`, where it would be no option.
    error.remove(ContextKind::Suggested);
    let wrong = context(error, ContextKind::InvalidArg).unwrap_or_default();
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => command_tip(error).or_else(|| rules_tip(words, error)),
        ErrorKind::UnknownArgument => option_tip(words, wrong, program)
            .or_else(|| men_tip(words))
            .or_else(|| program_tip(words, error)),
        ErrorKind::MissingRequiredArgument => program_tip(words, error),
        ErrorKind::InvalidValue if wrong == "<PUZZLE>" => program_tip(words, error),
        ErrorKind::ValueValidation if wrong == "--port <PORT>" => {
            Some("a port is a number up to 65535, such as 8080".to_owned())
        }
        _ => None,
    };
    let option = context(error, ContextKind::SuggestedArg);
    if tip.is_some() || option.is_some_and(|option| !is_listed(words, option, program)) {
        error.remove(ContextKind::SuggestedArg);
    }
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedValue);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

fn context(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        ContextValue::Strings(texts) => texts.first().map(String::as_str),
        _ => None,
    }
}

fn option_tip(words: &[&str], wrong: &str, program: &Command) -> Option<String> {
    let (_, tip, named) = OPTIONS.into_iter().find(|(options, ..)| options.contains(&wrong))?;
    named.is_none_or(|option| is_listed(words, option, program)).then(|| tip.to_owned())
}

/// Returns `true` if the help of the command that the words name lists the option.
fn is_listed(words: &[&str], option: &str, program: &Command) -> bool {
    let used = words
        .iter()
        .fold(program, |command, word| command.find_subcommand(word).unwrap_or(command));
    used.get_arguments()
        .any(|arg| !arg.is_hide_set() && arg.get_long() == option.strip_prefix("--"))
}

fn command_tip(error: &Error) -> Option<String> {
    let name = context(error, ContextKind::InvalidSubcommand)?;
    let (_, tip) = COMMANDS.into_iter().find(|(other, _)| *other == name)?;
    Some(tip.to_owned())
}

/// Returns a tip that adds the subcommand of `rules` before the name or file of a rule set.
fn rules_tip(words: &[&str], error: &Error) -> Option<String> {
    let name = context(error, ContextKind::InvalidSubcommand)?;
    let is_file = name.to_lowercase().ends_with(".toml");
    let subcommand = if is_file { "check" } else { Rules::built_in(name).map(|_| "show")? };
    let is_of_rules = words.windows(2).any(|pair| pair == ["rules", name]);
    is_of_rules.then(|| format!("`{}`", shell_words(["kubikschach", "rules", subcommand, name])))
}

/// Returns a tip that joins the men of `endgame`, such as `K Q k`, if they are several arguments.
fn men_tip(words: &[&str]) -> Option<String> {
    let at = words.iter().position(|word| *word == "endgame")? + 1;
    let end = words[at..].iter().position(|word| word.starts_with('-'));
    let men = words[at..end.map_or(words.len(), |end| at + end)].join(" ");
    let hint = |rules| Endgame::parse(&rules, Size::DEFAULT, &men).err()?.hint;
    Rules::all_built_in().filter(|_| men.contains(' ')).find_map(hint)
}

/// Returns a tip with the whole command line, if `judge` or `stress` lacks the puzzle, or `--` before
/// the program.
fn program_tip(words: &[&str], error: &Error) -> Option<String> {
    let command = words.iter().position(|word| ["judge", "stress"].contains(word))?;
    let (head, tail) = words.split_at(command + 1);
    let wrong = context(error, ContextKind::InvalidArg)?;
    // clap tells which words before the mistake are no options and no values of options.
    let matches = program().ignore_errors(true).try_get_matches_from(words).ok()?;
    let (_, matches) = matches.subcommand()?;
    let found = ["sources", "puzzle"].map(|id| matches.try_get_raw(id).ok().flatten());
    let found: Vec<&str> =
        found.into_iter().flatten().flatten().filter_map(OsStr::to_str).collect();

    let unexpected = context(error, ContextKind::InvalidValue).unwrap_or(wrong);
    let is_program = |word: &&str| !word.starts_with('-') && is_start_of_program(Path::new(word));
    let start = found.iter().copied().chain([unexpected]).find(is_program);
    let position = |part| tail.iter().position(|word| Some(*word) == part);
    let (advice, at, program) = match position(Some("--")) {
        Some(at) if unexpected == "<PUZZLE>" => ("name the puzzle", at, &tail[at + 1..]),
        Some(_) => return None,
        None => ("give the program after `--`", position(start)?, &tail[position(start)?..]),
    };
    let has_cases = found.first().is_some_and(|word| Some(*word) != start);
    let path = if has_cases { &[][..] } else { &["path"] };
    let (json, program): (Vec<&str>, Vec<&str>) =
        program.iter().partition(|word| **word == "--json");
    let before = [&head[1..], path, &tail[..at], &json].concat();
    let program = if let [file] = program[..] { start_hint(file) } else { shell_words(program) };
    Some(brief(format!("{advice}: `kubikschach {} -- {program}`", shell_words(before))))
}
