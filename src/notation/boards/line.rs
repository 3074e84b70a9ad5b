//! Lines of boards: how long they may be, their blanks, and sizes that they announce.

use crate::cell::Size;

/// A line is cut where no row could be so long.
pub(super) const LONGEST_LINE: usize = 2 * (Size::MAX + 1);

/// If the text starts with the announcement of a size, such as `n = 3`, where its sign ends;
/// `None` if there is not enough text to tell.
pub(super) fn declaration(text: &[u8]) -> Option<Option<usize>> {
    if text.first() != Some(&b'n') {
        return Some(None);
    }
    let sign = skip_blanks(text, 1);
    text.get(sign).map(|&byte| (byte == b'=').then_some(sign + 1))
}

/// The quotation marks that may stand around rows, as programs and word processors write them.
const MARKS: [&str; 8] = ["\"", "'", "“", "”", "„", "‘", "’", "‚"];

/// The length of the quotation mark that a text starts with; 0 without one.
pub(super) fn quotation_mark(text: &[u8]) -> usize {
    match text.first() {
        Some(b'"' | b'\'') => 1,
        Some(0xE2) => {
            MARKS.iter().find(|mark| text.starts_with(mark.as_bytes())).map_or(0, |mark| mark.len())
        }
        _ => 0,
    }
}

/// The first byte from one on that is no blank and no line end.
pub(super) fn skip_space(text: &[u8], from: usize) -> usize {
    text.len() - text[from.min(text.len())..].trim_ascii_start().len()
}

/// The first byte from one on that is no blank; the first half of a Windows line end is one.
pub(super) fn skip_blanks(text: &[u8], from: usize) -> usize {
    let blank = |byte: &&u8| **byte != b'\n' && byte.is_ascii_whitespace();
    from + text[from.min(text.len())..].iter().take_while(blank).count()
}
