//! The text that people and programs write around a board: the number of a list's item, a
//! variable's name, quotation marks, and the answer below a picture.

use std::ops::Range;

use super::tokens::number;
use crate::notation::cursor::Cursor;

/// The text before a board.
pub(super) struct Lead {
    /// The length of the text in bytes.
    pub(super) length: usize,
    /// The size that the text declares, as in `n=2, board = `, with its byte range.
    pub(super) declared: Option<(usize, Range<usize>)>,
}

impl Lead {
    /// Returns the text before a board on the first line at the cursor: the number of an item such
    /// as `1. `, a name such as `board = `, or both.
    pub(super) fn at(start: &Cursor<'_>) -> Option<Self> {
        let rest = start.rest();
        let line = rest.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
        let item = item_length(line);
        let name = name_length(&line[item..]);
        let length = item + name;
        let mut digits = Cursor { at: start.at + item, ..*start };
        let declared = size_start(&line[item..length]).and_then(|at| {
            digits.at += at;
            let first = digits.at;
            let size = number(&mut digits).ok()?;
            (digits.at > first).then_some((size, first..digits.at))
        });
        (length > 0).then_some(Self { length, declared })
    }
}

/// Returns the length of the number or mark before an item of a list, such as `1. ` or `- `, or of
/// a heading such as `Board 2:` with its line end. The result is 0 if there is neither.
fn item_length(line: &[u8]) -> usize {
    let heading = line.strip_prefix(b"Board ");
    let before =
        if heading.is_some() { "Board ".len() } else { usize::from(line.starts_with(b"(")) };
    let digits = line[before..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &line[before + digits..] {
        [b':', rest @ ..] if digits > 0 && heading.is_some() => {
            let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            before + digits + 1 + blanks
        }
        [b'.' | b')' | b':', b' ', ..] if digits > 0 => before + digits + 2,
        [b'-' | b'*', b' ', ..] if before + digits == 0 => 2,
        _ => 0,
    }
}

/// Returns the length of the name before an array or a quoted text, with the sign after the name,
/// as in `char board[2][2][3] = ` or `board: `. If the sign ends the line, perhaps with the `|` of
/// YAML, the name is a single word and its line end counts too. The result is 0 if there is no
/// name.
fn name_length(line: &[u8]) -> usize {
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
    let starts = |text: &[u8]| {
        let text = text.trim_ascii_start();
        let opener = &text[call_length(text, true).unwrap_or(0)..];
        matches!(opener, [b'[' | b'(' | b'{' | b'"' | b'\'' | b'`', ..])
    };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_ []<>*&:=,.;\"'".contains(byte);
    // `n =` is the start of a size.
    let is_word =
        |name: &[u8]| name.len() > 2 && name.trim_ascii().iter().all(u8::is_ascii_alphabetic);
    let ends_line = |rest: &[u8]| matches!(rest.trim_ascii(), b"" | b"|" | b"|-");
    let is_end = |at: usize| {
        let (name, rest) = (&line[..at], &line[at + 1..]);
        starts(rest) && name.iter().all(is_part) || ends_line(rest) && is_word(name)
    };
    let is_name =
        line.first().is_some_and(|byte| byte.is_ascii_alphabetic() || b"_\"'".contains(byte));
    let end = memchr::memchr_iter(sign, line).find(|at| is_name && is_end(*at));
    end.map_or(0, |at| {
        let rest = &line[at + 1..];
        line.len() - if ends_line(rest) { 0 } else { rest.trim_ascii_start().len() }
    })
}

/// Returns the byte offset of the digits of a size in a text before a board, as in
/// `n = 2, board = `.
fn size_start(lead: &[u8]) -> Option<usize> {
    let mut at = 0;
    lead.split(|byte| b",;:".contains(byte)).find_map(|part| {
        let start = at;
        at += part.len() + 1;
        let (name, digits) = part.split_at(part.iter().position(|byte| *byte == b'=')? + 1);
        let is_size =
            matches!(name.trim_ascii(), [b'n' | b'N', rest @ ..] if rest.trim_ascii() == b"=");
        is_size.then(|| start + part.len() - digits.trim_ascii_start().len())
    })
}

/// The largest length of the text that a program has directly before an array or a string.
const LONGEST_CALL: usize = 100;

/// Returns the length of the text that a program has directly before an array or a string; 0 if
/// there is none, and `None` if the text may go on with one. The text is the name of a function or
/// macro, as in `np.array(` or `vec![`, the type of a new array, as in `new String[][]{`, or the
/// prefix of a string, as in `b"rq"`.
pub(super) fn call_length(text: &[u8], ended: bool) -> Option<usize> {
    if !text.first().is_some_and(u8::is_ascii_alphabetic) {
        return Some(0);
    }
    let is_new = text.starts_with(b"new ");
    let signs: &[u8] = if is_new { b"[], " } else { b"_.:!" };
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || signs.contains(byte);
    let length = text.iter().take(LONGEST_CALL).take_while(is_part).count();
    match text.get(length) {
        None if !ended => None,
        Some(b'{') if is_new => Some(length),
        Some(b'[' | b'(' | b'{') if !is_new => Some(length),
        Some(b'"' | b'\'') if length == 1 => Some(length),
        _ => Some(0),
    }
}

/// The quotation marks around a whole board or its rows.
const MARKS: [char; 9] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '‚'];

/// Returns the text of a board that a line has in quotation marks or with backslash escapes,
/// without these marks and escapes; `None` if the line has neither. Several texts in quotation
/// marks become an array.
pub(super) fn unquoted(line: &str) -> Option<String> {
    let line = line.trim().trim_end_matches([';', ',']);
    let Some(mark) = line.chars().next().filter(|first| MARKS.contains(first)) else {
        return line.contains('\\').then(|| unescaped(line));
    };
    let inner = line[mark.len_utf8()..].strip_suffix(MARKS)?;
    let is_single = !inner.replace(&format!("\\{mark}"), "").contains(mark);
    Some(if is_single { unescaped(inner) } else { format!("[{line}]") })
}

/// Replaces escapes by what they stand for, such as `\n` by a line end.
fn unescaped(text: &str) -> String {
    let (mut plain, mut letters) = (String::with_capacity(text.len()), text.chars());
    while let Some(letter) = letters.next() {
        let escaped = if letter == '\\' { letters.next() } else { None };
        plain.push(match escaped {
            Some('n') => '\n',
            Some('r' | 't') => ' ',
            other => other.unwrap_or(letter),
        });
    }
    plain
}

/// Returns the length of the answer that a program prints below its picture of a board: an empty
/// line, a line with a verdict or an explanation, and the indented lines after that. The length is
/// 0 if there is none; `None` if more text may be part of an answer.
pub(super) fn answer_length(text: &str, ended: bool) -> Option<usize> {
    const STARTS: [&str; 8] =
        ["true", "false", "checkmate", "stalemate", "check", "ongoing", "White", "Black"];
    let (mut length, mut at) = (0, 0);
    for (nth, line) in text.split_inclusive('\n').enumerate() {
        if !ended && !line.ends_with('\n') {
            return None;
        }
        let is_answer = match nth {
            0 => line.trim().is_empty(),
            1 => {
                let is_legend = line.trim_end().ends_with(" the last move");
                is_legend || STARTS.iter().any(|start| line.starts_with(start))
            }
            _ => line.starts_with("  ") && !line.trim_start().starts_with("level "),
        };
        if !is_answer {
            return Some(length);
        }
        length = if nth == 0 { 0 } else { at + line.trim_end().len() };
        at += line.len();
    }
    ended.then_some(length)
}
