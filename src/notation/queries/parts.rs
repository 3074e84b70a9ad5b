//! The words of a query by their meaning: a piece, its color and cells.

use std::cmp::Ordering;
use std::ops::Range;

use super::word::Word;
use super::{Names, Queries, known_color};
#[cfg(feature = "serde")]
use super::{color, unknown_piece};
#[cfg(feature = "serde")]
use crate::mistake::Mistake;
#[cfg(feature = "serde")]
use crate::piece::{Color, Role};
#[cfg(feature = "serde")]
use crate::rules::Rules;

/// The places of a query's words in its text. The words may be wrong, and some may lack.
///
/// # Example
/// ```
/// use kubikschach::{notation::Queries, rules::Rules};
/// let rules = Rules::kubikschach();
/// let words = Queries::new(&rules, rules.default_size()).words_of(b"King W, A1a to", 2);
/// assert_eq!((words.piece, words.color, &words.cells[0]), (0..4, Some(5..6), &(8..11)));
/// assert!(!words.is_complete);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryWords {
    /// Byte range of the piece's name.
    pub piece: Range<usize>,
    /// Byte range of the color; `None` without a color.
    pub color: Option<Range<usize>>,
    /// Byte ranges of the cells, and of the words after them.
    pub cells: Vec<Range<usize>>,
    /// False if the next word of the text would still belong to the query.
    pub is_complete: bool,
}

/// The words of a query by their meaning. Any words after the cells are among the cells.
pub(super) struct QueryParts<'w, 't> {
    pub(super) name: Word<'t>,
    pub(super) color: Option<Word<'t>>,
    pub(super) cells: &'w [Word<'t>],
}

impl Queries {
    /// Finds the words of the query, on one line or several, that has the given number of cells.
    #[must_use]
    pub fn words_of(&self, text: &[u8], cells: usize) -> QueryWords {
        let words = self.names.words(Word { text: text.trim_ascii_end(), at: 0 });
        let parts = self.names.parts(&words, cells);
        let is_between = |word: &Word<'_>| word.text == b"-" || word.is_to();
        QueryWords {
            piece: parts.name.span(),
            color: parts.color.map(|word| word.span()),
            cells: parts.cells.iter().map(Word::span).collect(),
            is_complete: match parts.cells.len().cmp(&cells) {
                Ordering::Less => false,
                Ordering::Equal => !parts.cells.last().is_some_and(is_between),
                Ordering::Greater => true,
            },
        }
    }
}

impl Names {
    /// Divides the words of a query that has `count` cells. The word after the piece is its color
    /// unless this word is a cell, or stands where a misspelt cell may stand.
    pub(super) fn parts<'w, 't>(&self, words: &'w [Word<'t>], count: usize) -> QueryParts<'w, 't> {
        let Some((&name, rest)) = words.split_first() else {
            return QueryParts { name: Word { text: b"", at: 0 }, color: None, cells: &[] };
        };
        let has_digit = |word: &Word<'_>| word.text.iter().any(u8::is_ascii_digit);
        let is_color = |word: &Word<'_>| {
            let is_before_cell = || !has_digit(word) && rest.get(1).is_some_and(has_digit);
            known_color(*word).is_some()
                || self.known_cell(*word).is_none() && (rest.len() != count || is_before_cell())
        };
        let color = rest.first().copied().filter(is_color);
        QueryParts { name, color, cells: &rest[usize::from(color.is_some())..] }
    }
}

/// Parses the name or letter of a piece, and its color if there is one, such as `King W`.
#[cfg(feature = "serde")]
pub(in crate::notation) fn role_and_color(
    rules: &Rules,
    text: &[u8],
) -> Result<(Role, Option<Color>), Mistake> {
    if let Some(role) = rules.role_named(text) {
        return Ok((role, None));
    }
    // Names of pieces do not depend on the board size, so any size will do.
    let names = Names::new(rules, rules.default_size());
    let words = names.words(Word { text, at: 0 });
    if let QueryParts { name, color: Some(side), cells: [] } = names.parts(&words, 0)
        && let Some(role) = names.role(name)
    {
        return Ok((role, Some(color(side)?)));
    }
    Err(unknown_piece(rules, 0..text.len(), text))
}
