//! Checks that earlier queries change neither the parsing of later queries nor their answers, and
//! compares the answers with petgraph.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::iter::successors;

use kubikschach::board::Board;
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{Queries, Query};
use kubikschach::path::{MoveGraph, PathError, PathFinder, RouteCount, Routes};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use petgraph::Direction;
use petgraph::algo::dijkstra;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq, prop_oneof};

use crate::common::coverage::Coverage;
use crate::common::queries;
use crate::common::{cubic_chess, for_all, parsed, pieces, records, rules, size};
use crate::exotic_rules;
use crate::oracle::Oracle;

fn rule_sets() -> Vec<Rules> {
    vec![
        rules("kubikschach"),
        rules("great-shatranj"),
        exotic_rules::without_kings(),
        cubic_chess(),
    ]
}

/// Numbers that choose the words of a query, and an optional change: index, number of replaced
/// bytes, new byte.
type Choice = ([usize; 4], Option<(usize, usize, u8)>);

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let chosen = select(b"\0 \t\r\n\xFF".to_vec());
    let byte = prop_oneof![any::<u8>(), chosen];
    let change = (any::<usize>(), prop_oneof![9 => Just(1), 1 => 2..9_usize], byte);
    let query = (any::<[usize; 4]>(), proptest::option::weighted(0.3, change));
    vec(query, 2..16)
}

/// Returns the text of queries on one or three lines. Some queries lack a word, have a piece
/// instead of a cell, or have a changed byte.
fn text(rules: &Rules, size: Size, choices: &[Choice]) -> Vec<u8> {
    let names: Vec<&str> = rules.roles().map(|(_, def)| def.name.as_str()).collect();
    let mut text = Vec::new();
    for ([name, color, start, finish], change) in choices {
        let cell = |number: usize| match number % 16 {
            0 => names[number / 16 % names.len()].to_owned(),
            _ => rules.cells().name(size, size.cell(number / 16 % size.cells())),
        };
        let whose = [" W", " B", " W", " B", " W", " B", " W", ""][color % 8];
        let gap = [" ", " ", " ", "\n"][color / 8 % 4];
        let name = names.get(name % (names.len() + 1)).copied().unwrap_or_default();
        let end = ["\n", "\n", "\n", "\r\n"][color / 32 % 4];
        let line = format!("{name}{whose}{gap}{}{gap}{}{end}", cell(*start), cell(*finish));
        let mut line = line.into_bytes();
        if let Some((at, count, byte)) = change {
            let at = at % line.len();
            let end = line.len().min(at + count);
            line[at..end].fill(*byte);
        }
        text.extend(line);
    }
    text
}

#[test]
fn a_query_does_not_depend_on_the_texts_before_it() {
    for rules in rule_sets() {
        let coverage = Coverage::default();
        let size = rules.default_size();
        let reader = RefCell::new(Queries::new(&rules, size));
        let fresh = Queries::new(&rules, size);
        for_all(4_000, &choices(), |choices| {
            let text = text(&rules, size, &choices);
            check_text(&mut reader.borrow_mut(), &fresh, &text, &coverage)
        });
        coverage.at_least(3_600, "a good query");
        coverage.at_least(2_000, "a mistake");
    }
}

/// Checks that a reused parser finds the queries that a new parser finds.
fn check_text(
    reader: &mut Queries,
    fresh: &Queries,
    text: &[u8],
    coverage: &Coverage,
) -> Result<(), TestCaseError> {
    let found = records(reader, text);
    let alone = records(&mut fresh.clone(), text);
    prop_assert_eq!(&found, &alone, "{:?}", String::from_utf8_lossy(text));
    coverage.see("a good query", found.iter().any(Result::is_ok));
    coverage.see("a mistake", found.iter().any(Result::is_err));
    Ok(())
}

#[test]
fn a_finder_agrees_with_petgraph() {
    let mut boards: Vec<(Rules, Size, u32)> = Vec::new();
    for rules in rule_sets() {
        let size = rules.default_size();
        boards.push((rules, size, 300));
    }
    // Boards of up to 8 cells along an edge have tables of distances.
    for (edge, cases) in [(2, 60), (7, 20), (8, 20), (9, 20), (11, 20)] {
        boards.push((rules("cube"), size(edge), cases));
    }
    for (rules, size, cases) in boards {
        let (pieces, finder) = (pieces(&rules), PathFinder::new(&rules, size));
        for_all(cases, &any::<[usize; 3]>(), |[piece, start, asked]| {
            let (piece, start) = (pieces[piece % pieces.len()], size.cell(start % size.cells()));
            let graph = MoveGraph::new(&rules, size, piece);
            let distances = dijkstra(&graph, start, None, |_| 1_u32);
            check_details(&finder, &graph, piece, [start, size.cell(asked % size.cells())])?;
            for finish in size {
                let expected = distances.get(&finish).copied();
                let query = Query { piece, start, finish };
                prop_assert_eq!(finder.distance(query), Ok(expected));
            }
            check_details(&finder, &graph, piece, [start, size.cell(asked % size.cells())])
        });
    }
}

const MOST_ROUTES: usize = 100;

/// Checks that the obstacle, the routes and the number of routes of a query equal the results of
/// separate searches.
fn check_details(
    finder: &PathFinder,
    graph: &MoveGraph,
    piece: Piece,
    [start, finish]: [Cell; 2],
) -> Result<(), TestCaseError> {
    let query = Query { piece, start, finish };
    let routes = Routes::new(graph.clone(), finish).expect("the cell is on the board");
    let obstacle = PathFinder::new(finder.rules(), finder.size()).why_no_route(query);
    prop_assert_eq!(finder.why_no_route(query), obstacle);
    prop_assert_eq!(finder.count(query), routes.count(start));
    let route = finder.route(query);
    prop_assert_eq!(&route, &routes.shortest(start));
    let is_move = |pair: &[Cell]| graph.adjacent(pair[0], Direction::Outgoing).contains(&pair[1]);
    prop_assert!(route.is_ok_and(|route| route.is_none_or(|route| route.windows(2).all(is_move))));
    let all = finder.all(query).expect("both cells are on the board");
    let all: Vec<Vec<Cell>> = all.take(MOST_ROUTES).collect();
    prop_assert_eq!(&all, &first_routes(&routes, start));
    if all.len() < MOST_ROUTES {
        prop_assert_eq!(routes.count(start), Ok(RouteCount::Exact(all.len() as u128)));
    }
    Ok(())
}

fn first_routes(routes: &Routes, start: Cell) -> Vec<Vec<Cell>> {
    let all = routes.all(start).expect("the cell is on the board");
    all.take(MOST_ROUTES).collect()
}

#[test]
fn a_finder_refuses_cells_that_are_not_on_the_board() {
    let rules = rules("cube");
    for edge in [3, 12] {
        let size = size(edge);
        let finder = PathFinder::new(&rules, size);
        let among = PathFinder::among(&rules, Board::new(size));
        let (piece, far) = (pieces(&rules)[0], u16::try_from(edge).expect("it is small"));
        let here = Cell::new(0, 0, 0);
        // Enough queries that the finder builds its table of distances.
        for (start, finish) in size.iter().take(60).map(|cell| (cell, here)) {
            assert!(finder.distance(Query { piece, start, finish }).is_ok());
        }
        for far in [far, 16, 32, 256] {
            let nowhere = (1..8).map(|bits| {
                let [file, rank, level] = [1, 2, 4].map(|bit| if bits & bit > 0 { far } else { 0 });
                Cell::new(file, rank, level)
            });
            for nowhere in nowhere {
                for (start, finish) in [(here, nowhere), (nowhere, here), (nowhere, nowhere)] {
                    for finder in [&finder, &among] {
                        check_refusal(finder, Query { piece, start, finish }, nowhere);
                    }
                }
            }
        }
        assert_eq!(finder.distance(Query { piece, start: here, finish: here }), Ok(Some(0)));
    }
}

fn check_refusal(finder: &PathFinder, query: Query, nowhere: Cell) {
    let refusal = PathError::NotOnBoard(nowhere);
    assert_eq!(finder.distance(query), Err(refusal.clone()), "{query:?}");
    assert_eq!(finder.route(query), Err(refusal.clone()), "{query:?}");
    assert_eq!(finder.count(query), Err(refusal.clone()), "{query:?}");
    assert_eq!(finder.why_no_route(query), Err(refusal.clone()), "{query:?}");
    assert_eq!(finder.all(query).err(), Some(refusal), "{query:?}");
}

/// Compares the distances, the counts and the first routes of the puzzle with those of a naive
/// search in the oracle's moves, for every finish of which `is_asked` is true.
fn check_puzzle(is_asked: impl Fn(usize) -> bool) {
    let rules = rules("kubikschach");
    let (size, oracle) = (rules.default_size(), Oracle::new(&rules));
    let name = |cell: &Cell| rules.cells().name(size, *cell);
    let finder = PathFinder::new(&rules, size);
    for piece in pieces(&rules) {
        let next = |from: Cell| {
            let ends = size.iter().filter(|&to| from != to && oracle.reaches(piece, from, to));
            let mut ends: Vec<Cell> = ends.collect();
            ends.sort_by_key(name);
            ends.into_iter().map(|to| size.index(to)).collect()
        };
        let next: Vec<Vec<usize>> = size.iter().map(next).collect();
        for finish in size.iter().filter(|&finish| is_asked(size.index(finish))) {
            let naive = naive_routes(&next, size.index(finish));
            for start in size {
                let query = Query { piece, start, finish };
                let at = size.index(start);
                let found = (finder.distance(query), finder.count(query), finder.route(query));
                let route = naive[at].as_ref().map(|_| {
                    let step = |&at: &usize| naive[at].as_ref().and_then(|naive| naive.first);
                    successors(Some(at), step).map(|at| size.cell(at)).collect()
                });
                let distance = naive[at].as_ref().map(|naive| naive.moves);
                let count = naive[at].as_ref().map_or(0, |naive| naive.count);
                assert_eq!(
                    found,
                    (Ok(distance), Ok(RouteCount::Exact(count)), Ok(route)),
                    "{query:?}"
                );
            }
        }
    }
}

/// The shortest routes from a cell to a finish: their moves, their number, and the second cell of
/// the first route.
struct Naive {
    moves: u32,
    count: u128,
    first: Option<usize>,
}

/// Returns the shortest routes from each cell, given the ends of the moves from each cell in the
/// order of their names.
fn naive_routes(next: &[Vec<usize>], finish: usize) -> Vec<Option<Naive>> {
    let mut found: Vec<Option<Naive>> = next.iter().map(|_| None).collect();
    found[finish] = Some(Naive { moves: 0, count: 1, first: None });
    for moves in 1.. {
        let nearer = |&to: &usize| found[to].as_ref().map(|naive| (to, naive.count));
        let of_start = |start: usize| {
            let mut ends = next[start].iter().filter_map(nearer).peekable();
            let first = Some(ends.peek()?.0);
            Some((start, Naive { moves, count: ends.map(|(_, count)| count).sum(), first }))
        };
        let starts = (0..next.len()).filter(|&start| found[start].is_none());
        let new: Vec<(usize, Naive)> = starts.filter_map(of_start).collect();
        if new.is_empty() {
            break;
        }
        for (start, naive) in new {
            found[start] = Some(naive);
        }
    }
    found
}

#[test]
fn a_finder_agrees_with_a_naive_search_of_the_puzzle() {
    check_puzzle(|finish| finish % 11 == 0);
}

/// The piece goes through all cells of the board on a single way, one cell a move.
#[test]
fn a_way_of_hundreds_of_moves_is_found() {
    let (size, names) = (size(8), rules("cube"));
    let mut way: Vec<Cell> = size.iter().collect();
    let edge = size.edge();
    way.chunks_mut(edge).skip(1).step_by(2).for_each(<[Cell]>::reverse);
    way.chunks_mut(edge * edge).skip(1).step_by(2).for_each(<[Cell]>::reverse);
    let mut moves: BTreeMap<[i32; 3], Vec<String>> = BTreeMap::new();
    for pair in way.windows(2) {
        let from = moves.entry(pair[0].offset_to(pair[1]).parts()).or_default();
        from.push(names.cells().name(size, pair[0]));
    }
    let moves = moves
        .iter()
        .map(|(step, from)| format!("{{ leap = {step:?}, symmetry = 'fixed', from = {from:?} }},"));
    let rules = parsed(&format!(
        "name = 'one-way'
        size = {edge}
        cells = [
            {{ axis = 'file', numeral = 'a' }},
            {{ axis = 'rank', numeral = '1' }},
            {{ axis = 'level', numeral = '(I)' }},
        ]
        [[piece]]
        name = 'Walker'
        letter = 'W'
        moves = [{}]",
        moves.collect::<String>()
    ));
    let (finder, piece) = (PathFinder::new(&rules, size), pieces(&rules)[0]);
    for (nth, &finish) in way.iter().enumerate() {
        let query = Query { piece, start: way[0], finish };
        assert_eq!(
            finder.distance(query).map(|moves| moves.map(|moves| moves as usize)),
            Ok(Some(nth))
        );
        assert_eq!(finder.route(query), Ok(Some(way[..=nth].to_vec())));
    }
}

#[test]
fn too_many_routes_are_shown_as_a_lower_bound() {
    assert_eq!(RouteCount::Exact(90).to_string(), "90");
    assert_eq!(RouteCount::TooMany.to_string(), format!(">{}", u128::MAX));
}

#[test]
fn a_finder_returns_its_board_and_whether_pieces_capture() {
    for (name, captures) in [("kubikschach", false), ("great-shatranj", true)] {
        let rules = rules(name);
        let size = rules.size().expect("it has one");
        let board = Board::new(size);
        let alone = PathFinder::new(&rules, size);
        let among = PathFinder::among(&rules, board.clone());
        assert_eq!((alone.board(), among.board()), (None, Some(&board)));
        assert_eq!([alone.size(), among.size()], [size; 2]);
        assert_eq!([alone.captures(), among.captures()], [false, captures]);
    }
}

#[test]
fn the_order_of_questions_changes_no_answer() {
    let rules = rules("kubikschach");
    let size = queries::size(&rules);
    let piece = |name: &str, color| Piece::new(color, rules.role_named(name).expect("a piece"));
    let (pawn, king) = (piece("pawn", Color::White), piece("king", Color::Black));
    let query = |piece, start, finish| {
        let [start, finish] = [start, finish].map(|index| size.cell(index));
        Query { piece, start, finish }
    };
    let of = |start: usize| [query(pawn, start, 511 - start), query(king, start, 37 * start % 512)];
    let ways: Vec<Query> = (0..size.cells()).flat_map(of).collect();
    let finders = [(); 2].map(|()| PathFinder::new(&rules, size));
    let answer = |nth: usize, way: Query| finders[nth].distance(way).expect("it is on the board");
    let forwards: Vec<Option<u32>> = ways.iter().map(|&way| answer(0, way)).collect();
    let mut backwards: Vec<Option<u32>> = ways.iter().rev().map(|&way| answer(1, way)).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
    for (&Query { piece, start, finish }, found) in ways.iter().zip(forwards).step_by(7) {
        let graph = MoveGraph::new(&rules, size, piece);
        assert_eq!(graph.distance(start, finish), Ok(found));
    }
}

/// The routes start on neighboring cells, each with a piece, and end on neighboring cells.
#[test]
fn the_route_of_a_piece_is_not_taken_for_that_of_its_neighbor() {
    let rules = rules("kubikschach");
    let size = rules.default_size();
    for piece in pieces(&rules) {
        let queries = [[3, 200], [4, 199]].map(|ends| {
            let [start, finish] = ends.map(|index| size.cell(index));
            Query { piece, start, finish }
        });
        let mut board = Board::new(size);
        for query in queries {
            board.set(query.start, Some(piece));
        }
        let finder = PathFinder::among(&rules, board.clone());
        for query in queries {
            let alone = PathFinder::among(&rules, board.clone());
            assert_eq!(finder.distance(query), alone.distance(query), "{query:?}");
        }
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "answers all 3,145,728 queries in three ways"]
    fn a_finder_agrees_with_a_naive_search_of_the_whole_puzzle() {
        check_puzzle(|_| true);
    }
}
