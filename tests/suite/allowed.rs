//! What is said of boards that no game has.

use kubikschach::board::Occupancy;
use kubikschach::notation;
use kubikschach::position::Position;

use crate::common::rules;

/// A board, what is wrong with it, and on which cells.
const WRONG: [(&str, &str, &str); 9] = [
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
    ("[k##,R##,###],[###,###,###],[###,###,###] b", "expected 1 white king, but found none", ""),
];

#[test]
fn what_is_wrong_with_a_position_is_said_and_where() {
    let rules = rules("cube");
    for (text, message, cells) in WRONG {
        let setup = notation::board(&rules, text).expect("it is a board");
        let size = setup.board.size();
        let error = Position::new(&rules, setup).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        let names = error.cells().into_iter().map(|cell| rules.cells().name(size, cell));
        assert_eq!(names.collect::<Vec<_>>().join(" "), cells, "{text}");
    }
}
