//! Turning the cube: by the ground, by buttons and keys, by a finger, and by an address.

use serde_json::json;

use crate::web::board::{cell, focus, is_hidden, marked, pieces, position, quiet, set, value};
use crate::web::browser::Browser;
use crate::web::stage::{FRESH_ANGLE, Point, Steps, middles};
use crate::web::{Server, page};

fn is_turned(browser: &Browser) -> bool {
    (angle(browser) - FRESH_ANGLE).abs() > 0.01
}

fn open(server: &Server, browser: &Browser, fragment: &str) {
    browser.open(&format!("{}#rules=cube&view=stack&{fragment}", server.address));
}

/// Returns the angle in the page's address.
fn angle(browser: &Browser) -> f64 {
    let found = browser.run("return new URLSearchParams(location.hash.slice(1)).get('angle')");
    found.as_str().map_or(FRESH_ANGLE, |angle| angle.parse().expect("a number"))
}

#[test]
#[ignore = "drives a browser"]
fn the_address_has_the_angle() {
    let Some((server, browser)) = page() else { return };
    open(server, &browser, "size=3&cell=b2(II)");
    let fresh = middles(&browser);
    assert!(!browser.run("return location.hash").to_string().contains("angle="));
    for (button, back) in [("#turn-left", "#turn-right"), ("#turn-right", "#turn-left")] {
        browser.click(button);
        let turned = middles(&browser);
        let found = angle(&browser);
        assert!((0.0..360.0).contains(&found) && (found - FRESH_ANGLE).abs() > 1.0, "{found}");
        Steps::measure(&browser, 3).expect_stack_at(found);
        browser.reload();
        assert_eq!(middles(&browser), turned, "a reload shows it");
        browser.reopen();
        assert_eq!(middles(&browser), turned, "and so does a link");
        browser.click(back);
        assert!((angle(&browser) - found).abs() > 1.0, "{back} turns the other way");
        open(server, &browser, "size=3&cell=b2(II)");
    }
    assert_eq!(middles(&browser), fresh);
    open(server, &browser, "size=3&angle=12.5");
    Steps::measure(&browser, 3).expect_stack_at(12.5);
    for wrong in ["360", "-1", "north"] {
        open(server, &browser, &format!("size=3&angle={wrong}"));
        assert!(
            browser.text("error").contains(&format!("angle={wrong}")),
            "{}",
            browser.text("error")
        );
        assert_eq!(middles(&browser), fresh, "the board is shown");
    }
    quiet(server, &browser);
}

/// Older pages turned the board by quarters, seen from above with the clock: rank after rank then
/// goes to the right, where file after file went before.
#[test]
#[ignore = "drives a browser"]
fn quarter_turns_of_older_links_look_as_they_did() {
    let Some((server, browser)) = page() else { return };
    for (quarters, right) in [(0, [1, 0, 0]), (1, [0, 1, 0]), (2, [1, 0, 0]), (3, [0, 1, 0])] {
        open(server, &browser, &format!("size=3&rotate={quarters}"));
        let steps = Steps::measure(&browser, 3);
        steps.expect_stack_at((FRESH_ANGLE + 360.0 - 90.0 * f64::from(quarters)) % 360.0);
        let axis = right.iter().position(|part| *part == 1).expect("one of them");
        assert_eq!(steps.axes[axis][0] > 0.0, quarters < 2, "{quarters} quarters");
        assert_eq!(browser.text("error"), "", "{quarters}");
    }
    open(server, &browser, "size=3&turn=black&tab=mate&pieces=Ka1(I) kc3(III)");
    Steps::measure(&browser, 3).expect_stack_at(FRESH_ANGLE);
    assert!(position(&browser).ends_with(" b"), "`turn` is the side to move");
    quiet(server, &browser);
}

/// Returns a point of the stage's ground, outside all cells and controls.
fn ground(browser: &Browser) -> Point {
    let found = browser.run(
        "const { left, top, right, bottom } = document.getElementById('stage').getBoundingClientRect();
         for (let y = bottom - 6; y > top; y -= 12) {
            for (let x = left + 6; x < right; x += 12) {
                if (!document.elementFromPoint(x, y)?.closest('button, [data-cell]')) return [x, y];
            }
         }",
    );
    serde_json::from_value(found).expect("a point")
}

#[test]
#[ignore = "drives a browser"]
fn a_drag_of_the_ground_turns_the_cube() {
    let Some((server, browser)) = page() else { return };
    for pointer in ["mouse", "touch"] {
        open(server, &browser, "size=3&piece=N&cell=b2(II)");
        let link = browser.run("return location.hash");
        browser.sweep(pointer, ground(&browser), [90, 0]);
        let right = angle(&browser);
        assert!(is_turned(&browser), "{pointer}: the ground turns it");
        Steps::measure(&browser, 3).expect_stack_at(right);
        browser.sweep(pointer, ground(&browser), [-90, 0]);
        assert_eq!(browser.run("return location.hash"), link, "{pointer}: and back");
        let empty = middles(&browser)["c1(I)"];
        browser.sweep(pointer, empty, [60, 0]);
        assert!(is_turned(&browser), "{pointer}: an empty cell is ground, too");
        assert_eq!(pieces(&browser), set(["Nb2(II)"]), "{pointer}: and takes no click then");
        assert_eq!(value(&browser, "piece"), "N");
        open(server, &browser, "size=3&piece=N&cell=b2(II)");
        browser.sweep(pointer, middles(&browser)["b2(II)"], [200, 0]);
        assert!(!is_turned(&browser), "{pointer}: a piece is moved instead");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn an_upright_touch_scrolls_the_page_and_a_sideways_one_turns() {
    let Some((server, browser)) = page() else { return };
    browser.view(360, 740);
    open(server, &browser, "size=3&piece=N&cell=b2(II)");
    let scrolled = || {
        let found =
            browser.run("return Math.max(scrollY, document.querySelector('main').scrollTop)");
        found.as_f64().expect("a number")
    };
    browser.finger(ground(&browser), [120.0, 0.0]);
    assert!(is_turned(&browser), "sideways");
    assert!(scrolled() < 1.0);
    open(server, &browser, "size=3&piece=N&cell=b2(II)");
    browser.finger(ground(&browser), [0.0, -200.0]);
    assert!(scrolled() > 50.0, "upright: {}", scrolled());
    assert!(!is_turned(&browser));
    assert!(!is_hidden(&browser, "panel"), "the panel is below");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn q_and_e_turn_unless_a_cell_or_a_text_has_the_focus() {
    let Some((server, browser)) = page() else { return };
    open(server, &browser, "size=3&piece=N&cell=b2(II)");
    browser.run("document.activeElement.blur()");
    browser.keys("q");
    assert!(is_turned(&browser), "Q turns");
    browser.click("#turn-right");
    let back = angle(&browser);
    browser.run("document.activeElement.blur()");
    browser.keys("qE");
    assert!((angle(&browser) - back).abs() < 1.0, "E turns the other way, also in upper case");
    let before = angle(&browser);
    focus(&browser, "c3(III)");
    browser.keys("q");
    assert!(pieces(&browser).contains("qc3(III)"), "on a cell, Q puts a queen");
    browser.click("#tab-mate");
    browser.run("document.getElementById('board').focus()");
    browser.keys("qe");
    assert!((angle(&browser) - before).abs() < 0.01, "and in a text it is a letter");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_turn_has_arrived_at_once_with_reduced_motion() {
    let Some((server, browser)) = page() else { return };
    let moves = |features: &[(&str, &str)]| {
        browser.emulate("", features);
        open(server, &browser, "size=3");
        // Where a corner is before, right after, and long after a press of a button.
        let found = browser.run(
            "const corner = document.querySelector('[data-cell]');
             const at = () => Math.round(corner.getBoundingClientRect().left);
             const places = [at()];
             document.getElementById('turn-left').click();
             return new Promise((done) => requestAnimationFrame(() => {
                places.push(at());
                setTimeout(() => done([...places, at()]), 700);
             }))",
        );
        serde_json::from_value::<[i64; 3]>(found).expect("numbers")
    };
    let [before, during, after] = moves(&[]);
    assert!(before != after && during != after, "it is seen to turn");
    let [before, during, after] = moves(&[("prefers-reduced-motion", "reduce")]);
    assert!(before != after && during == after, "it jumps");
    browser.click("#turn-right");
    assert_eq!(browser.run("return document.getAnimations().length"), 0);
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_turn_changes_nothing_but_the_view() {
    let Some((server, browser)) = page() else { return };
    open(server, &browser, "size=3&piece=N&cell=b2(II)&pieces=ra1(I)");
    let shown =
        || (position(&browser), pieces(&browser), marked(&browser, "move"), browser.text("count"));
    let before = shown();
    let asked = "return performance.getEntriesByType('resource').length";
    browser.click("#turn-left");
    let requests = browser.run(asked);
    for _ in 0..8 {
        browser.click("#turn-left");
        assert_eq!(shown(), before);
    }
    assert_eq!(browser.run(asked), requests, "and asks nothing");
    assert!(
        browser.run("return document.getElementById('undo').disabled") == true,
        "nor can it be undone"
    );
    browser.click(&cell("c3(III)"));
    let turned = middles(&browser);
    browser.click("#undo");
    assert_eq!(middles(&browser), turned, "Undo leaves the view");
    assert_eq!(shown(), before);
    let cells = browser.run(
        "return [...document.querySelectorAll('.level')].map((level) => level.querySelector('[data-cell]').dataset.cell)",
    );
    assert_eq!(cells, json!(["a3(III)", "a3(II)", "a3(I)"]), "cells stay in their levels");
    quiet(server, &browser);
}
