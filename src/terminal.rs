//! The terminal: its width, text wrapped to it, the progress of long work, and signals such as Ctrl-C.

pub(crate) mod progress;
pub(crate) mod signals;

use std::borrow::Cow;
use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};
use textwrap::{Options, WordSplitter, wrap};

/// The width in characters of pictures that are not drawn on a terminal.
const PICTURE: usize = 100;
/// The width in characters of errors that are not printed on a terminal.
const ERROR: usize = 120;

/// Returns the width of standard output in characters, or `None` if it is not a terminal.
fn width() -> Option<usize> {
    terminal_size_of(io::stdout()).map(|(Width(width), _)| usize::from(width))
}

pub(crate) fn is_output() -> bool {
    io::stdout().is_terminal()
}

pub(crate) fn picture_width() -> usize {
    width().unwrap_or(PICTURE)
}

/// Returns the width of standard error in characters, or `None` if it is not a terminal.
fn stderr_width() -> Option<usize> {
    terminal_size_of(io::stderr()).map(|(Width(width), _)| usize::from(width))
}

pub(crate) fn error_width() -> usize {
    stderr_width().unwrap_or(ERROR)
}

/// Wraps an error message to the width that the terminal has left after `label`, which the renderer
/// puts before the message.
pub(crate) fn error_sentence(text: &str, label: &str) -> String {
    let Some(width) = stderr_width() else { return text.to_owned() };
    let options = Options::new(width.saturating_sub(label.len()).max(1))
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    wrap(text, options).join("\n")
}

/// Wraps the lines of a text to the width of the terminal, with continuation lines indented.
/// Returns the text unchanged if standard output is not a terminal.
pub(crate) fn fitted(text: &str) -> Cow<'_, str> {
    if width().is_none() {
        return Cow::Borrowed(text);
    }
    let lines = text.lines().map(|line| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        fitted_line(line, if indent == 0 { 0 } else { indent + 2 }) + "\n"
    });
    Cow::Owned(lines.collect())
}

/// Wraps a line to the width of the terminal, with `indent` spaces before each continuation line.
/// Returns the line unchanged if standard output is not a terminal.
pub(crate) fn fitted_line(line: &str, indent: usize) -> Cow<'_, str> {
    let Some(width) = width() else { return Cow::Borrowed(line) };
    let indent = " ".repeat(indent);
    let options =
        Options::new(width).subsequent_indent(&indent).word_splitter(WordSplitter::NoHyphenation);
    Cow::Owned(wrap(line, options).join("\n"))
}
