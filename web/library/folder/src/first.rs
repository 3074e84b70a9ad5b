//! The answers that the page needs for its first board, before the library is loaded.

use kubikschach::render::symbols;
use kubikschach::rules::Rules;
use serde_json::{Map, Value};

use crate::library::ask;
use crate::site::Failure;

/// The questions of the opening, with their fields in the order in which the page writes them.
const QUESTIONS: [(&str, &str); 4] = [
    ("rules", "{}"),
    ("examples", "{}"),
    ("moves", r#"{"rules":"cube","size":5,"piece":"Q","color":"white","cell":"c3(III)"}"#),
    (
        "board",
        r#"{"board":{"cells":{"c3(III)":"Q"},"side":"white","holder":null},"rules":"cube","size":5}"#,
    ),
];

/// Returns the JSON object of all answers, by the command, a space and the question.
pub fn answers() -> Result<String, Failure> {
    let mut answers = Map::new();
    for (command, question) in QUESTIONS {
        answers.insert(format!("{command} {question}"), ask(command, question)?);
    }
    answers.insert("pieces/cube.svg {}".to_owned(), symbols(&Rules::cube()).into());
    Ok(Value::Object(answers).to_string())
}
