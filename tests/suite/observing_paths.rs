//! Tests of the facts about programs that count moves. The programs are functions.

mod flaws;
mod programs;
mod truth;

use std::cell::Cell;
use std::collections::HashMap;

use kubikschach::cases::Puzzle;
use kubikschach::rules::Rules;
use kubikschach::workbench::Reply;

use self::flaws::flaws;
use self::programs::{Read, Running, number};
use self::truth::refuted;
use crate::common::observed::{observe, sentences};

/// Flaws with sentences that the reports must have.
const EXPECTED: [(&str, &str); 15] = [
    ("row and column exchanged", "answers 1 to column -1; slice +1; right are row -1; slice +1 ("),
    ("both pawns go the same way", "answers 1 to exactly the steps of the White Pawn ("),
    (
        "the king has no steps along three axes",
        "King: answers 1 to 18 of its 26 steps; not to the 8 along three axes at once (",
    ),
    ("the king by the sum of differences", "answers 1 to exactly the steps of the Rook ("),
    (
        "the queen never takes three moves",
        "by right answer, 1 to 2: 0 of 49 wrong, 3: 3 of 3 (answers 2); such as Queen W D4d H2a: 2, right 3",
    ),
    (
        "the knight also goes 2, 1 and 1",
        "Knight: answers 1 to its own moves asked, but also to 24 of 24 moves by 1, 1 and 2 (",
    ),
    ("coordinates are above 0", "moves into row A, column 1 or slice a: 14 of 14 wrong ("),
    ("0 for no way", "if there is no way (right -1): it prints `0`: 22 of 22, such as "),
    (
        "a crash for the knight",
        "inputs: it ends with an error (KeyError: 'Knight')\nright in all answers: King, Queen, Rook, ",
    ),
    ("the queen lacks a direction", "not to row +1, column -1, slice +1 ("),
    (
        "the bishop goes in four directions",
        "not to the 4 in which row and column change in opposite directions (",
    ),
    (
        "the queen rides along two axes",
        "Queen: answers 1 to its own moves asked, but also to 36 of 36 moves equally along two axes (",
    ),
    (
        "riders go one cell",
        "Queen, Rook, Bishop: answers 1 to rides of at most 1 cell; to none of the 21 longer asked ",
    ),
    (
        "one too high",
        "longer ways are right; by right answer, 2 to 14: 42 of 42 wrong (1 too high), -1: 0 of ",
    ),
    (
        "the king stays in its slice",
        "answers 1 to 8 of its 26 steps; not to the 18 that change the slice",
    ),
];

#[test]
fn reports_name_the_flaw_and_say_nothing_that_the_program_refutes() {
    let rules = Rules::kubikschach();
    let mut texts = HashMap::new();
    for (name, program) in flaws() {
        let running = Running::new(&program);
        let (report, runs) =
            observe(&rules, Puzzle::Path, |question| running.reply(&Read::new(question)));
        let text = sentences(&rules, &report);
        assert!(runs <= 200, "{name}: {runs} runs");
        assert!(report.wrong > 0 && !text.is_empty() && report.facts.len() <= 8, "{name}: {text}");
        assert_eq!(refuted(&running, &report), [""; 0], "{name}");
        texts.insert(name, text);
    }
    for (name, expected) in EXPECTED {
        assert!(texts[name].contains(expected), "{name}: expected {expected}, got {}", texts[name]);
    }
}

#[test]
fn pieces_of_other_rules_are_named_too() {
    for (name, flawed, source, expected) in [
        ("great-shatranj", "Minister", "Warmachine", "exactly the steps of the Warmachine ("),
        ("great-shatranj", "Knight", "Elephant", "Knight: answers 1 to none of its 24 steps ("),
        ("raumschach", "Bishop", "Rook", "answers 1 to exactly the moves of the Rook ("),
        (
            "raumschach",
            "Knight",
            "Pawn",
            "Knight: the same answer to all 18 inputs: it prints `-1`",
        ),
    ] {
        let rules = Rules::built_in(name).expect("it is built in");
        let [role, other] = [flawed, source].map(|name| rules.role_named(name).expect("a piece"));
        let changed = rules.with_moves(role, rules.role(other).atoms.clone());
        let (report, _) = observe(&rules, Puzzle::Path, |question| {
            Reply::Answer(question.answer(&changed).expect("cells on the board"))
        });
        let text = sentences(&rules, &report);
        assert!(text.contains(expected), "{name}, {flawed}: {text}");
    }
}

#[test]
fn nothing_is_said_about_right_programs() {
    for name in ["kubikschach", "cube", "great-shatranj", "great-shatranj:sideways", "raumschach"] {
        let rules = Rules::built_in(name).expect("built in");
        let (report, runs) = observe(&rules, Puzzle::Path, |question| {
            Reply::Answer(question.answer(&rules).expect("cells on the board"))
        });
        assert!(runs <= 200, "{name}: {runs} runs");
        assert_eq!((report.wrong, report.facts.len()), (0, 0), "{name}");
    }
}

#[test]
fn a_program_that_is_not_repeatable_is_told_so_and_nothing_else() {
    let calls = Cell::new(0);
    let (report, _) = observe(&Rules::kubikschach(), Puzzle::Path, |_| {
        calls.set(calls.get() + 1);
        number(calls.get() % 3)
    });
    let facts = sentences(&Rules::kubikschach(), &report);
    assert!(facts.starts_with("not repeatable"), "{facts}");
    assert_eq!(report.facts.len(), 1);
}
