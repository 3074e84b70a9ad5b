//! Checks that all modes of the page share one position, that the address contains the position,
//! and that its changes can be undone.

use serde_json::json;

use crate::web::board::{
    cell, is_disabled, is_hidden, marked, pieces, position, quiet, set, value, verdict,
};
use crate::web::browser::until;
use crate::web::page;

/// The board with the piece under test alone.
const FRESH: &str = "[###,###,###],[###,###,###],[###,###,N##] w";
const TWO: &str = "[###,###,###],[###,#q#,###],[###,###,K##] w";

#[test]
#[ignore = "drives a browser"]
fn a_piece_placed_in_one_mode_is_there_in_the_others() {
    let Some((server, browser)) = page() else { return };
    assert_eq!(position(&browser), FRESH);
    browser.click("[data-palette=q]");
    browser.click(&cell("b2(II)"));
    browser.click("#tab-mate");
    browser.click("[data-palette=K]");
    browser.click(&cell("a1(I)"));
    assert_eq!(position(&browser), TWO);
    assert_eq!(verdict(&browser), "check");
    browser.click("#tab-path");
    assert!(pieces(&browser).is_superset(&set(["Ka1(I)", "qb2(II)"])));
    assert_ne!(marked(&browser, "start"), set(["a1(I)"]), "the start has given way to the king");
    browser.click("#tab-tester");
    assert!(!pieces(&browser).contains("Na1(I)"), "and so has the piece under test");
    let there = pieces(&browser);
    assert_eq!(there.len(), 3, "{there:?}");
    browser.click("#tab-mate");
    assert_eq!(pieces(&browser), there, "it is one of the pieces in all modes");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn undo_and_redo_walk_through_the_changes_of_every_mode() {
    let Some((server, browser)) = page() else { return };
    let seen = || {
        let shown =
            |id: &str| if is_hidden(&browser, id) { String::new() } else { value(&browser, id) };
        let values = ["rules", "size", "piece", "color", "side", "in"].map(shown);
        (position(&browser), values, pieces(&browser), marked(&browser, "finish"))
    };
    assert!(is_disabled(&browser, "undo") && is_disabled(&browser, "redo"));
    let steps: [&dyn Fn(); 13] = [
        &|| browser.click(&cell("c2(I)")),
        &|| browser.choose("piece", "Q"),
        &|| browser.choose("color", "black"),
        &|| {
            browser.click("[data-palette=R]");
            browser.click(&cell("c3(III)"));
        },
        &|| browser.choose("size", "2"),
        &|| browser.click("#tab-path"),
        &|| browser.drag("[data-mark=finish]", &cell("b1(I)")),
        &|| browser.choose("rules", "kubikschach"),
        &|| browser.choose("rules", "cube"),
        &|| browser.click("#tab-mate"),
        &|| browser.choose("side", "black"),
        &|| browser.choose("in", "2"),
        &|| browser.choose("board", "[##,##],[##,Kk]"),
    ];
    let mut all = vec![seen()];
    for step in steps {
        step();
        all.push(seen());
    }
    let last = all.len() - 1;
    for nth in (0..last).rev() {
        browser.click("#undo");
        assert_eq!(seen(), all[nth], "back to {nth}");
    }
    assert!(is_disabled(&browser, "undo"), "that was the first");
    for (nth, expected) in all.iter().enumerate().skip(1) {
        browser.click("#redo");
        assert_eq!(&seen(), expected, "on to {nth}");
    }
    assert!(is_disabled(&browser, "redo"), "that was the last");
    for nth in [9, 8, 7, 5] {
        browser.walk("back");
        assert_eq!(seen(), all[nth], "Back to {nth}");
    }
    for nth in [7, 8, 9, last] {
        browser.walk("forward");
        assert_eq!(seen(), all[nth], "Forward to {nth}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_hundred_changes_are_undone_and_redone() {
    let Some((server, browser)) = page() else { return };
    // Each step clicks on one button, and returns the pieces after that.
    browser.run(
        "window.steps = async (buttons) => {
            const seen = [];
            for (const button of buttons) {
                document.querySelector(button).click();
                while (document.body.dataset.ready !== 'true') await new Promise((resolve) => setTimeout(resolve));
                seen.push([...document.querySelectorAll('[data-piece]')].map(({ dataset }) => dataset.piece + dataset.cell).join());
            }
            return seen;
        }",
    );
    let steps = |buttons: &[String]| -> Vec<String> {
        let seen = |part: &[String]| browser.run(&format!("return steps({})", json!(part)));
        let parts = buttons.chunks(25).map(seen);
        parts.flat_map(|part| serde_json::from_value::<Vec<String>>(part).expect("texts")).collect()
    };
    let names = ["a1(I)", "b3(II)", "c2(III)", "c2(III)", "b1(I)", "a2(II)", "a2(II)"];
    let clicks: Vec<String> = (0..100).map(|nth| cell(names[nth % names.len()])).collect();
    let done = steps(&clicks);
    let undone = steps(&vec!["#undo".to_owned(); 99]);
    assert!(undone.iter().eq(done[..99].iter().rev()), "{undone:?}");
    browser.click("#undo");
    assert_eq!(pieces(&browser), set(["Na1(I)"]));
    assert!(is_disabled(&browser, "undo"), "that was the first");
    assert_eq!(steps(&vec!["#redo".to_owned(); 100]), done);
    assert!(is_disabled(&browser, "redo"), "that was the last");
    let before = pieces(&browser);
    browser.click("#tab-path");
    browser.click("#tab-tester");
    browser.reload();
    assert_eq!(pieces(&browser), before);
    for _ in 0..3 {
        browser.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))");
        browser.wait();
    }
    assert_ne!(pieces(&browser), before, "changes before a reload are undone");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_pasted_link_is_a_change_that_can_be_undone() {
    let Some((server, browser)) = page() else { return };
    browser.click(&cell("c2(I)"));
    browser.run("location.hash = '#size=3&piece=Q&cell=b2(II)'");
    until("the link is shown", || pieces(&browser) == set(["Qb2(II)"]));
    browser.click("#undo");
    assert_eq!(pieces(&browser), set(["Nc2(I)"]));
    browser.click("#redo");
    assert_eq!(pieces(&browser), set(["Qb2(II)"]));
    browser.walk("back");
    assert_eq!(pieces(&browser), set(["Nc2(I)"]));
    browser.walk("forward");
    assert_eq!(pieces(&browser), set(["Qb2(II)"]));
    browser.choose("view", "flat");
    browser.click("#undo");
    assert_eq!(value(&browser, "view"), "flat", "the view is nothing to undo");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn undo_keys_in_text_fields_are_left_to_the_browser() {
    let Some((server, browser)) = page() else { return };
    browser.click(&cell("c2(I)"));
    let keys = |shift: &str| {
        browser.run(&format!(
            "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
                {{ key: '{}', ctrlKey: true, shiftKey: {}, bubbles: true, cancelable: true }}))",
            if shift == "true" { "Z" } else { "z" },
            shift
        ));
        browser.wait();
    };
    keys("false");
    assert_eq!(pieces(&browser), set(["Na1(I)"]));
    keys("true");
    assert_eq!(pieces(&browser), set(["Nc2(I)"]));
    keys("false");
    browser.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', ctrlKey: true, bubbles: true, cancelable: true }))");
    browser.wait();
    assert_eq!(pieces(&browser), set(["Nc2(I)"]), "Ctrl+Y is the other key");
    browser.click("#tab-mate");
    browser.run("document.getElementById('board').focus()");
    keys("false");
    assert_eq!(browser.run("return document.body.dataset.tab"), "mate", "letters are undone there");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn reloading_and_resizing_lose_no_work() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    browser.choose("board", "[rq,##],[##,K#]");
    browser.click("#tab-path");
    browser.reopen();
    browser.click("#tab-mate");
    assert_eq!(verdict(&browser), "checkmate", "it is in the address");
    browser.choose("board", TWO);
    browser.choose("size", "2");
    assert_eq!(position(&browser), "[#q,##],[##,K#] w", "what fits is kept");
    browser.click("#undo");
    assert_eq!(position(&browser), TWO, "and the rest comes back");
    browser.choose("board", "[###,###,##q],[###,###,###],[###,###,K##] w");
    browser.choose("size", "2");
    assert_eq!(position(&browser), "[##,##],[##,K#] w");
    browser.choose("size", "3");
    assert_eq!(position(&browser), "[###,###,##q],[###,###,###],[###,###,K##] w", "and back");
    browser.choose("size", "2");
    browser.click("[data-palette=r]");
    browser.click(&cell("b2(II)"));
    browser.choose("size", "3");
    assert_eq!(position(&browser), "[###,###,###],[###,#r#,###],[###,###,K##] w", "or not");
    browser.choose("rules", "kubikschach");
    assert!(position(&browser).contains('K'), "what other rules have is kept too");
    for _ in 0..4 {
        browser.click("#undo");
    }
    assert!(position(&browser).starts_with("[###,###,##q]"));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn clearing_and_the_start_position_can_be_undone() {
    let Some((server, browser)) = page() else { return };
    browser.choose("rules", "great-shatranj");
    browser.click("#tab-mate");
    browser.click("#setup");
    let start = position(&browser);
    assert!(start.starts_with("[#gkhm#,wneenw,") && start.ends_with(" w -"), "{start}");
    browser.click("#clear");
    assert!(pieces(&browser).is_empty());
    assert!(browser.text("explanation").starts_with("Paste a board or place pieces"));
    browser.click("#undo");
    assert_eq!(position(&browser), start);
    browser.choose("rules", "cube");
    assert!(is_hidden(&browser, "setup"), "it has none");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_holder_is_part_of_the_position() {
    let Some((server, browser)) = page() else { return };
    browser.choose("rules", "great-shatranj");
    browser.click("#tab-mate");
    browser.choose("board", "start");
    browser.choose("holder", "white");
    assert!(position(&browser).ends_with(" w w") && value(&browser, "board").ends_with(" w w"));
    assert_eq!(value(&browser, "holder"), "white", "it is not taken back in silence");
    assert!(browser.text("error").contains("can't hold"), "{}", browser.text("error"));
    browser.click("#undo");
    assert_eq!(
        (value(&browser, "board").as_str(), value(&browser, "holder").as_str()),
        ("start", "")
    );
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn errors_in_an_address_are_shown() {
    let Some((server, browser)) = page() else { return };
    for (address, named) in [
        ("#size=40", "size=40"),
        ("#rules=nonsense", "rules=nonsense"),
        ("#rules=kubikschach&size=3", "size=3"),
        ("#piece=X", "piece=X"),
        ("#tab=nowhere", "tab=nowhere"),
        ("#tab=__proto__", "tab=__proto__"),
        ("#start=z9", "start=z9"),
        ("#pieces=Xa1(I)", "pieces=Xa1(I)"),
        ("#tab=mate&in=100", "in=100"),
    ] {
        browser.open(&format!("{}{address}", server.address));
        let error = browser.text("error");
        assert!(error.contains(&format!("{named} (expected ")), "{address}: {error}");
        assert!(error.len() < 250, "{address}: {error}");
    }
    let links = [
        ("colour=white", "colour is no part of an address"),
        ("pieces=Ra1(I) Na1(I)", "pieces=Ra1(I) Na1(I) (two pieces on a1(I))"),
        ("flip=1.", "flip=1. (expected 1, 0)"),
        ("size=3.", "size=3. (expected a number from 2 to 32)"),
        ("board=[rq,%23%23],[%23%23,K%23].", "line 1, column 16: "),
    ];
    for (link, words) in links {
        let errors = ["tester", "path", "mate"].map(|tab| {
            browser.open(&format!("{}#tab={tab}&{link}", server.address));
            browser.text("error")
        });
        assert!(errors[0].contains(words), "{errors:?}");
        let first = errors.each_ref().map(|error| error.lines().next());
        assert!(first.iter().all(|line| *line == first[0]), "{errors:?}");
    }
    browser.click("#tab-tester");
    browser.click(&cell("b2(II)"));
    assert_eq!(browser.text("error"), "", "until something is done");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_copied_position_can_be_pasted() {
    let Some((server, browser)) = page() else { return };
    browser.run("navigator.clipboard.writeText = async (text) => { window.text = text; }");
    let copied = |what: &str| {
        browser.click(&format!("#copy-{what}"));
        browser.run("return window.text").as_str().unwrap_or_default().to_owned()
    };
    browser.click("#tab-mate");
    for (rules, board, side) in [
        ("cube", "rq\n##\n\n##\nK#\n", ""),
        ("cube", "[rq,##],[##,K#] b", ""),
        ("cube", "[rq,##],[##,K#]", "black"),
        ("great-shatranj", "start", "black"),
        ("raumschach", "start", ""),
    ] {
        browser.choose("rules", rules);
        browser.choose("side", side);
        browser.choose("board", board);
        let before = position(&browser);
        let text = copied("board");
        assert_eq!(text, before);
        browser.click("#clear");
        browser.choose("side", "");
        browser.choose("board", &text);
        assert_eq!(position(&browser), before, "{board}");
    }
    assert_eq!(browser.run("return location.href"), copied("link"));
    assert!(copied("command").starts_with("kubikschach mate "));
    quiet(server, &browser);
}
