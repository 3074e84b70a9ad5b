//! Diagnostics as they are shown: the lines of a text with carets under the offending bytes.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use memchr::{memchr, memrchr};

use super::failure::Told;
use super::terminal;
use crate::diagnostic::{Diagnostic, Label, LineColumn};
use crate::words::{is_visible, printable};

/// Labels no farther apart than this are shown in one piece of the text.
const SHOWN: usize = 2000;
/// How much of a long line is shown on each side of a label.
const AROUND: usize = 300;
/// No more labels are shown.
const MOST_LABELS: usize = 20;

/// What stands before a sentence.
const ERROR_LABEL: &str = "error: ";
/// What stands before a hint, where the number of the line has four digits.
const HINT_LABEL: &str = "     = help: ";

/// An error without a text, as it is shown.
pub(crate) fn plain(sentence: &str, hint: Option<&str>) -> String {
    Renderer::styled().render(&[with_hint(titled(sentence), hint)])
}

/// The front of a report.
fn titled<'a>(sentence: &str) -> Group<'a> {
    let sentence = terminal::error_sentence(sentence, ERROR_LABEL);
    Group::with_title(Level::ERROR.primary_title(sentence))
}

/// The report with a hint at its end, if there is one.
fn with_hint<'a>(report: Group<'a>, hint: Option<&str>) -> Group<'a> {
    let Some(hint) = hint else { return report };
    let hint = terminal::error_sentence(&printable(hint), HINT_LABEL);
    report.element(Level::HELP.message(hint))
}

/// The part of a text that diagnostics are about.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt<'t> {
    /// The name of its file, if it has one.
    pub(crate) file: Option<&'t str>,
    /// The text, in which the labels of diagnostics are.
    text: &'t [u8],
    /// Where the part starts and ends.
    part: Range<usize>,
    /// The place of its start.
    place: LineColumn,
}

/// How many bytes before a part of a text are shown with it, if they are on its line.
const BEFORE: usize = 300;

/// Where the line starts that has this byte, or what is shown of it.
pub(crate) fn front(text: &[u8], at: usize) -> usize {
    let from = at.saturating_sub(BEFORE);
    from + memrchr(b'\n', &text[from..at]).map_or(0, |newline| newline + 1)
}

impl<'t> Excerpt<'t> {
    /// A part of a text, which starts at this place of its source.
    pub(crate) const fn new(
        file: Option<&'t str>,
        text: &'t [u8],
        part: Range<usize>,
        place: LineColumn,
    ) -> Self {
        Self { file, text, part, place }
    }

    /// A whole text.
    pub(crate) const fn whole(file: Option<&'t str>, text: &'t str) -> Self {
        Self::new(file, text.as_bytes(), 0..text.len(), LineColumn::START)
    }

    /// The text, as far as it may be shown.
    pub(crate) const fn text(&self) -> &'t [u8] {
        self.text
    }

    /// Where the first label of a diagnostic is.
    pub(crate) fn place(&self, diagnostic: &Diagnostic) -> LineColumn {
        self.place_at(diagnostic.span().start)
    }

    fn place_at(&self, at: usize) -> LineColumn {
        self.place.after(&self.text[self.part.start..at.max(self.part.start)])
    }

    /// A diagnostic with its place and the text there, as it is shown to a person.
    pub(crate) fn show(&self, diagnostic: &Diagnostic) -> String {
        let (sentence, labels) =
            (Told::of(diagnostic.clone(), self).sentence(), &diagnostic.labels);
        let (shown, more) = labels.split_at(labels.len().min(MOST_LABELS));
        let windows: Vec<Window> = self.windows(shown);
        let not_shown = format!("{} more places are not shown", more.len());
        let mut report = titled(&sentence).elements(windows.iter().map(Window::snippet));
        if !more.is_empty() {
            report = report.element(Level::NOTE.message(not_shown.as_str()));
        }
        let report = with_hint(report, diagnostic.hint.as_deref());
        Renderer::styled().term_width(terminal::error_width()).render(&[report])
    }

    /// The pieces of the text that show all labels.
    fn windows(&self, labels: &[Label]) -> Vec<Window> {
        let mut labels: Vec<&Label> = labels.iter().collect();
        labels.sort_by_key(|label| label.span.start);
        let (Some(first), Some(last)) = (labels.first(), labels.last()) else { return Vec::new() };
        let whole = self.line_start(first.span.start)..self.line_end(last.span.end);
        if whole.len() <= SHOWN {
            return vec![self.window(whole, &labels)];
        }
        let around = |label: &&Label| {
            let span = label.span.start..label.span.end.min(label.span.start + AROUND);
            let start = self.line_start(span.start).max(span.start.saturating_sub(AROUND));
            let end = self.line_end(span.end).min(span.end + AROUND);
            self.window(start..end, &[&Label { span, text: label.text.clone() }])
        };
        labels.iter().map(around).collect()
    }

    fn line_start(&self, at: usize) -> usize {
        let front = front(self.text, self.part.start);
        memrchr(b'\n', &self.text[front..at]).map_or(front, |nth| front + nth + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        let end = self.part.end.max(at);
        memchr(b'\n', &self.text[at..end]).map_or(end, |length| at + length)
    }

    /// The part of the text as it can be shown, with its labels, which lie in it.
    fn window(&self, range: Range<usize>, labels: &[&Label]) -> Window {
        let mut cuts: Vec<usize> =
            labels.iter().flat_map(|label| [label.span.start, label.span.end]).collect();
        cuts.sort_unstable();
        let mut shown = String::new();
        let mut moved = Vec::new();
        let mut from = range.start;
        for cut in cuts {
            shown.extend(visible(&self.text[from..cut]));
            moved.push((cut, shown.len()));
            from = cut;
        }
        let rest = &self.text[from..range.end];
        shown.extend(visible(rest.strip_suffix(b"\r").unwrap_or(rest)));
        let end = shown.len();
        let now = |cut| {
            let found = moved.iter().find(|(before, _)| *before == cut);
            found.map_or(end, |(_, after)| (*after).min(end))
        };
        let labels = labels.iter().map(|label| Label {
            span: now(label.span.start)..now(label.span.end),
            text: printable(&label.text).into_owned(),
        });
        Window { line: self.place_at(range.start).line, labels: labels.collect(), shown }
    }
}

/// A text as it is shown line by line: signs stand for what is invisible, here or, for control
/// characters, where the lines are drawn.
fn visible(text: &[u8]) -> Vec<char> {
    let sign = |letter: char| {
        let shown = letter.is_ascii() || is_visible(letter);
        if shown { letter } else { char::REPLACEMENT_CHARACTER }
    };
    String::from_utf8_lossy(text).chars().map(sign).collect()
}

/// A piece of a text that is shown.
struct Window {
    /// The number of its first line.
    line: usize,
    shown: String,
    labels: Vec<Label>,
}

impl Window {
    fn snippet(&self) -> Snippet<'_, Annotation<'_>> {
        let annotations = self.labels.iter().map(|label| {
            let text = Some(label.text.as_str()).filter(|text| !text.is_empty());
            AnnotationKind::Primary.span(label.span.clone()).label(text)
        });
        Snippet::source(self.shown.as_str()).line_start(self.line).annotations(annotations)
    }
}
