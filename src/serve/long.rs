//! Tells which questions may take seconds.

use crate::api::Fields;

/// The number of cells along an edge of a board up to which pictures and distances take little time.
const FEW: usize = 12;

/// Returns `true` if the answer to a question of the command may take seconds.
pub(super) fn is_long(command: &str, fields: &Fields<'_>) -> bool {
    match command {
        "graph" | "perft" | "endgame" => true,
        "mate" => fields.has("in"),
        "path" => fields.has("board"),
        "distances" if fields.has("board") => true,
        "picture" if fields.text("command") == Ok(Some("path")) && fields.has("board") => true,
        "distances" | "picture" => {
            let edge = fields.json("size").and_then(|edge| edge.parse().ok());
            let board = fields.board("board").ok().flatten().unwrap_or_default();
            edge.unwrap_or(0) > FEW || board.len() > FEW * FEW * FEW
        }
        _ => false,
    }
}
