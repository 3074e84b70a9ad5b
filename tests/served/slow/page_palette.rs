//! The palette: its first row is the piece under test, its second row adds blockers.

use serde_json::{Value, json};

use crate::web::board::{cell, focus, is_hidden, marked, pieces, position, quiet, set, value};
use crate::web::browser::Browser;
use crate::web::page;

/// Returns the letters of the row with this attribute whose buttons are in sight, and those that are
/// pressed.
fn row(browser: &Browser, attribute: &str) -> (String, String) {
    let found = browser.run(&format!(
        "const buttons = [...document.querySelectorAll('[data-{attribute}]')].filter((button) => button.checkVisibility());
         const letters = (some) => some.map(({{ dataset }}) => dataset.{attribute}).join(' ');
         return [letters(buttons), letters(buttons.filter((button) => button.ariaPressed === 'true'))]"
    ));
    serde_json::from_value(found).expect("two texts")
}

#[test]
#[ignore = "drives a browser"]
fn the_first_row_is_the_piece_under_test() {
    let Some((server, browser)) = page() else { return };
    for (rules, letters, at) in [
        ("cube", "K Q R B N", "a1(I)"),
        ("raumschach", "K Q R B N U P", "Aa1"),
        ("great-shatranj", "K G W E N M H P", "1a1"),
    ] {
        browser.open(&format!("{}#rules={rules}&piece=N&cell={at}", server.address));
        let (shown, pressed) = row(&browser, "subject");
        let sorted = |letters: &str| {
            let mut letters: Vec<&str> = letters.split(' ').collect();
            letters.sort_unstable();
            letters.join(" ")
        };
        assert_eq!((sorted(&shown), pressed.as_str()), (sorted(letters), "N"), "{rules}");
        for (letter, color) in [("K", "white"), ("K", "black"), ("N", "black")] {
            browser.choose("color", color);
            browser.click(&format!("[data-subject={letter}]"));
            let piece = if color == "white" { letter.to_owned() } else { letter.to_lowercase() };
            assert_eq!(pieces(&browser), set([&format!("{piece}{at}")]), "{rules}");
            assert_eq!(
                (value(&browser, "piece").as_str(), row(&browser, "subject").1.as_str()),
                (letter, letter)
            );
        }
        let drawn = "return [...document.querySelectorAll('[data-subject]')].filter((button) => !button.querySelector('svg use, svg path, svg g')).length";
        assert_eq!(browser.run(drawn), 0, "{rules}: each button has a picture");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_second_row_adds_blockers() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#size=3&piece=R&cell=a1(I)", server.address));
    let words = |id: &str| {
        browser
            .run(&format!("return document.getElementById('{id}').ariaLabel"))
            .to_string()
            .to_lowercase()
    };
    assert!(words("blockers").contains("add a blocker"), "{}", words("blockers"));
    assert!(
        browser.text("blockers").to_lowercase().contains("add a blocker"),
        "the words are seen"
    );
    assert_eq!(row(&browser, "palette"), ("K Q R B N k q r b n erase".to_owned(), String::new()));
    browser.click("[data-palette=n]");
    assert_eq!(row(&browser, "palette").1, "n");
    browser.click(&cell("a3(I)"));
    browser.click(&cell("c1(I)"));
    assert_eq!(
        pieces(&browser),
        set(["Ra1(I)", "na3(I)", "nc1(I)"]),
        "it puts one after the other"
    );
    assert_eq!(marked(&browser, "capture"), set(["a3(I)", "c1(I)"]));
    browser.click("[data-palette=erase]");
    browser.click(&cell("c1(I)"));
    assert_eq!(pieces(&browser), set(["Ra1(I)", "na3(I)"]));
    browser.click("[data-palette=erase]");
    assert_eq!(row(&browser, "palette").1, "", "a second click cancels the choice");
    browser.click(&cell("b2(I)"));
    assert_eq!(pieces(&browser), set(["Rb2(I)", "na3(I)"]), "and clicks move the piece under test");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_click_on_the_tested_piece_makes_it_the_chosen_one() {
    let Some((server, browser)) = page() else { return };
    for tab in ["tester", "path"] {
        browser.open(&format!(
            "{}#size=3&piece=N&cell=b2(II)&finish=c3(III)&tab={tab}",
            server.address
        ));
        browser.click("[data-palette=q]");
        browser.click(&cell("b2(II)"));
        assert_eq!(pieces(&browser), set(["qb2(II)"]), "{tab}");
        assert_eq!(["piece", "color"].map(|id| value(&browser, id)), ["Q", "black"], "{tab}");
        assert_eq!(row(&browser, "subject").1, "Q", "{tab}");
    }
    browser.click("#tab-tester");
    assert_eq!(browser.text("count"), "26");
    browser.click("[data-palette=erase]");
    browser.click(&cell("b2(II)"));
    assert_eq!(pieces(&browser).len(), 1, "there always is a piece under test");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn in_mate_there_is_only_the_second_row() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=mate&size=3", server.address));
    assert_eq!(row(&browser, "subject").0, "");
    assert_eq!(row(&browser, "palette").0, "K Q R B N k q r b n erase");
    browser.click("[data-palette=K]");
    browser.click(&cell("a1(I)"));
    assert!(pieces(&browser).contains("Ka1(I)"));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_tested_piece_is_one_of_the_pieces_in_every_mode() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#size=3&piece=R&cell=a2(II)&pieces=Ka1(I) kc3(III)", server.address));
    let there = set(["Ka1(I)", "Ra2(II)", "kc3(III)"]);
    let shared = position(&browser);
    for tab in ["path", "mate", "tester"] {
        browser.click(&format!("#tab-{tab}"));
        assert_eq!(
            (pieces(&browser), position(&browser)),
            (there.clone(), shared.clone()),
            "{tab}"
        );
    }
    browser.click("#tab-path");
    assert_eq!(marked(&browser, "start"), set(["a2(II)"]), "the path starts there");
    browser.click("#tab-mate");
    browser.click(&cell("a2(II)"));
    assert!(marked(&browser, "move").contains("b2(II)"));
    browser.click(&cell("b2(II)"));
    browser.click("#tab-tester");
    assert_eq!(pieces(&browser), set(["Ka1(I)", "Rb2(II)", "kc3(III)"]));
    let tested = "return document.querySelector('.subject')?.dataset.cell ?? null";
    assert_eq!(browser.run(tested), "b2(II)", "it is followed");
    browser.click("#tab-mate");
    browser.press(&cell("b2(II)"), 2);
    for tab in ["tester", "path"] {
        browser.click(&format!("#tab-{tab}"));
        let found = pieces(&browser);
        assert_eq!(found.len(), 3, "{tab}: {found:?}");
        assert!(found.iter().any(|piece| piece.starts_with('R')), "{tab}: it is there again");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn buttons_of_the_palette_are_used_by_keys() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#size=3&piece=N&cell=b2(II)", server.address));
    let enter = "\u{E007}";
    browser.run("document.querySelector('[data-subject=Q]').focus()");
    browser.keys(enter);
    assert_eq!(pieces(&browser), set(["Qb2(II)"]));
    assert_eq!(
        browser.run("return document.activeElement.dataset.subject"),
        "Q",
        "the focus stays"
    );
    browser.run("document.querySelector('[data-palette=r]').focus()");
    browser.keys(enter);
    focus(&browser, "a1(I)");
    browser.keys(enter);
    assert_eq!(pieces(&browser), set(["Qb2(II)", "ra1(I)"]));
    let chosen = |attribute: &str| {
        browser.run(&format!(
        "return [...document.querySelectorAll('[data-{attribute}]')].every((button) => ['true', 'false'].includes(button.ariaPressed))"
    ))
    };
    assert_eq!((chosen("subject"), chosen("palette")), (Value::from(true), Value::from(true)));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn all_built_in_pieces_are_drawn() {
    let Some((server, browser)) = page() else { return };
    for rules in ["cube", "kubikschach", "raumschach", "great-shatranj"] {
        browser.open(&format!("{}#rules={rules}&tab=mate", server.address));
        assert!(!is_hidden(&browser, "blockers"));
        let lettered = browser.run(
            "return [...document.querySelectorAll('[data-palette]')].filter((button) => {
                const shape = button.querySelector('use')?.getAttribute('href');
                const drawing = shape ? document.querySelector(shape) : button;
                return drawing?.querySelector('text, .letter');
            }).map((button) => button.dataset.palette)",
        );
        assert_eq!(lettered, json!([]), "{rules}: no piece is a letter on a disc");
    }
    quiet(server, &browser);
}
