//! The alphabet of a rule set's boards: everything that one cell may be written as.
//!
//! A cell is a letter of the rule set, a chess symbol such as `♔`, or a mark for an empty cell. If a
//! board has codes of color and piece, such as `wK`, each of its words is one cell.

use super::{EMPTIES, EMPTY};
use crate::cell::Size;
use crate::piece::Piece;
use crate::rules::Rules;

/// The characters, besides those of all boards, that stand for an empty cell.
const OTHER_MARKS: [char; 6] = ['·', '□', '▢', '◻', '☐', '⬜'];
/// The words that stand for an empty cell in lists.
const EMPTY_WORDS: [&[u8]; 4] = [b"null", b"None", b"nil", b"undefined"];
/// The chess symbols of White's pieces and of Black's pieces, with the letters for these pieces.
const SYMBOLS: [char; 12] = ['♔', '♕', '♖', '♗', '♘', '♙', '♚', '♛', '♜', '♝', '♞', '♟'];
const SYMBOL_LETTERS: [u8; 12] = *b"KQRBNPkqrbnp";
/// The Unicode variation selector that may follow a chess symbol.
const SELECTOR: &[u8] = "\u{fe0f}".as_bytes();

/// The contents of a cell: a piece, or `None` if the cell is empty.
pub(super) type CellContent = Option<Piece>;

/// The letters of a rule set's boards.
#[derive(Clone, Debug)]
pub(super) struct Alphabet<'r> {
    pub(super) rules: &'r Rules,
    /// Only accepted size; `None` if all sizes are accepted.
    pub(super) size: Option<Size>,
    /// For each byte, the contents of a cell that is written as this byte. The outer `None` means
    /// that the byte is no letter.
    contents: Box<[Option<CellContent>; 256]>,
}

impl<'r> Alphabet<'r> {
    pub(super) fn new(rules: &'r Rules) -> Self {
        let mut contents = Box::new([None; 256]);
        for letter in EMPTIES {
            contents[usize::from(letter)] = Some(None);
        }
        for (letter, piece) in rules.letters() {
            contents[letter as usize] = Some(Some(piece));
        }
        Self { rules, size: rules.size(), contents }
    }

    /// Returns the contents of a cell that is written as this letter; `None` if it is no letter.
    #[inline]
    pub(super) fn letter(&self, byte: u8) -> Option<CellContent> {
        self.contents[usize::from(byte)]
    }

    pub(super) fn is_letter(&self, byte: u8) -> bool {
        self.letter(byte).is_some()
    }

    /// Returns the contents of the cell at the start of a text, and the length of its text in
    /// bytes. A blank is an empty cell only in quotation marks.
    #[inline]
    pub(super) fn cell(&self, text: &[u8], is_quoted: bool) -> Option<(CellContent, usize)> {
        let first = *text.first()?;
        match self.letter(first) {
            Some(content) => Some((content, 1)),
            None if matches!(first, b'0' | b'-') || first == b' ' && is_quoted => Some((None, 1)),
            None if first.is_ascii() => None,
            None => self.symbol(text),
        }
    }

    fn symbol(&self, text: &[u8]) -> Option<(CellContent, usize)> {
        let character = first_character(text)?;
        let length = character.len_utf8();
        let selector = if text[length..].starts_with(SELECTOR) { SELECTOR.len() } else { 0 };
        if OTHER_MARKS.contains(&character) {
            return Some((None, length + selector));
        }
        let nth = SYMBOLS.iter().position(|symbol| *symbol == character)?;
        Some((self.letter(SYMBOL_LETTERS[nth])?, length + selector))
    }

    /// Returns the number of cells in a word; `None` if the word has anything else.
    pub(super) fn count(&self, word: &[u8]) -> Option<usize> {
        let (mut at, mut count) = (0, 0);
        while at < word.len() {
            at += self.cell(&word[at..], false)?.1;
            count += 1;
        }
        Some(count)
    }

    /// Returns the contents of the cell that a code means, such as `wK`, `bR`, `--` or `#`.
    pub(super) fn code(&self, word: &[u8]) -> Option<CellContent> {
        let piece = |letter: u8| self.letter(letter).filter(Option::is_some);
        match *word {
            [b'w', letter] => piece(letter.to_ascii_uppercase()),
            [b'b', letter] => piece(letter.to_ascii_lowercase()),
            [first, second] if first != second => None,
            [_] | [_, _] => {
                self.cell(word, true).map(|(content, _)| content).filter(Option::is_none)
            }
            _ => None,
        }
    }

    /// Returns `true` if a word can only be the code of a white piece. A rule set with the letter
    /// `w` has no codes.
    pub(super) fn is_white_code(&self, word: &[u8]) -> bool {
        word.len() == 2 && word[0] == b'w' && !self.is_letter(b'w') && self.code(word).is_some()
    }

    /// Returns `true` if each of these words may be the code of a cell, and one is more than a mark
    /// for an empty cell.
    pub(super) fn are_codes<'w>(&self, words: &(impl Iterator<Item = &'w [u8]> + Clone)) -> bool {
        let may_be_code = |word: &[u8]| word.is_empty() || self.code(word).is_some();
        let is_real = |word: &[u8]| word == b"--" || self.code(word).is_some_and(|c| c.is_some());
        !self.is_letter(b'w') && words.clone().all(may_be_code) && words.clone().any(is_real)
    }

    /// Returns the letters of all pieces and of the empty cell, for messages.
    pub(super) fn letters(&self) -> String {
        self.rules.letters().map(|(letter, _)| letter).chain([EMPTY]).collect()
    }

    /// Returns the forms of a board, for messages about a text that is none.
    pub(super) fn board_forms(&self) -> String {
        format!("a board in brackets or in rows, of the letters `{}`", self.letters())
    }
}

/// Returns the length of the word for an empty cell at the start of a text, such as `null`; 0 if
/// there is none.
pub(super) fn empty_word_length(text: &[u8]) -> usize {
    let ends = |rest: &[u8]| !rest.first().is_some_and(u8::is_ascii_alphanumeric);
    let is_here = |word: &&&[u8]| text.strip_prefix(**word).is_some_and(ends);
    EMPTY_WORDS.iter().find(is_here).map_or(0, |word| word.len())
}

/// Returns the mark of an empty cell without the variation selector that may follow it.
pub(super) fn mark(text: &[u8]) -> &[u8] {
    text.strip_suffix(SELECTOR).unwrap_or(text)
}

/// Returns the first character of a text; `None` if the text is empty or starts with no UTF-8.
fn first_character(text: &[u8]) -> Option<char> {
    let near = &text[..text.len().min(4)];
    near.utf8_chunks().next()?.valid().chars().next()
}
