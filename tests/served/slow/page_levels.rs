//! Every level is in sight, on boards of all sizes and in windows of all sizes; and one level can be
//! enlarged.

use serde_json::{Value, json};

use crate::web::board::{cell, focus, number, pieces, quiet, set, value};
use crate::web::browser::{Browser, until};
use crate::web::page;
use crate::web::stage::{astray, edge, farthest, level_label, middles};

const WINDOWS: [(u32, u32); 5] = [(320, 480), (360, 740), (820, 1180), (1280, 757), (1920, 1080)];

/// The least length of a cell in pixels with which the stack is the usual view.
const USUAL: f64 = 14.0;

/// The least length of a cell in pixels that a pointer can hit.
const LEAST: f64 = 8.0;

/// Script that returns the cells whose middle is outside the window or the stage, once the next frame
/// is painted: the boards take their place in it.
const OUTSIDE: &str = "
    const isIn = (x, y, { left, top, right, bottom }) => x > left && x < right && y > top && y < bottom;
    const outside = () => {
        const stage = document.getElementById('stage').getBoundingClientRect();
        const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        return [...document.querySelectorAll('[data-cell]')].filter((cell) => {
            const { left, top, width, height } = cell.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height / 2];
            return !isIn(x, y, stage) || !isIn(x, y, page);
        }).map((cell) => cell.dataset.cell);
    };
    return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(outside()))))";

/// Panics unless all cells are in sight.
fn expect_in_sight(browser: &Browser, state: &str) {
    assert_eq!(browser.run(OUTSIDE), json!([]), "out of sight: {state}");
    if edge(browser) < LEAST {
        return;
    }
    let astray = astray(browser);
    let first = &astray[..astray.len().min(5)];
    assert_eq!(astray.len(), 0, "covered: {state}: {first:?}, cells of {} px", edge(browser));
}

/// Opens boards of several sizes in a window, in all modes by turns, and in both views. The tests of
/// the projection have all sizes.
fn boards_in(window: (u32, u32), embed: &str) {
    let Some((server, browser)) = page() else { return };
    browser.view(window.0, window.1);
    browser.open(&format!("{}#size=3{embed}", server.address));
    for size in [2, 3, 5, 8, 10] {
        let tab = ["tester", "path", "mate"][size % 3];
        for view in ["stack", "flat"] {
            let state = format!("tab={tab}&size={size}&view={view}{embed}&pieces=Ka1(I) qb2(II)");
            browser.follow(&state);
            expect_in_sight(&browser, &format!("{state} at {window:?}"));
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn all_levels_are_in_sight_in_every_window() {
    for window in WINDOWS {
        boards_in(window, "");
    }
}

#[test]
#[ignore = "drives a browser"]
fn all_levels_are_in_sight_in_frames() {
    for window in WINDOWS {
        boards_in(window, "&embed=1");
    }
}

#[test]
#[ignore = "drives a browser"]
fn all_levels_stay_in_sight_while_the_cube_turns() {
    let Some((server, browser)) = page() else { return };
    for window in [(320, 480), (360, 740), (1280, 757)] {
        browser.view(window.0, window.1);
        browser.open(&format!("{}#size=2", server.address));
        for size in [3, 8, 10] {
            for angle in [0, 45, 100, 225] {
                let state = format!("size={size}&view=stack&angle={angle}");
                browser.follow(&state);
                expect_in_sight(&browser, &format!("{state} at {window:?}"));
            }
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn boards_of_other_rules_are_in_sight_too() {
    let Some((server, browser)) = page() else { return };
    for window in WINDOWS {
        browser.view(window.0, window.1);
        browser.open(&server.address);
        for rules in ["kubikschach", "raumschach", "great-shatranj"] {
            browser.follow(&format!("rules={rules}&tab=mate"));
            expect_in_sight(&browser, &format!("{rules} at {window:?}"));
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn boards_stay_in_sight_when_the_rules_change() {
    let Some((server, browser)) = page() else { return };
    for window in WINDOWS {
        browser.view(window.0, window.1);
        browser.open(&format!("{}#tab=path&size=8", server.address));
        for rules in ["kubikschach", "cube", "great-shatranj", "raumschach", "cube"] {
            browser.choose("rules", rules);
            expect_in_sight(&browser, &format!("after a change to {rules} at {window:?}"));
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_stack_is_the_usual_view_where_its_cells_are_large_enough() {
    let Some((server, browser)) = page() else { return };
    for window in WINDOWS {
        browser.view(window.0, window.1);
        browser.open(&format!("{}#size=3", server.address));
        for size in 2..=10 {
            browser.follow(&format!("size={size}&view=stack"));
            let expected = if edge(&browser) >= USUAL { "stack" } else { "flat" };
            browser.follow(&format!("size={size}"));
            assert_eq!(value(&browser, "view"), expected, "{size} at {window:?}");
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn boards_follow_the_window() {
    let Some((server, browser)) = page() else { return };
    browser.view(1280, 757);
    browser.open(&format!("{}#size=5&view=stack", server.address));
    let large = edge(&browser);
    browser.view(360, 740);
    expect_in_sight(&browser, "after the window has become narrow");
    assert!(edge(&browser) < large);
    browser.view(1280, 757);
    let again = edge(&browser);
    assert!((again - large).abs() < 0.01, "{again} instead of {large}");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_phone_opens_with_the_board_and_the_palette() {
    let Some((server, browser)) = page() else { return };
    browser.view(360, 740);
    for tab in ["tester", "path", "mate"] {
        browser.open(&format!("{}#tab={tab}", server.address));
        expect_in_sight(&browser, tab);
        let seen = browser.run(
            "return ['headline', 'stage', 'palette'].every((id) => {
                const { top, bottom, left, right } = document.getElementById(id).getBoundingClientRect();
                return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
            })",
        );
        assert_eq!(seen, true, "{tab}: nothing has to be scrolled to");
        let below =
            number(&browser, "return document.getElementById('panel').getBoundingClientRect().top");
        assert!(below >= 700.0, "{tab}: controls come after the board, at {below}");
    }
    quiet(server, &browser);
}

/// Returns the label of the enlarged level.
fn enlarged(browser: &Browser) -> Value {
    browser.run("return document.body.dataset.enlarged ?? null")
}

/// Returns the width of a cell as it is seen.
fn width(browser: &Browser, name: &str) -> f64 {
    number(
        browser,
        &format!("return document.querySelector('{}').getBoundingClientRect().width", cell(name)),
    )
}

#[test]
#[ignore = "drives a browser"]
fn a_level_is_enlarged_and_goes_back() {
    let Some((server, browser)) = page() else { return };
    for (window, size) in [((360, 740), 8), ((820, 1180), 10), ((1280, 757), 3), ((1280, 757), 8)] {
        browser.view(window.0, window.1);
        for view in ["stack", "flat"] {
            let state = format!("size={size}&view={view}&piece=N&cell=a1(I)&angle=20");
            browser.open(&format!("{}#{state}", server.address));
            let before = middles(&browser);
            assert_eq!(enlarged(&browser), Value::Null);
            for level in [0, size - 1] {
                let label = level_label(level);
                let name = format!("b2({label})");
                let small = width(&browser, &name);
                browser.click(&format!("[data-level={label}]"));
                assert_eq!(enlarged(&browser), label);
                let large = width(&browser, &name);
                let least = if size < 5 { small } else { 1.2 * small };
                assert!(large > least, "{state}: {large} px after {small} at {window:?}");
                expect_in_sight(&browser, &format!("{state}, {label} enlarged at {window:?}"));
                browser.click(&cell(&name));
                assert_eq!(pieces(&browser), set([&format!("N{name}")]), "it takes clicks");
                browser.click(&format!("[data-level={label}]"));
                assert_eq!(enlarged(&browser), Value::Null);
                // A click with the mouse would scroll to the button.
                browser.run("document.getElementById('undo').click()");
                browser.wait();
                let away = || farthest(&before, &middles(&browser));
                until("all cells are back", || away() < 0.5);
            }
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn another_level_is_enlarged_instead() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#size=4&piece=N&cell=a1(I)", server.address));
    browser.click("[data-level=II]");
    browser.click("[data-level=IV]");
    assert_eq!(enlarged(&browser), "IV");
    let pressed = "return [...document.querySelectorAll('[data-level][aria-pressed=true]')].map((name) => name.dataset.level)";
    assert_eq!(browser.run(pressed), json!(["IV"]));
    browser.run("document.querySelector('[data-level=II]').focus()");
    browser.keys("\u{E007}");
    assert_eq!(enlarged(&browser), "II", "by the keyboard, too");
    focus(&browser, "a1(II)");
    browser.click("#turn-left");
    assert_eq!(enlarged(&browser), "II", "a turn leaves it");
    expect_in_sight(&browser, "turned while enlarged");
    browser.choose("size", "3");
    assert_eq!(enlarged(&browser), Value::Null, "another board has none");
    quiet(server, &browser);
}
