//! Placing pieces from the palette and moving them, by mouse, touch and keys.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::web::board::{cell, number, pieces, position, quiet, set};
use crate::web::browser::{Browser, until};
use crate::web::{Server, page};

/// Opens the page with a black knight in a corner, and the piece under test at b2(II).
fn page_of_two() -> Option<(&'static Server, Browser)> {
    let (server, browser) = page()?;
    browser.open(&format!("{}#pieces=na3(I)&cell=b2(II)", server.address));
    Some((server, browser))
}

fn source(kind: &str, id: &str, actions: &Value) -> Value {
    let kind_of_pointer = if kind == "touch" { "touch" } else { "mouse" };
    match kind {
        "key" => json!({ "type": "key", "id": id, "actions": actions }),
        _ => json!({
            "type": "pointer", "id": id, "parameters": { "pointerType": kind_of_pointer },
            "actions": actions,
        }),
    }
}

#[test]
#[ignore = "drives a browser"]
fn pieces_come_from_the_palette_and_go_off_the_boards() {
    let Some((server, browser)) = page() else { return };
    for tab in ["tester", "path", "mate"] {
        browser.click(&format!("#tab-{tab}"));
        let before = position(&browser);
        browser.drag("[data-palette=r]", &cell("b3(II)"));
        assert!(pieces(&browser).contains("rb3(II)"), "{tab}");
        browser.drag(&cell("b3(II)"), &cell("b3(III)"));
        assert!(pieces(&browser).contains("rb3(III)"), "{tab}");
        browser.drag(&cell("b3(III)"), "h1");
        assert_eq!(position(&browser), before, "{tab}");
    }
    browser.click("#tab-tester");
    browser.drag("[data-piece=N]", "h1");
    assert_eq!(pieces(&browser).len(), 1, "the piece under test stays");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_eraser_and_the_right_button_remove() {
    let Some((server, browser)) = page_of_two() else { return };
    for tab in ["tester", "path", "mate"] {
        browser.click(&format!("#tab-{tab}"));
        let before = position(&browser);
        browser.click("[data-palette=erase]");
        browser.click(&cell("a3(I)"));
        assert!(!pieces(&browser).contains("na3(I)"), "{tab}");
        browser.click("#undo");
        assert_eq!(position(&browser), before);
        browser.press(&cell("a3(I)"), 2);
        assert!(!pieces(&browser).contains("na3(I)"), "{tab}");
        browser.click("#undo");
        browser.click("[data-palette=erase]");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_long_touch_removes_and_a_short_one_is_a_click() {
    let Some((server, browser)) = page_of_two() else { return };
    let touch = |name: &str, milliseconds: u32| {
        browser.perform(&[source(
            "touch",
            "finger",
            &json!([
                browser.over(&cell(name), 0),
                { "type": "pointerDown", "button": 0 },
                { "type": "pause", "duration": milliseconds },
                { "type": "pointerUp", "button": 0 },
            ]),
        )]);
    };
    touch("a3(I)", 900);
    until("it is gone", || pieces(&browser) == set(["Nb2(II)"]));
    touch("c3(I)", 0);
    until("the piece under test is put there", || pieces(&browser) == set(["Nc3(I)"]));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn one_finger_is_enough_on_a_phone() {
    let Some((server, browser)) = page() else { return };
    browser.view(360, 740);
    let touch = |steps: Value| browser.perform(&[source("touch", "finger", &steps)]);
    for (size, view, least) in [(3, "stack", 32), (4, "stack", 18), (4, "flat", 30), (8, "flat", 8)]
    {
        let state = format!("tab=tester&rules=cube&size={size}&view={view}&piece=N&cell=a1(I)");
        browser.open(&format!("{}#{state}", server.address));
        let cells = "return Math.min(...[...document.querySelectorAll('.cell')].flatMap((cell) => {
                const { width, height } = cell.getBoundingClientRect();
                return [width, height];
            }))";
        let length = number(&browser, cells);
        assert!(length >= f64::from(least), "{size}, {view}: {length} px");
        let palette =
            "const { top, bottom } = document.getElementById('palette').getBoundingClientRect();
            return top > innerHeight / 2 && bottom <= innerHeight";
        assert_eq!(browser.run(palette), true, "{size}, {view}: a thumb reaches the palette");
        // A cell of the highest level, which is in sight first.
        let name = browser.run("return document.querySelectorAll('.cell')[1].dataset.cell");
        let name = name.as_str().expect("a name").to_owned();
        let press = json!({ "type": "pointerDown", "button": 0 });
        let release = json!({ "type": "pointerUp", "button": 0 });
        touch(json!([browser.over(&cell(&name), 0), press, release]));
        until("a tap moves the piece", || pieces(&browser) == BTreeSet::from([format!("N{name}")]));
        let [from, to] = [browser.over("[data-palette=r]", 0), browser.over(&cell(&name), 150)];
        browser.click("#undo");
        let scrolled = browser.run("return document.querySelector('main').scrollTop");
        touch(json!([from, press, to, release]));
        until("a drag puts a rook", || pieces(&browser).contains(&format!("r{name}")));
        let still = browser.run("return document.querySelector('main').scrollTop");
        assert_eq!(still, scrolled, "{size}, {view}: the page stays");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn escape_cancels_a_drag() {
    let Some((server, browser)) = page_of_two() else { return };
    let link = browser.run("return location.href");
    let pause = json!({ "type": "pause", "duration": 0 });
    for to in ["c1(I)", "a3(I)"] {
        let mouse = json!([
            browser.over(&cell("a3(I)"), 0),
            { "type": "pointerDown", "button": 0 },
            browser.over(&cell("b1(I)"), 50),
            pause,
            pause,
            browser.over(&cell(to), 50),
            { "type": "pointerUp", "button": 0 },
        ]);
        let escape = "\u{E00C}";
        let keys = json!([
            pause, pause, pause, { "type": "keyDown", "value": escape },
            { "type": "keyUp", "value": escape }, pause, pause,
        ]);
        browser.perform(&[source("mouse", "mouse", &mouse), source("key", "keyboard", &keys)]);
        assert_eq!(pieces(&browser), set(["Nb2(II)", "na3(I)"]), "let go on {to}");
        assert_eq!(browser.run("return location.href"), link);
    }
    browser.drag(&cell("a3(I)"), &cell("c1(I)"));
    assert_eq!(pieces(&browser), set(["Nb2(II)", "nc1(I)"]), "the next drag is one again");
    browser.click("[data-palette=q]");
    browser.keys("\u{E00C}");
    let chosen = "return document.querySelectorAll('[data-palette][aria-pressed=true]').length";
    assert_eq!(browser.run(chosen), 0, "Escape puts the palette's piece down");
    // Escape clears nothing while the focus is outside the board.
    for id in ["undo", "view", "tab-tester"] {
        browser.run(&format!("document.getElementById('{id}').focus()"));
        browser.keys("\u{E00C}");
        assert_eq!(pieces(&browser).len(), 2, "{id}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_second_finger_moves_nothing() {
    let Some((server, browser)) = page_of_two() else { return };
    let pause = json!({ "type": "pause", "duration": 0 });
    let first = json!([
        browser.over(&cell("a3(I)"), 0), { "type": "pointerDown", "button": 0 },
        browser.over(&cell("b1(I)"), 50), pause, pause, pause,
        browser.over(&cell("c1(I)"), 50), { "type": "pointerUp", "button": 0 },
    ]);
    let second = json!([
        browser.over(&cell("b2(II)"), 0), pause, pause, { "type": "pointerDown", "button": 0 },
        browser.over(&cell("c3(II)"), 50), { "type": "pointerUp", "button": 0 }, pause, pause,
    ]);
    browser.perform(&[source("touch", "first", &first), source("touch", "second", &second)]);
    until("the first finger's piece has moved, and no other", || {
        pieces(&browser) == set(["Nb2(II)", "nc1(I)"])
    });
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_piece_at_the_edge_of_a_phone_is_dragged_without_scrolling() {
    let Some((server, browser)) = page() else { return };
    browser.view(360, 740);
    let state = "tab=tester&rules=cube&size=5&view=flat&piece=N&cell=e5(V)&pieces=ra1(IV)";
    browser.open(&format!("{}#{state}", server.address));
    let steps = json!([
        browser.over(&cell("a1(IV)"), 0),
        { "type": "pointerDown", "button": 0 },
        { "type": "pointerMove", "origin": "pointer", "x": 0, "y": -8, "duration": 50 },
        { "type": "pause", "duration": 400 },
        browser.over(&cell("d3(IV)"), 50),
        { "type": "pointerUp", "button": 0 },
    ]);
    browser.perform(&[source("touch", "finger", &steps)]);
    until("the rook is there", || pieces(&browser) == set(["Ne5(V)", "rd3(IV)"]));
    let scrolled = "return [scrollY, document.querySelector('main').scrollTop]";
    assert_eq!(browser.run(scrolled), json!([0, 0]));
    quiet(server, &browser);
}
