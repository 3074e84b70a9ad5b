//! Rewrites the source of an HTML page as lines of text with Markdown marks.

use std::mem;

use html_escape::decode_html_entities;

/// Tags that show that a text is the source of an HTML page.
const SIGNS: [&str; 8] = ["<pre", "<p>", "<br", "<code", "<td", "<li", "<div", "<html"];
/// Elements that are parts of a line of text; every other tag ends the line.
const INLINE: [&str; 16] = [
    "a", "abbr", "b", "code", "em", "font", "i", "kbd", "mark", "samp", "small", "span", "strong",
    "sub", "sup", "tt",
];
/// Largest number of bytes of a table row that is read as one line. A table with longer rows
/// arranges the page, so that each of its cells is read as lines.
const LONGEST_ROW: usize = 4096;
/// Elements whose content is not text of the page.
const HIDDEN: [&str; 7] = ["del", "head", "s", "script", "strike", "style", "template"];
/// Tags with the Markdown marks of the same meaning.
const MARKS: [(&str, &str); 14] = [
    ("h1", "# "),
    ("h2", "# "),
    ("h3", "# "),
    ("h4", "# "),
    ("h5", "# "),
    ("h6", "# "),
    ("li", "- "),
    ("b", "**"),
    ("/b", "**"),
    ("strong", "**"),
    ("/strong", "**"),
    ("td", "|"),
    ("th", "|"),
    ("/tr", "|"),
];

/// Returns `true` if a text is the source of an HTML page.
pub(super) fn is_source(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.contains("</") && SIGNS.iter().any(|sign| lower.contains(sign))
}

/// Returns the lines of a page, each with its line number in the source. A line of the source may
/// have several lines of the page.
pub(super) fn lines(source: &str) -> Vec<(usize, String)> {
    let mut page = HtmlText { lines: Vec::new(), line: String::new(), first: 1, in_row: false };
    let mut hidden: Option<String> = None;
    let (mut rest, mut number) = (source, 1);
    while !rest.is_empty() {
        let (text, tag, after) = next_tag(rest);
        if hidden.is_none() {
            page.add(text, number);
        }
        number += text.matches('\n').count();
        if let Some(tag) = tag {
            let name = name(tag);
            match &hidden {
                Some(open) if name.strip_prefix('/') == Some(open) => hidden = None,
                Some(_) => {}
                None if HIDDEN.contains(&&*name) => hidden = Some(name),
                None => page.tag(&name, number),
            }
            number += tag.matches('\n').count();
        }
        rest = after;
    }
    page.end_line(number);
    page.lines
}

struct HtmlText {
    lines: Vec<(usize, String)>,
    line: String,
    /// Line of the source in which `line` starts.
    first: usize,
    /// True inside a row of a table, which is one line of the page with line ends in its cells.
    in_row: bool,
}

impl HtmlText {
    /// Adds text that starts in line `number` of the source.
    fn add(&mut self, text: &str, number: usize) {
        for (nth, part) in text.split('\n').enumerate() {
            if nth > 0 && self.in_row {
                self.line.push('\n');
            } else if nth > 0 {
                self.end_line(number + nth);
            }
            self.line.push_str(&decode_html_entities(part));
        }
    }

    fn tag(&mut self, name: &str, number: usize) {
        match name {
            "tr" => {
                if self.in_row {
                    self.line.push('|');
                    self.end_line(number);
                }
                self.in_row = true;
            }
            "/tr" if self.line.len() > LONGEST_ROW => {
                // The table arranges the page.
                self.in_row = false;
                for line in std::mem::take(&mut self.line).split(['\n', '|']) {
                    self.lines.push((self.first, line.to_owned()));
                }
            }
            "/table" | "/tr" => self.in_row = false,
            _ => {}
        }
        let is_cell = matches!(name, "td" | "/td" | "th" | "/th" | "/tr");
        let is_inline = INLINE.contains(&name.trim_start_matches('/'));
        if self.in_row && !is_cell && !is_inline {
            self.line.push('\n');
        } else if !is_cell && !is_inline && !self.line.trim().is_empty() {
            self.end_line(number);
        }
        let mark = MARKS.iter().find(|(tag, _)| *tag == name);
        self.line.push_str(mark.map_or("", |(_, mark)| mark));
        if name == "/tr" {
            self.end_line(number);
        }
    }

    /// Ends the line. The next line starts in line `number` of the source.
    fn end_line(&mut self, number: usize) {
        self.lines.push((self.first, mem::take(&mut self.line)));
        self.first = number;
    }
}

/// Returns the text before the first tag, the tag without its brackets, and the text after it.
fn next_tag(text: &str) -> (&str, Option<&str>, &str) {
    let starts = text.match_indices('<').map(|(at, _)| at);
    let is_tag = |at: &usize| {
        text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!')
    };
    let Some(start) = starts.into_iter().find(is_tag) else { return (text, None, "") };
    let (open, close) =
        if text[start..].starts_with("<!--") { ("<!--", "-->") } else { ("<", ">") };
    let inside = &text[start + open.len()..];
    match inside.split_once(close) {
        Some((tag, after)) => (&text[..start], Some(tag), after),
        None => (text, None, ""),
    }
}

/// Returns the name of a tag in lower case, with the slash of a closing tag.
fn name(tag: &str) -> String {
    let slash = usize::from(tag.starts_with('/'));
    let end = tag[slash..].find(|c: char| !c.is_ascii_alphanumeric());
    tag[..end.map_or(tag.len(), |end| slash + end)].to_ascii_lowercase()
}
