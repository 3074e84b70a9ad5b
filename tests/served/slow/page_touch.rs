//! Fingers: targets that are large enough, and taps right after a drag.

use serde_json::{Value, json};

use crate::web::board::{cell, pieces, quiet, set};
use crate::web::browser::until;
use crate::web::page;
use crate::web::stage::middles;

/// Script that returns the controls in sight that are smaller than a finger needs.
const SMALL: &str = "
    const controls = document.querySelectorAll('button:not([data-cell]), select, input:not([type=checkbox]), textarea, summary');
    return [...controls].filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .map((control) => [control, control.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 44)
        .map(([control, { width, height }]) => `${control.id || control.className || control.textContent}: ${Math.round(width)}×${Math.round(height)}`)";

/// The controls that may be smaller: moves within a text, and labels of levels beside their cells.
fn is_exempt(found: &str) -> bool {
    ["move", "more", "level-name"].iter().any(|class| found.starts_with(class))
}

#[test]
#[ignore = "drives a browser"]
fn controls_are_as_large_as_a_finger() {
    let Some((server, browser)) = page() else { return };
    browser.touch();
    for (width, height) in [(360, 740), (820, 1180)] {
        browser.view(width, height);
        for tab in ["tester", "path", "mate"] {
            browser.open(&format!("{}#tab={tab}", server.address));
            assert_eq!(browser.run("return matchMedia('(pointer: coarse)').matches"), true);
            let small: Vec<String> = serde_json::from_value(browser.run(SMALL)).expect("texts");
            let small: Vec<&String> = small.iter().filter(|found| !is_exempt(found)).collect();
            assert!(small.is_empty(), "{tab} at {width} px: {small:?}");
        }
    }
    quiet(server, &browser);
}

fn finger(actions: &Value) -> Value {
    json!({ "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" }, "actions": actions })
}

#[test]
#[ignore = "drives a browser"]
fn a_tap_right_after_a_drag_is_a_click() {
    let Some((server, browser)) = page() else { return };
    let press = json!({ "type": "pointerDown", "button": 0 });
    let release = json!({ "type": "pointerUp", "button": 0 });
    for from in ["a1(I)", "c1(I)"] {
        browser.open(&format!("{}#size=3&piece=N&cell=a1(I)&view=flat", server.address));
        // From the piece it is a drag, from the other cell a turn of the board.
        let actions = json!([
            browser.over(&cell(from), 0), press,
            { "type": "pointerMove", "origin": "pointer", "x": 30, "y": -30, "duration": 60 }, release,
            browser.over(&cell("b2(III)"), 0), press, release,
        ]);
        browser.perform(&[finger(&actions)]);
        let tapped = format!("a tap after a drag from {from} moves the piece");
        until(&tapped, || pieces(&browser) == set(["Nb2(III)"]));
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_finger_on_a_piece_neither_scrolls_nor_turns() {
    let Some((server, browser)) = page() else { return };
    browser.view(360, 740);
    for way in [[0.0, -150.0], [150.0, 0.0]] {
        browser.open(&format!("{}#size=3&piece=N&cell=b2(II)", server.address));
        browser.finger(middles(&browser)["b2(II)"], way);
        let moved = "return [new URLSearchParams(location.hash.slice(1)).has('angle'), scrollY, document.querySelector('main').scrollTop]";
        assert_eq!(browser.run(moved), json!([false, 0, 0]), "{way:?}");
    }
    quiet(server, &browser);
}
