//! Mate explains its verdict: the headline, the reasons with their marks and lines, and the text.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::web::board::{
    CHECK_LINK, IN_CHECK, focus, marked_by, pieces, quiet, set, strings, verdict,
};
use crate::web::browser::Browser;
use crate::web::stage::lines_away;
use crate::web::{page, told};

/// The first published board, with which Mate opens.
const OPENING: &str = "[###,n##,#rr],[#b#,###,###],[###,###,bRK]";

const BOARDS: [&str; 5] = [
    OPENING,
    IN_CHECK,
    "[rq,##],[##,K#]",
    "[###,##b,r#r],[###,###,###],[#k#,###,#K#] w",
    "[#k#,###,###],[###,###,###],[###,###,K##] b",
];

fn explained(board: &str) -> Value {
    serde_json::from_str(&told(&["mate", "--json", "--explain", board])).expect("JSON")
}

fn show(browser: &Browser, address: &str, board: &str) {
    browser.open(&format!("{address}#tab=mate&rules=cube&board={}", board.replace('#', "%23")));
}

/// Returns the chips with their texts, and those that are pressed.
fn chips(browser: &Browser) -> (Vec<[String; 2]>, Vec<String>) {
    let found = browser.run(
        "const chips = [...document.querySelectorAll('#reasons [data-reason]')];
         const current = chips.filter((chip) => chip.ariaPressed === 'true');
         return [chips.map((chip) => [chip.dataset.reason, chip.textContent.trim()]), current.map((chip) => chip.dataset.reason)]",
    );
    serde_json::from_value(found).expect("chips")
}

/// Returns the lines on the board, as pairs of cells.
fn lines(browser: &Browser) -> BTreeSet<String> {
    strings(&browser.run(
        "return [...document.querySelectorAll('#lines [data-from][data-to]')].map(({ dataset }) => `${dataset.from} ${dataset.to}`)",
    ))
}

/// Returns the attacks of a reason.
fn attacks(reason: &Value) -> BTreeSet<String> {
    let pairs = reason["attacks"].as_array().expect("a list").iter();
    let name = |cell: &Value| cell.as_str().expect("a name").to_owned();
    pairs.map(|pair| format!("{} {}", name(&pair[0]), name(&pair[1]))).collect()
}

#[test]
#[ignore = "drives a browser"]
fn mate_opens_with_a_mate_that_explains_itself() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=mate", server.address));
    let expected = explained(OPENING);
    let there = ["Kc1(I)", "Rb1(I)", "ba1(I)", "bb3(II)", "na2(III)", "rb1(III)", "rc1(III)"];
    assert_eq!(pieces(&browser), set(there));
    assert_eq!(
        (browser.text("verdict"), verdict(&browser)),
        ("White is checkmated".into(), "checkmate".into())
    );
    assert_eq!(browser.text("reason"), expected["reasons"][0]["text"]);
    assert_eq!(lines(&browser), attacks(&expected["reasons"][0]), "the check is drawn at rest");
    let chips = chips(&browser);
    assert_eq!(chips.0[0], ["check", "1 Check"]);
    assert_eq!(chips.1, ["check"]);
    browser.open(&server.address);
    browser.click("#tab-mate");
    assert_eq!(pieces(&browser), set(there), "from the untouched opening, too");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn reasons_are_those_of_the_library() {
    let Some((server, browser)) = page() else { return };
    for board in BOARDS {
        show(&browser, &server.address, board);
        let expected = explained(board);
        assert_eq!(expected["headline"], browser.text("verdict"), "{board}");
        assert_eq!(expected["verdict"], verdict(&browser), "{board}");
        let reasons = expected["reasons"].as_array().expect("a list");
        let titles: Vec<[String; 2]> = reasons
            .iter()
            .enumerate()
            .map(|(nth, reason)| {
                let text = |key: &str| reason[key].as_str().expect("a text").to_owned();
                [text("reason"), format!("{} {}", nth + 1, text("title"))]
            })
            .collect();
        assert_eq!(chips(&browser).0, titles, "{board}");
        for reason in reasons {
            let name = reason["reason"].as_str().expect("a name");
            browser.click(&format!("[data-reason={name}]"));
            assert_eq!(chips(&browser).1, [name], "{board}");
            assert_eq!(reason["text"], browser.text("reason"), "{board}, {name}");
            expect_shown(&browser, &expected, reason, &format!("{board}, {name}"));
        }
    }
    quiet(server, &browser);
}

/// Panics unless the marks, lines and items of the current reason are shown.
fn expect_shown(browser: &Browser, expected: &Value, reason: &Value, state: &str) {
    let name = reason["reason"].as_str().expect("a name");
    let steps = expected["king_steps"].as_array().expect("a list").iter();
    let is_guarded = |step: &&Value| {
        let outcome = step["outcome"].as_str().unwrap_or_default();
        name == "step" && outcome != "escapes" && outcome != "occupied"
    };
    let guarded: Value = steps.filter(is_guarded).map(|step| step["cell"].clone()).collect();
    assert_eq!(marked_by(browser, "[data-mark~=guarded]"), strings(&guarded), "{state}");
    let reasons = expected["reasons"].as_array().expect("a list").iter();
    let checks = reasons.filter(|reason| reason["reason"] == "check").map(attacks);
    let checks: BTreeSet<String> = checks.flatten().collect();
    let drawn = lines(browser);
    assert!(drawn.is_superset(&checks), "{state}: {drawn:?} have no {checks:?}");
    if name == "step" {
        assert_eq!(drawn, &checks | &attacks(reason), "{state}");
    }
    if !drawn.is_empty() {
        assert!(lines_away(browser).as_f64() < Some(1.5), "{state}: they end at their cells");
    }
    let current = browser.run(
        "return [...document.querySelectorAll('#explanation li')].flatMap((item, nth) => item.ariaCurrent === 'true' ? [nth] : [])",
    );
    assert_eq!(current, reason["lines"], "{state}: the items light up");
}

#[test]
#[ignore = "drives a browser"]
fn arrows_walk_the_reasons() {
    let Some((server, browser)) = page() else { return };
    show(&browser, &server.address, OPENING);
    let (right, left) = ("\u{E014}", "\u{E012}");
    let names: Vec<String> = chips(&browser).0.into_iter().map(|[name, _]| name).collect();
    assert!(names.len() > 2, "{names:?}");
    browser.run("document.activeElement.blur()");
    for name in names.iter().skip(1).chain([&names[0]]) {
        browser.keys(right);
        assert_eq!(chips(&browser).1, std::slice::from_ref(name));
    }
    for name in names.iter().rev() {
        browser.keys(left);
        assert_eq!(chips(&browser).1, std::slice::from_ref(name));
    }
    focus(&browser, "b2(II)");
    browser.keys(right);
    assert_eq!(chips(&browser).1, [names[0].clone()], "on a cell they move the focus");
    browser.run("document.getElementById('board').focus()");
    browser.keys(right);
    assert_eq!(chips(&browser).1, [names[0].clone()], "in a text they move the caret");
    browser.run("document.getElementById('tab-mate').focus()");
    browser.keys(left);
    assert_eq!(
        browser.run("return document.body.dataset.tab"),
        "path",
        "on a tab they choose a mode"
    );
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn cell_names_of_the_explanation_are_bold() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#{CHECK_LINK}", server.address));
    let plain = browser.run(
        "const names = [...document.querySelectorAll('[data-cell]')].map((cell) => cell.dataset.cell);
         return [...document.querySelectorAll('#explanation li')].flatMap((item) => {
            const copy = item.cloneNode(true);
            const bold = [...copy.querySelectorAll('b')].map((part) => part.textContent);
            for (const part of copy.querySelectorAll('b')) part.remove();
            const wrong = bold.filter((name) => !names.includes(name));
            return [...wrong, ...names.filter((name) => copy.textContent.includes(name))];
         })",
    );
    assert_eq!(plain, json!([]), "all names and nothing else");
    let bold = browser.run("return document.querySelectorAll('#explanation b').length");
    assert!(bold.as_u64() > Some(5), "{bold}");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn another_position_begins_with_its_first_reason() {
    let Some((server, browser)) = page() else { return };
    show(&browser, &server.address, OPENING);
    browser.click("[data-reason=step]");
    assert_eq!(chips(&browser).1, ["step"]);
    browser.choose("board", IN_CHECK);
    assert_eq!(chips(&browser).1, ["check"]);
    assert_eq!(marked_by(&browser, "[data-mark~=guarded]"), set([]));
    browser.choose("board", "[###,###,###],[###,###,###],[###,###,K##]");
    assert!(browser.text("verdict").starts_with("White can move: "), "{}", browser.text("verdict"));
    assert_eq!(lines(&browser), set([]));
    browser.click("#clear");
    assert_eq!(chips(&browser), (vec![], vec![]));
    assert_eq!(browser.text("verdict"), "Place the white king");
    quiet(server, &browser);
}
