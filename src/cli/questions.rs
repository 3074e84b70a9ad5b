//! Converts command-line options to fields of questions, and errors about fields to errors about
//! arguments.

use super::failure::BadRecord;
use super::{Failure, args, rule_sets};
use crate::api::{Context, Error, FieldPlace, Fields, Limits, Place};
use crate::notation;
use crate::piece::Role;
use crate::rules::Rules;

/// Pairs of a field of a question and the argument that sets the field. Fields that are not listed
/// here are set by `--FIELD`.
const ARGUMENTS: [(&str, &str); 6] = [
    ("piece", "PIECE"),
    ("color", "COLOR"),
    ("cell", "CELL"),
    ("position", "POSITION"),
    ("pieces", "PIECES"),
    ("legal_moves", "--moves"),
];

/// Creates the context of a command, with its rule set loaded.
pub(crate) fn context(rules: &str) -> Result<Context<'static>, Failure> {
    Ok(Context::new(Limits::NONE).with_rules(rules, rule_sets::load(rules)?))
}

impl args::BoardArgs {
    pub(crate) fn fields(&self) -> Fields<'_> {
        let size = self.size.map(|size| size as u64);
        Fields::default().with_text("rules", Some(&self.rules)).with_number("size", size)
    }
}

/// Converts an error about a field to an error about the argument that set the field.
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

/// Returns an error about a JSON object that starts at byte `start` of the text.
pub(crate) fn in_object(fields: &Fields<'_>, start: usize, error: &Error) -> Failure {
    Failure::Record(Box::new(BadRecord {
        diagnostic: fields.place(error).moved(start),
        id: fields.id().map(ToOwned::to_owned),
        field: FieldPlace::new(fields, error),
    }))
}

/// Parses `name` as the name of a piece. Errors refer to `argument`.
pub(crate) fn role(rules: &Rules, argument: &str, name: &str) -> Result<Role, Failure> {
    notation::parse_role(rules, name).map_err(|error| Failure::argument(argument, name, error))
}
