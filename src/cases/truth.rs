//! Words for the answers of the checkmate puzzle, as programs in many languages print them.

/// Words for `true`, compared without regard to letter case.
pub(crate) const TRUE: &[&str] = &["true", "1", "yes", "t"];
/// Words for `false`, compared without regard to letter case.
pub(crate) const FALSE: &[&str] = &["false", "0", "no", "f", "nil", "none", "null", "[]"];

/// Returns `true` if `text` is one of `words` in any letter case.
pub(crate) fn is_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(text))
}
