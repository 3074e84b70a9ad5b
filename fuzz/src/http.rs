//! Fuzz target `http`: the first byte chooses the question, and the rest is the body of the
//! request.

use kubikschach::cli::fuzzing::body;
use roxmltree::Document;
use serde_json::Value;

use crate::ndjson::check_lines;

/// The commands of the server that are fuzzed, with `true` if the body of the request has one JSON
/// object per line.
const ASKED: [(&str, bool); 16] = [
    ("path", false),
    ("mate", false),
    ("moves", false),
    ("graph", false),
    ("picture", false),
    ("path", true),
    ("mate", true),
    ("moves", true),
    ("distances", false),
    ("board", false),
    ("play", false),
    ("perft", false),
    ("distances", true),
    ("board", true),
    ("play", true),
    ("perft", true),
];

/// Request fields that determine how long an answer takes, each with its maximum value in this
/// target.
const LARGEST: [(&str, u64); 3] = [("size", 6), ("in", 2), ("depth", 2)];

/// Checks that each answer or error is a JSON object on one line, and that pictures are XML. In a
/// body of several lines, each line must have the answer that it has alone.
pub fn run(data: &[u8]) {
    let Some((first, text)) = data.split_first() else { return };
    let (question, lines) = ASKED[usize::from(*first) % ASKED.len()];
    let objects: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    if is_long(text) || objects.iter().any(|object| is_long(object)) {
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
    // The server skips byte order marks.
    let plain =
        |object: &[u8]| object.strip_prefix(b"\xef\xbb\xbf").unwrap_or(object).trim_ascii().len();
    let objects = objects.iter().filter(|object| plain(object) > 0);
    assert_eq!(answers.clone().count(), objects.clone().count());
    for (object, answer) in objects.zip(answers).take(4) {
        if let Some(Ok(alone)) = body(question, object, false) {
            assert_eq!(String::from_utf8_lossy(&alone), String::from_utf8_lossy(answer));
        }
    }
}

fn is_long(object: &[u8]) -> bool {
    let Ok(object) = serde_json::from_slice::<Value>(object) else { return false };
    let number = |field| object.get(field).and_then(Value::as_u64).unwrap_or(0);
    LARGEST.into_iter().any(|(field, largest)| number(field) > largest)
}
