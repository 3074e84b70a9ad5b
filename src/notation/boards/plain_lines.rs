//! Lines with marks: quotations of mails, lists of YAML, names of levels and fences of code.

use std::ops::Range;

use super::pasted::FIRST_PART;
use crate::mistake::Mistake;
use crate::notation::cursor::Cursor;

/// A text without the marks before its lines.
pub(super) struct PlainLines {
    pub(super) text: Vec<u8>,
    /// True if no more text belongs to the marked lines.
    pub(super) ended: bool,
    lines: Vec<MarkedLine>,
}

/// A line without its marks.
struct MarkedLine {
    /// The byte range of the line in the text without marks.
    inner: Range<usize>,
    /// The byte offset of the line in the text with marks.
    outer: usize,
    /// The length of the quotation mark on each side of the line.
    quote: usize,
}

impl PlainLines {
    /// Returns the lines at a cursor without their marks; `None` if the first line has no mark.
    /// Only the first [`FIRST_PART`] bytes are read.
    pub(super) fn at(cursor: &Cursor<'_>) -> Option<Self> {
        let rest = cursor.rest();
        let is_quotation = rest.starts_with(b">");
        let has_names = rest.split(|byte| *byte == b'\n').next().is_some_and(is_level_name);
        if !is_quotation && !has_names && !rest.trim_ascii_start().starts_with(b"- ") {
            return None;
        }
        let mut lines = Self { text: Vec::new(), ended: false, lines: Vec::new() };
        let mut at = 0;
        for line in rest[..rest.len().min(FIRST_PART)].split_inclusive(|byte| *byte == b'\n') {
            if !line.ends_with(b"\n") && !cursor.ended {
                break;
            }
            let plain = match line {
                _ if is_quotation => quoted_line(line),
                // The name of a level becomes the empty line before the level.
                _ if has_names => Some(if is_level_name(line) { &[][..] } else { line }),
                _ => item_line(line),
            };
            let Some(plain) = plain else {
                lines.ended = true;
                break;
            };
            let (before, plain) = (line.len() - plain.len(), plain.trim_ascii_end());
            let inner = without_quotes(plain);
            let quote = (plain.len() - inner.len()) / 2;
            let start = lines.text.len();
            lines.lines.push(MarkedLine {
                inner: start..start + inner.len(),
                outer: cursor.at + at + before + quote,
                quote,
            });
            lines.text.extend(inner);
            if line.ends_with(b"\n") {
                lines.text.push(b'\n');
            }
            at += line.len();
        }
        lines.ended |= cursor.ended || rest.len() > FIRST_PART;
        Some(lines)
    }

    /// Returns the byte offset in the text with marks of an offset in the text without them. The
    /// end of a line is after its quotation mark.
    pub(super) fn outer(&self, at: usize) -> usize {
        let line = self.lines.iter().rfind(|line| line.inner.start <= at);
        line.map_or(at, |MarkedLine { inner, outer, quote }| {
            outer + at - inner.start + if at >= inner.end { *quote } else { 0 }
        })
    }

    /// Converts a mistake about the text without marks to one about the text with them.
    pub(super) fn outer_error(&self, mut error: Mistake) -> Mistake {
        for label in &mut error.labels {
            let start = self.outer(label.span.start);
            label.span = start..start + label.span.len();
        }
        error
    }
}

/// Returns a line without the marks of a quotation, such as `> > `; `None` if the line has none.
fn quoted_line(line: &[u8]) -> Option<&[u8]> {
    let mut rest = line.strip_prefix(b">")?;
    while let [b'>', after @ ..] | [b' ', b'>', after @ ..] = rest {
        rest = after;
    }
    // More blanks than one belong to the text, as before the levels of a picture.
    Some(rest.strip_prefix(b" ").unwrap_or(rest))
}

/// Returns a line without the marks of items in a list of YAML, such as `- - `; `None` if the line
/// is no part of an item.
fn item_line(line: &[u8]) -> Option<&[u8]> {
    let mut rest = line.trim_ascii_start();
    while let Some(after) = rest.strip_prefix(b"- ") {
        rest = after.trim_ascii_start();
    }
    (!rest.is_empty() && rest.len() < line.len()).then_some(rest)
}

/// Returns `true` for a line that names a level, such as `Level 3:` or `(II)`.
fn is_level_name(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let line = line.strip_suffix(b":").unwrap_or(line);
    let inner = line.strip_prefix(b"(").and_then(|line| line.strip_suffix(b")"));
    let (word, after) = line.split_at(line.len().min("level ".len()));
    let number = if word.eq_ignore_ascii_case(b"level ") { Some(after) } else { inner };
    number.is_some_and(|number| {
        let is_roman = |byte: &u8| b"IVXLC".contains(byte);
        let is_number = number.iter().all(u8::is_ascii_digit) || number.iter().all(is_roman);
        !number.is_empty() && is_number
    })
}

/// Returns a text without the quotation marks around it.
fn without_quotes(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => text,
    }
}

/// Returns the length of a line that begins or ends code, such as ```` ``` ````, at the start of a
/// text. The result is 0 for other lines, and `None` if the line may go on.
pub(super) fn fence_length(text: &[u8], ended: bool) -> Option<usize> {
    if !text.starts_with(b"`") && !text.starts_with(b"~") {
        return Some(0);
    }
    let line = text[..text.len().min(FIRST_PART)].split_inclusive(|byte| *byte == b'\n').next()?;
    if !line.ends_with(b"\n") && !ended && text.len() < FIRST_PART {
        return None;
    }
    let name = line.strip_prefix(b"```").or_else(|| line.strip_prefix(b"~~~"));
    let is_fence = name.is_some_and(|name| !name.contains(&b'`'));
    Some(if is_fence { line.len() } else { 0 })
}
