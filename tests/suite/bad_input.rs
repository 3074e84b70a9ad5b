//! Checks errors about malformed boards and queries: their position, the expected text and the
//! found text. No text makes a parser panic.

use std::cell::RefCell;
use std::fmt::Debug;

use kubikschach::mistake::Mistake;
use kubikschach::notation::{self, Boards, Queries, Reader};
use kubikschach::rules::Rules;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::{Index, select};
use serde::Deserialize;

use crate::common::board_text::{self, Letters, NOTATIONS, Notation};
use crate::common::coverage::Coverage;
use crate::common::queries::{self, Written};
use crate::common::texts::{self, check_survives};
use crate::common::{
    self, Differences, changed_rules, fixture, for_all, records, report, rules, size,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadTexts {
    bad: Vec<BadText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadText {
    name: String,
    /// Rule set of the case, if it is not the default of the file.
    rules: Option<String>,
    input: String,
    expected: String,
    /// Part of `input` that the error underlines. Empty if the error is at the end.
    marked: String,
    hint: Option<String>,
    /// Record after the fix that the hint names; the tests of the program use it.
    #[serde(default, rename = "fixed")]
    _fixed: Option<String>,
}

fn check(document: &str, usual: &str, mistake: impl Fn(&Rules, &str) -> Option<Mistake>) {
    let mut differences = Differences::default();
    for bad in fixture::<BadTexts>(document).bad {
        let BadText { name, rules, input, expected, marked, hint, .. } = bad;
        let rules = common::rules(rules.as_deref().unwrap_or(usual));
        let found = mistake(&rules, &input).map(|error| {
            let labels = error.labels.iter().map(|label| input[label.span.clone()].to_owned());
            (report(input.as_bytes(), &error), labels.collect(), error.hint)
        });
        differences.compare(&name, &Some((expected, vec![marked], hint)), &found);
    }
    differences.finish();
}

#[test]
fn a_malformed_board_has_an_error_with_its_position() {
    check(include_str!("../../fixtures/bad-boards.toml"), "cube", |rules, text| {
        notation::parse_board(rules, text).err()
    });
}

#[test]
fn a_mistake_is_the_same_wherever_its_text_is_cut() {
    let coverage = Coverage::default();
    for bad in fixture::<BadTexts>(include_str!("../../fixtures/bad-boards.toml")).bad {
        let rules = rules(bad.rules.as_deref().unwrap_or("cube"));
        for text in [format!("{}\n\n", bad.input), format!("{}\n#0\n\n", bad.input)] {
            let checked = texts::check(&mut Boards::new(&rules), text.as_bytes(), &coverage);
            checked.unwrap_or_else(|failure| panic!("{}: {failure}", bad.name));
        }
    }
}

#[test]
fn a_malformed_query_has_an_error_with_its_position() {
    check(include_str!("../../fixtures/bad-queries.toml"), "kubikschach", |rules, text| {
        notation::parse_query(rules, queries::size(rules), text).err()
    });
}

#[test]
fn a_size_of_hundreds_of_digits_is_an_error() {
    let text = format!("n={}, [#q,##],[##,K#]", "9".repeat(400));
    let error = notation::parse_board(&rules("cube"), &text).expect_err("no board is that large");
    let expected = format!(
        "line 1, column 1: expected a size of at most 64 (a limit of this program, not of the rules), \
         but found `n={}…`",
        "9".repeat(37)
    );
    assert_eq!(report(text.as_bytes(), &error), expected);
}

#[test]
fn a_board_of_the_wrong_size_is_an_error() {
    let hint = |name: &str| Some(format!("`--rules {name}` reads boards of this size"));
    let three = size(3);
    let raumschach = rules("raumschach");
    let own = changed_rules("raumschach", [["name = \"raumschach\"", "name = \"own\""]]);
    let cube = rules("cube");
    for (mut boards, edge, message, hint) in [
        (
            Boards::new(&raumschach),
            6,
            "5 cells, because `raumschach` is played on 5×5×5",
            hint("cube"),
        ),
        // No built-in rule set has boards of this size, so there is no hint.
        (Boards::new(&own), 6, "5 cells, because `own` is played on 5×5×5", None),
        (Boards::new(&raumschach), 65, "5 cells, because `raumschach` is played on 5×5×5", None),
        (Boards::new(&cube).of_size(three), 5, "3 cells, because the size is set to 3", None),
        (
            Boards::new(&raumschach).of_size(three),
            3,
            "5 cells, because `raumschach` is played on 5×5×5",
            hint("cube"),
        ),
    ] {
        let error = boards.single(board_text::empty(edge).as_bytes()).expect_err("the wrong size");
        assert_eq!(error.message, format!("expected a row of {message}, but found {edge}"));
        assert_eq!(error.hint, hint, "{message}");
    }
    let asked_for = Boards::new(&cube).of_size(three).single(board_text::empty(3).as_bytes());
    assert_eq!(asked_for.map(|setup| setup.board.size()), Ok(three));
}

#[test]
fn the_longest_row_is_accepted_and_a_longer_one_refused() {
    let rules = rules("cube");
    let mut boards = Boards::new(&rules);
    let most = "a row of at most 64 cells (a limit of this program, not of the rules)";
    for (length, span, message) in [
        (64, 0..131, "64 rows in level 1 from the top, but found 2"),
        (65, 1..66, &format!("{most}, but found 65")),
        (65_537, 1..65_538, &format!("{most}, but found 65537")),
        (1 << 19, 1..2, "at most 262144 cells, but found more"),
    ] {
        let text = format!("[{0},{0}]", "#".repeat(length));
        let error = boards.single(text.as_bytes()).expect_err("it is no board");
        assert_eq!((error.message.as_str(), error.span()), (&*format!("expected {message}"), span));
    }
}

#[test]
fn a_board_after_a_size_that_is_too_large_is_no_board_of_its_own() {
    let rules = rules("cube");
    let board = "#q\n##\n\n##\nK#\n";
    let error = notation::parse_board(&rules, &format!("n=64\n{board}")).expect_err("n is 2");
    assert_eq!(
        error.message,
        "expected `n=2`, because the first row has 2 cells, but found `n=64`"
    );
    for (size, expected) in [("", 2), ("n=2\n", 2), ("n=65\n", 1), ("n=66\n", 1)] {
        let text = format!("{size}{board}\n[#q,##],[##,K#]\n");
        let found = records(&mut Boards::new(&rules), text.as_bytes());
        assert_eq!(found.iter().filter(|result| result.is_ok()).count(), expected, "{found:?}");
    }
}

#[test]
fn a_thousand_brackets_in_one_another_are_accepted_and_one_more_refused() {
    let rules = rules("cube");
    let board = |depth: usize| {
        let text = format!("{}[rq,##],[##,K#]{}", "[".repeat(depth - 1), "]".repeat(depth - 1));
        notation::parse_board(&rules, &text).map(|setup| setup.board.count())
    };
    assert_eq!(board(1000), Ok(3));
    let error = board(1001).expect_err("it is too deep");
    assert_eq!(error.message, "expected at most 1000 brackets in one another, but found more");
}

#[test]
fn a_number_for_a_piece_gets_an_error_with_the_letters() {
    let rules = rules("kubikschach");
    let error =
        notation::parse_query(&rules, queries::size(&rules), "1 W A1a B3d").expect_err("a number");
    let letters = "K King, Q Queen, R Rook, B Bishop, N Knight, P Pawn";
    assert_eq!(error.hint, Some(format!("write a piece as its name or letter: {letters}")));
    let error =
        notation::parse_board(&rules, "[[[0,1],[0,0]],[[0,0],[2,0]]]").expect_err("numbers");
    assert!(error.message.contains("a letter of `KkQqRrBbNnPp#`"), "{error}");
}

#[test]
fn an_overlong_query_is_refused_for_its_length() {
    let rules = rules("kubikschach");
    let mut queries = Queries::new(&rules, queries::size(&rules));
    for front in ["King W A1a B3d", "King W A1a", "King W", "King", "Kng W A1a B3d", "x"] {
        let text = format!("{front}{}B3d", " ".repeat(70_000));
        let error = queries.single(text.as_bytes()).expect_err("it is too long");
        let expected = "expected a line of at most 65536 bytes, but found more";
        assert_eq!((error.message.as_str(), error.span()), (expected, 0..65_537), "{front}");
    }
    for (front, start) in [("", 0), ("[#q,##],[##,K#]\n", 16)] {
        let text = format!("{front}hello{}", " ".repeat(140_000));
        let cube = crate::common::rules("cube");
        let last = records(&mut Boards::new(&cube), text.as_bytes()).pop();
        let error = last.expect("it is there").expect_err("it is too long");
        assert_eq!(error.span().start, start, "{front}");
    }
}

#[test]
fn the_rest_of_an_overlong_line_is_no_query() {
    let rules = rules("kubikschach");
    let mut queries = Queries::new(&rules, queries::size(&rules));
    let text = format!("{}King W A1a B3d\n{}", "x".repeat(65_537), "Rook W A1a B3d\n".repeat(3));
    let records = records(&mut queries, text.as_bytes());
    let rook = notation::parse_query(&rules, queries::size(&rules), "Rook W A1a B3d");
    assert!(records[0].is_err());
    assert_eq!(records[1..], vec![rook; 3]);
}

#[test]
fn a_missing_cell_is_reported_after_the_blanks() {
    let rules = rules("kubikschach");
    let mut queries = Queries::new(&rules, queries::size(&rules));
    for (blanks, found) in [(65_535, "the end of the input"), (65_536, "only blanks")] {
        // The first line feed ends the line and is not counted.
        let text = format!("King W{}", "\n".repeat(blanks + 2));
        let error = queries.single(text.as_bytes()).expect_err("the cells are missing");
        let expected = format!("expected the start cell on a line of its own, but found {found}");
        let end = 7 + blanks + 1;
        assert_eq!((error.message.as_str(), error.span()), (expected.as_str(), end..end));
    }
}

#[test]
fn a_row_of_a_grid_ends_with_its_line() {
    let rules = rules("cube");
    for text in ["##,##\n\n##\n##", "##\n##\n\n##,##\n", "##, ##\n\n##\n##\n"] {
        let error = notation::parse_board(&rules, text).expect_err("rows are lines");
        assert_eq!(error.message, "expected the end of the line, but found `,`", "{text:?}");
        assert_eq!(error.span().start, text.find(',').expect("it is there"));
    }
}

fn mistake<R: Reader<Record: Debug>>(reader: &mut R, text: &[u8]) -> Mistake {
    let first = records(reader, text).into_iter().next();
    first.expect("the text is not blank").expect_err("the text has a mistake")
}

#[test]
fn bytes_that_are_no_utf8_are_shown_as_codes_and_count_as_letters() {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    let check_board = |text: &[u8], expected: &str| {
        assert_eq!(report(text, &mistake(&mut Boards::new(&cube), text)), expected);
    };
    let check_query = |text: &[u8], expected: &str| {
        let mut queries = Queries::new(&puzzle, queries::size(&puzzle));
        assert_eq!(report(text, &mistake(&mut queries, text)), expected);
    };
    check_board(
        b"[#q,#\xff],[##,K#]",
        "line 1, column 6: expected a letter of `KkQqRrBbNn#`, but found `\\xff`",
    );
    check_board(
        b"\xfe\xff[#q,##],[##,K#]",
        "line 1, column 1: expected a board in brackets or in rows, of the letters `KkQqRrBbNn#`, but found `\\xfe`",
    );
    check_board(
        b"[#q,##],\n[##,K#] \xc3\x28",
        "line 2, column 9: expected the side to move (`w` or `b`) or the end of the line, but found `\\xc3`",
    );
    check_query(
        b"K\xffng W A1a B3d",
        "line 1, column 1: expected a piece (King, Queen, Rook, Bishop, Knight, Pawn), but found `K\\xffng`",
    );
    check_query(
        b"King \xe2\x82 A1a B3d",
        "line 1, column 6: expected a color (W or B), but found `\\xe2\\x82`",
    );
    check_query(
        b"King W \xf0\x9f\x98\x80 B3d\n",
        "line 1, column 8: expected a cell such as `A1a` (up to `H8h`), but found `😀`",
    );
    check_query(
        b"\n\xff\xff King W A1a B3d\n",
        "line 2, column 15: a query is a piece, its color if it matters, and two cells, such as `King W A1a H8h`; this line has 5 words",
    );
}

/// Calls `texts` with random values, and checks that none of the returned texts makes the parser of
/// boards or the parser of queries panic.
fn check_readers<S: Strategy, T: Into<Vec<u8>>, I: IntoIterator<Item = T>>(
    cases: u32,
    values: &S,
    texts: impl Fn(S::Value) -> I,
) {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    let boards = RefCell::new(Boards::new(&cube));
    let queries = RefCell::new(Queries::new(&puzzle, queries::size(&puzzle)));
    for_all(cases, values, |value| {
        texts(value).into_iter().map(Into::into).try_for_each(|text: Vec<u8>| {
            check_survives(&mut *boards.borrow_mut(), &text)?;
            check_survives(&mut *queries.borrow_mut(), &text)
        })
    });
}

#[test]
fn no_bytes_make_a_parser_panic() {
    check_readers(500, &vec(any::<u8>(), 0..60), |text| [text]);
}

#[test]
fn no_sequence_of_tokens_makes_a_parser_panic() {
    let tokens = [
        "[",
        "[[",
        "]",
        ",",
        "\"",
        " ",
        "\n",
        "\r\n",
        "n=",
        "> ",
        "- ",
        "(I)",
        "```",
        "0",
        "2",
        "9999999999",
        "#",
        "##",
        "K#",
        "#q",
        "w",
        "b",
        "King",
        "W",
        "A1a",
        "B3d",
        "\u{1f600}",
        "é",
        "\0",
        "\n\n",
    ];
    check_readers(500, &vec(select(tokens.to_vec()), 0..30), |tokens| [tokens.concat()]);
}

#[test]
fn no_truncated_board_makes_a_parser_panic() {
    check_readers(
        30,
        &(board_text::random_letters(2..=3), select(NOTATIONS.to_vec())),
        |(board, (_, write))| {
            let text = write(&board).into_bytes();
            (0..=text.len()).map(move |cut| text[..cut].to_vec())
        },
    );
}

fn texts() -> impl Strategy<Value = String> {
    let board = (board_text::random_letters(2..=4), select(NOTATIONS.to_vec()));
    let board = board.prop_map(|(board, (_, write)): (Letters, Notation)| write(&board));
    let query = queries::written().prop_map(|query: Written| query.text());
    let either = (any::<bool>(), board, query);
    either.prop_map(|(is_board, board, query)| if is_board { board } else { query })
}

#[test]
fn no_change_of_a_text_makes_a_parser_panic() {
    let changes = vec((any::<Index>(), 0..4_usize, vec(any::<u8>(), 0..3)), 1..=4);
    check_readers(500, &(texts(), changes), |(text, changes)| {
        let mut text = text.into_bytes();
        for (index, removed, added) in changes {
            let start = index.index(text.len() + 1);
            let end = text.len().min(start + removed);
            text.splice(start..end, added);
        }
        [text]
    });
}
