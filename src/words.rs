//! Small parts of sentences.

/// Such as `a, b and c`.
pub(crate) fn and(parts: &[String]) -> String {
    list(parts, "and")
}

/// Such as `a, b or c` with `or` as the last word between.
pub(crate) fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// The number with its noun, such as `one legal move` or `12 legal moves`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}"),
        1 => format!("one {noun}"),
        more => format!("{more} {noun}s"),
    }
}

/// The text with a capital letter at its front.
pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}
