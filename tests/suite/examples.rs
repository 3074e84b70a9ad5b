//! Checks the examples of the web page.

use std::collections::BTreeSet;

use kubikschach::api::{THUMBNAIL, thumbnail};
use serde_json::{Value, json};

use crate::asked::answer;

#[test]
fn every_board_among_the_examples_has_its_size_and_side_and_every_problem_its_task() {
    let examples = answer("examples", &json!({})).expect("a list");
    let has_board = |example: &&Value| example.get("board").is_some();
    let boards: Vec<&Value> =
        examples.as_array().expect("a list").iter().filter(has_board).collect();
    for example in &boards {
        let board = answer("board", &json!({"board": example["board"], "rules": example["rules"]}));
        let board = board.expect("a board");
        assert_eq!(example["size"], board["size"], "{example}");
        assert_eq!(example["side"], board["side"], "{example}");
        let task = example.get("in").map(|moves| format!("White to move: mate in {moves}"));
        assert_eq!(example.get("task").and_then(Value::as_str), task.as_deref(), "{example}");
    }
    let is_problem = |example: &&&Value| example.get("in").is_some();
    assert_eq!(boards.iter().filter(is_problem).count(), 12);
}

#[test]
fn every_example_has_a_file_name_of_its_own_and_a_small_picture() {
    let examples = answer("examples", &json!({})).expect("a list");
    let examples = examples.as_array().expect("a list");
    let name = |example: &Value| example["file"].as_str().expect("a name").to_owned();
    let files: BTreeSet<String> = examples.iter().map(name).collect();
    assert_eq!(files.len(), examples.len());
    for file in files {
        let svg = thumbnail(&file, THUMBNAIL).expect("a picture");
        assert!(svg.len() < 12_000, "{file}: {} bytes", svg.len());
    }
    assert_eq!(thumbnail("no-such-example", THUMBNAIL), None);
}
