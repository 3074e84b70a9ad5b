//! Command lines in messages.

/// Joins the words of a command line, with quotation marks where a shell needs them.
pub(crate) fn shell_words<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> String {
    let quoted = |word: W| {
        let word = word.as_ref();
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=:,+%@".contains(letter);
        if !word.is_empty() && word.chars().all(is_plain) {
            word.to_owned()
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    };
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}
