//! Mate in N moves over HTTP.

use serde_json::Value;

use crate::serve::{JSON, NDJSON};
use crate::web::board::TWO_KEYS;
use crate::web::{Server, told};

fn object(board: &str, fields: &str) -> String {
    format!(r#"{{"board":"{board}"{fields}}}"#)
}

#[test]
fn answers_are_those_of_the_command_line() {
    let server = Server::start();
    let start = told(&["mate", "--json", "--in", "1", "--rules", "raumschach", "start"]);
    let expected = |board: &str, most: &str| told(&["mate", "--json", "--in", most, board]);
    let asked = server.post("/api/mate", JSON, &object(TWO_KEYS, r#","in":2"#));
    assert_eq!((asked.status, asked.body), (200, expected(TWO_KEYS, "2")));
    // Each line has its own options.
    let lines = [
        object(TWO_KEYS, r#","in":1"#),
        object(TWO_KEYS, r#","in":3,"explain":true"#),
        object(TWO_KEYS, r#","in":null"#),
        object("start", r#","in":1,"rules":"raumschach""#),
    ];
    let asked = server.post("/api/mate", NDJSON, &lines.join("\n"));
    let proved = told(&["mate", "--json", "--in", "3", "--explain", TWO_KEYS]);
    let answers = [expected(TWO_KEYS, "1"), proved, told(&["mate", "--json", TWO_KEYS]), start];
    assert_eq!((asked.status, asked.body), (200, answers.concat()));
}

#[test]
fn mates_over_ten_moves_are_refused() {
    let server = Server::start();
    for (moves, status) in [("0", 400), ("11", 422), ("1e99", 422), ("-1", 400), ("\"2\"", 400)] {
        let body = object(TWO_KEYS, &format!(r#","in":{moves}"#));
        let refused = server.post("/api/mate", JSON, &body);
        assert_eq!(refused.status, status, "{moves}");
        let error: Value = serde_json::from_str(&refused.body).expect("an object");
        let message = error["error"].as_str().expect("a message");
        assert!(message.starts_with("expected a number of moves from 1 to 10"), "{message}");
        assert_eq!(error["column"], Value::from(body.find(moves).map(|at| at + 1)), "{moves}");
    }
    let lines = [object(TWO_KEYS, r#","in":99"#), object(TWO_KEYS, r#","in":2"#)].join("\n");
    let asked = server.post("/api/mate", NDJSON, &lines);
    let mut answers = asked.body.lines();
    assert!(answers.next().is_some_and(|line| line.contains("from 1 to 10")), "{}", asked.body);
    assert_eq!(answers.next(), Some(told(&["mate", "--json", "--in", "2", TWO_KEYS]).trim_end()));
}
