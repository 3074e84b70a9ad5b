//! Checks the kinds of moves: each move belongs to one line of the piece's definition.

use kubikschach::api::{Context, Fields, Limits, ask};
use kubikschach::board::Board;
use kubikschach::cell::Cell;
use kubikschach::control::Control;
use kubikschach::piece::Piece;
use kubikschach::render;
use kubikschach::rules::Rules;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{other_pieces, pieces, rules};
use crate::oracle::sorted;
use crate::random_positions;
use crate::random_positions::Makeup;

/// Numbers of moves from the middle of an empty board, as `line:moves` for each line of the
/// definition that reaches a cell: the rule set, the edge, the piece, its cell and the numbers.
const KINDS: &[(&str, usize, &str, &str, &str)] = &[
    ("kubikschach", 8, "King", "D4d", "1:6 2:12 3:8"),
    ("kubikschach", 8, "Queen", "D4d", "1:21 2:25"),
    ("kubikschach", 8, "Pawn W", "D4d", "1:1 2:1"),
    ("kubikschach", 8, "Pawn W", "A4d", "2:1"),
    ("cube", 3, "Queen", "b2(II)", "1:6 2:12 3:8"),
    ("cube", 3, "Rook", "a1(I)", "1:6"),
    ("cube", 3, "Knight", "b2(II)", ""),
    ("raumschach", 5, "Unicorn", "Cc3", "1:16"),
    ("raumschach", 5, "Pawn W", "Bb2", "1:1 2:1"),
    ("great-shatranj", 6, "Elephant", "2c3", "1:4 2:4 3:1 4:1 5:1"),
    ("great-shatranj", 6, "High Priestess", "3c3", "1:4 2:4 3:1 4:1 5:1 6:1 7:24"),
];

#[test]
fn moves_are_counted_by_the_line_of_the_definition() {
    for (name, edge, piece, cell, expected) in KINDS {
        let object = json!({"rules": name, "size": edge, "piece": piece, "cell": cell});
        let answer = moves(&object);
        let kinds = answer["kinds"].as_array().expect("the kinds").iter();
        let count = |kind: &Value| kind["cells"].as_array().expect("cells").len();
        let found: Vec<_> = kinds.map(|kind| format!("{}:{}", kind["line"], count(kind))).collect();
        assert_eq!(found.join(" "), *expected, "{object}");
    }
}

#[test]
fn a_cell_belongs_to_the_first_line_that_reaches_it() {
    for rules in Rules::all_built_in().chain([other_pieces()]) {
        let board = Board::new(rules.default_size());
        for piece in pieces(&rules) {
            let alone = alone(&rules, piece);
            for from in rules.default_size() {
                check_lines(&rules, &alone, &board, piece, from);
            }
        }
    }
}

#[test]
fn kinds_divide_the_legal_moves_and_captures_of_random_boards() {
    const ONE: &[(u32, usize)] = &[(1, 1)];
    for (name, edges, pieces, other_king) in [
        ("kubikschach", &[(1, 8)], "qrbnp", ONE),
        ("cube", &[(1, 4)], "qrbn", ONE),
        ("raumschach", &[(1, 5)], "qrbunp", ONE),
        // Two kings might hold each other, and then the board's text would have to name the holder.
        ("great-shatranj", &[(1, 6)], "nmhgwep", &[(1, 0)]),
    ] {
        let rules = rules(name);
        let makeup = Makeup { edges, pieces, most: [14, 14], kings: [ONE, other_king] };
        random_positions::check(12, makeup, |text| {
            let board = random_positions::read(&rules, text).board;
            for (from, piece) in board.pieces() {
                check_lines(&rules, &alone(&rules, piece), &board, piece, from);
                check_answer(&rules, text, from, piece)?;
            }
            Ok(())
        });
    }
}

/// Returns the rules once for each line of the piece's definition, with no other line.
fn alone(rules: &Rules, piece: Piece) -> Vec<Rules> {
    let atoms = rules.role(piece.role()).atoms.iter();
    atoms.map(|atom| rules.with_moves(piece.role(), vec![atom.clone()])).collect()
}

/// Checks that each destination is listed once, for the first line of the definition by which the
/// piece would reach it if it had no other line.
#[track_caller]
fn check_lines(rules: &Rules, alone: &[Rules], board: &Board, piece: Piece, from: Cell) {
    let found = rules.movement().destinations_by_atom(board, piece, from);
    let mut known: Vec<Cell> = Vec::new();
    let expected = alone.iter().map(|rules| {
        let mut cells = sorted(rules.movement().destinations(board, piece, from));
        cells.retain(|cell| !known.contains(cell));
        known.extend(&cells);
        cells
    });
    let expected: Vec<_> = expected.collect();
    let found: Vec<_> = found.into_iter().map(sorted).collect();
    assert_eq!(found, expected, "{} {piece:?} on {from:?}", rules.name());
    assert_eq!(sorted(known), sorted(rules.movement().destinations(board, piece, from)));
}

/// Checks that the kinds of an answer divide its moves and captures, in the words of the
/// definition.
fn check_answer(rules: &Rules, text: &str, from: Cell, piece: Piece) -> Result<(), TestCaseError> {
    let size = random_positions::read(rules, text).board.size();
    let (name, cell) = (rules.name(), rules.cells().name(size, from));
    let letter = rules.role(piece.role()).letter.to_string();
    let color = piece.color().name();
    let answer = moves(
        &json!({"rules": name, "piece": letter, "color": color, "cell": cell, "board": text}),
    );
    let texts = render::definition(rules, rules.role(piece.role()));
    let mut cells = Vec::new();
    for kind in answer["kinds"].as_array().expect("the kinds") {
        let line = kind["line"].as_u64().expect("a number");
        let line = usize::try_from(line).expect("a small number");
        prop_assert_eq!(&kind["text"], &texts[line - 1]);
        let own = names(&kind["cells"]);
        prop_assert!(own.is_sorted() && !own.is_empty(), "{}", kind);
        cells.extend(own);
    }
    let moves = [names(&answer["moves"]), names(&answer["captures"])].concat();
    prop_assert_eq!(sorted(cells), sorted(moves), "{} of {}", cell, text);
    Ok(())
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

/// Returns the answer to the question `moves` with these fields.
fn moves(object: &Value) -> Value {
    let object = object.to_string();
    let fields = Fields::of_object(&object).expect("an object");
    let (mut context, mut out) = (Context::new(Limits::NONE), Vec::new());
    ask("moves", &fields, &mut context, &Control::FREE, &mut out)
        .unwrap_or_else(|error| panic!("{object}: {error:?}"));
    serde_json::from_slice(&out).expect("an object")
}
