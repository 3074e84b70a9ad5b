//! Shows boards on the page that break an invariant, contain a mistake, or become too small for the
//! cell of a piece.

use serde_json::json;

use crate::web::board::{cell, focus, marked_by, pieces, position, quiet, set, value, verdict};
use crate::web::browser::Browser;
use crate::web::page;

const KINGLESS: &str = "[###,###,###],[###,###,###],[###,###,r##]";

fn type_on(browser: &Browser, name: &str, key: &str) {
    focus(browser, name);
    browser.keys(key);
}

#[test]
#[ignore = "drives a browser"]
fn a_board_that_breaks_an_invariant_is_shown_and_can_be_edited() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=mate&board={}", server.address, KINGLESS.replace('#', "%23")));
    assert_eq!(pieces(&browser), set(["ra1(I)"]), "a link to it shows it");
    assert_eq!(browser.text("verdict"), "Place the white king");
    assert_eq!((browser.text("error"), verdict(&browser)), Default::default());
    type_on(&browser, "c3(III)", "K");
    assert_eq!(pieces(&browser), set(["Kc3(III)", "ra1(I)"]), "a key keeps what was there");
    assert_eq!(verdict(&browser), "ongoing");
    browser.choose("board", "[##,##],[#k,##]");
    assert_eq!(pieces(&browser), set(["kb2(I)"]), "what is pasted is shown");
    browser.click("[data-palette=r]");
    browser.click(&cell("a1(II)"));
    assert_eq!(pieces(&browser), set(["kb2(I)", "ra1(II)"]), "a click goes on with it");
    let words = ["verdict", "error"].map(|id| browser.text(id));
    assert_eq!(words, ["Place the white king", ""], "no words of the command line");
    browser.choose("size", "3");
    assert_eq!(
        value(&browser, "board"),
        "[###,###,###],[###,###,r##],[###,#k#,###] w",
        "another size is that of the text too"
    );
    browser.click("#force");
    assert_ne!(browser.text("verdict"), "Place the white king", "what is asked for is answered");
    assert_eq!(browser.text("error"), "");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn names_of_rule_sets_and_lists_of_pieces_are_boards() {
    let Some((server, browser)) = page() else { return };
    let hash = || browser.run("return location.hash").as_str().unwrap_or_default().to_owned();
    browser.click("#tab-mate");
    browser.choose("board", "raumschach b");
    assert_eq!(value(&browser, "rules"), "raumschach", "the rule set is that of the text");
    let start = position(&browser);
    assert!(start.starts_with("[rnknr,ppppp,") && start.ends_with(" b"), "{start}");
    browser.choose("rules", "cube");
    browser.choose("size", "4");
    let list = "Kc1(I) Rb1(I) ba1(I)";
    browser.choose("board", list);
    let placed = set(["Kc1(I)", "Rb1(I)", "ba1(I)"]);
    assert_eq!((pieces(&browser), value(&browser, "size").as_str()), (placed.clone(), "4"));
    browser.click("[data-palette=q]");
    browser.click(&cell("d4(IV)"));
    let written = "pieces=ba1%28I%29+Rb1%28I%29+Kc1%28I%29+qd4%28IV%29";
    assert!(hash().contains(written), "{}", hash());
    browser.reopen();
    assert_eq!(pieces(&browser), &placed | &set(["qd4(IV)"]));
    browser.choose("board", "Kc1(I) Rz9(I)");
    let error = browser.text("error");
    assert!(error.contains("\nKc1(I) Rz9(I)\n        ^\n"), "{error}");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn pieces_that_make_a_position_illegal_are_framed() {
    let Some((server, browser)) = page() else { return };
    let framed = || marked_by(&browser, ".wrong");
    for (placed, words, cells) in [
        ("Ka1(I) Kc3(III) rb2(I)", "Expected 1 white king, but found 2", set(["a1(I)", "c3(III)"])),
        ("Ka1(I) kb1(I)", "The kings attack each other", set(["a1(I)", "b1(I)"])),
        ("kc3(I) Rc3(III)", "", set([])),
        ("Kc3(I) kc1(III)", "", set([])),
    ] {
        let link = format!("{}#tab=mate&rules=cube&size=3&pieces={placed}", server.address);
        browser.open(&link);
        let error = browser.text("error");
        assert!(error.starts_with(words) && (words.is_empty() == error.is_empty()), "{error}");
        assert_eq!(framed(), cells, "{placed}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn letters_and_pieces_that_the_rules_lack_are_named() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#rules=raumschach&piece=K&cell=Aa1", server.address));
    type_on(&browser, "Cc3", "u");
    type_on(&browser, "Dd4", "z");
    let words = "No piece of raumschach has the letter Z. Its letters are ";
    assert!(browser.text("error").starts_with(words), "{}", browser.text("error"));
    browser.choose("rules", "cube");
    let words = "No place on this board for black unicorn on Cc3. Undo brings them back.";
    assert_eq!(browser.text("error"), words);
    browser.click("#undo");
    assert!(pieces(&browser).contains("uCc3"));
    assert_eq!(browser.text("error"), "");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_malformed_text_is_kept_for_correction() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    browser.choose("board", "[rq,##],[##,K#]");
    let broken = "[rq,\t#x],[##,K#]";
    browser.choose("board", broken);
    let error = browser.text("error");
    assert!(error.ends_with("\n[rq, #x],[##,K#]\n      ^"), "the caret is below it: {error}");
    type_on(&browser, "a1(I)", "N");
    browser.click("[data-palette=r]");
    browser.click(&cell("b1(I)"));
    browser.choose("size", "4");
    assert_eq!(value(&browser, "board"), broken, "nothing is written over it");
    let row = "#".repeat(30);
    browser.choose("board", &format!("[{row},{row},{row}x"));
    let error = browser.text("error");
    let lines: Vec<&str> = error.lines().collect();
    let column = lines[2].find('^').expect("a caret");
    assert_eq!(lines[1].get(column..=column), Some("x"), "{error}");
    let rows = browser.run(
        "const text = document.getElementById('error').firstChild, range = document.createRange();
         const [from, to] = [text.data.indexOf('\\n') + 1, text.data.lastIndexOf('\\n')];
         range.setStart(text, from);
         range.setEnd(text, to);
         return new Set([...range.getClientRects()].map(({ top }) => top)).size",
    );
    assert_eq!(rows, 1, "the excerpt is one row");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_smaller_board_has_room_for_the_piece_under_test() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#size=3&piece=N&cell=c3(III)&pieces=ra1(I)", server.address));
    browser.choose("size", "2");
    let at = browser.run("return document.querySelector('[data-piece=N]').dataset.cell");
    assert_ne!(at, "a1(I)");
    assert_eq!((pieces(&browser).len(), browser.text("error")), (2, String::new()));
    assert_eq!(browser.text("count"), "0", "a knight has no moves there");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn letters_put_pieces_in_the_way_of_a_path() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-path");
    type_on(&browser, "a1(I)", "r");
    let query = || ["piece", "color"].map(|id| value(&browser, id));
    assert_eq!(query(), ["R", "black"], "on the start it is what is asked about");
    type_on(&browser, "c3(III)", "Q");
    type_on(&browser, "b1(I)", "n");
    assert_eq!(query(), ["R", "black"]);
    assert_eq!(pieces(&browser), set(["Qc3(III)", "nb1(I)", "ra1(I)"]));
    assert_eq!(browser.text("answer"), "3", "the queen on the finish is captured");
    browser.keys("\u{e017}");
    type_on(&browser, "c3(III)", "q");
    assert!(browser.text("answer").starts_with("-1 "), "its own queen is in the way");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn rules_without_a_verdict_are_announced() {
    let Some((server, browser)) = page() else { return };
    browser.choose("rules", "kubikschach");
    browser.click("#tab-mate");
    assert_eq!((browser.text("error"), browser.text("verdict")), Default::default());
    assert!(browser.text("explanation").contains("no verdict"));
    type_on(&browser, "D4d", "q");
    assert_eq!(pieces(&browser), set(["NH1a", "qD4d"]), "pieces are put all the same");
    browser.choose("rules", "cube");
    let there = set(["Na1(I)", "qd5(IV)"]);
    assert_eq!(pieces(&browser), there, "what other rules have keeps its place");
    type_on(&browser, "b1(I)", "K");
    assert_eq!(verdict(&browser), "ongoing");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn shown_commands_and_names_match_the_page() {
    let Some((server, browser)) = page() else { return };
    let names = browser.run(
        "return ['[data-palette=N]', '[data-palette=q]', '[data-subject=N]']
             .map((button) => document.querySelector(button).ariaLabel)",
    );
    assert_eq!(names, json!(["white knight", "black queen", "Test the knight"]));
    browser.click("#tab-path");
    let label = browser.run("return document.querySelector('[data-distance=\"1\"]').ariaLabel");
    assert!(label.as_str().is_some_and(|label| label.ends_with(", 1 move")), "{label}");
    browser.click("#tab-mate");
    browser.choose("board", "[rq,##],[##,K#]");
    browser.choose("in", "2");
    let commands = browser.text("command");
    let ends: Vec<&str> =
        commands.lines().filter_map(|line| line.split(" --rules ").nth(1)).collect();
    assert_eq!(ends, ["cube --explain", "cube --in 2"], "the verdict and the mates");
    quiet(server, &browser);
}
