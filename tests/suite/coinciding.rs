//! Checks pieces with several steps to one cell: the move counts once, and an explanation names as
//! few blockers as possible.

use std::collections::BTreeSet;

use kubikschach::board::{Board, Empty, Move, Setup};
use kubikschach::cell::Cell;
use kubikschach::notation;
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::{IllegalMove, Position};
use kubikschach::rules::Rules;
use kubikschach::verdict::explain::{NearMiss, Placed};
use petgraph::Direction;
use petgraph::visit::NodeCount;

use crate::common::{self, open_rules, size};

fn rules(moves: &str) -> Rules {
    let pieces = format!(
        "verdict = {{ white_kings = [1, 1], black_kings = [0, 1] }}
        [[piece]]
        name = 'King'
        letter = 'K'
        royal = true
        moves = [{{ leap = [1, 1, 1] }}]
        [[piece]]
        name = 'Stone'
        letter = 'S'
        moves = []
        [[piece]]
        name = 'Piece'
        letter = 'P'
        moves = [{moves}]"
    );
    open_rules("mine", &pieces)
}

fn piece(rules: &Rules, color: Color) -> Piece {
    Piece::new(color, rules.role_named("Piece").expect("it has one"))
}

#[test]
fn a_cell_reached_by_several_steps_is_listed_once() {
    let ride = |by: i32| format!("{{ ride = [{by}, 0, 0], symmetry = 'fixed' }}");
    let leap = |by: i32| format!("{{ leap = [{by}, 0, 0], symmetry = 'fixed' }}");
    let lame = |by: i32| {
        format!("{{ lame = [{by}, 0, 0], symmetry = 'fixed', routes = [[[{}, 0, 0]]] }}", by / 2)
    };
    // Steps, file of the piece, and files of its destinations on a board of 6 cells per edge.
    for (steps, file, expected) in [
        ([ride(1), leap(2)], 0, &[1, 2, 3, 4, 5][..]),
        ([ride(-1), leap(-2)], 5, &[0, 1, 2, 3, 4]),
        ([leap(2), ride(1)], 3, &[4, 5]),
        ([ride(1), ride(2)], 1, &[2, 3, 4, 5]),
        ([ride(-2), leap(-4)], 4, &[0, 2]),
        ([ride(1), leap(-2)], 3, &[1, 4, 5]),
        ([lame(2), leap(2)], 1, &[3]),
        ([lame(-4), ride(-1)], 4, &[0, 1, 2, 3]),
    ] {
        let rules = rules(&steps.join(", "));
        let size = size(6);
        let (piece, from) = (piece(&rules, Color::White), Cell::new(file, 0, 0));
        let cells = |files: &[u16]| files.iter().map(|&file| Cell::new(file, 0, 0)).collect();
        let expected: Vec<Cell> = cells(expected);
        let graph = MoveGraph::new(&rules, size, piece);
        assert_eq!(graph.adjacent(from, Direction::Outgoing), expected, "{steps:?}");
        let mut board = Board::new(size);
        board.set(from, Some(piece));
        let destinations = rules.movement().destinations(&board, piece, from);
        assert_eq!(destinations.len(), expected.len(), "{steps:?}");
        assert_eq!(BTreeSet::from_iter(destinations), expected.iter().copied().collect());
        for to in expected {
            let before = graph.adjacent(to, Direction::Incoming);
            assert_eq!(before.iter().filter(|&&cell| cell == from).count(), 1, "{steps:?}");
        }
    }
}

#[test]
fn steps_that_coincide_for_black_only_count_once() {
    let steps = "{ leap = [0, 1, 0], symmetry = 'fixed', mirrors = ['rank'] },
        { leap = [0, -1, 0], symmetry = 'fixed', mirrors = [] }";
    let (rules, size) = (rules(steps), size(4));
    let from = Cell::new(1, 2, 1);
    for (color, expected) in [
        (Color::White, &[Cell::new(1, 1, 1), Cell::new(1, 3, 1)][..]),
        (Color::Black, &[Cell::new(1, 1, 1)]),
    ] {
        let piece = piece(&rules, color);
        let graph = MoveGraph::new(&rules, size, piece);
        assert_eq!(graph.adjacent(from, Direction::Outgoing), expected, "{color:?}");
        let destinations = rules.movement().destinations(&Empty(size), piece, from);
        assert_eq!(destinations.len(), expected.len(), "{color:?}");
    }
}

#[test]
fn a_reason_names_the_ride_with_fewer_blockers() {
    let rules = rules("{ ride = [1, 0, 0] }, { ride = [2, 0, 0] }");
    // The white king on e5A is in check from e1A. The white piece on a1A reaches e1A over b1A, c1A
    // and d1A, or over c1A alone.
    for (row, expected) in [("PSSSp", &["c1A"][..]), ("P#S#p", &["c1A"]), ("PS#Sp", &[])] {
        let empty = "#####,#####,#####,#####,#####";
        let last = format!("####K,#####,#####,#####,{row}");
        let text = format!("[{empty}],[{empty}],[{empty}],[{empty}],[{last}]");
        let setup = notation::parse_board(&rules, &text).expect("it is a board");
        let size = setup.board.size();
        let explanation = Position::new_unchecked(&rules, setup).explain();
        let capture = explanation.capture.expect("a piece gives check");
        let name = |placed: &Placed| rules.cells().name(size, placed.cell);
        let in_the_way =
            |miss: &NearMiss| miss.blockers.iter().flatten().map(name).collect::<Vec<_>>();
        let missed: Vec<String> = capture.near_misses.iter().flat_map(in_the_way).collect();
        assert_eq!(missed, expected, "{row}");
        assert_eq!(capture.attempts.len(), usize::from(expected.is_empty()), "{row}");
    }
}

#[test]
fn a_graph_has_a_node_for_each_cell() {
    let rules = rules("{ ride = [1, 0, 0] }");
    for edge in [2, 5, 20] {
        let size = size(edge);
        let graph = MoveGraph::new(&rules, size, piece(&rules, Color::Black));
        assert_eq!(NodeCount::node_count(&graph), edge * edge * edge);
    }
}

/// Returns the pieces that block a move of White.
fn blockers(rules: &Rules, board: Board, from: Cell, to: Cell) -> Vec<Cell> {
    let position = Position::new_unchecked(rules, Setup::new(board, Color::White));
    match position.check_legal(Move::new(from, to)) {
        Ok(()) => Vec::new(),
        Err(IllegalMove::Blocked(cells)) => cells,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn all_blockers_of_a_ride_are_named() {
    let rules = rules("{ ride = [1, 0, 0], symmetry = 'fixed' }");
    let [rider, other] = [Color::White, Color::Black].map(|color| piece(&rules, color));
    let size = size(7);
    let at = |file| Cell::new(file, 3, 3);
    // Files of other pieces, target file of the ride from file 1, and files of its blockers.
    for (others, to, expected) in [
        (&[][..], 5, &[][..]),
        (&[3], 5, &[3]),
        (&[2, 4], 5, &[2, 4]),
        (&[2, 3, 4], 5, &[2, 3, 4]),
        (&[0, 5, 6], 5, &[]),
        (&[2, 6], 3, &[2]),
        (&[4], 2, &[]),
    ] {
        let mut board = Board::new(size);
        board.set(at(1), Some(rider));
        for &file in others {
            board.set(at(file), Some(other));
        }
        let expected: Vec<Cell> = expected.iter().map(|&file| at(file)).collect();
        assert_eq!(blockers(&rules, board, at(1), at(to)), expected, "{others:?} {to}");
    }
}

#[test]
fn a_lame_step_with_an_open_route_has_no_blockers() {
    let rules = common::rules("great-shatranj");
    let size = rules.default_size();
    let [knight, other] =
        ["N", "n"].map(|letter| notation::parse_piece(&rules, letter).expect("a piece"));
    let from = Cell::new(2, 2, 2);
    let with = |cells: &[Cell]| {
        let mut board = Board::new(size);
        board.set(from, Some(knight));
        for &cell in cells {
            board.set(cell, Some(other));
        }
        board
    };
    let everywhere = with(&size.iter().filter(|cell| *cell != from).collect::<Vec<_>>());
    for step in rules.movement().steps_of(knight) {
        let target = step.reach(&Empty(size), from).next().expect("the board is wide enough");
        let on_routes = blockers(&rules, everywhere.clone(), from, target);
        assert!(on_routes.len() > 1);
        for cell in on_routes {
            assert_eq!(blockers(&rules, with(&[cell]), from, target), []);
        }
    }
}

#[test]
fn a_check_by_a_lame_step_is_blocked_where_all_its_open_routes_pass() {
    let rules = rules(
        "{
            lame = [0, 3, 0],
            symmetry = 'fixed',
            mirrors = [],
            routes = [[[0, 1, 0], [0, 2, 0]], [[0, 1, 0], [1, 2, 0]]],
        }",
    );
    let [king, stone] = ["King", "Stone"].map(|name| rules.role_named(name).expect("it has one"));
    let at = |[file, rank]: [u16; 2]| Cell::new(file, rank, 0);
    // Files and ranks of other pieces, and those of the cells where a piece would block the check.
    for (others, expected) in
        [(&[][..], &[[2, 1]][..]), (&[[3, 2]], &[[2, 1], [2, 2]]), (&[[2, 2]], &[[2, 1], [3, 2]])]
    {
        let mut board = Board::new(size(5));
        board.set(at([2, 3]), Some(Piece::new(Color::White, king)));
        board.set(at([2, 0]), Some(piece(&rules, Color::Black)));
        for &other in others {
            board.set(at(other), Some(Piece::new(Color::White, stone)));
        }
        let position = Position::new_unchecked(&rules, Setup::new(board, Color::White));
        let lines: Vec<Vec<Cell>> =
            position.explain().checkers.into_iter().map(|attack| attack.line).collect();
        assert_eq!(lines, [expected.iter().map(|&cell| at(cell)).collect::<Vec<_>>()]);
    }
}

#[test]
fn a_move_is_listed_and_counted_once_however_many_steps_make_it() {
    let rules = rules("{ ride = [1, 0, 0] }, { leap = [2, 0, 0] }");
    let setup = notation::parse_board(&rules, "[###,###,###],[###,###,###],[P##,##k,K#p]");
    let Setup { board, .. } = setup.expect("it is a board");
    for turn in Color::ALL {
        let setup = Setup::new(board.clone(), turn);
        let mut position = Position::new_unchecked(&rules, setup);
        let moves = position.legal_moves();
        let once: BTreeSet<_> = moves.iter().collect();
        assert_eq!(once.len(), moves.len());
        assert_eq!(position.perft(1), moves.len() as u64);
    }
}
