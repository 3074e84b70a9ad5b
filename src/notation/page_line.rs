//! Lines of a page that are no records: labels such as `Output:`, and answers below an input.

use crate::mistake::Mistake;

/// Words of the labels of inputs and answers, in lower case.
const LABELS: [&str; 5] = ["input", "output", "expected", "answer", "result"];
/// Words that may stand beside them.
const BESIDE: [&str; 2] = ["sample", "example"];

/// Returns the hint about inputs that come with their answers. `records` names the inputs.
pub(super) fn import_hint(records: &str) -> String {
    format!("`kubikschach import -` reads {records} with answers")
}

/// Adds that hint to a mistake in a line that is a label, perhaps with more text behind a colon, or
/// an answer alone.
pub(super) fn with_hint(
    line: &[u8],
    records: &str,
    is_answer: impl Fn(&str) -> bool,
    error: Mistake,
) -> Mistake {
    let line = String::from_utf8_lossy(line).trim().to_lowercase();
    let head = line.split(':').next().unwrap_or_default();
    let words =
        || head.split_whitespace().map(|word| word.trim_matches(|it: char| !it.is_alphabetic()));
    let is_label = words().any(|word| LABELS.contains(&word))
        && words().all(|word| word.is_empty() || LABELS.contains(&word) || BESIDE.contains(&word));
    let hint = match is_label || is_answer(&line) {
        true if words().any(|word| word == "input") => {
            Some(format!("leave out labels and answers; {}", import_hint(records)))
        }
        true => Some(import_hint(records)),
        false => error.hint.clone(),
    };
    Mistake { hint, ..error }
}
