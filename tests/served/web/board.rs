//! Reads the cells, pieces, marks and controls of the page.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Server;
use super::browser::Browser;

pub(crate) fn cell(name: &str) -> String {
    format!("[data-cell=\"{name}\"]")
}

pub(crate) fn marked(browser: &Browser, mark: &str) -> BTreeSet<String> {
    marked_by(browser, &format!("[data-mark={mark}]"))
}

/// Returns the names of the cells that a selector matches.
pub(crate) fn marked_by(browser: &Browser, selector: &str) -> BTreeSet<String> {
    let script = format!(
        "return [...document.querySelectorAll('.cell{selector}')].map((cell) => cell.dataset.cell)"
    );
    strings(&browser.run(&script))
}

pub(crate) fn strings(list: &Value) -> BTreeSet<String> {
    let list = list.as_array().expect("a list").iter();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

pub(crate) fn set<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.map(str::to_owned).into()
}

pub(crate) fn focus(browser: &Browser, name: &str) {
    browser.run(&format!("document.querySelector('{}').focus()", cell(name)));
}

/// Returns the pieces with their cells, such as `Na1(I)`.
pub(crate) fn pieces(browser: &Browser) -> BTreeSet<String> {
    strings(&browser.run(
        "return [...document.querySelectorAll('[data-piece]')]
            .map((cell) => cell.dataset.piece + cell.dataset.cell)",
    ))
}

/// Returns the position that all modes of the page share, in the notation of `mate`.
pub(crate) fn position(browser: &Browser) -> String {
    let found = browser.run("return document.body.dataset.position");
    found.as_str().unwrap_or_default().to_owned()
}

pub(crate) fn value(browser: &Browser, id: &str) -> String {
    let found = browser.run(&format!("return document.getElementById('{id}').value"));
    found.as_str().unwrap_or_default().to_owned()
}

pub(crate) fn is_hidden(browser: &Browser, id: &str) -> bool {
    browser.run(&format!("return !document.getElementById('{id}').checkVisibility()")) == true
}

pub(crate) fn is_disabled(browser: &Browser, id: &str) -> bool {
    browser.run(&format!("return document.getElementById('{id}').disabled")) == true
}

pub(crate) fn quiet(server: &Server, browser: &Browser) {
    assert_eq!(browser.complaints(&server.address), Vec::<String>::new());
}

/// Board on which White is in check and can capture the checker.
pub(crate) const IN_CHECK: &str = "[b#b,###,###],[###,###,RNR],[#q#,###,#K#]";

/// Fragment of a page address that shows [`IN_CHECK`] in mate mode.
pub(crate) const CHECK_LINK: &str = "tab=mate&board=%5Bb%23b,%23%23%23,%23%23%23%5D,\
    %5B%23%23%23,%23%23%23,RNR%5D,%5B%23q%23,%23%23%23,%23K%23%5D";

/// Board with a mate in two moves by either of two key moves, but with none in one. After one of
/// the keys, a reply allows several mating moves.
pub(crate) const TWO_KEYS: &str = "[###,#K#,##N],[###,##B,###],[##R,#k#,###]";

/// Board whose search for a mate in ten moves takes longer than any test waits.
pub(crate) const LONG_SEARCH: &str = "[####k,#####,#####,#r###,#####],[#####,#####,#####,#####,#####],\
     [#####,#####,##N##,#####,#####],[#####,#####,#####,###Q#,#####],\
     [#####,#####,#####,R####,K####]";

pub(crate) fn number(browser: &Browser, script: &str) -> f64 {
    browser.run(script).as_f64().expect("a number")
}

/// Returns the word of the verdict, such as `checkmate`; an empty text if there is none.
pub(crate) fn verdict(browser: &Browser) -> String {
    let found = browser.run("return document.getElementById('verdict').dataset.verdict ?? ''");
    found.as_str().unwrap_or_default().to_owned()
}

/// Returns the moves of the buttons in an element, as `mate` writes them.
pub(crate) fn moves_in(browser: &Browser, selector: &str) -> Value {
    browser.run(&format!(
        "return [...document.querySelectorAll('{selector} [data-move]')].map(({{ dataset }}) => dataset.move)"
    ))
}

/// Returns the accessible name of a cell.
pub(crate) fn label(browser: &Browser, name: &str) -> String {
    let found = browser.run(&format!("return document.querySelector('{}').ariaLabel", cell(name)));
    found.as_str().unwrap_or_default().to_owned()
}

/// Returns how many requests to `/api/{command}` the page has made; to all commands if `command` is
/// empty.
pub(crate) fn requests(browser: &Browser, command: &str) -> u64 {
    let script = format!(
        "return performance.getEntriesByType('resource').filter(({{ name }}) => name.includes('/api/{command}')).length"
    );
    browser.run(&script).as_u64().expect("a number")
}
