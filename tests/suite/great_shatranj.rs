//! Compares 3D Great Shatranj with facts of its rules: moves, statuses, perft counts and options.

use std::collections::BTreeMap;

use kubikschach::board::{Board, Move, Setup};
use kubikschach::cell::Cell;
use kubikschach::game::{Game, Refusal};
use kubikschach::notation::{self, parse_move, write_move};
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::render::why_illegal;
use kubikschach::rules::Rules;
use petgraph::Direction;
use serde::Deserialize;

use crate::common::positions::{View, cell, size};
use crate::common::{self, Differences, changed_rules, fixture, rules, text_of};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    moves_from_3c3: BTreeMap<String, usize>,
    moves_from_1a1: BTreeMap<String, usize>,
    least_moves: BTreeMap<String, i64>,
    reached: BTreeMap<String, usize>,
    knight_among: BTreeMap<String, i64>,
    setups: BTreeMap<String, String>,
    perft: Vec<Perft>,
    position: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    position: Vec<Case>,
}

/// Perft counts of a position at depth 1, 2, and so on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Perft {
    pieces: String,
    side: String,
    holder: String,
    counts: Vec<u64>,
}

/// Start position, moves, and expected facts about the position after the moves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// Replacements in the rule document, each with the original and the new text.
    #[serde(default)]
    change: Vec<[String; 2]>,
    pieces: String,
    side: String,
    holder: String,
    #[serde(default)]
    play: String,
    times: Option<usize>,
    /// Moves to play once, after the moves in `play` have been played `times` times.
    #[serde(default)]
    then: String,
    status: String,
    /// Kinds of draw that can be claimed.
    #[serde(default)]
    claims: Vec<String>,
    holds: Option<String>,
    checkers: Option<String>,
    legal_moves: Option<String>,
    king_goes: Option<String>,
    promoting: Option<usize>,
    #[serde(default)]
    legal: String,
    #[serde(default)]
    illegal: BTreeMap<String, String>,
}

fn facts() -> Facts {
    fixture(include_str!("../../fixtures/great-shatranj.toml"))
}

fn options() -> Options {
    fixture(include_str!("../../fixtures/great-shatranj-options.toml"))
}

fn shatranj() -> Rules {
    rules("great-shatranj")
}

fn sorted(words: &str) -> Vec<String> {
    let mut words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    words.sort_unstable();
    words
}

fn names(rules: &Rules, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    let mut names: Vec<String> =
        cells.into_iter().map(|cell| rules.cells().name(size(), cell)).collect();
    names.sort_unstable();
    names
}

fn read_move(rules: &Rules, text: &str) -> Move {
    parse_move(rules, size(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn positions_have_the_statuses_and_moves_of_the_rules() {
    let cases = facts().position;
    assert!(cases.len() > 20);
    check_positions(&cases);
}

#[test]
fn options_of_the_rule_set_take_effect() {
    let cases = options().position;
    assert!(cases.len() > 15);
    check_positions(&cases);
}

/// Checks each position in four forms: unchanged, with swapped colors, rotated by 90°, and with
/// both.
fn check_positions(cases: &[Case]) {
    let mut differences = Differences::default();
    for case in cases {
        for view in View::ALL {
            check_position(case, view, &mut differences);
        }
    }
    differences.finish();
}

fn check_position(case: &Case, view: View, differences: &mut Differences) {
    let rules = &view.rules(&case.change);
    let start = view.position(rules, &case.pieces, &case.side, &case.holder);
    let mut game = Game::new(start).expect("a game can go on");
    let moves = format!("{} ", case.play).repeat(case.times.unwrap_or(1)) + &case.then;
    for mv in view.cells(&moves).split_whitespace() {
        let played = game.play(read_move(rules, mv));
        assert!(played.is_ok(), "{}: {mv} is {played:?}", case.name);
    }
    let position = game.position();
    let name = |what: &str| format!("{} ({view:?}): {what}", case.name);
    let status = view.status(&case.status);
    differences.compare(&name("status"), &status, &position.status().to_string());
    let claims: Vec<String> = game.claims().into_iter().map(|claim| claim.to_string()).collect();
    differences.compare(&name("claims"), &case.claims, &claims);
    differences.compare(&name("read again"), position, &read_again(position));
    if let Some(holds) = &case.holds {
        differences.compare(&name("holder"), &view.color(holds), &position.holder());
    }
    let cells = |names: &str| sorted(&view.cells(names));
    if let Some(expected) = &case.checkers {
        let found = names(rules, position.checks().into_iter().map(|check| check.checker));
        differences.compare(&name("checkers"), &cells(expected), &found);
    }
    check_moves(case, position, view, differences);
}

fn check_moves(case: &Case, position: &Position, view: View, differences: &mut Differences) {
    let (rules, moves) = (position.rules(), position.legal_moves());
    let name = |what: &str| format!("{} ({view:?}): {what}", case.name);
    let cells = |names: &str| sorted(&view.cells(names));
    let texts: Vec<String> = moves.iter().map(|&mv| write_move(rules, size(), mv)).collect();
    if let Some(expected) = &case.legal_moves {
        differences.compare(&name("legal moves"), &cells(expected), &sorted(&texts.join(" ")));
    }
    if let Some(expected) = &case.king_goes {
        let king = position.kings(position.turn())[0];
        let found = names(rules, moves.iter().filter(|mv| mv.from == king).map(|mv| mv.to));
        differences.compare(&name("king"), &cells(expected), &found);
    }
    if let Some(expected) = &case.promoting {
        let found = moves.iter().filter(|mv| mv.promotion.is_some()).count();
        differences.compare(&name("promoting"), expected, &found);
    }
    for text in cells(&case.legal) {
        differences.compare(&name(&text), &true, &texts.contains(&text));
        differences.compare(&name(&text), &Ok(()), &position.check_legal(read_move(rules, &text)));
    }
    for (text, reason) in &case.illegal {
        let text = view.cells(text);
        let mv = read_move(rules, &text);
        differences.compare(&name(&text), &false, &texts.contains(&text));
        let illegal = position.check_legal(mv).err();
        let found = illegal.map(|illegal| why_illegal(position, mv, &illegal).text);
        // In other views, a reason may list its pieces in another order.
        let expected = if view == View::PLAIN { Some(reason) } else { found.as_ref() };
        differences.compare(&name(&text), &Some(expected.cloned().unwrap_or_default()), &found);
    }
    if let Some(outcome) = position.outcome() {
        differences.compare(&name("legal moves once the game is over"), &Vec::new(), &moves);
        let mut game = Game::new(position.clone()).expect("its kings are complete");
        for text in case.illegal.keys() {
            let refused = game.play(read_move(rules, &view.cells(text)));
            differences.compare(&name(text), &Err(Refusal::Over(outcome)), &refused);
        }
    }
}

fn read_again(position: &Position) -> Position {
    let (rules, text) = (position.rules(), text_of(position));
    let setup =
        notation::parse_board(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(setup.turn.is_some(), "the side to move is written");
    Position::new_unchecked(rules, setup)
}

/// Returns the start position of the rule set if `pieces` begins with `start`. Otherwise, returns
/// the position with the listed pieces.
fn start(rules: &Rules, pieces: &str, side: &str, holder: &str) -> Position {
    if !pieces.starts_with("start") {
        return View::PLAIN.position(rules, pieces, side, holder);
    }
    common::start(rules)
}

/// Returns the rule set turned a quarter if `pieces` ends with `:sideways`, and otherwise the usual
/// rules.
fn rules_of(pieces: &str) -> Rules {
    let turned = pieces.ends_with(":sideways");
    View { turned, ..View::PLAIN }.rules(&[])
}

#[test]
fn the_setups_have_the_pieces_of_the_rules() {
    let setups = facts().setups;
    assert_eq!(setups.len(), 2);
    for (name, pieces) in &setups {
        let rules = rules_of(name);
        let position = start(&rules, name, "w", "-");
        assert_eq!(position, View::PLAIN.position(&rules, pieces, "w", "-"), "{name}");
        let counts = Color::ALL.map(|color| position.board().pieces_of(color).count());
        assert_eq!(counts, [20, 20], "{name}");
        assert_eq!(position.status().to_string(), "ongoing");
    }
}

#[test]
fn perft_equals_counts_worked_out_by_hand() {
    for Perft { pieces, side, holder, counts } in facts().perft {
        let rules = rules_of(&pieces);
        let mut position = start(&rules, &pieces, &side, &holder);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(position.perft(depth), count, "{pieces}, {holder}, depth {depth}");
        }
    }
}

#[test]
fn a_lone_piece_has_the_number_of_moves_in_the_table() {
    let (rules, facts) = (shatranj(), facts());
    for (from, table) in [("3c3", facts.moves_from_3c3), ("1a1", facts.moves_from_1a1)] {
        for (name, expected) in table {
            let role = rules.role_named(&name).expect("the rule set has this piece");
            let graph = MoveGraph::new(&rules, size(), Piece::new(Color::White, role));
            let found = graph.adjacent(cell(&rules, from), Direction::Outgoing).len();
            assert_eq!(found, expected, "{name} {from}");
        }
    }
}

#[test]
fn distances_equal_those_worked_out_by_hand() {
    let rules = shatranj();
    for (text, expected) in facts().least_moves {
        let query = notation::parse_query(&rules, size(), &text).expect("it is a query");
        let graph = MoveGraph::new(&rules, size(), query.piece);
        let found = graph.distance(query.start, query.finish).expect("there is memory");
        assert_eq!(found.map_or(-1, i64::from), expected, "{text}");
    }
    for (text, expected) in facts().reached {
        let query = format!("{text} {}", text.split_whitespace().last().unwrap_or_default());
        let query = notation::parse_query(&rules, size(), &query).expect("it is a query");
        let graph = MoveGraph::new(&rules, size(), query.piece);
        let found = graph.distances_from(query.start).expect("the cell is on the board");
        assert_eq!(found.reached(), expected, "{text}");
    }
}

#[test]
fn a_knight_moves_around_blockers() {
    let rules = shatranj();
    for (blockers, expected) in facts().knight_among {
        let pieces: Vec<String> = blockers.split_whitespace().map(|at| format!("P{at}")).collect();
        let board = View::PLAIN.board(&rules, &pieces.join(" "));
        let knight = Piece::new(Color::White, rules.role_named("N").expect("the knight"));
        let [from, to] = ["1a1", "1b3"].map(|name| cell(&rules, name));
        assert_eq!(moves_among(&rules, &board, knight, from, to), expected, "{blockers}");
    }
}

/// Returns the least number of moves of `piece` while all other pieces stay, or -1 if there is no
/// path.
fn moves_among(rules: &Rules, board: &Board, piece: Piece, from: Cell, to: Cell) -> i64 {
    let mut reached = vec![(from, 0)];
    let mut next = 0;
    while let Some(&(at, moves)) = reached.get(next) {
        if at == to {
            return moves;
        }
        next += 1;
        for cell in rules.movement().destinations(board, piece, at) {
            if reached.iter().all(|(known, _)| *known != cell) {
                reached.push((cell, moves + 1));
            }
        }
    }
    -1
}

#[test]
fn the_holder_must_fit_the_kings() {
    let missing =
        "expected the holder, the side whose king holds the other (`w` or `b`), but found none";
    let held = |color| format!("the {color} king can't hold the other king from its cell");
    for (holds, apart, same_square) in [
        ("[]", "", ""),
        ("[\"level\"]", missing, ""),
        ("[\"column\"]", "", missing),
        ("[\"level\", \"column\"]", missing, missing),
    ] {
        let holds = format!("held_king = {holds}");
        let change = ["held_king = [\"level\"]", &holds];
        let rules = changed_rules("great-shatranj", [change]);
        for (pieces, without) in
            [("K3c2 k3a1", apart), ("K3c2 k5c2", same_square), ("K3c2 k4a1", "")]
        {
            let board = View::PLAIN.board(&rules, pieces);
            let error = |holder| {
                let setup = Setup { holder, ..Setup::new(board.clone(), Color::White) };
                let error = Position::new(&rules, setup).err();
                error.map_or_else(String::new, |error| error.to_string())
            };
            assert_eq!(error(None), without, "{holds} {pieces}");
            for (holder, color) in [(Color::White, "white"), (Color::Black, "black")] {
                let expected = if without.is_empty() { held(color) } else { String::new() };
                assert_eq!(error(Some(holder)), expected, "{holds} {pieces}");
            }
        }
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "takes most of a minute"]
    fn perft_4_of_both_setups_is_10640478() {
        for name in ["start", "start:sideways"] {
            assert_eq!(start(&rules_of(name), name, "w", "-").perft(4), 10_640_478, "{name}");
        }
    }
}
