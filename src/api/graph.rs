//! `graph`: the move graph of a piece in numbers.

use petgraph::unionfind::UnionFind;
use petgraph::visit::IntoNeighbors as _;
use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::position::{piece, role};
use crate::cell::Size;
use crate::control::Control;
use crate::path::MoveGraph;
use crate::piece::Piece;
use crate::rules::Rules;

/// Asks for the move graph of a piece on an empty board.
#[derive(Clone, Debug)]
pub struct GraphQuestion {
    /// The rules.
    pub rules: Rules,
    /// The size of the board.
    pub size: Size,
    /// The piece.
    pub piece: Piece,
}

const FIELDS: [&str; 4] = ["piece", "color", "rules", "size"];

impl GraphQuestion {
    /// Reads a question.
    ///
    /// # Errors
    /// If a field has a mistake.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_only("graph", &FIELDS, &[])?;
        let rules = context.rules(fields, "kubikschach")?;
        let size = context.size(fields, &rules)?;
        let piece = piece(fields, &rules)?;
        Ok(Self { rules, size, piece })
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> MoveGraph {
        MoveGraph::new(&self.rules, self.size, self.piece)
    }

    /// Returns the answer without the diameter.
    ///
    /// # Errors
    /// If `control` stops the answer.
    pub fn numbers(&self, control: &Control<'_>) -> Result<GraphAnswer<'_>, Error> {
        let (graph, cells) = (self.graph(), self.size.cells());
        let (mut moves, mut components) = (0, cells);
        let mut joined = UnionFind::<usize>::new(cells);
        for cell in self.size {
            control.tick(1)?;
            for to in (&graph).neighbors(cell) {
                moves += 1;
                let [from, to] = [cell, to].map(|cell| self.size.index(cell));
                components -= usize::from(joined.union(from, to));
            }
        }
        Ok(GraphAnswer {
            piece: role(&self.rules, self.piece),
            color: self.piece.color().name(),
            size: self.size.edge(),
            cells,
            moves,
            components,
            diameter: 0,
        })
    }

    /// Answers the question.
    ///
    /// # Errors
    /// If `control` stops the answer.
    pub fn answer(&self, control: &Control<'_>) -> Result<GraphAnswer<'_>, Error> {
        let diameter = self.graph().diameter_with(control)?;
        Ok(GraphAnswer { diameter, ..self.numbers(control)? })
    }
}

/// The answer to a [`GraphQuestion`].
#[derive(Clone, Debug, Serialize)]
pub struct GraphAnswer<'q> {
    /// The name of the piece.
    pub piece: &'q str,
    /// The color of the piece.
    pub color: &'static str,
    /// Cells along an edge.
    pub size: usize,
    /// Cells of the board.
    pub cells: usize,
    /// Moves between cells.
    pub moves: usize,
    /// Components that no move joins.
    pub components: usize,
    /// The most moves that a way from one cell to another takes.
    pub diameter: u32,
}
