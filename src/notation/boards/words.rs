//! Words of cells, each read once: with the contents and the place of every cell.
//!
//! A word is a run of cells with or without quotation marks. Escapes of line ends part a string into
//! several words.

use std::ops::Range;

use super::alphabet::{CellContent, empty_word_length, mark};
use super::line::BoardLine;
use super::shape::CellRow;
use super::{EMPTIES, MOST_CELLS};
use crate::mistake::{Mistake, quote};
use crate::notation::cursor::blank;

/// A cell as it is written.
#[derive(Clone, Debug)]
pub(super) struct CellText {
    pub(super) content: CellContent,
    pub(super) place: Range<usize>,
}

/// A word of cells.
#[derive(Clone, Debug)]
pub(super) struct CellWord {
    /// Place of the word with its quotation marks.
    pub(super) span: Range<usize>,
    /// Place of the word without quotation marks.
    pub(super) letters: Range<usize>,
    /// Its cells, as a range of [`CellWords::cells`].
    pub(super) cells: Range<usize>,
    /// True if a comma is before the word, false after a blank or bracket.
    pub(super) is_after_comma: bool,
    pub(super) is_quoted: bool,
}

impl CellWord {
    /// Returns the word as a row of the first level.
    pub(super) fn row(&self) -> CellRow {
        CellRow { cells: self.cells.clone(), span: self.span.clone(), level: 0 }
    }
}

/// The words and cells of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct CellWords {
    pub(super) all: Vec<CellWord>,
    pub(super) cells: Vec<CellText>,
    /// Mark of the first empty cell, and the place of that cell.
    empty: Option<(Range<usize>, Range<usize>)>,
    /// True if each word is the code of a cell, such as `wK`.
    pub(super) is_coded: bool,
}

impl CellWords {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.cells.clear();
        (self.empty, self.is_coded) = (None, false);
    }

    /// Reads the word at the start of the line. In lists, `null` and empty strings are empty cells.
    pub(super) fn read(
        &mut self,
        line: &mut BoardLine<'_>,
        is_in_list: bool,
        is_after_comma: bool,
    ) -> Result<(), Mistake> {
        let (start, opening) = (line.at, line.quotation_mark());
        let is_quoted = opening > 0;
        let mark = &line.text[start..start + opening];
        line.at += opening;
        let mut is_part = false;
        loop {
            let letters = line.at;
            let first = self.cells_at(line, is_quoted, is_in_list)?;
            let end = line.at;
            let closing = if is_quoted { closing_length(line, mark) } else { 0 };
            let is_escape = is_quoted && matches!(line.rest(), [b'\\', b'n' | b'r' | b't', ..]);
            let ends =
                if is_quoted { closing > 0 } else { end > letters && ends_word(line.rest()) };
            if !ends && !is_escape {
                return Err(no_letter(line, is_quoted));
            }
            is_part |= is_escape;
            line.at += if ends { closing } else { 2 };
            let span = if is_part { letters..end } else { start..line.at };
            if end == letters && !is_part {
                self.add(line, None, letters..end, span.clone())?;
            }
            let (letters, cells) = (letters..end, first..self.cells.len());
            if !cells.is_empty() {
                let has_two = cells.len() == 2;
                self.all.push(CellWord { span, letters, cells, is_after_comma, is_quoted });
                // A board has at most four rows of two cells.
                let may_decide =
                    |count: usize| count == 5 || count > 5 && self.ends_with_code(line);
                if has_two && is_in_list && may_decide(self.all.len()) && self.may_be_codes(line) {
                    self.become_coded(line)?;
                }
            }
            if ends {
                return Ok(());
            }
        }
    }

    /// Reads the cells of a word, up to the first character that is no cell. Returns the index of
    /// the first of them.
    fn cells_at(
        &mut self,
        line: &mut BoardLine<'_>,
        is_quoted: bool,
        is_in_list: bool,
    ) -> Result<usize, Mistake> {
        let (start, first) = (line.at, self.cells.len());
        if is_in_list && !is_quoted && matches!(line.peek(), Some(b'n' | b'N' | b'u')) {
            let length = empty_word_length(line.rest());
            if length > 0 {
                line.at += length;
                self.add(line, None, start..line.at, start..line.at)?;
                return Ok(first);
            }
        }
        if self.is_coded || line.peek() == Some(b'w') {
            let is_part = |byte: &&u8| !ends_word(&[**byte]) && !b"\"'\\".contains(byte);
            let length = line.rest().iter().take_while(is_part).count();
            let word = &line.rest()[..length];
            if !self.is_coded && line.alphabet.is_white_code(word) {
                self.become_coded(line)?;
            }
            if self.is_coded && length > 0 {
                let content = line.alphabet.code(word).ok_or_else(|| no_code(start, word))?;
                line.at += length;
                self.add(line, content, start..line.at, start..line.at)?;
                return Ok(self.cells.len() - 1);
            }
        }
        while let Some((content, length)) = line.alphabet.cell(line.rest(), is_quoted) {
            let place = line.at..line.at + length;
            line.at += length;
            if content.is_none() {
                self.add(line, content, place.clone(), place)?;
            } else {
                self.cells.push(CellText { content, place });
            }
            if self.cells.len() > MOST_CELLS {
                let expected = format!("at most {MOST_CELLS} cells");
                return Err(Mistake::expected(start..start + 1, expected, "more"));
            }
        }
        Ok(first)
    }

    /// Adds a cell. Empty cells must have the same mark, except that `#`, `.` and `_` may be mixed.
    fn add(
        &mut self,
        line: &BoardLine<'_>,
        content: CellContent,
        letters: Range<usize>,
        place: Range<usize>,
    ) -> Result<(), Mistake> {
        if content.is_none() {
            match &self.empty {
                None => self.empty = Some((letters, place.clone())),
                Some((first, at)) => {
                    let [one, other] = [first, &letters].map(|mark| &line.text[mark.clone()]);
                    let is_own = |mark: &[u8]| matches!(mark, [byte] if EMPTIES.contains(byte));
                    if one != other && mark(one) != mark(other) && !(is_own(one) && is_own(other)) {
                        let wrong = if is_own(other) { at } else { &place };
                        return Err(other_mark(
                            line,
                            wrong,
                            [one, other].iter().any(|m| is_own(m)),
                        ));
                    }
                }
            }
        }
        self.cells.push(CellText { content, place });
        Ok(())
    }

    /// Returns `true` if the words may be codes, although they are read as rows so far.
    pub(super) fn may_be_codes(&self, line: &BoardLine<'_>) -> bool {
        let letters = self.all.iter().map(|word| &line.text[word.letters.clone()]);
        !self.is_coded && line.alphabet.are_codes(&letters)
    }

    /// Returns `true` if the last word may be the code of a piece. Only such a word can show that all
    /// words are codes.
    fn ends_with_code(&self, line: &BoardLine<'_>) -> bool {
        let last = self.all.last().map(|word| &line.text[word.letters.clone()]);
        line.alphabet.are_codes(&last.into_iter())
    }

    /// Counts each word as one cell, because one of them can only be a code.
    pub(super) fn become_coded(&mut self, line: &BoardLine<'_>) -> Result<(), Mistake> {
        let words = std::mem::take(&mut self.all);
        self.clear();
        self.is_coded = true;
        for word in words {
            let letters = &line.text[word.letters.clone()];
            let is_empty = letters.is_empty() || empty_word_length(letters) == letters.len();
            let code = if is_empty { Some(None) } else { line.alphabet.code(letters) };
            let content = code.ok_or_else(|| no_code(word.letters.start, letters))?;
            let (nth, letters) = (self.cells.len(), word.letters.clone());
            self.add(line, content, letters.clone(), letters)?;
            self.all.push(CellWord { cells: nth..nth + 1, ..word });
        }
        Ok(())
    }

    /// Returns `true` if empty cells have the mark `-`; `None` if there are no empty cells yet.
    pub(super) fn has_hyphens(&self, text: &[u8]) -> Option<bool> {
        self.empty.as_ref().map(|(mark, _)| text[mark.clone()] == *b"-")
    }
}

/// Returns the length of the quotation mark that closes a word; 0 if there is none.
fn closing_length(line: &BoardLine<'_>, opening: &[u8]) -> usize {
    match opening {
        [0xE2, ..] if line.peek() == Some(0xE2) => line.quotation_mark(),
        _ if line.rest().starts_with(opening) => opening.len(),
        _ => 0,
    }
}

/// Returns `true` if a word that is not in quotation marks ends before this text.
pub(super) fn ends_word(text: &[u8]) -> bool {
    let signs = |byte: &u8| b",[](){}|".contains(byte);
    text.first().is_none_or(signs) || blank(text) > 0
}

fn no_letter(line: &BoardLine<'_>, is_quoted: bool) -> Mistake {
    let end = if is_quoted { " or the closing quotation mark" } else { "" };
    let expected = format!("a letter of `{}`{end}", line.alphabet.letters());
    if is_quoted { line.error(expected) } else { line.error_in_row(expected) }
}

fn no_code(start: usize, word: &[u8]) -> Mistake {
    let expected = "a color and a piece in each cell, such as `wK`, or the mark of an empty cell";
    Mistake::expected(start..start + word.len(), expected, quote(word))
}

/// Returns the mistake that an empty cell has another mark than the first one. `is_foreign` is true
/// if one of the two marks is that of all boards.
fn other_mark(line: &BoardLine<'_>, wrong: &Range<usize>, is_foreign: bool) -> Mistake {
    let at = BoardLine { at: wrong.start, ..*line };
    if is_foreign && !line.text[wrong.clone()].is_empty() && empty_word_length(at.rest()) == 0 {
        let is_quoted = line.text[wrong.clone()] == *b" ";
        return no_letter(&at, is_quoted);
    }
    let found = quote(&line.text[wrong.clone()]);
    Mistake::expected(wrong.clone(), "the same mark for every empty cell", found)
}
