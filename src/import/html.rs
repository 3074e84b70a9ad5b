//! Reads the source of an HTML page as lines of text and rows of tables.

use std::mem;

use html5gum::{DefaultEmitter, Token, Tokenizer};

use super::importer::Unused;
use super::lines::PageLine;

/// Tags that show that a text is the source of an HTML page.
const SIGNS: [&str; 8] = ["<pre", "<p>", "<br", "<code", "<td", "<li", "<div", "<html"];
/// Elements that are parts of a line of text; every other tag ends the line.
const INLINE: [&str; 16] = [
    "a", "abbr", "b", "code", "em", "font", "i", "kbd", "mark", "samp", "small", "span", "strong",
    "sub", "sup", "tt",
];
/// Largest number of bytes of a table row that is read as one. A table with longer rows arranges
/// the page, so that each of its cells is read as lines.
const LONGEST_ROW: usize = 4096;
/// Elements whose content a browser does not show.
const HIDDEN: [&str; 4] = ["script", "style", "template", "title"];
/// Elements whose content is struck out.
const STRUCK: [&str; 3] = ["del", "s", "strike"];

/// Returns `true` if a text is the source of an HTML page.
pub(super) fn is_source(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.contains("</") && SIGNS.iter().any(|sign| lower.contains(sign))
}

/// Returns the lines of a page, and the texts that the page hides. A line of the source may have
/// several lines of the page.
pub(super) fn lines(source: &str) -> (Vec<PageLine>, Vec<Unused>) {
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut page = HtmlText { first: 1, number: 1, ..HtmlText::default() };
    let mut end = 0;
    for token in Tokenizer::new_with_emitter(source, emitter) {
        let Ok(token) = token;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let span = match &token {
            Token::StartTag(tag) => &tag.span,
            Token::EndTag(tag) => &tag.span,
            Token::String(string) => &string.span,
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => continue,
        };
        let between = source.as_bytes().get(end..span.start.max(end)).unwrap_or_default();
        page.number += memchr::memchr_iter(b'\n', between).count();
        end = end.max(span.start);
        match token {
            Token::StartTag(tag) => page.start(&text(&tag.name)),
            Token::EndTag(tag) => page.end(&text(&tag.name)),
            Token::String(string) => page.add(&text(&string.value)),
            _ => {}
        }
    }
    page.end_line();
    page.end_hidden();
    (page.lines, page.hidden)
}

/// Elements that end the one before them, which need not have an end tag.
const ITEMS: [&str; 6] = ["li", "tr", "td", "th", "dt", "dd"];

#[derive(Default)]
struct HtmlText {
    lines: Vec<PageLine>,
    hidden: Vec<Unused>,
    /// Current line, or the current cell of a row.
    line: String,
    /// Finished cells of the current row; `None` outside tables.
    row: Option<Vec<String>>,
    in_cell: bool,
    /// Line of the source in which `line` or the row starts.
    first: usize,
    /// Line of the source that is read.
    number: usize,
    skipped: Option<Skipped>,
}

/// An element whose content is left out.
struct Skipped {
    name: String,
    /// Number of open elements inside that are not part of a line.
    depth: usize,
    first: usize,
    text: String,
}

impl HtmlText {
    fn add(&mut self, text: &str) {
        if let Some(skipped) = &mut self.skipped {
            skipped.text.push_str(text);
            return;
        }
        for (nth, part) in text.split('\n').enumerate() {
            if nth > 0 {
                self.break_line();
                // Text follows the line end in the source, too.
                self.first = if self.row.is_none() { self.number + nth } else { self.first };
            }
            self.line.push_str(part);
        }
    }

    fn start(&mut self, name: &str) {
        let is_inline = INLINE.contains(&name) || STRUCK.contains(&name);
        let is_block = !is_inline && !matches!(name, "br" | "hr" | "img");
        match &mut self.skipped {
            // The next item of a list or cell of a table ends struck text that is not closed.
            Some(skipped)
                if skipped.depth == 0
                    && ITEMS.contains(&name)
                    && STRUCK.contains(&&*skipped.name) =>
            {
                self.end_hidden();
            }
            Some(skipped) => {
                skipped.depth += usize::from(is_block);
                return;
            }
            None => {}
        }
        match name {
            _ if HIDDEN.contains(&name) || STRUCK.contains(&name) => {
                let (name, text) = (name.to_owned(), String::new());
                self.skipped = Some(Skipped { name, depth: 0, first: self.number, text });
            }
            "tr" => {
                self.end_row();
                self.end_line();
                self.row = Some(Vec::new());
            }
            "td" | "th" => {
                self.end_cell();
                self.in_cell = true;
            }
            "b" | "strong" => self.line.push_str("**"),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.break_line();
                self.line.push_str("# ");
            }
            _ if !is_inline => self.break_line(),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        let is_inline = INLINE.contains(&name) || STRUCK.contains(&name);
        if let Some(skipped) = &mut self.skipped {
            let is_end = name == skipped.name;
            if !is_end && (is_inline || skipped.depth > 0) {
                skipped.depth -= usize::from(!is_inline);
                return;
            }
            self.end_hidden();
            // The element around ends an element that has no end tag.
            if is_end {
                return;
            }
        }
        match name {
            "tr" | "table" => self.end_row(),
            "td" | "th" => self.end_cell(),
            "b" | "strong" => self.line.push_str("**"),
            _ if !is_inline => self.break_line(),
            _ => {}
        }
    }

    fn end_hidden(&mut self) {
        let Some(Skipped { name, first, text, .. }) = self.skipped.take() else { return };
        let trimmed = text.trim();
        if !trimmed.is_empty() {
            let why = STRUCK.contains(&&*name).then(|| "the page strikes it out".to_owned());
            let text = trimmed.lines().next().unwrap_or_default().to_owned();
            self.hidden.push(Unused {
                lines: first..=self.number,
                text,
                why,
                inputs: 0,
                answers: 0,
            });
        }
    }

    /// Ends the line, which in a row is a line of a cell.
    fn break_line(&mut self) {
        if self.row.is_some() {
            self.line.push('\n');
        } else {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let text = mem::take(&mut self.line);
        self.lines.push(PageLine::new(self.first, &text));
        self.first = self.number;
    }

    fn end_cell(&mut self) {
        let Some(cells) = &mut self.row else { return };
        // Between the cells of a row are only the line ends of the source.
        let text = mem::take(&mut self.line);
        if mem::take(&mut self.in_cell) || !text.trim().is_empty() {
            cells.push(text);
        }
    }

    fn end_row(&mut self) {
        self.end_cell();
        let Some(cells) = self.row.take() else { return };
        if cells.iter().map(String::len).sum::<usize>() > LONGEST_ROW {
            let lines = cells.iter().flat_map(|cell| cell.split('\n'));
            self.lines.extend(lines.map(|line| PageLine::new(self.first, line)));
        } else {
            self.lines.push(PageLine::row(self.first..=self.number, &cells));
        }
        self.first = self.number;
    }
}
