//! Mistakes in texts, with their byte ranges and hints.

mod nearest;
mod printable;

use std::fmt;
use std::ops::Range;

use memchr::{memchr_iter, memrchr};

pub(crate) use self::nearest::{did_you_mean, is_similar, names_meant, nearest};
#[cfg(feature = "serde")]
pub(crate) use self::printable::brief;
#[cfg(feature = "cli")]
pub(crate) use self::printable::{io_reason, is_accent};
pub(crate) use self::printable::{is_visible, on_one_line, printable, printable_bytes};

/// The character with which some editors start a text in UTF-8. At the start of a line, this
/// character counts as a blank that takes up no column.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A mistake in a text: a message, the byte ranges that it marks, and a hint if one is known.
///
/// [`Display`](fmt::Display) writes the message alone.
///
/// # Example
/// ```
/// use kubikschach::{mistake::LineColumn, notation, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let text = "King W\nA1a\nB9d";
/// let error = notation::parse_query(&rules, size, text).expect_err("there is no such cell");
/// assert_eq!(error.message, "expected a cell such as `A1a` (up to `H8h`), but found `B9d`");
/// let place = LineColumn::START.after(&text.as_bytes()[..error.span().start]);
/// assert_eq!(place.to_string(), "line 3, column 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// One sentence that says what was expected and what was found.
    pub message: String,
    /// Marked byte ranges, at least one; the first is the main one.
    pub labels: Vec<Label>,
    /// Way to correct the mistake, if one is known.
    pub hint: Option<String>,
}

/// A marked byte range of a text, with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Byte range; empty at the end of the text.
    pub span: Range<usize>,
    /// Remark about the byte range; may be empty.
    pub text: String,
}

impl Label {
    /// Creates a label without a remark.
    #[must_use]
    pub const fn plain(span: Range<usize>) -> Self {
        Self { span, text: String::new() }
    }
}

impl Mistake {
    /// Creates a mistake about one byte range, without a hint.
    #[must_use]
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), labels: vec![Label::plain(span)], hint: None }
    }

    pub(crate) fn expected(
        span: Range<usize>,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) -> Self {
        Self::new(span, format!("expected {expected}, but found {found}"))
    }

    /// Creates a mistake about the word `found`, which is not in `names`. The hint suggests the
    /// nearest names.
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

    /// Returns the main byte range, which is that of the first label.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.labels.first().map_or(0..0, |label| label.span.clone())
    }

    #[cfg(feature = "cli")]
    pub(crate) fn not_utf8(text: &[u8], error: &std::str::Utf8Error) -> Self {
        let at = error.valid_up_to();
        Self::expected(at..at + 1, "UTF-8", format_args!("the byte 0x{:02X}", text[at]))
    }

    /// Moves all byte ranges `by` bytes towards the end, for a text that becomes part of a longer
    /// text.
    #[must_use]
    pub fn moved(mut self, by: usize) -> Self {
        for label in &mut self.labels {
            label.span = label.span.start + by..label.span.end + by;
        }
        self
    }

    /// Converts byte ranges in `text` to byte ranges in `document`. `text` is the value of a string
    /// literal, which is at `span` in `document`.
    ///
    /// If the literal has escape sequences, the whole literal is marked.
    pub(crate) fn in_string(self, document: &str, span: &Range<usize>, text: &str) -> Self {
        match document[span.clone()].find(text) {
            Some(start) => self.moved(span.start + start),
            None => Self { labels: vec![Label::plain(span.clone())], ..self },
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

/// A place in a text. Columns count characters, and each byte that is not UTF-8 counts as one
/// character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl LineColumn {
    /// The start of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// Returns the place where `text` ends if it starts at this place.
    ///
    /// # Example
    /// ```
    /// use kubikschach::mistake::LineColumn;
    /// let place = LineColumn::START.after("King W\nA1".as_bytes());
    /// assert_eq!(place.to_string(), "line 2, column 3");
    /// ```
    #[must_use]
    pub fn after(self, text: &[u8]) -> Self {
        let last_line = memrchr(b'\n', text).map_or(0, |newline| newline + 1);
        let lines = memchr_iter(b'\n', &text[..last_line]).count();
        let before = if lines == 0 { self.column } else { 1 };
        let mut line = &text[last_line..];
        if before == 1 {
            line = line.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(line);
        }
        Self { line: self.line + lines, column: before + characters(line) }
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Returns the number of characters of a text, counting each byte that is not UTF-8 as one.
fn characters(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// All mistakes of one text, at least one, in the order in which they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes(pub Vec<Mistake>);

impl fmt::Display for Mistakes {
    /// Writes the messages, one per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<&str> = self.0.iter().map(|each| each.message.as_str()).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Mistakes {}

/// The maximum number of characters in a quotation.
const LONGEST_QUOTE: usize = 40;

/// Returns `found` in backquotes for a message, escaped and shortened to 40 characters; an empty
/// text becomes `nothing`. The first letter that only looks like an ASCII letter is named.
pub(crate) fn quote(found: &[u8]) -> String {
    if found.is_empty() {
        return "nothing".to_owned();
    }
    let shown = shortened(found);
    let look_alike = shown.chars().find_map(|letter| Some((letter, look_alike(letter)?)));
    match look_alike {
        Some((letter, kind)) => {
            format!("`{shown}` (`{letter}` is U+{:04X}, a {kind})", u32::from(letter))
        }
        None => format!("`{shown}`"),
    }
}

/// Returns the kind of a character that is easily mistaken for an ASCII character, such as
/// `Greek letter`; `None` for any other character.
fn look_alike(letter: char) -> Option<&'static str> {
    match letter {
        '\u{370}'..='\u{3ff}' => Some("Greek letter"),
        '\u{400}'..='\u{52f}' => Some("Cyrillic letter"),
        '\u{ff01}'..='\u{ff5e}' => Some("full-width character"),
        _ => None,
    }
}

/// Returns `found` in quotation marks for a message, escaped and shortened to 40 characters.
pub(crate) fn quote_string(found: &str) -> String {
    format!("\"{}\"", shortened(found.as_bytes()))
}

/// Returns a text for a message, with invisible characters escaped, and shortened to 40 characters.
fn shortened(found: &[u8]) -> String {
    // A character has at most 4 bytes, so the bytes beyond this limit are never shown.
    let found = &found[..found.len().min(4 * LONGEST_QUOTE + 4)];
    let mut shown = printable_bytes(found);
    let mut starts = shown.char_indices().map(|(at, _)| at).skip(LONGEST_QUOTE - 1);
    if let (Some(cut), Some(_)) = (starts.next(), starts.next()) {
        shown.truncate(cut);
        shown.push('…');
    }
    shown
}
