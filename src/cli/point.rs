//! Errors that point: the line of a text with carets under the offending bytes.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use kubikschach::notation::characters;
use memchr::{memchr_iter, memrchr};

use super::error::Complaint;

/// Marks no farther apart than this are shown in one piece of the text.
const SHOWN: usize = 2000;
/// How much of a long line is shown on each side of a mark.
const AROUND: usize = 300;
/// No more marks are shown.
const MOST_MARKS: usize = 20;

/// A place in a file, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Place {
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// The place after this text.
    pub(crate) fn after(self, text: &[u8]) -> Self {
        let last_line = memrchr(b'\n', text).map_or(0, |newline| newline + 1);
        let lines = memchr_iter(b'\n', &text[..last_line]).count();
        let before = if lines == 0 { self.column } else { 1 };
        let column = before + characters(&text[last_line..]);
        Self { line: self.line + lines, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A marked place of a text, in bytes.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) span: Range<usize>,
    /// What is there; may be empty.
    pub(crate) label: String,
}

impl Mark {
    /// A mark that needs no words.
    pub(crate) const fn plain(span: Range<usize>) -> Self {
        Self { span, label: String::new() }
    }
}

/// Points into a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointer<'a> {
    /// The name of its file, if it has one.
    pub(crate) file: Option<&'a str>,
    pub(crate) text: &'a [u8],
    /// Where the text starts in its file.
    pub(crate) start: Place,
}

impl Pointer<'_> {
    /// Where the complaint's first mark is.
    pub(crate) fn place(&self, complaint: &Complaint) -> Place {
        let at = complaint.marks.first().map_or(0, |mark| mark.span.start);
        self.start.after(&self.text[..at])
    }

    /// The complaint with its place, in one line.
    pub(crate) fn sentence(&self, complaint: &Complaint) -> String {
        let place = self.place(complaint);
        match self.file {
            Some(file) => format!("{file}, {place}: {}", complaint.message),
            None => format!("{place}: {}", complaint.message),
        }
    }

    /// The complaint with its place and the text there, as it is shown to a person.
    pub(crate) fn show(&self, complaint: &Complaint) -> String {
        let sentence = self.sentence(complaint);
        let (shown, more) = complaint.marks.split_at(complaint.marks.len().min(MOST_MARKS));
        let windows: Vec<Window> = self.windows(shown);
        let more = format!("{} more places are not shown", more.len());
        let mut report = Group::with_title(Level::ERROR.primary_title(sentence.as_str()))
            .elements(windows.iter().map(Window::snippet));
        if complaint.marks.len() > MOST_MARKS {
            report = report.element(Level::NOTE.message(more.as_str()));
        }
        if let Some(hint) = &complaint.hint {
            report = report.element(Level::HELP.message(hint.as_str()));
        }
        Renderer::styled().term_width(120).render(&[report])
    }

    /// The pieces of the text that show all marks.
    fn windows(&self, marks: &[Mark]) -> Vec<Window> {
        let mut marks: Vec<&Mark> = marks.iter().collect();
        marks.sort_by_key(|mark| mark.span.start);
        let (Some(first), Some(last)) = (marks.first(), marks.last()) else { return Vec::new() };
        let whole = self.line_start(first.span.start)..self.line_end(last.span.end);
        if whole.len() <= SHOWN {
            return vec![self.window(whole, &marks)];
        }
        let around = |mark: &&Mark| {
            let span = mark.span.start..mark.span.end.min(mark.span.start + AROUND);
            let start = self.line_start(span.start).max(span.start.saturating_sub(AROUND));
            let end = self.line_end(span.end).min(span.end + AROUND);
            self.window(start..end, &[&Mark { span, label: mark.label.clone() }])
        };
        marks.iter().map(around).collect()
    }

    fn line_start(&self, at: usize) -> usize {
        let newline = self.text[..at].iter().rposition(|&byte| byte == b'\n');
        newline.map_or(0, |newline| newline + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        let newline = self.text[at..].iter().position(|&byte| byte == b'\n');
        newline.map_or(self.text.len(), |length| at + length)
    }

    /// The part of the text as it can be shown, with its marks, which lie in it.
    fn window(&self, range: Range<usize>, marks: &[&Mark]) -> Window {
        let mut cuts: Vec<usize> =
            marks.iter().flat_map(|mark| [mark.span.start, mark.span.end]).collect();
        cuts.sort_unstable();
        let mut shown = String::new();
        let mut places = Vec::new();
        let mut from = range.start;
        for cut in cuts {
            shown += &String::from_utf8_lossy(&self.text[from..cut]);
            places.push((cut, shown.len()));
            from = cut;
        }
        shown += String::from_utf8_lossy(&self.text[from..range.end]).trim_end_matches('\r');
        let end = shown.len();
        let place = |cut| {
            let found = places.iter().find(|(place, _)| *place == cut);
            found.map_or(end, |(_, shown)| (*shown).min(end))
        };
        let marks = marks.iter().map(|mark| Mark {
            span: place(mark.span.start)..place(mark.span.end),
            label: mark.label.clone(),
        });
        let marks = marks.collect();
        Window { line: self.start.after(&self.text[..range.start]).line, shown, marks }
    }
}

/// A piece of a text that is shown.
struct Window {
    /// The number of its first line.
    line: usize,
    shown: String,
    marks: Vec<Mark>,
}

impl Window {
    fn snippet(&self) -> Snippet<'_, Annotation<'_>> {
        let annotations = self.marks.iter().map(|mark| {
            let label = Some(mark.label.as_str()).filter(|label| !label.is_empty());
            AnnotationKind::Primary.span(mark.span.clone()).label(label)
        });
        Snippet::source(self.shown.as_str()).line_start(self.line).annotations(annotations)
    }
}
