//! Lost files, servers that forbid what the page needs, and outages: nothing stays blank.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

use crate::web::board::{cell, is_hidden, pieces, set};
use crate::web::browser::{Browser, until};
use crate::web::folder::{Fault, Folder, built};
use crate::web::{Server, page_of_a_new_server};

/// Waits until the page tells a fault. Returns the words.
fn told(browser: &Browser) -> String {
    until("it is told", || !is_hidden(browser, "retry"));
    assert_eq!(browser.text("retry"), "Try again");
    browser.text("fault")
}

/// Returns a browser that shows the folder with a fault; `None` where there is none.
fn broken(fault: Fault) -> Option<(Folder, Browser)> {
    let folder = Folder::with(fault)?;
    let browser = Browser::start()?;
    browser.visit(&folder.address);
    Some((folder, browser))
}

fn press_retry(browser: &Browser) {
    browser.run("document.getElementById('retry').click()");
}

/// Checks that the library answers.
fn check_library(browser: &Browser) {
    until("the opening is shown", || browser.text("count") == "52");
    browser.choose("piece", "R");
    assert_eq!(browser.text("count"), "12");
    assert!(is_hidden(browser, "offline"));
}

#[test]
#[ignore = "drives a browser"]
fn a_page_without_one_of_its_files_says_so_and_starts_later() {
    for (fault, words) in [
        (Fault::Missing("/app.js"), "app.js cannot be loaded: the server answers 404."),
        (Fault::Missing("/board.js"), "board.js cannot be loaded: the server answers 404."),
        (Fault::Cut("/app.js"), "A file of this page cannot be loaded."),
        (Fault::WrongType, "as text/plain, not as text/javascript."),
        (Fault::Missing("/style.css"), "The style sheet of this page cannot be loaded."),
        (Fault::Missing("/worker.js"), "A file of this page cannot be loaded."),
        (Fault::Missing(".gzip"), "The library cannot be loaded: the server answers 404."),
        (Fault::Cut(".gzip"), "A file of this page cannot be loaded."),
    ] {
        let Some((folder, browser)) = broken(fault) else { return };
        let found = told(&browser);
        assert!(found.contains(words), "{fault:?}: {found}");
        folder.mend();
        press_retry(&browser);
        check_library(&browser);
    }
}

#[test]
#[ignore = "drives a browser"]
fn the_first_board_needs_no_library() {
    for fault in [Fault::Missing(".gzip"), Fault::Missing("/worker.js"), Fault::Silent(".gzip")] {
        let Some((folder, browser)) = broken(fault) else { return };
        until("it is shown", || browser.text("count") == "52");
        until("all is ready", || browser.run("return document.body.dataset.ready") == "true");
        browser.run(&format!("document.querySelector('{}').click()", cell("a1(I)")));
        if !matches!(fault, Fault::Silent(_)) {
            told(&browser);
            folder.mend();
            press_retry(&browser);
            until("it is answered", || is_hidden(&browser, "offline"));
            browser.wait();
            assert_eq!(pieces(&browser), set(["Qa1(I)"]), "a click meanwhile is kept");
        }
    }
}

#[test]
#[ignore = "drives a browser"]
fn a_missing_first_answer_is_asked_from_the_library() {
    let Some((_folder, browser)) = broken(Fault::Missing("/first.json")) else { return };
    check_library(&browser);
}

#[test]
#[ignore = "drives a browser"]
fn obstacles_are_told() {
    for (header, words) in [
        ("Content-Security-Policy: default-src 'self'", "must have 'wasm-unsafe-eval'"),
        ("Content-Security-Policy: sandbox allow-scripts", "must have allow-same-origin"),
    ] {
        let Some((_folder, browser)) = broken(Fault::Header(header)) else { return };
        let found = told(&browser);
        assert!(found.contains(words), "{header}: {found}");
    }
    let (Some(folder), Some(browser)) = (built(), Browser::start()) else { return };
    browser.visit(&format!("file://{}/index.html", folder.display()));
    let found = told(&browser);
    assert!(found.contains("http.server"), "{found}");
}

#[test]
#[ignore = "drives a browser"]
fn words_come_even_without_the_first_script() {
    let Some((folder, browser)) = broken(Fault::Missing("/early.js")) else { return };
    browser.run("location.hash = '#size=3'");
    let shown = "return getComputedStyle(document.getElementById('offline')).visibility";
    until("they are shown", || browser.run(shown) == "visible");
    folder.mend();
    let pressed = "document.getElementById('retry').click(); return location.href";
    let before = browser.run(pressed);
    assert!(before.as_str().is_some_and(|address| address.contains("size=3")), "{before}");
    let has_theme = "return document.documentElement?.dataset.theme ?? ''";
    until("the first script runs", || browser.run(has_theme) == "system");
    browser.wait();
    assert!(is_hidden(&browser, "offline"));
    let after = browser.run("return document.getElementById('size').value");
    assert_eq!(after, "3", "the address is kept");
}

#[test]
#[ignore = "drives a browser"]
fn a_lost_module_of_a_server_is_told() {
    let page = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/web/page"));
    let folder = Folder::of(page, 0, Some(Fault::Missing("lines.js")));
    let Some(browser) = Browser::start() else { return };
    browser.visit(&folder.address);
    assert!(told(&browser).contains("lines.js cannot be loaded"));
}

#[test]
#[ignore = "drives a browser"]
fn a_move_during_an_outage_is_played_after_it() {
    let Some((server, browser)) = page_of_a_new_server() else { return };
    let port = server.port;
    browser.open(&format!("{}#tab=mate&rules=cube&size=3&pieces=Ka1(I)+kc3(III)", server.address));
    browser.click(&cell("a1(I)"));
    drop(server);
    browser.click(&cell("b1(I)"));
    assert!(!is_hidden(&browser, "offline"));
    let _server = Server::at(port, &[]);
    browser.click("#retry");
    browser.wait();
    assert!(is_hidden(&browser, "offline"));
    assert!(pieces(&browser).contains("Kb1(I)"), "{:?}", pieces(&browser));
}

/// Waits until the service worker has kept the folder.
fn wait_until_kept(browser: &Browser) {
    let ready = "return navigator.serviceWorker.ready.then(({ active }) => active.state)";
    until("it is kept", || browser.run(ready) == "activated");
}

#[test]
#[ignore = "drives a browser"]
fn after_one_visit_the_page_works_offline() {
    let (Some(folder), Some(browser)) = (Folder::at(0), Browser::start()) else { return };
    browser.open(&folder.address);
    wait_until_kept(&browser);
    let address = folder.address.clone();
    drop(folder);
    browser.open(&format!("{address}#tab=mate&board=raumschach"));
    assert_ne!(browser.text("explanation"), "");
    browser.open(&format!("{address}index.html"));
    check_library(&browser);
}

/// Copies a folder as another version of it.
fn copy_as(version: &str, from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let target = if name.starts_with("v-") { to.join(version) } else { to.join(&name) };
        if path.is_dir() {
            copy_as(version, &path, &target);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let old = version_of(&text).unwrap_or_else(|| version.to_owned());
            fs::write(target, text.replace(&old, version)).expect("a new file");
        } else {
            fs::copy(path, target).expect("a new file");
        }
    }
}

/// Returns the version that a text names, such as `v-0123456789abcdef`.
fn version_of(text: &str) -> Option<String> {
    let start = text.find("\"v-")? + 1;
    text.get(start..start + 18).map(str::to_owned)
}

#[test]
#[ignore = "drives a browser"]
fn a_new_version_replaces_the_old_one_at_the_next_start() {
    let (Some(folder), Some(browser)) = (Folder::at(0), Browser::start()) else { return };
    let (port, address) = (folder.port, folder.address.clone());
    browser.open(&address);
    wait_until_kept(&browser);
    drop(folder);
    let newer = TempDir::new().expect("a temporary folder");
    let Some(older) = built() else { return };
    copy_as("v-00000000000000ff", older, newer.path());
    let _folder = Folder::of(newer.path(), port, None);
    let scripts = "return [...document.scripts].map(({ src }) => src).join(' ')";
    browser.open(&address);
    let found = browser.run(scripts);
    assert!(!found.as_str().is_some_and(|found| found.contains("00ff")), "first the old one");
    until("the new one is shown", || {
        // While the new one takes over, the old one may miss files, which it tells.
        browser.visit(&address);
        // Browsers look for another version a moment after the start.
        sleep(Duration::from_secs(3));
        let found = browser.run(scripts);
        found.as_str().is_some_and(|found| found.matches("v-00000000000000ff/").count() == 2)
    });
    browser.wait();
    check_library(&browser);
    let kept = "return caches.keys().then((names) => names.map((name) => name.slice(-4)).join())";
    until("the old one is gone", || browser.run(kept) == "00ff");
}
