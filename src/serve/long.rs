//! Tells which questions may take seconds.

use crate::api::Fields;

/// The largest number of cells along an edge of a board on which pictures and distances take little
/// time.
const FEW: usize = 12;

/// Returns `true` if a question to `command` with these fields may take seconds.
pub(super) fn is_long(command: &str, fields: &Fields<'_>) -> bool {
    match command {
        "graph" | "perft" | "endgame" => true,
        "mate" => fields.has("in"),
        "path" => fields.has("board"),
        "distances" if fields.has("board") => true,
        "picture" if matches!(fields.text("command"), Ok(Some("path"))) && fields.has("board") => {
            true
        }
        "distances" | "picture" => {
            let edge = fields.json("size").and_then(|edge| edge.parse().ok());
            let board = fields.board("board").ok().flatten().unwrap_or_default();
            edge.unwrap_or(0) > FEW || board.len() > FEW * FEW * FEW
        }
        _ => false,
    }
}
