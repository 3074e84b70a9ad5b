//! Fuzz target `forms`: the bytes choose a record, which is written in every notation.

use kubikschach::cli::fuzzing;
use kubikschach::notation::{Boards, Reader};
use kubikschach::rules::Rules;

use crate::choices::Choices;
use crate::common::board_text::{self, Letters, NOTATIONS};
use crate::items::{built_in, expect_ok};
use crate::ndjson::Portions;

/// Checks that a record has the same answer in every notation.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    if choices.either() {
        check_query(built_in("kubikschach"), &mut choices);
    } else {
        check_board(built_in("cube"), &mut choices);
    }
}

fn check_board(rules: &Rules, choices: &mut Choices<'_>) {
    let letters = random_letters(choices);
    let board = board_text::board(rules, &letters);
    let list = board_text::list(&letters);
    let mut boards = Boards::new(rules);
    let mut texts = Vec::new();
    for (name, write) in NOTATIONS {
        let text = write(&letters);
        let setup = boards.single(text.as_bytes());
        assert_eq!(setup.map(|setup| setup.board), Ok(board.clone()), "{name}: {text:?}");
        texts.push(text);
    }
    let rows: Vec<String> = letters.iter().map(|rows| format!("{rows:?}")).collect();
    texts.push(format!("{{\"board\": \"{list}\"}}"));
    texts.push(format!("{{\"board\": [{}]}}", rows.join(", ")));
    texts.push(format!("{{\"id\": null, \"board\": {:?}}}", NOTATIONS[19].1(&letters)));
    let options = if choices.either() { "{}" } else { r#"{"force": true}"# };
    check_same(texts, |text| fuzzing::mate(options, text));
}

fn random_letters(choices: &mut Choices<'_>) -> Letters {
    let edge = 2 + choices.below(3);
    let mut cells = vec!['#'; edge * edge * edge];
    let alphabet: Vec<char> = "KQRBNkqrbn".chars().collect();
    for _ in 0..choices.below(cells.len()) {
        let at = choices.below(cells.len());
        cells[at] = choices.pick(&alphabet);
    }
    let rows: Vec<String> = cells.chunks(edge).map(|row| row.iter().collect()).collect();
    rows.chunks(edge).map(<[String]>::to_vec).collect()
}

fn check_query(rules: &Rules, choices: &mut Choices<'_>) {
    let names: Vec<&str> = rules.roles().map(|(_, role)| role.name.as_str()).collect();
    let size = rules.default_size();
    let name = choices.pick(&names);
    let color = choices.pick(&["W", "B"]);
    let [start, finish] = [(); 2].map(|()| rules.cells().name(size, choices.cell(size)));
    let long = if color == "W" { "White" } else { "black" };
    let texts = [
        format!("{name} {color} {start} {finish}"),
        format!("{name} {color} {start} {finish}\n"),
        format!("  {name}\t{long}   {start} \t{finish} \r\n\r\n"),
        format!("{} {color}\n{start}\n{finish}\n", name.to_lowercase()),
        format!("\n{} {long}\r\n\r\n{start} \r\n{finish}", name.to_uppercase()),
        format!(r#"{{"piece":"{name}","color":"{long}","start":"{start}","finish":"{finish}"}}"#),
        format!(
            r#" {{"finish": "{finish}", "why": null, "color": "{color}", "start": "{start}", "piece": "{name}"}} "#
        ),
    ];
    let options = choices.pick(&["{}", r#"{"route": true, "count": true, "why": true}"#]);
    check_same(texts, |text| fuzzing::path(options, text));
}

/// Checks that all texts have the same answer, ignoring positions in error messages.
fn check_same(
    texts: impl IntoIterator<Item = String>,
    answer: impl FnOnce(Portions) -> Option<Vec<u8>>,
) {
    let texts: Vec<String> = texts.into_iter().collect();
    let portions = Portions { text: texts.join("\n\n").into_bytes(), length: usize::MAX };
    let answers = String::from_utf8(answer(portions).expect("the options are good"));
    let answers: Vec<String> = expect_ok(answers).lines().map(without_place).collect();
    assert_eq!(answers.len(), texts.len(), "{answers:#?}");
    for (text, answer) in texts.iter().zip(&answers) {
        assert_eq!(*answer, answers[0], "{text:?}");
    }
}

fn without_place(answer: &str) -> String {
    let mut object: serde_json::Value = expect_ok(serde_json::from_str(answer));
    for key in ["line", "column", "field", "at", "id"] {
        object.as_object_mut().and_then(|fields| fields.remove(key));
    }
    object.to_string()
}
