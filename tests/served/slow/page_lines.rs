//! Lines over the boards: routes and attacks, in both views.

use serde_json::{Value, json};

use crate::web::board::{IN_CHECK, cell, is_disabled, pieces, quiet, set};
use crate::web::browser::Browser;
use crate::web::page;
use crate::web::stage::lines_away;

/// Returns the attacks that the page draws, as pairs of cells: attacker and attacked cell.
fn attacks(browser: &Browser) -> Value {
    browser.run(
        "return [...document.querySelectorAll('#lines line')].map(({ dataset }) => [dataset.from, dataset.to])",
    )
}

#[test]
#[ignore = "drives a browser"]
fn a_route_is_drawn_through_the_levels_and_stepped() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-path");
    browser.choose("piece", "R");
    let drawn =
        || browser.run("return document.querySelector('#lines polyline')?.dataset.route ?? null");
    for view in ["flat", "stack"] {
        browser.choose("view", view);
        let route = drawn();
        let route: Vec<&str> = route.as_str().expect("a route").split(' ').collect();
        assert_eq!((route[0], route[route.len() - 1], route.len()), ("a1(I)", "c3(III)", 4));
        assert!(browser.text("routes").ends_with(&route.join(" ")));
        assert!(lines_away(&browser).as_f64() < Some(3.0), "{view}: {}", lines_away(&browser));
        assert!(is_disabled(&browser, "step-back") && !is_disabled(&browser, "step-next"));
        for name in &route[1..] {
            browser.click("#step-next");
            assert_eq!(pieces(&browser), set([&format!("R{name}")]));
        }
        assert!(is_disabled(&browser, "step-next"), "the route ends there");
        for _ in 1..route.len() {
            browser.click("#step-back");
        }
    }
    browser.choose("piece", "B");
    browser.drag("[data-mark=finish]", &cell("b1(I)"));
    assert_eq!(drawn(), Value::Null, "there is no way");
    browser.click("#tab-tester");
    assert_eq!(drawn(), Value::Null);
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn checks_are_drawn_at_rest_and_guards_under_the_pointer() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    browser.choose("board", IN_CHECK);
    for view in ["flat", "stack"] {
        browser.choose("view", view);
        assert_eq!(attacks(&browser), json!([["b3(I)", "b1(I)"]]), "the check");
        browser.run(
            "[...document.querySelectorAll('#explanation li')].find((line) => line.textContent.startsWith('b2(II)')).focus()",
        );
        let guards = json!([
            ["b3(I)", "b1(I)"],
            ["b3(I)", "b2(II)"],
            ["a3(III)", "b2(II)"],
            ["c3(III)", "b2(II)"],
        ]);
        assert_eq!(attacks(&browser), guards, "the check, and three guards");
        assert!(lines_away(&browser).as_f64() < Some(3.0), "{view}: {}", lines_away(&browser));
        browser.run("document.activeElement.blur()");
    }
    quiet(server, &browser);
}
