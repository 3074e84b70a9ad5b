//! Splits a page into lines without the marks around their text, and into rows of tables.

use std::ops::RangeInclusive;

use super::records::SeparatedValues;

/// A line of a page without the marks around its text, or a row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageLine {
    /// Numbers of the lines in the text of the page, counted from 1.
    pub(super) lines: RangeInclusive<usize>,
    /// Empty for blank lines, the fences of code, and rows.
    pub(super) text: String,
    /// Cells of a row, which may have several lines; empty if the row is not yet split into cells.
    pub(super) cells: Vec<String>,
    /// True if the line is marked as a heading or is all bold.
    pub(super) is_heading: bool,
}

/// Characters, each with the plain one that replaces it; `None` if the character is removed.
const PLAIN: [(char, Option<char>); 15] = [
    ('\u{feff}', None),
    ('\u{200b}', None),
    ('`', None),
    ('\u{200e}', None),
    ('\u{200f}', None),
    ('“', Some('"')),
    ('”', Some('"')),
    ('„', Some('"')),
    ('’', Some('\'')),
    ('\u{a0}', Some(' ')),
    ('\u{202f}', Some(' ')),
    ('\u{3000}', Some(' ')),
    ('\u{2212}', Some('-')),
    ('：', Some(':')),
    ('＃', Some('#')),
];

/// Returns the lines of the text of a page.
pub(super) fn lines(page: &str) -> Vec<PageLine> {
    let (mut lines, mut records) = (Vec::new(), SeparatedValues::default());
    let (mut rest, mut number) = (Some(page), 1);
    while let Some(text) = rest {
        let record = records.over_lines(text);
        let length = record.as_ref().map_or(0, |(_, length)| *length);
        let end = memchr::memchr(b'\n', &text.as_bytes()[length..]).map(|at| length + at);
        let line = &text[..end.unwrap_or(text.len())];
        let last = number + memchr::memchr_iter(b'\n', line.as_bytes()).count();
        lines.push(match record {
            Some((cells, _)) => PageLine::row(number..=last, &cells),
            None => PageLine::new(number, line),
        });
        number = last + 1;
        rest = end.map(|end| &text[end + 1..]);
    }
    lines
}

impl PageLine {
    pub(super) fn new(number: usize, text: &str) -> Self {
        let line = |text: &str, is_heading| {
            let text = text.to_owned();
            Self { lines: number..=number, text, cells: Vec::new(), is_heading }
        };
        let text = unquoted(text);
        if is_fence(text) {
            return line("", false);
        }
        let text = plain(text);
        let item = without_bullet(text.trim());
        let (text, is_marked) = without_hashes(item);
        if !text.contains("**") {
            return line(text, is_marked);
        }
        let is_bold = text.len() > 4 && text.starts_with("**") && text.ends_with("**");
        line(text.replace("**", "").trim(), is_marked || is_bold)
    }

    /// Creates the row of a table.
    pub(super) fn row(lines: RangeInclusive<usize>, cells: &[String]) -> Self {
        let cell = |cell: &String| {
            let lines = cell.split('\n').map(|line| Self::new(0, line).text);
            lines.collect::<Vec<_>>().join("\n").trim().to_owned()
        };
        Self {
            lines,
            text: String::new(),
            cells: cells.iter().map(cell).collect(),
            is_heading: false,
        }
    }
}

fn plain(text: &str) -> String {
    if text.is_ascii() && !text.contains('`') {
        return text.to_owned();
    }
    let letter = |letter: char| match PLAIN.iter().find(|(from, _)| *from == letter) {
        Some((_, to)) => *to,
        None => Some(letter),
    };
    text.chars().filter_map(letter).collect()
}

/// Removes the marks of quotations, such as `> > `.
fn unquoted(text: &str) -> &str {
    text.trim_start_matches(|c: char| c == '>' || c == '\u{feff}' || c.is_whitespace())
}

fn is_fence(text: &str) -> bool {
    let is = |mark: &str| text.trim().strip_prefix(mark).is_some_and(|info| !info.contains('`'));
    is("```") || is("~~~")
}

fn without_bullet(text: &str) -> &str {
    let item = text.strip_prefix(['-', '*', '+', '•', '·']);
    item.filter(|item| item.starts_with(char::is_whitespace)).unwrap_or(text).trim_start()
}

/// Removes the marks of a Markdown heading. Returns `true` if there were some.
fn without_hashes(text: &str) -> (&str, bool) {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    if (1..=6).contains(&level) && rest.starts_with(' ') {
        (rest.trim().trim_end_matches('#').trim_end(), true)
    } else {
        (text, false)
    }
}
