//! Accessibility of the page: keyboard, screen readers, large text, and WCAG and HTML checkers.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::skipped;
use crate::web::board::{CHECK_LINK, focus, label, number, quiet};
use crate::web::browser::Browser;
use crate::web::{npm, page};

/// Script that returns the violations of WCAG 2.2 at level AA. Cells may be smaller than targets
/// should be, because all levels are in sight.
const AXE: &str =
    "return axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes
        .filter(({ html }) => id !== 'target-size' || !html.includes('data-cell='))
        .map(({ html }) => `${id}: ${html}`)))";

/// Fragments of page addresses. Together they show each mode with and without an error, large
/// boards, and a mate problem with its solution.
const STATES: [&str; 9] = [
    "tab=tester",
    "tab=tester&size=40",
    "tab=path",
    "tab=path&size=40",
    CHECK_LINK,
    "tab=mate&board=%5B%23x",
    "tab=tester&rules=kubikschach",
    "tab=path&rules=kubikschach",
    "tab=mate&in=2&set=1&tries=1&board=%5B%23%23%23,%23K%23,%23%23N%5D,\
     %5B%23%23%23,%23%23B,%23%23%23%5D,%5B%23%23R,%23k%23,%23%23%23%5D",
];

#[test]
#[ignore = "drives a browser"]
fn axe_finds_no_violation_of_level_aa() {
    let Some(script) = npm::file("axe-core/axe.min.js") else { return };
    let Some((server, browser)) = page() else { return };
    let script = fs::read_to_string(script).expect("it is a text");
    // Each state has each width, view and theme once.
    let looks = [((360, 740), "flat", "light"), ((1280, 800), "stack", "dark")];
    for ((width, height), view, theme) in looks {
        browser.view(width, height);
        for state in STATES {
            browser.open(&format!("{}#{state}", server.address));
            browser.run(&script);
            browser.choose("view", view);
            browser.choose("theme", theme);
            let found = browser.run(AXE);
            assert_eq!(found, json!([]), "{state}, {view}, {theme}, {width} px");
        }
    }
}

/// States that need more than an address: a fragment, and a script that leads to the state.
const DONE: [(&str, &str); 12] = [
    ("", "document.getElementById('menu').click()"),
    ("", "document.getElementById('keys').showPopover()"),
    ("size=3&angle=100", "document.getElementById('turn-left').click()"),
    ("size=8", "document.querySelector('[data-level]').click()"),
    ("piece=Q", "document.querySelector('#kinds button').click()"),
    ("size=3", "document.querySelector('[data-palette=q]').click()"),
    (CHECK_LINK, "document.querySelector('[data-reason=step]').click()"),
    ("tab=mate", "document.querySelectorAll('#reasons button')[1].click()"),
    ("tab=mate", "document.getElementById('problems').click()"),
    ("tab=mate", "document.getElementById('clear').click()"),
    ("tab=tester&reach=x", "document.getElementById('copy-link').click()"),
    ("tab=mate&embed=1", "document.getElementById('full').focus()"),
];

#[test]
#[ignore = "drives a browser"]
fn axe_finds_no_violation_after_actions() {
    let Some(script) = npm::file("axe-core/axe.min.js") else { return };
    let Some((server, browser)) = page() else { return };
    let script = fs::read_to_string(script).expect("it is a text");
    for (width, theme) in [(360, "dark"), (1280, "light")] {
        browser.view(width, 757);
        for (state, action) in DONE {
            browser.open(&format!("{}#{state}", server.address));
            browser.choose("theme", theme);
            browser.run(&script);
            browser.run(action);
            browser.wait();
            let found = browser.run(AXE);
            assert_eq!(found, json!([]), "{state}, {action}, {theme}, {width} px");
        }
    }
}

#[test]
#[ignore = "drives a browser"]
fn html_is_valid() {
    let Some(checker) = npm::file("vnu-jar/build/dist/vnu.jar") else { return };
    let Some((server, browser)) = page() else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).expect("the folder above it is there");
    let write = |name: &str, page: &str| {
        let file = folder.join(name).with_extension("html");
        fs::write(&file, page).expect("the folder is there");
        file
    };
    let mut files = vec![write("as-it-is-sent", &server.get("/").body)];
    for state in STATES {
        browser.open(&format!("{}#{state}", server.address));
        // The serialized page includes the boards and pieces that scripts have added.
        let shown = browser.run("return `<!doctype html>${document.documentElement.outerHTML}`");
        files.push(write(state, shown.as_str().expect("a text")));
    }
    let mut java = Command::new("java");
    let Ok(report) = java.arg("-jar").arg(checker).arg("--errors-only").args(files).output() else {
        skipped::note("java", "the HTML of the page");
        return;
    };
    assert!(report.status.success(), "{}", String::from_utf8_lossy(&report.stderr));
}

#[test]
#[ignore = "drives a browser"]
fn labels_name_marks_and_frames() {
    let Some((server, browser)) = page() else { return };
    browser.choose("rules", "cube");
    browser.open(&format!("{}#cell=a1(I)&piece=N&pieces=rc2(I)", server.address));
    assert_eq!(label(&browser, "a1(I)"), "a1(I), white knight, under test");
    assert_eq!(label(&browser, "c2(I)"), "c2(I), black rook, capture");
    browser.open(&format!("{}#{CHECK_LINK}", server.address));
    assert_eq!(label(&browser, "b3(I)"), "b3(I), black queen, gives check");
    browser.click("#tab-path");
    let picked = browser.run("return document.querySelector('.picked').ariaLabel");
    assert!(picked.as_str().is_some_and(|label| label.contains("picked")), "{picked}");
    quiet(server, &browser);
}

/// Returns the elements that get the focus by Tab, each with its top and bottom in pixels.
fn stops(browser: &Browser) -> Vec<(i64, i64, String)> {
    let found = browser.run(
        "return [...document.querySelectorAll('button, select, input, textarea, summary, [tabindex]')]
            .filter((stop) => stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility({ visibilityProperty: true }))
            .map((stop) => {
                const { top, bottom } = stop.getBoundingClientRect();
                return [Math.round(top), Math.round(bottom), stop.id || stop.className];
            })",
    );
    serde_json::from_value(found).expect("places")
}

#[test]
#[ignore = "drives a browser"]
fn the_tab_order_is_the_visual_order() {
    let Some((server, browser)) = page() else { return };
    for width in [360, 500, 820] {
        browser.view(width, 1000);
        for tab in ["tester", "path", "mate"] {
            browser.open(&format!("{}#tab={tab}&size=2", server.address));
            for pair in stops(&browser).windows(2) {
                let [(top, _, before), (_, bottom, after)] = pair else { continue };
                assert!(bottom > top, "{after} comes after {before}, but is above it, at {width}");
            }
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_board_has_one_tab_stop_at_the_piece() {
    let Some((server, browser)) = page() else { return };
    let stop = || {
        browser.run(
            "return [...document.querySelectorAll('[data-cell]')]
            .filter((cell) => cell.tabIndex === 0).map((cell) => cell.dataset.cell)",
        )
    };
    for (state, name) in [
        ("tab=tester&cell=b3(II)", "b3(II)"),
        ("tab=path&start=c1(I)&finish=a1(I)", "c1(I)"),
        (CHECK_LINK, "b1(I)"),
    ] {
        browser.open(&format!("{}#{state}", server.address));
        assert_eq!(stop(), json!([name]), "{state}");
    }
    let (end, home) = ('\u{E010}', '\u{E011}');
    let focused = || browser.run("return document.activeElement.dataset.cell ?? null");
    focus(&browser, "b1(I)");
    browser.keys(&end.to_string());
    assert_eq!(focused(), "c1(I)");
    browser.keys(&home.to_string());
    assert_eq!(focused(), "a1(I)");
    quiet(server, &browser);
}

/// Script that returns the lowest contrast ratio (from 1 to 21) between the border of a control and
/// the colors inside and outside the border.
const BORDERS: &str = "
    const shade = (color) => color.match(/[\\d.]+/g).slice(0, 3)
        .map((part) => part / 255)
        .map((part) => (part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4))
        .reduce((sum, part, nth) => sum + part * [.2126, .7152, .0722][nth], .05);
    const page = getComputedStyle(document.documentElement).backgroundColor;
    const controls = [...document.querySelectorAll('select, textarea, input:not([type=checkbox]), #save')];
    return Math.min(...controls.flatMap((control) => {
        const { borderTopColor, backgroundColor } = getComputedStyle(control);
        return [backgroundColor, page].map((ground) => {
            const [dark, bright] = [shade(borderTopColor), shade(ground)].sort((one, other) => one - other);
            return bright / dark;
        });
    }))";

#[test]
#[ignore = "drives a browser"]
fn borders_of_controls_have_enough_contrast() {
    let Some((server, browser)) = page() else { return };
    for theme in ["light", "dark"] {
        browser.choose("theme", theme);
        let found = number(&browser, BORDERS);
        assert!(found >= 3.0, "{theme}: {found}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_page_follows_the_preferred_font_size() {
    let Some((server, browser)) = page() else { return };
    browser.prefer_letters(24);
    browser.open(&server.address);
    let size = |id: &str| {
        browser.run(&format!("return getComputedStyle(document.querySelector('{id}')).fontSize"))
    };
    assert_eq!(size("body"), "24px");
    assert_eq!(size("#save"), "19.2px");
    let beyond =
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert!(browser.run(beyond).as_i64() <= Some(0));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_page_has_a_description_labels_and_a_fallback_without_scripts() {
    let Some((server, browser)) = page() else { return };
    let types = browser.run("return [...document.querySelectorAll('button')].filter((button) => !button.hasAttribute('type')).length");
    assert_eq!(types, 0, "every button has its type");
    let sent = server.get("/").body;
    let without_scripts = sent.split("<noscript>").nth(1).expect("there is a part without scripts");
    for words in ["needs scripts", "command line", "kubikschach mate"] {
        assert!(without_scripts.contains(words), "{words}");
    }
    assert!(sent.contains("<meta name=\"description\" content=\"3D chess"));
    let name = browser.run("return document.getElementById('in').labels[0].textContent.trim()");
    assert_eq!(name, "Mate in");
    assert_eq!(browser.run("return document.getElementById('in').ariaLabel"), Value::Null);
}

#[test]
#[ignore = "drives a browser"]
fn the_keys_are_told_and_escape_closes_them() {
    let Some((server, browser)) = page() else { return };
    let is_open = || browser.run("return document.getElementById('keys').matches(':popover-open')");
    let before = browser.run("return location.href");
    assert_eq!(is_open(), false);
    browser.click("#menu");
    browser.click("[popovertarget=keys]");
    assert_eq!(is_open(), true);
    for words in ["PageUp", "Ctrl+Z", "a long touch", "marks its legal moves"] {
        assert!(browser.text("keys").contains(words), "{words}");
    }
    browser.keys("\u{E00C}");
    assert_eq!((is_open(), browser.run("return location.href")), (Value::from(false), before));
    quiet(server, &browser);
}
