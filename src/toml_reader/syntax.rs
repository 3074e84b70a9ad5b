//! Syntax errors of TOML documents, as mistakes.

use std::ops::Range;

use toml::de::Error;

use crate::mistake::Mistake;

/// Returns the syntax errors of a document in the order of their places, without those that another
/// one causes.
pub(super) fn mistakes(text: &str, errors: &[Error]) -> Vec<Mistake> {
    let mut mistakes: Vec<Mistake> = errors
        .iter()
        .map(|error| {
            let span = error.span().unwrap_or(0..0);
            let hint = array_of_tables(text, &span, error.message());
            let message = if error.message().starts_with("invalid boolean") {
                "expected `true`, `false` or a text in quotation marks".to_owned()
            } else {
                error.message().replace('\n', ", ")
            };
            Mistake { hint, ..Mistake::new(span, message) }
        })
        .collect();
    mistakes.sort_by_key(|mistake| mistake.span().start);
    // A second table of the same name causes an error about each of its keys, too.
    if let Some(first) = mistakes.iter().find(|mistake| mistake.hint.is_some()).cloned() {
        mistakes = vec![first];
    }
    let end = text.trim_end().len();
    if mistakes.last().is_some_and(|last| last.span().start >= end) {
        mistakes.truncate(1);
    }
    mistakes
}

/// Returns the hint for the second table with the same name, whose name is at `span`; `None` for
/// other syntax errors.
fn array_of_tables(text: &str, span: &Range<usize>, message: &str) -> Option<String> {
    let (before, name) = (text.get(..span.start)?, text.get(span.clone())?);
    let is_table = before.ends_with('[') && text[span.end..].starts_with(']');
    (message == "duplicate key" && is_table)
        .then(|| format!("write `[[{name}]]` for each of several"))
}
