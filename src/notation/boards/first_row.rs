//! What the first row of a board tells of its notation and its size.

use memchr::memchr;

use super::EMPTY;
use super::line::{quotation_mark, skip_space};

/// What the first row of a board tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::notation) struct FirstRow {
    /// How many brackets are open in it; none in a grid. Nowhere in a board are there more.
    pub(super) brackets: usize,
    /// Whether the first of them encloses all levels.
    pub(super) outer: bool,
    /// Whether the row is in brackets of its own.
    pub(super) bracketed: bool,
    /// The number of its cells, as far as bytes tell; 0 if it is broken.
    pub(in crate::notation) edge: usize,
}

impl FirstRow {
    /// The first row of a text that starts with a bracket, and how many bytes were looked at to know it;
    /// `None` if there is not enough of it.
    ///
    /// With two open brackets the outer one belongs to the board (`[[#q,##],…`) or to a level whose
    /// rows have their own (`[[#q] [##]], …`); then a bracket holds one word, or cells.
    pub(super) fn in_brackets(text: &[u8], ended: bool) -> Option<(Self, usize)> {
        let (mut at, mut brackets) = (0, 0);
        while text.get(at) == Some(&b'[') {
            brackets += 1;
            at = skip_space(text, at + 1);
        }
        let quoted = quotation_mark(&text[at.min(text.len())..]);
        let word = (at + quoted).min(text.len());
        let length = end_of_word(text, word) - word;
        let next = word + length;
        let next = skip_space(text, next + quotation_mark(&text[next..]));
        if next >= text.len() && !ended {
            return None;
        }
        let is_whole = text.get(next) == Some(&b']');
        let bracketed = brackets == 2 && (is_whole || length == 1) || brackets == 3;
        let (edge, last) = if bracketed && !is_whole {
            let end = memchr(b']', &text[at..]).or_else(|| ended.then_some(text.len() - at))?;
            let cells = &text[at..at + end];
            let is_cell = |byte: &&u8| byte.is_ascii() && !ends_word(**byte);
            (cells.iter().filter(is_cell).count(), at + end)
        } else {
            (length, next)
        };
        let outer = brackets > 1 + usize::from(bracketed);
        Some((Self { brackets, outer, bracketed, edge }, text.len().min(last + 1)))
    }

    /// The first row of a grid, if a line is one: a word that starts with a letter
    /// of the rule set, or has only letters and `#`, so that with a wrong one it is still a board.
    pub(super) fn of_grid(line: &[u8], is_letter: impl Fn(u8) -> bool) -> Option<Self> {
        let row = line.trim_ascii();
        let is_any = |byte: &u8| byte.is_ascii_alphabetic() || *byte == EMPTY;
        let is_row = row.first().is_some_and(|&letter| is_letter(letter))
            || row.contains(&EMPTY) && row.iter().all(is_any);
        let is_word = !row.iter().any(u8::is_ascii_whitespace);
        (is_row && is_word).then(|| Self { edge: end_of_word(row, 0), ..Self::default() })
    }
}

/// Where the word of letters ends that starts at a byte.
pub(super) fn end_of_word(text: &[u8], start: usize) -> usize {
    start + text[start..].iter().take_while(|byte| !ends_word(**byte)).count()
}

/// Whether a byte ends a word of letters.
const fn ends_word(byte: u8) -> bool {
    // With 0xE2 quotation marks start that are not ASCII.
    byte.is_ascii_whitespace() || matches!(byte, b',' | b'[' | b']' | b'"' | b'\'' | 0xE2)
}
