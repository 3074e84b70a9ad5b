//! Problems: tries are judged at once, and thumbnails show which problems are solved.

use serde_json::{Value, json};

use crate::web::board::{
    cell, is_disabled, is_hidden, label, marked_by, moves_in, pieces, position, quiet, set, verdict,
};
use crate::web::browser::{Browser, until};
use crate::web::{page, told};

/// Board with a mate in two moves by one key move, and with set play and tries.
const SOUND: &str =
    "[###N,k###,####,####],[####,####,####,####],[####,####,####,####],[#Q##,##K#,####,####]";

/// An example problem.
const PROBLEM: &str = "1: mate in 2 with 4 pieces, 3×3×3";

/// Returns the answer of the command line about a board with a mate in two moves.
fn answer(options: &[&str], board: &str) -> Value {
    let told = told(&[&["mate", "--json", "--in", "2"], options, &[board]].concat());
    serde_json::from_str(&told).expect("JSON")
}

/// Plays a move such as `a1(I)-b2(II)` by clicks on the board.
fn play(browser: &Browser, played: &str) {
    let cells = played.split('=').next().expect("a move").split('-');
    for name in cells {
        browser.run(&format!("document.querySelector('{}').click()", cell(name)));
        browser.wait();
    }
}

/// Returns the judgement, and its sentence.
fn judged(browser: &Browser) -> (String, String) {
    let found = browser.run(
        "const judged = document.getElementById('judged');
         return judged.checkVisibility() ? [judged.dataset.judged, judged.textContent] : ['', '']",
    );
    serde_json::from_value(found).expect("texts")
}

/// Returns the cells of the last move.
fn last(browser: &Browser) -> [Value; 2] {
    ["from", "to"].map(|end| {
        browser.run(&format!(
            "return document.querySelector('.cell[data-last={end}]')?.dataset.cell ?? null"
        ))
    })
}

fn ends(played: &str) -> [Value; 2] {
    let (from, to) =
        played.split('=').next().and_then(|cells| cells.split_once('-')).expect("a move");
    [from, to].map(Value::from)
}

fn open(browser: &Browser, address: &str) {
    let board = SOUND.replace('#', "%23");
    browser.open(&format!("{address}#tab=mate&rules=cube&in=2&unsolved=1&board={board}"));
}

#[test]
#[ignore = "drives a browser"]
fn a_right_try_is_answered_by_the_longest_defence() {
    let Some((server, browser)) = page() else { return };
    open(&browser, &server.address);
    assert_eq!(browser.text("verdict"), "White to move: mate in 2?");
    assert_eq!(browser.text("stipulation"), browser.text("verdict"));
    let key = answer(&[], SOUND)["keys"][0].as_str().expect("a move").to_owned();
    let expected = answer(&["--try", &key], SOUND);
    assert_eq!(expected["right"], true);
    play(&browser, &key);
    until("the defence is played", || {
        judged(&browser).0 == "right" && position(&browser).ends_with(" w")
    });
    let defence = expected["defence"].as_str().expect("a move");
    let start = format!("{SOUND} w");
    let played = told(&["play", "--json", "--rules", "cube", &start, &key, defence]);
    let played: Value = serde_json::from_str(&played).expect("JSON");
    assert_eq!(played["position"], position(&browser));
    assert_eq!(last(&browser), ends(defence), "the last move is marked");
    assert!(
        browser.text("verdict").starts_with("White to move: mate in 1"),
        "{}",
        browser.text("verdict")
    );
    browser.click("#undo");
    assert_eq!(position(&browser), start, "undo goes back before the try");
    assert_eq!(judged(&browser).0, "");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_wrong_try_is_refuted_on_the_board() {
    let Some((server, browser)) = page() else { return };
    open(&browser, &server.address);
    let wrong = "c3(I)-c2(II)";
    let expected = answer(&["--try", wrong], SOUND);
    assert_eq!(expected["right"], false);
    let refutation = expected["defence"].as_str().expect("a move");
    let before = position(&browser);
    play(&browser, wrong);
    until("it is judged", || judged(&browser).0 == "wrong");
    assert!(judged(&browser).1.starts_with("No: Black answers "), "{}", judged(&browser).1);
    let [from, to] = ends(refutation);
    let line = format!(
        "return document.querySelector('#lines [data-from={from}][data-to={to}]') !== null || document.querySelector('[data-last=to]')?.dataset.cell === {to}"
    );
    assert_eq!(browser.run(&line), true, "the refutation is on the board");
    browser.click("#undo");
    assert_eq!(position(&browser), before);
    assert_eq!(judged(&browser).0, "", "another try can be made");
    let key = answer(&[], SOUND)["keys"][0].as_str().expect("a move").to_owned();
    play(&browser, &key);
    until("it is judged, too", || judged(&browser).0 == "right");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_problem_that_the_reader_solves_is_ticked() {
    let Some((server, browser)) = page() else { return };
    let solved = || {
        browser.run(&format!(
            "return document.querySelector('[data-example=\"{PROBLEM}\"]')?.dataset.solved ?? null"
        ))
    };
    browser.choose("examples", PROBLEM);
    assert_eq!(browser.text("verdict"), "White to move: mate in 2");
    assert_eq!(solved(), Value::Null);
    let board = position(&browser);
    browser.click("#solve");
    until("the first move is shown on the board", || position(&browser) != board);
    while !is_disabled(&browser, "step-next") {
        browser.click("#step-next");
    }
    assert_eq!(verdict(&browser), "checkmate");
    assert_eq!(solved(), Value::Null, "the solution does not count");

    browser.choose("examples", "");
    browser.choose("examples", PROBLEM);
    let key = answer(&[], &board)["keys"][0].as_str().expect("a move").to_owned();
    play(&browser, &key);
    until("the defence is played", || position(&browser).ends_with(" w"));
    let now = position(&browser);
    let mate = told(&["mate", "--json", "--in", "1", &now]);
    let mate: Value = serde_json::from_str(&mate).expect("JSON");
    play(&browser, mate["keys"][0].as_str().expect("a move"));
    until("it is mate", || verdict(&browser) == "checkmate");
    until("it is ticked", || solved() == "true");
    browser.open(&server.address);
    assert_eq!(solved(), "true", "on this device");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn problems_are_thumbnails() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=mate", server.address));
    if is_hidden(&browser, "problem-panel") {
        browser.click("#problems");
    }
    let thumbnails = browser.run(
        "return [...document.querySelectorAll('[data-example]')].map((button) => {
            const picture = button.querySelector('img, svg');
            const { width, height } = picture.getBoundingClientRect();
            return [button.dataset.example, button.matches('button'), width > 40 && height > 40];
        })",
    );
    let thumbnails: Vec<(String, bool, bool)> = serde_json::from_value(thumbnails).expect("a list");
    let all = server.get("/api/examples").body;
    let all: Vec<Value> = serde_json::from_str(&all).expect("JSON");
    let names: Vec<&str> = all
        .iter()
        .filter(|example| example["in"].is_u64())
        .filter_map(|example| example["name"].as_str())
        .collect();
    assert_eq!(thumbnails.iter().map(|thumbnail| thumbnail.0.as_str()).collect::<Vec<_>>(), names);
    assert!(
        thumbnails.iter().all(|(_, is_button, is_seen)| *is_button && *is_seen),
        "{thumbnails:?}"
    );
    let loaded = "return [...document.querySelectorAll('[data-example] img')].filter((picture) => picture.complete && picture.naturalWidth === 0).length";
    assert_eq!(browser.run(loaded), 0, "no picture is broken");
    browser.click(&format!("[data-example=\"{PROBLEM}\"]"));
    assert_eq!(browser.text("verdict"), "White to move: mate in 2");
    assert!(is_hidden(&browser, "problem-panel"), "the board is seen");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn moves_are_in_figurine_notation() {
    let Some((server, browser)) = page() else { return };
    let board = SOUND.replace('#', "%23");
    browser.open(&format!("{}#tab=mate&rules=cube&in=2&board={board}", server.address));
    let expected = answer(&["--figurines", "--explain"], SOUND);
    let texts = |selector: &str| {
        browser.run(&format!(
            "return [...document.querySelectorAll('{selector} [data-move]')].map((button) => button.textContent)"
        ))
    };
    assert_eq!(moves_in(&browser, "#mate-line"), expected["line"]);
    assert_eq!(texts("#mate-line"), expected["line_figurines"]);
    assert_eq!(texts("#mate-in"), expected["key_figurines"]);
    let proof = &expected["proof"][0];
    assert_eq!(texts("#proof")[0], proof["figurine"]);
    assert_eq!(texts("#proof > li > ol > li:first-child")[0], proof["replies"][0]["figurine"]);
    let line = texts("#mate-line").to_string();
    assert!(line.contains('♕') && line.contains('#'), "{line}");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_last_move_is_marked_on_both_cells_and_its_piece_slides() {
    let Some((server, browser)) = page() else { return };
    let board = SOUND.replace('#', "%23");
    browser.open(&format!("{}#tab=mate&rules=cube&in=2&board={board}", server.address));
    assert_eq!(last(&browser), [Value::Null, Value::Null]);
    let line = answer(&[], SOUND)["line"].clone();
    let slides = "return document.querySelectorAll('.sliding').length";
    for (nth, played) in line.as_array().expect("a list").iter().enumerate() {
        browser.run(
            "window.slid = 0;
             new MutationObserver(() => { window.slid += document.querySelectorAll('.sliding').length; })
                .observe(document.body, { childList: true, subtree: true });",
        );
        browser.click("#step-next");
        let played = played.as_str().expect("a move");
        assert_eq!(last(&browser), ends(played), "move {nth}");
        until("its piece slides", || browser.run("return window.slid > 0") == true);
        until("and arrives", || browser.run(slides) == 0);
    }
    browser.click("#step-back");
    assert_eq!(last(&browser), ends(line[1].as_str().expect("a move")), "back to the move before");
    assert_eq!(marked_by(&browser, "[data-last]").len(), 2);
    browser.click("[data-palette=n]");
    browser.click(&cell("a1(I)"));
    assert_eq!(last(&browser), [Value::Null, Value::Null], "a piece that is put is no move");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn after_solve_the_first_move_is_on_the_board_in_sight() {
    let Some((server, browser)) = page() else { return };
    for window in [(360, 740), (1280, 757)] {
        browser.view(window.0, window.1);
        browser.open(&server.address);
        browser.choose("examples", PROBLEM);
        let before = pieces(&browser);
        browser.run("document.getElementById('solve').click()");
        until("a piece has moved", || pieces(&browser) != before);
        browser.wait();
        let seen = browser.run(
            "const { left, top, width, height } = document.querySelector('[data-last=to]').getBoundingClientRect();
             return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-cell]')?.dataset.last ?? null",
        );
        assert_eq!(seen, "to", "{window:?}");
        let moved = browser.run("return document.querySelector('[data-last=to]').dataset.cell");
        let name = moved.as_str().expect("a cell").to_owned();
        assert!(label(&browser, &name).len() > name.len(), "a piece is there");
    }
    assert_eq!(set([]), marked_by(&browser, "[data-mark~=guarded]"));
    assert_eq!(browser.run("return document.querySelectorAll('[data-last]').length"), json!(2));
    quiet(server, &browser);
}
