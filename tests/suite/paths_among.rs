//! Compares paths among other pieces with a search that makes every move on a copy of the board.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use kubikschach::board::Board;
use kubikschach::cell::{Cell, Size};
use kubikschach::control::Control;
use kubikschach::notation::{self, Query};
use kubikschach::path::{PathError, PathFinder};
use kubikschach::piece::{Color, Piece, RoleSet};
use kubikschach::render::WhyNoRoute;
use kubikschach::rules::Rules;

use crate::common::coverage::Coverage;
use crate::common::crowded::crowded;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{cubic_chess, open_rules, pieces, rules, size};
use crate::exotic_rules;
use crate::oracle::stepping::Table;
use crate::oracle::ways::{Asked, check, finder};

/// Returns a random question, on an empty board or among up to seven pieces. Most boards have both
/// kings, and many questions are about pieces that promote.
fn random(rules: &Rules, size: Size, rng: &mut SplitMix64) -> Asked {
    let pieces = pieces(rules);
    let some = |is_one: &dyn Fn(Piece) -> bool| -> Vec<Piece> {
        pieces.iter().copied().filter(|&piece| is_one(piece)).collect()
    };
    let promoting = rules.promotion().map_or_else(RoleSet::default, |rule| rule.pieces);
    let promoting = some(&|piece| promoting.contains(piece.role()));
    let is_promoting = !promoting.is_empty() && rng.in_percent(40);
    let piece = rng.pick(if is_promoting { &promoting } else { &pieces });
    let cell = |rng: &mut SplitMix64| size.cell(rng.below(size.cells()));
    let mut board = Board::new(size);
    for king in some(&|piece| rules.is_royal(piece)) {
        let king = rng.in_percent(80).then_some(king);
        board.set(cell(rng), king);
    }
    let others = some(&|piece| !rules.is_royal(piece));
    for _ in 0..rng.below(6) {
        board.set(cell(rng), Some(rng.pick(&others)));
    }
    let start = cell(rng);
    board.set(start, rng.in_percent(50).then_some(piece));
    let board = rng.in_percent(80).then_some(board);
    Asked { size, piece, start, safe: rng.in_percent(50), board }
}

/// Compares the paths to 20 cells, first of all to those with pieces, with the plain search.
fn check_random(rules: &Rules, edges: &[usize], searches: usize, seen: &Coverage) {
    let (table, mut rng) = (Table::new(rules), SplitMix64(7));
    for _ in 0..rounds(searches) {
        let size = size(rng.pick(edges));
        let asked = random(rules, size, &mut rng);
        let occupied = asked.board.iter().flat_map(Board::pieces).map(|(cell, _)| cell);
        let mut finishes: Vec<Cell> = occupied.collect();
        finishes.resize_with(20, || size.cell(rng.below(size.cells())));
        check((rules, &table), &asked, &finishes, seen);
    }
}

/// Compares 10,000 paths with `KUBIKSCHACH_TESTS=100`, and 100,000 with 1000.
#[test]
fn paths_are_those_of_a_plain_search() {
    let coverage = Coverage::default();
    for (rules, edges, searches) in [
        (rules("kubikschach"), &[8][..], 10),
        (rules("cube"), &[2, 3, 4], 110),
        (rules("great-shatranj"), &[6], 70),
        (rules("raumschach"), &[5], 70),
        (cubic_chess(), &[8], 40),
        (exotic_rules::limited_starts(), &[4], 80),
    ] {
        check_random(&rules, edges, searches, &coverage);
    }
    for rules in exotic_rules::all() {
        check_random(&rules, &[3, 4], 30, &coverage);
    }
    for what in [
        "a way that captures",
        "a way that captures twice",
        "a way of three moves",
        "many ways",
        "a promotion",
        "its own side in the way",
        "an enemy in the way",
        "a promotion before the start",
        "the edges in the way",
        "an attacked finish",
        "others in the way",
        "an invariant",
    ] {
        coverage.at_least(20, what);
    }
}

#[test]
fn without_other_pieces_paths_are_those_on_an_empty_board() {
    for (rules, edge) in [
        (rules("kubikschach"), 8),
        (rules("cube"), 3),
        (rules("great-shatranj"), 6),
        (rules("raumschach"), 5),
        (cubic_chess(), 8),
    ] {
        let size = size(edge);
        let empty = Board::new(size);
        let finders = [PathFinder::new(&rules, size), finder(&rules, empty, edge % 2 == 0)];
        for (_, piece) in rules.letters() {
            for start in size.iter().step_by(if edge > 5 { 37 } else { 1 }) {
                for finish in size {
                    let query = Query { piece, start, finish };
                    let [alone, among] = finders.each_ref().map(|finder| finder.distance(query));
                    assert_eq!(alone, among, "{} {piece:?} {start:?} {finish:?}", rules.name());
                }
            }
        }
    }
}

#[test]
fn a_start_with_another_piece_is_refused() {
    let rules = rules("cube");
    let setup = notation::parse_board(&rules, "[r#,##],[##,##]").expect("it is a board");
    let query =
        notation::parse_query(&rules, setup.board.size(), "King W a2(II) b1(I)").expect("a query");
    let taken = setup.board.piece_at(query.start).expect("the rook stands there");
    let finder = PathFinder::among(&rules, setup.board);
    let answer = finder.distance(query);
    assert_eq!(answer, Err(PathError::StartTaken(taken)));
    assert_eq!(PathError::StartTaken(taken).to_string(), "another piece stands on the start");
}

#[test]
fn reasons_name_what_keeps_a_piece_from_a_cell() {
    let walled = "[KR#,RR#,##q],[RR#,RR#,###],[###,###,###]";
    let guarded = "[K##,###,##q],[##r,##r,###],[###,##R,###]";
    let level = "[#####,#####,#####,#####,#####]";
    let alone = format!("{level},{level},{level},{level},[#####,#####,#####,P####,#####]");
    let rows = ["########"; 8].join(",");
    let rest = [format!("[{rows}]").as_str(); 7].join(",");
    let full = format!("[r#######,{}],{rest}", ["########"; 7].join(","));
    for (name, board, safe, query, expected) in [
        (
            "cube",
            walled,
            false,
            "King W a3(III) b3(III)",
            "the white Rook stands on b3(III), and the King can't capture a piece of its own color",
        ),
        (
            "cube",
            walled,
            false,
            "King W a3(III) c1(III)",
            "on this board the King can reach only 1 of the 27 cells from a3(III), and c1(III) is \
             not one of them; on an empty board it would take 2 moves",
        ),
        (
            "cube",
            guarded,
            true,
            "King W a3(III) c2(II)",
            "on this board the King can reach only 8 of the 27 cells from a3(III) without being \
             attacked, and c2(II) is not one of them: the black Rook on c3(II) attacks it; on an \
             empty board it would take 2 moves",
        ),
        (
            "kubikschach",
            &full,
            false,
            "King W A1g A1h",
            "the black Rook stands on A1h, and the King can't capture, because the rules have no captures",
        ),
        (
            "cube",
            "[k#,##],[##,##]",
            false,
            "Rook W a1I a2II",
            "the black King stands on a2(II), and the Rook can't capture a king",
        ),
        // The pawn could reach the cell by captures, so no invariant of its steps is the reason.
        (
            "raumschach",
            &alone,
            false,
            "Pawn W Aa2 Ab3",
            "on this board the white Pawn can reach only 20 of the 125 cells from Aa2, and Ab3 is \
             not one of them",
        ),
    ] {
        let rules = rules(name);
        let board = notation::parse_board(&rules, board).expect("it is a board").board;
        let query = notation::parse_query(&rules, board.size(), query).expect("a query");
        let finder = finder(&rules, board, safe);
        let obstacle = finder.why_no_route(query).expect("it is small").expect("there is no way");
        assert_eq!(WhyNoRoute::new(&finder, query, obstacle).to_string(), expected);
    }
}

/// A lame leap that an enemy piece blocks becomes possible if the leaper first captures that piece.
#[test]
fn a_capture_may_open_the_route_of_a_lame_leap() {
    let rules = open_rules(
        "mine",
        "[[piece]]
        name = 'Detour'
        letter = 'D'
        moves = [
            { lame = [2, 0, 0], symmetry = 'fixed', routes = [[[1, 0, 0]]] },
            { leap = [0, 1, 0], symmetry = 'fixed' },
            { leap = [1, -1, 0], symmetry = 'fixed' },
            { leap = [-1, 0, 0], symmetry = 'fixed' },
        ]",
    );
    let [white, black] =
        Color::ALL.map(|color| Piece::new(color, rules.role_named("Detour").expect("it has one")));
    let size = size(3);
    let mut board = Board::new(size);
    board.set(Cell::new(1, 0, 0), Some(black));
    board.set(Cell::new(1, 1, 0), Some(white));
    let finder = PathFinder::among(&rules, board);
    let way = [[0, 0], [0, 1], [1, 0], [0, 0], [2, 0]].map(|[file, rank]| Cell::new(file, rank, 0));
    let query = Query { piece: white, start: way[0], finish: way[4] };
    assert_eq!(finder.route(query), Ok(Some(way.to_vec())));
    assert_eq!(finder.distance(query), Ok(Some(4)));
}

/// The king can capture 60 knights in any order, and never reaches the finish.
#[test]
fn a_path_that_takes_too_long_to_find_is_refused() {
    let rules = rules("cube");
    let board = notation::parse_board(&rules, &crowded()).expect("it is a board").board;
    let king = notation::parse_piece(&rules, "K").expect("a piece");
    let [start, finish] = [Cell::new(4, 4, 3), Cell::new(0, 0, 8)];
    let finder = PathFinder::safely_among(&rules, board);
    let answer = finder.distance(Query { piece: king, start, finish });
    assert_eq!(answer, Err(PathError::TooManyPositions));
}

/// A piece that promotes becomes another piece, whose moves do not extend the route.
#[test]
fn a_route_ends_where_the_piece_promotes() {
    for (rules, own, query, expected) in [
        (cubic_chess(), None, "Pawn W a7I a8III", "3 moves, 1 route"),
        (cubic_chess(), Some("a7II"), "Pawn W a7I a8II", "no route"),
        (cubic_chess(), None, "Pawn W a8I a8II", "a white pawn on a8(I) has promoted"),
        (cubic_chess(), None, "Pawn W a8I a8I", "0 moves, 1 route"),
        (rules("great-shatranj"), None, "Pawn W 6c5 6d6", "2 moves, 1 route"),
        (rules("great-shatranj"), None, "Pawn W 6c6 6d6", "a white pawn on 6c6 has promoted"),
    ] {
        let size = rules.size().expect("its size is fixed");
        let query = notation::parse_query(&rules, size, query).expect("a query");
        let mut board = Board::new(size);
        if let Some(name) = own {
            let cell = notation::parse_cell(&rules, size, name).expect("a cell");
            board.set(cell, Some(notation::parse_piece(&rules, "R").expect("a piece")));
        }
        let mut finders = vec![PathFinder::among(&rules, board.clone())];
        finders.extend((board.count() == 0).then(|| PathFinder::new(&rules, size)));
        for finder in finders {
            let count = finder.count(query).expect("it is small");
            let found = if let Some(moves) = finder.distance(query).expect("it is small") {
                format!("{moves} moves, {count} route")
            } else {
                let reason = finder.why_no_route(query).expect("it is small").expect("one");
                let sentence = WhyNoRoute::new(&finder, query, reason).to_string();
                if sentence == expected { sentence } else { "no route".to_owned() }
            };
            assert_eq!(found, expected, "{query:?}");
        }
    }
}

#[test]
fn a_king_is_never_captured_and_blocks_the_way() {
    let rules = rules("cube");
    let board = notation::parse_board(&rules, "[###,###,k##],[###,###,###],[###,###,##q]");
    let board = board.expect("it is a board").board;
    for (query, expected) in [
        ("Rook W a1I a1III", None),
        ("Rook W a1I c1I", Some(1)),
        ("Rook W a1II a2III", Some(2)),
        ("Rook W b1III a1III", None),
    ] {
        let query = notation::parse_query(&rules, board.size(), query).expect("a query");
        let finder = PathFinder::among(&rules, board.clone());
        assert_eq!(finder.distance(query), Ok(expected), "{query:?}");
    }
}

/// A finder keeps the work of a stopped search, so that repeated calls reach the answer.
#[test]
fn a_stopped_search_goes_on_at_the_next_question() {
    let rules = rules("cube");
    let board =
        "[k###,#n##,##r#,####],[#n##,####,####,###n],[####,####,#b##,####],[####,##n#,####,####]";
    let board = notation::parse_board(&rules, board).expect("it is a board").board;
    let query = notation::parse_query(&rules, board.size(), "King W a1I d4IV").expect("a query");
    let expected = PathFinder::safely_among(&rules, board.clone()).distance(query);
    let finder = PathFinder::safely_among(&rules, board);
    let mut stops = 0;
    let found = loop {
        let left = AtomicU64::new(20);
        let watch = |work| match left.fetch_sub(work, Ordering::Relaxed) {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        match finder.distance_with(query, &Control::new(&watch)) {
            Err(PathError::Stopped) => stops += 1,
            found => break found,
        }
    };
    assert_eq!(found, expected);
    assert!(stops > 2, "it was stopped {stops} times");
}
