//! Converts command-line options to fields of questions, and errors about fields to errors about
//! arguments.

use std::ops::Range;

use super::failure::Failure;
use super::report::{self, Excerpt};
use super::rule_sets;
use super::shell_words::shell_words;
use crate::api::{Context, Error, Fields, Limits, Place};
use crate::cell::Size;
use crate::notation::{self, Queries};
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

/// Creates the context of a command, with the rule set of the option `--rules` loaded.
pub(crate) fn context(fields: &Fields<'_>) -> Result<Context<'static>, Failure> {
    let context = Context::new(Limits::NONE);
    match fields.option("rules") {
        Some(rules) => {
            let loaded = rule_sets::load(rules).map_err(|failure| failure.of_option("rules"))?;
            Ok(context.with_rules(rules, loaded))
        }
        None => Ok(context),
    }
}

/// Finds the values of fields in words such as `High Priestess W 3c3`.
///
/// The fields are the piece, its color, which may be left out, and the field `last` if there is
/// one.
pub(crate) fn piece_words(
    fields: &Fields<'_>,
    context: &mut Context,
    words: &[String],
    last: Option<&'static str>,
) -> Result<Vec<(&'static str, String)>, Failure> {
    let rules = context.rules(fields, "kubikschach").map_err(|error| failure(fields, error))?;
    let board = fields.option("board").and_then(|text| notation::parse_board(&rules, text).ok());
    let size = board.as_ref().map_or_else(|| rules.default_size(), |setup| setup.board.size());
    let typed = words.join(" ").trim().to_owned();
    let found = Queries::new(&rules, size).words_of(typed.as_bytes(), usize::from(last.is_some()));
    let word = |place: &Range<usize>| typed[place.clone()].to_owned();
    if let Some(surplus) = found.cells.get(usize::from(last.is_some())) {
        return Err(Failure::new(format!("`{}` is one word too many", word(surplus))));
    }
    let name = word(&found.piece);
    if last.is_some() && found.cells.is_empty() {
        let cells = rules.cells();
        if let Some(cell) = cells.parse_any_case(size, &name) {
            let there = board.and_then(|setup| setup.board.piece_at(cell));
            let piece = match (there, rules.roles().next()) {
                (Some(piece), _) => {
                    format!("{} {}", rules.role(piece.role()).name, piece.color().name())
                }
                (None, first) => first.map_or("King", |(_, def)| &def.name).to_owned(),
            };
            let message = format!("add the piece before {typed}, for example {piece} {typed}");
            return Err(Failure::new(message));
        }
        let [first, _] = cells.corners(size);
        let message = format!("add the cell of the piece after {typed}, for example {first}");
        let chosen = fields.option("rules").unwrap_or_else(|| rules.name());
        let legend = shell_words(["kubikschach", "rules", "pieces", chosen]);
        return Err(Failure::with_hint(message, Some(format!("`{legend}` draws how pieces move"))));
    }
    let color = found.color.map(|place| ("color", word(&place)));
    let cell = last.zip(found.cells.first().map(word));
    Ok([("piece", name)].into_iter().chain(color).chain(cell).collect())
}

/// Converts an error about a field to an error about the argument that set the field.
pub(crate) fn failure(fields: &Fields<'_>, error: Error) -> Failure {
    let error = fields.with_code_points(error);
    let name = error.field.as_ref().map(|place| argument(place.field())).unwrap_or_default();
    let error = match &error.field {
        Some(Place::Text(field)) => match fields.option(field) {
            Some(text) => Excerpt::of_argument(&name, text).draw(error),
            None => error,
        },
        Some(Place::Value(_)) => report::of_argument(error, &name),
        Some(Place::Name(_)) | None => error,
    };
    error.into()
}

/// Returns the name of the argument that sets a field.
fn argument(field: &str) -> String {
    let argument = ARGUMENTS.iter().find(|(known, _)| *known == field);
    argument.map_or_else(|| format!("--{field}"), |(_, name)| (*name).to_owned())
}

/// Returns an error about a JSON object that starts at byte `start` of the text.
pub(crate) fn in_object(fields: &Fields<'_>, start: usize, error: Error) -> Failure {
    let error = fields.in_object(error);
    Failure::record(Error { mistake: error.mistake.moved(start), ..error })
}

/// Parses `name` as the name of a piece. Errors refer to `argument`.
pub(crate) fn role(rules: &Rules, argument: &str, name: &str) -> Result<Role, Failure> {
    notation::parse_role(rules, name).map_err(|error| Failure::argument(argument, name, error))
}

/// Returns the board size: the fixed one of the rule set, or `chosen`, or else the default.
pub(crate) fn size(rules: &Rules, chosen: Option<&str>) -> Result<Size, Failure> {
    Ok(size_if_any(rules, chosen)?.unwrap_or_else(|| rules.default_size()))
}

/// Returns the board size: the fixed one of the rule set, or `chosen`; `None` if both are missing.
pub(crate) fn size_if_any(rules: &Rules, chosen: Option<&str>) -> Result<Option<Size>, Failure> {
    let fields = Fields::of_options(chosen.map(|size| ("size", Some(size))));
    let size = Context::new(Limits::NONE).chosen_size(&fields, rules);
    size.map_err(|error| failure(&fields, error))
}
