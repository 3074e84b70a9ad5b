//! Layout of the page: cells are visible and clickable, and do not move when answers arrive.

use serde_json::Value;

use crate::web::board::{CHECK_LINK, IN_CHECK, cell, focus, number, pieces, quiet, set};
use crate::web::browser::Browser;
use crate::web::page;

/// Returns the edge length of a cell in CSS pixels, before the page applies perspective.
fn length(browser: &Browser) -> f64 {
    number(browser, "return document.querySelector('[data-cell]').offsetWidth")
}

fn choose_all(browser: &Browser, choices: &[(&str, &str)]) {
    for (id, value) in choices {
        browser.choose(id, value);
    }
}

#[test]
#[ignore = "drives a browser"]
fn cells_fill_the_window() {
    let Some((server, browser)) = page() else { return };
    browser.choose("rules", "cube");
    for (window, size, least) in [
        ((1280, 900), "3", 105.0),
        ((1280, 900), "7", 25.0),
        ((1280, 900), "8", 20.0),
        ((1280, 900), "10", 14.0),
        ((1920, 1080), "8", 25.0),
        ((3840, 2160), "3", 150.0),
        ((3840, 2160), "10", 30.0),
    ] {
        browser.resize(window.0, window.1);
        browser.choose("size", size);
        let found = length(&browser);
        assert!(found >= least, "{size} at {window:?}: {found}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn narrow_screens_show_the_palette_and_the_answer() {
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
        assert_eq!(pieces(&browser), set([&format!("N{at}")]), "they cover no cell for long");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn boards_leave_room_for_the_headline_and_the_palette() {
    let Some((server, browser)) = page() else { return };
    for (width, height) in [(360, 740), (500, 800), (768, 1024)] {
        browser.view(width, height);
        for size in ["3", "5", "8"] {
            for view in ["flat", "stack"] {
                choose_all(&browser, &[("rules", "cube"), ("size", size), ("view", view)]);
                let found = browser.run(
                    "return ['headline', 'palette'].every((id) => {
                        const { top, bottom } = document.getElementById(id).getBoundingClientRect();
                        return top > 0 && bottom <= innerHeight;
                    })",
                );
                assert_eq!(found, true, "{size}, {view}, at {width}×{height}");
            }
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn controls_do_not_move_when_answers_arrive() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    let places = |ids: &[&str]| {
        browser.run(&format!(
            "return {ids:?}.map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top))"
        ))
    };
    let ids = &["palette", "board", "in", "force", "copy-board", "command", "boards"];
    browser.choose("board", "[###,###,###],[###,###,###],[###,###,K##]");
    let before = places(ids);
    for board in [
        IN_CHECK,
        "[###,###,###],[###,###,###],[###,###,r##]",
        "[#k#,###,###],[###,###,RNR],[#q#,###,#K#]",
        "[#x",
    ] {
        browser.choose("board", board);
        assert_eq!(places(ids), before, "{board}");
    }
    browser.open(&format!("{}#tab=path&rules=kubikschach&start=D4f&finish=A7b", server.address));
    let ids = &["palette", "undo", "piece", "copy-board", "command", "boards"];
    let before = places(ids);
    browser.choose("piece", "B");
    assert!(
        browser.text("answer").starts_with("-1 every Bishop step"),
        "{}",
        browser.text("answer")
    );
    let word =
        "return getComputedStyle(document.querySelector('#answer span'), '::before').content";
    assert_eq!(browser.run(word), "\"Unreachable (\"");
    assert_eq!(places(ids), before, "a reason is longer than a number");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn pointing_at_a_cell_scrolls_to_its_lines() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    browser.choose("board", IN_CHECK);
    for name in ["c2(II)", "b3(I)", "a2(II)"] {
        browser.point(&cell(name));
        let seen = browser.run(
            "const line = document.querySelector('#explanation .lit').getBoundingClientRect();
             const box = document.getElementById('details').getBoundingClientRect();
             return line.top > box.top - 1 && line.bottom < box.bottom + 1",
        );
        assert_eq!(seen, true, "{name}");
        assert_eq!(browser.run("return scrollY"), 0, "the page stays");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn distances_and_the_focus_are_visible() {
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
        focus(&browser, before);
        browser.keys(&right);
        let focused = ring(name);
        assert!(focused != idle && focused.to_string().contains("solid"), "{name}: {focused}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_flat_view_has_full_rows_of_levels() {
    let Some((server, browser)) = page() else { return };
    browser.view(1280, 800);
    for size in [2, 4, 6, 8] {
        choose_all(&browser, &[("size", &size.to_string()), ("view", "flat")]);
        let places = browser.run(
            "const places = [...document.querySelectorAll('.level')].map((level) => level.getBoundingClientRect());
             return ['left', 'top'].map((side) => new Set(places.map((place) => Math.round(place[side]))).size)",
        );
        let [across, down]: [u64; 2] = serde_json::from_value(places).expect("two numbers");
        assert_eq!(across * down, size, "{across} across, {down} down");
    }
    quiet(server, &browser);
}

/// Returns `true` if the middle of a cell is in the window and no other element covers it.
fn is_in_sight(browser: &Browser, name: &str) -> bool {
    let script = format!(
        "const cell = document.querySelector('{}'), {{ left, top, width, height }} = cell.getBoundingClientRect();
         return document.elementFromPoint(left + width / 2, top + height / 2) === cell",
        cell(name)
    );
    browser.run(&script) == true
}

#[test]
#[ignore = "drives a browser"]
fn a_line_of_the_explanation_scrolls_to_its_cells() {
    let Some((server, browser)) = page() else { return };
    browser.view(360, 740);
    browser.open(&format!("{}#{CHECK_LINK}", server.address));
    browser.run("document.querySelector('main').scrollTop = 1e6");
    browser.run(
        "[...document.querySelectorAll('#explanation [data-cells~=\"c1(I)\"]')].at(-1).focus()",
    );
    assert!(is_in_sight(&browser, "c1(I)"));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn nothing_jumps_while_the_page_loads() {
    let Some((server, browser)) = page() else { return };
    for (width, height) in [(1280, 800), (360, 740)] {
        browser.view(width, height);
        for parts in ["tab=tester&size=8", "tab=path", CHECK_LINK] {
            browser.open(&format!("{}#{parts}", server.address));
            let shift = number(
                &browser,
                "return new Promise((done) => {
                    let sum = 0;
                    const add = (list) => { for (const { value } of list.getEntries()) sum += value; };
                    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
                    setTimeout(() => done(sum), 100);
                })",
            );
            assert!(shift < 0.01, "{parts} at {width}×{height}: {shift}");
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_text_grows_while_it_is_typed_and_the_explanation_takes_the_rest() {
    let Some((server, browser)) = page() else { return };
    browser.view(1280, 800);
    browser.click("#tab-mate");
    let height = |id: &str| {
        number(&browser, &format!("return document.getElementById('{id}').offsetHeight"))
    };
    browser.choose("board", "[##,##],[##,K#]");
    let (text, details) = (height("board"), height("details"));
    let rows = ["########"; 8].join(",");
    browser.choose("board", &[&*format!("[{rows}]"); 8].join(",\n").replacen('#', "K", 1));
    assert_eq!((height("board"), height("details")), (text, details), "the explanation is read");
    browser.click("#board");
    assert!(height("board") > text + 40.0, "{} after {text}", height("board"));
    assert!(height("details") < details - 40.0, "{} after {details}", height("details"));
    assert_eq!(
        browser.run("return panel.scrollHeight - panel.clientHeight"),
        0,
        "all of it is seen"
    );
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn controls_of_a_kind_stand_in_one_row() {
    let Some((server, browser)) = page() else { return };
    let rows = |ids: &[&str]| {
        let tops = browser.run(&format!(
            "return [...new Set({ids:?}.map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top)))].length"
        ));
        tops.as_u64()
    };
    for (width, height) in [(360, 740), (768, 1024), (1280, 800), (1920, 1080)] {
        browser.view(width, height);
        browser.open(&format!("{}#tab=mate&rules=great-shatranj", server.address));
        assert_eq!(rows(&["side", "holder", "in"]), Some(1), "{width}");
        browser.click("#tab-path");
        assert_eq!(rows(&["piece", "color"]), Some(1), "{width}");
        let header = number(&browser, "return document.querySelector('header').offsetHeight");
        let most = if width < 500 {
            125.0
        } else if width < 1000 {
            90.0
        } else {
            50.0
        };
        assert!(header <= most, "the boards come first at {width}: {header}");
    }
    quiet(server, &browser);
}
