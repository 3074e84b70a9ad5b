//! The widths of pictures and errors.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size, terminal_size_of};
use textwrap::{Options, WordSplitter, wrap};

/// The width of pictures that do not go to a terminal.
const PICTURE: usize = 100;
/// The width of errors that do not go to a terminal.
const ERROR: usize = 120;

/// Returns the width of the terminal at standard output; `None` if there is none.
fn width() -> Option<usize> {
    let (Width(width), _) = terminal_size().filter(|_| io::stdout().is_terminal())?;
    Some(usize::from(width))
}

/// Returns `true` if standard output is a terminal.
pub(crate) fn is_output() -> bool {
    io::stdout().is_terminal()
}

/// Returns the largest width of a picture.
pub(crate) fn picture_width() -> usize {
    width().unwrap_or(PICTURE)
}

/// Returns the width of the terminal at standard error; `None` if there is none.
fn stderr_width() -> Option<usize> {
    terminal_size_of(io::stderr()).map(|(Width(width), _)| usize::from(width))
}

/// Returns the width of an error.
pub(crate) fn error_width() -> usize {
    stderr_width().unwrap_or(ERROR)
}

/// A sentence of an error, broken where the terminal ends, with room for its label before each line.
pub(crate) fn error_sentence(text: &str, label: &str) -> String {
    let Some(width) = stderr_width() else { return text.to_owned() };
    let options = Options::new(width.saturating_sub(label.len()).max(1))
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    wrap(text, options).join("\n")
}

/// The lines of a text, broken where the terminal ends; parts of a line stand below its text. On
/// no terminal they are as they were.
pub(crate) fn fitted(text: &str) -> String {
    let Some(width) = width() else { return text.to_owned() };
    let mut fitted = String::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start_matches([' ', '+']).len();
        let indent = " ".repeat(if indent == 0 { 0 } else { indent + 2 });
        let options = Options::new(width)
            .subsequent_indent(&indent)
            .word_splitter(WordSplitter::NoHyphenation);
        for part in wrap(line, options) {
            fitted.push_str(&part);
            fitted.push('\n');
        }
    }
    fitted
}
