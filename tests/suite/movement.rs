//! Checks steps of every kind in rule sets defined here: lame leapers with several routes,
//! symmetries, mirrored steps, and steps that only move or only capture.

use kubikschach::board::{Board, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::movement::{Mode, MoveKinds};
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;

/// Cell names such as `3c4`: level, file, rank.
const CELLS: &str = "
    cells = [
        { axis = 'level', numeral = '1' },
        { axis = 'file', numeral = 'a' },
        { axis = 'rank', numeral = '1' },
    ]";

/// Pieces of 3D Great Shatranj (Joe Joyce, Chess Variant Pages).
const SHATRANJ: &str = "
    name = 'shatranj'
    size = 6
    #cells
    verdict = { white_kings = [1, 1], black_kings = [1, 1] }
    [[piece]]
    name = 'King'
    letter = 'K'
    royal = true
    moves = [
        { leap = [1, 0, 0], symmetry = 'planar' },
        { leap = [1, 1, 0], symmetry = 'planar' },
        { leap = [0, 0, 1], symmetry = 'fixed' },
        { leap = [0, 0, -1], symmetry = 'fixed' },
    ]
    [[piece]]
    name = 'Warmachine'
    letter = 'W'
    moves = [{ leap = [1, 0, 0] }, { leap = [2, 0, 0] }]
    [[piece]]
    name = 'Elephant'
    letter = 'E'
    moves = [#elephant]
    [[piece]]
    name = 'Knight'
    letter = 'N'
    moves = [#knight]
    [[piece]]
    name = 'Minister'
    letter = 'M'
    moves = [{ leap = [1, 0, 0] }, { leap = [2, 0, 0] }, #knight]
    [[piece]]
    name = 'Priestess'
    letter = 'H'
    moves = [#elephant, #knight]
    [[piece]]
    name = 'Pawn'
    letter = 'P'
    moves = [
        { leap = [0, 1, 0], symmetry = 'fixed' },
        { leap = [1, 0, 0], symmetry = 'fixed' },
        { leap = [-1, 0, 0], symmetry = 'fixed' },
        { leap = [0, 0, 1], symmetry = 'fixed' },
    ]";

/// Lame knight with two routes. One route passes two cells along the long axis. The other passes
/// one cell along the short axis, and then one along the long axis.
const KNIGHT: &str =
    "{ lame = [2, 1, 0], routes = [[[1, 0, 0], [2, 0, 0]], [[0, 1, 0], [1, 1, 0]]] }";

const ELEPHANT: &str = "
    { leap = [1, 1, 0], symmetry = 'planar' },
    { leap = [2, 2, 0], symmetry = 'planar' },
    { leap = [0, 0, 1], symmetry = 'planar' },
    { leap = [0, 0, 2], symmetry = 'planar' },
    { leap = [0, 0, -1], symmetry = 'planar' },
    { leap = [0, 0, -2], symmetry = 'planar' }";

fn parsed(document: &str) -> Rules {
    let parts = [("#cells", CELLS), ("#knight", KNIGHT), ("#elephant", ELEPHANT)];
    let document =
        parts.iter().fold(document.to_owned(), |all, (key, part)| all.replace(key, part));
    Rules::parse(&document).unwrap_or_else(|mistakes| panic!("{mistakes} in {document}"))
}

/// Returns rules with a piece `T` that has these moves, and a piece `M` that never moves.
fn with_moves(moves: &str) -> Rules {
    let head =
        "name = 'test'\nsize = 5\n#cells\n[[piece]]\nname = 'Mast'\nletter = 'M'\nmoves = []";
    parsed(&format!("{head}\n[[piece]]\nname = 'Tester'\nletter = 'T'\nmoves = {moves}"))
}

fn size(rules: &Rules) -> Size {
    rules.size().expect("the rule sets of these tests have a size")
}

fn cell(rules: &Rules, name: &str) -> Cell {
    rules.cells().parse(size(rules), name).unwrap_or_else(|| panic!("{name} is no cell"))
}

fn piece(rules: &Rules, letter: char) -> Piece {
    let found = rules.letters().find(|(known, _)| *known == letter);
    found.unwrap_or_else(|| panic!("no piece has the letter {letter}")).1
}

/// Returns the board with pieces on cells, such as `K3c2 W3a3 k3a1`: letter, level, file, rank.
fn board(rules: &Rules, pieces: &str) -> Board {
    let mut board = Board::new(size(rules));
    for word in pieces.split_whitespace() {
        let letter = word.chars().next().expect("words have letters");
        board.set(cell(rules, &word[1..]), Some(piece(rules, letter)));
    }
    board
}

fn with_black_to_move(rules: &Rules, pieces: &str) -> Position {
    let setup = Setup::new(board(rules, pieces), Color::Black);
    Position::new(rules, setup).expect("one king each")
}

fn names(rules: &Rules, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    let mut names: Vec<String> =
        cells.into_iter().map(|cell| rules.cells().name(size(rules), cell)).collect();
    names.sort();
    names
}

/// Checks the destinations of the first piece in the list `pieces`.
#[track_caller]
fn check_goes(rules: &Rules, pieces: &str, expected: &str) {
    let from = cell(rules, &pieces.split_whitespace().next().expect("a piece")[1..]);
    let board = board(rules, pieces);
    let piece = board.piece_at(from).expect("it was just put there");
    let found = names(rules, rules.movement().destinations(&board, piece, from, MoveKinds::All));
    assert_eq!(found.join(" "), expected, "{pieces}");
}

#[track_caller]
fn check_attackers(rules: &Rules, pieces: &str, target: &str, by: Color, expected: &str) {
    let position = Position::new_unchecked(rules, Setup::new(board(rules, pieces), Color::White));
    let found = position.attackers(cell(rules, target), by);
    assert_eq!(names(rules, found).join(" "), expected, "{pieces}");
}

/// Returns the least number of moves of a white knight from 1a1 to 1b3 while all `pieces` stay, or
/// `None` if there is no path.
fn distance_around(rules: &Rules, pieces: &str) -> Option<u32> {
    let (board, knight) = (board(rules, pieces), piece(rules, 'N'));
    let (mut frontier, finish) = (vec![cell(rules, "1a1")], cell(rules, "1b3"));
    let mut reached = frontier.clone();
    for moves in 0.. {
        if frontier.contains(&finish) || frontier.is_empty() {
            return frontier.first().map(|_| moves);
        }
        let go = |from| rules.movement().destinations(&board, knight, from, MoveKinds::All);
        frontier =
            frontier.into_iter().flat_map(go).filter(|cell| !reached.contains(cell)).collect();
        reached.extend(&frontier);
    }
    None
}

#[test]
fn pieces_of_great_shatranj_have_the_published_numbers_of_moves() {
    let rules = parsed(SHATRANJ);
    let counts =
        [('K', 10, 4), ('W', 12, 6), ('E', 12, 4), ('N', 24, 6), ('M', 36, 12), ('H', 36, 10)];
    for (letter, center, corner) in counts {
        for (start, expected) in [("3c3", center), ("1a1", corner)] {
            let empty = board(&rules, "");
            let (piece, from) = (piece(&rules, letter), cell(&rules, start));
            let found = rules.movement().destinations(&empty, piece, from, MoveKinds::All);
            assert_eq!(found.len(), expected, "{letter}{start}");
        }
    }
    check_goes(&rules, "P3c3", "3b3 3c4 3d3 4c3");
    check_goes(&rules, "p3c3", "2c3 3b3 3c2 3d3");
}

#[test]
fn distances_on_the_empty_board_of_great_shatranj_are_as_published() {
    let rules = parsed(SHATRANJ);
    let distances = [
        "K 1a1 6f6 10",
        "W 1a1 6f6 9",
        "E 1a1 6f6 6",
        "N 1a1 6f6 5",
        "M 1a1 6f6 5",
        "H 1a1 6f6 5",
        "E 1a1 1a2 -",
        "E 1a1 1a3 2",
        "E 1c2 6d5 5",
        "N 1a1 1b1 3",
        "N 1a1 1b2 2",
        "N 1a1 2b2 3",
        "P 2c2 6f6 11",
        "P 2c2 2c1 -",
        "p 5a5 1f1 13",
    ];
    for query in distances {
        let words: Vec<&str> = query.split(' ').collect();
        let letter = words[0].chars().next().expect("words have letters");
        let graph = MoveGraph::new(&rules, size(&rules), piece(&rules, letter));
        let (start, finish) = (cell(&rules, words[1]), cell(&rules, words[2]));
        let found = graph.distance(start, finish).expect("there is memory for a small board");
        assert_eq!(found, words[3].parse().ok(), "{query}");
    }
}

#[test]
fn an_elephant_reaches_half_of_the_board() {
    let rules = parsed(SHATRANJ);
    let graph = MoveGraph::new(&rules, size(&rules), piece(&rules, 'E'));
    let found = graph.distances_from(cell(&rules, "1a1")).expect("the cell is on the board");
    assert_eq!(found.reached(), 108);
}

#[test]
fn each_step_of_the_lame_knight_has_two_routes_and_is_one_step() {
    let rules = parsed(SHATRANJ);
    let steps: Vec<_> = rules.movement().steps_of(piece(&rules, 'N')).collect();
    assert_eq!(steps.len(), 24);
    assert!(steps.iter().all(|step| step.mode() == Mode::Lame));
    let board = board(&rules, "");
    for step in steps {
        // The two routes share no cell, so no single blocker stops the step.
        let from = cell(&rules, "3c3");
        let target = step.reach(&board, from).next().expect("the board is wide enough");
        assert_eq!(step.blocking_cells(&board, from, target), []);
    }
}

#[test]
fn a_lame_knight_goes_around_blockers_by_its_other_route() {
    let rules = parsed(SHATRANJ);
    let around = |pieces| distance_around(&rules, pieces);
    assert_eq!(around(""), Some(1));
    assert_eq!(around("P1a2"), Some(1));
    assert_eq!(around("P1b1 P1b2"), Some(1));
    assert_eq!(around("P1a2 P1b1"), Some(3));
    assert_eq!(around("P1b1 P1a2 P2a1"), None);
}

#[test]
fn enemies_in_its_way_stop_a_lame_knight_too() {
    let rules = parsed(SHATRANJ);
    check_goes(&rules, "N1a1 p1a2 p1b1 p2a1", "");
    check_goes(&rules, "N1a1 p1a2 p1b1", "2a3 2c1 3a2 3b1");
    check_goes(&rules, "N1a1 p1b3", "1b3 1c2 2a3 2c1 3a2 3b1");
    check_goes(&rules, "N1a1 p1b2 p1a3", "1c2 2a3 2c1 3a2 3b1");
}

#[test]
fn a_lame_knights_attack_is_blocked_and_uncovered() {
    let rules = parsed(SHATRANJ);
    let attacked =
        |pieces, expected| check_attackers(&rules, pieces, "3a1", Color::White, expected);
    attacked("N3b3 k3a1", "3b3");
    attacked("N3b3 P3b2 k3a1", "3b3");
    attacked("N3b3 P3b2 k3a1 p3a2", "");
    attacked("N3b3 w3b1 k3a1 p3a3", "");
    // The step back has other routes: a piece that blocks one way need not block the other.
    check_attackers(&rules, "N3b3 n3a1 P3a2", "3b3", Color::Black, "3a1");
}

#[test]
fn a_king_that_steps_off_a_route_uncovers_a_check() {
    let rules = parsed(SHATRANJ);
    let closed = "N3b3 P3c3 k3d4 p6a6";
    check_attackers(&rules, &format!("K3b4 {closed}"), "3d4", Color::White, "");
    check_attackers(&rules, &format!("K4b4 {closed}"), "3d4", Color::White, "3b3");
}

#[test]
fn a_lame_knights_check_is_blocked_on_the_route_it_has_left() {
    let rules = parsed(SHATRANJ);
    let position = with_black_to_move(&rules, "K3f6 N3b3 P3b2 k3a1 w3a5");
    assert!(position.is_check());
    let by_man = position.legal_moves().into_iter().filter(|mv| mv.from == cell(&rules, "3a5"));
    assert_eq!(names(&rules, by_man.map(|mv| mv.to)), ["3a3"]);
}

#[test]
fn the_last_piece_on_a_route_is_pinned() {
    let rules = parsed(SHATRANJ);
    let position = with_black_to_move(&rules, "K3f6 N3b3 P3b2 k3a1 w3a2 w3b1");
    assert!(!position.is_check());
    // From 3a2 to 3a3 the war machine stays on the route. The other war machine may leave, because
    // White's own pawn blocks its route.
    let to = |from| {
        let from = cell(&rules, from);
        let moves = position.legal_moves().into_iter().filter(move |mv| mv.from == from);
        names(&rules, moves.map(|mv| mv.to)).join(" ")
    };
    assert_eq!(to("3a2"), "3a3");
    assert_eq!(to("3b1"), "1b1 2b1 3b2 3b3 3c1 3d1 4b1 5b1");
}

#[test]
fn a_piece_stops_a_lame_step_where_all_its_open_routes_pass() {
    let rules = with_moves(
        "[{
            lame = [0, 3, 0],
            symmetry = 'fixed',
            routes = [[[0, 1, 0], [0, 2, 0]], [[0, 1, 0], [1, 2, 0]]],
        }]",
    );
    let step = rules.movement().steps_of(piece(&rules, 'T')).next().expect("it has one step");
    let blocking_cells = |pieces| {
        let board = board(&rules, pieces);
        names(&rules, step.blocking_cells(&board, cell(&rules, "1c1"), cell(&rules, "1c4")))
            .join(" ")
    };
    assert_eq!(blocking_cells("T1c1"), "1c2");
    assert_eq!(blocking_cells("T1c1 m1d3"), "1c2 1c3");
    assert_eq!(blocking_cells("T1c1 m1c3"), "1c2 1d3");
}

#[test]
fn a_route_off_the_board_is_closed() {
    let rules = with_moves("[{ lame = [2, 0, 0], symmetry = 'fixed', routes = [[[1, 1, 0]]] }]");
    check_goes(&rules, "T1a4", "1c4");
    check_goes(&rules, "T1a5", "");
    check_attackers(&rules, "T1a5", "1c5", Color::White, "");
    // Black's route bends to the other side.
    check_goes(&rules, "t1a5", "1c5");
    check_goes(&rules, "t1a1", "");
}

#[test]
fn symmetries_turn_a_step_as_far_as_they_say() {
    let fixed = with_moves("[{ leap = [1, 2, 1], symmetry = 'fixed' }]");
    check_goes(&fixed, "T3c3", "4d5");
    let planar = with_moves("[{ leap = [1, 2, 1], symmetry = 'planar' }]");
    check_goes(&planar, "T3c3", "4a2 4a4 4b1 4b5 4d1 4d5 4e2 4e4");
    let cubic = with_moves("[{ leap = [0, 0, 2] }]");
    check_goes(&cubic, "T3c3", "1c3 3a3 3c1 3c5 3e3 5c3");
}

#[test]
fn black_mirrors_ranks_and_levels_but_not_files() {
    let fixed = with_moves("[{ leap = [1, 2, 1], symmetry = 'fixed' }]");
    check_goes(&fixed, "t3c3", "2d1");
    let planar = with_moves("[{ leap = [1, 1, 1], symmetry = 'planar' }]");
    check_goes(&planar, "T3c3", "4b2 4b4 4d2 4d4");
    check_goes(&planar, "t3c3", "2b2 2b4 2d2 2d4");
    check_attackers(&planar, "T3c3 t3d3", "4d4", Color::White, "3c3");
    check_attackers(&planar, "T3c3 t3d3", "2c4", Color::Black, "3d3");
    check_attackers(&planar, "T3c3 t3d3", "4c4", Color::Black, "");
}

#[test]
fn riders_repeat_any_step_and_stop_at_the_first_piece() {
    let rules = with_moves("[{ ride = [0, 2, 1], symmetry = 'fixed' }]");
    check_goes(&rules, "T1c1", "2c3 3c5");
    check_goes(&rules, "T1c1 m1c2 m2c2", "2c3 3c5");
    check_goes(&rules, "T1c1 m2c3", "2c3");
    check_goes(&rules, "T1c1 M2c3", "");
    check_attackers(&rules, "T1c1 M2c3", "3c5", Color::White, "");
    check_attackers(&rules, "T1c1 M2c3", "2c3", Color::White, "1c1");
}

#[test]
fn steps_for_one_kind_of_moves_make_no_other() {
    let rules = with_moves(
        "[
            { leap = [0, 1, 0], symmetry = 'fixed', when = 'move' },
            { leap = [1, 1, 0], symmetry = 'fixed', when = 'capture' },
            { ride = [0, 0, 1], symmetry = 'fixed', when = 'both' },
        ]",
    );
    check_goes(&rules, "T3c3", "3c4 4c3 5c3");
    check_goes(&rules, "T3c3 m3c4 m3d4 m4c3", "3d4 4c3");
    check_goes(&rules, "T3c3 M3d4 M4c3", "3c4");
    check_attackers(&rules, "T3c3", "3c4", Color::White, "");
    check_attackers(&rules, "T3c3", "3d4", Color::White, "3c3");
    check_attackers(&rules, "T3c3", "5c3", Color::White, "3c3");
    let graph = MoveGraph::new(&rules, size(&rules), piece(&rules, 'T'));
    let distance = |name| graph.distance(cell(&rules, "3c3"), cell(&rules, name));
    assert_eq!(distance("3d4").expect("there is memory"), None, "nothing to capture there");
    assert_eq!(distance("5c4").expect("there is memory"), Some(2));
}

#[test]
fn riders_that_only_capture_cross_empty_cells_all_the_same() {
    let rules = with_moves("[{ ride = [1, 0, 0], symmetry = 'fixed', when = 'capture' }]");
    check_goes(&rules, "T3a3", "");
    check_goes(&rules, "T3a3 m3d3", "3d3");
    check_attackers(&rules, "T3a3", "3e3", Color::White, "3a3");
}

#[test]
fn a_destination_that_two_steps_reach_is_listed_once() {
    let rules = with_moves(
        "[{ ride = [1, 0, 0] }, { leap = [2, 0, 0] }, { ride = [1, 0, 0], when = 'move' }]",
    );
    check_goes(&rules, "T1a1 m1c1", "1a2 1a3 1a4 1a5 1b1 1c1 2a1 3a1 4a1 5a1");
    check_attackers(&rules, "T1a1", "1c1", Color::White, "1a1");
}
