//! Mate in N moves over HTTP and on the page.

use std::thread;

use serde_json::Value;

use crate::web::browser::Browser;
use crate::web::{Server, page, told};

const JSON: &str = "application/json";
const NDJSON: &str = "application/x-ndjson";
/// Board on which White mates in two moves by either of two key moves, but not in one move.
const TWO: &str = "[###,#K#,##N],[###,##B,###],[##R,#k#,###]";
/// Board on which the search for a mate in ten moves takes longer than any test waits.
const LONG: &str = "[####k,#####,#####,#r###,#####],[#####,#####,#####,#####,#####],\
                    [#####,#####,##N##,#####,#####],[#####,#####,#####,###Q#,#####],\
                    [#####,#####,#####,R####,K####]";

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
    // Each line has its own options.
    let lines = [
        object(TWO, r#","in":1"#),
        object(TWO, r#","in":3,"explain":true"#),
        object(TWO, r#","in":null"#),
        object("start", r#","in":1,"rules":"raumschach""#),
    ];
    let asked = server.post("/api/mate", NDJSON, &lines.join("\n"));
    let proved = told(&["mate", "--json", "--in", "3", "--explain", TWO]);
    let answers = [expected(TWO, "1"), proved, told(&["mate", "--json", TWO]), start];
    assert_eq!((asked.status, asked.body), (200, answers.concat()));
}

#[test]
fn mates_over_ten_moves_are_refused() {
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
fn a_search_over_its_deadline_is_stopped_and_blocks_no_other() {
    let server = Server::start();
    thread::scope(|scope| {
        let long = object(LONG, r#","in":10"#);
        let slow: Vec<_> = [(JSON, long.clone()), (NDJSON, long)]
            .into_iter()
            .map(|(kind, body)| {
                let server = &server;
                scope.spawn(move || server.post("/api/mate", kind, &body))
            })
            .collect();
        assert_eq!(server.post("/api/mate", JSON, &object(TWO, "")).status, 200);
        assert!(!slow.iter().any(thread::ScopedJoinHandle::is_finished), "they are still at work");
        for slow in slow {
            let slow = slow.join().expect("it was asked");
            // Browsers would repeat the request after status 408.
            assert_eq!(slow.status, 503, "{}", slow.body);
            assert!(slow.head.contains("connection: close"), "{}", slow.head);
        }
    });
}

/// Opens the page in mate mode with a board. Returns `None` if no browser is installed.
fn page_of(board: &str) -> Option<(Server, Browser)> {
    let (server, browser) = page()?;
    browser.click("#tab-mate");
    browser.choose("board", board);
    Some((server, browser))
}

#[test]
fn the_page_shows_the_keys_and_the_main_line() {
    let Some((server, browser)) = page_of(TWO) else { return };
    let expected: Value =
        serde_json::from_str(&told(&["mate", "--json", "--in", "3", TWO])).expect("JSON");
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
    browser.open(browser.run("return location.href").as_str().expect("an address"));
    assert!(browser.text("mate-in").starts_with("mate in 2: "), "the address holds it");
    assert_eq!(browser.run("return document.getElementById('in').value"), "3");
    browser.choose("in", "");
    assert_eq!((browser.text("mate-in"), browser.text("mate-line")), Default::default());
    browser.choose("in", "11");
    assert!(browser.text("mate-in").contains("from 1 to 10"), "{}", browser.text("mate-in"));
    browser.choose("board", "[###,#x#");
    assert_eq!(browser.text("mate-in"), "", "of a broken board nothing is asked");
    assert_eq!(browser.complaints(&server.address), Vec::<String>::new());
}

#[test]
fn a_slow_answer_does_not_block_the_next_question() {
    let Some((server, browser)) = page_of(LONG) else { return };
    browser.run(
        "const control = document.getElementById('in');
         control.value = '10';
         control.dispatchEvent(new Event('change'));",
    );
    let looks = "return document.getElementById('mate-in').textContent.startsWith('looking')
        && document.body.dataset.ready === 'false'";
    while browser.run(looks) != true {}
    browser.choose("board", TWO);
    assert!(browser.text("mate-in").starts_with("mate in 2: "), "{}", browser.text("mate-in"));
    assert_eq!(browser.complaints(&server.address), Vec::<String>::new());
}
