//! Looks of the page: themes, forced colors, print, rotated boards, and marks without color.

use serde_json::{Value, json};

use crate::web::board::{CHECK_LINK, cell, focus, number, quiet};
use crate::web::browser::{Browser, until};
use crate::web::page;

fn style(browser: &Browser, selector: &str, property: &str) -> String {
    let found = browser.run(&format!(
        "return getComputedStyle(document.querySelector('{selector}')).getPropertyValue('{property}')"
    ));
    found.as_str().unwrap_or_default().to_owned()
}

#[test]
#[ignore = "drives a browser"]
fn the_theme_follows_the_users_preference() {
    let Some((server, browser)) = page() else { return };
    let ground = || style(&browser, "html", "background-color");
    browser.emulate("", &[("prefers-color-scheme", "light")]);
    let light = ground();
    browser.emulate("", &[("prefers-color-scheme", "dark")]);
    let dark = ground();
    assert_ne!(light, dark, "`system` is the browser's");
    browser.choose("theme", "light");
    assert_eq!(ground(), light);
    browser.open(&server.address);
    assert_eq!(ground(), light, "it stays");
    browser.choose("theme", "dark");
    assert_eq!(ground(), dark);
    browser.choose("theme", "system");
    assert_eq!(ground(), dark);
    quiet(server, &browser);
}

/// Script that returns the kinds of marks on the cells, each with several facts that show whether
/// the mark is visible.
const DRAWN: &str = "
    return Object.fromEntries([...document.querySelectorAll('[data-mark]')].map((cell) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, display } = getComputedStyle(cell, '::after');
        return [cell.dataset.mark, [parseFloat(borderTopWidth) >= 1, borderTopStyle !== 'none', display !== 'none',
            borderTopColor !== getComputedStyle(cell).backgroundColor]];
    }))";

#[test]
#[ignore = "drives a browser"]
fn marks_and_cells_are_visible_in_forced_colors_and_in_print() {
    let Some((server, browser)) = page() else { return };
    for (medium, features) in [("", &[("forced-colors", "active")][..]), ("print", &[])] {
        browser.emulate(medium, features);
        for (state, marks) in [
            (
                "tab=tester&piece=R&cell=a1(I)&pieces=Ra3(I)+rc1(I)",
                &["blocked", "capture", "move"][..],
            ),
            ("tab=path", &["finish", "route", "start"]),
            (CHECK_LINK, &["guarded"]),
        ] {
            browser.open(&format!("{}#rules=cube&{state}", server.address));
            if state == CHECK_LINK {
                browser.run("document.querySelector('[data-reason=step]').click()");
            }
            let drawn = browser.run(DRAWN);
            let names: Vec<&str> =
                drawn.as_object().expect("marks").keys().map(String::as_str).collect();
            assert_eq!(names, marks, "{state}");
            for (mark, drawn) in drawn.as_object().expect("marks") {
                assert_eq!(
                    *drawn,
                    json!([true, true, true, true]),
                    "{mark} in {medium}{features:?}"
                );
            }
        }
        browser.open(&format!("{}#rules=cube&tab=tester", server.address));
        let [light, shade] = [":not(.shade)", ".shade"]
            .map(|kind| style(&browser, &format!(".cell{kind}"), "background-color"));
        assert_ne!(light, shade, "the cells differ in {medium}{features:?}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn boards_are_printed_whole() {
    let Some((server, browser)) = page() else { return };
    for (size, view) in [("3", "flat"), ("8", "flat"), ("10", "flat"), ("8", "stack")] {
        browser.emulate("", &[]);
        browser.view(1280, 800);
        browser.open(&format!("{}#tab=path&rules=cube&size={size}&view={view}", server.address));
        // A printed page is narrower than the window that determined the size of the cells.
        browser.view(700, 1000);
        browser.emulate("print", &[]);
        let cut = || {
            browser.run(
            "return [...document.querySelectorAll('[data-cell], #labels span')].filter((cell) => {
                const { left, right, width } = cell.getBoundingClientRect();
                return left < 0 || right > innerWidth || (cell.dataset.cell && width < 14);
            }).length",
        )
        };
        until(&format!("all of {size}, {view} is on the paper"), || cut() == 0);
        let controls =
            "return [...document.querySelectorAll('select, textarea, button:not([data-cell], [data-level])')]
            .filter((control) => control.checkVisibility()).map((control) => control.id)";
        assert_eq!(browser.run(controls), json!([]), "paper has no controls");
        assert_eq!(style(&browser, "#panel", "overflow"), "visible");
    }
    quiet(server, &browser);
}

/// Returns the first three cells in document order, which is the order of screen readers.
fn first_cells(browser: &Browser) -> Value {
    browser.run("return [...document.querySelectorAll('[data-cell]')].slice(0, 3).map((cell) => cell.dataset.cell)")
}

#[test]
#[ignore = "drives a browser"]
fn boards_can_be_turned_upside_down() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#rules=cube&size=3&cell=b2(II)", server.address));
    let upper = json!(["a3(III)", "b3(III)", "c3(III)"]);
    assert_eq!(first_cells(&browser), upper);
    browser.click("#menu");
    browser.click("#flip");
    let lower = json!(["a3(I)", "b3(I)", "c3(I)"]);
    assert_eq!(first_cells(&browser), lower);
    let labels = browser.run(
        "return [...document.querySelectorAll('[data-level]')].map((name) => name.dataset.level)",
    );
    assert_eq!(labels, json!(["I", "II", "III"]));
    browser.reopen();
    assert_eq!(first_cells(&browser), lower, "a link keeps that");
    focus(&browser, "b2(II)");
    browser.keys("\u{E00E}");
    assert_eq!(browser.run("return document.activeElement.dataset.cell"), "b2(I)", "page up");
    browser.click("#menu");
    browser.click("#flip");
    assert_eq!(first_cells(&browser), upper);
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_heat_map_has_a_legend_in_even_steps() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=path&rules=cube&size=10&piece=N", server.address));
    let steps = browser.run(
        "const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
         return [...document.querySelectorAll('#scale li')].map((step) => {
            context.fillStyle = getComputedStyle(step).backgroundColor;
            context.fillRect(0, 0, 1, 1);
            const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
            const cell = document.querySelector(`[data-distance='${step.textContent}']:not([data-mark])`);
            const same = !cell || getComputedStyle(cell).backgroundColor === getComputedStyle(step).backgroundColor;
            return [same, Math.round(.2126 * red + .7152 * green + .0722 * blue)];
         })",
    );
    let steps: Vec<(bool, i64)> = serde_json::from_value(steps).expect("steps");
    assert_eq!(steps.len(), 11, "a step for each distance, {steps:?}");
    assert!(steps.iter().all(|(same, _)| *same), "the cells have its colors, {steps:?}");
    let falls: Vec<i64> = steps.windows(2).map(|pair| pair[0].1 - pair[1].1).collect();
    assert!(falls.iter().all(|fall| (8..40).contains(fall)), "darker is farther, {falls:?}");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn cells_of_an_explanation_line_look_unlike_the_kings_frame() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#{CHECK_LINK}", server.address));
    let looks = |name: &str| {
        ["background-color", "border-top-width"]
            .map(|property| style(&browser, &cell(name), property))
    };
    let (king, plain) = (looks("b1(I)"), looks("c3(I)"));
    assert_ne!(king[1], plain[1], "the king has a frame");
    browser.run("document.querySelector('#explanation [data-cells~=\"a1(I)\"]').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))");
    let lit = looks("a1(I)");
    assert_eq!(lit[1], plain[1], "a line gives no frame");
    assert!(lit[0] != plain[0] && lit[0] != king[0], "but a ground of its own: {lit:?}");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_dragged_piece_keeps_its_size_and_its_cell_pales() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#rules=cube&size=3&piece=N&cell=a1(I)", server.address));
    let found = browser.run(
        "const cell = document.querySelector('[data-piece]'), { left, top } = cell.getBoundingClientRect();
         const width = () => cell.querySelector('svg').getBoundingClientRect().width;
         const before = width();
         for (const [type, x] of [['pointerdown', 20], ['pointermove', 60]]) {
            const place = { clientX: left + x, clientY: top + 20 };
            cell.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 1, ...place }));
         }
         const ghost = document.querySelector('.ghost svg').getBoundingClientRect().width;
         const pale = getComputedStyle(cell.querySelector('svg')).opacity;
         document.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }));
         return [Math.round(ghost - before), pale < .5, document.querySelector('.ghost')]",
    );
    assert_eq!(found, json!([0, true, null]));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_long_command_line_shows_that_it_is_cut() {
    let Some((server, browser)) = page() else { return };
    browser.view(1280, 800);
    browser.open(&format!("{}#{CHECK_LINK}", server.address));
    let hidden = || number(&browser, "return command.scrollHeight - command.clientHeight");
    assert!(hidden() > 10.0, "it does not fit");
    assert_eq!(style(&browser, "#command", "-webkit-line-clamp"), "2", "an ellipsis is at its end");
    browser.run("command.focus()");
    assert!(hidden() < 2.0, "the focus shows the whole");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn nothing_moves_with_reduced_motion() {
    let Some((server, browser)) = page() else { return };
    browser.emulate("", &[("prefers-reduced-motion", "reduce")]);
    browser.open(&format!("{}#tab=path", server.address));
    browser.click("#step-next");
    assert_eq!(browser.run("return document.getAnimations().length"), 0);
    quiet(server, &browser);
}
