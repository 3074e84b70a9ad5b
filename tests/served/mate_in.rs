//! Mate in N moves over HTTP and on the page.

use serde_json::Value;

use crate::serve::{JSON, NDJSON};
use crate::web::board::{LONG_SEARCH, TWO_KEYS, quiet, value};
use crate::web::browser::{Browser, until};
use crate::web::{Server, page, told};

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

/// Opens the page in mate mode with a board. Returns `None` if no browser is installed.
fn page_of(board: &str) -> Option<(&'static Server, Browser)> {
    let (server, browser) = page()?;
    browser.click("#tab-mate");
    browser.choose("board", board);
    Some((server, browser))
}

#[test]
fn the_page_shows_the_keys_and_the_main_line() {
    let Some((server, browser)) = page_of(TWO_KEYS) else { return };
    let expected: Value =
        serde_json::from_str(&told(&["mate", "--json", "--in", "3", TWO_KEYS])).expect("JSON");
    assert_eq!(browser.text("mate-in"), "", "nothing was asked");
    browser.choose("in", "1");
    assert_eq!(browser.text("mate-in"), "no mate within 1 move");
    browser.choose("in", "3");
    let keys: Vec<&str> =
        expected["keys"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(browser.text("mate-in").trim(), format!("mate in 2: {}", keys.join(" ")));
    let line: Vec<&str> =
        expected["line"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let line = format!("1. {} {} 2. {}", line[0], line[1], line[2]);
    assert_eq!(browser.text("mate-line").trim(), line);
    // Focus on a key move highlights its cells.
    let lit = browser.run(
        "document.querySelector('#mate-in .move').focus();
         return [...document.querySelectorAll('.cell.lit')].map((cell) => cell.dataset.cell).sort()",
    );
    let mut cells: Vec<&str> = keys[0].split('-').collect();
    cells.sort_unstable();
    assert_eq!(lit, Value::from(cells));
    assert!(browser.text("command").ends_with("--in 3"), "{}", browser.text("command"));
    browser.reopen();
    assert!(browser.text("mate-in").starts_with("mate in 2: "), "the address holds it");
    assert_eq!(value(&browser, "in"), "3");
    browser.choose("in", "");
    assert_eq!((browser.text("mate-in"), browser.text("mate-line")), Default::default());
    browser.choose("in", "11");
    assert_eq!(browser.text("error"), "Mate in: a whole number of moves from 1 to 10");
    browser.choose("board", "[###,#x#");
    assert_eq!(browser.text("mate-in"), "", "of a broken board nothing is asked");
    quiet(server, &browser);
}

#[test]
fn a_slow_answer_does_not_block_the_next_question() {
    let Some((server, browser)) = page_of(LONG_SEARCH) else { return };
    browser.run(
        "const control = document.getElementById('in');
         control.value = '10';
         control.dispatchEvent(new Event('change'));",
    );
    let looks = "return document.getElementById('mate-in').textContent.startsWith('looking')
        && document.body.dataset.ready === 'false'";
    until("it is asked", || browser.run(looks) == true);
    browser.choose("board", TWO_KEYS);
    assert!(browser.text("mate-in").starts_with("mate in 2: "), "{}", browser.text("mate-in"));
    quiet(server, &browser);
}
