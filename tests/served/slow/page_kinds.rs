//! The kinds of moves in Tester: one for each line of the piece's moves in the rule document.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::web::board::{cell, focus, label, marked, marked_by, quiet, set, strings};
use crate::web::browser::Browser;
use crate::web::{page, told};

/// Returns the text and the number of cells of each chip, by its line.
fn chips(browser: &Browser) -> BTreeMap<u64, (String, u64)> {
    let found = browser.run(
        "return [...document.querySelectorAll('#kinds [data-kind]')].filter((chip) => chip.matches('button'))
            .map((chip) => [Number(chip.dataset.kind), chip.textContent.trim(), parseInt(chip.textContent.trim(), 10)])",
    );
    let found: Vec<(u64, String, u64)> = serde_json::from_value(found).expect("chips");
    found.into_iter().map(|(line, text, count)| (line, (text, count))).collect()
}

/// Returns the cells of each kind, by its line.
fn kinds(browser: &Browser) -> BTreeMap<u64, BTreeSet<String>> {
    let found = browser.run(
        "return [...document.querySelectorAll('.cell[data-kind]')].map((cell) => [Number(cell.dataset.kind), cell.dataset.cell])",
    );
    let found: Vec<(u64, String)> = serde_json::from_value(found).expect("cells");
    let mut kinds = BTreeMap::<_, BTreeSet<String>>::new();
    for (line, name) in found {
        kinds.entry(line).or_default().insert(name);
    }
    kinds
}

/// Returns the answer of the command that the page shows, as JSON.
fn answer(browser: &Browser) -> Value {
    let command = browser.text("command");
    let words: Vec<&str> = command.split(' ').skip(1).map(|word| word.trim_matches('\'')).collect();
    serde_json::from_str(&told(&[&words[..], &["--json"]].concat())).expect("JSON")
}

/// Panics unless chips and cells are those of the answer.
fn expect_kinds(browser: &Browser, state: &str) {
    let answer = answer(browser);
    let mut expected = BTreeMap::new();
    for kind in answer["kinds"].as_array().expect("a list") {
        expected.insert(kind["line"].as_u64().expect("a number"), strings(&kind["cells"]));
    }
    assert_eq!(kinds(browser), expected, "{state}");
    let counts: BTreeMap<u64, u64> =
        chips(browser).into_iter().map(|(line, (_, count))| (line, count)).collect();
    let sizes = expected.iter().map(|(line, cells)| (*line, cells.len() as u64));
    assert_eq!(counts, sizes.collect(), "{state}");
    let sum: u64 = counts.values().sum();
    assert_eq!(
        (browser.text("count"), answer["count"].as_u64()),
        (sum.to_string(), Some(sum)),
        "{state}"
    );
    let reached = &marked(browser, "move") | &marked(browser, "capture");
    let of_a_kind: BTreeSet<String> = expected.into_values().flatten().collect();
    assert_eq!(reached, of_a_kind, "{state}: marks and kinds are on the same cells");
}

/// Returns pieces on some of the cells, as a list that addresses have.
fn blockers(random: &mut Rng, cells: &BTreeSet<String>, letters: &str) -> String {
    let mut list = Vec::new();
    for name in cells {
        if random.u8(..) < 30 {
            let letter = random.choice(letters.bytes().map(char::from)).expect("a letter");
            let letter = if random.bool() { letter.to_ascii_lowercase() } else { letter };
            list.push(format!("{letter}{name}"));
        }
    }
    list.join(" ")
}

#[test]
#[ignore = "drives a browser"]
fn chips_and_cells_are_those_of_the_command_line() {
    let Some((server, browser)) = page() else { return };
    let mut random = Rng::with_seed(86);
    for (rules, size) in [
        ("cube", 2),
        ("cube", 3),
        ("cube", 5),
        ("kubikschach", 8),
        ("raumschach", 5),
        ("great-shatranj", 6),
    ] {
        let board = if rules == "cube" {
            format!("rules=cube&size={size}")
        } else {
            format!("rules={rules}")
        };
        browser.open(&format!("{}#{board}&tab=tester", server.address));
        let cells = strings(&browser.run(
            "return [...document.querySelectorAll('[data-cell]')].map((cell) => cell.dataset.cell)",
        ));
        let letters = browser.run("return [...document.querySelectorAll('[data-subject]')].map((button) => button.dataset.subject).join('')");
        let letters = letters.as_str().expect("letters").to_owned();
        for letter in letters.chars() {
            let at = random.choice(&cells).expect("a cell");
            let others: BTreeSet<String> =
                cells.iter().filter(|name| *name != at).cloned().collect();
            let pieces = blockers(&mut random, &others, &letters);
            let color = random.choice(["white", "black"]).expect("a color");
            let state = format!("{board}&piece={letter}&color={color}&cell={at}&pieces={pieces}");
            browser.follow(&state);
            assert_eq!(browser.text("error"), "", "{state}");
            expect_kinds(&browser, &state);
        }
    }
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn the_opening_counts_its_kinds() {
    let Some((server, browser)) = page() else { return };
    browser.open(&server.address);
    let found: Vec<String> = chips(&browser).into_values().map(|(text, _)| text).collect();
    let words = ["12 along one axis", "24 along two axes", "16 along all three axes"];
    let begin = found.iter().zip(words).all(|(text, words)| text.starts_with(words));
    assert!(found.len() == 3 && begin, "{found:?}");
    expect_kinds(&browser, "the opening");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_pressed_chip_shows_its_kind_alone() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!(
        "{}#size=5&piece=Q&cell=c3(III)&pieces=nc3(V) nc5(V) Rc1(III)",
        server.address
    ));
    let all = kinds(&browser);
    let marks = || &marked(&browser, "move") | &marked(&browser, "capture");
    let pressed = || {
        let found = "return [...document.querySelectorAll('#kinds [aria-pressed=true]')].map((chip) => chip.dataset.kind)";
        browser.run(found)
    };
    let everything = marks();
    assert_eq!(pressed(), json!([]));
    for (line, cells) in &all {
        browser.click(&format!("#kinds button[data-kind='{line}']"));
        assert_eq!(pressed(), json!([line.to_string()]));
        assert_eq!((&marks(), &marked_by(&browser, "[data-kind]")), (cells, cells), "{line}");
        assert_eq!(chips(&browser).len(), all.len(), "all chips stay");
    }
    let last = all.keys().last().expect("a kind");
    browser.click(&format!("#kinds button[data-kind='{last}']"));
    assert_eq!((pressed(), marks(), kinds(&browser)), (json!([]), everything, all));
    let count = browser.text("count");
    browser.click("#kinds button[data-kind='1']");
    assert_eq!(browser.text("count"), count, "the count is that of all kinds");
    focus(&browser, "a1(I)");
    browser.click("[data-subject=N]");
    assert_eq!(pressed(), json!([]), "another piece has other kinds");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn captures_count_in_their_line_and_have_a_mark_of_their_own() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#size=3&piece=R&cell=a1(I)&pieces=na3(I) Nc1(I)", server.address));
    assert_eq!(marked_by(&browser, "[data-mark=capture][data-kind=\"1\"]"), set(["a3(I)"]));
    let (text, count) = chips(&browser)[&1].clone();
    assert_eq!((count, text.starts_with("5 ")), (5, true), "{text}");
    assert_eq!(marked(&browser, "blocked"), set(["c1(I)"]));
    assert!(label(&browser, "a3(I)").contains("capture"), "{}", label(&browser, "a3(I)"));
    let drawn = |name: &str| {
        browser.run(&format!(
            "const cell = document.querySelector('{}');
             return ['::before', '::after'].map((part) => {{
                const {{ content, borderTopWidth, borderRadius, clipPath, inset }} = getComputedStyle(cell, part);
                return [content, borderTopWidth, borderRadius, clipPath, inset].join();
             }}).join()",
            cell(name)
        ))
    };
    assert_ne!(drawn("a3(I)"), drawn("a2(I)"), "a capture is told from a move by its shape");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn kinds_differ_by_color_and_by_shape() {
    let Some((server, browser)) = page() else { return };
    browser.open(&format!("{}#size=5&piece=Q&cell=c3(III)", server.address));
    let looks = browser.run(
        "return [1, 2, 3].map((kind) => {
            const { backgroundColor, borderTopColor, borderRadius, clipPath } =
                getComputedStyle(document.querySelector(`.cell[data-kind='${kind}']`), '::after');
            return [`${backgroundColor} ${borderTopColor}`, `${borderRadius} ${clipPath}`];
        })",
    );
    let looks: Vec<[String; 2]> = serde_json::from_value(looks).expect("looks");
    for part in [0, 1] {
        let different: BTreeSet<&String> = looks.iter().map(|look| &look[part]).collect();
        assert_eq!(different.len(), 3, "{looks:?}");
    }
    quiet(server, &browser);
}
