//! petgraph's visit traits for the move graph.

use std::collections::HashSet;
use std::vec;

use petgraph::visit::{
    Data, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges, IntoNeighbors,
    IntoNeighborsDirected, IntoNodeIdentifiers, IntoNodeReferences, NodeCompactIndexable,
    NodeCount, NodeIndexable, Visitable,
};
use petgraph::{Directed, Direction};

use super::MoveGraph;
use crate::cell::Cell;

/// An edge without a weight.
type Edge = (Cell, Cell, &'static ());

impl GraphBase for MoveGraph<'_> {
    type EdgeId = (Cell, Cell);
    type NodeId = Cell;
}

impl GraphProp for MoveGraph<'_> {
    type EdgeType = Directed;
}

impl Data for MoveGraph<'_> {
    type EdgeWeight = ();
    type NodeWeight = ();
}

impl NodeCount for MoveGraph<'_> {
    fn node_count(&self) -> usize {
        self.size().cells()
    }
}

impl NodeIndexable for MoveGraph<'_> {
    fn node_bound(&self) -> usize {
        self.size().cells()
    }

    fn to_index(&self, cell: Cell) -> usize {
        self.size().index(cell)
    }

    fn from_index(&self, index: usize) -> Cell {
        self.size().cell(index)
    }
}

impl NodeCompactIndexable for MoveGraph<'_> {}

impl Visitable for MoveGraph<'_> {
    type Map = HashSet<Cell>;

    fn visit_map(&self) -> Self::Map {
        HashSet::new()
    }

    fn reset_map(&self, map: &mut Self::Map) {
        map.clear();
    }
}

impl IntoNeighbors for &MoveGraph<'_> {
    type Neighbors = vec::IntoIter<Cell>;

    fn neighbors(self, cell: Cell) -> Self::Neighbors {
        MoveGraph::neighbors(self, cell, Direction::Outgoing).into_iter()
    }
}

impl IntoNeighborsDirected for &MoveGraph<'_> {
    type NeighborsDirected = vec::IntoIter<Cell>;

    fn neighbors_directed(self, cell: Cell, direction: Direction) -> Self::NeighborsDirected {
        MoveGraph::neighbors(self, cell, direction).into_iter()
    }
}

impl<'g> IntoNodeIdentifiers for &'g MoveGraph<'_> {
    type NodeIdentifiers = Box<dyn Iterator<Item = Cell> + 'g>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        Box::new(self.size().iter())
    }
}

impl<'g> IntoNodeReferences for &'g MoveGraph<'_> {
    type NodeRef = (Cell, ());
    type NodeReferences = Box<dyn Iterator<Item = (Cell, ())> + 'g>;

    fn node_references(self) -> Self::NodeReferences {
        Box::new(self.size().iter().map(|cell| (cell, ())))
    }
}

impl<'g> IntoEdges for &'g MoveGraph<'_> {
    type Edges = Box<dyn Iterator<Item = Edge> + 'g>;

    fn edges(self, cell: Cell) -> Self::Edges {
        let neighbors = MoveGraph::neighbors(self, cell, Direction::Outgoing);
        Box::new(neighbors.into_iter().map(move |neighbor| (cell, neighbor, &())))
    }
}

impl<'g> IntoEdgeReferences for &'g MoveGraph<'_> {
    type EdgeRef = Edge;
    type EdgeReferences = Box<dyn Iterator<Item = Edge> + 'g>;

    fn edge_references(self) -> Self::EdgeReferences {
        Box::new(self.size().iter().flat_map(move |cell| self.edges(cell)))
    }
}
