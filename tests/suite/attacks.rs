//! Compares destinations and attacks of every cell with distance predicates taken from the texts of
//! the rules.

use kubikschach::board::{Board, Empty, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::write_board;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use proptest::prelude::*;

use crate::common::{pieces, rules, size};
use crate::oracle::{Oracle, sorted};
use crate::random_positions;
use crate::random_positions::Makeup;

const KINGS: &[(u32, usize)] = &[(1, 0), (3, 1), (1, 2)];

fn known() -> impl Iterator<Item = Rules> {
    ["kubikschach", "cube"].into_iter().map(rules)
}

#[test]
fn destinations_on_an_empty_board_are_those_of_the_distances() {
    for rules in known() {
        let oracle = Oracle::new(&rules);
        for edge in [2, 3, 4, 5, 6, 8] {
            for piece in pieces(&rules) {
                for from in size(edge) {
                    check_destinations(&rules, &oracle, piece, from, size(edge));
                }
            }
        }
    }
}

fn check_destinations(rules: &Rules, oracle: &Oracle, piece: Piece, from: Cell, size: Size) {
    let expected: Vec<Cell> = size.iter().filter(|&to| oracle.reaches(piece, from, to)).collect();
    let movement = rules.movement();
    let found = movement.destinations(&Empty(size), piece, from);
    let letter = rules.letter(piece);
    assert_eq!(sorted(found), expected, "{} {letter} from {from:?} of {size:?}", rules.name());
}

#[test]
fn attacks_on_boards_of_the_puzzle_are_those_of_the_distances() {
    let makeup =
        Makeup { edges: &[(1, 8)], pieces: "qrbnp", most: [20, 20], kings: [KINGS, KINGS] };
    check_occupied("kubikschach", 15, makeup);
}

#[test]
fn attacks_on_occupied_boards_stop_at_the_first_piece() {
    let edges = &[(1, 2), (2, 3), (4, 4), (3, 5), (1, 6)];
    let makeup = Makeup { edges, pieces: "qrbn", most: [12, 12], kings: [KINGS, KINGS] };
    check_occupied("cube", 300, makeup);
}

#[test]
fn one_open_route_is_enough_for_a_knight_of_great_shatranj() {
    let pieces = "nnmmhgwep";
    for (cases, most) in [(60, [4, 8]), (40, [24, 24])] {
        let makeup = Makeup { edges: &[(1, 6)], pieces, most, kings: [KINGS, KINGS] };
        check_occupied("great-shatranj", cases, makeup);
    }
}

#[test]
fn pawns_of_raumschach_capture_where_they_do_not_move() {
    let makeup =
        Makeup { edges: &[(1, 5)], pieces: "qrbunpppp", most: [14, 14], kings: [KINGS, KINGS] };
    check_occupied("raumschach", 100, makeup);
}

/// Checks the attackers of every cell and the destinations of every piece on random boards.
fn check_occupied(name: &str, cases: u32, makeup: Makeup) {
    let rules = rules(name);
    let oracle = Oracle::new(&rules);
    random_positions::check(cases, makeup, |text| {
        let board = random_positions::read(&rules, text).board;
        let position = Position::new_unchecked(&rules, Setup::new(board.clone(), Color::White));
        for (by, cell) in
            Color::ALL.into_iter().flat_map(|by| board.size().iter().map(move |cell| (by, cell)))
        {
            prop_assert_eq!(position.attackers(cell, by), oracle.attackers(&board, cell, by));
        }
        for (from, piece) in board.pieces() {
            check_occupied_destinations(&rules, &oracle, &board, from, piece)?;
        }
        Ok(())
    });
}

fn check_occupied_destinations(
    rules: &Rules,
    oracle: &Oracle,
    board: &Board,
    from: Cell,
    piece: Piece,
) -> Result<(), TestCaseError> {
    let cells = |test: &dyn Fn(Cell) -> bool| -> Vec<Cell> {
        board.size().iter().filter(|&cell| test(cell)).collect()
    };
    let is_enemy = |cell| board.piece_at(cell).is_some_and(|other| other.color() != piece.color());
    let moves = cells(&|to| board.is_empty(to) && oracle.moves(board, from, to));
    let captured = cells(&|to| rules.captures() && is_enemy(to) && oracle.attacks(board, from, to));
    let mut blockers = oracle.met(board, from);
    blockers.retain(|cell| !captured.contains(cell));
    let context = format!("{from:?} on {}", write_board(rules, board));
    let found = rules.movement().destinations(board, piece, from);
    prop_assert_eq!(sorted(found), sorted([&moves[..], &captured].concat()), "{}", context);
    let found = rules.movement().reach(board, piece, from);
    let found = [found.moves, found.captures, found.blockers].map(sorted);
    prop_assert_eq!(found, [moves, captured, blockers], "{}", context);
    Ok(())
}
