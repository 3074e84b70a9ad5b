//! What can be wrong with a text.

use std::fmt;
use std::ops::Range;

/// The kinds of [`SyntaxError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The name or letter of no piece.
    Piece,
    /// The name of no color.
    Color,
    /// Not the name of a cell of the board.
    Cell,
    /// Too many or too few words on a line.
    Words,
    /// The text ends in the middle of a record.
    End,
    /// Something follows where the record should end.
    Rest,
    /// A letter that no piece has.
    Letter,
    /// Brackets, commas or quotes that make no board.
    Shape,
    /// A row with too many or too few cells.
    RowLength,
    /// A level with too many or too few rows.
    RowCount,
    /// A board with too many or too few levels.
    LevelCount,
    /// A size that no board has, or not this one.
    Size,
}

/// What is wrong with a text and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The bytes of the text it is about; empty at the end of the text.
    pub span: Range<usize>,
    /// What was expected there.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// The names of which one was expected, where a name was.
    pub names: Vec<String>,
}

impl SyntaxError {
    pub(super) fn new(
        kind: ErrorKind,
        span: Range<usize>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self { kind, span, expected: expected.into(), found: found.into(), names: Vec::new() }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, but found {}", self.expected, self.found)
    }
}

impl std::error::Error for SyntaxError {}

/// The most characters of a text that a message repeats.
const LONGEST_QUOTE: usize = 40;

/// A found text as a message shows it: printable, and not too long.
pub(super) fn quote(found: &[u8]) -> String {
    let mut quoted = String::from("`");
    for (nth, chunk) in found.utf8_chunks().enumerate() {
        for letter in chunk.valid().chars() {
            match letter {
                '"' | '\'' | '\\' => quoted.push(letter),
                // Invisible letters too, such as the mark some editors start a file with.
                _ => quoted.extend(letter.escape_debug()),
            }
        }
        quoted.push_str(&chunk.invalid().escape_ascii().to_string());
        if nth > LONGEST_QUOTE {
            break;
        }
    }
    if let Some((cut, _)) = quoted.char_indices().nth(LONGEST_QUOTE) {
        quoted.truncate(cut);
        quoted.push('…');
    }
    quoted + "`"
}
