//! The names of the fields of each command's question.

use super::error::{Error, Place};
use super::fields::Fields;
use crate::mistake::Mistake;

/// The commands whose questions always have the same fields, with the names of these fields except
/// `id`.
const FIELD_NAMES: [(&str, &[&str]); 12] = [
    (
        "path",
        &[
            "piece", "color", "start", "finish", "rules", "size", "board", "safe", "route",
            "count", "all", "limit", "why",
        ],
    ),
    ("query", &["query", "rules", "size"]),
    ("distances", &["piece", "color", "start", "rules", "size", "board", "safe"]),
    (
        "mate",
        &[
            "board",
            "side",
            "rules",
            "size",
            "explain",
            "all",
            "in",
            "try",
            "set",
            "tries",
            "figurines",
            "memory",
            "force",
        ],
    ),
    ("board", &["board", "rules", "size", "default_rules", "default_size"]),
    ("moves", &["piece", "color", "cell", "rules", "size", "board"]),
    ("play", &["position", "moves", "legal_moves", "figurines", "rules", "size"]),
    ("graph", &["piece", "color", "rules", "size"]),
    ("perft", &["position", "depth", "divide", "rules", "size"]),
    ("endgame", &["pieces", "at", "side", "memory", "rules", "size"]),
    ("rules", &["name"]),
    ("examples", &[]),
];

/// Returns the names of the fields of a command's question; none if no command has this name, or if
/// the fields depend on the question.
pub(crate) fn field_names(command: &str) -> &'static [&'static str] {
    let found = FIELD_NAMES.iter().find(|(known, _)| *known == command);
    found.map_or(&[], |(_, names)| names)
}

/// Other names for fields, each with the field that it means in a command that has this field.
const OTHER_NAMES: [(&str, &str); 13] = [
    ("n", "size"),
    ("edge", "size"),
    ("turn", "side"),
    ("from", "start"),
    ("from", "cell"),
    ("to", "finish"),
    ("end", "finish"),
    ("target", "finish"),
    ("fen", "board"),
    ("fen", "position"),
    ("variant", "rules"),
    ("why", "explain"),
    ("reasons", "explain"),
];

/// Returns an error if an object has a field that is unknown to the question of `command`.
pub(crate) fn expect_known(command: &str, fields: &Fields<'_>) -> Result<(), Error> {
    let names = field_names(command);
    let Some(found) = fields.names().find(|name| !names.contains(name)) else { return Ok(()) };
    let is_meant =
        |(other, name): &&(&str, &str)| other.eq_ignore_ascii_case(found) && names.contains(name);
    let meant = OTHER_NAMES.iter().find(is_meant);
    let meant = meant.map(|(_, name)| format!("did you mean `{name}`?"));
    let what = format!("a field of `{command}`");
    let error = Mistake::unknown(0..found.len(), what, found.as_bytes(), names);
    let hint = meant.or(error.hint.clone());
    let field = Some(Place::Name(found.to_owned()));
    Err(Error { field, ..Error::at("", Mistake { hint, ..error }) })
}
