//! Parses the program's arguments, and prints errors about wrong ones.

mod program;

use std::env;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, Command, CommandFactory, Error, FromArgMatches};

use super::commands::{Arguments, GROUPS};
use super::failure::Failure;
use super::messages::report_errors;
use super::success::{Success, exit_status};
use crate::api;
use crate::cell::Size;
use crate::cli::shell_words::shell_words;
use crate::endgame::Endgame;
use crate::mistake::{brief, printable_bytes};
use crate::rules::Rules;

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
    parse(&arguments).map_err(|error| {
        let json = options(&arguments).any(|argument| argument == "--json");
        if !error.use_stderr() {
            return exit_status(error.print().map(|()| Success::Yes).map_err(Failure::from), json);
        }
        // An error of clap repeats an argument as it is, so clap parses a printable, short copy.
        let visible = |text: &OsString| brief(printable_bytes(text.as_encoded_bytes())).into();
        let visible: Vec<OsString> = arguments.iter().map(visible).collect();
        let mut error = parse(&visible).err().unwrap_or(error);
        remove_wrong_tips(&visible, &mut error);
        let words: Vec<&str> = visible.iter().filter_map(|word| word.to_str()).collect();
        let tip = program::tip(&words, &error)
            .or_else(|| men_tip(&words, &error))
            .or_else(|| rules_tip(&words, &error))
            .or_else(|| option_tip(&visible, &error));
        if let Some(tip) = tip {
            let tips = ContextValue::StyledStrs(vec![tip.into()]);
            error.insert(ContextKind::Suggested, tips);
        }
        if json {
            report_errors(&[reported(&error)], true);
        } else {
            let _ = error.print();
        }
        ExitCode::from(2)
    })
}

fn parse(arguments: &[OsString]) -> Result<Arguments, Error> {
    let command = with_groups(Arguments::command()).color(color_asked_for(arguments));
    Arguments::from_arg_matches_mut(&mut command.try_get_matches_from(arguments)?)
}

/// Sets the help of the program, which lists its commands in groups.
fn with_groups(command: Command) -> Command {
    let (header, literal) =
        (*command.get_styles().get_header(), *command.get_styles().get_literal());
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let line = |sub: &Command| {
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {literal}{:<11}{literal:#}  {about}\n", sub.get_name())
    };
    let group = |(group, names): (&str, &[&str])| {
        let is_here = |name: &str| names.contains(&name) || names.is_empty() && !is_grouped(name);
        let here = command.get_subcommands().filter(|sub| is_here(sub.get_name()));
        format!("{header}{group}:{header:#}\n{}\n", here.map(line).collect::<String>())
    };
    let groups: String = GROUPS.into_iter().map(group).collect();
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n\
         {{options}}{{after-help}}"
    );
    command.help_template(template)
}

/// Removes the tips of clap that would lead to another error.
fn remove_wrong_tips(arguments: &[OsString], error: &mut Error) {
    // Here clap advises to give an unknown option after `--`, where it would be no option.
    error.remove(ContextKind::Suggested);
    let kinds = [
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ];
    for (invalid, suggested) in kinds {
        let [wrong, better] = [invalid, suggested].map(|kind| context(error, kind));
        let is_right = wrong.zip(better).is_some_and(|(wrong, better)| {
            let is_option = invalid == ContextKind::InvalidArg;
            let replaced = |argument: &OsString| match argument.to_str() {
                Some(argument) if argument == wrong => better.into(),
                _ => argument.clone(),
            };
            let arguments: Vec<OsString> = arguments.iter().map(replaced).collect();
            (!is_option || is_listed(&arguments, better)) && parse(&arguments).is_ok()
        });
        if !is_right {
            error.remove(suggested);
        }
    }
}

fn context(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        ContextValue::Strings(texts) => texts.first().map(String::as_str),
        _ => None,
    }
}

/// Returns a tip that joins the men of `endgame`, such as `K Q k`, if they are several arguments.
fn men_tip(arguments: &[&str], error: &Error) -> Option<String> {
    let at = arguments.iter().position(|word| *word == "endgame")?;
    let words = arguments[at + 1..].iter().take_while(|word| !word.starts_with('-'));
    let men = words.copied().collect::<Vec<_>>().join(" ");
    let is_unknown = error.kind() == ErrorKind::UnknownArgument && men.contains(' ');
    let hint = |rules| Endgame::parse(&rules, Size::DEFAULT, &men).err()?.hint;
    Rules::all_built_in().filter(|_| is_unknown).find_map(hint)
}

/// Returns a tip that adds the subcommand of `rules` before the name or file of a rule set.
fn rules_tip(arguments: &[&str], error: &Error) -> Option<String> {
    let name = context(error, ContextKind::InvalidSubcommand)?;
    let is_of_rules = arguments.windows(2).any(|pair| pair == ["rules", name]);
    let subcommand = match Rules::built_in(name) {
        Some(_) => "show",
        None if name.to_lowercase().ends_with(".toml") => "check",
        None => return None,
    };
    is_of_rules.then(|| format!("`{}`", shell_words(["kubikschach", "rules", subcommand, name])))
}

/// Returns a tip about an option that other programs have.
fn option_tip(arguments: &[OsString], error: &Error) -> Option<String> {
    let tip = match context(error, ContextKind::InvalidArg)? {
        "--out" | "--output" | "-o" => "write the output to a file with > FILE",
        "--png" if is_listed(arguments, "--svg") => "write a picture with --svg FILE",
        _ => return None,
    };
    (error.kind() == ErrorKind::UnknownArgument).then(|| tip.to_owned())
}

/// Returns `true` if the help of the command that the arguments name lists the option.
fn is_listed(arguments: &[OsString], option: &str) -> bool {
    let mut program = Arguments::command();
    program.build();
    let mut command = &program;
    for word in arguments {
        command = command.find_subcommand(word).unwrap_or(command);
    }
    let name = option.trim_start_matches('-');
    command.get_arguments().any(|arg| !arg.is_hide_set() && arg.get_long() == Some(name))
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

/// Finds the value of `--color` without parsing the other arguments, because errors about those
/// must be colored accordingly.
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
