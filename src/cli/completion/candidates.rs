//! Values that shells complete, for arguments that also accept other values.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;

use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};

use super::line::words_after_dashes;
use crate::cases::Puzzle;
use crate::piece::Color;
use crate::rules::Rules;

type Candidates = Vec<CompletionCandidate>;

/// Completes the names of built-in rule sets, and files.
pub(crate) fn rule_sets() -> ArgValueCompleter {
    let names = || Rules::all_built_in().map(|rules| rules.name().to_owned()).collect();
    ArgValueCompleter::new(move |start: &OsStr| words_and_files(names(), start))
}

/// Completes the sources of cases: puzzles, files and folders.
pub(crate) fn sources() -> ArgValueCompleter {
    let puzzles = || Puzzle::ALL.map(|puzzle| puzzle.name().to_owned()).to_vec();
    ArgValueCompleter::new(move |start: &OsStr| match words_after_dashes() {
        0 => words_and_files(puzzles(), start),
        // The engine takes the words after `--` for further sources.
        _ => program_words(start),
    })
}

/// Completes a program and its arguments.
pub(crate) fn program() -> ArgValueCompleter {
    ArgValueCompleter::new(program_words)
}

/// Completes the names of the built-in pieces, as one word each: `High-Priestess`.
pub(crate) fn pieces() -> ArgValueCompleter {
    ArgValueCompleter::new(|start: &OsStr| words(piece_names(), start))
}

/// Completes the colors in queries.
pub(crate) fn colors() -> ArgValueCompleter {
    ArgValueCompleter::new(|start: &OsStr| words(color_names(), start))
}

/// Completes the words with which a query may start: piece names and colors.
pub(crate) fn query() -> ArgValueCompleter {
    ArgValueCompleter::new(|start: &OsStr| words([piece_names(), color_names()].concat(), start))
}

/// Completes the sides of a board.
pub(crate) fn sides() -> ArgValueCompleter {
    let names = || Color::ALL.map(|side| side.name().to_owned()).to_vec();
    ArgValueCompleter::new(move |start: &OsStr| words(names(), start))
}

fn piece_names() -> Vec<String> {
    let names = Rules::all_built_in().flat_map(|rules| {
        rules.roles().map(|(_, def)| def.name.replace(' ', "-")).collect::<Vec<_>>()
    });
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

fn color_names() -> Vec<String> {
    Color::ALL.map(|color| color.to_string()).to_vec()
}

fn words(words: Vec<String>, start: &OsStr) -> Candidates {
    let start = start.to_string_lossy();
    words
        .into_iter()
        .filter(|word| word.starts_with(&*start))
        .map(CompletionCandidate::from)
        .collect()
}

fn words_and_files(names: Vec<String>, start: &OsStr) -> Candidates {
    let mut all = words(names, start);
    all.extend(files(start));
    all
}

fn files(start: &OsStr) -> Candidates {
    PathCompleter::any().complete(start)
}

/// Returns files, and for the name of the program also the commands in the folders of `PATH`.
fn program_words(start: &OsStr) -> Candidates {
    let mut found = files(start);
    let is_command =
        words_after_dashes() == 1 && !start.is_empty() && !start.to_string_lossy().contains('/');
    if is_command && let Some(path) = env::var_os("PATH") {
        let commands = env::split_paths(&path)
            .flat_map(|folder| PathCompleter::file().current_dir(folder).complete(start))
            .filter(|command| !command.get_value().to_string_lossy().ends_with('/'));
        found.extend(commands);
        found.sort();
        found.dedup();
    }
    found
}
