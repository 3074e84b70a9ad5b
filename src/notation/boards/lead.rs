//! The text before a board: marks of mails and lists, the number of an item, a size and a name.

use std::ops::Range;

use super::line::{BoardLine, call_length};
use crate::cell::{LIMIT, Size};
use crate::mistake::{Mistake, quote};
use crate::notation::cursor::blank;
use crate::notation::parse_color;
use crate::piece::Color;

/// A size that a text declares, as in `n=3`.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) size: usize,
    pub(super) span: Range<usize>,
}

/// The marks that the lines of a board may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Marks {
    #[default]
    None,
    /// `> `, as in mails.
    Mail,
    /// `- `, as in lists of YAML.
    Items,
}

impl Marks {
    /// Returns the marks of a board whose first line is `line`. The line is taken as it stands if it
    /// is a row of cells, so that `- q r` has an empty cell and no mark.
    pub(super) fn of(line: &BoardLine<'_>) -> Self {
        let is_cell = |word: &[u8]| line.alphabet.count(word) == Some(1);
        match line.rest() {
            [b'>', ..] => Self::Mail,
            [b'-', b' ', ..] if !line.words().all(is_cell) => Self::Items,
            _ => Self::None,
        }
    }

    /// Skips the marks at the start of a line. Returns `false` if a line of a mail has none.
    pub(super) fn skip(self, line: &mut BoardLine<'_>) -> bool {
        match self {
            Self::None => line.skip_indent(),
            Self::Mail => {
                if line.peek() != Some(b'>') {
                    return false;
                }
                while line.skip(b">") || line.skip(b" >") {}
                line.skip(b" ");
            }
            Self::Items => {
                line.skip_indent();
                while line.skip(b"- ") {
                    line.skip_blanks();
                }
            }
        }
        true
    }
}

/// Skips the text before a board on its first line, and takes the size and the side to move that the
/// text declares. Returns `true` if the text ends with three quotation marks.
pub(super) fn skip(
    line: &mut BoardLine<'_>,
    declared: &mut Option<Declared>,
    turn: &mut Option<Color>,
) -> Result<bool, Mistake> {
    line.skip_indent();
    line.at += item_length(line.rest());
    size(line, declared)?;
    if let Some((side, end)) = side(line, declared.is_some()) {
        (*turn, line.at) = (Some(side), end);
        size(line, declared)?;
    }
    let length = name_length(line.rest());
    if length > 0 && declared.is_none() {
        // The name may have a size before it, as in `Input: n=2, board = `.
        let name = line.at..line.at + length;
        let is_start =
            |at: &usize| line.text[*at] | 32 == b'n' && !line.text[*at - 1].is_ascii_alphanumeric();
        if let Some(at) = (name.start + 1..name.end).find(is_start) {
            let mut size_line = BoardLine { at, end: name.end, ..*line };
            // Another word with `n` is a part of the name.
            let _ = size(&mut size_line, declared);
        }
    }
    line.at += length;
    let is_string = STRING_MARKS.iter().any(|mark| line.skip(mark));
    Ok(is_string)
}

/// Returns the side to move at the start of a line and the end of its text; `None` if there is none.
/// A bracket, a quotation mark or a size must follow, or the end of the line after a size.
pub(super) fn side(line: &BoardLine<'_>, has_size: bool) -> Option<(Color, usize)> {
    let word = line.name();
    let side = parse_color(str::from_utf8(&line.text[word.clone()]).ok()?)?;
    let mut rest = BoardLine { at: word.end, ..*line };
    rest.skip_blanks();
    if rest.skip(b",") || rest.skip(b":") {
        rest.skip_blanks();
    }
    let is_board = matches!(rest.peek(), Some(b'[' | b'(' | b'{')) || rest.quotation_mark() > 0;
    let is_apart = rest.at > word.end && (is_board || size_digits(&rest).is_some());
    (is_apart || has_size && rest.is_empty()).then_some((side, rest.at))
}

/// The quotation marks around a text of several lines.
const STRING_MARKS: [&[u8]; 2] = [b"\"\"\"", b"'''"];

/// Returns `true` if a line has only the quotation marks that close a text of several lines.
pub(super) fn is_string_end(line: &BoardLine<'_>) -> bool {
    STRING_MARKS.contains(&line.rest().trim_ascii())
}

/// Reads a size such as `n=3,` or `3,`, if there is one.
pub(super) fn size(
    line: &mut BoardLine<'_>,
    declared: &mut Option<Declared>,
) -> Result<(), Mistake> {
    let Some(digits) = size_digits(line) else { return Ok(()) };
    let span = line.at..digits.end;
    let at = BoardLine { at: digits.start, ..*line };
    if digits.is_empty() {
        return Err(at.error("the number of cells along an edge"));
    }
    let add = |number: usize, digit: &u8| {
        number.saturating_mul(10).saturating_add(usize::from(digit - b'0'))
    };
    let size = line.text[digits].iter().fold(0, add);
    if size > Size::MAX {
        let expected = format!("a size of at most {} {LIMIT}", Size::MAX);
        let found = quote(&line.text[span.clone()]);
        return Err(Mistake::expected(span, expected, found));
    }
    line.at = span.end;
    line.skip_blanks();
    if line.skip(b",") {
        line.skip_blanks();
    }
    *declared = Some(Declared { size, span });
    Ok(())
}

/// Returns the place of the digits of the size at the start of a line; `None` if the line starts
/// with no size. After `n=`, the digits may be missing.
pub(super) fn size_digits(line: &BoardLine<'_>) -> Option<Range<usize>> {
    let mut rest = *line;
    if rest.skip(b"n") || rest.skip(b"N") {
        rest.skip_blanks();
        let is_size = rest.skip(b"=");
        rest.skip_blanks();
        return is_size.then(|| rest.digits());
    }
    let digits = rest.digits();
    // A row of zeros is no size.
    if digits.is_empty() || rest.peek() == Some(b'0') {
        return None;
    }
    rest.at = digits.end;
    rest.skip_blanks();
    let is_flat = || {
        let word = rest.rest().split(|byte| blank(&[*byte]) > 0).next().unwrap_or_default();
        let edge = std::str::from_utf8(&line.text[digits.clone()]).ok()?.parse::<usize>().ok()?;
        (rest.at > digits.end && line.alphabet.count(word)? == edge.checked_pow(3)?).then_some(())
    };
    let follows = matches!(rest.peek(), None | Some(b',' | b'['));
    (follows || is_flat().is_some()).then_some(digits)
}

/// Returns the length of the number or mark before an item of a list, such as `1. ` or `* `, or of a
/// heading such as `Board 2:`; 0 if there is neither.
pub(super) fn item_length(line: &[u8]) -> usize {
    let is_heading = line.starts_with(b"Board ");
    let before = if is_heading { "Board ".len() } else { usize::from(line.starts_with(b"(")) };
    let digits = line[before..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let blanks = |rest: &[u8]| rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    match &line[before + digits..] {
        [b':', rest @ ..] if digits > 0 && is_heading => before + digits + 1 + blanks(rest),
        [b'.' | b')' | b':', b' ', rest @ ..] if digits > 0 => before + digits + 2 + blanks(rest),
        [b'*', b' ', ..] if before + digits == 0 => 2,
        _ => 0,
    }
}

/// Returns the length of the name before an array or a quoted text, with the sign after the name,
/// as in `char board[2][2][3] = ` or `board: `. If the sign ends the line, perhaps with the `|` of
/// YAML, the name is a single word. The result is 0 if there is no name.
pub(super) fn name_length(line: &[u8]) -> usize {
    match variable_length(line) {
        0 => length_to(b':', line),
        length => length,
    }
}

/// Returns the length of the name before an array or a quoted text, with the `=` after the name, as
/// in `n = 2, board = `. The result is 0 if there is none.
pub(crate) fn variable_length(line: &[u8]) -> usize {
    length_to(b'=', line)
}

fn length_to(sign: u8, line: &[u8]) -> usize {
    if !line.first().is_some_and(|byte| byte.is_ascii_alphabetic() || b"_\"'".contains(byte)) {
        return 0;
    }
    let starts = |text: &[u8]| {
        let opener = &text[if text.first().is_some_and(u8::is_ascii_alphabetic) {
            call_length(text)
        } else {
            0
        }..];
        matches!(opener, [b'[' | b'(' | b'{' | b'"' | b'\'' | b'`', ..])
    };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_ []<>*&:=,.;\"'".contains(byte);
    // `n =` is the start of a size.
    let is_word =
        |name: &[u8]| name.len() > 2 && name.trim_ascii().iter().all(u8::is_ascii_alphabetic);
    let end = |at: usize| {
        let (name, rest) = (&line[..at], line[at + 1..].trim_ascii());
        if starts(rest) && name.iter().all(is_part) {
            return Some(line.len() - line[at + 1..].trim_ascii_start().len());
        }
        (matches!(rest, b"" | b"|" | b"|-") && is_word(name)).then_some(line.len())
    };
    memchr::memchr_iter(sign, line).find_map(end).unwrap_or(0)
}
