//! The names of the fields of each command's question.

use super::error::Error;
use super::fields::Fields;

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

/// Returns an error if an object has a field that is unknown to the question of `command`.
pub(crate) fn expect_known(command: &str, fields: &Fields<'_>) -> Result<(), Error> {
    fields.expect_only(command, field_names(command))
}
