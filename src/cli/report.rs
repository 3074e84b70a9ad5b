//! Errors as users see them: on one line, as JSON, or drawn with the text around the mistake.

use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use memchr::{memchr, memrchr};
use serde_json::value::RawValue;

use crate::api::{Error, ErrorObject, FieldPlace};
use crate::mistake::{
    BYTE_ORDER_MARK, Label, LineColumn, Mistake, brief, io_reason, is_visible, printable,
};
use crate::terminal;

/// The maximum length in bytes of a text that is drawn as one piece. The text extends from the line
/// of the first label to the line of the last label.
const MAX_ONE_PIECE: usize = 2000;
/// The maximum number of bytes drawn of a labelled range, and also on each side of it, if each
/// label has a piece of text of its own.
const MAX_AROUND_LABEL: usize = 300;
const MOST_LABELS: usize = 20;

/// The prefix that the renderer puts before an error message.
const ERROR_LABEL: &str = "error: ";
/// The prefix that the renderer puts before a hint if line numbers have four digits.
const HINT_LABEL: &str = "     = help: ";

/// An error with its place, if there is one. `--json` prints the object.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReportedError {
    object: ErrorObject,
    line_noun: &'static str,
    /// The error drawn with the text around its labels; `None` if the error is shown on one line.
    drawing: Option<String>,
}

impl ReportedError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        ErrorObject::new(message).into()
    }

    pub(crate) fn of_file(file: &str, error: &io::Error) -> Self {
        let object = ErrorObject::new(io_reason(error));
        ErrorObject { file: Some(brief(file.to_owned())), ..object }.into()
    }

    /// Creates an error from a mistake, with the file of the excerpt and the line and column of
    /// the mistake.
    pub(crate) fn in_text(mistake: Mistake, excerpt: &Excerpt<'_>) -> Self {
        let place = excerpt.place(&mistake);
        let file = excerpt.file.map(str::to_owned);
        let object = ErrorObject { file, ..ErrorObject::at(mistake, place) };
        Self { line_noun: excerpt.line_noun, ..object.into() }
    }

    /// Creates an error from a mistake, with its file, line and column, and draws the text
    /// around the mistake's labels.
    pub(crate) fn drawn(mistake: Mistake, excerpt: &Excerpt<'_>) -> Self {
        let labels = mistake.labels.clone();
        let mut error = Self::in_text(mistake, excerpt);
        let hint = error.object.hint.as_deref();
        error.drawing = Some(excerpt.draw(&error.sentence(), &labels, hint));
        error
    }

    /// Creates an error about the value of an argument. The report quotes the value, with the
    /// argument's name in place of a file name.
    pub(crate) fn in_argument(name: &str, text: &str, mistake: Mistake) -> Self {
        let mut error = Self::drawn(mistake, &Excerpt::whole(Some(name), text));
        error.object.file = None;
        error
    }

    /// Names the argument that the error is about, unless the error names a file. In JSON, the
    /// field names the argument.
    pub(crate) fn of_argument(mut self, name: &str) -> Self {
        if self.object.file.is_some() {
            return self;
        }
        self.object.file = Some(name.to_owned());
        self.drawing = Some(self.text());
        self.object.file = None;
        self
    }

    /// Returns the error as a JSON object.
    pub(crate) const fn object(&self) -> &ErrorObject {
        &self.object
    }

    pub(crate) fn with_hint(self, hint: Option<String>) -> Self {
        Self { object: self.object.with_hint(hint), ..self }
    }

    pub(crate) fn with_id(mut self, id: Option<Box<RawValue>>) -> Self {
        self.object.id = id;
        self
    }

    /// Sets the field of a question that the error is about.
    pub(crate) fn with_field(mut self, field: Option<FieldPlace>) -> Self {
        self.object.field = field;
        self
    }

    /// Moves an error that names no file to a place in a document. The error becomes a mistake
    /// at the byte range `span`, which `report` converts to an error about the document.
    pub(crate) fn placed(self, span: &Range<usize>, report: impl Fn(Mistake) -> Self) -> Self {
        if self.object.file.is_some() {
            return self;
        }
        let ErrorObject { hint, message, .. } = self.object;
        report(Mistake { hint, ..Mistake::new(span.clone(), message) })
    }

    /// Returns file, line, column and message as one line.
    pub(crate) fn sentence(&self) -> String {
        let ErrorObject { message, file, line, column, .. } = &self.object;
        let mut sentence = String::with_capacity(2 * message.len());
        if let Some(file) = file {
            sentence.push_str(&printable(file));
            sentence.push_str(if line.is_some() { ", " } else { ": " });
        }
        if let Some((line, column)) = line.zip(*column) {
            // Writing to a string never fails.
            let _ = write!(sentence, "{} {line}, column {column}: ", self.line_noun);
        }
        sentence.push_str(&printable(message));
        sentence
    }

    pub(crate) fn sentence_with_hint(&self) -> String {
        let mut sentence = self.sentence();
        if let Some(hint) = &self.object.hint {
            sentence.push_str("; ");
            sentence.push_str(&printable(hint));
        }
        sentence
    }

    /// Returns the error for a terminal, drawn with its text if possible, in color.
    pub(crate) fn text(&self) -> String {
        let plain = || {
            let error = with_hint(titled(&self.sentence()), self.object.hint.as_deref());
            Renderer::styled().render(&[error])
        };
        self.drawing.clone().unwrap_or_else(plain)
    }
}

impl From<Error> for ReportedError {
    fn from(error: Error) -> Self {
        Self::new(error.mistake.message).with_hint(error.mistake.hint)
    }
}

impl From<ErrorObject> for ReportedError {
    fn from(object: ErrorObject) -> Self {
        Self { object, ..Self::default() }
    }
}

fn titled<'a>(sentence: &str) -> Group<'a> {
    let sentence = terminal::error_sentence(sentence, ERROR_LABEL);
    Group::with_title(Level::ERROR.primary_title(sentence))
}

fn with_hint<'a>(report: Group<'a>, hint: Option<&str>) -> Group<'a> {
    let Some(hint) = hint else { return report };
    let hint = terminal::error_sentence(&printable(hint), HINT_LABEL);
    report.element(Level::HELP.message(hint))
}

/// A byte range of a text, such as one record of a file, for which mistakes are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt<'t> {
    /// The name of the file; `None` for standard input and arguments.
    pub(crate) file: Option<&'t str>,
    /// The whole text in memory. The labels of mistakes are byte ranges of this text.
    text: &'t [u8],
    /// The byte range of the excerpt in `text`.
    range: Range<usize>,
    /// The line and column that the first byte of `range` has in the file.
    place: LineColumn,
    /// The noun for a line in messages: `line`, or `argument` if each argument is one line.
    line_noun: &'static str,
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
        Self { file, text, range, place, line_noun: "line" }
    }

    pub(crate) const fn whole(file: Option<&'t str>, text: &'t str) -> Self {
        Self::new(file, text.as_bytes(), 0..text.len(), LineColumn::START)
    }

    pub(crate) const fn with_line_noun(self, line_noun: &'static str) -> Self {
        Self { line_noun, ..self }
    }

    /// Returns the whole text, which may extend beyond the excerpt.
    pub(crate) const fn text(&self) -> &'t [u8] {
        self.text
    }

    pub(crate) fn place(&self, mistake: &Mistake) -> LineColumn {
        self.place_at(mistake.span().start)
    }

    fn place_at(&self, at: usize) -> LineColumn {
        self.place.after(&self.text[self.range.start..at.max(self.range.start)])
    }

    /// Draws a report: a sentence, the text around the labels with carets below them, and a hint.
    fn draw(&self, sentence: &str, labels: &[Label], hint: Option<&str>) -> String {
        let (shown, more) = labels.split_at(labels.len().min(MOST_LABELS));
        let windows: Vec<Window> = self.windows(shown);
        let not_shown = format!("{} more places are not shown", more.len());
        let mut report = titled(sentence).elements(windows.iter().map(Window::snippet));
        if !more.is_empty() {
            report = report.element(Level::NOTE.message(not_shown.as_str()));
        }
        let report = with_hint(report, hint);
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

/// Replaces invisible non-ASCII characters and invalid UTF-8 by U+FFFD. The renderer replaces
/// control characters itself.
fn visible(text: &[u8]) -> Vec<char> {
    let sign = |letter: char| {
        let shown = letter.is_ascii() || is_visible(letter);
        if shown { letter } else { char::REPLACEMENT_CHARACTER }
    };
    String::from_utf8_lossy(text).chars().map(sign).collect()
}

struct Window {
    /// The line number, from 1, that the first line of this window has in the file.
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
