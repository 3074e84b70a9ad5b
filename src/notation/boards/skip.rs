//! The text between two records: empty lines, fences of code, the answer below a picture, and after
//! a mistake the rest of the broken board.

use memchr::memchr;

use super::Boards;
use super::labels::is_label;
use super::lead;
use super::line::BoardLine;
use super::row_line::is_rule;
use crate::notation::Next;

/// The text that a reader skips before the next record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SkipState {
    /// Nothing but empty lines and fences of code.
    #[default]
    Blanks,
    /// The answer below a picture.
    Answer { is_first: bool },
    /// The rest of a broken board in brackets, or lines up to an empty line or one that starts a
    /// record.
    Lists(RestOfLists),
    /// The rest of a broken grid: the rest of its level, and levels of so many rows.
    Levels { levels: usize, rows: usize, is_in_level: bool },
    /// The rest of a line that is too long; then [`SkipState::Lists`] if the boolean is true.
    RestOfLine(bool),
}

/// The rest of a broken board in brackets: lines up to its last bracket, and lines that have one
/// list each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RestOfLists {
    /// Number of lists that are missing outside of brackets, and the number of rows in each.
    pub(super) lists: usize,
    pub(super) rows: usize,
    /// Number of brackets that are open.
    pub(super) open: usize,
    /// True after a comma at the end of a line.
    pub(super) goes_on: bool,
    /// True after an empty line.
    pub(super) is_after_gap: bool,
    /// [`opening`] of the board.
    pub(super) opening: (usize, bool),
    /// Number of lines that may follow.
    pub(super) lines: usize,
}

/// The largest number of lines that are skipped up to the last bracket of a broken board.
pub(super) const MOST_LINES: usize = 1000;

/// The use of a line between records.
enum SkipLine {
    Skipped(SkipState),
    Record,
    NeedMore,
}

impl Boards<'_> {
    /// Skips the text before the next record. Returns the start of the record, or that the text has
    /// none or is too short.
    pub(super) fn skip<T>(&mut self, text: &[u8], ended: bool) -> Result<usize, Next<T>> {
        while self.between == SkipState::Blanks && text.get(self.skipped) == Some(&b'\n') {
            self.skipped += 1;
        }
        let is_start = |first: &u8| first.is_ascii_graphic() && !b"`~".contains(first);
        if self.between == SkipState::Blanks && text.get(self.skipped).is_some_and(is_start) {
            return Ok(self.skipped);
        }
        loop {
            let at = self.skipped;
            let newline = memchr(b'\n', &text[at..]).map(|length| at + length);
            let end = newline.unwrap_or(text.len());
            let mut line = BoardLine { alphabet: &self.alphabet, text, at, end };
            // Below a picture, blanks at the start of a line mean something for what follows them.
            let is_answer = matches!(self.between, SkipState::Answer { .. });
            let is_blank = (ended || !is_answer) && line.rest().trim_ascii().is_empty();
            let is_dropped = is_blank || matches!(self.between, SkipState::RestOfLine(_));
            if newline.is_none() && is_dropped || at == text.len() {
                self.skipped = 0;
                return Err(Next::Done);
            }
            if newline.is_none() && !ended {
                line.skip_blanks();
                let is_known = self.between == SkipState::Blanks
                    && line.peek().is_some_and(|byte| byte.is_ascii() && !b"`~".contains(&byte));
                return if is_known { Ok(line.at) } else { Err(Next::NeedMore) };
            }
            match self.found(&line, ended) {
                SkipLine::NeedMore => return Err(Next::NeedMore),
                SkipLine::Skipped(then) => {
                    self.between = then;
                    self.skipped = text.len().min(end + 1);
                }
                SkipLine::Record => {
                    self.between = SkipState::Blanks;
                    line.skip_indent();
                    return Ok(line.at);
                }
            }
        }
    }

    fn found(&self, line: &BoardLine<'_>, ended: bool) -> SkipLine {
        let mut inner = *line;
        inner.skip_indent();
        let words = inner.rest().trim_ascii_end();
        let is_gap = |rows: usize| is_gap(words, rows);
        let skips = |skips: bool, then: SkipState| {
            if skips { SkipLine::Skipped(then) } else { SkipLine::Record }
        };
        match self.between {
            SkipState::RestOfLine(true) => {
                SkipLine::Skipped(SkipState::Lists(RestOfLists::default()))
            }
            SkipState::RestOfLine(false) => SkipLine::Skipped(SkipState::Blanks),
            SkipState::Levels { levels, rows, .. } if is_gap(rows) => {
                let levels = SkipState::Levels { levels, rows, is_in_level: false };
                SkipLine::Skipped(levels)
            }
            SkipState::Lists(rest) if !is_fence(words) => self.rest_of_lists(rest, &inner, words),
            _ if words.is_empty() => SkipLine::Skipped(self.between),
            SkipState::Levels { .. } if is_fence(words) => SkipLine::Skipped(SkipState::Blanks),
            _ if is_fence(words) => SkipLine::Skipped(self.between),
            SkipState::Blanks | SkipState::Lists(_) => SkipLine::Record,
            SkipState::Answer { is_first } => {
                skips(is_answer(line, words, is_first), SkipState::Answer { is_first: false })
            }
            SkipState::Levels { is_in_level: true, .. } => {
                skips(!starts_record(&inner), self.between)
            }
            SkipState::Levels { levels, rows, .. } => level(line, levels, rows, ended),
        }
    }

    /// Skips a line that belongs to a broken board in brackets. Another board starts with a line that
    /// is a whole board, has the same opening brackets as the broken one, or starts with a size or a
    /// name, and with a line of a grid after an empty line.
    fn rest_of_lists(&self, rest: RestOfLists, line: &BoardLine<'_>, words: &[u8]) -> SkipLine {
        let is_inside = rest.lines > 0 && (rest.open > 0 || rest.goes_on);
        if words.is_empty() {
            let rest =
                RestOfLists { goes_on: rest.goes_on && rest.open > 0, is_after_gap: true, ..rest };
            return SkipLine::Skipped(if is_inside {
                SkipState::Lists(rest)
            } else {
                SkipState::Blanks
            });
        }
        let is_level = rest.lists > 0 && is_level(words, rest.rows);
        let has_bracket = words.first().is_some_and(|first| b"[({".contains(first));
        let is_part = has_bracket || words.starts_with(b"]") || !rest.is_after_gap;
        let is_new = match is_inside {
            _ if is_level => false,
            true if !is_part => true,
            true if rest.goes_on => false,
            true if !has_bracket => starts_record(line),
            true => opening(words) == rest.opening || self.is_board(words),
            false => starts_record(line),
        };
        if is_new {
            return SkipLine::Record;
        }
        let (opened, closed) = brackets(words);
        SkipLine::Skipped(SkipState::Lists(RestOfLists {
            lists: rest.lists - usize::from(is_level),
            lines: rest.lines.saturating_sub(1),
            open: (rest.open + opened).saturating_sub(closed),
            goes_on: words.ends_with(b","),
            is_after_gap: false,
            ..rest
        }))
    }
}

/// Returns the numbers of opening and closing brackets in a text.
pub(super) fn brackets(text: &[u8]) -> (usize, usize) {
    let count = |signs: &[u8]| text.iter().filter(|byte| signs.contains(byte)).count();
    (count(b"[({"), count(b"])}"))
}

/// Returns the number of brackets at the start of a line, and whether the line has nothing else.
pub(super) fn opening(line: &[u8]) -> (usize, bool) {
    let mut signs = line.iter().filter(|byte| !byte.is_ascii_whitespace());
    let brackets = signs.clone().take_while(|byte| b"[({".contains(byte)).count();
    (brackets, signs.nth(brackets).is_none())
}

/// Skips a level of a broken grid: `rows` lines, perhaps below a label. Any other lines may be
/// another board.
fn level(line: &BoardLine<'_>, levels: usize, rows: usize, ended: bool) -> SkipLine {
    let mut lines = line.text[line.at..].split_inclusive(|byte| *byte == b'\n');
    let mut count = 0;
    while levels > 0 && count <= rows {
        let next = lines.next();
        if !ended && !next.is_some_and(|line| line.ends_with(b"\n")) {
            return SkipLine::NeedMore;
        }
        let next = next.unwrap_or_default().trim_ascii();
        let start = BoardLine { text: next, at: 0, end: next.len(), ..*line };
        let is_end = is_gap(next, rows) || is_fence(next) || lead::is_string_end(&start);
        if is_end || starts_record(&start) {
            let then = SkipState::Levels { levels: levels - 1, rows, is_in_level: true };
            return if count == rows { SkipLine::Skipped(then) } else { SkipLine::Record };
        }
        count += usize::from(count > 0 || !is_label(&start));
    }
    SkipLine::Record
}

/// Returns `true` if a line without blanks around it parts levels of so many rows.
pub(super) fn is_gap(line: &[u8], rows: usize) -> bool {
    line.is_empty() || line.len() > 2 && line.len() != rows && is_rule(line)
}

/// Returns `true` if a line begins or ends code, as ```` ``` ```` does.
pub(super) fn is_fence(line: &[u8]) -> bool {
    let name = line.strip_prefix(b"```").or_else(|| line.strip_prefix(b"~~~"));
    name.is_some_and(|name| !name.contains(&b'`'))
}

/// Returns `true` if a line is the answer below a picture, or another line of it.
fn is_answer(line: &BoardLine<'_>, words: &[u8], is_first: bool) -> bool {
    const STARTS: [&[u8]; 8] =
        [b"true", b"false", b"checkmate", b"stalemate", b"check", b"ongoing", b"White", b"Black"];
    if !is_first {
        return line.rest().starts_with(b"  ") && !words.starts_with(b"level ");
    }
    words.ends_with(b" the last move") || STARTS.iter().any(|start| line.rest().starts_with(start))
}

/// Returns `true` if a line is one list of so many words, each of as many letters.
fn is_level(line: &[u8], rows: usize) -> bool {
    let line = line.strip_suffix(b",").unwrap_or(line);
    let line = line.strip_prefix(b"- ").unwrap_or(line);
    let inner = line.strip_prefix(b"[").and_then(|inner| inner.strip_suffix(b"]"));
    inner.is_some_and(|inner| {
        let words = inner.split(|byte| b", \"'\t".contains(byte)).filter(|word| !word.is_empty());
        let is_row = |word: &[u8]| word.len() == rows && !word.contains(&b'[');
        words.clone().all(is_row) && words.count() == rows
    })
}

/// Returns `true` if a line cannot belong to the record before it, because a bracket, a size or a
/// name starts it.
pub(super) fn starts_record(line: &BoardLine<'_>) -> bool {
    let mut line = *line;
    line.skip_indent();
    if is_label(&line) {
        return false;
    }
    // Behind `- `, a side and a size may be the end of a row.
    let has_side = lead::side(&line, false).is_some();
    while line.skip(b"> ") || line.skip(b"- ") {}
    let mut list = BoardLine { at: line.at + line.quotation_mark(), ..line };
    list.at += list.call_length();
    matches!(list.peek(), Some(b'[' | b'{' | b'('))
        || lead::size_digits(&line).is_some()
        || has_side
        || lead::name_length(line.rest()) > 0
        || lead::item_length(line.rest()) > 0
}
