//! What people are told of texts that are no boards or queries: where, what was expected, what
//! was found. And that no text whatever makes a reader panic.

mod common;

use common::drawing::{self, Drawing, NOTATIONS, Notation};
use common::queries::{self, Written};
use common::{Differences, fixture, for_all, is_within, report, rules};
use kubikschach::notation::{self, Boards, Queries, Reader as _, SyntaxError, Taken};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert};
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseError;
use serde::Deserialize;

/// A file of texts with mistakes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadTexts {
    bad: Vec<BadText>,
}

/// A text with a mistake, and what its writer should be told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadText {
    name: String,
    input: String,
    expected: String,
}

fn check(document: &str, mistake: impl Fn(&str) -> Option<SyntaxError>) {
    let mut differences = Differences::default();
    for BadText { name, input, expected } in fixture::<BadTexts>(document).bad {
        let found = mistake(&input).map(|error| report(input.as_bytes(), &error));
        differences.compare(&name, &Some(expected), &found);
    }
    differences.finish();
}

#[test]
fn who_writes_a_bad_board_is_told_where_and_why() {
    let rules = rules("cube");
    check(include_str!("../fixtures/bad-boards.toml"), |text| notation::board(&rules, text).err());
}

#[test]
fn who_writes_a_bad_query_is_told_where_and_why() {
    let rules = rules("kubikschach");
    let size = queries::size(&rules);
    check(include_str!("../fixtures/bad-queries.toml"), |text| {
        notation::query(&rules, size, text).err()
    });
}

#[test]
fn an_announced_size_of_hundreds_of_digits_is_a_mistake_like_any_other() {
    let text = format!("n={}, [#q,##],[##,K#]", "9".repeat(400));
    let error = notation::board(&rules("cube"), &text).expect_err("no board is that large");
    let expected = format!(
        "line 1, column 1: expected `n=2`, as the first row has 2 cells, but found `n={}…`",
        "9".repeat(37)
    );
    assert_eq!(report(text.as_bytes(), &error), expected);
}

/// The first record of a text that has a mistake.
fn mistake<T: std::fmt::Debug>(text: &[u8], take: impl Fn(&[u8]) -> Taken<T>) -> SyntaxError {
    let record = take(text).record.expect("the text is not blank");
    record.expect_err("the text has a mistake")
}

#[test]
fn bytes_that_are_no_utf8_are_shown_by_their_codes_and_counted_as_letters() {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    let boards = Boards::new(&cube);
    let queries = Queries::new(&puzzle, queries::size(&puzzle));
    let check_board = |text: &[u8], expected: &str| {
        assert_eq!(report(text, &mistake(text, |text| boards.take(text))), expected);
    };
    let check_query = |text: &[u8], expected: &str| {
        assert_eq!(report(text, &mistake(text, |text| queries.take(text))), expected);
    };
    check_board(
        b"[#q,#\xff],[##,K#]",
        "line 1, column 6: expected a letter of `KkQqRrBbNn#`, but found `\\xff`",
    );
    check_board(
        b"\xfe\xff[#q,##],[##,K#]",
        "line 1, column 1: expected a board, which starts with `[`, `n=` or a letter of `KkQqRrBbNn#`, but found `\\xfe`",
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
        "line 2, column 15: expected `PIECE COLOR START FINISH`, or `PIECE COLOR` and a cell on each of the next two lines, but found 5 words, from `B3d` on too many",
    );
}

#[test]
fn a_misspelt_name_comes_with_the_names_to_choose_from() {
    let rules = rules("kubikschach");
    let size = queries::size(&rules);
    let names = |text: &str| notation::query(&rules, size, text).expect_err("no query").names;
    let pieces = ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"];
    assert_eq!(names("Kng W A1a B3d"), pieces);
    assert_eq!(names("King X A1a B3d"), ["White", "Black"]);
    assert!(names("King W I9a B3d").is_empty());
}

/// Checks that a reader survives a text: that it gets on, and that every mistake it finds lies
/// within the text and has a message of one line.
fn check_survives<T>(text: &[u8], take: impl Fn(&[u8]) -> Taken<T>) -> Result<(), TestCaseError> {
    let mut rest = text;
    loop {
        let Taken { record, used, .. } = take(rest);
        prop_assert!(used <= rest.len());
        let Some(record) = record else { return Ok(()) };
        if let Err(error) = record {
            prop_assert!(is_within(&error, rest), "{:?} in {:?}", error, rest);
            prop_assert!(!error.to_string().contains(char::is_control), "{:?}", error);
            return Ok(());
        }
        prop_assert!(used > 0, "a record takes some of the text");
        rest = &rest[used..];
    }
}

/// Checks that the readers of boards and queries survive the texts of random values.
fn check_readers<S: Strategy, T: Into<Vec<u8>>, I: IntoIterator<Item = T>>(
    cases: u32,
    values: &S,
    texts: impl Fn(S::Value) -> I,
) {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    let (boards, queries) = (Boards::new(&cube), Queries::new(&puzzle, queries::size(&puzzle)));
    for_all(cases, values, |value| {
        texts(value).into_iter().map(Into::into).try_for_each(|text: Vec<u8>| {
            check_survives(&text, |text| boards.take(text))?;
            check_survives(&text, |text| queries.take(text))
        })
    });
}

#[test]
fn no_bytes_make_a_reader_panic() {
    check_readers(500, &vec(any::<u8>(), 0..60), |text| [text]);
}

#[test]
fn no_pieces_of_a_text_in_any_order_make_a_reader_panic() {
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
fn no_board_cut_anywhere_makes_a_reader_panic() {
    check_readers(
        30,
        &(drawing::drawings(2..=3), select(NOTATIONS.to_vec())),
        |(board, (_, draw))| {
            let text = draw(&board).into_bytes();
            (0..=text.len()).map(move |cut| text[..cut].to_vec())
        },
    );
}

/// A board or a query as text.
fn texts() -> impl Strategy<Value = String> {
    let board = (drawing::drawings(2..=4), select(NOTATIONS.to_vec()));
    let board = board.prop_map(|(board, (_, draw)): (Drawing, Notation)| draw(&board));
    let query = queries::written().prop_map(|query: Written| query.text());
    let either = (any::<bool>(), board, query);
    either.prop_map(|(is_board, board, query)| if is_board { board } else { query })
}

#[test]
fn no_change_of_a_text_makes_a_reader_panic() {
    let changes = vec((any::<Index>(), 0..4_usize, vec(any::<u8>(), 0..3)), 1..=4);
    check_readers(500, &(texts(), changes), |(text, changes)| {
        let mut text = text.into_bytes();
        for (place, removed, added) in changes {
            let start = place.index(text.len() + 1);
            let end = text.len().min(start + removed);
            text.splice(start..end, added);
        }
        [text]
    });
}
