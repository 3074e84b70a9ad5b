//! The options of commands as fields of questions, and errors in them.

use super::{Failure, args, rules};
use crate::api::{Context, Error, Fields, Limits, Place};
use crate::notation;
use crate::piece::Role;
use crate::rules::Rules;

/// The fields that are arguments with another name than `--FIELD`.
const ARGUMENTS: [(&str, &str); 6] = [
    ("piece", "PIECE"),
    ("color", "COLOR"),
    ("cell", "CELL"),
    ("position", "POSITION"),
    ("pieces", "PIECES"),
    ("legal_moves", "--moves"),
];

/// Creates the context of a command with its rule set.
pub(crate) fn context(rules: &str) -> Result<Context<'static>, Failure> {
    Ok(Context::new(Limits::NONE).with_rules(rules, rules::load(rules)?))
}

impl args::Board {
    /// Returns the rule set and the size as fields.
    pub(crate) fn fields(&self) -> Fields<'_> {
        let size = self.size.map(|size| size as u64);
        Fields::default().with_text("rules", Some(&self.rules)).with_number("size", size)
    }
}

/// Returns an error about options as the failure of the command.
pub(crate) fn failure(fields: &Fields<'_>, error: Error) -> Failure {
    if let Some(Place::Text(name)) = &error.field
        && let Some(text) = fields.option(name)
    {
        let argument = ARGUMENTS.iter().find(|(field, _)| field == name);
        let argument = argument.map_or_else(|| format!("--{name}"), |(_, name)| (*name).to_owned());
        return Failure::argument(&argument, text, error.diagnostic);
    }
    error.into()
}

/// Returns an error about an object that starts at a byte of its text.
pub(crate) fn in_object(fields: &Fields<'_>, start: usize, error: &Error) -> Failure {
    Failure::record(fields.place(error).moved(start), fields.id())
}

/// Returns the role that an argument names.
pub(crate) fn role(rules: &Rules, argument: &str, name: &str) -> Result<Role, Failure> {
    notation::role(rules, name).map_err(|error| Failure::argument(argument, name, error))
}
