//! Checks the explanations of the published cases word by word, and all other sentences on small
//! boards.

use kubikschach::board::{Board, Setup};
use kubikschach::cases::{self, Case};
use kubikschach::cell::Cell;
use kubikschach::notation;
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::verdict::explain::Explanation;

use crate::common::{open_rules, parsed, rules, size};
use crate::oracle::explanation::named_cells;

/// Rules with rooks and lame knights.
const LAME: &str = "
    name = 'lame'
    size = 'open'
    cells = [
        { axis = 'file', numeral = 'a' },
        { axis = 'rank', numeral = '1' },
        { axis = 'level', numeral = '(I)' },
    ]
    verdict = { white_kings = [1, 1], black_kings = [0, 1] }
    [[piece]]
    name = 'King'
    letter = 'K'
    royal = true
    moves = [{ leap = [1, 0, 0] }, { leap = [1, 1, 0] }, { leap = [1, 1, 1] }]
    [[piece]]
    name = 'Rook'
    letter = 'R'
    moves = [{ ride = [1, 0, 0] }]
    [[piece]]
    name = 'Knight'
    letter = 'N'
    moves = [{ lame = [2, 1, 0], routes = [[[0, 1, 0], [1, 1, 0]], [[1, 0, 0], [2, 0, 0]]] }]";

/// Joins the lines of an explanation into one text. Checks that the list of cells of each line has
/// exactly the cells that the text of the line names.
fn text(position: &Position, explanation: &Explanation, all: bool) -> String {
    let explain = if all { render::explain_in_full } else { render::explain };
    let explained = explain(position, explanation);
    let (text, size) = (explained.to_string(), position.board().size());
    assert_eq!(text.lines().count(), explained.lines.len(), "{text}");
    for (line, text) in explained.lines.iter().zip(text.lines()) {
        assert_eq!(line.cells(), named_cells(position.rules(), size, text), "{text}");
    }
    text + "\n"
}

fn explained(rules: &Rules, board: &str, all: bool) -> (Explanation, String) {
    let setup =
        notation::parse_board(rules, board).unwrap_or_else(|error| panic!("{board}: {error}"));
    let position = Position::new_unchecked(rules, setup);
    let explanation = position.explain();
    let text = text(&position, &explanation, all);
    (explanation, text)
}

#[track_caller]
fn check(rules: &Rules, board: &str, expected: &str) {
    let (_, text) = explained(rules, board, false);
    let expected: Vec<&str> = expected.lines().skip(1).map(str::trim_end).collect();
    let found: Vec<&str> = text.lines().collect();
    assert_eq!(found, expected, "\n{board}\n{text}");
}

#[test]
fn the_published_cases_have_the_published_reasons() {
    let reasons: [&[&str]; 10] = [
        &["White is checkmated: the rook on c1(III) gives check, and no move ends it."],
        &[
            "in check from the queen on b3(I), but not checkmated: the knight on b1(II) can capture the queen on b3(I).",
        ],
        &[
            "in check from the queen on b3(III), but not checkmated: the bishop on c1(I) can block on b2(II).",
        ],
        &[
            "double check from the knight on d1(II) and the queen on b3(III), so only the king could",
            "c1(II)  would capture the knight, but the rook on c4(II) guards it",
        ],
        &["White is stalemated: not in check, but without a legal move.", "no other piece"],
        &["the queen on b1(I) would get there, but its own knight on b1(II) stands in the way"],
        &["the knight on b1(I) could capture it, but is pinned by the rook on a1(I)"],
        &["not checkmated: the king can capture the queen on b2(II).", "+ b2(II)  captures"],
        &["b2(II)  would capture the queen, but the rook on a2(II) guards it"],
        &["not checkmated: the king can capture the knight on c1(I).", "+ c1(I)   captures"],
    ];
    let (_, _, document) = cases::PUBLISHED[1];
    let published = Case::parse(document).expect("the published cases have no mistakes");
    assert_eq!(published.len(), reasons.len());
    for (case, reasons) in published.iter().zip(reasons) {
        let (_, text) = explained(&rules("cube"), &case.input, false);
        for reason in reasons {
            assert!(text.contains(reason), "{} lacks `{reason}`:\n{text}", case.name);
        }
    }
}

#[test]
fn the_explanation_of_the_first_case_has_these_words() {
    check(
        &rules("cube"),
        "[###,n##,#rr],[#b#,###,###],[###,###,bRK]",
        "
White is checkmated: the rook on c1(III) gives check, and no move ends it.
  The king on c1(I) has no safe step:
    b1(I)   occupied by its own rook
    b2(I)   guarded by the knight on a2(III)
    c2(I)   guarded by the bishop on b3(II)
    b1(II)  guarded by the rook on b1(III)
    c1(II)  guarded by the rook on c1(III)
    b2(II)  guarded by the bishop on a1(I)
    c2(II)  guarded by the knight on a2(III)
  No piece can capture the rook on c1(III).
  No piece can block on c1(II).",
    );
}

#[test]
fn first_lines_name_the_side_and_missing_kings() {
    let cube = rules("cube");
    let first = |board: &str| {
        let (_, text) = explained(&cube, board, false);
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        first("[#Q,##],[##,k#] b"),
        "Black is in check from the queen on b2(II), but not checkmated: the king can capture the queen on b2(II)."
    );
    assert_eq!(first("[##,##],[##,K#]"), "White is not in check, and has 7 legal moves.");
    assert_eq!(
        first("[##,##],[q#,#N]"),
        "White is stalemated: not in check, because it has no king, but without a legal move."
    );
    assert_eq!(
        first("[##,##],[##,#R]"),
        "White is not in check, because it has no king, and has 3 legal moves."
    );
    let (_, text) = explained(&cube, "[##,##],[##,##]", true);
    assert!(text.ends_with("\n  White has no piece.\n"), "{text}");
}

fn lame() -> Rules {
    parsed(LAME)
}

#[test]
fn explanations_in_full_list_all_cells_and_steps() {
    let cube = rules("cube");
    let (_, text) = explained(&cube, "[###,n##,#rr],[#b#,###,###],[###,###,bRK]", true);
    assert!(text.ends_with("\n  No piece can block:\n    on c1(II):  no piece can get there\n"));
    let (_, text) = explained(&cube, "[##,##],[##,KN]", true);
    assert!(
        text.contains("\n    b1(I)   occupied by its own knight\n  + a2(I)   safe\n"),
        "{text}"
    );
}

#[test]
fn a_block_of_one_route_may_open_another() {
    let (_, text) = explained(&lame(), "[###,###,###],[###,###,###],[###,##K,nR#]", false);
    let block =
        "on b2(I):  the rook on b1(I) could block, but the knight on a1(I) would still give";
    assert!(text.contains(block), "{text}");
}

#[test]
fn a_lame_leaper_needs_one_of_its_paths() {
    for (board, expected) in [
        // The checker stands on the other path, and stays there.
        (
            "[###,###,###],[###,###,###],[##K,N##,N#r]",
            "on c2(I):  the knight on a1(I) would get there, but its own knight on a2(I) stands in the way",
        ),
        (
            "[###,##K,###],[###,N##,Nn#],[###,##r,###]",
            "the knight on a1(II) would get there if either its own knight on a2(II) or the knight on \
             b1(II) were not in the way",
        ),
        // One path has two blockers, the other one.
        (
            "[###,##K,###],[###,NN#,Nn#],[###,##r,###]",
            "the knight on a1(II) would get there, but the knight on b1(II) stands in the way",
        ),
        (
            "[###,##K,###],[###,NN#,Nnn],[###,##r,###]",
            "the knight on a1(II) would get there if either its own knight on a2(II) and its own knight \
             on b2(II) or the knight on b1(II) and the knight on c1(II) were not in the way",
        ),
    ] {
        let (_, text) = explained(&lame(), board, false);
        assert!(text.contains(expected), "{board}\n{text}");
    }
}

#[test]
fn one_block_may_end_the_checks_of_two_lame_knights() {
    let (_, text) = explained(&lame(), "[###,###,###],[###,#R#,###],[nr#,##K,nr#]", false);
    let expected = "\
in double check from the knight on a1(I) and the knight on a3(I), but not checkmated: the rook on \
                    b2(II) can block on b2(I); one other move ends the check too.";
    assert!(text.contains(expected), "{text}");
    let expected = "\
  No capture ends both checks.
  The check can be blocked:
    on a2(I):  no piece can get there
  + on b2(I):  the rook on b2(II) can block
";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn explanations_of_two_kings_name_each() {
    let (_, text) = explained(&rules("cube"), "[###,###,#r#],[###,###,###],[K##,###,#K#]", false);
    let expected = "\
White is in check from the rook on b1(III), but not checkmated: the king on b1(I) can go to a1(I); \
                    9 other moves end the check too.
  The king on b1(I) has 10 safe steps among these:
";
    assert!(text.starts_with(expected), "{text}");
    let expected = "\
  The king on a3(I) has no safe step:
    a2(I)   would leave another king in check from the rook on b1(III)
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn explanations_of_stalemates_list_the_stuck_pieces() {
    check(
        &rules("cube"),
        "[##b,#rn,##n],[###,#R#,###],[B##,##q,K##]",
        "
White is stalemated: not in check, but without a legal move.
  The king on a1(I) has no safe step:
    b1(I)   guarded by the queen on c2(I) and the knight on c1(III)
    a2(I)   guarded by the queen on c2(I)
    b2(I)   guarded by the queen on c2(I) and the knight on c2(III)
    a1(II)  guarded by the knight on c1(III)
    b1(II)  guarded by the queen on c2(I)
    a2(II)  guarded by the knight on c2(III)
    b2(II)  occupied by its own rook
  No other piece can move:
    the bishop on a3(I)  is hemmed in by its own rook on b2(II)
    the rook on b2(II)   is pinned by the bishop on c3(III)",
    );
}

#[test]
fn a_piece_that_could_only_capture_a_king_is_hemmed_in_by_it() {
    let rules = open_rules(
        "soldiers",
        "verdict = { white_kings = [1, 1], black_kings = [1, 1] }
        piece = [
            { name = 'King', letter = 'K', royal = true, moves = [] },
            { name = 'Soldier', letter = 'S', moves = [{ leap = [0, 0, 1], symmetry = 'fixed' }] },
        ]",
    );
    check(
        &rules,
        "[k#,##],[S#,#K]",
        "
White is stalemated: not in check, but without a legal move.
  The king on b1A has nowhere to go.
  No other piece can move:
    the soldier on a2A  is hemmed in by the king on a2B",
    );
}

const LONG_LINE: &str = "\
White is in check from the queen on bh60(LX), but not checkmated: the queen on a31(XXXI) can block on \
                         p16(XVI); 8 other moves end the check too.
  The king on a1(I) has 6 safe steps among these:
  + b1(I)   safe
  + a2(I)   safe
  + b2(I)   safe
  + a1(II)  safe
  + b1(II)  safe
  + a2(II)  safe
    b2(II)  guarded by the queen on bh60(LX)
  No piece can capture the queen on bh60(LX).
  The check can be blocked:
  + on p16(XVI):     the queen on a31(XXXI) can block
    on ae31(XXXI):   the queen on a31(XXXI) would get there, but its own knight on m31(XXXI) stands in \
                         the way
  + on aq43(XLIII):  the rook on aq1(XLIII) can block
  + on aq43(XLIII):  the rook on a43(XLIII) can block
    no piece can block on the other 55 cells between
";

#[test]
fn a_check_across_60_cells_is_explained() {
    let cube = rules("cube");
    let size = size(60);
    let mut board = Board::new(size);
    for (piece, cell) in [
        ("King W", [0, 0, 0]),
        ("Queen B", [59, 59, 59]),
        ("Queen W", [0, 30, 30]),
        ("Knight W", [12, 30, 30]),
        ("Rook W", [0, 42, 42]),
        ("Rook W", [42, 0, 42]),
        ("Knight W", [21, 21, 42]),
        // Three pieces block the rook.
        ("Rook W", [36, 36, 0]),
        ("Knight W", [36, 36, 6]),
        ("Knight W", [36, 36, 12]),
        ("Knight W", [36, 36, 18]),
    ] {
        let [file, rank, level] = cell;
        let piece = notation::parse_piece(&cube, piece).expect("a piece");
        board.set(Cell::new(file, rank, level), Some(piece));
    }
    let position = Position::new_unchecked(&cube, Setup::new(board, Color::White));
    let explanation = position.explain();
    assert_eq!(text(&position, &explanation, false), LONG_LINE);
    let all = text(&position, &explanation, true);
    assert!(all.contains("\n    on b2(II):         no piece can get there\n"), "{all}");
    assert_eq!(all.matches("no piece can get there").count(), 54);
    let near_miss =
        all.split_once("on ak37(XXXVII):").and_then(|(_, rest)| rest.split_once("\n    on "));
    let near_miss =
        near_miss.map(|(text, _)| text.split_whitespace().collect::<Vec<_>>().join(" "));
    let expected = "the rook on ak37(I) would get there, but its own knight on ak37(VII), \
                    its own knight on ak37(XIII) and its own knight on ak37(XIX) stand in the way";
    assert_eq!(near_miss.as_deref(), Some(expected));
}

/// Returns the explanation of a position of 3D Great Shatranj with Black to move. The pieces are
/// given as pairs of piece and cell.
fn of_great_shatranj(pieces: &[(&str, &str)], holder: Color) -> String {
    let rules = rules("great-shatranj");
    let size = rules.default_size();
    let mut board = Board::new(size);
    for (piece, cell) in pieces {
        let piece = notation::parse_piece(&rules, piece).expect("a piece");
        board.set(notation::parse_cell(&rules, size, cell).expect("a cell"), Some(piece));
    }
    let setup = Setup { holder: Some(holder), ..Setup::new(board, Color::Black) };
    let position = Position::new_unchecked(&rules, setup);
    text(&position, &position.explain(), false)
}

#[test]
fn explanations_of_a_held_king_name_the_hold() {
    let pieces = [("King W", "3c2"), ("Warmachine W", "3a3"), ("King B", "3a1"), ("Pawn B", "5f5")];
    let expected = "\
Black is checkmated: the warmachine on 3a3 gives check, and no move ends it.
  The king on 3a1 has no safe step:
    2a1  barred: held by the king on 3c2
    3b1  guarded by the king on 3c2
    3a2  guarded by the warmachine on 3a3
    3b2  guarded by the king on 3c2
    4a1  barred: held by the king on 3c2
  No piece can capture the warmachine on 3a3.
  The check from the warmachine on 3a3 can't be blocked.
  Black is checkmated: White wins, 1-0.
";
    assert_eq!(of_great_shatranj(&pieces, Color::White), expected);
    let free = of_great_shatranj(&pieces, Color::Black);
    assert!(free.contains("has 2 safe steps among these:\n  + 2a1  safe\n"), "{free}");
}

#[test]
fn a_lame_check_is_blocked_on_its_only_open_route() {
    let pieces = [
        ("King W", "3f6"),
        ("Knight W", "3b3"),
        ("Pawn W", "3b2"),
        ("King B", "3a1"),
        ("Warmachine B", "3a5"),
    ];
    let expected = "\
  No piece can capture the knight on 3b3.
  The check can be blocked:
    on 3a2:  no piece can get there
  + on 3a3:  the warmachine on 3a5 can block
";
    let text = of_great_shatranj(&pieces, Color::White);
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn a_bare_king_that_cannot_bare_the_other_king_is_explained() {
    for (king, last, start, reason) in [
        (
            "1f6",
            "4f6",
            "Black is not in check, and the game is over.\n",
            "a king never changes level and file at once",
        ),
        (
            "5a1",
            "4a1",
            "Black is in check from the warmachine on 4a1, but not checkmated: the game is over.\n",
            "it leaves the king in check from the king on 5a1",
        ),
    ] {
        let pieces = [("King W", king), ("Warmachine W", last), ("King B", "3a1")];
        let text = of_great_shatranj(&pieces, Color::White);
        let end = format!(
            "capture White's last piece, the warmachine on {last}, because {reason}: White wins, 1-0.\n"
        );
        assert!(text.starts_with(start) && text.ends_with(&end), "{text}");
    }
}
