//! Errors as users see them: on one line, as JSON, or drawn with the text around the mistake.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use memchr::{memchr, memrchr};

use crate::api::Error;
use crate::common::numbered;
use crate::mistake::{
    BYTE_ORDER_MARK, Label, LineColumn, brief, io_reason, is_accent, is_visible, printable,
};
use crate::terminal;

/// The maximum length in bytes of a text that is drawn as one piece. The text extends from the line
/// of the first label to the line of the last label.
const MAX_ONE_PIECE: usize = 2000;
/// The maximum number of bytes drawn of a labelled range, and also on each side of it, if each
/// label has a piece of text of its own.
const MAX_AROUND_LABEL: usize = 300;
const MOST_LABELS: usize = 20;

/// The noun for the lines of most texts.
pub(crate) const LINE: &str = "line";

/// The prefix that the renderer puts before an error message.
const ERROR_LABEL: &str = "error: ";
/// The prefix that the renderer puts before a hint if line numbers have four digits.
const HINT_LABEL: &str = "     = help: ";

/// Creates the error of a file that cannot be read or written.
pub(crate) fn of_file(file: &str, error: &io::Error) -> Error {
    let mut error = Error::new(io_reason(error));
    error.origin.file = Some(brief(file.to_owned()));
    error
}

/// Names the argument that the error is about, unless the error names a file or is drawn with its
/// text. In JSON, the field names the argument.
pub(crate) fn of_argument(mut error: Error, name: &str) -> Error {
    if error.origin.file.is_none() && error.origin.drawing.is_none() {
        error.origin.drawing = Some(plain(&sentence_in(Some(name), LINE, &error), &error));
    }
    error
}

/// Returns file, line, column and message as one line.
pub(crate) fn sentence(error: &Error) -> String {
    sentence_in(error.origin.file.as_deref(), LINE, error)
}

/// Returns file, line, column, message and hint as one line.
pub(crate) fn one_line(error: &Error, line_noun: &str) -> String {
    let mut text = sentence_in(error.origin.file.as_deref(), line_noun, error);
    if let Some(hint) = error.mistake.hint.clone() {
        text.push_str("; ");
        text.push_str(&printable(&brief(hint)));
    }
    text
}

/// Returns the error for a terminal, drawn with its text if possible, in color.
pub(crate) fn text(error: &Error) -> Cow<'_, str> {
    match &error.origin.drawing {
        Some(drawing) => drawing.into(),
        None => plain(&sentence(error), error).into(),
    }
}

fn sentence_in(name: Option<&str>, line_noun: &str, error: &Error) -> String {
    let message = brief(error.mistake.message.clone());
    let mut sentence = String::with_capacity(2 * message.len());
    if let Some(name) = name {
        sentence.push_str(&printable(name));
        sentence.push_str(if error.origin.place.is_some() { ", " } else { ": " });
    }
    if let Some(LineColumn { line, column }) = error.origin.place {
        // Writing to a string never fails.
        let _ = write!(sentence, "{line_noun} {line}, column {column}: ");
    }
    sentence.push_str(&printable(&message));
    sentence
}

/// Draws an error without its text.
fn plain(sentence: &str, error: &Error) -> String {
    Renderer::styled().render(&[with_hint(titled(sentence), error)])
}

fn titled<'a>(sentence: &str) -> Group<'a> {
    let sentence = terminal::error_sentence(sentence, ERROR_LABEL);
    Group::with_title(Level::ERROR.primary_title(sentence))
}

fn with_hint<'a>(report: Group<'a>, error: &Error) -> Group<'a> {
    let Some(hint) = error.mistake.hint.clone() else { return report };
    let hint = terminal::error_sentence(&printable(&brief(hint)), HINT_LABEL);
    report.element(Level::HELP.message(hint))
}

/// A byte range of a text, such as one record of a file, for which mistakes are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt<'t> {
    /// Name of the file; `None` for standard input and arguments.
    file: Option<&'t str>,
    /// Name of the argument whose value is the text, if it is one.
    argument: Option<&'t str>,
    /// Whole text in memory. The labels of mistakes are byte ranges of this text.
    text: &'t [u8],
    /// Byte range of the excerpt in `text`.
    range: Range<usize>,
    /// Line and column that the first byte of `range` has in the file.
    place: LineColumn,
    /// Noun for a line in messages: `line`, or `argument` if each argument is one line.
    pub(crate) line_noun: &'static str,
}

/// The most bytes that are drawn between the start of a line and an excerpt inside this line.
const MAX_BEFORE_EXCERPT: usize = 300;

/// Returns the start of the line that contains byte `at`, or the offset [`MAX_BEFORE_EXCERPT`]
/// bytes before `at` if the line starts earlier.
pub(crate) fn shown_line_start(text: &[u8], at: usize) -> usize {
    let from = at.saturating_sub(MAX_BEFORE_EXCERPT);
    from + memrchr(b'\n', &text[from..at]).map_or(0, |newline| newline + 1)
}

impl<'t> Excerpt<'t> {
    /// Creates an excerpt of a text. `place` is the line and column of the first byte of `range`.
    pub(crate) const fn new(
        file: Option<&'t str>,
        text: &'t [u8],
        range: Range<usize>,
        place: LineColumn,
    ) -> Self {
        Self { file, argument: None, text, range, place, line_noun: LINE }
    }

    pub(crate) const fn whole(file: Option<&'t str>, text: &'t str) -> Self {
        Self::new(file, text.as_bytes(), 0..text.len(), LineColumn::START)
    }

    /// Creates an excerpt of the value of an argument. Drawings show the argument's name in place of
    /// a file name.
    pub(crate) const fn of_argument(name: &'t str, text: &'t str) -> Self {
        Self { argument: Some(name), ..Self::whole(None, text) }
    }

    pub(crate) const fn with_line_noun(self, line_noun: &'static str) -> Self {
        Self { line_noun, ..self }
    }

    /// Returns the whole text, which may extend beyond the excerpt.
    pub(crate) const fn text(&self) -> &'t [u8] {
        self.text
    }

    /// Adds the file, the line and the column of an error in the text.
    pub(crate) fn locate(&self, error: impl Into<Error>) -> Error {
        let mut error = error.into();
        error.origin.place = Some(self.place_at(error.mistake.span().start));
        error.origin.file = self.file.map(str::to_owned);
        error
    }

    /// Adds the file, the line and the column of an error, and draws the text around its labels.
    pub(crate) fn draw(&self, error: impl Into<Error>) -> Error {
        let mut error = self.locate(error);
        error.origin.drawing = Some(self.drawing(&error));
        error
    }

    fn place_at(&self, at: usize) -> LineColumn {
        self.place.after(&self.text[self.range.start..at.max(self.range.start)])
    }

    /// Draws a report: a sentence, the text around the labels with carets below them, and a hint.
    fn drawing(&self, error: &Error) -> String {
        let labels = &error.mistake.labels;
        let sentence = sentence_in(self.argument.or(self.file), self.line_noun, error);
        let (shown, more) = labels.split_at(labels.len().min(MOST_LABELS));
        let windows: Vec<Window> = self.windows(shown);
        let are = if more.len() == 1 { "is" } else { "are" };
        let not_shown = format!("{} {are} not shown", numbered(more.len(), "more place"));
        let mut report = titled(&sentence).elements(windows.iter().map(Window::snippet));
        if !more.is_empty() {
            report = report.element(Level::NOTE.message(not_shown.as_str()));
        }
        let report = with_hint(report, error);
        Renderer::styled().term_width(terminal::error_width()).render(&[report])
    }

    /// Returns the pieces of text to draw: one piece if all labels are close together, otherwise
    /// one for each label.
    fn windows(&self, labels: &[Label]) -> Vec<Window> {
        let mut labels: Vec<&Label> = labels.iter().collect();
        labels.sort_by_key(|label| label.span.start);
        let (Some(first), Some(last)) = (labels.first(), labels.last()) else { return Vec::new() };
        let whole = self.line_start(first.span.start)..self.line_end(last.span.end);
        if whole.len() <= MAX_ONE_PIECE {
            return vec![self.window(whole, &labels)];
        }
        let around = |label: &&Label| {
            let span = label.span.start..label.span.end.min(label.span.start + MAX_AROUND_LABEL);
            let start =
                self.line_start(span.start).max(span.start.saturating_sub(MAX_AROUND_LABEL));
            let end = self.line_end(span.end).min(span.end + MAX_AROUND_LABEL);
            self.window(start..end, &[&Label { span, text: label.text.clone() }])
        };
        labels.iter().map(around).collect()
    }

    fn line_start(&self, at: usize) -> usize {
        let start = shown_line_start(self.text, self.range.start);
        memrchr(b'\n', &self.text[start..at]).map_or(start, |nth| start + nth + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        let end = self.range.end.max(at);
        memchr(b'\n', &self.text[at..end]).map_or(end, |length| at + length)
    }

    /// Converts a byte range of the text to drawable characters. Also converts the labels to byte
    /// ranges of the converted text.
    fn window(&self, range: Range<usize>, labels: &[&Label]) -> Window {
        let mut cuts: Vec<usize> =
            labels.iter().flat_map(|label| [label.span.start, label.span.end]).collect();
        cuts.sort_unstable();
        let mut shown = String::new();
        let mut moved = Vec::new();
        let is_marked = self.text[range.clone()].starts_with(BYTE_ORDER_MARK.as_bytes());
        let mut from = range.start + if is_marked { BYTE_ORDER_MARK.len() } else { 0 };
        for cut in cuts {
            shown.extend(visible(self.text.get(from..cut).unwrap_or_default()));
            moved.push((cut, shown.len()));
            from = from.max(cut);
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
            text: brief(printable(&label.text).into_owned()),
        });
        Window { line: self.place_at(range.start).line, labels: labels.collect(), shown }
    }
}

/// Replaces invisible non-ASCII characters and invalid UTF-8 by U+FFFD. Accents remain. The renderer
/// replaces control characters itself.
fn visible(text: &[u8]) -> Vec<char> {
    let sign = |letter: char| {
        let shown = letter.is_ascii() || is_visible(letter) || is_accent(letter);
        if shown { letter } else { char::REPLACEMENT_CHARACTER }
    };
    String::from_utf8_lossy(text).chars().map(sign).collect()
}

struct Window {
    /// Line number, from 1, that the first line of this window has in the file.
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
