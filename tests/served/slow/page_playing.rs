//! Makes moves in mate mode. The page marks the legal moves that the server lists, and shows the
//! board that the server returns after a move.

use serde_json::Value;

use crate::web::board::{
    IN_CHECK, cell, is_hidden, marked, pieces, position, quiet, strings, verdict,
};
use crate::web::{page, told};

#[test]
#[ignore = "drives a browser"]
fn a_click_on_a_piece_marks_its_legal_moves_and_one_on_them_plays() {
    let Some((server, browser)) = page() else { return };
    browser.choose("rules", "raumschach");
    browser.click("#tab-mate");
    browser.choose("board", "start");
    let start = position(&browser);
    let legal = |cell: &str| {
        let moves = format!("--moves={cell}");
        let told = told(&["play", "--json", "--rules", "raumschach", "start", &moves]);
        let answer: Value = serde_json::from_str(&told).expect("JSON");
        strings(&answer["legal_moves"])
    };
    let targets = |cell: &str| {
        let names = legal(cell).into_iter();
        names.filter_map(|name| Some(name.split_once('-')?.1.to_owned())).collect()
    };
    for from in ["Ab1", "Aa2"] {
        browser.click(&cell(from));
        assert_eq!(marked(&browser, "move"), targets(from), "{from}");
        assert_eq!(position(&browser), start, "nothing is moved");
    }
    browser.keys("\u{E00C}");
    assert!(marked(&browser, "move").is_empty(), "Escape lets it go");
    browser.click(&cell("Ab1"));
    let to = marked(&browser, "move").into_iter().next().expect("a move");
    browser.click(&cell(&to));
    let played = told(&["play", "--json", "--rules", "raumschach", "start", &format!("Ab1-{to}")]);
    let played: Value = serde_json::from_str(&played).expect("JSON");
    assert_eq!(played["position"], position(&browser));
    assert!(browser.text("verdict").starts_with("Black can move"), "{}", browser.text("verdict"));
    browser.click("#undo");
    assert_eq!(position(&browser), start);
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn a_choice_is_offered_where_a_move_can_promote_to_several_pieces() {
    let Some((server, browser)) = page() else { return };
    browser.choose("rules", "raumschach");
    browser.click("#tab-mate");
    let empty = "#####,#####,#####,#####,#####";
    let top = "[#####,P####,#####,#####,#####]";
    let board = format!("{top},[{empty}],[{empty}],[{empty}],[#####,#####,##k##,#####,K####] w");
    browser.choose("board", &board);
    assert_eq!(browser.text("error"), "");
    browser.click(&cell("Ea4"));
    browser.click(&cell("Ea5"));
    let choices = strings(&browser.run(
        "return [...document.querySelectorAll('#choice-moves button')].map((button) => button.textContent)",
    ));
    assert!(choices.contains("Ea4-Ea5=N") && choices.contains("Ea4-Ea5=Q"), "{choices:?}");
    browser.keys("\u{E00C}");
    assert!(is_hidden(&browser, "choice") && pieces(&browser).contains("PEa4"), "Escape closes it");
    browser.click(&cell("Ea4"));
    browser.click(&cell("Ea5"));
    browser.run(
        "[...document.querySelectorAll('#choice-moves button')].find((button) => button.textContent.endsWith('=N')).click()",
    );
    browser.wait();
    assert!(pieces(&browser).contains("NEa5"), "{:?}", pieces(&browser));
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn lines_of_the_explanation_and_keys_are_played() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    browser.choose("board", IN_CHECK);
    browser.click("#explanation .works button");
    assert!(pieces(&browser).contains("Nb3(I)"), "the knight has captured the queen");
    browser.choose("board", "[###,#K#,##N],[###,##B,###],[##R,#k#,###]");
    browser.choose("in", "2");
    browser.click("#mate-line > :last-child .move");
    assert_eq!(verdict(&browser), "checkmate", "the whole line is played");
    browser.click("#undo");
    browser.choose("in", "2");
    browser.click("#mate-in .move");
    assert_eq!(browser.text("verdict"), "Black to move, then mate in 1", "a key is played");
    quiet(server, &browser);
}

#[test]
#[ignore = "drives a browser"]
fn explanations_have_the_words_of_the_command_line() {
    let Some((server, browser)) = page() else { return };
    browser.click("#tab-mate");
    for board in [IN_CHECK, "[rq,##],[##,K#] w", "[###,##b,r#r],[###,###,###],[#k#,###,#K#] w"] {
        browser.choose("board", board);
        let printed = told(&["mate", "--explain", "--all", board]);
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let plain = |line: &str| words(line.trim().trim_start_matches("+ "));
        let expected: Vec<Value> = printed.lines().map(|line| Value::from(plain(line))).collect();
        let shown = browser.run(
            "return [...document.querySelectorAll('#explanation li')].map((line) => line.textContent.replace(/ +/g, ' '))",
        );
        assert_eq!(shown, Value::from(expected), "{board}");
    }
    quiet(server, &browser);
}
