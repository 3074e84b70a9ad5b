//! Texts of others in messages: escaped, shortened and on one line.

use std::borrow::Cow;
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

/// Returns `true` if a character is drawn on the character before it, as an accent is. Marks that
/// nobody sees, such as variation selectors, are excluded.
#[cfg(feature = "cli")]
pub(crate) fn is_accent(letter: char) -> bool {
    let is_unseen = matches!(letter, '\u{34f}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}');
    // After another character, `escape_debug` leaves combining characters as they are.
    let is_shown_after_letter = || !format!("a{letter}").escape_debug().any(|shown| shown == '\\');
    !is_unseen && !is_visible(letter) && is_shown_after_letter()
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
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
