//! Answers that fail, arrive late, or are cancelled.

use serde_json::json;

use crate::web::board::{CHECK_LINK, LONG_SEARCH, cell, is_hidden, marked, pieces, quiet, set};
use crate::web::browser::{Browser, until};
use crate::web::{Server, page, page_of_a_new_server};

#[test]
#[ignore = "drives a browser"]
fn an_unreachable_server_is_asked_again() {
    let Some((server, browser)) = page_of_a_new_server() else { return };
    let port = server.port;
    browser.choose("piece", "Q");
    assert!(is_hidden(&browser, "offline"));
    drop(server);
    for (tab, shown) in [("mate", "verdict"), ("path", "answer"), ("tester", "count")] {
        browser.click(&format!("#tab-{tab}"));
        if tab == "mate" {
            browser.choose("board", "[rq,##],[##,K#]");
        }
        assert!(!is_hidden(&browser, "offline"), "{tab}");
        let words = browser.text("offline");
        assert!(
            words.contains("The server does not answer. Is kubikschach serve running?"),
            "{words}"
        );
        assert_eq!(browser.text(shown), "", "no old answer looks new");
        assert_eq!(browser.text("error"), "", "one place says it");
    }
    browser.click(&cell("b1(I)"));
    let server = Server::at(port, &[]);
    browser.click("#retry");
    assert!(is_hidden(&browser, "offline"));
    assert!(
        pieces(&browser).contains("Qb1(I)"),
        "what was done meanwhile is kept: {:?}",
        pieces(&browser)
    );
    assert_ne!(browser.text("count"), "");
    drop(server);
    browser.click(&cell("a1(I)"));
    assert!(!is_hidden(&browser, "offline"));
    let _server = Server::at(port, &[]);
    until("it is asked again without a click", || is_hidden(&browser, "offline"));
}

/// Delays the first answer by 600 ms, so that it arrives after the second.
fn delay(browser: &Browser) {
    browser.run(
        "const ask = window.fetch;
         let [nth, done] = [0, 0];
         window.fetch = async (address, options) => {
             const wait = nth++ === 0 ? 600 : 0;
             // Without a signal the page cannot cancel the late answer.
             const response = await ask(address, { ...options, signal: undefined });
             await new Promise((resolve) => { setTimeout(resolve, wait); });
             return response;
         };",
    );
}

#[test]
#[ignore = "drives a browser"]
fn late_answers_are_dropped() {
    let Some((server, browser)) = page() else { return };
    delay(&browser);
    browser.run(
        "const piece = document.getElementById('piece');
         for (const letter of ['R', 'K']) {
             piece.value = letter;
             piece.dispatchEvent(new Event('change'));
         }",
    );
    browser.wait();
    assert_eq!(browser.text("count"), "7", "a king in a corner has seven moves, a rook six");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_piece_moves_before_its_answer_comes() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#tab=tester&rules=cube&size=3&piece=Q&cell=a1(I)", server.address));
    assert!(!marked(&browser, "move").is_empty());
    delay(&browser);
    browser.run(&format!("document.querySelector('{}').click()", cell("b2(II)")));
    assert_eq!(pieces(&browser), set(["Qb2(II)"]), "it is there at once");
    assert_eq!(marked(&browser, "move"), set([]), "without the old marks");
    browser.wait();
    assert_eq!(marked(&browser, "move").len(), 26);
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn an_old_answer_is_not_shown_as_that_of_a_new_question() {
    let Some((server, browser)) = page() else { return };
    let shown = || {
        let texts =
            ["count", "kinds", "answer", "routes", "verdict", "reason", "reasons", "explanation"]
                .map(|id| if is_hidden(&browser, id) { String::new() } else { browser.text(id) });
        let drawn = "return document.querySelectorAll('#lines > *, [data-distance], [data-mark~=move], [data-mark~=guarded]').length";
        (texts.concat(), browser.run(drawn))
    };
    for (state, change) in [
        ("size=3&piece=Q&cell=a1(I)", cell("b2(II)")),
        ("tab=path&size=3&piece=R&start=a1(I)&finish=c3(III)", "[data-subject=K]".to_owned()),
        (CHECK_LINK, "#clear".to_owned()),
    ] {
        browser.open(&format!("{}#{state}", server.address));
        let before = shown();
        assert_ne!(before.0, "", "{state}");
        delay(&browser);
        browser.run(&format!("document.querySelector('{change}').click()"));
        let (texts, drawn) = shown();
        assert_eq!((texts.trim(), drawn), ("", json!(0)), "{state}: nothing of it is left");
        browser.wait();
        assert_ne!(shown(), before);
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_slow_answer_is_announced_and_a_quick_one_is_not() {
    let Some((server, browser)) = page() else { return };
    let sign = "return getComputedStyle(document.querySelector('header'), '::after').visibility === 'visible'";
    let busy = || browser.run(sign) == true;
    assert!(!busy());
    delay(&browser);
    browser.run(
        "const piece = document.getElementById('piece');
         piece.value = 'R';
         piece.dispatchEvent(new Event('change'));",
    );
    until("it is announced", busy);
    browser.wait();
    assert!(!busy());
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_search_shows_its_time_and_can_be_stopped() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    browser.choose("board", LONG_SEARCH);
    assert!(is_hidden(&browser, "stop"));
    browser.run(
        "const control = document.getElementById('in');
         control.value = '10';
         control.dispatchEvent(new Event('change'));",
    );
    until("it can be stopped", || !is_hidden(&browser, "stop"));
    until("its time is shown", || browser.text("elapsed") == "1 s");
    browser.click("#stop");
    assert!(browser.text("mate-in").starts_with("stopped after "), "{}", browser.text("mate-in"));
    assert!(is_hidden(&browser, "stop") && is_hidden(&browser, "elapsed"));
    browser.run("document.getElementById('solve').click()");
    until("it can be started again", || !is_hidden(&browser, "stop"));
    browser.click("#stop");
    browser.choose("in", "1");
    assert_eq!(browser.text("mate-in"), "no mate within 1 move", "another one is begun");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_mate_found_while_the_user_types_asks_nothing_about_the_unread_board() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    browser.choose("board", "[###,#K#,##N],[###,##B,###],[##R,#k#,###]");
    browser.run(
        "const ask = window.fetch;
         window.asked = [];
         window.fetch = async (address, options) => {
             const response = await ask(address, options);
             const question = JSON.parse(options?.body ?? '{}');
             if (question.in) window.asked.push(question.board);
             if (question.in && !question.explain) await new Promise((found) => { window.found = found; });
             return response;
         };
         const moves = document.getElementById('in');
         moves.value = '2';
         moves.dispatchEvent(new Event('change'));",
    );
    until("the answer is held back", || browser.run("return Boolean(window.found)") == true);
    browser.run(
        "const board = document.getElementById('board');
         board.value = '[#x';
         board.dispatchEvent(new Event('input'));
         window.found();",
    );
    browser.wait();
    assert_eq!(browser.run("return window.asked.includes('[#x')"), false);
    quiet(server, &browser);
}
