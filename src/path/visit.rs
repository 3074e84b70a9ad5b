//! Implementations of petgraph's visit traits for [`MoveGraph`].

use std::fmt;

use fixedbitset::FixedBitSet;
use petgraph::data::DataMap;
use petgraph::visit::{
    Data, EdgeCount, EdgeIndexable, GetAdjacencyMatrix, GraphBase, GraphProp, IntoEdgeReferences,
    IntoEdges, IntoEdgesDirected, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers,
    IntoNodeReferences, NodeCompactIndexable, NodeCount, NodeIndexable, VisitMap, Visitable,
};
use petgraph::{Directed, Direction};

use super::MoveGraph;
use crate::cell::{Cell, Size};

/// A cell and its name; [`Display`](fmt::Display) writes the name.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NamedCell {
    /// Cell.
    pub cell: Cell,
    /// Name of the cell in the rule set's notation.
    pub name: String,
}

impl fmt::Display for NamedCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// Writes the name, because petgraph's `Dot` labels nodes by `Debug`.
impl fmt::Debug for NamedCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The start, end and weight of an edge.
type Edge = (Cell, Cell, &'static f64);

/// The weight of every edge, a floating-point number because petgraph's `bellman_ford` requires
/// floats.
const MOVE: &f64 = &1.0;

/// The set of cells that a petgraph algorithm has visited.
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
    type EdgeWeight = f64;
    type NodeWeight = NamedCell;
}

impl DataMap for MoveGraph {
    fn node_weight(&self, cell: Cell) -> Option<&NamedCell> {
        if self.size().contains(cell) { self.nodes().get(self.size().index(cell)) } else { None }
    }

    fn edge_weight(&self, (from, to): Self::EdgeId) -> Option<&f64> {
        self.is_adjacent(&(), from, to).then_some(MOVE)
    }
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

impl EdgeCount for MoveGraph {
    fn edge_count(&self) -> usize {
        Self::edge_count(self)
    }
}

/// Numbers the edges by their start, then by their end; the first call generates all moves.
impl EdgeIndexable for MoveGraph {
    fn edge_bound(&self) -> usize {
        self.edge_count()
    }

    fn to_index(&self, (from, to): Self::EdgeId) -> usize {
        let ends = self.adjacent(from, Direction::Outgoing);
        let nth = ends.binary_search(&to).expect("an edge of the graph");
        self.first_edges()[self.size().index(from)] + nth
    }

    fn from_index(&self, index: usize) -> Self::EdgeId {
        let from = self.first_edges().partition_point(|&first| first <= index) - 1;
        let (from, nth) = (self.size().cell(from), index - self.first_edges()[from]);
        (from, self.adjacent(from, Direction::Outgoing)[nth])
    }
}

/// Computes adjacency from the steps, without a stored matrix.
impl GetAdjacencyMatrix for MoveGraph {
    type AdjMatrix = ();

    fn adjacency_matrix(&self) {}

    fn is_adjacent(&self, (): &(), from: Cell, to: Cell) -> bool {
        Self::neighbors(self, from, Direction::Outgoing).contains(&to)
    }
}

impl Visitable for MoveGraph {
    type Map = Visited;

    fn visit_map(&self) -> Self::Map {
        Visited { size: self.size(), cells: FixedBitSet::with_capacity(self.size().cells()) }
    }

    fn reset_map(&self, map: &mut Self::Map) {
        map.size = self.size();
        map.cells.clear();
        map.cells.grow(map.size.cells());
    }
}

impl IntoNeighbors for &MoveGraph {
    type Neighbors = smallvec::IntoIter<[Cell; 32]>;

    fn neighbors(self, cell: Cell) -> Self::Neighbors {
        MoveGraph::neighbors(self, cell, Direction::Outgoing).into_iter()
    }
}

impl IntoNeighborsDirected for &MoveGraph {
    type NeighborsDirected = smallvec::IntoIter<[Cell; 32]>;

    fn neighbors_directed(self, cell: Cell, direction: Direction) -> Self::NeighborsDirected {
        MoveGraph::neighbors(self, cell, direction).into_iter()
    }
}

impl<'g> IntoNodeIdentifiers for &'g MoveGraph {
    type NodeIdentifiers = Box<dyn ExactSizeIterator<Item = Cell> + 'g>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        Box::new((0..self.size().cells()).map(|index| self.size().cell(index)))
    }
}

impl<'g> IntoNodeReferences for &'g MoveGraph {
    type NodeRef = (Cell, &'g NamedCell);
    // petgraph takes the number of nodes from the length of this iterator.
    type NodeReferences = Box<dyn ExactSizeIterator<Item = Self::NodeRef> + 'g>;

    fn node_references(self) -> Self::NodeReferences {
        Box::new(self.nodes().iter().map(|node| (node.cell, node)))
    }
}

impl<'g> IntoEdges for &'g MoveGraph {
    type Edges = Box<dyn Iterator<Item = Edge> + 'g>;

    fn edges(self, cell: Cell) -> Self::Edges {
        self.edges_directed(cell, Direction::Outgoing)
    }
}

impl<'g> IntoEdgesDirected for &'g MoveGraph {
    type EdgesDirected = Box<dyn Iterator<Item = Edge> + 'g>;

    fn edges_directed(self, cell: Cell, direction: Direction) -> Self::EdgesDirected {
        let neighbors = self.adjacent(cell, direction).into_iter();
        Box::new(neighbors.map(move |other| match direction {
            Direction::Outgoing => (cell, other, MOVE),
            Direction::Incoming => (other, cell, MOVE),
        }))
    }
}

impl<'g> IntoEdgeReferences for &'g MoveGraph {
    type EdgeRef = Edge;
    type EdgeReferences = Box<dyn Iterator<Item = Edge> + 'g>;

    fn edge_references(self) -> Self::EdgeReferences {
        Box::new(self.node_identifiers().flat_map(move |cell| self.edges(cell)))
    }
}
