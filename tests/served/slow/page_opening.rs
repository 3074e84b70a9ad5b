//! Opening of the page: its first position, queries of Path, and marks that are explained.

use serde_json::json;

use crate::web::board::{CHECK_LINK, cell, marked, pieces, position, quiet, set, value};
use crate::web::browser::Browser;
use crate::web::page;

fn parts(browser: &Browser) -> [String; 3] {
    [value(browser, "rules"), value(browser, "size"), value(browser, "view")]
}

/// Pastes a text while no text field has the focus.
fn paste(browser: &Browser, text: &str) {
    let text = json!(text);
    browser.run(&format!(
        "const data = new DataTransfer();
         data.setData('text', {text});
         document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }}));"
    ));
    browser.wait();
}

#[test]
#[ignore = "drives a browser"]
fn path_opens_with_the_board_of_the_puzzle() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=path", server.address));
    assert_eq!(parts(&browser), ["kubikschach", "8", "stack"]);
    assert_eq!(
        (value(&browser, "query").as_str(), browser.text("answer")),
        ("Knight W A1a H8h", "7".into())
    );
    browser.open(&server.address);
    browser.click("#tab-path");
    assert_eq!(value(&browser, "rules"), "kubikschach", "from the untouched opening");
    browser.open(&server.address);
    browser.click(&cell("a1(I)"));
    browser.click("#tab-path");
    assert_eq!(value(&browser, "rules"), "cube", "a position stays");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn queries_are_typed_and_pasted() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=path", server.address));
    for (text, answer) in [
        ("King W A1a B3d", "3"),
        ("King W\nA1a\nB3d", "3"),
        ("rook black a1a a1h", "1"),
        ("King, W, A1a -> B3d", "3"),
        ("K A1a B3d", "3"),
        ("Knight, A1a-B3d", "2"),
        ("Knight W A1aB3d", "2"),
    ] {
        paste(&browser, text);
        assert_eq!(browser.text("answer"), answer, "{text}");
        browser.choose("query", "Knight W A1a H8h");
        assert_eq!(browser.text("answer"), "7");
    }
    for (wrong, message) in [
        ("King W A1a", "line 1, column 1: a query is a piece"),
        ("Duke W A1a B3d", "line 1, column 1: expected a piece"),
        ("King X A1a B3d", "line 1, column 6: expected a color"),
        ("King W A1a Z9z", "line 1, column 12: expected a cell"),
    ] {
        browser.choose("query", wrong);
        assert!(browser.text("error").starts_with(message), "{wrong}");
        assert_eq!(browser.text("answer"), "7", "{wrong}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_shortest_routes_are_shown_in_turn() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!(
        "{}#tab=path&rules=kubikschach&piece=K&start=A1a&finish=B3d",
        server.address
    ));
    let route = || browser.run("return document.querySelector('#lines polyline').dataset.route");
    let first = route();
    let mut seen = vec![first.clone()];
    for _ in 1..15 {
        browser.click("#next-route");
        assert_eq!(browser.text("answer"), "3");
        let which = format!("Route {} of 15: ", seen.len() + 1);
        assert!(browser.text("routes").starts_with(&which), "{}", browser.text("routes"));
        assert!(!seen.contains(&route()), "{}", route());
        seen.push(route());
    }
    browser.click("#next-route");
    assert_eq!(route(), first, "the first follows the last");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_legend_names_the_marks_that_occur() {
    let Some((server, browser)) = page() else { return };
    let legend = || {
        browser.run("return [...document.querySelectorAll('#legend [data-sample]')].map((sample) => sample.dataset.sample)")
    };
    assert_eq!(legend(), json!([]), "the chips name the moves");
    browser.open(&format!("{}#piece=R&pieces=ra3(I)+Nc1(I)", server.address));
    assert_eq!(legend(), json!(["capture", "blocked"]));
    browser.open(&format!("{}#{CHECK_LINK}", server.address));
    assert_eq!(legend(), json!(["royal", "checker"]));
    browser.click("[data-reason=step]");
    assert_eq!(legend(), json!(["royal", "checker", "guarded"]));
    assert!(!marked(&browser, "guarded").is_empty());
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_column_of_a_cell_is_lit_in_the_stack() {
    let Some((server, browser)) = page() else { return };
    let lit = "return [...document.querySelectorAll('.column')].map((cell) => cell.dataset.cell)";
    let edges = "return document.querySelectorAll('#guides line').length";
    browser.run("document.querySelector('[data-cell=\"b1(II)\"]').focus()");
    assert_eq!(browser.run(lit), json!(["b1(III)", "b1(II)", "b1(I)"]));
    assert_eq!(browser.run(edges), 4);
    browser.choose("view", "flat");
    browser.run("document.querySelector('[data-cell=\"b2(II)\"]').focus()");
    assert_eq!((browser.run(lit), browser.run(edges)), (json!([]), json!(0)));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn pointing_at_a_cell_measures_few_others() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=path&rules=cube&size=10&piece=R&view=stack", server.address));
    browser.run(
        "window.measured = 0;
         const measure = Element.prototype.getBoundingClientRect;
         Element.prototype.getBoundingClientRect = function () {
            window.measured += 1;
            return measure.call(this);
         };",
    );
    browser.point(&cell("e5(V)"));
    let edges = "return document.querySelectorAll('#guides line').length";
    assert_eq!(browser.run(edges), 4);
    let measured = browser.run("return window.measured");
    assert!(measured.as_u64() < Some(20), "{measured}");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_opening_of_each_mode_is_there_until_something_is_changed() {
    let Some((server, browser)) = page() else { return };
    browser.open(&server.address);
    let queen = position(&browser);
    browser.click("#tab-path");
    assert_eq!(value(&browser, "rules"), "kubikschach");
    let ends = ["start", "finish"].map(|end| marked(&browser, end));
    assert_eq!(ends, [set(["A1a"]), set(["H8h"])]);
    browser.click("#tab-tester");
    assert_eq!((pieces(&browser), position(&browser)), (set(["Qc3(III)"]), queen));
    browser.click("#tab-path");
    browser.choose("piece", "R");
    browser.click("#tab-tester");
    assert_eq!(value(&browser, "rules"), "kubikschach", "a changed query stays");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn large_boards_open_at_the_top() {
    let Some((server, browser)) = page() else { return };
    for (width, height) in [(1280, 800), (360, 740)] {
        browser.view(width, height);
        for state in
            ["tab=tester&cell=e5(V)", "tab=path&start=a1(I)", "tab=mate&pieces=Ka1(I) kj10(X)"]
        {
            browser.open(&format!("{}#rules=cube&size=10&{state}", server.address));
            let scrolled = "return [scrollY, document.querySelector('main').scrollTop]";
            assert_eq!(browser.run(scrolled), json!([0, 0]), "{state}, {width} px");
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_piece_from_the_palette_does_not_scroll_the_page() {
    let Some((server, browser)) = page() else { return };
    browser.view(360, 740);
    browser.open(&format!("{}#tab=mate&rules=cube&size=8", server.address));
    let scrolled = || browser.run("return document.querySelector('main').scrollTop");
    browser.run("document.querySelector('main').scrollTop = 60");
    let before = scrolled();
    for y in [738, 700, 2] {
        browser.hold("[data-palette=r]", 180, y, 300);
        assert_eq!(scrolled(), before, "held at {y}");
    }
    quiet(server, &browser);
}
