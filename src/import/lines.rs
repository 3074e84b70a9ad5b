//! Cleans the lines of a page: removes quotation marks, bullets, fences and other marks.

use super::html;

/// A line of a page without the marks around its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageLine {
    /// Number of the line in the text of the page, counted from 1.
    pub(super) number: usize,
    /// Empty for blank lines and the fences of code.
    pub(super) text: String,
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

/// Returns the lines of a page. The page may be the source of an HTML page.
pub(super) fn lines(page: &str) -> Vec<PageLine> {
    if html::is_source(page) {
        return html::lines(page).into_iter().map(|(number, text)| line(number, &text)).collect();
    }
    (1..).zip(page.split('\n')).map(|(number, text)| line(number, text)).collect()
}

fn line(number: usize, text: &str) -> PageLine {
    let blank = PageLine { number, text: String::new(), is_heading: false };
    let text = unquoted(text);
    if is_fence(text) {
        return blank;
    }
    let text = plain(text);
    let item = without_bullet(text.trim());
    let (text, is_marked) = without_hashes(item);
    let is_bold = text.len() > 4 && text.starts_with("**") && text.ends_with("**");
    let text = text.replace("**", "");
    PageLine { text: text.trim().to_owned(), is_heading: is_marked || is_bold, ..blank }
}

fn plain(text: &str) -> String {
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
