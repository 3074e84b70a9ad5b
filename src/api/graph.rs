//! The command `graph`: counts the edges and components of the graph of all moves of a piece.

use petgraph::unionfind::UnionFind;
use petgraph::visit::IntoNeighbors;
use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::parts::role;
use super::position::piece;
use crate::cell::Size;
use crate::control::Control;
use crate::path::MoveGraph;
use crate::piece::Piece;
use crate::rules::Rules;

/// Asks for the number of edges, the number of components and the diameter of a piece's move graph.
///
/// The vertices of this graph are the cells of an empty board, and its edges are the piece's moves.
#[derive(Clone, Debug)]
pub(crate) struct GraphQuestion {
    /// Rule set that defines the piece's moves.
    pub(crate) rules: Rules,
    /// Size of the board.
    pub(crate) size: Size,
    /// Piece whose moves are the edges of the graph.
    pub(crate) piece: Piece,
}

impl GraphQuestion {
    /// Parses the question from `fields`, and checks it against the limits of `context`.
    ///
    /// # Errors
    /// Returns an error if a field has a mistake.
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        let rules = context.rules(fields, "kubikschach")?;
        let size = context.size(fields, &rules)?;
        let piece = piece(fields, &rules)?;
        Ok(Self { rules, size, piece })
    }

    /// Builds the move graph of the piece on an empty board.
    #[must_use]
    pub(crate) fn graph(&self) -> MoveGraph {
        MoveGraph::new(&self.rules, self.size, self.piece)
    }

    /// Counts the edges and components of the question's graph. The diameter, which takes much longer,
    /// is left out.
    ///
    /// # Errors
    /// Returns an error if `control` stops the count.
    pub(crate) fn numbers(
        &self,
        graph: &MoveGraph,
        control: &Control<'_>,
    ) -> Result<GraphAnswer<'_>, Error> {
        let cells = self.size.cells();
        let (mut moves, mut components) = (0, cells);
        let mut joined = UnionFind::<usize>::new(cells);
        for cell in self.size {
            control.tick(1)?;
            for to in IntoNeighbors::neighbors(graph, cell) {
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
            diameter: None,
        })
    }

    /// Counts the edges and components of the question's graph, and computes its diameter.
    ///
    /// # Errors
    /// Returns an error if `control` stops the computation.
    pub(crate) fn answer(
        &self,
        graph: &MoveGraph,
        control: &Control<'_>,
    ) -> Result<GraphAnswer<'_>, Error> {
        let diameter = Some(graph.diameter_with(control)?);
        Ok(GraphAnswer { diameter, ..self.numbers(graph, control)? })
    }
}

/// The answer to a [`GraphQuestion`]: numbers that describe a move graph.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GraphAnswer<'q> {
    /// Name of the piece's role, such as `Rook`.
    pub(crate) piece: &'q str,
    /// Color of the piece, `white` or `black`.
    pub(crate) color: &'static str,
    /// Cells along an edge of the board.
    pub(crate) size: usize,
    /// Number of cells of the board, which are the vertices of the move graph.
    pub(crate) cells: usize,
    /// Number of directed edges: moves from one cell to another.
    pub(crate) moves: usize,
    /// Number of weakly connected components of the move graph.
    pub(crate) components: usize,
    /// Largest number of moves that the piece needs from one cell to another; unreachable cells are
    /// ignored. `None` in the result of [`GraphQuestion::numbers`].
    pub(crate) diameter: Option<u32>,
}
