//! Mate problems on the page: soundness, proofs, set play and tries.

use serde_json::{Value, json};

use crate::web::board::{
    TWO_KEYS, cell, is_disabled, is_hidden, moves_in, position, quiet, requests, set, strings,
    value, verdict,
};
use crate::web::browser::{Browser, until};
use crate::web::{page, told};

/// Board with a mate in two moves by one key move, and with set play and tries.
const SOUND: &str =
    "[###N,k###,####,####],[####,####,####,####],[####,####,####,####],[#Q##,##K#,####,####]";

/// Returns the JSON answer of the command `mate --explain`.
fn answer(options: &[&str], board: &str) -> Value {
    let told = told(&[&["mate", "--json", "--explain"], options, &[board]].concat());
    serde_json::from_str(&told).expect("JSON")
}

/// Opens mate mode, and enters a board and the number of moves in which to mate.
fn ask(browser: &Browser, board: &str, moves: &str) {
    browser.click("#tab-mate");
    browser.choose("board", board);
    browser.choose("in", moves);
}

/// Returns the visible lines of the list with this `id`. Collapsed parts and empty lines are left
/// out.
fn lines(browser: &Browser, id: &str) -> Vec<String> {
    let found = browser.run(&format!(
        "return document.getElementById('{id}').innerText.split('\\n').filter((line) => line.trim() !== '')"
    ));
    serde_json::from_value(found).expect("lines")
}

#[test]
#[ignore = "drives a browser"]
fn a_mate_comes_with_its_soundness_and_its_proof() {
    let Some((server, browser)) = page() else { return };
    ask(&browser, SOUND, "2");
    assert_eq!(browser.text("soundness"), "1 key: sound");
    let shown = lines(&browser, "proof");
    assert_eq!(shown.len(), 5, "the replies to the only key are shown at once: {shown:?}");
    let first = "#proof > li > ol > li:first-child";
    assert_eq!(moves_in(&browser, first), json!(["a3(IV)-a4(III)", "b4(I)-b4(III)"]));
    ask(&browser, TWO_KEYS, "2");
    let expected = answer(&["--in", "2"], TWO_KEYS);
    let soundness = expected["soundness"].as_str().expect("a text");
    assert_eq!(browser.text("soundness"), format!("{soundness}; duals: 1"));
    assert_eq!(moves_in(&browser, "#proof"), json!(["c1(III)-b3(III)", "c3(I)-c2(I)"]));
    let shown = lines(&browser, "proof");
    assert!(shown.iter().all(|line| line.ends_with(" 2 replies")), "{shown:?}");
    browser.click("#proof > li:nth-child(2) .more");
    let shown = lines(&browser, "proof");
    let opened = "#proof > li:nth-child(2) > ol > li";
    let mated = json!(["b2(I)-a1(I)", "c1(III)-a2(III)"]);
    assert_eq!(moves_in(&browser, &format!("{opened}:first-child")), mated);
    assert!(shown[3].ends_with(" dual"), "{shown:?}");
    let expanded = "return document.querySelector('#proof > li:nth-child(2) .more').ariaExpanded";
    assert_eq!((shown.len(), browser.run(expanded)), (9, Value::from("true")));
    browser.choose("in", "3");
    assert_eq!(browser.text("soundness"), "2 keys: short solution, cooked; duals: 1");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_move_of_the_proof_lights_its_cells_and_plays_its_line() {
    let Some((server, browser)) = page() else { return };
    ask(&browser, SOUND, "2");
    let last = "#proof .tree li .ply .move";
    let lit = browser.run(&format!(
        "document.querySelector('{last}').focus();
         return [...document.querySelectorAll('.cell.lit')].map((cell) => cell.dataset.cell)"
    ));
    assert_eq!(strings(&lit), set(["b4(I)", "b4(III)"]));
    browser.click(last);
    let line = ["c3(I)-b2(II)", "a3(IV)-a4(III)", "b4(I)-b4(III)"];
    let start = format!("{SOUND} w");
    let played = told(&[&["play", "--json", "--rules", "cube", &start], &line[..]].concat());
    let played: Value = serde_json::from_str(&played).expect("JSON");
    assert_eq!(played["position"], position(&browser));
    assert_eq!(verdict(&browser), "checkmate");
    assert_eq!(browser.text("soundness"), "1 key: sound", "the solution stays");
    browser.click("#undo");
    assert_eq!(browser.text("soundness"), "1 key: sound");
    quiet(server, &browser);
}

/// Returns the number of moves that are left, the sentence that says what is to be solved, and the
/// moves that the page marks as current.
fn task(browser: &Browser) -> (String, String, Value) {
    let current = browser.run(
        "return [...document.querySelectorAll('.move[aria-current=true]')].map(({ dataset }) => `${dataset.move} ${dataset.ply}`)",
    );
    (value(browser, "in"), browser.text("stipulation"), current)
}

#[test]
#[ignore = "drives a browser"]
fn a_solution_is_played_through_and_stays() {
    let Some((server, browser)) = page() else { return };
    ask(&browser, SOUND, "2");
    let tasks = [
        ("2", "White to move: mate in 2", json!([])),
        ("1", "Black to move, then mate in 1", json!(["c3(I)-b2(II) 0"])),
        ("1", "White to move: mate in 1", json!(["a3(IV)-a4(III) 1"])),
        ("", "", json!(["b4(I)-b4(III) 2"])),
    ];
    let tasks = tasks.map(|(moves, words, lit)| (moves.to_owned(), words.to_owned(), lit));
    let searches = requests(&browser, "mate");
    browser.click("#proof .tree li .ply .move");
    assert_eq!(task(&browser), tasks[3]);
    for expected in tasks[..3].iter().rev() {
        browser.click("#step-back");
        assert_eq!(&task(&browser), expected);
        assert_eq!(browser.text("soundness"), "1 key: sound");
    }
    assert!(is_disabled(&browser, "step-back"));
    browser.run("document.querySelector('#proof .move').focus()");
    for expected in &tasks[1..] {
        browser.keys("\u{E014}");
        assert_eq!(&task(&browser), expected, "the arrow steps on");
    }
    assert!(is_disabled(&browser, "step-next"));
    assert_eq!(requests(&browser, "mate") - searches, 7, "only verdicts are asked for");
    browser.keys("\u{E012}");
    assert_eq!(task(&browser), tasks[2]);
    browser.reload();
    assert_eq!(task(&browser), tasks[2], "a link shows the move");
    browser.click("#undo");
    assert_eq!(task(&browser), tasks[0]);
    browser.click(&cell("c3(I)"));
    browser.click(&cell("b2(II)"));
    let answered = "a key that is played on the board is answered by a move of the tree";
    until(answered, || task(&browser) == tasks[2]);
    browser.click("#undo");
    browser.click(&cell("c3(I)"));
    browser.click(&cell("c2(II)"));
    let words = "Black to move, then mate in 1?";
    assert_eq!(task(&browser), ("1".into(), words.into(), json!([])), "a try has no tree");
    assert!(browser.text("mate-in").starts_with("mate in 2: "), "the solution stays");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_problem_of_the_list_is_solved_on_request() {
    let Some((server, browser)) = page() else { return };
    let problem = "1: mate in 2 with 4 pieces, 3×3×3";
    browser.choose("examples", problem);
    assert_eq!(browser.text("stipulation"), "White to move: mate in 2");
    assert!(is_hidden(&browser, "solution"), "nothing is told before");
    browser.reload();
    assert_eq!(value(&browser, "examples"), problem);
    browser.click("#solve");
    assert_eq!(browser.text("soundness"), "1 key: sound");
    assert!(is_hidden(&browser, "solve"));
    browser.click("#step-next");
    assert_eq!(value(&browser, "examples"), problem, "a move keeps the name");
    browser.click("[data-palette=n]");
    browser.click(&cell("a1(III)"));
    assert_eq!(value(&browser, "examples"), "", "another position has none");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_tap_on_a_move_plays_it_though_its_cells_are_out_of_sight() {
    let Some((server, browser)) = page() else { return };
    ask(&browser, SOUND, "2");
    browser.view(360, 740);
    let last = "#proof .tree li .ply .move";
    browser.run(&format!("document.querySelector('{last}').scrollIntoView({{ block: 'end' }})"));
    let tap = json!([
        browser.over(last, 0),
        { "type": "pointerDown", "button": 0 },
        { "type": "pointerUp", "button": 0 },
    ]);
    let parameters = json!({ "pointerType": "touch" });
    browser.perform(&[
        json!({ "type": "pointer", "id": "finger", "parameters": parameters, "actions": tap }),
    ]);
    until("it is played", || verdict(&browser) == "checkmate");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn set_play_and_tries_are_asked_for_when_they_are_opened() {
    let Some((server, browser)) = page() else { return };
    ask(&browser, SOUND, "2");
    assert_eq!(lines(&browser, "set-play"), ["Set play"]);
    assert!(!browser.text("command").contains("--set"));
    browser.click("#set-play summary");
    until("it is answered", || !browser.text("set").is_empty());
    let set = json!(["a3(IV)-a4(III)", "b4(I)-b4(III)", "a3(IV)-a4(IV)", "b4(I)-b4(III)"]);
    assert_eq!(moves_in(&browser, "#set"), set);
    browser.click("#tries summary");
    until("they are answered", || !browser.text("tried").is_empty());
    let expected = answer(&["--in", "2", "--set", "--tries"], SOUND);
    let tries = expected["tries"].as_array().expect("a list");
    let moves = tries.iter().flat_map(|found| [&found["move"], &found["refutation"]]).cloned();
    assert_eq!(moves_in(&browser, "#tried"), moves.collect::<Value>());
    assert!(lines(&browser, "tried").iter().all(|line| line.contains(" refuted by ")));
    let command = browser.text("command");
    assert!(command.ends_with("--explain --set --tries --in 2"), "{command}");
    assert_eq!(moves_in(&browser, "#set"), set, "they stay");
    browser.reopen();
    assert_eq!((lines(&browser, "set").len(), lines(&browser, "tried").len()), (2, tries.len()));
    browser.click("#set .move");
    let now = position(&browser);
    assert!(now.ends_with('w') && now.contains("[k###,####,####,####]"), "Black has moved: {now}");
    ask(&browser, TWO_KEYS, "2");
    assert_eq!(lines(&browser, "set"), ["none"], "there is no set play");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn without_a_mate_there_are_tries_but_no_proof() {
    let Some((server, browser)) = page() else { return };
    ask(&browser, SOUND, "1");
    assert_eq!(browser.text("mate-in"), "no mate within 1 move");
    assert_eq!((browser.text("soundness"), browser.text("proof")), Default::default());
    assert!(!is_hidden(&browser, "tries"));
    browser.click("#tries summary");
    until("they are answered", || !browser.text("tried").is_empty());
    let expected = answer(&["--in", "1", "--tries"], SOUND);
    let tries = expected["tries"].as_array().expect("a list").len().max(1);
    assert_eq!(lines(&browser, "tried").len(), tries);
    assert_eq!(browser.text("soundness"), "");
    browser.choose("in", "");
    assert!(is_hidden(&browser, "problem"), "nothing is asked");
    browser.choose("in", "2");
    browser.click("#tab-path");
    assert!(is_hidden(&browser, "problem"));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_move_and_its_number_are_on_the_same_line() {
    let Some((server, browser)) = page() else { return };
    ask(&browser, SOUND, "2");
    browser.click("#tries summary");
    until("they are answered", || !browser.text("tried").is_empty());
    let parted = browser.run(
        "const details = document.getElementById('details');
         const texts = document.createTreeWalker(details, NodeFilter.SHOW_TEXT);
         const numbers = [], parted = [];
         while (texts.nextNode()) if (/^\\d+\\. $/.test(texts.currentNode.data)) numbers.push(texts.currentNode);
         const range = document.createRange();
         for (let width = 120; width < 400; width += 4) {
            details.style.width = `${width}px`;
            for (const number of numbers) {
                range.selectNode(number);
                const [before, after] = [range, number.nextSibling].map((part) => part.getBoundingClientRect());
                if (after.top > before.bottom) parted.push([width, number.nextSibling.textContent]);
            }
         }
         return [numbers.length > 8, parted]",
    );
    assert_eq!(parted, json!([true, []]));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn lines_of_cooks_and_of_set_play_are_played_too() {
    let Some((server, browser)) = page() else { return };
    ask(&browser, TWO_KEYS, "2");
    browser.click("#proof > li:nth-child(2) .more");
    browser.click("#proof > li:nth-child(2) .tree .move");
    let (words, lit) = ("White to move: mate in 1".to_owned(), json!(["b2(I)-a1(I) 1"]));
    assert_eq!(task(&browser), ("1".into(), words.clone(), lit));
    browser.click("#step-next");
    assert_eq!(verdict(&browser), "checkmate");
    ask(&browser, SOUND, "2");
    browser.click("#set-play summary");
    until("it is answered", || !browser.text("set").is_empty());
    browser.click("#set .move");
    assert_eq!(task(&browser), ("1".into(), words, json!(["a3(IV)-a4(III) 0"])));
    browser.click("#step-next");
    let lit = json!(["b4(I)-b4(III) 1"]);
    assert_eq!(task(&browser), (String::new(), String::new(), lit));
    assert_eq!(verdict(&browser), "checkmate");
    quiet(server, &browser);
}
