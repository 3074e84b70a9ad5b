//! Typing a board: how often the page asks the server, and what it shows for a bad text.

use crate::web::board::{cell, is_hidden, pieces, position, quiet, requests, value, verdict};
use crate::web::browser::Browser;
use crate::web::page;

/// Types a text letter by letter, without waiting for answers.
fn type_fast(browser: &Browser, text: &str) {
    browser.run(&format!(
        "const board = document.getElementById('board');
         board.focus();
         board.value = '';
         for (const letter of {text:?}) {{
             board.value += letter;
             board.dispatchEvent(new Event('input'));
         }}"
    ));
    browser.wait();
}

#[test]
#[ignore = "drives a browser"]
fn a_typed_board_is_one_question_and_one_undo_step() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    let before = (requests(&browser, "board"), requests(&browser, "mate"), position(&browser));
    type_fast(&browser, "[rq,##],[##,K#]");
    assert_eq!(verdict(&browser), "checkmate");
    assert_eq!(
        (requests(&browser, "board") - before.0, requests(&browser, "mate") - before.1),
        (1, 1)
    );
    browser.click("#undo");
    assert_eq!(position(&browser), before.2);
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_malformed_text_greys_the_last_position() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    browser.choose("board", "[rq,##],[##,K#]");
    let board = position(&browser);
    assert!(is_hidden(&browser, "keep"));
    type_fast(&browser, "[rq,#x");
    let opacity = "return Number(getComputedStyle(document.getElementById('boards')).opacity)";
    assert!(browser.run(opacity).as_f64() < Some(0.6), "it is seen not to be the text's");
    assert!(browser.text("error").contains("expected a letter"));
    assert_eq!(browser.text("verdict"), "");
    browser.click("[data-palette=n]");
    browser.click(&cell("b1(I)"));
    assert_eq!((position(&browser), value(&browser, "board").as_str()), (board.clone(), "[rq,#x"));
    browser.reopen();
    assert_eq!((position(&browser), value(&browser, "board").as_str()), (board.clone(), "[rq,#x"));
    browser.click("#keep");
    assert_eq!((position(&browser), value(&browser, "board")), (board.clone(), board));
    assert_eq!(browser.text("error"), "");
    assert_eq!(verdict(&browser), "checkmate");
    browser.click("[data-palette=n]");
    browser.click(&cell("b1(I)"));
    assert!(pieces(&browser).contains("nb1(I)"), "and is gone on with");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn boards_of_rules_without_a_verdict_are_accepted() {
    let Some((server, browser)) = page() else { return };
    browser.choose("rules", "kubikschach");
    browser.click("#tab-mate");
    let row = "########";
    let level = |first: &str| format!("[{}]", [first, row, row, row, row, row, row, row].join(","));
    let levels: Vec<String> =
        (0..8).map(|nth| level(if nth == 0 { "q######K" } else { row })).collect();
    browser.choose("board", &levels.join(","));
    assert_eq!(pieces(&browser).len(), 2);
    assert!(browser.text("explanation").contains("no verdict"));
    browser.choose("board", "nonsense");
    assert!(!browser.text("error").is_empty(), "nonsense is none");
    quiet(server, &browser);
}
