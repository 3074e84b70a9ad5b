//! petgraph's visit traits for the move graph.

use fixedbitset::FixedBitSet;
use petgraph::visit::{
    Data, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges, IntoNeighbors,
    IntoNeighborsDirected, IntoNodeIdentifiers, IntoNodeReferences, NodeCompactIndexable,
    NodeCount, NodeIndexable, VisitMap, Visitable,
};
use petgraph::{Directed, Direction};

use super::{MoveGraph, Neighbors};
use crate::cell::{Cell, Size};

/// An edge without a weight.
type Edge = (Cell, Cell, &'static ());

/// The cells that an algorithm has visited, as bits.
#[derive(Clone, Debug)]
pub struct Visited {
    size: Size,
    cells: FixedBitSet,
}

impl VisitMap<Cell> for Visited {
    #[inline]
    fn visit(&mut self, cell: Cell) -> bool {
        !self.cells.put(self.size.index(cell))
    }

    #[inline]
    fn is_visited(&self, cell: &Cell) -> bool {
        self.cells.contains(self.size.index(*cell))
    }

    fn unvisit(&mut self, cell: Cell) -> bool {
        let visited = self.is_visited(&cell);
        self.cells.set(self.size.index(cell), false);
        visited
    }
}

impl GraphBase for MoveGraph {
    type EdgeId = (Cell, Cell);
    type NodeId = Cell;
}

impl GraphProp for MoveGraph {
    type EdgeType = Directed;
}

impl Data for MoveGraph {
    type EdgeWeight = ();
    type NodeWeight = ();
}

impl NodeCount for MoveGraph {
    fn node_count(&self) -> usize {
        self.size().cells()
    }
}

impl NodeIndexable for MoveGraph {
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

impl NodeCompactIndexable for MoveGraph {}

impl Visitable for MoveGraph {
    type Map = Visited;

    fn visit_map(&self) -> Self::Map {
        let size = self.size();
        Visited { size, cells: FixedBitSet::with_capacity(size.cells()) }
    }

    fn reset_map(&self, map: &mut Self::Map) {
        map.size = self.size();
        map.cells.clear();
        map.cells.grow(map.size.cells());
    }
}

impl<'g> IntoNeighbors for &'g MoveGraph {
    type Neighbors = Neighbors<'g>;

    #[inline]
    fn neighbors(self, cell: Cell) -> Self::Neighbors {
        self.steps.neighbors(cell, Direction::Outgoing)
    }
}

impl<'g> IntoNeighborsDirected for &'g MoveGraph {
    type NeighborsDirected = Neighbors<'g>;

    #[inline]
    fn neighbors_directed(self, cell: Cell, direction: Direction) -> Self::NeighborsDirected {
        self.steps.neighbors(cell, direction)
    }
}

impl<'g> IntoNodeIdentifiers for &'g MoveGraph {
    type NodeIdentifiers = Box<dyn Iterator<Item = Cell> + 'g>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        Box::new(self.size().iter())
    }
}

impl<'g> IntoNodeReferences for &'g MoveGraph {
    type NodeRef = (Cell, ());
    type NodeReferences = Box<dyn Iterator<Item = (Cell, ())> + 'g>;

    fn node_references(self) -> Self::NodeReferences {
        Box::new(self.size().iter().map(|cell| (cell, ())))
    }
}

impl<'g> IntoEdges for &'g MoveGraph {
    type Edges = Box<dyn Iterator<Item = Edge> + 'g>;

    fn edges(self, cell: Cell) -> Self::Edges {
        let neighbors = MoveGraph::neighbors(self, cell, Direction::Outgoing);
        Box::new(neighbors.into_iter().map(move |neighbor| (cell, neighbor, &())))
    }
}

impl<'g> IntoEdgeReferences for &'g MoveGraph {
    type EdgeRef = Edge;
    type EdgeReferences = Box<dyn Iterator<Item = Edge> + 'g>;

    fn edge_references(self) -> Self::EdgeReferences {
        Box::new(self.size().iter().flat_map(move |cell| self.edges(cell)))
    }
}
