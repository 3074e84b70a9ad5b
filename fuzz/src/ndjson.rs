//! Fuzz target `ndjson`: the first byte chooses the options, and the second the maximum number of
//! bytes per read. The rest is a stream of records for `path` or `mate`.

use std::io::{self, Read};

use kubikschach::cli::fuzzing;
use serde_json::{Map, Value};

/// Sets of options for `path`, each as a JSON object.
const PATH: [&str; 5] = [
    "{}",
    r#"{"route": true, "count": true, "why": true}"#,
    r#"{"rules": "cube", "size": 3, "all": true, "limit": 3}"#,
    r#"{"rules": "raumschach", "why": true}"#,
    r#"{"rules": "cube", "board": "[#n#,###,r##],[###,k##,###],[#q#,###,###]", "safe": true, "why": true}"#,
];

/// Sets of options for `mate`, each as a JSON object.
const MATE: [&str; 4] = [
    "{}",
    r#"{"explain": true}"#,
    r#"{"rules": "great-shatranj"}"#,
    r#"{"rules": "raumschach", "force": true, "explain": true}"#,
];

/// Checks that the output has one JSON object per line, and does not depend on how many bytes each
/// read returns.
pub fn run(data: &[u8]) {
    let [options, length, text @ ..] = data else { return };
    let in_portions = |length| answers(*options, Portions { text: text.to_vec(), length });
    let whole = in_portions(usize::MAX);
    assert_eq!(in_portions(1 + usize::from(*length)), whole);
    if let Some(answers) = whole {
        check_lines(&answers);
    } else {
        // Only text in UTF-16 is not read at all.
        let is_utf16 =
            matches!(text, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..]);
        assert!(is_utf16, "{text:?}");
    }
}

/// Returns the output for a text, or `None` if the text is not read.
fn answers(options: u8, text: impl Read + 'static) -> Option<Vec<u8>> {
    let options = usize::from(options) % (PATH.len() + MATE.len());
    match PATH.get(options) {
        Some(options) => fuzzing::path(options, text),
        None => fuzzing::mate(MATE[options - PATH.len()], text),
    }
}

/// Checks that every line of a text is a JSON object and ends with a line feed.
pub(crate) fn check_lines(text: &[u8]) {
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let object = serde_json::from_slice::<Map<String, Value>>(line);
        // An `id` is echoed as it was written, even if it is a number that overflows `serde_json`.
        let is_read = object
            .map_or_else(|error| error.to_string().starts_with("number out of range"), |_| true);
        assert!(is_read && line.ends_with(b"\n"), "{}", String::from_utf8_lossy(line));
    }
}

/// Reader that returns at most `length` bytes per read.
pub(crate) struct Portions {
    pub(crate) text: Vec<u8>,
    pub(crate) length: usize,
}

impl Read for Portions {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.length.min(into.len()).min(self.text.len());
        into[..length].copy_from_slice(&self.text[..length]);
        self.text.drain(..length);
        Ok(length)
    }
}
