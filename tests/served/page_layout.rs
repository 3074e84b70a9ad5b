//! Where things are on the page, and how large: in sight, in reach, and still when answers come.

use serde_json::Value;

use crate::web::board::{cell, pieces, quiet};
use crate::web::browser::Browser;
use crate::web::page;

/// How many cells are not in sight, or not what a click on their middle hits.
const HIDDEN: &str = "return [...document.querySelectorAll('[data-cell]')].filter((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) !== cell;
}).length";

fn number(browser: &Browser, script: &str) -> f64 {
    browser.run(script).as_f64().expect("a number")
}

/// The length of a cell in pixels, as far as it is not seen from the side.
fn length(browser: &Browser) -> f64 {
    number(browser, "return document.querySelector('[data-cell]').offsetWidth")
}

fn choose_all(browser: &Browser, choices: &[(&str, &str)]) {
    for (id, value) in choices {
        browser.choose(id, value);
    }
}

#[test]
fn cells_are_as_large_as_the_window_lets_them_be() {
    let Some((server, browser)) = page() else { return };
    browser.choose("rules", "cube");
    for (window, size, least) in [
        ((1280, 900), "3", 90.0),
        ((1280, 900), "7", 27.0),
        ((1280, 900), "8", 24.0),
        ((1280, 900), "10", 26.0),
        ((1920, 1080), "8", 38.0),
        ((3840, 2160), "3", 200.0),
        ((3840, 2160), "10", 58.0),
    ] {
        browser.resize(window.0, window.1);
        browser.choose("size", size);
        let found = length(&browser);
        assert!(found >= least, "{size} at {window:?}: {found}");
    }
    browser.resize(1280, 900);
    for size in ["3", "5", "7", "8"] {
        for view in ["flat", "stacked"] {
            choose_all(&browser, &[("size", size), ("view", view)]);
            assert_eq!(browser.run(HIDDEN), 0, "all of {size} is in sight, {view}");
        }
    }
    quiet(&server, &browser);
}

#[test]
fn a_drag_to_the_edge_of_the_window_goes_on() {
    let Some((server, browser)) = page() else { return };
    for view in ["flat", "stacked"] {
        browser.open(&format!("{}#size=10&piece=N&cell=e5(X)&view={view}", server.address));
        let bottom = "return innerHeight - 2";
        #[expect(clippy::cast_possible_truncation, reason = "windows are small")]
        let bottom = number(&browser, bottom) as i32;
        let before = number(&browser, "return scrollY");
        browser.hold(&cell("e5(X)"), 200, bottom, 1500);
        assert!(number(&browser, "return scrollY") > before + 50.0, "{view}");
        assert_eq!(pieces(&browser).len(), 1);
    }
    quiet(&server, &browser);
}

#[test]
fn narrow_screens_have_the_palette_and_the_answer_in_sight() {
    let Some((server, browser)) = page() else { return };
    browser.resize(500, 800);
    browser.choose("rules", "kubikschach");
    for (tab, answer) in [("tester", "count"), ("path", "answer")] {
        browser.click(&format!("#tab-{tab}"));
        for id in ["palette", answer] {
            let script = format!(
                "const {{ top, bottom }} = document.getElementById('{id}').getBoundingClientRect();
                 return top > 0 && bottom <= innerHeight"
            );
            assert_eq!(browser.run(&script), true, "{id}");
        }
    }
    browser.click("#tab-tester");
    for at in ["H8a", "A1h", "D4d"] {
        browser.click(&cell(at));
        assert_eq!(pieces(&browser), [format!("N{at}")].into(), "they cover no cell for long");
    }
    quiet(&server, &browser);
}

#[test]
fn controls_stay_where_they_are_when_answers_come() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    let places = || {
        browser.run(
            "return ['palette', 'board', 'in', 'force', 'copy-board', 'command', 'boards']
                .map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top))",
        )
    };
    browser.choose("board", "[###,###,###],[###,###,###],[###,###,K##]");
    let before = places();
    for board in [
        "[b#b,###,###],[###,###,RNR],[#q#,###,#K#]",
        "[###,###,###],[###,###,###],[###,###,r##]",
        "[#k#,###,###],[###,###,RNR],[#q#,###,#K#]",
        "[#x",
    ] {
        browser.choose("board", board);
        assert_eq!(places(), before, "{board}");
    }
    quiet(&server, &browser);
}

#[test]
fn pointing_at_a_cell_brings_its_lines_into_sight() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    browser.choose("board", "[b#b,###,###],[###,###,RNR],[#q#,###,#K#]");
    for name in ["c2(II)", "b3(I)", "a2(II)"] {
        browser.run(&format!("document.querySelector('{}').focus()", cell(name)));
        let seen = browser.run(
            "const line = document.querySelector('#explanation .lit').getBoundingClientRect();
             const box = document.getElementById('details').getBoundingClientRect();
             return line.top > box.top - 1 && line.bottom < box.bottom + 1",
        );
        assert_eq!(seen, true, "{name}");
        assert_eq!(browser.run("return scrollY"), 0, "the page stays");
    }
    quiet(&server, &browser);
}

#[test]
fn distances_and_the_focus_are_seen() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-path");
    choose_all(&browser, &[("rules", "kubikschach"), ("piece", "P")]);
    let ground = |distance: i32| {
        browser.run(&format!(
            "const cells = [...document.querySelectorAll('[data-distance=\"{distance}\"]:not([data-mark])')];
             const looks = cells.map((cell) => {{
                const {{ backgroundColor, backgroundImage }} = getComputedStyle(cell);
                return backgroundColor + backgroundImage;
             }});
             return [...new Set(looks)]"
        ))
    };
    let mut seen: Vec<Value> = Vec::new();
    for distance in [-1, 1, 5, 6, 7, 10, 14] {
        let found = ground(distance);
        assert_eq!(found.as_array().map(Vec::len), Some(1), "{distance} has one: {found}");
        assert!(!seen.contains(&found), "{distance} has its own: {found}");
        seen.push(found);
    }
    assert!(seen[0].to_string().contains("gradient"), "hatched: {}", seen[0]);
    browser.choose("rules", "cube");
    let ring = |name: &str| {
        browser.run(&format!(
            "const {{ outlineStyle, outlineColor, boxShadow }} =
                getComputedStyle(document.querySelector('{}'));
             return outlineStyle + outlineColor + boxShadow",
            cell(name)
        ))
    };
    let right = '\u{E014}'.to_string();
    for (name, before) in [("c3(III)", "b3(III)"), ("b1(I)", "a1(I)")] {
        let idle = ring(name);
        browser.run(&format!("document.querySelector('{}').focus()", cell(before)));
        browser.keys(&right);
        let focused = ring(name);
        assert!(focused != idle && focused.to_string().contains("solid"), "{name}: {focused}");
    }
    quiet(&server, &browser);
}
