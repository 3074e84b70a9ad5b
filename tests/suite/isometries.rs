//! Tests rotated boards, and isometries that leave the moves of a piece unchanged.

use std::collections::HashSet;

use kubikschach::board::{Board, Empty};
use kubikschach::cell::{Axis, Cell, Isometry, Size};
use kubikschach::movement::Movement;
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece, Role};
use kubikschach::rules::{RoleDef, Rules};

use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{cubic_chess, open_rules, other_pieces, pieces, rules, size, turned};
use crate::exotic_rules;
use crate::oracle::sorted;

/// Pieces, each as rule set, name and a number: how many of the 48 isometries of a cube leave the
/// moves of the white piece unchanged.
const ALIKE: [(&str, &str, usize); 8] = [
    ("cube", "King", 48),
    ("cube", "Bishop", 48),
    ("cube", "Knight", 48),
    // The isometries may swap left and right, and forward and up.
    ("kubikschach", "Pawn", 4),
    ("raumschach", "Pawn", 4),
    ("raumschach", "Unicorn", 48),
    ("great-shatranj", "Warmachine", 48),
    // The isometries keep the levels or reverse their order.
    ("great-shatranj", "Elephant", 16),
];

#[test]
fn a_piece_has_this_number_of_symmetries() {
    let size = size(8);
    for (rules_name, name, expected) in ALIKE {
        let rules = rules(rules_name);
        let role = rules.role_named(name).expect("the rule set has it");
        let (piece, movement) = (Piece::new(Color::White, role), rules.movement());
        let (mut alike, empty) = (0, Empty(size));
        for isometry in Isometry::all() {
            let is_same = movement.is_same(isometry, size, piece);
            let goes_alike = size.iter().all(|from| {
                let [there, here] = [isometry.cell(size, from), from]
                    .map(|from| movement.destinations(&empty, piece, from));
                sorted(there)
                    == sorted(here.into_iter().map(|to| isometry.cell(size, to)).collect())
            });
            assert!(goes_alike || !is_same, "{rules_name} {name} {isometry:?}");
            alike += usize::from(is_same);
        }
        assert_eq!(alike, expected, "{rules_name} {name}");
    }
}

/// If no axis can be mirrored, the distances from one corner do not determine those from other
/// corners.
#[test]
fn mirrors_and_diameters_are_those_of_the_steps() {
    use Axis::{File, Level, Rank};
    for (moves, mirrors, diameter) in [
        ("{ ride = [1, 1, 0] }", &[File, Rank, Level][..], 3),
        ("{ leap = [0, 1, 0], symmetry = 'fixed' }", &[File, Level], 4),
        ("{ leap = [1, 1, 0], symmetry = 'fixed' }", &[Level], 4),
        ("{ leap = [1, 1, 1], symmetry = 'fixed' }", &[], 4),
        ("{ leap = [-2, 1, 1], symmetry = 'fixed' }", &[], 2),
    ] {
        let piece = format!("[[piece]]\nname = 'Piece'\nletter = 'P'\nmoves = [{moves}]");
        let rules = open_rules("mine", &piece);
        let (_, piece) = rules.letters().next().expect("it has a piece");
        let size = size(5);
        let graph = MoveGraph::new(&rules, size, piece);
        assert_eq!((&graph.mirrors()[..], graph.diameter()), (mirrors, diameter), "{moves}");
    }
}

#[test]
fn rotated_pieces_have_rotated_destinations() {
    let mut all = exotic_rules::all();
    all.extend([other_pieces(), cubic_chess(), rules("raumschach")]);
    let mut rng = SplitMix64(4);
    let mut all: Vec<(Rules, Movement)> = all
        .into_iter()
        .map(|rules| {
            let atoms = |(role, def): (Role, &RoleDef)| {
                def.atoms.iter().map(|atom| (role, turned::atom(atom))).collect::<Vec<_>>()
            };
            let sideways = Movement::new(rules.roles().flat_map(atoms), true);
            (rules, sideways)
        })
        .collect();
    let sideways = rules("great-shatranj:sideways").movement().clone();
    all.push((rules("great-shatranj"), sideways));
    for (rules, sideways) in &all {
        let size = rules.size().unwrap_or(size(8));
        let turn = |cell: Cell| turned::quarter().cell(size, cell);
        for _ in 0..rounds(50) {
            let board = draw(rules, size, &mut rng);
            let turned = turned::board(&board);
            for (from, piece) in board.pieces() {
                let expected = rules.movement().destinations(&board, piece, from);
                let found = sideways.destinations(&turned, piece, turn(from));
                assert_eq!(
                    sorted(found),
                    sorted(expected.into_iter().map(turn).collect()),
                    "{piece:?} {from:?}"
                );
            }
        }
    }
}

fn draw(rules: &Rules, size: Size, rng: &mut SplitMix64) -> Board {
    let pieces = pieces(rules);
    let mut board = Board::new(size);
    for _ in 0..size.cells() / 10 {
        board.set(size.cell(rng.below(size.cells())), Some(rng.pick(&pieces)));
    }
    board
}

#[test]
fn then_applies_both_isometries_in_order() {
    let size = size(4);
    for (first, next) in Isometry::all().flat_map(|one| Isometry::all().map(move |two| (one, two)))
    {
        for cell in size {
            let both = next.cell(size, first.cell(size, cell));
            assert_eq!(first.then(next).cell(size, cell), both);
        }
    }
    assert_eq!(Isometry::all().next(), Some(Isometry::IDENTITY));
}

#[test]
fn the_48_isometries_differ_and_map_offsets_like_cells() {
    let size = size(4);
    let images = |isometry: Isometry| -> Vec<Cell> {
        size.iter().map(|cell| isometry.cell(size, cell)).collect()
    };
    let all: HashSet<Vec<Cell>> = Isometry::all().map(images).collect();
    assert_eq!(all.len(), 48);
    for isometry in Isometry::all() {
        let cells: Vec<Cell> = size.iter().collect();
        for pair in cells.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|cell| isometry.cell(size, cell));
            assert_eq!(isometry.offset(pair[0].offset_to(pair[1])), from.offset_to(to));
        }
    }
}
