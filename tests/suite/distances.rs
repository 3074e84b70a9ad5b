//! Compares distances and shortest routes with facts of the puzzle, petgraph's algorithms and a
//! naive search.

use kubikschach::cell::{Cell, Size};
use kubikschach::path::{MoveGraph, RouteCount, Routes};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use petgraph::Direction;
use petgraph::algo::{connected_components, dijkstra};
use petgraph::visit::{VisitMap, Visitable};

use crate::common::{open_rules, pieces, rules, size};
use crate::oracle::Oracle;

/// Maximum number of shortest routes that the tests list for one query.
const MOST_ROUTES: u128 = 2_000;

fn puzzle() -> Rules {
    rules("kubikschach")
}

fn piece(rules: &Rules, color: Color, name: &str) -> Piece {
    Piece::new(color, rules.role_named(name).expect("the rule set has this piece"))
}

fn cell(name: &str) -> Cell {
    puzzle().cells().parse(size(8), name).expect("the name of a cell")
}

/// Runs a check for every piece of the three rule sets that the oracle knows, on boards with these
/// edges.
fn on_small_boards(edges: &[usize], check: impl Fn(&Rules, Piece, Size)) {
    for name in ["kubikschach", "cube", "raumschach"] {
        let rules = rules(name);
        for edge in edges {
            for piece in pieces(&rules) {
                check(&rules, piece, size(*edge));
            }
        }
    }
}

fn distances_from(graph: &MoveGraph, start: Cell) -> Vec<Option<u32>> {
    graph.distances_from(start).expect("the cell is on the board").iter().collect()
}

fn distances_to(graph: &MoveGraph, finish: Cell) -> Vec<Option<u32>> {
    graph.distances_to(finish).expect("the cell is on the board").iter().collect()
}

/// Calls `check` with every pair of cells on the 8×8×8 board and the least number of moves of the
/// piece `name` between them, `None` if it has no route.
fn for_all_pairs(color: Color, name: &str, check: impl Fn(Cell, Cell, Option<u32>)) {
    let rules = puzzle();
    let graph = MoveGraph::new(&rules, size(8), piece(&rules, color, name));
    for start in size(8) {
        let distances = distances_from(&graph, start);
        size(8).iter().zip(distances).for_each(|(finish, found)| check(start, finish, found));
    }
}

fn differences(a: Cell, b: Cell) -> [u32; 3] {
    a.offset_to(b).parts().map(i32::unsigned_abs)
}

#[test]
fn a_king_needs_the_largest_axis_difference() {
    for_all_pairs(Color::White, "king", |start, finish, distance| {
        assert_eq!(distance, differences(start, finish).into_iter().max(), "{start:?} {finish:?}");
    });
}

#[test]
fn a_rook_needs_a_move_for_each_axis_that_differs() {
    for_all_pairs(Color::White, "rook", |start, finish, distance| {
        let axes = differences(start, finish).into_iter().filter(|&far| far > 0).map(|_| 1).sum();
        assert_eq!(distance, Some(axes), "{start:?} {finish:?}");
    });
}

#[test]
fn a_queen_needs_one_move_in_line_and_never_more_than_three() {
    for_all_pairs(Color::White, "queen", |start, finish, distance| {
        let mut far = differences(start, finish);
        far.sort_unstable();
        let [least, middle, most] = far;
        let in_line = middle == 0 || least == most;
        assert!(distance.is_some_and(|moves| moves <= 3), "{start:?} {finish:?}");
        assert_eq!(distance <= Some(1), in_line, "{start:?} {finish:?}");
    });
}

#[test]
fn a_bishop_keeps_to_one_of_four_classes_of_128_cells() {
    let parities = |cell: Cell| [cell.file, cell.rank, cell.level].map(|part| part % 2);
    // A bishop's move changes the parity of all three coordinates or of none.
    let class = |cell: Cell| parities(cell).map(|parity| parity ^ parities(cell)[0]);
    for_all_pairs(Color::White, "bishop", |start, finish, distance| {
        assert_eq!(distance.is_some(), class(start) == class(finish), "{start:?} {finish:?}");
    });
    for start in size(8) {
        assert_eq!(size(8).iter().filter(|&cell| class(cell) == class(start)).count(), 128);
    }
}

#[test]
fn a_knight_reaches_every_cell_and_needs_eight_moves_from_corner_to_corner() {
    for_all_pairs(Color::White, "knight", |start, finish, distance| {
        let sum: u32 = differences(start, finish).into_iter().sum();
        // Every move of a knight changes the parity of the coordinates' sum.
        assert_eq!(distance.map(|moves| moves % 2), Some(sum % 2), "{start:?} {finish:?}");
    });
    let rules = puzzle();
    let graph = MoveGraph::new(&rules, size(8), piece(&rules, Color::White, "knight"));
    let last = size(8).edge() - 1;
    let is_corner = |cell: &Cell| {
        [cell.file, cell.rank, cell.level].iter().all(|&p| p == 0 || usize::from(p) == last)
    };
    for corner in size(8).iter().filter(is_corner) {
        let found = graph.distances_from(corner).expect("the cell is on the board");
        assert_eq!((found.farthest(), found.reached()), (8, 512));
    }
}

#[test]
fn a_pawn_keeps_to_its_column_and_never_goes_back() {
    for color in Color::ALL {
        for_all_pairs(color, "pawn", |start, finish, distance| {
            let (start, finish) =
                if color == Color::White { (start, finish) } else { (finish, start) };
            let [file, rank, level] = start.offset_to(finish).parts();
            let steps = (file == 0 && rank >= 0 && level >= 0).then_some(rank + level);
            assert_eq!(distance, steps.map(i32::unsigned_abs), "{color} {start:?} {finish:?}");
        });
    }
    let rules = puzzle();
    for (color, home) in [(Color::White, "H1a"), (Color::Black, "A1h")] {
        let graph = MoveGraph::new(&rules, size(8), piece(&rules, color, "pawn"));
        let found = graph.distances_from(cell(home)).expect("the cell is on the board");
        assert_eq!((found.reached(), found.farthest()), (64, 14));
    }
}

#[test]
fn distances_are_symmetric_for_all_pieces_except_pawns() {
    // For kings and rooks this follows from the facts above.
    for name in ["queen", "bishop", "knight"] {
        let rules = puzzle();
        let graph = MoveGraph::new(&rules, size(8), piece(&rules, Color::White, name));
        let matrix: Vec<_> = size(8).iter().map(|cell| distances_from(&graph, cell)).collect();
        let turned = (0..matrix.len()).map(|nth| matrix.iter().map(|row| row[nth]).collect());
        assert_eq!(turned.collect::<Vec<Vec<_>>>(), matrix, "{name}");
    }
}

/// The piece visits all cells of the board in turn, a cell of the next row or level after the end
/// of one.
#[test]
fn a_distance_may_have_three_digits() {
    let piece_text = "[[piece]]
        name = 'Snail'
        letter = 'S'
        moves = [
            { leap = [1, 0, 0], symmetry = 'fixed' },
            { leap = [-7, 1, 0], symmetry = 'fixed' },
            { leap = [-7, -7, 1], symmetry = 'fixed' },
            { leap = [-7, -7, -7], symmetry = 'fixed' },
        ]";
    let rules = open_rules("snail", piece_text);
    let graph = MoveGraph::new(&rules, size(8), piece(&rules, Color::White, "snail"));
    let expected: Vec<_> = (0..512).map(Some).collect();
    assert_eq!(distances_from(&graph, Cell::new(0, 0, 0)), expected);
}

#[test]
fn the_distances_to_a_cell_are_those_from_all_others() {
    on_small_boards(&[2, 3, 4], check_distances_to);
}

fn check_distances_to(rules: &Rules, piece: Piece, size: Size) {
    let graph = MoveGraph::new(rules, size, piece);
    let matrix: Vec<_> = size.iter().map(|start| distances_from(&graph, start)).collect();
    for (nth, finish) in size.iter().enumerate() {
        let from: Vec<_> = matrix.iter().map(|row| row[nth]).collect();
        assert_eq!(distances_to(&graph, finish), from, "{} {finish:?}", rules.letter(piece));
    }
    let farthest = matrix.iter().flatten().max().copied().flatten();
    assert_eq!(Some(graph.diameter()), farthest, "{}", rules.letter(piece));
}

#[test]
fn a_single_distance_is_that_of_the_distance_map() {
    let rules = puzzle();
    for piece in pieces(&rules) {
        let graph = MoveGraph::new(&rules, size(8), piece);
        for finish in size(8).iter().step_by(97) {
            let to = distances_to(&graph, finish);
            for start in size(8).iter().step_by(41) {
                let found = graph.distance(start, finish).expect("both cells are on the board");
                assert_eq!(
                    found,
                    to[size(8).index(start)],
                    "{} {start:?} {finish:?}",
                    rules.letter(piece)
                );
            }
        }
    }
}

#[test]
fn incoming_moves_are_the_reverse_of_outgoing_moves() {
    on_small_boards(&[2, 4], |rules, piece, size| {
        let graph = MoveGraph::new(rules, size, piece);
        let oracle = Oracle::new(rules);
        let mut edges = 0;
        for cell in size {
            let out = size.iter().filter(|&to| oracle.reaches(piece, cell, to));
            let into = size.iter().filter(|&from| oracle.reaches(piece, from, cell));
            let found = graph.adjacent(cell, Direction::Outgoing);
            edges += found.len();
            assert_eq!(found, out.collect::<Vec<_>>());
            assert_eq!(graph.adjacent(cell, Direction::Incoming), into.collect::<Vec<_>>());
        }
        assert_eq!(graph.edge_count(), edges);
    });
}

#[test]
fn petgraph_finds_the_same_distances() {
    on_small_boards(&[2, 3], |rules, piece, size| {
        size.iter().for_each(|start| check_dijkstra(rules, piece, size, start));
    });
    let rules = puzzle();
    for piece in pieces(&rules) {
        size(8).iter().step_by(73).for_each(|start| check_dijkstra(&rules, piece, size(8), start));
    }
}

fn check_dijkstra(rules: &Rules, piece: Piece, size: Size, start: Cell) {
    let graph = MoveGraph::new(rules, size, piece);
    let found = dijkstra(&graph, start, None, |_| 1_u32);
    let expected: Vec<_> = size.iter().map(|finish| found.get(&finish).copied()).collect();
    assert_eq!(distances_from(&graph, start), expected, "{} {start:?}", rules.letter(piece));
}

#[test]
fn the_visit_map_of_petgraph_remembers_cells() {
    let rules = puzzle();
    let graph = MoveGraph::new(&rules, size(8), piece(&rules, Color::White, "king"));
    let mut map = graph.visit_map();
    let [here, there] = [Cell::new(0, 0, 0), Cell::new(7, 7, 7)];
    assert_eq!([map.visit(here), map.visit(here), map.visit(there)], [true, false, true]);
    assert_eq!([map.unvisit(here), map.unvisit(here)], [true, false]);
    assert_eq!([map.is_visited(&here), map.is_visited(&there)], [false, true]);
    graph.reset_map(&mut map);
    assert!(!map.is_visited(&there));
}

#[test]
fn petgraph_counts_the_connected_components() {
    let rules = puzzle();
    for piece in pieces(&rules) {
        let graph = MoveGraph::new(&rules, size(8), piece);
        let parts = match rules.role(piece.role()).name.as_str() {
            "Bishop" => 4,
            "Pawn" => 8,
            _ => 1,
        };
        assert_eq!(connected_components(&graph), parts, "{}", rules.letter(piece));
    }
}

#[test]
fn a_naive_search_finds_the_same_distances_and_routes() {
    on_small_boards(&[2, 3], |rules, piece, size| {
        let oracle = Oracle::new(rules);
        for finish in size {
            check_against_naive(rules, &oracle, piece, size, finish);
        }
    });
}

/// Compares the answers to all 3,145,728 queries of the puzzle with a search in the oracle's moves.
#[test]
fn all_queries_have_the_answers_of_a_naive_search() {
    let (rules, board) = (puzzle(), size(8));
    let oracle = Oracle::new(&rules);
    for piece in pieces(&rules) {
        let graph = MoveGraph::new(&rules, board, piece);
        let next = |from| board.iter().filter(move |&to| from != to);
        let moves: Vec<Vec<Cell>> = board
            .iter()
            .map(|from| next(from).filter(|&to| oracle.reaches(piece, from, to)).collect())
            .collect();
        for start in board {
            let expected = naive_distances(board, &moves, start);
            assert_eq!(
                distances_from(&graph, start),
                expected,
                "{} {start:?}",
                rules.letter(piece)
            );
        }
    }
}

/// Returns the least numbers of moves from `start` to each cell, given the cells that a move from each cell reaches.
fn naive_distances(board: Size, moves: &[Vec<Cell>], start: Cell) -> Vec<Option<u32>> {
    let mut found = vec![None; board.cells()];
    let mut last = vec![start];
    found[board.index(start)] = Some(0);
    for distance in 1.. {
        let reached: Vec<Cell> =
            last.iter().flat_map(|&from| moves[board.index(from)].clone()).collect();
        last.clear();
        for to in reached {
            if found[board.index(to)].is_none() {
                found[board.index(to)] = Some(distance);
                last.push(to);
            }
        }
        if last.is_empty() {
            break;
        }
    }
    found
}

fn check_against_naive(rules: &Rules, oracle: &Oracle, piece: Piece, size: Size, finish: Cell) {
    let graph = MoveGraph::new(rules, size, piece);
    let routes = Routes::new(graph, finish).expect("the cell is on the board");
    for start in size {
        let mut expected = naive_routes(oracle, piece, size, start, finish);
        expected.sort_by_key(|route| names(rules, size, route));
        let context = format!("{} {start:?} {finish:?} of {size:?}", rules.letter(piece));
        assert_eq!(all(&routes, start), expected, "{context}");
        assert_eq!(routes.shortest(start).as_ref(), Ok(&expected.first().cloned()), "{context}");
        assert_eq!(routes.count(start), Ok(exact(expected.len())), "{context}");
        let moves = expected.first().map(|route| moves(route));
        assert_eq!(routes.distance(start), Ok(moves), "{context}");
    }
}

/// Returns all shortest routes. Extends every route by one move at a time, until some routes arrive
/// or no new cell is reached.
fn naive_routes(o: &Oracle, piece: Piece, size: Size, start: Cell, finish: Cell) -> Vec<Vec<Cell>> {
    let mut routes = vec![vec![start]];
    let mut reached = vec![start];
    while !routes.is_empty() && !reached.contains(&finish) {
        let mut longer = Vec::new();
        for route in &routes {
            let last = route[route.len() - 1];
            let next =
                size.iter().filter(|&to| o.reaches(piece, last, to) && !reached.contains(&to));
            longer.extend(next.map(|to| [&route[..], &[to]].concat()));
        }
        reached.extend(longer.iter().map(|route| route[route.len() - 1]));
        routes = longer;
    }
    routes.retain(|route| route.ends_with(&[finish]));
    routes
}

#[test]
fn routes_of_the_puzzle_are_sorted_counted_and_made_of_moves() {
    let rules = puzzle();
    for piece in pieces(&rules) {
        for finish in size(8).iter().step_by(211) {
            let graph = MoveGraph::new(&rules, size(8), piece);
            let routes = Routes::new(graph, finish).expect("the cell is on the board");
            size(8)
                .iter()
                .step_by(31)
                .for_each(|start| check_routes(&rules, piece, &routes, start, finish));
        }
    }
}

fn check_routes(rules: &Rules, piece: Piece, routes: &Routes, start: Cell, finish: Cell) {
    let oracle = Oracle::new(rules);
    if matches!(routes.count(start), Ok(RouteCount::Exact(count)) if count > MOST_ROUTES) {
        return;
    }
    let all = all(routes, start);
    assert_eq!(routes.count(start), Ok(exact(all.len())));
    assert_eq!(routes.shortest(start), Ok(all.first().cloned()));
    assert!(all.is_sorted_by(|a, b| names(rules, size(8), a) < names(rules, size(8), b)));
    for route in &all {
        assert_eq!((route[0], route[route.len() - 1]), (start, finish));
        assert_eq!(routes.distance(start), Ok(Some(moves(route))));
        assert!(route.windows(2).all(|pair| oracle.reaches(piece, pair[0], pair[1])));
    }
}

fn all(routes: &Routes, start: Cell) -> Vec<Vec<Cell>> {
    routes.all(start).expect("the cell is on the board").collect()
}

fn moves(route: &[Cell]) -> u32 {
    u32::try_from(route.len() - 1).expect("routes are short")
}

fn exact(count: usize) -> RouteCount {
    RouteCount::Exact(count as u128)
}

fn names(rules: &Rules, size: Size, route: &[Cell]) -> Vec<String> {
    route.iter().map(|&cell| rules.cells().name(size, cell)).collect()
}
