//! Checks what wrong answers are said to have in common.

use kubikschach::cases::{Answer, Puzzle, Question};
use kubikschach::notation;
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::workbench::{Comparison, Observation};

use crate::common::rules;

/// Returns the sentences about a program that answers the first questions wrongly, by `change` of
/// the right answers, and the others rightly.
fn sentences(
    rules: &Rules,
    [wrong, right]: [&[&str]; 2],
    change: impl Fn(&Answer) -> Answer,
) -> Vec<String> {
    let mut comparison = comparison(rules);
    for (texts, is_wrong) in [(wrong, true), (right, false)] {
        for text in texts {
            comparison.add(&observation(rules, text, is_wrong.then_some(&change)));
        }
    }
    render::in_common(rules, &comparison.in_common())
}

fn puzzle(rules: &Rules) -> Puzzle {
    if rules.captures() { Puzzle::Mate } else { Puzzle::Path }
}

fn comparison(rules: &Rules) -> Comparison {
    Comparison::new(rules, puzzle(rules), None, 1)
}

/// Returns a program's answer to a question: the right one, or a `change` of it.
fn observation(
    rules: &Rules,
    text: &str,
    change: Option<impl Fn(&Answer) -> Answer>,
) -> Observation {
    let question = match puzzle(rules) {
        Puzzle::Mate => Question::Mate(notation::parse_board(rules, text).expect("a board")),
        Puzzle::Path => {
            let size = rules.default_size();
            Question::Path(size, notation::parse_query(rules, size, text).expect("a query"))
        }
    };
    let expected = question.answer(rules).expect("it is small");
    let got = Some(change.map_or_else(|| expected.clone(), |change| change(&expected)));
    Observation { question, expected, got }
}

fn larger(answer: &Answer) -> Answer {
    match answer {
        Answer::Moves(moves) => Answer::Moves(Some(moves.map_or(99, |moves| moves + 1))),
        other => other.clone(),
    }
}

fn negated(answer: &Answer) -> Answer {
    match answer {
        Answer::Checkmate(is_mate) => Answer::Checkmate(!is_mate),
        other => other.clone(),
    }
}

#[test]
fn queries_are_divided_by_the_simplest_property() {
    let rules = rules("kubikschach");
    let cases: [([&[&str]; 2], &str); 5] = [
        (
            [
                &["Knight W A1a A7a", "Knight B C3c D3e", "Knight W H8h A1a"],
                &["King W A1a A7a", "King B C3c D3e", "Queen W H8h A1a"],
            ],
            "possible: all 3 wrong answers have a Knight, and no right one has",
        ),
        (
            [
                &["King W A1a A1a", "Knight B C3c C3c", "Queen W H8h H8h"],
                &["King W A1a A7a", "Knight B C3c D3e", "Queen W H8h A1a"],
            ],
            "possible: all 3 wrong answers have start = finish, and no right one has",
        ),
        (
            [
                &["Bishop W A1a A2a", "Bishop B C3c C3d", "Pawn W H8h A1a"],
                &["King W A1a A2a", "Bishop B C3c D4d", "Queen W H8h A1a"],
            ],
            "possible: all 3 wrong answers have an unreachable finish, and no right one has",
        ),
        (
            [
                &["King W A1a A5a", "King B C3c H3c", "Knight W H8h A1a"],
                &["King W A1a A4a", "King B C3c C3d", "Knight W H8h H8h"],
            ],
            "possible: all 3 wrong answers have a right answer > 3, and no right one has",
        ),
        (
            [
                &["King W B2b C3c", "Queen B B2c C3c", "Knight W C2b G7g"],
                &["King W A2b C3c", "Queen B H2c C3c", "Knight W C8b G7g"],
            ],
            "possible: none of 3 wrong answers has a start at the edge of the board, but all right ones have",
        ),
    ];
    for (questions, expected) in cases {
        assert_eq!(sentences(&rules, questions, larger)[0], expected);
    }
}

#[test]
fn boards_are_divided_by_the_simplest_property() {
    let rules = rules("cube");
    let cases: [([&[&str]; 2], &str); 6] = [
        (
            [
                &[
                    "[####,####,####,####],[####,####,####,####],[####,####,####,####],[r###,####,####,###K]",
                    "[####,####,####,####],[####,####,####,####],[####,####,####,####],[####,####,##b#,###K]",
                    "[####,####,####,####],[####,####,####,####],[####,#q##,####,####],[####,####,####,###K]",
                ],
                &[
                    "[#q,##],[##,K#]",
                    "[###,###,###],[###,###,###],[###,r##,##K]",
                    "[###,###,###],[#b#,###,###],[###,###,##K]",
                ],
            ],
            "possible: all 3 wrong answers have n > 3, and no right one has",
        ),
        (
            [
                &[
                    "[#q,##],[##,K#]",
                    "[rq,##],[##,K#]",
                    "[###,###,###],[###,#q#,###],[###,###,K##]",
                ],
                &[
                    "[##,##],[##,rK]",
                    "[###,###,###],[###,###,###],[###,r##,##K]",
                    "[###,###,###],[#b#,###,###],[###,###,##K]",
                ],
            ],
            "possible: all 3 wrong answers have a check from a Queen, and no right one has",
        ),
        (
            [
                &[
                    "[q#,##],[q#,Kr]",
                    "[###,###,###],[#r#,#K#,###],[q##,###,###]",
                    "[###,###,###],[###,#K#,###],[q##,#r#,###]",
                ],
                &[
                    "[###,###,###],[#r#,#K#,###],[#b#,###,###]",
                    "[###,###,###],[n##,#K#,###],[b##,###,###]",
                    "[###,###,###],[n##,#K#,###],[q##,###,###]",
                    "[###,###,###],[r##,#K#,###],[b##,###,###]",
                ],
            ],
            "possible: all 3 wrong answers have a double check, and no right one has",
        ),
        (
            [
                &[
                    "[q#,##],[q#,Kr]",
                    "[###,###,###],[###,###,###],[###,###,r#K]",
                    "[###,###,###],[###,#K#,###],[b##,###,###]",
                ],
                &[
                    "[###,###,###],[r##,#K#,###],[###,###,###]",
                    "[###,###,###],[###,#K#,###],[#b#,###,###]",
                    "[###,###,###],[n##,#K#,###],[###,###,###]",
                    "[###,###,###],[###,###,###],[r##,###,##K]",
                ],
            ],
            "possible: all 3 wrong answers have a check, and no right one has",
        ),
        (
            [
                &[
                    "[q#,##],[q#,Kr]",
                    "[###,###,###],[#r#,#K#,###],[###,###,###]",
                    "[###,###,###],[###,#K#,###],[b##,###,###]",
                ],
                &[
                    "[###,###,###],[###,###,###],[###,###,r#K]",
                    "[q##,###,###],[###,###,###],[###,###,##K]",
                    "[b##,###,###],[###,###,###],[###,###,##K]",
                ],
            ],
            "possible: all 3 wrong answers have a check from a cell next to the king, and no right one has",
        ),
        (
            [
                &[
                    "[###,###,###],[###,###,###],[#R#,###,r#K]",
                    "[q##,#R#,###],[###,###,###],[###,###,##K]",
                    "[b##,#R#,###],[###,###,###],[###,###,##K]",
                ],
                &[
                    "[R##,###,###],[###,###,###],[###,###,r#K]",
                    "[q##,###,###],[###,###,###],[###,R##,##K]",
                    "[b##,###,###],[###,###,###],[###,R##,##K]",
                    "[###,R##,###],[###,###,###],[###,n##,##K]",
                ],
            ],
            "possible: all 3 wrong answers have a check that can be blocked, and no right one has",
        ),
    ];
    for (questions, expected) in cases {
        let found = sentences(&rules, questions, negated);
        assert!(found.iter().any(|sentence| sentence == expected), "{expected}: {found:#?}");
    }
}

#[test]
fn a_change_of_all_wrong_answers_is_named() {
    let rules = rules("kubikschach");
    let questions: [&[&str]; 2] =
        [&["King W A1a A7a", "Queen B C3c D3e", "Knight W H8h A1a"], &["King W A1a B1a"]];
    let always = |got| sentences(&rules, questions, |_| Answer::Moves(got));
    assert_eq!(always(None), ["possible: all 3 wrong answers are `-1`"]);
    assert_eq!(always(Some(9)), ["possible: all 3 wrong answers are `9`"]);
    let larger = sentences(&rules, questions, larger);
    assert_eq!(larger, ["possible: all 3 wrong answers are too large by 1"]);
}

#[test]
fn a_division_needs_three_wrong_and_three_right_answers_and_a_change_three_wrong_ones() {
    let rules = rules("kubikschach");
    let wrong = ["Knight W A1a A7a", "Knight B C3c D3e", "Knight W H8h A1a"];
    let right = ["King W A1a A7a", "King B C3c D3e", "King W H8h A1a"];
    let none = Vec::<String>::new();
    assert_eq!(sentences(&rules, [&wrong[..2], &right], larger), none);
    let texts = sentences(&rules, [&wrong, &right[..2]], larger);
    assert_eq!(texts, ["possible: all 3 wrong answers are too large by 1"]);
}

#[test]
fn only_wrong_answers_to_new_inputs_confirm_a_change() {
    let rules = rules("kubikschach");
    let wrong = ["Knight W A1a A7a", "Knight B C3c D3e", "Knight W H8h A1a"];
    let right = ["King W A1a A7a", "King B C3c D3e", "King W H8h A1a"];
    let mut comparison = comparison(&rules);
    for text in wrong {
        comparison.add(&observation(&rules, text, Some(larger)));
    }
    let mut add = |texts: &[&str], change: Option<fn(&Answer) -> Answer>| {
        for text in texts {
            comparison.add_new(&observation(&rules, text, change));
        }
        comparison.in_common().change_confirmed
    };
    assert_eq!(add(&right, None), None);
    assert_eq!(add(&wrong[..2], Some(larger)), None);
    assert_eq!(add(&wrong[..1], Some(larger)), Some(3));
}
