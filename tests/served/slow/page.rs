//! The page in a real browser: clicking, dragging, typing and pasting.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::web::board::{
    IN_CHECK, cell, label, marked, pieces, quiet, set, strings, value, verdict,
};
use crate::web::browser::until;
use crate::web::{page, told};

#[test]
#[ignore = "drives a browser"]
fn the_tester_shows_the_moves_of_every_piece() {
    let Some((server, browser)) = page() else { return };
    let mut cases =
        vec![("kubikschach", "8", "D4d", "KQRBNP"), ("great-shatranj", "6", "3c3", "KGWENMHP")];
    let sizes = ["2", "3", "10"];
    cases.extend(
        sizes.map(|size| ("cube", size, if size == "2" { "b2(II)" } else { "c2(II)" }, "KQRBN")),
    );
    for (rules, size, at, letters) in cases {
        browser.choose("rules", rules);
        browser.choose("size", size);
        browser.click(&cell(at));
        for letter in letters.chars().map(|letter| letter.to_string()) {
            browser.choose("piece", &letter);
            let listed =
                told(&["moves", &letter, "W", at, "--rules", rules, "--size", size, "--list"]);
            let listed: BTreeSet<String> = listed.lines().map(str::to_owned).collect();
            assert_eq!(marked(&browser, "move"), listed, "{letter} of {rules} at {size}");
            assert_eq!(browser.text("count"), listed.len().to_string());
            assert_eq!(pieces(&browser), set([&format!("{letter}{at}")]));
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_piece_is_put_changed_dragged_and_kept() {
    let Some((server, browser)) = page() else { return };
    assert_eq!(pieces(&browser), set(["Na1(I)"]), "a fresh tester has one piece");
    browser.click(&cell("c2(I)"));
    assert_eq!(pieces(&browser), set(["Nc2(I)"]), "a click puts it elsewhere");
    browser.click(&cell("c2(I)"));
    let kind = value(&browser, "piece");
    assert_eq!(pieces(&browser), set([&format!("{kind}c2(I)")]));
    assert_ne!(kind, "N", "a click on it changes its kind");
    browser.choose("piece", "Q");
    browser.choose("color", "black");
    browser.drag(&cell("c2(I)"), &cell("b3(II)"));
    assert_eq!(pieces(&browser), set(["qb3(II)"]), "it is dragged");
    for size in ["4", "10", "3"] {
        browser.choose("size", size);
        assert_eq!(pieces(&browser), set(["qb3(II)"]), "a new size keeps it");
    }
    browser.choose("size", "2");
    assert_eq!(pieces(&browser).len(), 1, "a board without its cell has it elsewhere");
    browser.choose("view", "stack");
    browser.choose("size", "4");
    for at in ["b1(I)", "d4(IV)", "b3(II)", "c1(III)"] {
        browser.click(&cell(at));
        assert_eq!(pieces(&browser), set([&format!("q{at}")]), "both views take clicks");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn blockers_and_victims_are_marked_as_the_command_line_says() {
    let Some((server, browser)) = page() else { return };
    browser.choose("piece", "R");
    for (letter, at) in
        [("n", "a1(III)"), ("b", "a3(I)"), ("N", "c1(I)"), ("K", "b1(III)"), ("r", "b1(II)")]
    {
        browser.click(&format!("[data-palette=\"{letter}\"]"));
        browser.click(&cell(at));
    }
    let board = "[###,###,nK#],[###,###,#r#],[b##,###,##N]";
    let answer = told(&["moves", "R", "W", "a1(I)", "--rules", "cube", "--board", board, "--json"]);
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    for (mark, list) in [
        ("move", "moves"),
        ("capture", "captures"),
        ("blocked", "blockers"),
        ("illegal", "illegal"),
    ] {
        assert_eq!(marked(&browser, mark), strings(&answer[list]), "{mark}");
    }
    assert_eq!(browser.text("count"), answer["count"].to_string());
    browser.click("[data-palette=r]");
    browser.click(&cell("b2(I)"));
    let still = ["Kb1(III)", "Nc1(I)", "Rb2(I)", "ba3(I)", "na1(III)", "rb1(II)"];
    assert_eq!(pieces(&browser), set(still), "blockers stay");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_heat_map_shows_the_distances_of_path() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-path");
    for (rules, piece, start, finish) in [
        ("kubikschach", "B", "D4f", "A7b"),
        ("cube", "N", "a1(I)", "c3(III)"),
        ("great-shatranj", "E", "1a1", "3c3"),
    ] {
        browser.choose("rules", rules);
        if rules == "cube" {
            browser.choose("size", "3");
        }
        assert_eq!((marked(&browser, "start").len(), marked(&browser, "finish").len()), (1, 1));
        browser.choose("piece", piece);
        for (end, to) in [("start", start), ("finish", finish)] {
            if !marked(&browser, end).contains(to) {
                browser.drag(&format!("[data-mark={end}]"), &cell(to));
            }
        }
        let size = if rules == "cube" { &["--size", "3"][..] } else { &[] };
        let query = |finish: &str| {
            let plain =
                ["path", piece, "white", start, finish, "--rules", rules, "--why", "--route"];
            told(&[&plain, size].concat())
        };
        let far = browser.run(
            "return [...document.querySelectorAll('[data-cell]')]
                .map((cell) => cell.dataset.cell + ' ' + cell.dataset.distance)",
        );
        let far = strings(&far);
        for line in far.iter().step_by(if far.len() > 100 { 13 } else { 1 }) {
            let (name, distance) = line.split_once(' ').expect("two words");
            assert_eq!(query(name).split_whitespace().next(), Some(distance), "{rules} {name}");
        }
        let answer = query(finish);
        let answer = answer.trim();
        if let Some(why) = answer.strip_prefix("-1 ") {
            assert_eq!(browser.text("answer"), format!("-1 {why}"));
        } else {
            let words: Vec<&str> = answer.split(' ').collect();
            assert_eq!(browser.text("answer"), words[0]);
            let between: BTreeSet<String> =
                words[2..words.len() - 1].iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(marked(&browser, "route"), between);
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn boards_are_pasted_in_every_notation() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    for board in [
        "[rq,##],[##,K#]",
        "n=2, [rq,##],[##,K#]",
        "[ [[rq] [##]] [[##] [K#]] ]",
        "[[\"rq\",\"##\"],[\"##\",\"K#\"]]",
        "[[[\"r\",\"q\"],[\"#\",\"#\"]],[[\"#\",\"#\"],[\"K\",\"#\"]]]",
        "rq\n##\n\n##\nK#\n",
    ] {
        browser.choose("board", board);
        assert_eq!(verdict(&browser), "checkmate", "{board}");
        assert_eq!(browser.text("error"), "");
        assert_eq!(pieces(&browser), set(["Ka1(I)", "qb2(II)", "ra2(II)"]), "{board}");
        browser.choose("board", IN_CHECK);
        assert_eq!(verdict(&browser), "check", "another size");
    }
    browser.choose("board", "#q\n##\n\n#x\nK#");
    assert_eq!((verdict(&browser), browser.text("verdict")), Default::default());
    let error = browser.text("error");
    assert!(error.starts_with("line 4, column 2: expected a letter") && error.contains("\n#x\n ^"));
    browser.choose("board", "[rq,##],[##,K#]");
    // Pointing at a line highlights its cells, and pointing at a cell highlights its lines.
    let lit = browser.run(
        "const line = [...document.querySelectorAll('#explanation li')].find((line) => line.textContent.includes('b1(I)'));
         line.focus(); return [...document.querySelectorAll('.cell.lit')].map((cell) => cell.dataset.cell)",
    );
    assert_eq!(strings(&lit), set(["b1(I)", "b2(II)"]));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_last_of_several_quick_choices_is_shown() {
    let Some((server, browser)) = page() else { return };
    let choose_fast = "const rules = document.getElementById('rules');
        for (const name of ['great-shatranj', 'kubikschach', 'cube', 'great-shatranj', 'kubikschach']) {
            rules.value = name;
            rules.dispatchEvent(new Event('change'));
            if (document.body.dataset.ready !== 'false') throw 'it is not ready';
        }";
    for tab in ["tester", "path", "mate"] {
        browser.click(&format!("#tab-{tab}"));
        browser.run(choose_fast);
        browser.wait();
        let cells = browser.run("return document.querySelectorAll('[data-cell]').length");
        assert_eq!(cells, 512, "{tab}");
        assert_eq!(value(&browser, "size"), "8");
    }
    browser.click("#tab-tester");
    browser.click("[data-palette=P]");
    browser.choose("rules", "cube");
    browser.click(&cell("c2(I)"));
    assert_eq!(pieces(&browser).len(), 1, "other rules have another palette");
    assert_eq!(browser.text("error"), "");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_route_is_stepped_and_its_ends_stay_draggable() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-path");
    browser.choose("piece", "R");
    let ends = || (marked(&browser, "start"), marked(&browser, "finish"));
    assert_eq!(ends(), (set(["a1(I)"]), set(["c3(III)"])));
    browser.click("#step-next");
    let piece = pieces(&browser);
    assert!(piece.len() == 1 && !piece.contains("Ra1(I)"), "it has gone on: {piece:?}");
    browser.drag(&cell("a1(I)"), &cell("b2(I)"));
    assert_eq!(ends(), (set(["b2(I)"]), set(["c3(III)"])));
    browser.drag(&cell("c3(III)"), &cell("a1(II)"));
    assert_eq!(ends(), (set(["b2(I)"]), set(["a1(II)"])));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_side_is_the_written_or_the_chosen_one() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    for (rules, board, side, words) in [
        (
            "cube",
            "[#k#,###,###],[###,###,###],[###,###,K##] b",
            "",
            "Black can move: 9 legal moves",
        ),
        ("cube", "[rq,##],[##,K#]", "", "White is checkmated"),
        ("great-shatranj", "start", "black", "Black can move: "),
        ("great-shatranj", "start", "", "White can move: "),
    ] {
        browser.choose("rules", rules);
        browser.choose("side", side);
        browser.choose("board", board);
        let found = browser.text("verdict");
        assert!(found.starts_with(words), "{board} {side}: {found} {}", browser.text("error"));
        assert_eq!(value(&browser, "side"), side);
        assert_eq!(value(&browser, "board"), board);
    }
    browser.choose("rules", "cube");
    browser.choose("board", "\n\n[rq,##],[##,Kx]");
    assert!(browser.text("error").starts_with("line 3, column 14: expected a letter"));
    browser.choose("board", "Kk\n##\n\n##\nkK");
    let error = browser.text("error");
    assert!(
        error.starts_with("Expected 1 white king, but found 2; expected at most 1 black king")
            && error.ends_with("; the kings attack each other")
            && error.matches("attack").count() == 1,
        "{error}"
    );
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_link_restores_the_state() {
    let Some((server, browser)) = page() else { return };
    let shown = || {
        let texts = ["count", "answer", "verdict"].map(|id| browser.text(id));
        let values = ["rules", "size", "piece", "color", "board", "side", "view"]
            .map(|id| value(&browser, id));
        (texts, values, pieces(&browser), marked(&browser, "start"), marked(&browser, "finish"))
    };
    let steps: [&dyn Fn(); 4] = [
        &|| {
            browser.choose("size", "4");
            browser.choose("piece", "Q");
            browser.click("[data-palette=n]");
            browser.click(&cell("d4(IV)"));
        },
        &|| browser.choose("view", "stack"),
        &|| {
            browser.click("#tab-path");
            browser.click(&cell("c3(II)"));
        },
        &|| {
            browser.click("#tab-mate");
            browser.choose("board", "[rq,##],[##,K#]");
        },
    ];
    for step in steps {
        step();
        let before = shown();
        let link = browser.run("return location.href");
        browser.open(link.as_str().expect("an address"));
        assert_eq!(shown(), before, "{link}");
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_page_can_be_used_by_keyboard_alone() {
    let Some((server, browser)) = page() else { return };
    let (tab, up, right, page_up, page_down, delete, escape) =
        ('\u{E004}', '\u{E013}', '\u{E014}', '\u{E00E}', '\u{E00F}', '\u{E017}', '\u{E00C}');
    let focused = || browser.run("return document.activeElement.dataset.cell ?? null");
    browser.click("#tab-mate");
    browser.choose("board", "[###,###,###],[###,###,###],[###,###,K##]");
    browser.click(&cell("a1(I)"));
    browser.keys(&format!("{up}{right}{page_up}"));
    assert_eq!(focused(), "b2(II)");
    browser.keys("q");
    assert_eq!(focused(), "b2(II)", "the focus stays");
    assert!(pieces(&browser).contains("qb2(II)"));
    assert_eq!(verdict(&browser), "check");
    browser.keys(&delete.to_string());
    assert_eq!((focused(), pieces(&browser).len()), (Value::from("b2(II)"), 1));
    browser.keys(&format!("{page_down}R{escape}"));
    assert_eq!(pieces(&browser).len(), 2, "Escape clears nothing");
    browser.click("#clear");
    assert!(pieces(&browser).is_empty(), "a button does");
    browser.click(&cell("b2(I)"));
    browser.keys(&tab.to_string());
    assert_eq!(focused(), Value::Null, "the board is one stop");
    assert_eq!(label(&browser, "b2(I)"), "b2(I)");
    browser.click("#tab-tester");
    browser.click(&cell("c2(I)"));
    browser.keys("Q");
    assert_eq!(pieces(&browser), set(["Qc2(I)"]));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_page_fits_narrow_and_wide_screens() {
    let Some((server, browser)) = page() else { return };
    for (width, height) in [(500, 800), (1280, 800), (3840, 2160)] {
        browser.resize(width, height);
        for (rules, size) in [("cube", "3"), ("cube", "10"), ("great-shatranj", "6")] {
            browser.choose("rules", rules);
            browser.choose("size", size);
            for tab in ["tester", "path", "mate"] {
                browser.click(&format!("#tab-{tab}"));
                let room = browser.run(
                    "const page = document.documentElement; return page.scrollWidth - page.clientWidth",
                );
                assert!(room.as_i64() <= Some(0), "{rules} {size} {tab} at {width}: {room}");
            }
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_page_is_small() {
    let Some((server, browser)) = page() else { return };
    until("other modes are loaded ahead", || {
        let loaded =
            "return performance.getEntriesByType('resource').map(({ name }) => name).join(' ')";
        let loaded = browser.run(loaded).to_string();
        loaded.contains("/path.js") && loaded.contains("/mate.js")
    });
    let files = browser.run(
        "const all = performance.getEntriesByType('resource').map((entry) => [new URL(entry.name).pathname, entry]);
         const [, answer] = all.find(([path]) => path === '/api/moves');
         const needed = all.filter(([path, { startTime }]) => !path.startsWith('/api/') && startTime < answer.responseEnd);
         return ['/', ...needed.map(([path]) => path)]",
    );
    let files = strings(&files);
    assert!(files.contains("/tester.js") && !files.contains("/mate.js"), "{files:?}");
    let bytes: usize = files.iter().map(|path| server.get(path).body.len()).sum();
    assert!(bytes <= 300_000, "{bytes} bytes of {files:?}");
    let drawn = || browser.run("return document.getElementById('piece-raumschach-U') !== null");
    assert_eq!(drawn(), false, "the pieces of other rules are not there yet");
    browser.choose("rules", "raumschach");
    assert_eq!(drawn(), true);
}
