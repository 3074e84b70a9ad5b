//! Checks steps of every kind: lame leapers with several routes, symmetries, mirrored steps, and
//! steps that only move or only capture.

use std::collections::BTreeSet;

use kubikschach::board::{Board, Empty, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::movement::Mode;
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;

use crate::common::{self, open_rules, parsed, rules};

/// Returns rules with a piece `T` that has these moves, and a piece `M` that never moves.
fn with_moves(moves: &str) -> Rules {
    parsed(&format!(
        "name = 'test'
        size = 5
        cells = [
            {{ axis = 'level', numeral = '1' }},
            {{ axis = 'file', numeral = 'a' }},
            {{ axis = 'rank', numeral = '1' }},
        ]
        [[piece]]
        name = 'Mast'
        letter = 'M'
        moves = []
        [[piece]]
        name = 'Tester'
        letter = 'T'
        moves = {moves}"
    ))
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
    let found = names(rules, rules.movement().destinations(&board, piece, from));
    assert_eq!(found.join(" "), expected, "{pieces}");
}

#[track_caller]
fn check_attackers(rules: &Rules, pieces: &str, target: &str, by: Color, expected: &str) {
    let position = Position::new_unchecked(rules, Setup::new(board(rules, pieces), Color::White));
    let found = position.attackers(cell(rules, target), by);
    assert_eq!(names(rules, found).join(" "), expected, "{pieces}");
}

#[test]
fn movements_with_the_same_steps_are_equal() {
    let movement = |moves: &str| with_moves(moves).movement().clone();
    let [leap, ride] = ["[{ leap = [2, 1, 0] }]", "[{ ride = [2, 1, 0] }]"].map(movement);
    assert_eq!(leap, movement("[{ leap = [2, 1, 0] }]"));
    assert_ne!(leap, ride);
}

#[test]
fn each_step_of_the_lame_knight_has_two_routes_and_is_one_step() {
    let rules = rules("great-shatranj");
    let (knight, pawn) = (piece(&rules, 'N'), piece(&rules, 'P'));
    let steps: Vec<_> = rules.movement().steps_of(knight).collect();
    assert_eq!(steps.len(), 24);
    assert!(steps.iter().all(|step| step.mode() == Mode::Lame));
    let from = cell(&rules, "3c3");
    for step in steps {
        // The two routes share no cell, so no single blocker stops the step.
        let target = step.reach(&board(&rules, ""), from).next().expect("the board is wide enough");
        for blocker in size(&rules).iter().filter(|cell| ![from, target].contains(cell)) {
            let mut board = board(&rules, "");
            board.set(blocker, Some(pawn));
            assert_eq!(step.reach(&board, from).collect::<Vec<_>>(), [target]);
        }
    }
}

#[test]
fn enemies_in_its_way_stop_a_lame_knight_too() {
    let rules = rules("great-shatranj");
    check_goes(&rules, "N1a1 p1a2 p1b1 p2a1", "");
    check_goes(&rules, "N1a1 p1a2 p1b1", "2a3 2c1 3a2 3b1");
    check_goes(&rules, "N1a1 p1b3", "1b3 1c2 2a3 2c1 3a2 3b1");
    check_goes(&rules, "N1a1 p1b2 p1a3", "1c2 2a3 2c1 3a2 3b1");
}

#[test]
fn a_lame_knights_attack_is_blocked_and_uncovered() {
    let rules = rules("great-shatranj");
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
fn the_last_piece_on_a_route_is_pinned() {
    let rules = rules("great-shatranj");
    let board = board(&rules, "K3f6 N3b3 P3b2 k3a1 w3a2 w3b1");
    let position = Position::new_unchecked(&rules, Setup::new(board, Color::Black));
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
fn a_piece_that_attacks_a_cell_by_two_steps_is_listed_once() {
    let rules = with_moves("[{ ride = [1, 0, 0] }, { leap = [2, 0, 0] }]");
    check_attackers(&rules, "T1a1", "1c1", Color::White, "1a1");
}

/// Compares the cells that leapers reach near the edges of boards with sums of coordinates.
#[test]
fn leapers_stay_on_boards_of_every_size() {
    for edge in [2, 3, 5, 8, 63, 64] {
        let size = common::size(edge);
        let last = u16::try_from(edge).expect("it is small") - 1;
        let lengths = [0, 1, last / 2, last.saturating_sub(1), last];
        for parts in triples(&lengths).filter(|parts| parts.is_sorted() && parts[2] > 0) {
            let tester = "[[piece]]\nname = 'Tester'\nletter = 'T'\nmoves = ";
            let rules = open_rules("test", &format!("{tester}[{{ leap = {parts:?} }}]"));
            let piece = piece(&rules, 'T');
            for [file, rank, level] in triples(&[0, 1, last / 2, last]) {
                let from = Cell::new(file, rank, level);
                let found = rules.movement().destinations(&Empty(size), piece, from);
                let is_reached = |cell: &Cell| {
                    let mut between = [(cell.file, file), (cell.rank, rank), (cell.level, level)]
                        .map(|(to, from)| to.abs_diff(from));
                    between.sort_unstable();
                    between == parts
                };
                let expected: BTreeSet<Cell> = near(size, from, parts).filter(is_reached).collect();
                assert_eq!(
                    found.into_iter().collect::<BTreeSet<_>>(),
                    expected,
                    "{edge} {parts:?}"
                );
            }
        }
    }
}

/// Returns all lists of three of these numbers.
fn triples(numbers: &[u16]) -> impl Iterator<Item = [u16; 3]> {
    let numbers = numbers.to_vec();
    (0..numbers.len().pow(3)).map(move |nth| {
        [0, 1, 2].map(|axis| numbers[nth / numbers.len().pow(axis) % numbers.len()])
    })
}

/// Returns the cells of a board whose distance from a cell along each axis is one of `parts`.
fn near(size: Size, from: Cell, parts: [u16; 3]) -> impl Iterator<Item = Cell> {
    let along = move |from: u16| -> Vec<u16> {
        size.coordinates().filter(|to| parts.contains(&to.abs_diff(from))).collect()
    };
    let [files, ranks, levels] = [from.file, from.rank, from.level].map(along);
    levels.into_iter().flat_map(move |level| {
        let (files, ranks) = (files.clone(), ranks.clone());
        ranks.into_iter().flat_map(move |rank| {
            files.clone().into_iter().map(move |file| Cell::new(file, rank, level))
        })
    })
}
