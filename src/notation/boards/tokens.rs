//! The tokens of boards besides letters: declared sizes, quotation marks and ends of words.

use crate::notation::cursor::{Cursor, Stop, blank};
use crate::notation::skip::RecordLines;

/// The maximum length of a line in bytes. Boards in brackets may be on longer lines.
pub(super) const LONGEST_LINE: usize = 1 << 17;

/// The [`RecordLines`] of texts with boards: a line that starts with a declared size starts a
/// record.
pub(super) struct SizeLines;

impl RecordLines for SizeLines {
    fn longest_line(&self) -> usize {
        LONGEST_LINE
    }

    fn starts_record(&self, line: &Cursor<'_>) -> Result<bool, Stop> {
        Ok(size_digits(*line)?.is_some())
    }
}

/// Returns a cursor at the digits of the size that the text at `cursor` declares, or `None` if that
/// text declares no size. After `n=`, the digits may be missing.
pub(super) fn size_digits(mut cursor: Cursor<'_>) -> Result<Option<Cursor<'_>>, Stop> {
    match cursor.peek()? {
        Some(b'n' | b'N') => {
            cursor.at += 1;
            cursor.skip_blanks()?;
            let is_sign = cursor.peek()? == Some(b'=');
            cursor.at += 1;
            cursor.skip_blanks()?;
            Ok(is_sign.then_some(cursor))
        }
        Some(b'0'..=b'9') => {
            let digits = cursor;
            skip_digits(&mut cursor)?;
            cursor.skip_blanks()?;
            let follows = matches!(cursor.peek()?, Some(b',' | b'[' | b'\n'));
            Ok(follows.then_some(digits))
        }
        _ => Ok(None),
    }
}

/// Parses the digits at the cursor as a number. A number above `usize::MAX` becomes `usize::MAX`.
pub(super) fn number(cursor: &mut Cursor<'_>) -> Result<usize, Stop> {
    let start = cursor.at;
    skip_digits(cursor)?;
    let digits = cursor.text[start..cursor.at].iter();
    Ok(digits.fold(0_usize, |number, digit| {
        number.saturating_mul(10).saturating_add(usize::from(digit - b'0'))
    }))
}

fn skip_digits(cursor: &mut Cursor<'_>) -> Result<(), Stop> {
    while matches!(cursor.peek()?, Some(b'0'..=b'9')) {
        cursor.at += 1;
    }
    Ok(())
}

/// The accepted quotation marks around rows, including typographic ones.
const MARKS: [&str; 8] = ["\"", "'", "“", "”", "„", "‘", "’", "‚"];

/// Returns the length in bytes of the quotation mark at the cursor, or 0 if there is none or if
/// some of its bytes have not arrived.
pub(super) fn quotation_mark(cursor: &Cursor<'_>) -> Result<usize, Stop> {
    Ok(match cursor.peek()? {
        Some(b'"' | b'\'') => 1,
        Some(0xE2) => {
            let mark = MARKS.iter().find(|mark| cursor.rest().starts_with(mark.as_bytes()));
            mark.map_or(0, |mark| mark.len())
        }
        _ => 0,
    })
}

/// Returns `true` if `text` is empty, or starts with a blank, a comma or a bracket.
pub(super) fn ends_word(text: &[u8]) -> bool {
    matches!(text, [] | [b',' | b'[' | b']' | b'(' | b')' | b'{' | b'}', ..]) || blank(text) > 0
}
