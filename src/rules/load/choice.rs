//! Values in rule documents that must be one of a few names.

use std::fmt;

use toml::Spanned;

use super::List;
use crate::diagnostic::Diagnostic;
use crate::document::{Table, Value, read};

/// Parses a required key whose value is one of the names in `choices`.
pub(super) fn choice<T: Copy>(
    table: &mut Table<'_>,
    key: &'static str,
    choices: &[(&str, T)],
    mistakes: &mut List,
) -> Option<T> {
    let value = table.required::<String>(key, mistakes)?;
    of_key(&value, key, choices, mistakes)
}

pub(super) fn optional_choice<T: Copy>(
    table: &mut Table<'_>,
    key: &'static str,
    choices: &[(&str, T)],
    mistakes: &mut List,
) -> Option<T> {
    let value = table.optional::<String>(key, mistakes)?;
    of_key(&value, key, choices, mistakes)
}

fn of_key<T: Copy>(
    value: &Spanned<String>,
    key: &str,
    choices: &[(&str, T)],
    mistakes: &mut List,
) -> Option<T> {
    pick(value, format_args!("`{key}` to be one of these"), choices, mistakes)
}

/// Parses a list of names from `choices`, each at most once. `what` is the noun that messages use
/// for an element, with its article, such as `a piece`.
pub(super) fn each_once<T: Copy + PartialEq>(
    list: Vec<Value<'_>>,
    what: &str,
    choices: &[(&str, T)],
    mistakes: &mut List,
) -> Vec<T> {
    let noun = what.split_once(' ').map_or(what, |(_, noun)| noun);
    let mut found = Vec::new();
    for value in list {
        let Some(name) = read::<String>(value, mistakes) else { continue };
        let Some(chosen) = pick(&name, what, choices, mistakes) else { continue };
        if found.contains(&chosen) {
            let message = format!("expected each {noun} once, but found it again");
            mistakes.push(Diagnostic::new(name.span(), message));
        }
        found.push(chosen);
    }
    found
}

fn pick<T: Copy>(
    value: &Spanned<String>,
    what: impl fmt::Display,
    choices: &[(&str, T)],
    mistakes: &mut List,
) -> Option<T> {
    let choice = choices.iter().find(|(name, _)| name == value.get_ref());
    if choice.is_none() {
        let names = choices.iter().map(|(name, _)| *name);
        mistakes.push(Diagnostic::unknown(value.span(), what, value.get_ref().as_bytes(), names));
    }
    choice.map(|(_, chosen)| *chosen)
}
