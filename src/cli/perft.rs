//! `perft`: count the sequences of legal moves.

use std::collections::BTreeMap;
use std::io::Write;

use crate::notation::move_text;
use serde::Serialize;

use super::output::Output;
use super::position::Start;
use super::progress::Progress;
use super::{Failure, Success, args, json};

pub(crate) fn run(args: &args::Perft, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let start = Start::new(&args.board.rules, args.board.size, &args.position)?;
    let mut position = start.position()?;
    let size = position.board().size();
    let (mut nodes, mut divided) = (u64::from(args.depth == 0), BTreeMap::new());
    let moves = if args.depth > 0 { position.legal_moves() } else { Vec::new() };
    let mut progress = Progress::new(Some(moves.len()));
    for mv in moves {
        let undo = position.make(mv);
        let count = position.perft(args.depth - 1);
        position.unmake(undo);
        nodes = nodes.saturating_add(count);
        divided.insert(move_text(&start.rules, size, mv), count);
        progress.set(divided.len());
    }
    drop(progress);
    if json {
        let divide = args.divide.then_some(divided);
        json::line(out, &Perft { depth: args.depth, nodes, divide })?;
        return Ok(Success::Yes);
    }
    if args.divide {
        for (mv, count) in divided {
            writeln!(out, "{mv} {count}")?;
        }
    }
    writeln!(out, "{nodes}")?;
    Ok(Success::Yes)
}

/// The count as an object.
#[derive(Serialize)]
struct Perft {
    depth: usize,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}
