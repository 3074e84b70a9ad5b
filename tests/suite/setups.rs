//! Tests setups: named positions of a rule set, which are accepted in place of boards.

use kubikschach::board::Setup;
use kubikschach::notation::{self, Boards, Next, Reader as _};
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::search::MateSearch;

use crate::common::{changed_rules, open_rules, parsed, records, rules, size};

const KING: &str = "[[piece]]
name = 'King'
letter = 'K'
moves = [{ leap = [1, 0, 0] }]";

#[test]
fn a_setup_is_found_by_its_name() {
    let named = |rules: &Rules, text: &str| {
        notation::parse_board(rules, text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
    };
    for rules in ["raumschach", "great-shatranj", "great-shatranj:sideways"].map(rules) {
        let start = named(&rules, "start");
        let text = notation::write_position(&rules, &start.board, Color::White, None);
        assert_eq!(named(&rules, &text), start);
        for text in ["start", " start", "start \n", "\nstart\r\n\n"] {
            assert_eq!(named(&rules, text), start, "{text:?}");
        }
        let name = rules.name();
        for text in [name, &name.to_uppercase(), &format!("{name} \n")] {
            assert_eq!(named(&rules, text), start, "{text:?}");
        }
    }
}

#[test]
fn each_of_many_setups_is_found() {
    let name = |nth: u32| format!("Problem {nth}");
    let board = |nth: u32| {
        let cells: String = (0..8).map(|bit| if nth >> bit & 1 == 1 { 'K' } else { '#' }).collect();
        format!("[{},{}],[{},{}]", &cells[..2], &cells[2..4], &cells[4..6], &cells[6..])
    };
    let setup = |nth| format!("\"{}\" = \"{}\"\n", name(nth), board(nth % 256));
    let setups = (0..10_000).map(setup).collect::<Vec<_>>().concat();
    let rules = open_rules("many", &format!("[setups]\n{setups}{KING}"));
    for nth in (0..10_000).step_by(99) {
        let expected = notation::parse_board(&rules, &board(nth % 256)).expect("it is a board");
        for text in [name(nth), name(nth).to_uppercase(), format!("{}\r\n", name(nth))] {
            assert_eq!(notation::parse_board(&rules, &text).as_ref(), Ok(&expected), "{text:?}");
        }
    }
    assert!(notation::parse_board(&rules, &name(10_000)).is_err());
}

#[test]
fn a_name_in_exact_case_wins_over_names_in_other_cases() {
    let [low, high, word] = ["[K#,##],[##,##]", "[#K,##],[##,##]", "[##,K#],[##,##]"];
    let setups = format!("[setups]\nfar = '{low}'\nFar = '{high}'\n\"far off\" = '{word}'\n{KING}");
    let rules = open_rules("cases", &setups);
    let read = |text: &str| notation::parse_board(&rules, text).ok();
    for (text, board) in [("far", low), ("Far", high), ("FAR OFF", word), ("far off", word)] {
        assert_eq!(read(text), read(board), "{text:?}");
    }
    assert_eq!(read("FAR"), None, "it may be either");
}

#[test]
fn sides_may_follow_the_name_of_a_setup() {
    use Color::{Black, White};
    let rules = rules("great-shatranj");
    let start = notation::parse_board(&rules, "start").expect("it has one");
    let sides = [
        ("start w", White, None),
        ("start b", Black, None),
        ("start\tblack \r\n", Black, None),
        ("start b -", Black, None),
        ("start w b", White, Some(Black)),
        ("start b W", Black, Some(White)),
    ];
    for (text, turn, holder) in sides {
        let found =
            notation::parse_board(&rules, text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(found, Setup { turn: Some(turn), holder, ..start.clone() }, "{text:?}");
    }
}

#[test]
fn the_name_of_another_rule_set_stands_for_its_start() {
    let (cube, raumschach) = (rules("cube"), rules("raumschach"));
    let start = notation::parse_board(&raumschach, "start").expect("it has one");
    let black = Setup { turn: Some(Color::Black), ..start.clone() };
    let text = "raumschach\nRaumschach b\n[#q,##],[##,K#]\nkubikschach\ncube\n";
    let mut boards = Boards::new(&cube).of_named_rules();
    let mut found = Vec::new();
    let mut rest = text.as_bytes();
    while let Next::Record { end, result } = boards.next(rest, true) {
        found.push((boards.rules().name().to_owned(), result.map_err(|error| error.message)));
        rest = &rest[end..];
    }
    let queen = notation::parse_board(&cube, "[#q,##],[##,K#]").expect("it is a board");
    let no_start = |name| Err(format!("`{name}` has no setup `start`"));
    let expected = [
        ("raumschach", Ok(start)),
        ("raumschach", Ok(black)),
        ("cube", Ok(queen)),
        ("cube", no_start("kubikschach")),
        ("cube", no_start("cube")),
    ];
    assert_eq!(found, expected.map(|(name, setup)| (name.to_owned(), setup)));
    let error = notation::parse_board(&cube, "raumschach").expect_err("the rules are chosen");
    assert_eq!(error.message, "`raumschach` is another rule set than `cube`");
    let error = Boards::new(&cube).of_named_rules().of_size(size(3)).single(b"raumschach");
    let expected = "the setup `start`: expected a board of 3×3×3, but found one of 5×5×5";
    assert_eq!(error.map_err(|error| error.message), Err(expected.to_owned()));
}

#[test]
fn a_setup_is_complete_before_an_unfinished_board() {
    let rules = rules("raumschach");
    let board = "[rnknr,ppppp,#####,#####,#####],\n".repeat(4) + "[#####," + &"\n".repeat(300);
    let bytes = format!("start\n{board}");
    let mut boards = Boards::new(&rules);
    let Next::Record { end, result } = boards.next(bytes.as_bytes(), false) else {
        panic!("it ends before the board");
    };
    assert_eq!(result, notation::parse_board(&rules, "start"));
    let board = &bytes.as_bytes()[end..];
    assert!(matches!(boards.next(board, false), Next::NeedMore));
}

#[test]
fn a_setup_on_an_overlong_line_is_no_record() {
    let rules = rules("raumschach");
    let bytes = format!("start{}x\nstart\n", " ".repeat(1 << 22));
    let found = records(&mut Boards::new(&rules), bytes.as_bytes()).into_iter();
    let found: Vec<_> = found.map(|setup| setup.map_err(|error| error.message)).collect();
    let too_long = "expected a board of at most 4194304 bytes, but found more".to_owned();
    let start = notation::parse_board(&rules, "start").map_err(|error| error.message);
    assert_eq!(found, [Err(too_long), start]);
}

#[test]
fn a_setup_keeps_its_holder_unless_sides_follow() {
    let level = ["######"; 6].join(",");
    let board = format!("{}[k#####,{},#####K]", format!("[{level}],").repeat(5), &level[..27]);
    let setups = format!("[setups]\nheld = '{board} b w'");
    let rules = changed_rules("great-shatranj", [["[setups]", &setups]]);
    let sides = |text| {
        let setup = notation::parse_board(&rules, text).expect("it is a setup");
        (setup.turn, setup.holder)
    };
    let (white, black) = (Some(Color::White), Some(Color::Black));
    let expected = [("held", (black, white)), ("held w", (white, None))];
    for (text, expected) in expected {
        assert_eq!(sides(text), expected, "{text:?}");
    }
}

#[test]
fn a_setup_may_have_a_name_of_several_words() {
    let [short, long] = ["K#,##],[##,##", "#K,##],[##,##"].map(|cells| format!("[{cells}]"));
    let heading = format!("[setups]\nlone = '{short}'\n\"lone king\" = '{long}'\n\n[verdict]");
    let rules = changed_rules("cube", [["[verdict]", &heading]]);
    let read = |text: &str| notation::parse_board(&rules, text);
    for (text, board) in [("lone", &short), ("lone king", &long), ("lone w", &short)] {
        let expected = read(board).expect("it is a board").board;
        assert_eq!(read(text).expect(text).board, expected, "{text:?}");
    }
    assert_eq!(read("lone king b").map(|setup| setup.turn), Ok(Some(Color::Black)));
    for text in ["lonely", "lone kings", "lone\nking", "lone b c"] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

/// A line that is the name of a setup stands for that setup, even if all its letters are those of
/// pieces. Any other line is a row of a grid.
#[test]
fn a_setup_may_begin_with_the_letter_of_a_piece() {
    let rules = changed_rules(
        "cube",
        [["[verdict]", "[setups]\nnear = '[K#,##],[##,##]'\nKk = '[#K,##],[##,##]'\n\n[verdict]"]],
    );
    let bytes = "near\n[kK,##],[##,##]\nnear b\nKk\nKk\n##\n\n##\n##\n";
    let found = records(&mut Boards::new(&rules), bytes.as_bytes()).into_iter();
    let found: Vec<_> = found.map(|setup| setup.map_err(|error| error.message)).collect();
    let read = |text: &str| notation::parse_board(&rules, text).map_err(|error| error.message);
    let [near, far] = ["[K#,##],[##,##]", "[#K,##],[##,##]"].map(read);
    let expected = [
        near.clone(),
        read("[kK,##],[##,##]"),
        read("near b"),
        far.clone(),
        far,
        // The first gap breaks the grid, and its other level is skipped.
        read("##\n\n##\n##"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_setup_may_have_a_long_name() {
    let name = "long".repeat(30);
    let setups = format!("[setups]\n{name} = '[K#,##],[##,##]'\n\n[verdict]");
    let rules = changed_rules("cube", [["[verdict]", &setups]]);
    let setup = notation::parse_board(&rules, &name).expect("it has that name");
    assert_eq!(setup.board.count(), 1);
    assert!(notation::parse_board(&rules, &format!("{name}l")).is_err());
}

#[test]
fn a_setup_of_the_wrong_size_is_refused() {
    let setups = "[setups]\nnear = '[K#,##],[##,##]'\n\n[verdict]";
    let rules = changed_rules("cube", [["[verdict]", setups]]);
    let read = |edge| {
        let size = size(edge);
        Boards::new(&rules).of_size(size).single(b"near").map_err(|error| error.message)
    };
    assert!(read(2).is_ok());
    let error = read(3).expect_err("it is smaller");
    assert!(error.starts_with("the setup `near`: "), "{error}");
}

#[test]
fn debug_formats_of_positions_and_boards_are_one_line() {
    let rules = rules("raumschach");
    let setup = notation::parse_board(&rules, "start").expect("it has one");
    let board = format!("{:?}", setup.board);
    assert!(board.starts_with("Board(5×5×5, White 2 (0, 0, 0), White 5 (1, 0, 0)"), "{board}");
    let position = Position::new(&rules, setup).expect("games start so");
    let shown = format!("{position:?}");
    assert!(shown.starts_with("Position(raumschach, 5×5×5 RAa1 NAb1"), "{shown}");
    assert!(shown.ends_with(", White to move)") && shown.len() < 300, "{shown}");
    let search = MateSearch::new(position, 1 << 20).expect("there is memory");
    assert!(format!("{search:?}").len() < 400);
}

/// Rules of one's own are never replaced by the built-in rule set of the same name.
#[test]
fn a_name_that_two_rule_sets_have_stands_for_no_setup_of_the_other() {
    let document = include_str!("../../src/rules/raumschach.toml");
    let rules = parsed(&document.replace("start = ", "begin = "));
    let mut boards = Boards::new(&rules).of_named_rules();
    let error = boards.single(b"raumschach").expect_err("the setup has another name");
    assert_eq!(error.message, "`raumschach` has no setup `start`");
}
