//! Checks the error messages about positions that break an invariant, and about illegal moves.

use kubikschach::board::Move;
use kubikschach::cell::Cell;
use kubikschach::game::Game;
use kubikschach::notation;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::{IllegalMove, Position, PositionErrorKind};
use kubikschach::render::why_illegal;
use kubikschach::rules::{BUILT_IN, Invariant, Rules};

use crate::common::{changed_rules, open_rules, rules};

/// Invalid boards, each with its error and the cells that the error names.
const WRONG: [(&str, &str, &str); 7] = [
    ("[#q,##],[##,##]", "expected 1 white king, but found none", ""),
    ("[#K,#K],[##,##]", "expected 1 white king, but found 2", "b1(II) b2(II)"),
    (
        "[KK,##],[##,k#]",
        "expected 1 white king, but found 2; the kings attack each other",
        "a1(I) a2(II) b2(II)",
    ),
    ("[Kk,##],[##,##]", "the kings attack each other", "a2(II) b2(II)"),
    (
        "[###,kk#,###],[###,###,###],[###,###,##K]",
        "expected at most 1 black king, but found 2",
        "a2(III) b2(III)",
    ),
    ("[r##,###,K##],[###,###,###],[k##,###,R##]", "both kings are in check", "a1(I) a3(III)"),
    ("[k##,R##,###],[###,###,###],[###,###,###] b", "expected 1 white king, but found none", ""),
];

/// Boards whose only broken invariant is that the opponent's king is in check. Each has its error
/// and the cell of the checker.
const OPPONENT_IN_CHECK: [(&str, &str, &str); 3] = [
    (
        "[k##,###,###],[#Q#,###,###],[###,###,K##]",
        "the black king is in check, but White is to move",
        "b3(II)",
    ),
    (
        "[###,###,##k],[###,###,###],[Q##,###,##K] w",
        "the black king is in check, but White is to move",
        "a3(I)",
    ),
    (
        "[###,###,##K],[###,###,###],[q##,###,##k] b",
        "the white king is in check, but Black is to move",
        "a3(I)",
    ),
];

/// Position of Raumschach with a white king in a corner, a white rook above the king, and a black
/// rook and a black queen near.
const RAUMSCHACH: &str = "[#####,#####,#####,#####,####k],[#####,#####,#####,#####,#####],\
     [#####,#####,#####,#####,#####],[#####,##p##,##P##,#####,#####],\
     [#####,#####,#R#Pq,#####,K#r##] w";

/// Illegal moves in the position [`RAUMSCHACH`], with the reasons.
const FORBIDDEN: [(&str, &str); 10] = [
    ("Ae1-Ee1", "no piece stands on Ae1"),
    ("Ac1-Ac2", "White is to move, but the rook on Ac1 is Black's"),
    ("Aa1-Cc3", "a king goes only one step that way"),
    ("Ab3-Ad3", "the rook on Ab3 can't capture its own pawn on Ad3"),
    ("Ab3-Ae3", "the rook on Ab3 can't get to Ae3: the pawn on Ad3 is in the way"),
    ("Bc3-Bc4", "the pawn on Bc3 can't capture on Bc4"),
    ("Bc3-Bb4", "the pawn on Bc3 goes to Bb4 only to capture"),
    ("Aa1-Ab1", "it leaves the king in check from the rook on Ac1"),
    ("Ab3-Bb3", "it leaves the king in check from the rook on Ac1"),
    ("Aa1-Ba1", ""),
];

#[test]
fn an_invalid_position_has_an_error_with_its_cells() {
    let rules = rules("cube");
    for (text, message, cells) in WRONG {
        let setup = notation::parse_board(&rules, text).expect("it is a board");
        let size = setup.board.size();
        let error = Position::new(&rules, setup).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        let names = error.cells().into_iter().map(|cell| rules.cells().name(size, cell));
        assert_eq!(names.collect::<Vec<_>>().join(" "), cells, "{text}");
    }
}

/// The challenge behind the rule set `cube` allows positions in which only the opponent is in
/// check.
#[test]
fn cube_answers_boards_with_only_the_opponent_in_check() {
    let rules = rules("cube");
    for (text, message, cells) in OPPONENT_IN_CHECK {
        let setup = notation::parse_board(&rules, text).expect("it is a board");
        let size = setup.board.size();
        let position = Position::new(&rules, setup).expect("it breaks no invariant");
        assert!(!position.is_checkmate(), "{text}");
        let opponent = position.kings(!position.turn()).to_vec();
        assert!(position.legal_moves().iter().all(|mv| !opponent.contains(&mv.to)), "{text}");
        let error = position.validate_playable().expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        let names = error.cells().into_iter().map(|cell| rules.cells().name(size, cell));
        assert_eq!(names.collect::<Vec<_>>().join(" "), cells, "{text}");
        assert_eq!(Game::new(position).err(), Some(error), "{text}");
    }
}

#[test]
fn a_rule_set_may_require_that_the_opponent_is_not_in_check() {
    let promise = "promises = [\"kings apart\", \"one check\"";
    let (from, to) = (format!("{promise}]"), format!("{promise}, \"opponent not in check\"]"));
    let rules = changed_rules("cube", [[&from[..], &to]]);
    for (text, message, _) in OPPONENT_IN_CHECK {
        let setup = notation::parse_board(&rules, text).expect("it is a board");
        let error = Position::new(&rules, setup).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    for name in ["great-shatranj", "raumschach"] {
        let rules = crate::common::rules(name);
        let verdict = rules.verdict().expect("it has verdicts");
        assert!(verdict.invariants.contains(&Invariant::OpponentNotInCheck), "{name}");
    }
}

#[test]
fn a_pawn_that_had_to_promote_breaks_an_invariant() {
    let rules = rules("raumschach");
    for (top, message) in [
        ("##P##,#####,#####,#####,####k", "a piece has not promoted on a cell where it must"),
        ("P#P##,#####,#####,#####,####k", "2 pieces have not promoted on cells where they must"),
        ("#####,##P##,#####,#####,####k", ""),
        ("p####,#####,#####,#####,####k", ""),
    ] {
        let empty = "[#####,#####,#####,#####,#####]";
        let text = format!("[{top}],{empty},{empty},{empty},[#####,#####,#####,#####,K####]");
        let setup = notation::parse_board(&rules, &text).expect("it is a board");
        let error = Position::new(&rules, setup).err().map(|error| error.to_string());
        assert_eq!(error.unwrap_or_default(), message, "{text}");
    }
}

#[test]
fn pieces_of_another_rule_set_are_an_error() {
    let [own, other] = ["cube", "great-shatranj"].map(rules);
    let mut setup = notation::parse_board(&own, "[#k,##],[##,K#]").expect("it is a board");
    let last = other.roles().last().expect("it has pieces").0;
    let foreign = [(Cell::new(0, 0, 0), Color::White), (Cell::new(1, 1, 0), Color::Black)];
    for (cell, color) in foreign {
        setup.board.set(cell, Some(Piece::new(color, last)));
    }
    let error = Position::new(&own, setup.clone()).expect_err("they are another rule set's");
    assert_eq!(error.to_string(), "expected only pieces of the rule set, but found 2 others");
    assert_eq!(error.cells(), foreign.map(|(cell, _)| cell));
    // An unchecked position treats these pieces as mere blockers.
    let mut moves = Position::new_unchecked(&own, setup).legal_moves().into_iter();
    assert!(moves.all(|mv| mv.from == Cell::new(0, 0, 1)));
}

#[test]
fn an_illegal_move_has_a_reason() {
    let rules = rules("raumschach");
    let setup = notation::parse_board(&rules, RAUMSCHACH).expect("it is a board");
    let size = setup.board.size();
    let position = Position::new(&rules, setup).expect("it breaks no invariant");
    for (text, expected) in FORBIDDEN {
        let mv = notation::parse_move(&rules, size, text).expect("it is written as one");
        assert_eq!(reason(&position, mv), expected, "{text}");
        assert_eq!(position.legal_moves().contains(&mv), expected.is_empty(), "{text}");
    }
}

/// If a move can never capture and its destination is occupied, the pieces on its route are
/// irrelevant.
#[test]
fn blockers_of_impossible_steps_are_not_named() {
    let rules = open_rules(
        "archers",
        "verdict = { white_kings = [0, 1], black_kings = [0, 1] }
        [[piece]]
        name = 'King'
        letter = 'K'
        royal = true
        moves = [{ leap = [1, 0, 0] }]
        [[piece]]
        name = 'Archer'
        letter = 'A'
        moves = [{ ride = [1, 0, 0], when = 'move' }, { leap = [1, 1, 1], when = 'capture' }]",
    );
    let error = refusal(&rules, "[AAa,###,##K],[###,###,###],[###,###,k##]", "a3C-c3C");
    assert_eq!(error, "the archer on a3C can't capture on c3C");
}

/// If White plays towards the last file, the first rank is at White's right.
#[test]
fn left_and_right_are_those_of_white() {
    let pieces = |forward: &str, step: &str| {
        format!(
            "verdict = {{ white_kings = [0, 1], black_kings = [0, 1] }}
        forward = '{forward}'
        [[piece]]
        name = 'King'
        letter = 'K'
        royal = true
        moves = [{{ leap = [1, 0, 0] }}]
        [[piece]]
        name = 'Sidler'
        letter = 'S'
        moves = [{{ leap = {step}, symmetry = 'fixed' }}]"
        )
    };
    let board = "[K##,#S#,###],[###,###,###],[###,###,##k]";
    for (forward, step, right, left) in
        [("rank", "[1, 0, 0]", "b2C-c2C", "b2C-a2C"), ("file", "[0, -1, 0]", "b2C-b1C", "b2C-b3C")]
    {
        let rules = open_rules("sidlers", &pieces(forward, step));
        assert_eq!(refusal(&rules, board, right), "");
        assert_eq!(refusal(&rules, board, left), "a sidler never moves to the left");
    }
}

#[test]
fn a_move_may_have_the_shape_of_a_step_but_another_direction() {
    let rules = open_rules(
        "slopes",
        "[[piece]]
        name = 'Slope'
        letter = 'S'
        moves = [
            { leap = [1, 1, 0], symmetry = 'fixed' },
            { leap = [-1, -1, 0], symmetry = 'fixed' },
        ]",
    );
    let error = refusal(&rules, "[###,#S#,###],[###,###,###],[###,###,###]", "b2C-c1C");
    assert_eq!(error, "a slope does not move like that");
}

#[test]
fn a_leap_is_measured_in_cells() {
    let error = refusal(&rules("great-shatranj"), "start", "1a2-1a5");
    assert_eq!(error, "a warmachine goes at most 2 cells that way");
}

/// Returns the error message about a move on a board; empty if the move is legal.
fn refusal(rules: &Rules, board: &str, mv: &str) -> String {
    let setup = notation::parse_board(rules, board).expect("it is a board");
    let mv = notation::parse_move(rules, setup.board.size(), mv).expect("it is written as one");
    reason(&Position::new_unchecked(rules, setup), mv)
}

/// Returns the reason why a move is illegal; empty if the move is legal.
fn reason(position: &Position, mv: Move) -> String {
    let illegal = position.check_legal(mv).err();
    illegal.map(|illegal| why_illegal(position, mv, &illegal).text).unwrap_or_default()
}

/// Callers of the library can pass moves from or to cells that are not on the board.
#[test]
fn a_move_from_or_to_a_cell_off_the_board_is_refused() {
    for (name, _) in BUILT_IN {
        let rules = rules(name);
        for text in ["[#q,##],[##,K#]"].into_iter().chain(rules.setup_names()) {
            let Ok(setup) = notation::parse_board(&rules, text) else { continue };
            let size = setup.board.size();
            let position = Position::new_unchecked(&rules, setup);
            for piece in position.board().pieces_of(position.turn()).map(|(cell, _)| cell) {
                for far in [2, 5, 6, 8, 16, 127, 128, 255, 256] {
                    let cells = [(far, 0, 0), (0, far, 0), (0, 0, far), (far, far, far)];
                    let nowhere = cells.map(|(file, rank, level)| Cell::new(file, rank, level));
                    for nowhere in nowhere.into_iter().filter(|&cell| !size.contains(cell)) {
                        for mv in [Move::new(piece, nowhere), Move::new(nowhere, piece)] {
                            let error = position.check_legal(mv).expect_err("it is not there");
                            assert!(!why_illegal(&position, mv, &error).text.is_empty());
                            if let Ok(mut game) = Game::new(position.clone()) {
                                assert!(game.play(mv).is_err());
                            }
                            assert!(!rules.cells().name(size, nowhere).is_empty());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_side_that_may_have_no_king_cannot_be_to_move() {
    let piece = "name = 'King'\nletter = 'K'\nroyal = true\nmoves = [{ leap = [1, 0, 0] }]";
    let verdict = "verdict = { white_kings = [1, 1], black_kings = [0, 0] }";
    let rules = open_rules("one-king", &format!("{verdict}\n[[piece]]\n{piece}"));
    for (text, expected) in [
        ("[##,##],[##,#K] b", "Black is to move, but the rule set allows no black king"),
        ("[##,#k],[##,#K] w", "expected 0 black kings, but found 1"),
    ] {
        let setup = notation::parse_board(&rules, text).expect("it is a board");
        let error = Position::new(&rules, setup).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn the_holder_can_be_validated_alone() {
    let rules = rules("great-shatranj");
    let kings = |level: &str, sides: &str| {
        let empty = "[######,######,######,######,######,######]";
        format!("{empty},{empty},{empty},{empty},{level},{empty} {sides}")
    };
    let [apart, together] = [
        "[######,######,######,######,######,K#####]",
        "[#####k,######,######,######,######,K#####]",
    ];
    for (text, is_good) in [
        (kings(apart, "w -"), true),
        (kings(apart, "w w"), false),
        (kings(together, "w -"), false),
        (kings(together, "b w"), true),
    ] {
        let setup = notation::parse_board(&rules, &text).expect("it is a board");
        let position = Position::new_unchecked(&rules, setup);
        assert_eq!(position.validate_holder().is_ok(), is_good, "{text}");
    }
}

#[test]
fn two_kings_that_check_each_other_are_both_in_check() {
    let rules = changed_rules("cube", [["\"kings apart\", ", ""]]);
    let setup = notation::parse_board(&rules, "[##,##],[Kk,##]").expect("it is a board");
    let error = Position::new(&rules, setup).expect_err("both kings are in check");
    assert_eq!(error.to_string(), "both kings are in check");
    assert_eq!(error.cells().len(), 2);
}

/// A king that attacks the other king is not listed as a checker if the kings must be apart.
#[test]
fn kings_are_no_checkers_if_they_must_be_apart() {
    let rules = rules("cube");
    for (text, [checks_white, checks_black]) in [
        ("[r##,###,K##],[###,###,###],[kr#,#N#,R##]", ["a3(III)", "a1(I)"]),
        ("[rR#,###,Kk#],[###,###,###],[###,###,###]", ["a3(III)", "b3(III)"]),
    ] {
        let setup = notation::parse_board(&rules, text).expect("it is a board");
        let size = setup.board.size();
        let error = Position::new(&rules, setup).expect_err("both kings are in check");
        let Some(PositionErrorKind::BothInCheck { on_white, on_black }) = error.kinds().last()
        else {
            panic!("{error}")
        };
        let names = |cells: &[Cell]| match cells {
            [cell] => rules.cells().name(size, *cell),
            _ => panic!("{text}: {error}"),
        };
        assert_eq!([names(on_white), names(on_black)], [checks_white, checks_black], "{text}");
    }
}

#[test]
fn an_error_about_a_promotion_says_whether_one_is_due() {
    let rules = rules("raumschach");
    let queen = rules.role_named("queen").expect("a piece");
    for (roles, expected) in [
        (vec![], "the piece does not promote there"),
        (vec![queen], "the piece must promote to another piece"),
    ] {
        assert_eq!(IllegalMove::Promotion(roles).to_string(), expected);
    }
}
