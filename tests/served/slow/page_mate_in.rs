//! Mate in N moves on the page.

use serde_json::Value;

use crate::web::board::{LONG_SEARCH, TWO_KEYS, moves_in, quiet, value};
use crate::web::browser::{Browser, until};
use crate::web::{Server, page, told};

/// Opens the page in mate mode with a board. Returns `None` if no browser is installed.
fn page_of(board: &str) -> Option<(&'static Server, Browser)> {
    let (server, browser) = page()?;
    browser.click("#tab-mate");
    browser.choose("board", board);
    Some((server, browser))
}

#[test]
#[ignore = "drives a browser"]
fn the_page_shows_the_keys_and_the_main_line() {
    let Some((server, browser)) = page_of(TWO_KEYS) else { return };
    let expected: Value =
        serde_json::from_str(&told(&["mate", "--json", "--in", "3", TWO_KEYS])).expect("JSON");
    assert_eq!(browser.text("mate-in"), "", "nothing was asked");
    browser.choose("in", "1");
    assert_eq!(browser.text("mate-in"), "no mate within 1 move");
    browser.choose("in", "3");
    assert!(browser.text("mate-in").starts_with("mate in 2: "), "{}", browser.text("mate-in"));
    assert_eq!(moves_in(&browser, "#mate-in"), expected["keys"]);
    assert_eq!(moves_in(&browser, "#mate-line"), expected["line"]);
    let line = browser.text("mate-line");
    assert!(line.starts_with("1. ") && line.contains(" 2. "), "{line}");
    // Focus on a key move highlights its cells.
    let lit = browser.run(
        "document.querySelector('#mate-in .move').focus();
         return [...document.querySelectorAll('.cell.lit')].map((cell) => cell.dataset.cell).sort()",
    );
    let mut cells: Vec<&str> = expected["keys"][0].as_str().expect("a move").split('-').collect();
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
#[ignore = "drives a browser"]
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
