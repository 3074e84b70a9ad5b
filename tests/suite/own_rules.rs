//! Tests positions under user-defined rules that have no captures or only a few moves.

use kubikschach::board::{Board, Empty, Setup};
use kubikschach::cases::Puzzle;
use kubikschach::cell::{Cell, Offset, Size};
use kubikschach::notation::{self, Queries};
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::workbench::{
    Misreading, MisreadingKind, MovementMisreading, PathConstraint, PathGenerator, PathLength,
};

use crate::common::{open_rules, parsed, records, size};

fn rules(head: &str, king: &str) -> Rules {
    let pieces = format!(
        "{head}
        [[piece]]
        name = 'King'
        letter = 'K'
        royal = true
        moves = [{king}]
        [[piece]]
        name = 'Rook'
        letter = 'R'
        moves = [{{ ride = [1, 0, 0] }}]"
    );
    open_rules("mine", &pieces)
}

#[test]
fn a_rule_set_without_captures_has_quiet_moves_only() {
    for (captures, expected) in [(true, 2), (false, 1)] {
        let rules = rules(&format!("captures = {captures}"), "");
        let pieces = [(Color::Black, "Rook", [2, 0, 0]), (Color::White, "Rook", [2, 1, 0])];
        let found = moves_and_captures(
            &rules,
            4,
            &[&pieces[..], &[(Color::White, "Rook", [1, 3, 0])]].concat(),
        );
        assert_eq!(found, (expected, expected - 1));
    }
}

#[test]
fn a_rule_set_without_captures_has_no_checks_and_no_pins() {
    for edge in [4, 5, 6] {
        for captures in [true, false] {
            let rules = rules(&format!("captures = {captures}"), "{ leap = [1, 1, 1] }");
            let pieces = [(Color::Black, "Rook", [1, 1, 1]), (Color::White, "Rook", [1, 3, 1])];
            let (moves, taken) = moves_and_captures(&rules, edge, &pieces);
            // Quiet moves of the white rook: one cell before the black rook, the cells behind
            // itself, and its other two lines. The king can only capture.
            let quiet = 1 + (edge - 4) + 2 * (edge - 1);
            assert_eq!((moves - taken, taken), (quiet, if captures { 2 } else { 0 }), "{edge}");
        }
    }
}

/// Returns the number of White's moves and the number of White's captures, with the white king on
/// the first cell.
fn moves_and_captures(
    rules: &Rules,
    edge: usize,
    pieces: &[(Color, &str, [u16; 3])],
) -> (usize, usize) {
    let piece = |color, name| Piece::new(color, rules.role_named(name).expect("it has one"));
    let mut board = Board::new(size(edge));
    board.set(Cell::new(0, 0, 0), Some(piece(Color::White, "King")));
    for &(color, name, [file, rank, level]) in pieces {
        board.set(Cell::new(file, rank, level), Some(piece(color, name)));
    }
    let position = Position::new_unchecked(rules, Setup::new(board, Color::White));
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|mv| !position.board().is_empty(mv.to)).count();
    (moves.len(), captures)
}

#[test]
fn a_step_lists_its_routes() {
    let routes = "[[[1, 1, 0]], [[1, 0, 0]]]";
    let rules =
        rules("", &format!("{{ lame = [2, 0, 0], symmetry = 'fixed', routes = {routes} }}"));
    let king = Piece::new(Color::White, rules.role_named("King").expect("it has one"));
    let step = rules.movement().steps_of(king).next().expect("it has one");
    assert_eq!(step.paths(), [[Offset::new(1, 0, 0)], [Offset::new(1, 1, 0)]]);
}

/// Steps whose route leaves the board are never possible.
#[test]
fn steps_that_lead_far_beyond_all_boards_lead_nowhere() {
    let far = "{ ride = [63, -63, 63], most = 63 }, { ride = [-1, 62, 61], most = 49 }";
    let rules = rules("", far);
    let king = Piece::new(Color::White, rules.role_named("King").expect("it has one"));
    for edge in [2, 8] {
        let graph = MoveGraph::new(&rules, size(edge), king);
        assert_eq!(graph.edge_count(), 0);
    }
}

#[test]
fn pieces_on_a_route_that_leaves_the_board_block_nothing() {
    let (inside, outside) = ("[1, 0, 0], [2, 0, 0]", "[1, 0, 0], [1, -1, 0]");
    let step =
        |routes: &str| format!("{{ lame = [2, 1, 0], symmetry = 'fixed', routes = [{routes}] }}");
    let blockers = |routes: &str, blocker: Cell| {
        let rules = rules("", &step(routes));
        let king = Piece::new(Color::White, rules.role_named("King").expect("it has one"));
        let size = size(4);
        let mut board = Board::new(size);
        board.set(blocker, Some(king));
        rules.movement().reach(&board, king, Cell::new(0, 0, 0)).blockers
    };
    let blocker = Cell::new(1, 0, 0);
    assert_eq!(blockers(&format!("[{inside}]"), blocker), [blocker]);
    assert_eq!(blockers(&format!("[{outside}]"), blocker), []);
    // The other route is blocked on its own cell.
    let other = Cell::new(2, 0, 0);
    assert_eq!(blockers(&format!("[{outside}], [{inside}]"), other), [other]);
}

fn sequences(position: &mut Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for mv in position.legal_moves() {
        let made = position.make(mv);
        count += sequences(position, depth - 1);
        position.unmake(made);
    }
    count
}

#[test]
fn perft_equals_plain_counting() {
    let verdict = "verdict = { white_kings = [1, 1], black_kings = [0, 1] }";
    let rules = rules(
        verdict,
        "{ leap = [1, 0, 0], symmetry = 'fixed' }, { leap = [-1, 0, 0], symmetry = 'fixed' }",
    );
    // Each king moves to and fro on its own row.
    for text in [
        "[###,###,k##],[###,###,###],[###,###,K##]",
        "[###,###,#k#],[###,###,###],[###,###,K##]",
        "[###,###,k#k],[###,###,###],[###,###,K#K] b",
    ] {
        let setup = notation::parse_board(&rules, text).expect("it is a board");
        let mut position = Position::new_unchecked(&rules, setup);
        for depth in 0..=5 {
            let expected = sequences(&mut position, depth);
            assert_eq!(position.perft(depth), expected, "{text} {depth}");
        }
    }
}

/// Returns rules for boards with `edge` cells along an edge, the size of these boards, and the
/// white guard. The guard is the only kind of piece, and has these moves.
fn guard(edge: usize, moves: &str) -> (Rules, Size, Piece) {
    let rules = parsed(&format!(
        "name = 'guards'
        size = {edge}
        cells = [
            {{ axis = 'file', numeral = 'a' }},
            {{ axis = 'rank', numeral = '1' }},
            {{ axis = 'level', numeral = 'A' }},
        ]
        [[piece]]
        name = 'Guard'
        letter = 'G'
        moves = [{moves}]"
    ));
    let guard = notation::parse_piece(&rules, "G").expect("a piece");
    let size = rules.default_size();
    (rules, size, guard)
}

fn misread(rules: &Rules, mutation: &MovementMisreading) -> Misreading {
    let misreadings = Misreading::all(rules, Puzzle::Path).into_iter();
    let mut such = misreadings.filter(
        |misreading| matches!(&misreading.kind, MisreadingKind::Movement(_, found) if **found == *mutation),
    );
    such.next().expect("it may be misread so")
}

/// A line that starts with the name of a piece starts a new query, even if that name is also the
/// name of a cell.
#[test]
fn a_query_on_three_lines_has_no_line_of_another() {
    let named = "{ leap = [1, 0, 0] }]\n[[piece]]\nname = 'a1A'\nletter = 'A'\nmoves = [";
    let (rules, size, _) = guard(3, named);
    let text = "Guard W\na1A\nb1A\nGuard W\nb1A\na1A\nGuard W\nb1A\nc1A\n";
    let found = records(&mut Queries::new(&rules, size), text.as_bytes());
    let found: Vec<bool> = found.iter().map(Result::is_ok).collect();
    assert_eq!(found, [false, false, false, false, true]);
}

/// The only matching query is found even if random draws miss it.
#[test]
fn a_rare_query_is_generated() {
    let (rules, size, guard) = guard(2, "{ leap = [1, 1, 1], symmetry = 'fixed', from = ['a1A'] }");
    for seed in 0..100 {
        let (role, color) = (Some(guard.role()), Some(guard.color()));
        let constraint = PathConstraint { role, color, length: PathLength::Moves(1) };
        let found = PathGenerator::new(&rules, size, constraint, seed).next_question();
        assert!(found.is_ok(), "seed {seed}");
    }
}

#[test]
fn a_misread_color_exchanges_routes_of_lame_steps_too() {
    let lame = "{ lame = [0, 2, 0], symmetry = 'fixed', routes = [[[0, 1, 0]]] }";
    let (rules, size, guard) = guard(3, lame);
    let misreading = misread(&rules, &MovementMisreading::ColorsExchanged);
    let mut board = Board::new(size);
    let (from, way, to) = (Cell::new(0, 2, 0), Cell::new(0, 1, 0), Cell::new(0, 0, 0));
    let goes = |board: &Board| misreading.rules().movement().destinations(board, guard, from);
    assert_eq!(goes(&board), [to]);
    board.set(way, Some(guard));
    assert_eq!(goes(&board), []);
}

#[test]
fn a_piece_misread_as_a_rider_keeps_its_start_cells() {
    let (rules, size, guard) = guard(5, "{ leap = [1, 0, 0], from = ['a1A'] }");
    let misreading = misread(&rules, &MovementMisreading::Rides);
    for cell in size {
        let found = misreading.rules().movement().destinations(&Empty(size), guard, cell);
        let expected = if cell == Cell::new(0, 0, 0) { 12 } else { 0 };
        assert_eq!(found.len(), expected, "{cell:?}");
    }
}

#[test]
#[cfg(feature = "serde")]
fn a_king_is_never_captured_even_without_verdicts() {
    use kubikschach::api::{Context, Fields, Limits, ask};
    use kubikschach::control::Control;

    let rules = open_rules(
        "no verdict",
        "[[piece]]
        name = 'King'
        letter = 'K'
        royal = true
        moves = [{ leap = [1, 0, 0] }]
        [[piece]]
        name = 'Rook'
        letter = 'R'
        moves = [{ ride = [1, 0, 0] }]",
    );
    let object =
        r#"{"rules":"no verdict","piece":"R","color":"W","cell":"a1A","board":"[##,##],[k#,#r]"}"#;
    let fields = Fields::of_object(object).expect("an object");
    let mut context = Context::new(Limits::NONE).with_rules("no verdict", rules);
    let mut answer = Vec::new();
    ask("moves", &fields, &mut context, &Control::FREE, &mut answer).expect("an answer");
    let answer = String::from_utf8(answer).expect("JSON");
    assert!(answer.contains(r#""captures":["b1A"],"illegal":["a2A"]"#), "{answer}");
}
