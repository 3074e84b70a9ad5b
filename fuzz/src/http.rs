//! Bodies of requests: a byte for what is asked, then the body.

use kubikschach::cli::fuzzing::body;
use roxmltree::Document;
use serde_json::Value;

use crate::ndjson::check_lines;

/// The paths of questions; true if the body has one object a line.
const ASKED: [(&str, bool); 8] = [
    ("path", false),
    ("mate", false),
    ("moves", false),
    ("graph", false),
    ("picture", false),
    ("path", true),
    ("mate", true),
    ("moves", true),
];

/// The largest board; larger ones take too long.
const LARGEST: u64 = 6;

/// Answers and errors are objects, a line each; pictures are XML. In a body of lines each has the answer
/// that it has alone.
pub fn run(data: &[u8]) {
    let Some((first, text)) = data.split_first() else { return };
    let (question, lines) = ASKED[usize::from(*first) % ASKED.len()];
    let objects: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    if is_large(text) || objects.iter().any(|object| is_large(object)) {
        return;
    }
    let answered = body(question, text, lines).expect("it is asked");
    match &answered {
        Ok(svg) if question == "picture" => {
            let svg = str::from_utf8(svg).expect("pictures are text");
            assert!(Document::parse(svg).is_ok(), "{svg}");
        }
        Ok(text) | Err(text) => check_lines(text),
    }
    if lines && let Ok(answers) = answered {
        check_alone(question, &objects, &answers);
    }
}

fn check_alone(question: &str, objects: &[&[u8]], answers: &[u8]) {
    let answers = answers.split_inclusive(|byte| *byte == b'\n');
    let objects = objects.iter().filter(|object| !object.trim_ascii().is_empty());
    assert_eq!(answers.clone().count(), objects.clone().count());
    for (object, answer) in objects.zip(answers).take(4) {
        if let Some(Ok(alone)) = body(question, object, false) {
            assert_eq!(String::from_utf8_lossy(&alone), String::from_utf8_lossy(answer));
        }
    }
}

/// Returns `true` if an object asks about a large board.
fn is_large(object: &[u8]) -> bool {
    let object = serde_json::from_slice::<Value>(object).ok();
    object.and_then(|object| object.get("size")?.as_u64()).is_some_and(|size| size > LARGEST)
}
