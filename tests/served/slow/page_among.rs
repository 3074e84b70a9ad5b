//! Paths among other pieces, over HTTP and on the page.

use serde_json::{Value, json};

use crate::serve::JSON;
use crate::web::board::{cell, focus, quiet};
use crate::web::browser::Browser;
use crate::web::{Server, page, told};

const BOARD: &str = "[###,r##,###],[###,#B#,###],[###,###,#n#]";

/// Returns the answer of the command line for a white rook from a1(I) to c3(III) on [`BOARD`].
fn expected(options: &[&str]) -> Value {
    let query =
        ["path", "--json", "--rules", "cube", "--board", BOARD, "--route", "--count", "--why"];
    let ends = ["Rook", "W", "a1(I)", "c3(III)"];
    let text = told(&[&query[..], options, &ends].concat());
    serde_json::from_str(&text).expect("JSON")
}

#[test]
#[ignore = "drives a browser"]
fn the_field_board_of_a_query_has_its_blockers() {
    let server = Server::start();
    let asked = |safe: bool, board: &Value| {
        let body = json!({
            "piece": "Rook", "color": "W", "start": "a1(I)", "finish": "c3(III)", "rules": "cube",
            "board": board, "safe": safe, "route": true, "count": true, "why": true,
        });
        let answer = server.post("/api/path", JSON, &body.to_string());
        assert_eq!(answer.status, 200, "{}", answer.body);
        serde_json::from_str::<Value>(&answer.body).expect("JSON")
    };
    let rows = json!([["###", "r##", "###"], ["###", "#B#", "###"], ["###", "###", "#n#"]]);
    for board in [&Value::from(BOARD), &rows] {
        assert_eq!(asked(false, board), expected(&[]));
        assert_eq!(asked(true, board), expected(&["--safe"]));
    }
    for (start, board) in [("a2(III)", BOARD), ("a1(I)", "n=33,[")] {
        let body = json!({
            "piece": "Rook", "color": "W", "start": start, "finish": "c3(III)", "rules": "cube",
            "board": board,
        });
        let answer = server.post("/api/path", JSON, &body.to_string());
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body.contains("\"error\""), "{}", answer.body);
    }
}

#[test]
#[ignore = "drives a browser"]
fn paths_on_the_page_respect_the_placed_pieces() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-path");
    for (id, value) in [("rules", "cube"), ("size", "3"), ("piece", "R"), ("color", "white")] {
        browser.choose(id, value);
    }
    assert_eq!(browser.text("answer"), "3", "nothing is in the way yet");
    for (letter, at) in [("r", "a2(III)"), ("B", "b2(II)"), ("n", "b1(I)")] {
        browser.click(&format!("[data-palette=\"{letter}\"]"));
        browser.click(&cell(at));
    }
    check(&browser, &expected(&[]));
    assert!(browser.text("command").contains(&format!("--board '{BOARD}'")));
    browser.click("#safe");
    check(&browser, &expected(&["--safe"]));
    assert!(browser.text("command").contains("--safe"));
    browser.reopen();
    check(&browser, &expected(&["--safe"]));
    // Delete removes a piece from the route; stepping over a capture removes the captured piece.
    browser.click("[data-palette=\"q\"]");
    browser.click(&cell("a1(III)"));
    browser.click("#safe");
    let distance = "return document.querySelector('[data-cell=\"a1(III)\"]').dataset.distance";
    assert_eq!(browser.run(distance), "1", "it can be captured");
    focus(&browser, "a1(III)");
    browser.keys("\u{e017}");
    check(&browser, &expected(&[]));
    quiet(server, &browser);
}

/// The page asks one question for each of 1,000 cells. Together with the pieces, these questions
/// are too long for one request.
#[test]
#[ignore = "drives a browser"]
fn the_largest_board_has_room_for_pieces_too() {
    let Some((server, browser)) = page() else { return };
    let link = "#tab=path&rules=cube&size=10&piece=K&start=a1(I)&finish=j10(X)";
    for pieces in ["qc3(III)", "qc3(III)%20ra2(I)%20rd4(IV)%20ne5(V)"] {
        browser.open(&format!("{}{link}&pieces={pieces}", server.address));
        assert_eq!((browser.text("answer"), browser.text("error")), ("9".into(), String::new()));
        let far = "return document.querySelectorAll('[data-distance]').length";
        assert_eq!(browser.run(far), 1000);
    }
    quiet(server, &browser);
}

fn check(browser: &Browser, expected: &Value) {
    assert_eq!(browser.text("answer"), expected["moves"].to_string());
    let route: Vec<&str> =
        expected["route"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let which = match expected["count"].as_u64() {
        Some(1) => "The only shortest route".to_owned(),
        count => format!("Route 1 of {}", count.expect("a number")),
    };
    let routes = format!("{which}: {}", route.join(" "));
    assert_eq!(browser.text("routes"), routes);
}
