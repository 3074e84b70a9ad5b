//! The parser of boards that are written as words in nested brackets. A word is a sequence of
//! letters, with or without quotation marks.
//!
//! If the first word has several letters, each word is a row. If it has a single letter, each word
//! is a cell, and each innermost bracket is a row. The first bracket that closes after n rows of n
//! cells is a level, and so is every later bracket at the same depth. If no bracket is a level, all
//! letters together are the board, and their number must be n³.

mod mistakes;

use self::TokenKind::{Close, Comma, Open, Word};
pub(super) use self::mistakes::only_levels;
use super::shape::{BoardReader, Ending};
use super::tokens::{ends_word, quotation_mark};
use crate::board::Board;
use crate::cell::Size;
use crate::mistake::Mistake;
use crate::notation::cursor::{Stop, blank};

const DEEPEST: usize = 1000;
/// The initial capacity of a board's token list: more tokens than most boards have. Without it,
/// growing the list takes a fifth of the time.
const FEW_TOKENS: usize = 64;
const MOST_CELLS: usize = Size::MAX.pow(3);

/// The tokens of a board so far, and the facts about rows and levels that follow from them.
#[derive(Default)]
pub(super) struct Brackets<'t> {
    tokens: Vec<Token<'t>>,
    /// The number of brackets that are open.
    depth: usize,
    /// The closing bracket that each open bracket needs, outermost first.
    closing: Vec<u8>,
    /// The number of letters in all words.
    cells: usize,
    /// The bracket depth of the first word, which all words must share; 0 until the first word has
    /// ended.
    word_depth: usize,
    /// True if words are rows, false if they are cells.
    words_are_rows: bool,
    /// The number of brackets that opened before the first word and are still open.
    leading_depth: usize,
    /// The number of brackets around each level, including the level's own bracket; 0 until the
    /// first level closes.
    level_depth: usize,
    /// The number of rows before the current level.
    level_rows: usize,
    /// The mistake for the first bracket that contains several rows but is not a level. The
    /// parser reports this mistake only if no bracket of the board is a level.
    no_level_error: Option<Mistake>,
}

#[derive(Clone, Copy)]
struct Token<'t> {
    kind: TokenKind,
    start: usize,
    /// The number of brackets around the token, including its own if it is a bracket.
    depth: usize,
    /// The letters of a word; empty for other tokens.
    letters: &'t [u8],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    Open,
    Word,
    Comma,
    Close,
}

type Ended = (Size, Ending);

impl<'t> Brackets<'t> {
    fn push(&mut self, kind: TokenKind, start: usize, letters: &'t [u8]) {
        self.tokens.push(Token { kind, start, depth: self.depth, letters });
    }

    fn ends_with(&self, kinds: &[TokenKind]) -> bool {
        self.tokens.last().is_some_and(|token| kinds.contains(&token.kind))
    }

    /// Returns the byte offset of the last bracket that opened at a depth.
    fn start_at(&self, depth: usize) -> usize {
        let is_it = |token: &&Token<'_>| token.kind == Open && token.depth == depth;
        self.tokens.iter().rfind(is_it).map_or(0, |open| open.start)
    }

    /// Returns the number of words after the last bracket that opened.
    fn last_words(&self) -> usize {
        self.tokens
            .iter()
            .rev()
            .take_while(|token| token.kind != Open)
            .filter(|token| token.kind == Word)
            .count()
    }

    /// Returns the number of words before the first bracket that closed.
    fn first_words(&self) -> usize {
        let before = self.tokens.iter().take_while(|token| token.kind != Close);
        before.filter(|token| token.kind == Word).count()
    }

    /// Returns `true` if rows have brackets of their own inside their level's, as in
    /// `[[#q][##]]`.
    fn has_bracketed_rows(&self) -> bool {
        let rows = |token: &Token<'_>| token.kind == Open && token.depth == self.word_depth;
        self.words_are_rows
            && self.word_depth != self.level_depth
            && self.tokens[self.word_depth..].iter().any(rows)
    }
}

impl<'t> BoardReader<'_, '_, 't> {
    /// Parses a board in brackets. Returns the board and the text that may follow the board.
    pub(super) fn brackets(&mut self) -> Result<(Board, Ending), Stop> {
        let tokens = Vec::with_capacity(FEW_TOKENS);
        let mut brackets = Brackets { tokens, ..Brackets::default() };
        loop {
            match self.token(&mut brackets) {
                Ok(None) => {}
                Ok(Some((size, ending))) => {
                    let letters = brackets.tokens.iter().flat_map(|token| token.letters);
                    return Ok((self.boards.board(size, letters.copied()), ending));
                }
                Err(Stop::Bad(error)) if brackets.level_depth == 0 => {
                    let doubt = self.first_row_error().or(brackets.no_level_error.take());
                    return Err(Stop::Bad(doubt.unwrap_or(error)));
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    fn token(&mut self, brackets: &mut Brackets<'t>) -> Result<Option<Ended>, Stop> {
        self.cursor.skip_space()?;
        match self.cursor.peek()? {
            Some(open @ (b'[' | b'(' | b'{')) => {
                self.open(brackets)?;
                brackets.closing.push(closing(open));
            }
            Some(b',') => self.comma(brackets)?,
            _ if brackets.depth == 0 => return Err(self.missing_level_error(brackets)),
            next if next.is_some() && next == brackets.closing.last().copied() => {
                brackets.closing.pop();
                return self.close(brackets);
            }
            None | Some(b']' | b')' | b'}') if brackets.ends_with(&[Word, Close]) => {
                let closing = brackets.closing.last().map_or(']', |byte| char::from(*byte));
                return Err(self.cursor.unexpected(format!("`{closing}`")));
            }
            _ => self.word(brackets)?,
        }
        Ok(None)
    }

    fn open(&mut self, brackets: &mut Brackets<'t>) -> Result<(), Stop> {
        let (at, depth) = (self.cursor.at, brackets.depth + 1);
        let is_comma = |token: &Token<'_>| token.kind == Comma && token.depth == 0;
        if depth == 1 && !brackets.ends_with(&[Comma]) && brackets.tokens.iter().any(is_comma) {
            return Err(self.missing_level_error(brackets));
        }
        if depth > DEEPEST {
            let expected = format!("at most {DEEPEST} brackets in one another");
            return Err(Mistake::expected(at..at + 1, expected, "more").into());
        }
        if brackets.word_depth > 0 && depth > brackets.word_depth {
            return Err(self.missing_row_error(brackets));
        }
        if depth == brackets.word_depth && !brackets.words_are_rows {
            self.check_room_for_row(brackets)?;
        }
        if depth == brackets.level_depth {
            if self.rows == self.edge * self.edge {
                return Err(self.too_many_levels());
            }
            brackets.level_rows = self.rows;
        }
        brackets.depth = depth;
        brackets.push(Open, at, &[]);
        self.cursor.at += 1;
        Ok(())
    }

    fn comma(&mut self, brackets: &mut Brackets<'t>) -> Result<(), Stop> {
        if brackets.depth == 0 && brackets.ends_with(&[Comma]) {
            return Err(self.missing_level_error(brackets));
        }
        if brackets.depth > 0 && brackets.ends_with(&[Open, Comma]) {
            return Err(self.missing_row_error(brackets));
        }
        brackets.push(Comma, self.cursor.at, &[]);
        self.cursor.at += 1;
        Ok(())
    }

    /// Parses a word with its quotation marks, and checks its length.
    fn word(&mut self, brackets: &mut Brackets<'t>) -> Result<(), Stop> {
        let start = self.cursor.at;
        let mark = quotation_mark(&self.cursor)?;
        if brackets.word_depth > brackets.depth {
            return Err(self.cursor.unexpected("`[`"));
        }
        if brackets.words_are_rows {
            self.check_room_for_row(brackets)?;
        }
        self.cursor.at += mark;
        let letters = self.letters(start, brackets.cells)?;
        let closing = if mark > 0 { quotation_mark(&self.cursor)? } else { 0 };
        if closing == 0 && !self.cursor.rest().is_empty() && !self.cursor.has_character() {
            // A blank outside ASCII would end the word, and a mistake names the whole character.
            return Err(Stop::NeedMore);
        }
        let ends = if mark > 0 { closing > 0 } else { ends_word(self.cursor.rest()) };
        if !ends {
            let end = if mark > 0 { " or the closing quotation mark" } else { "" };
            let expected = format!("a letter of `{}`{end}", self.boards.letters());
            return Err(self.cursor.unexpected(expected));
        }
        if letters.is_empty() {
            return Err(self.cursor.unexpected("a row of letters"));
        }
        self.cursor.at += closing;
        brackets.push(Word, start, letters);
        brackets.cells += letters.len();
        if brackets.word_depth == 0 {
            self.first_word(brackets, mark > 0)?;
        }
        Ok(self.check_word(brackets)?)
    }

    /// Parses the letters at the cursor, which belong to a word that starts at `start` after
    /// `before` other cells.
    fn letters(&mut self, start: usize, before: usize) -> Result<&'t [u8], Stop> {
        let rest = self.cursor.rest();
        let end = rest.iter().position(|&byte| !self.boards.is_letter(byte));
        let letters = &rest[..end.unwrap_or(rest.len())];
        if before + letters.len() > MOST_CELLS {
            if self.edge > Size::MAX {
                return Err(self.no_row(self.edge).into());
            }
            let expected = format!("at most {MOST_CELLS} cells");
            return Err(Mistake::expected(start..start + 1, expected, "more").into());
        }
        self.cursor.at += letters.len();
        self.cursor.peek()?;
        Ok(letters)
    }

    /// Decides from the first word whether words are rows or cells.
    fn first_word(&mut self, brackets: &mut Brackets<'t>, quoted: bool) -> Result<(), Mistake> {
        (brackets.word_depth, brackets.leading_depth) = (brackets.depth, brackets.depth);
        brackets.words_are_rows = brackets.cells > 1;
        self.first_row = brackets.tokens[brackets.depth].start..self.cursor.at;
        if brackets.words_are_rows {
            self.edge = brackets.cells;
        } else if brackets.depth == 1 && !quoted && blank(self.cursor.rest()) > 0 {
            // The blank may separate cells or may be meant as an empty cell, so the board is
            // rejected.
            return Err(self.no_row(1));
        }
        Ok(())
    }

    /// Checks the length of the last word.
    fn check_word(&mut self, brackets: &Brackets<'t>) -> Result<(), Mistake> {
        let Some(Token { start, letters, .. }) = brackets.tokens.last() else { return Ok(()) };
        let (start, length) = (*start, letters.len());
        if !brackets.words_are_rows {
            return match (length, self.edge) {
                (1, _) => Ok(()),
                (_, 0) => Err(self.no_row(1)),
                _ => Err(Mistake::expected(start..self.cursor.at, "one cell a word", length)),
            };
        }
        if length != self.edge {
            if !brackets.has_bracketed_rows() {
                return Err(self.wrong_length(start, length));
            }
            self.cursor.at += usize::from(self.cursor.rest().starts_with(b"]"));
            return Err(self.wrong_length(brackets.start_at(brackets.word_depth), length));
        }
        self.rows += 1;
        Ok(())
    }

    fn close(&mut self, brackets: &mut Brackets<'t>) -> Result<Option<Ended>, Stop> {
        let (at, depth) = (self.cursor.at, brackets.depth);
        if brackets.ends_with(&[Open]) {
            return Err(self.missing_row_error(brackets));
        }
        self.cursor.at += 1;
        let mut ended = None;
        if depth == brackets.word_depth && !brackets.words_are_rows {
            self.end_row(brackets)?;
        } else if depth == brackets.word_depth && brackets.level_depth == 0 {
            self.end_group(brackets)?;
        }
        brackets.push(Close, at, &[]);
        let (rows, edge) = (self.rows, self.edge);
        if brackets.level_depth == 0 {
            if depth == brackets.leading_depth {
                ended = self.end_part(brackets)?;
                brackets.leading_depth -= 1;
            }
        } else if depth == brackets.level_depth && !rows.is_multiple_of(edge) {
            return Err(self.too_few_rows(brackets.start_at(depth), "").into());
        } else if depth < brackets.level_depth && rows < edge * edge {
            return Err(self.too_few_levels(at..at + 1, "").into());
        } else if depth == 1 && rows == edge * edge {
            let is_list = brackets.level_depth == 1;
            let ending = if is_list { Ending::CommaAllowed } else { Ending::SidesOnly };
            ended = Size::new(edge).map(|size| (size, ending));
        }
        brackets.depth = depth - 1;
        Ok(ended)
    }

    /// Ends an innermost bracket, which must contain the same number of rows as the first innermost
    /// bracket.
    fn end_group(&mut self, brackets: &Brackets<'t>) -> Result<(), Mistake> {
        let rows = brackets.last_words();
        if rows == brackets.first_words() {
            return Ok(());
        }
        self.rows -= rows;
        Err(self.wrong_length(brackets.start_at(brackets.word_depth), rows * self.edge))
    }

    /// Ends a row whose words are single cells.
    fn end_row(&mut self, brackets: &Brackets<'t>) -> Result<(), Mistake> {
        let (start, length) = (brackets.start_at(brackets.word_depth), brackets.last_words());
        if self.edge == 0 {
            self.edge = length;
            if length > 1 {
                self.first_row = start..self.cursor.at;
            }
        } else if length != self.edge {
            return Err(self.wrong_length(start, length));
        }
        self.rows += 1;
        Ok(())
    }

    /// Ends a bracket that contains all words so far, while no bracket is known to be a level. If
    /// the bracket contains n rows of n cells, it becomes the first level.
    ///
    /// Returns the size of the board if this bracket ends a board without brackets around levels,
    /// else `None`.
    fn end_part(&mut self, brackets: &mut Brackets<'t>) -> Result<Option<Ended>, Mistake> {
        let (rows, edge, cells) = (self.rows, self.edge, brackets.cells);
        let is_declared = self.declared().is_some_and(|size| size.checked_pow(3) == Some(cells));
        if rows == edge && edge > 1 && !is_declared {
            self.size_of_row()?;
            brackets.level_depth = brackets.depth;
            return Ok(None);
        }
        if brackets.no_level_error.is_none() && (rows > 1 || brackets.depth == 1) {
            brackets.no_level_error = Some(self.no_level_error(brackets));
        }
        if brackets.depth > 1 {
            return Ok(None);
        }
        match (
            (Size::MIN..=Size::MAX).find(|edge| edge.pow(3) == cells),
            brackets.no_level_error.take(),
        ) {
            (None, Some(doubt)) => Err(doubt),
            (edge, _) => {
                let size = self.size_of_cells(edge.unwrap_or_default())?;
                Ok(Some((size, Ending::SidesOnly)))
            }
        }
    }

    /// Returns an error if the current level has no room for the row at the cursor. While the
    /// parser does not yet know which brackets are levels, every row has room.
    fn check_room_for_row(&self, brackets: &Brackets<'t>) -> Result<(), Stop> {
        let is_full = brackets.level_depth > 0 && self.is_full(brackets);
        if is_full { Err(self.too_many_rows()) } else { Ok(()) }
    }

    /// Returns `true` if the current level already has at least n rows, where n is the number of
    /// cells in each row.
    fn is_full(&self, brackets: &Brackets<'t>) -> bool {
        self.rows > 0 && self.rows - brackets.level_rows >= self.edge
    }
}

/// Returns the closing bracket for an opening one, such as `)` for `(`.
const fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'{' => b'}',
        _ => b']',
    }
}
