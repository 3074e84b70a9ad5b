//! `graph`: the move graph itself.

use std::io::Write;

use crate::path::MoveGraph;
use petgraph::algo::connected_components;
use petgraph::dot::{Config, Dot};
use serde::Serialize;

use super::moves::piece;
use super::output::Output;
use super::rules::{load, size};
use super::{Failure, Success, args, json};

pub(crate) fn run(args: &args::Graph, json: bool, out: &mut Output) -> Result<Success, Failure> {
    let rules = load(&args.board.rules)?;
    let size = size(&rules, args.board.size)?;
    let piece = piece(&rules, &args.piece, &args.of)?;
    let graph = MoveGraph::new(&rules, size, piece);
    if args.dot {
        write!(out, "{}", Dot::with_config(&graph, &[Config::EdgeNoLabel]))?;
        return Ok(Success::Yes);
    }
    if json {
        let answer = GraphSummary {
            piece: json::role(&rules, piece),
            color: piece.color().name(),
            size: size.edge(),
            cells: size.cells(),
            moves: graph.edge_count(),
            components: connected_components(&graph),
            diameter: graph.diameter(),
        };
        json::line(out, &answer)?;
        return Ok(Success::Yes);
    }
    writeln!(out, "cells       {}", size.cells())?;
    writeln!(out, "moves       {}", graph.edge_count())?;
    writeln!(out, "components  {}", connected_components(&graph))?;
    // The diameter of a large board takes long: what is known is shown before.
    out.flush()?;
    let diameter = graph.diameter();
    writeln!(out, "diameter    {diameter}")?;
    Ok(Success::Yes)
}

/// The graph in numbers, as an object.
#[derive(Serialize)]
struct GraphSummary<'a> {
    piece: &'a str,
    color: &'static str,
    size: usize,
    cells: usize,
    moves: usize,
    components: usize,
    diameter: u32,
}
