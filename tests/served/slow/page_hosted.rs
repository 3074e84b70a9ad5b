//! The page from the server, and from a folder with the library as WebAssembly.

use crate::web::board::{
    CHECK_LINK, LONG_SEARCH, cell, is_disabled, is_hidden, pieces, position, set,
};
use crate::web::browser::{Browser, until};
use crate::web::folder::Folder;
use crate::web::{Server, page, page_of_a_new_server};

/// The address of a page, and the source of its answers: `server` or `library`, which is compiled
/// to WebAssembly.
type Site<'a> = (&'a str, &'static str);

/// Runs a test on the page of the server, and then on the page of the folder.
fn on_both(test: impl Fn(&Browser, Site<'_>)) {
    let Some((server, browser)) = page() else { return };
    test(&browser, (&server.address, "server"));
    assert_eq!(browser.complaints(&server.address), Vec::<String>::new());
    let Some(folder) = Folder::at(0) else { return };
    test(&browser, (&folder.address, "library"));
    assert_eq!(browser.complaints(&folder.address), Vec::<String>::new());
}

#[test]
#[ignore = "drives a browser"]
fn the_first_answers_and_errors_are_the_same() {
    let questions = [
        ("tab=tester&rules=cube&size=3&piece=Q&cell=b2(II)", "count", "26"),
        ("tab=path&rules=kubikschach&piece=K&start=A1a&finish=B3d", "answer", "3"),
        (CHECK_LINK, "verdict", "White is in check"),
        ("tab=mate&board=%5B%23x", "error", "line 1, column 3"),
        ("tab=tester&rules=cube&size=3&cell=z9(I)", "error", "cell=z9(I) (expected a cell"),
    ];
    on_both(|browser, (address, transport)| {
        browser.open(address);
        assert_eq!(browser.run("return document.body.dataset.transport"), transport);
        assert_eq!(browser.text("count"), "52", "{transport}: the opening");
        for (state, id, expected) in questions {
            browser.open(&format!("{address}#{state}"));
            let found = browser.text(id);
            assert!(found.contains(expected), "{transport}, {state}: {found}");
        }
        assert!(is_hidden(browser, "offline"));
    });
}

#[test]
#[ignore = "drives a browser"]
fn a_search_can_be_stopped_and_the_next_question_is_answered() {
    on_both(|browser, (address, transport)| {
        browser.open(&format!("{address}#tab=mate&rules=cube&size=5"));
        browser.choose("board", LONG_SEARCH);
        browser.run(
            "const control = document.getElementById('in');
             control.value = '10';
             control.dispatchEvent(new Event('change'));",
        );
        until("it can be stopped", || !is_hidden(browser, "stop"));
        browser.click("#stop");
        assert!(browser.text("mate-in").starts_with("stopped after "), "{transport}");
        browser.choose("in", "1");
        assert_eq!(browser.text("mate-in"), "no mate within 1 move", "{transport}");
    });
}

#[test]
#[ignore = "drives a browser"]
fn examples_are_shown_and_changes_are_undone_after_a_reload() {
    on_both(|browser, (address, transport)| {
        browser.open(&format!("{address}#tab=tester&rules=cube&size=3&piece=N&cell=b2(II)"));
        browser.click(&cell("a1(I)"));
        assert_eq!(pieces(browser), set(["Na1(I)"]), "{transport}");
        browser.run("location.reload()");
        until("it is loaded", || pieces(browser) == set(["Na1(I)"]));
        browser.wait();
        assert!(!is_disabled(browser, "undo"), "{transport}");
        browser.click("#undo");
        assert_eq!(pieces(browser), set(["Nb2(II)"]), "{transport}");
        let before = position(browser);
        let script = "return [...document.querySelectorAll('#examples option')].at(-1).value";
        let example = browser.run(script);
        browser.choose("examples", example.as_str().expect("a name"));
        assert_ne!(position(browser), before, "{transport}");
        assert_eq!(browser.text("error"), "", "{transport}");
    });
}

#[test]
#[ignore = "drives a browser"]
fn an_embedded_page_shows_the_board_and_the_answer_alone() {
    on_both(|browser, (address, transport)| {
        for (tab, answer) in [("tester", "count"), ("path", "answer"), ("mate", "explanation")] {
            browser.open(&format!("{address}#embed=1&tab={tab}"));
            let hidden =
                "return ['header', '#palette', '#undo', '#save', '#command', '#piece', '#board']
                .filter((part) => document.querySelector(part).checkVisibility())";
            assert_eq!(browser.run(hidden), serde_json::json!([]), "{transport}, {tab}");
            assert!(!is_hidden(browser, "boards"), "{transport}, {tab}");
            assert!(!is_hidden(browser, answer), "{transport}, {tab}");
        }
    });
}

#[test]
#[ignore = "drives a browser"]
fn a_mode_that_cannot_be_loaded_is_loaded_later() {
    let Some((server, browser)) = page_of_a_new_server() else { return };
    let port = server.port;
    drop(server);
    browser.click("#tab-path");
    assert!(!is_hidden(&browser, "offline"));
    assert!(browser.text("offline").contains("The server does not answer."));
    let _server = Server::at(port, &[]);
    browser.click("#retry");
    browser.click("#tab-path");
    assert!(is_hidden(&browser, "offline"));
    assert_ne!(browser.text("answer"), "");
}
