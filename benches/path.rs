//! Measures path queries, distance maps of large boards, and petgraph's breadth-first search on a
//! [`MoveGraph`], which computes its edges on demand.

mod common;
mod records;

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use common::clock::here;
use common::{compare, file, heading, program_time};
use kubikschach::cell::{Cell, Size};
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use petgraph::Direction;
use petgraph::csr::Csr;
use petgraph::visit::{Bfs, IntoNeighbors, Visitable};

const QUERIES: usize = 1_000_000;
/// Number of queries for the slowest of the compared programs, which would take too long for
/// [`QUERIES`].
const FEW: usize = 20_000;

fn main() {
    heading();
    let kubikschach = Rules::kubikschach();
    queries(&kubikschach);
    let cube = Rules::cube();
    for (name, least) in
        [("Queen", 8.0), ("Rook", 8.0), ("Bishop", 8.0), ("Knight", 1.0), ("King", 1.0)]
    {
        distance_map(&cube, name, least);
    }
    growth(&cube);
    let size = kubikschach.default_size();
    for name in ["Queen", "Knight", "King"] {
        petgraph_bfs(&kubikschach, size, name, 1);
    }
    let size = Size::new(16).expect("boards may be so large");
    for name in ["Queen", "Knight", "King"] {
        petgraph_bfs(&cube, size, name, 7);
    }
}

/// Compares `path` on a file of queries with a lookup table and with petgraph.
fn queries(rules: &Rules) {
    let text = records::queries(rules, QUERIES);
    let file = file(&text.repeat(10));
    let ours = (10 * QUERIES, || program_time(&["path"], file.path()));
    let table = Table::new(rules);
    let by_table = (10 * QUERIES, || here(|| table.answers(file.path())));
    compare("path, queries / BufRead::lines and a table", Some(1.7), ours, by_table);
    let graphs: Vec<Csr<(), ()>> = graphs(rules).map(|graph| stored(&graph)).collect();
    let names = names(rules);
    let search = || by_search(&graphs, &names, text.lines().take(FEW));
    let by_search = (FEW, || here(search));
    compare("path, queries / petgraph, a stored Csr and Bfs each", Some(90.0), ours, by_search);
}

fn distance_map(rules: &Rules, name: &str, least: f64) {
    let graph = graph(rules, Size::new(64).expect("boards may be so large"), name);
    let search = || graph.distances_from(Cell::new(0, 0, 0)).expect("it is on the board").reached();
    let stored = stored(&graph);
    let bfs = || bfs_to(&stored, 0, None).len();
    let what = format!("distance map, n = 64, {name} / petgraph, a stored Csr and Bfs");
    compare(&what, Some(least), (1, || here(search)), (1, || here(bfs)));
}

/// Compares the time per cell of two distance maps, one with eight times the cells of the other.
/// The time should be linear in the number of cells.
fn growth(rules: &Rules) {
    let map = |edge| {
        let size = Size::new(edge).expect("boards may be so large");
        let graph = graph(rules, size, "Queen");
        let search = move || graph.distances_from(Cell::new(0, 0, 0)).expect("it is on the board");
        (size.cells(), move || here(|| search().reached()))
    };
    compare("distance map, cells, Queen, n = 64 / n = 32", None, map(64), map(32));
}

/// Compares petgraph's breadth-first search on a [`MoveGraph`] with that on a graph that stores all
/// edges. Every `one_of`-th cell is a start.
fn petgraph_bfs(rules: &Rules, size: Size, name: &str, one_of: usize) {
    let graph = graph(rules, size, name);
    let stored = stored(&graph);
    let cells: Vec<Cell> = size.iter().step_by(one_of).collect();
    let nodes: Vec<u32> = cells.iter().map(|&cell| node(size, cell)).collect();
    assert_eq!(visits(&graph, &cells), visits(&stored, &nodes));
    let ours = (cells.len(), || here(|| visits(&graph, &cells)));
    let other = (cells.len(), || here(|| visits(&stored, &nodes)));
    let what = format!("petgraph Bfs, n = {}, {name}, MoveGraph / stored Csr", size.edge());
    compare(&what, Some(0.15), ours, other);
}

fn visits<G: IntoNeighbors + Visitable>(graph: G, starts: &[G::NodeId]) -> usize {
    let mut visits = 0;
    for &start in starts {
        let mut bfs = Bfs::new(graph, start);
        while bfs.next(graph).is_some() {
            visits += 1;
        }
    }
    visits
}

fn names(rules: &Rules) -> Vec<&str> {
    rules.roles().map(|(_, def)| def.name.as_str()).collect()
}

fn graph(rules: &Rules, size: Size, name: &str) -> MoveGraph {
    let role = rules.role_named(name).expect("the rule set has the piece");
    MoveGraph::new(rules, size, Piece::new(Color::White, role))
}

/// Returns the move graphs of all pieces in the order of their roles, with White's piece before
/// Black's in each role.
fn graphs(rules: &Rules) -> impl Iterator<Item = MoveGraph> {
    let size = rules.default_size();
    let pieces =
        rules.roles().flat_map(|(role, _)| Color::ALL.map(|color| Piece::new(color, role)));
    pieces.map(move |piece| MoveGraph::new(rules, size, piece))
}

/// Parses a query into the index of the piece's graph and the indices of both cells.
fn query(names: &[&str], line: &str) -> Option<[usize; 3]> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let piece = names.iter().position(|other| *other == name)?;
    let color = words.next()?;
    let color = ["W", "B"].iter().position(|other| *other == color)?;
    let mut cell = || {
        let [row @ b'A'..=b'H', column @ b'1'..=b'8', slice @ b'a'..=b'h'] =
            words.next()?.as_bytes()
        else {
            return None;
        };
        let place = [slice - b'a', b'H' - row, column - b'1'].map(usize::from);
        Some((place[0] * 8 + place[1]) * 8 + place[2])
    };
    Some([2 * piece + color, cell()?, cell()?])
}

/// Straightforward program to compare with. It copies each line to a string, and looks up the
/// answer in a table of all distances.
struct Table<'r> {
    names: Vec<&'r str>,
    cells: usize,
    distances: Vec<i8>,
}

impl<'r> Table<'r> {
    fn new(rules: &'r Rules) -> Self {
        let size = rules.default_size();
        let number = |distance: Option<u32>| {
            distance.map_or(-1, |distance| i8::try_from(distance).expect("ways are short"))
        };
        let mut distances = Vec::new();
        for graph in graphs(rules) {
            for start in size {
                let found = graph.distances_from(start).expect("the cell is on the board");
                distances.extend(found.iter().map(number));
            }
        }
        Self { names: names(rules), cells: size.cells(), distances }
    }

    fn answers(&self, file: &Path) -> Vec<u8> {
        let lines = BufReader::new(File::open(file).expect("the file was written before")).lines();
        let mut answers = BufWriter::new(Vec::new());
        for line in lines {
            let query = query(&self.names, &line.expect("it is text"));
            let [piece, start, finish] = query.expect("it is a query");
            let place = (piece * self.cells + start) * self.cells + finish;
            writeln!(answers, "{}", self.distances[place]).expect("there is enough memory");
        }
        answers.into_inner().expect("there is enough memory")
    }
}

/// Returns the sum of the distances of all queries, each found by a breadth-first search in the
/// graph of its piece.
fn by_search<'a>(
    graphs: &[Csr<(), ()>],
    names: &[&str],
    lines: impl Iterator<Item = &'a str>,
) -> u32 {
    let distance = |line| {
        let [piece, start, finish] = query(names, line).expect("it is a query");
        let [start, finish] = [start, finish].map(|cell| u32::try_from(cell).expect("small"));
        bfs_to(&graphs[piece], start, Some(finish))[finish as usize]
    };
    lines.map(distance).filter(|&distance| distance < u32::MAX).sum()
}

fn node(size: Size, cell: Cell) -> u32 {
    u32::try_from(size.index(cell)).expect("the boards are small")
}

fn stored(graph: &MoveGraph) -> Csr<(), ()> {
    let size = graph.size();
    let from = |cell| {
        let neighbors = graph.adjacent(cell, Direction::Outgoing).into_iter();
        neighbors.map(move |other| (node(size, cell), node(size, other)))
    };
    let edges: Vec<(u32, u32)> = size.iter().flat_map(from).collect();
    Csr::from_sorted_edges(&edges).expect("cells and neighbors come in order")
}

/// Returns the distances from `start` by petgraph's search, and stops at `finish` if that is given.
/// Cells that are not reached have `u32::MAX`.
fn bfs_to(graph: &Csr<(), ()>, start: u32, finish: Option<u32>) -> Vec<u32> {
    let mut distances = vec![u32::MAX; graph.node_count()];
    distances[start as usize] = 0;
    let mut bfs = Bfs::new(graph, start);
    while let Some(cell) = bfs.next(graph) {
        if finish == Some(cell) {
            break;
        }
        let next = distances[cell as usize] + 1;
        for &neighbor in graph.neighbors_slice(cell) {
            let distance = &mut distances[neighbor as usize];
            *distance = next.min(*distance);
        }
    }
    distances
}
