//! Links to boards: what is copied, titles, frames, damaged addresses, and the address after many changes.

use serde_json::json;

use crate::web::board::{cell, is_hidden, pieces, position, quiet, set, value};
use crate::web::browser::Browser;
use crate::web::page;

/// Returns the text that a button copies.
fn copied(browser: &Browser, id: &str) -> String {
    browser.run("navigator.clipboard.writeText = async (text) => { window.text = text; }");
    browser.click(&format!("#{id}"));
    browser.run("return window.text").as_str().unwrap_or_default().to_owned()
}

fn title(browser: &Browser) -> String {
    browser.run("return document.title").as_str().unwrap_or_default().to_owned()
}

#[test]
#[ignore = "drives a browser"]
fn links_name_an_address_for_others_or_say_that_there_is_none() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#size=3&piece=Q&cell=b2(II)", server.address));
    let rest = "#tab=tester&size=3&piece=Q&cell=b2%28II%29";
    assert_eq!(copied(&browser, "copy-link"), format!("{}{rest}", server.address));
    assert!(browser.text("link-note").contains("this computer only"));
    browser.run("document.body.dataset.publicUrl = 'https://example.org/chess/'");
    assert_eq!(copied(&browser, "copy-link"), format!("https://example.org/chess/{rest}"));
    assert!(is_hidden(&browser, "link-note"));
    let frame = copied(&browser, "copy-frame");
    let source = "<iframe src=\"https://example.org/chess/#tab=tester&amp;size=3&amp;piece=Q";
    assert!(
        frame.starts_with(source) && frame.contains("embed=1\" width=\"480\" height=\""),
        "{frame}"
    );
    assert!(frame.ends_with(" title=\"Queen on 3×3×3\"></iframe>"), "{frame}");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_frame_fits_its_board_and_links_to_the_whole_page() {
    let Some((server, browser)) = page() else { return };
    for state in
        ["tab=tester&size=3&piece=Q&cell=b2(II)", "tab=path", "tab=mate", "tab=tester&size=10"]
    {
        browser.open(&format!("{}#{state}", server.address));
        let frame = copied(&browser, "copy-frame");
        let size = |name: &str| {
            let (_, rest) = frame.split_once(&format!("{name}=\"")).expect("an attribute");
            rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
        };
        browser.view(size("width"), size("height"));
        browser.open(&format!("{}#embed=1&{state}", server.address));
        let scrolled = "const { scrollHeight, scrollWidth } = document.documentElement;
             return [scrollHeight > innerHeight, scrollWidth > innerWidth]";
        assert_eq!(browser.run(scrolled), json!([false, false]), "{state}");
        let headings = "return [...document.querySelectorAll('h1, h2, h3')]
             .filter((heading) => heading.checkVisibility()).length";
        assert_eq!(browser.run(headings), 1, "{state}");
        let link = "return decodeURIComponent(document.getElementById('full').href)";
        let link = browser.run(link).as_str().unwrap_or_default().to_owned();
        assert!(!is_hidden(&browser, "full") && !link.contains("embed"), "{link}");
        browser.view(1280, 757);
        let there = (pieces(&browser), title(&browser));
        browser.open(&link);
        assert_eq!((pieces(&browser), title(&browser)), there, "{state}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn titles_name_the_board() {
    let Some((server, browser)) = page() else { return };
    for (state, words) in [
        ("", "Queen on 5×5×5"),
        ("tab=path", "Knight A1a to H8h"),
        ("tab=mate", "White is checkmated on 3×3×3"),
        ("tab=mate&size=3&in=2&pieces=Ka1(I)+Qb3(II)+kc3(III)", "Mate in 2 on 3×3×3"),
    ] {
        browser.open(&format!("{}#{state}", server.address));
        assert_eq!(title(&browser), format!("{words} – Kubikschach"), "{state}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn damaged_parts_of_an_address_are_left_out() {
    let Some((server, browser)) = page() else { return };
    for part in
        ["line=a1(I)-c3(III)", "line=x&ply=1", "ply=9", "by=red", "reach=b2", "in=11", "angle=x"]
    {
        browser.open(&format!(
            "{}#tab=mate&size=3&pieces=Kb1(I)+ka3(I)+qc2(III)&{part}",
            server.address
        ));
        assert_eq!(pieces(&browser), set(["Kb1(I)", "ka3(I)", "qc2(III)"]), "{part}");
        let (key, _) = part.split_once('=').expect("a value");
        assert!(browser.text("error").contains(key), "{part}: {}", browser.text("error"));
        assert!(is_hidden(&browser, "answer") && !is_hidden(&browser, "verdict"), "{part}");
    }
    for tab in ["__proto__", "constructor"] {
        browser.open(&format!("{}#tab={tab}", server.address));
        let error = browser.text("error");
        assert!(error.contains(&format!("tab={tab} (expected tester, path, mate)")), "{error}");
        assert_eq!(pieces(&browser), set(["Qc3(III)"]));
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_reload_shows_the_board_after_many_changes() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#size=4&piece=R&cell=a1(I)", server.address));
    browser.run(
        "const names = [...document.querySelectorAll('[data-cell]')].map((cell) => cell.dataset.cell);
         for (let nth = 0; nth < 200; nth++) {
           document.querySelector(`[data-cell='${names[(nth * 7 + 5) % 64]}']`).click();
         }",
    );
    let moved = pieces(&browser);
    browser.reload();
    assert_eq!(pieces(&browser), moved);
    browser.click("#undo");
    assert_ne!(pieces(&browser), moved);
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_tested_piece_is_on_the_board_in_all_modes() {
    let Some((server, browser)) = page() else { return };
    // Links of the third edition have the cells of all modes.
    let cells = "piece=N&color=white&cell=b2(II)&start=a1(I)&finish=c3(III)&pieces=kc1(I)";
    for (tab, all) in [
        ("tester", &["Nb2(II)", "kc1(I)"][..]),
        ("path", &["Na1(I)", "kc1(I)"]),
        ("mate", &["kc1(I)"]),
    ] {
        browser.open(&format!("{}#tab={tab}&rules=cube&size=3&{cells}", server.address));
        assert_eq!(pieces(&browser), all.iter().map(|&piece| piece.to_owned()).collect(), "{tab}");
    }
    browser.open(&format!("{}#size=4&piece=N&cell=d1(I)&pieces=kc1(I)", server.address));
    let both = pieces(&browser);
    for tab in ["mate", "path", "tester"] {
        browser.click(&format!("#tab-{tab}"));
        assert_eq!(pieces(&browser), both, "{tab}");
    }
    browser.choose("size", "2");
    assert_eq!(pieces(&browser).len(), 1);
    browser.choose("size", "4");
    assert_eq!(pieces(&browser), both);
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn mate_opens_with_a_mate_until_something_is_changed() {
    let Some((server, browser)) = page() else { return };
    let mated = "[###,n##,#rr],[#b#,###,###],[###,###,bRK] w";
    browser.open(&server.address);
    browser.click("#tab-mate");
    assert_eq!((position(&browser).as_str(), value(&browser, "size").as_str()), (mated, "3"));
    browser.click("#tab-tester");
    assert_eq!(pieces(&browser), set(["Qc3(III)"]));
    browser.click(&cell("a1(I)"));
    browser.click("#tab-mate");
    assert_eq!(pieces(&browser), set(["Qa1(I)"]));
    quiet(server, &browser);
}
