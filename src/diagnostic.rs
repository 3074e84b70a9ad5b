//! Diagnostics: mistakes in texts, with their places and hints.

use std::fmt;
use std::ops::Range;

use memchr::{memchr_iter, memrchr};

use crate::words::printable_bytes;

/// A mistake in a text: a message, the places it is about, and a hint.
///
/// [`Display`](fmt::Display) writes the message alone.
///
/// # Example
/// ```
/// use kubikschach::{diagnostic::LineColumn, notation, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.size().expect("its size is fixed");
/// let text = "King W\nA1a\nB9d";
/// let error = notation::query(&rules, size, text).expect_err("there is no such cell");
/// assert_eq!(error.message, "expected a cell such as `A1a` (up to `H8h`), but found `B9d`");
/// let place = LineColumn::START.after(&text.as_bytes()[..error.span().start]);
/// assert_eq!(place.to_string(), "line 3, column 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// One sentence that says what was expected and what was found.
    pub message: String,
    /// The places, at least one; the first is the main one.
    pub labels: Vec<Label>,
    /// A way to correct the mistake.
    pub hint: Option<String>,
}

/// A marked place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The range of bytes; empty at the end of the text.
    pub span: Range<usize>,
    /// A remark about the place; may be empty.
    pub text: String,
}

impl Label {
    /// Creates a label without a remark.
    #[must_use]
    pub const fn plain(span: Range<usize>) -> Self {
        Self { span, text: String::new() }
    }
}

impl Diagnostic {
    /// Creates a diagnostic about one place.
    #[must_use]
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), labels: vec![Label::plain(span)], hint: None }
    }

    /// Creates a diagnostic with the message `expected …, but found …`.
    pub(crate) fn expected(
        span: Range<usize>,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) -> Self {
        Self::new(span, format!("expected {expected}, but found {found}"))
    }

    /// Creates a diagnostic about a word that is not in `names`; the nearest name becomes a hint.
    pub(crate) fn unknown<N: AsRef<str>>(
        span: Range<usize>,
        what: impl fmt::Display,
        found: &[u8],
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        let names: Vec<N> = names.into_iter().collect();
        let list = names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
        let hint = nearest(&names, &String::from_utf8_lossy(found));
        let error = Self::expected(span, format_args!("{what} ({list})"), quote(found));
        Self { hint, ..error }
    }

    /// Returns the range of bytes of the main place.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.labels.first().map_or(0..0, |label| label.span.clone())
    }

    /// Creates a diagnostic about bytes that are not UTF-8.
    #[cfg(feature = "cli")]
    pub(crate) fn not_utf8(error: &std::str::Utf8Error) -> Self {
        let at = error.valid_up_to();
        Self::new(at..at + 1, "expected UTF-8, but found another byte")
    }

    /// Moves all places to the right by `by` bytes.
    #[must_use]
    pub fn moved(mut self, by: usize) -> Self {
        for label in &mut self.labels {
            label.span = label.span.start + by..label.span.end + by;
        }
        self
    }

    /// Moves the places from a parsed string to the document that contains it at `span`.
    ///
    /// In a string with escapes the bytes differ, so the whole string is marked.
    #[cfg(feature = "cli")]
    pub(crate) fn in_string(self, document: &str, span: &Range<usize>, text: &str) -> Self {
        match document[span.clone()].find(text) {
            Some(start) => self.moved(span.start + start),
            None => Self { labels: vec![Label::plain(span.clone())], ..self },
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// A place in a text. Columns count characters; a byte that is not UTF-8 counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1.
    pub column: usize,
}

impl LineColumn {
    /// The start of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// Returns the place after `text`, which starts at this place.
    ///
    /// # Example
    /// ```
    /// use kubikschach::diagnostic::LineColumn;
    /// let place = LineColumn::START.after("King W\nA1".as_bytes());
    /// assert_eq!(place.to_string(), "line 2, column 3");
    /// ```
    #[must_use]
    pub fn after(self, text: &[u8]) -> Self {
        let last_line = memrchr(b'\n', text).map_or(0, |newline| newline + 1);
        let lines = memchr_iter(b'\n', &text[..last_line]).count();
        let before = if lines == 0 { self.column } else { 1 };
        Self { line: self.line + lines, column: before + characters(&text[last_line..]) }
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Returns the number of characters of a text; a byte that is not UTF-8 counts as one.
fn characters(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// All mistakes of one text, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl fmt::Display for Diagnostics {
    /// Writes the messages, one a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<&str> = self.0.iter().map(|each| each.message.as_str()).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Diagnostics {}

/// Returns the hint `did you mean …?` with the name nearest to `found`, if one is near enough.
pub(crate) fn nearest<N: AsRef<str>>(names: &[N], found: &str) -> Option<String> {
    if found.len() > LONGEST_QUOTE {
        return None;
    }
    let found = found.to_lowercase();
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&name.as_ref().to_lowercase(), &found), name))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= 1 + name.as_ref().chars().count() / 3)
        .map(|(_, name)| format!("did you mean `{}`?", name.as_ref()))
}

/// The most characters that a message quotes.
const LONGEST_QUOTE: usize = 40;

/// Returns `found` in backquotes for a message, escaped and at most 40 characters long.
pub(crate) fn quote(found: &[u8]) -> String {
    if found.is_empty() {
        return "nothing".to_owned();
    }
    format!("`{}`", shortened(found))
}

/// Returns `found` in quotation marks for a message, escaped and at most 40 characters long.
pub(crate) fn quote_string(found: &str) -> String {
    format!("\"{}\"", shortened(found.as_bytes()))
}

/// Returns a text for a message: printable, and at most 40 characters long.
pub(crate) fn shortened(found: &[u8]) -> String {
    // A character has at most 4 bytes, so more bytes than this are never shown.
    let found = &found[..found.len().min(4 * LONGEST_QUOTE + 4)];
    let mut shown = printable_bytes(found);
    let mut starts = shown.char_indices().map(|(at, _)| at).skip(LONGEST_QUOTE - 1);
    // A text of exactly 40 characters stays whole.
    if let (Some(cut), Some(_)) = (starts.next(), starts.next()) {
        shown.truncate(cut);
        shown.push('…');
    }
    shown
}
