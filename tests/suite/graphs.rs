//! Compares the results of petgraph's algorithms on move graphs with their results on copies that
//! store all edges.

#![expect(clippy::float_cmp, reason = "sums of weights of 1.0 are exact")]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use kubikschach::board::Board;
use kubikschach::cell::{Cell, Size};
use kubikschach::notation;
use kubikschach::path::{MoveGraph, NamedCell};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use petgraph::Direction;
use petgraph::algo::articulation_points::articulation_points;
use petgraph::algo::{
    astar, bellman_ford, bidirectional_dijkstra, dijkstra, dinics, floyd_warshall, ford_fulkerson,
    is_isomorphic, is_isomorphic_matching, johnson, k_shortest_path, kosaraju_scc, maximal_cliques,
    maximum_matching, min_spanning_tree, page_rank, spfa, toposort,
};
use petgraph::data::DataMap;
use petgraph::dot::{Config, Dot};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{
    EdgeCount, EdgeIndexable, EdgeRef, GetAdjacencyMatrix, IntoEdgeReferences, IntoEdgesDirected,
    IntoNodeReferences, NodeCount, Reversed,
};

use crate::common::rng::SplitMix64;
use crate::common::{open_rules, other_pieces, pieces, rules, size};
use crate::exotic_rules;
use crate::oracle::sorted;
use crate::oracle::stepping::Table;

/// Move graph and its copy with stored edges. In the copy, node indices are cell indices.
struct Both {
    graph: MoveGraph,
    copy: DiGraph<NamedCell, f64>,
}

impl Both {
    fn new(graph: MoveGraph) -> Self {
        let (mut copy, size) = (DiGraph::new(), graph.size());
        for (_, weight) in graph.node_references() {
            copy.add_node(weight.clone());
        }
        for (from, to, weight) in graph.edge_references() {
            copy.add_edge(node(size, from), node(size, to), *weight);
        }
        Self { graph, copy }
    }

    fn node(&self, cell: Cell) -> NodeIndex {
        node(self.graph.size(), cell)
    }

    fn cell(&self, node: NodeIndex) -> Cell {
        self.copy[node].cell
    }

    fn cells<S: FromIterator<Cell>>(&self, nodes: impl IntoIterator<Item = NodeIndex>) -> S {
        nodes.into_iter().map(|node| self.cell(node)).collect()
    }
}

fn node(size: Size, cell: Cell) -> NodeIndex {
    NodeIndex::new(size.index(cell))
}

/// Runs a check for every piece of `cube`, lame leapers, and a piece that moves in one direction
/// only. Each is checked on an empty board and among other pieces.
fn for_all_pieces(edges: &[usize], check: impl Fn(&Both, &str)) {
    let one_way = "[[piece]]
        name = 'Slider'
        letter = 'S'
        moves = [{ ride = [1, 0, 0], symmetry = 'fixed' }, { leap = [2, 1, 0], symmetry = 'fixed' }]";
    let mut rng = SplitMix64(3);
    for rules in [rules("cube"), other_pieces(), open_rules("mine", one_way)] {
        for (letter, piece) in rules.letters() {
            for &edge in edges {
                let board = random_board(&rules, size(edge), &mut rng);
                let text = notation::write_board(&rules, &board);
                for (graph, place) in [
                    (MoveGraph::new(&rules, size(edge), piece), &format!("{edge}")),
                    (MoveGraph::among(&rules, board.clone(), piece), &text),
                    (MoveGraph::safely_among(&rules, board, piece), &text),
                ] {
                    check(&Both::new(graph), &format!("{letter} on {place}"));
                }
            }
        }
    }
}

/// Returns a board on which about one cell in five has a piece.
fn random_board(rules: &Rules, size: Size, rng: &mut SplitMix64) -> Board {
    let (pieces, mut board) = (pieces(rules), Board::new(size));
    for cell in size {
        board.set(cell, rng.in_percent(20).then(|| rng.pick(&pieces)));
    }
    board
}

#[test]
fn the_edges_among_pieces_are_the_moves_of_the_piece() {
    let mut rng = SplitMix64(4);
    for rules in exotic_rules::all().into_iter().chain([rules("cube"), rules("raumschach")]) {
        for piece in pieces(&rules) {
            let size = rules.size().unwrap_or(size(4));
            let board = random_board(&rules, size, &mut rng);
            let graphs = [MoveGraph::among, MoveGraph::safely_among]
                .map(|among| among(&rules, board.clone(), piece));
            check_moves(&rules, &board, piece, &graphs);
        }
    }
}

fn check_moves(rules: &Rules, board: &Board, piece: Piece, [all, safe]: &[MoveGraph; 2]) {
    let context = format!("{} {piece:?} {}", rules.name(), notation::write_board(rules, board));
    let table = Table::new(rules);
    let mut edges = [BTreeSet::new(), BTreeSet::new()];
    for from in board.size() {
        let is_free = board.piece_at(from).is_none_or(|other| table.may_capture(piece, other));
        if !is_free || table.promotes(piece, board.size().edge(), from) {
            continue;
        }
        let there = table.destinations(board, piece, from);
        let is_safe = |to: &&Cell| table.attacker(board, !piece.color(), **to).is_none();
        edges[1].extend(there.iter().filter(is_safe).map(|&to| (from, to)));
        edges[0].extend(there.into_iter().map(|to| (from, to)));
    }
    for (graph, edges) in [all, safe].into_iter().zip(edges) {
        assert_eq!(graph.edge_count(), edges.len(), "{context}");
        let out = graph.edge_references().map(|(from, to, _)| (from, to));
        assert_eq!(out.collect::<BTreeSet<_>>(), edges, "{context}");
        let into = board.size().iter().flat_map(|to| {
            graph.adjacent(to, Direction::Incoming).into_iter().map(move |from| (from, to))
        });
        assert_eq!(into.collect::<BTreeSet<_>>(), edges, "{context}");
    }
}

#[test]
fn a_graph_has_the_nodes_and_edges_of_its_copy() {
    for_all_pieces(&[2, 3], |both, context| {
        let (graph, size) = (&both.graph, both.graph.size());
        assert_eq!(graph.node_count(), both.copy.node_count(), "{context}");
        assert_eq!(EdgeCount::edge_count(&graph), both.copy.edge_count(), "{context}");
        for from in size {
            assert_eq!(graph.node_weight(from), Some(&both.copy[both.node(from)]));
            for to in size {
                let edge = both.copy.find_edge(both.node(from), both.node(to));
                assert_eq!(graph.is_adjacent(&(), from, to), edge.is_some(), "{context}");
                assert_eq!(graph.edge_weight((from, to)), edge.map(|_| &1.0), "{context}");
            }
            for direction in [Direction::Outgoing, Direction::Incoming] {
                let own = graph.edges_directed(from, direction).map(|edge| edge.id());
                let copied = both.copy.edges_directed(both.node(from), direction);
                let copied = copied.map(|e| (both.cell(e.source()), both.cell(e.target())));
                let copied: BTreeSet<_> = copied.collect();
                assert_eq!(own.collect::<BTreeSet<_>>(), copied, "{context}");
            }
        }
        let nowhere = Cell::new(9, 0, 0);
        assert_eq!(graph.node_weight(nowhere), None);
        assert_eq!(graph.adjacent(nowhere, Direction::Incoming), []);
    });
}

#[test]
fn the_edges_are_numbered_without_gaps() {
    for_all_pieces(&[3], |Both { graph, .. }, context| {
        let edges: Vec<_> = graph.edge_references().map(|edge| edge.id()).collect();
        let indexes = edges.iter().map(|&edge| EdgeIndexable::to_index(&graph, edge));
        assert!(indexes.eq(0..graph.edge_bound()), "{context}");
        let back = (0..edges.len()).map(|index| EdgeIndexable::from_index(&graph, index));
        assert!(back.eq(edges.iter().copied()), "{context}");
    });
}

#[test]
fn cheapest_paths_cost_the_least_number_of_moves() {
    for_all_pieces(&[2, 3], |Both { graph, .. }, context| {
        let size = graph.size();
        for start in size.iter().step_by(5) {
            let out = dijkstra(graph, start, None, |edge| *edge.weight());
            let back = dijkstra(Reversed(graph), start, None, |edge| *edge.weight());
            let paths = bellman_ford(graph, start).expect("no weight is negative");
            for other in size {
                let context = format!("{context} {start:?} {other:?}");
                let moves = |from, to| graph.distance(from, to).expect("both are on the board");
                let [there, from_there] =
                    [moves(start, other), moves(other, start)].map(|moves| moves.map(f64::from));
                assert_eq!(out.get(&other).copied(), there, "{context}");
                assert_eq!(back.get(&other).copied(), from_there, "{context}");
                let found = paths.distances[size.index(other)];
                assert_eq!(found, there.unwrap_or(f64::INFINITY), "{context}");
                let goal = |cell| cell == other;
                let found = astar(graph, start, goal, |edge| *edge.weight(), |_| 0.0);
                assert_eq!(found.map(|(cost, _)| cost), there, "{context}");
                let found = astar(Reversed(graph), start, goal, |edge| *edge.weight(), |_| 0.0);
                assert_eq!(found.map(|(cost, _)| cost), from_there, "{context}");
                // From a cell to itself petgraph finds a path of two moves.
                if start != other {
                    let found = bidirectional_dijkstra(graph, start, other, |edge| *edge.weight());
                    assert_eq!(found, there, "{context}");
                }
            }
        }
    });
}

#[test]
fn algorithms_for_all_pairs_agree_with_the_copy() {
    for_all_pieces(&[2], |both, context| {
        let (graph, copy) = (&both.graph, &both.copy);
        let of_copy = floyd_warshall(copy, |edge| *edge.weight()).expect("no negative cycle");
        let of_copy: BTreeMap<_, _> = of_copy
            .into_iter()
            .map(|((a, b), cost)| ((both.cell(a), both.cell(b)), cost))
            .collect();
        let own = floyd_warshall(graph, |edge| *edge.weight()).expect("no negative cycle");
        assert_eq!(BTreeMap::from_iter(own), of_copy, "{context}");
        let own = johnson(graph, |edge| *edge.weight()).expect("no negative cycle");
        for (ends, cost) in own {
            assert_eq!(of_copy.get(&ends), Some(&cost), "{context}");
        }
        let start = Cell::new(0, 0, 0);
        let [own, copied] = [
            spfa(graph, start, |edge| *edge.weight()).map(|paths| paths.distances),
            spfa(copy, both.node(start), |edge| *edge.weight()).map(|paths| paths.distances),
        ];
        assert_eq!(own.expect("no negative cycle"), copied.expect("no negative cycle"));
        let own = k_shortest_path(graph, start, None, 2, |edge| *edge.weight());
        let copied = k_shortest_path(copy, both.node(start), None, 2, |edge| *edge.weight());
        let copied: BTreeMap<_, _> =
            copied.into_iter().map(|(node, cost)| (both.cell(node), cost)).collect();
        assert_eq!(BTreeMap::from_iter(own), copied, "{context}");
    });
}

#[test]
fn components_cliques_and_flows_are_those_of_the_copy() {
    for_all_pieces(&[2, 3], |both, context| {
        let (graph, copy) = (&both.graph, &both.copy);
        let own: BTreeSet<_> = kosaraju_scc(graph).into_iter().map(sorted).collect();
        let copied = kosaraju_scc(copy).into_iter().map(|part| sorted(both.cells(part)));
        assert_eq!(own, copied.collect(), "{context}");
        // petgraph's search for cliques needs graphs whose every edge has a reverse.
        let is_back = |edge: &(Cell, Cell, _)| graph.is_adjacent(&(), edge.1, edge.0);
        if graph.edge_references().all(|edge| is_back(&edge)) {
            let own: BTreeSet<BTreeSet<Cell>> = maximal_cliques(graph)
                .into_iter()
                .map(|clique| clique.into_iter().collect())
                .collect();
            let copied = maximal_cliques(copy).into_iter().map(|clique| both.cells(clique));
            assert_eq!(own, copied.collect(), "{context}");
            let own: HashSet<Cell> = articulation_points(graph).into_iter().collect();
            assert_eq!(own, both.cells(articulation_points(copy)), "{context}");
            assert_eq!(maximum_matching(graph).len(), maximum_matching(copy).len(), "{context}");
        }
        let last = graph.size().cell(graph.size().cells() - 1);
        for other in [Cell::new(1, 0, 0), last] {
            let start = Cell::new(0, 0, 0);
            let (own, _) = ford_fulkerson(graph, start, other);
            let (copied, _) = ford_fulkerson(copy, both.node(start), both.node(other));
            assert_eq!(own, copied, "{context}");
            assert_eq!(dinics(graph, start, other).0, copied, "{context}");
        }
        assert_eq!(toposort(graph, None).is_ok(), toposort(copy, None).is_ok(), "{context}");
        let edges = |elements: Vec<_>| elements.len();
        assert_eq!(
            edges(min_spanning_tree(graph).collect()),
            edges(min_spanning_tree(copy).collect()),
            "{context}"
        );
        assert_eq!(page_rank(graph, 0.85_f64, 5).len(), graph.node_count(), "{context}");
    });
}

#[test]
fn a_graph_is_isomorphic_to_its_copy_alone() {
    for_all_pieces(&[2, 3], |both, context| {
        let (graph, copy) = (&both.graph, &both.copy);
        let node = |own: &NamedCell, copied: &NamedCell| own == copied;
        let edge = |own: &f64, copied: &f64| own == copied;
        assert!(is_isomorphic_matching(&graph, &copy, node, edge), "{context}");
        let mut less = copy.clone();
        if less.remove_edge(0.into()).is_some() {
            assert!(!is_isomorphic(&graph, &&less), "{context}");
        }
    });
}

#[test]
fn labels_in_dot_are_cell_names() {
    let rules = rules("kubikschach");
    let size = rules.default_size();
    let pawn = Piece::new(Color::White, rules.role_named("Pawn").expect("a piece"));
    let graph = MoveGraph::new(&rules, size, pawn);
    let config = [Config::EdgeNoLabel];
    let texts = [
        format!("{}", Dot::with_config(&graph, &config)),
        format!("{:?}", Dot::with_config(&graph, &config)),
    ];
    for text in texts {
        for cell in size {
            let label = format!("label = \"{}\"", rules.cells().name(size, cell));
            assert_eq!(text.matches(&label).count(), 1, "{label}");
        }
    }
}
