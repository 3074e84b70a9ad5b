//! Phrases and escapes that messages and explanations share.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::Utf8Chunk;

/// Escapes invisible characters of user input, such as line ends, as `char::escape_debug` does.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    // A fold over all bytes is faster than stopping at the first bad byte, because the compiler
    // vectorizes the loop.
    let is_plain = |plain: bool, byte: u8| plain & (b' '..=b'~').contains(&byte);
    if text.bytes().fold(true, is_plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for letter in text.chars() {
        if is_visible(letter) {
            shown.push(letter);
        } else {
            shown.extend(letter.escape_debug());
        }
    }
    Cow::Owned(shown)
}

/// Escapes user input as [`printable`] does, and writes each byte outside UTF-8 as an escape such
/// as `\xff`.
pub(crate) fn printable_bytes(bytes: &[u8]) -> String {
    let chunk = |chunk: Utf8Chunk<'_>| {
        format!("{}{}", printable(chunk.valid()), chunk.invalid().escape_ascii())
    };
    bytes.utf8_chunks().map(chunk).collect()
}

/// Returns `true` if a character is visible and does not combine with the character before it.
pub(crate) fn is_visible(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '\\') || letter.escape_debug().next() != Some('\\')
}

/// Returns the indefinite article of a noun: `an` before a vowel sound, else `a`.
pub(crate) fn article(noun: &str) -> &'static str {
    let noun = noun.to_lowercase();
    let is_vowel = |letter: &u8| b"aeiou".contains(letter);
    match noun.as_bytes() {
        [b'e', b'u', ..] | [b'o', b'n', b'e', ..] => "a",
        // A `u` before one consonant sounds like "you": "a user", but "an uncle".
        [b'u', second, third, ..] if !is_vowel(second) && is_vowel(third) => "a",
        [first, ..] if is_vowel(first) => "an",
        _ => "a",
    }
}

/// Joins parts as in `a, b and c`.
pub(crate) fn and(parts: &[String]) -> String {
    list(parts, "and")
}

/// Joins parts with commas, and the last two parts with the word in `last`, as in `a, b or c`.
pub(crate) fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Describes the lengths of a step along the axes, such as `along two axes at once` or
/// `2 along one axis and 1 along another`.
///
/// The text in `of`, such as ` of the level`, is inserted after the first `axis` or `axes`.
pub(crate) fn along_axes(parts: &[i32], of: &str) -> String {
    let mut far: Vec<i32> = parts.iter().map(|part| part.abs()).filter(|part| *part > 0).collect();
    far.sort_unstable_by(|a, b| b.cmp(a));
    let distance = |far: i32| if far == 1 { String::new() } else { format!("{far} ") };
    match far.as_slice() {
        [a] => format!("{}along one axis{of}", distance(*a)),
        [a, b] if a == b => format!("{}along two axes{of} at once", distance(*a)),
        [a, b, c] if a == b && b == c => format!("{}along all three axes at once", distance(*a)),
        [a, b] => format!("{a} along one axis{of} and {b} along another"),
        [a, b, c] => format!("{a}, {b} and {c} along the three axes"),
        _ => "nowhere".to_owned(),
    }
}

/// Writes a number with its noun in the singular or plural. The numbers 0 and 1 are words:
/// `no moves`, `one move`, `12 moves`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}"),
        1 => format!("one {noun}"),
        more => format!("{more} {noun}s"),
    }
}

/// Writes a number in digits with its noun in the singular or plural: `0 moves`, `1 move`.
pub(crate) fn numbered<N: Copy + Display + From<u8> + PartialEq>(number: N, noun: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

pub(crate) fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let first: String = rest.next().into_iter().flat_map(char::to_uppercase).collect();
    first + rest.as_str()
}

/// The maximum length in bytes of a message that is shown whole.
#[cfg(feature = "serde")]
const LONGEST_MESSAGE: usize = 2000;
/// The number of characters shown from each end of a longer message.
#[cfg(feature = "serde")]
const SHOWN_ENDS: usize = 400;

/// Replaces the middle of a long message by `…`.
#[cfg(feature = "serde")]
pub(crate) fn brief(message: String) -> String {
    if message.len() <= LONGEST_MESSAGE {
        return message;
    }
    let at = |(at, _)| at;
    let start = message.char_indices().map(at).nth(SHOWN_ENDS).unwrap_or(message.len());
    let end = message.char_indices().map(at).nth_back(SHOWN_ENDS - 1).unwrap_or(0);
    format!("{}…{}", &message[..start], &message[end.max(start)..])
}

/// Returns a text on one line, with one space in place of each run of white space.
#[cfg(feature = "cli")]
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Joins the words of a command line, with quotation marks where a shell needs them.
#[cfg(feature = "cli")]
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

/// Returns the reason of an error of the system, without its number.
#[cfg(feature = "cli")]
pub(crate) fn io_reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        _ => text.split(" (os error ").next().unwrap_or_default().to_owned(),
    }
}
