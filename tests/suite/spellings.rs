//! Tests spellings that people use although the documentation does not mention them: arrays of any
//! depth, sizes without `n=`, any case, commas and arrows.

use kubikschach::cell::Cell;
use kubikschach::notation::{self, Boards, Queries};

use crate::common::{changed_rules, queries, records, rules, size};

#[test]
fn a_board_may_be_an_array_of_any_depth() {
    let rules = rules("cube");
    let expected = notation::parse_board(&rules, "[#q,##],[##,K#]").expect("a board");
    for text in [
        r##"["#","q","#","#","#","#","K","#"]"##,
        r###"["#q","##","##","K#"]"###,
        r##"["#q####K#"]"##,
        r###"[["#q##"],["##K#"]]"###,
        r###"[["#q##","##K#"]]"###,
        r##"[["#","q","#","#"],["#","#","K","#"]]"##,
        r##"[["#","q"],["#","#"],["#","#"],["K","#"]]"##,
        r##"[["#"],["q"],["#"],["#"],["#"],["#"],["K"],["#"]]"##,
        r##"[[[["#","q"],["#","#"]],[["#","#"],["K","#"]]]]"##,
        "[#q####K#]",
        "[#q,##,##,K#]",
        "[[[#q,##],[##,K#]]]",
        "n=2, [#q####K#]",
        "[(#q,##),(##,K#)]",
        "[{{#q},{##}},({##},{K#})]",
    ] {
        assert_eq!(notation::parse_board(&rules, text), Ok(expected.clone()), "{text}");
    }
    for text in [
        r##"["#","q","#","#","#","#","K"]"##,
        r###"["#q","##","##K","#"]"###,
        r###"["#q","##","##","K#","##"]"###,
        "[#q####K]",
        "[(#q,##],(##,K#)]",
        "[(#q,##),(##,K#}]",
        "n=3, [#q####K#]",
    ] {
        assert!(notation::parse_board(&rules, text).is_err(), "{text}");
    }
    // One level of an 8×8×8 board has as many cells as a 4×4×4 board.
    let level = format!("[{}]", ["########"; 8].join(","));
    let levels = notation::parse_board(&rules, &[&level[..]; 8].join(",")).expect("8 levels");
    assert_eq!(levels.board.size().edge(), 8);
    let flat = notation::parse_board(&rules, &format!("[{}]", "#".repeat(64))).expect("a board");
    assert_eq!(flat.board.size().edge(), 4);
}

#[test]
fn a_board_may_have_a_size_before_it_and_other_signs_for_empty_cells() {
    let rules = rules("cube");
    let expected = notation::parse_board(&rules, "[#q,##],[##,K#]").expect("a board");
    for text in [
        "2, [#q,##],[##,K#]",
        "2\n[#q,##],[##,K#]",
        "2 [#q,##],[##,K#]",
        "2\n#q\n##\n\n##\nK#",
        "N=2, [#q,##],[##,K#]",
        "N = 2\n[#q,##],[##,K#]",
        "[.q,..],[..,K.]",
        "[_q,#.],[__,K#]",
        ".q\n..\n\n_.\nK#",
        "#q\n##\n##\nK#\n",
        "#q\r\n##\r\n##\r\nK#",
        "[#q,\u{a0}##],\u{2003}[##,K#]",
        "\u{feff}[#q,##],[##,K#]",
        "\u{feff}2\n\u{feff}#q\n##\n\n\u{feff}##\nK#",
        "[#q,##],\n\u{feff}[##,K#]",
    ] {
        assert_eq!(notation::parse_board(&rules, text), Ok(expected.clone()), "{text}");
    }
    for (text, message) in [
        ("3, [#q,##],[##,K#]", "expected `n=2`, because the first row has 2 cells, but found `3`"),
        ("2", "expected a board in brackets"),
        ("2\n", "but found `2`"),
        ("n=2\n", "but found the end of the input"),
        ("[#q,##],\u{feff}[##,K#]", "expected `[`, but found `\\u{feff}`"),
        ("2x\n[#q,##],[##,K#]", "expected a board in brackets"),
        ("#q\n##\n##\n\nK#\n", "but found 1 before an empty line"),
        ("#q\n##\n\n##\nK#\n##\n", "expected an empty line after level 2 from the top"),
    ] {
        let error = notation::parse_board(&rules, text).expect_err(text);
        assert!(error.message.contains(message), "{text:?}: {error}");
    }
}

#[test]
fn a_grid_without_empty_lines_ends_behind_its_last_row() {
    let rules = rules("cube");
    let text = "#q\n##\n##\nK#\n\n#r\n##\n##\nK# b\n#b\n##\n##\nK#\n[#b,##],[##,K#]\n";
    let found = records(&mut Boards::new(&rules), text.as_bytes());
    let board = "[#b,##],[##,K#]";
    let expected = ["[#q,##],[##,K#]", "[#r,##],[##,K#] b", board, board];
    let expected = expected.map(|text| notation::parse_board(&rules, text));
    assert_eq!(found, expected);
}

#[test]
fn cells_and_setups_are_accepted_in_any_case() {
    let (puzzle, cube) = (rules("kubikschach"), rules("cube"));
    let size = size(8);
    for (rules, text, name) in [
        (&puzzle, "a1A", "A1a"),
        (&puzzle, "b3D", "B3d"),
        (&cube, "c2i", "c2(I)"),
        (&cube, "C2(iV)", "c2(IV)"),
        (&cube, "A1iii", "a1(III)"),
    ] {
        let cell = notation::parse_cell(rules, size, text).expect(text);
        assert_eq!(rules.cells().name(size, cell), name, "{text}");
    }
    let mv = notation::parse_move(&cube, size, "A1I-B2II").expect("a move");
    assert_eq!(notation::write_move(&cube, size, mv), "a1(I)-b2(II)");
    let raumschach = rules("raumschach");
    let start = notation::parse_board(&raumschach, "start");
    for text in ["START", "Start b", "sTART w\n"] {
        let found = notation::parse_board(&raumschach, text).map(|setup| setup.board);
        assert_eq!(found, start.clone().map(|setup| setup.board), "{text}");
    }
}

#[test]
fn words_of_a_query_may_be_separated_in_several_ways() {
    let rules = rules("kubikschach");
    let size = queries::size(&rules);
    let expected = notation::parse_query(&rules, size, "King W A1a B3d");
    for text in [
        "[\"King\", \"W\", \"A1a\", \"B3d\"]",
        "['King','W','A1a','B3d']",
        "\"King W A1a B3d\"",
        "King, W, A1a, B3d",
        "King,W,A1a,B3d",
        "King W A1a -> B3d",
        "King W A1a->B3d",
        "King W A1a → B3d",
        "King W A1a→B3d",
        "King W A1a-B3d",
        "King W A1a - B3d",
        "king w a1a-b3d",
        "King\u{a0}W\u{2003}A1a\u{3000}B3d",
        "\u{a0}King W A1a B3d\u{a0}",
        "King, W\nA1a,\nB3d",
        "\u{feff}King W A1a B3d",
        "King W\n\u{feff}A1a\nB3d",
        "King W A1aB3d",
        "King A1aB3d",
        "King W A1a to B3d",
        "King A1a to B3d",
        "King White A1a to B3d",
        "King A1a - B3d",
        "K A1a B3d",
        "King, A1a-B3d",
        "1. King W A1a B3d",
        "12) King A1a B3d",
        "3. King W\nA1a\nB3d",
    ] {
        assert_eq!(notation::parse_query(&rules, size, text), expected, "{text:?}");
    }
    for text in [
        "King W A1a-X9x",
        "King W -A1a B3d",
        "King W A1a B3d -",
        "King A1a to -",
        "King W A1aB9d",
        "King W A1aB3dC4e",
        "King W to A1a B3d",
        "x. King W A1a B3d",
        "[#q,##],[##,K#]",
    ] {
        assert!(notation::parse_query(&rules, size, text).is_err(), "{text:?}");
    }
}

#[test]
fn each_word_of_a_query_has_its_place() {
    let (puzzle, shatranj) = (rules("kubikschach"), rules("great-shatranj"));
    for (rules, text, cells, piece, color, expected) in [
        (&puzzle, "King W A1a B3d", 2, "King", Some("W"), &["A1a", "B3d"][..]),
        (&puzzle, "1. King W A1a to B3d", 2, "King", Some("W"), &["A1a", "B3d"]),
        (&puzzle, "King, A1a-B3d", 2, "King", None, &["A1a", "B3d"]),
        (&puzzle, "K A1aB3d", 2, "K", None, &["A1a", "B3d"]),
        (&puzzle, "King black\n A1a\nB3d\n", 2, "King", Some("black"), &["A1a", "B3d"]),
        (&puzzle, "[\"King\", \"W\", \"A1a\", \"B3d\"]\n", 2, "King", Some("W"), &["A1a", "B3d"]),
        (&puzzle, "King X A1a", 2, "King", Some("X"), &["A1a"]),
        (&puzzle, "King A9a B3d", 2, "King", None, &["A9a", "B3d"]),
        (&puzzle, "King W A1a B3d 3", 2, "King", Some("W"), &["A1a", "B3d", "3"]),
        (&shatranj, "High Priestess 1c1 -> 3c3", 2, "High Priestess", None, &["1c1", "3c3"]),
        (&shatranj, "High Priestess W 3c3", 1, "High Priestess", Some("W"), &["3c3"]),
        (&puzzle, "King, A1a", 1, "King", None, &["A1a"]),
        (&puzzle, "King W", 0, "King", Some("W"), &[]),
        (&puzzle, "King X", 0, "King", Some("X"), &[]),
        (&puzzle, "", 2, "", None, &[]),
        (&puzzle, " \n", 0, "", None, &[]),
    ] {
        let found = Queries::new(rules, rules.default_size()).words_of(text.as_bytes(), cells);
        let words = found.cells.iter().map(|place| &text[place.clone()]).collect::<Vec<_>>();
        let found_color = found.color.map(|place| &text[place]);
        assert_eq!(
            (&text[found.piece], found_color, &words[..]),
            (piece, color, expected),
            "{text}"
        );
        assert_eq!(found.is_complete, expected.len() >= cells, "{text}");
    }
    let queries = Queries::new(&puzzle, puzzle.default_size());
    for text in ["King W A1a to", "King W A1a -", "King W A1a ->", "King W A1a-", "2. King W A1a"] {
        assert!(!queries.words_of(text.as_bytes(), 2).is_complete, "{text}");
    }
}

/// With letters for files and ranks, `AAA1` may be the file `aa` and the rank `A`, or the file `a`
/// and the rank `AA`.
#[test]
fn a_cell_may_be_in_any_case_unless_that_is_ambiguous() {
    let rules = changed_rules(
        "cube",
        [["rank\", numeral = \"1\"", "rank\", numeral = \"A\""], ["\"(I)\"", "\"1\""]],
    );
    for (text, cell) in [
        ("aB1", Some(Cell::new(0, 1, 0))),
        ("Ab1", Some(Cell::new(0, 1, 0))),
        ("aAA1", Some(Cell::new(0, 26, 0))),
        ("aaA1", Some(Cell::new(26, 0, 0))),
        ("AAA1", None),
    ] {
        assert_eq!(notation::parse_cell(&rules, size(30), text).ok(), cell, "{text}");
    }
}
