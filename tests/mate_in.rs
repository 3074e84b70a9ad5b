//! Mates in so many moves over HTTP.
#![cfg(all(feature = "serve", unix))]

mod web;

use std::process::Command;
use std::thread;

use serde_json::Value;
use web::Server;

const JSON: &str = "application/json";
const NDJSON: &str = "application/x-ndjson";
/// Mate in two by two keys, and in no less.
const TWO: &str = "[###,#K#,##N],[###,##B,###],[##R,#k#,###]";
/// Nobody can look through ten moves of it.
const LONG: &str = "[####k,#####,#####,#r###,#####],[#####,#####,#####,#####,#####],\
                    [#####,#####,##N##,#####,#####],[#####,#####,#####,###Q#,#####],\
                    [#####,#####,#####,R####,K####]";

/// What the command line prints.
fn told(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kubikschach")).args(arguments).output();
    String::from_utf8(output.expect("the program runs").stdout).expect("answers are text")
}

fn object(board: &str, fields: &str) -> String {
    format!(r#"{{"board":"{board}"{fields}}}"#)
}

#[test]
fn answers_are_those_of_the_command_line() {
    let server = Server::start();
    let start = told(&["mate", "--json", "--in", "1", "--rules", "raumschach", "start"]);
    let expected = |board: &str, most: &str| told(&["mate", "--json", "--in", most, board]);
    let asked = server.post("/api/mate", JSON, &object(TWO, r#","in":2"#));
    assert_eq!((asked.status, asked.body), (200, expected(TWO, "2")));
    // Each line has options of its own.
    let lines = [
        object(TWO, r#","in":1"#),
        object(TWO, r#","in":3,"explain":true"#),
        object(TWO, r#","in":null"#),
        object("start", r#","in":1,"rules":"raumschach""#),
    ];
    let asked = server.post("/api/mate", NDJSON, &lines.join("\n"));
    let answers = [expected(TWO, "1"), expected(TWO, "3"), told(&["mate", "--json", TWO]), start];
    assert_eq!((asked.status, asked.body), (200, answers.concat()));
}

#[test]
fn searches_have_limits() {
    let server = Server::start();
    for (moves, status) in [("0", 400), ("11", 422), ("1e99", 422), ("-1", 400), ("\"2\"", 400)] {
        let body = object(TWO, &format!(r#","in":{moves}"#));
        let refused = server.post("/api/mate", JSON, &body);
        assert_eq!(refused.status, status, "{moves}");
        let error: Value = serde_json::from_str(&refused.body).expect("an object");
        let message = error["error"].as_str().expect("a message");
        assert!(message.starts_with("expected a number of moves from 1 to 10"), "{message}");
        assert_eq!(error["column"], Value::from(body.find(moves).map(|at| at + 1)), "{moves}");
    }
    let lines = [object(TWO, r#","in":99"#), object(TWO, r#","in":2"#)].join("\n");
    let asked = server.post("/api/mate", NDJSON, &lines);
    let mut answers = asked.body.lines();
    assert!(answers.next().is_some_and(|line| line.contains("from 1 to 10")), "{}", asked.body);
    assert_eq!(answers.next(), Some(told(&["mate", "--json", "--in", "2", TWO]).trim_end()));
}

#[test]
fn a_search_that_takes_too_long_is_given_up_and_keeps_nobody_waiting() {
    let server = Server::start();
    thread::scope(|scope| {
        let long = object(LONG, r#","in":10"#);
        let slow: Vec<_> = [(JSON, long.clone()), (NDJSON, long)]
            .into_iter()
            .map(|(kind, body)| {
                let server = &server;
                scope.spawn(move || server.post("/api/mate", kind, &body).status)
            })
            .collect();
        assert_eq!(server.post("/api/mate", JSON, &object(TWO, "")).status, 200);
        assert!(!slow.iter().any(thread::ScopedJoinHandle::is_finished), "they are still at work");
        for slow in slow {
            assert_eq!(slow.join().expect("it was asked"), 408);
        }
    });
}
