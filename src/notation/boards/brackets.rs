//! The parser of boards that are written as words in nested brackets. A word is a sequence of
//! letters, with or without quotation marks.
//!
//! If the first word has several letters, each word is a row. If it has a single letter, each word
//! is a cell, and each innermost bracket is a row. The first bracket that closes after n rows of n
//! cells is a level, and so is every later bracket at the same depth. If no bracket is a level, all
//! letters together are the board, and their number must be n³.

mod mistakes;

pub(super) use self::mistakes::only_levels;
use super::draft::{BoardReader, Ending, MOST_CELLS};
use super::tokens::{ends_word, quotation_mark};
use crate::cell::Size;
use crate::diagnostic::Diagnostic;
use crate::notation::cursor::{Stop, blank};

const DEEPEST: usize = 1000;

/// The state of the bracket parser between two tokens.
#[derive(Clone, Debug, Default)]
pub(super) struct Brackets {
    /// The number of brackets that are open.
    depth: usize,
    last: Token,
    /// The current word, whose end has not been parsed; `None` between words.
    word: Option<Word>,
    /// The bracket depth of the first word, which all words must share; 0 until the first word has
    /// ended.
    word_depth: usize,
    /// True if words are rows, false if they are cells.
    words_are_rows: bool,
    /// The byte offset of the bracket around the current row. Before the end of the first word, the
    /// offset of the innermost open bracket.
    row_start: usize,
    /// The number of cells before the current row, if words are cells.
    row_cells: usize,
    /// The byte offset of the second innermost bracket around the first word, or of the only
    /// bracket around that word.
    outer_start: usize,
    /// True if each row has a bracket inside the bracket of its level, as in `[[#q][##]]`.
    bracketed_rows: bool,
    /// The number of rows in the first innermost bracket; 0 until that bracket is closed.
    first_group: usize,
    /// The number of complete rows before the current innermost bracket.
    group_rows: usize,
    /// The number of brackets that opened before the first word and are still open.
    leading_depth: usize,
    /// The number of brackets around each level, including the level's own bracket; 0 until the
    /// first level closes.
    level_depth: usize,
    level_start: usize,
    /// The number of rows before the current level.
    level_rows: usize,
    /// The byte offset of the last closing bracket.
    last_close: usize,
    /// True once a comma outside all brackets has been parsed, as in a list of levels without an
    /// outer bracket.
    commas: bool,
    /// The byte offset of the first row for which its level has no room; `None` if there is no such
    /// row.
    surplus: Option<usize>,
    /// The diagnostic for the first bracket that contains several rows but is not a level. The
    /// parser reports this diagnostic only if no bracket of the board is a level.
    no_level_error: Option<Diagnostic>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Token {
    #[default]
    Start,
    Open,
    Word,
    Comma,
    Close,
}

#[derive(Clone, Copy, Debug)]
struct Word {
    start: usize,
    is_quoted: bool,
    /// The number of the board's cells that come before this word.
    cells: usize,
}

type Ended = (Size, Ending);

impl BoardReader<'_, '_, '_> {
    pub(super) fn brackets(&mut self, brackets: &mut Brackets) -> Result<Ended, Stop> {
        loop {
            match self.token(brackets) {
                Ok(None) => self.save_cursor(),
                Ok(Some(ended)) => return Ok(ended),
                Err(Stop::Bad(error)) if brackets.level_depth == 0 => {
                    let doubt = self.first_row_error().or(brackets.no_level_error.take());
                    return Err(Stop::Bad(doubt.unwrap_or(error)));
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    fn token(&mut self, brackets: &mut Brackets) -> Result<Option<Ended>, Stop> {
        if brackets.word.is_none() {
            let skipped = self.cursor.skip_space();
            self.save_cursor();
            skipped?;
        }
        match self.cursor.peek()? {
            _ if brackets.word.is_some() => self.word(brackets)?,
            Some(b'[') => self.open(brackets)?,
            Some(b',') => self.comma(brackets)?,
            _ if brackets.depth == 0 => return Err(self.missing_level_error(brackets)),
            Some(b']') => return self.close(brackets),
            None if matches!(brackets.last, Token::Word | Token::Close) => {
                return Err(self.cursor.unexpected("`]`"));
            }
            _ => self.start_word(brackets)?,
        }
        Ok(None)
    }

    fn open(&mut self, brackets: &mut Brackets) -> Result<(), Stop> {
        let (at, depth) = (self.cursor.at, brackets.depth + 1);
        if depth == 1 && brackets.commas && brackets.last != Token::Comma {
            return Err(self.missing_level_error(brackets));
        }
        if depth > DEEPEST {
            let expected = format!("at most {DEEPEST} brackets in one another");
            return Err(Diagnostic::expected(at..at + 1, expected, "more").into());
        }
        if brackets.word_depth == 0 {
            brackets.outer_start = if depth == 1 { at } else { brackets.row_start };
            brackets.row_start = at;
        } else if depth > brackets.word_depth {
            return Err(self.missing_row_error(brackets));
        } else if depth == brackets.word_depth && !brackets.words_are_rows {
            self.check_room_for_row(brackets)?;
            (brackets.row_start, brackets.row_cells) = (at, self.draft.cells.len());
        } else if depth == brackets.word_depth && depth != brackets.level_depth {
            (brackets.row_start, brackets.bracketed_rows) = (at, true);
            brackets.group_rows = self.draft.rows;
        }
        if depth == brackets.level_depth {
            if self.draft.rows == self.draft.edge * self.draft.edge {
                return Err(self.too_many_levels());
            }
            (brackets.level_start, brackets.level_rows) = (at, self.draft.rows);
        }
        (brackets.depth, brackets.last) = (depth, Token::Open);
        self.cursor.at += 1;
        Ok(())
    }

    fn comma(&mut self, brackets: &mut Brackets) -> Result<(), Stop> {
        if brackets.depth == 0 {
            if brackets.last == Token::Comma {
                return Err(self.missing_level_error(brackets));
            }
            brackets.commas = true;
        } else if matches!(brackets.last, Token::Open | Token::Comma) {
            return Err(self.missing_row_error(brackets));
        }
        brackets.last = Token::Comma;
        self.cursor.at += 1;
        Ok(())
    }

    fn start_word(&mut self, brackets: &mut Brackets) -> Result<(), Stop> {
        let (start, cells) = (self.cursor.at, self.draft.cells.len());
        let quotation_mark = quotation_mark(&self.cursor)?;
        if brackets.word_depth > brackets.depth {
            return Err(self.cursor.unexpected("`[`"));
        }
        if brackets.words_are_rows {
            self.check_room_for_row(brackets)?;
        }
        self.cursor.at += quotation_mark;
        brackets.word = Some(Word { start, is_quoted: quotation_mark > 0, cells });
        Ok(())
    }

    /// Returns an error if the current level has no room for the row at the cursor. While the
    /// parser does not yet know which brackets are levels, it stores the byte offset of that row in
    /// `surplus` instead.
    fn check_room_for_row(&mut self, brackets: &mut Brackets) -> Result<(), Stop> {
        if !self.is_full(brackets) {
            return Ok(());
        }
        if brackets.level_depth > 0 {
            return Err(self.too_many_rows());
        }
        brackets.surplus = brackets.surplus.or(Some(self.cursor.at));
        Ok(())
    }

    /// Parses the current word up to its end. If the end has not arrived, the parsed letters are
    /// kept and the error is [`Stop::NeedMore`].
    fn word(&mut self, brackets: &mut Brackets) -> Result<(), Stop> {
        let Some(word) = brackets.word else { return Ok(()) };
        self.letters(word)?;
        let closing = if word.is_quoted { quotation_mark(&self.cursor)? } else { 0 };
        if !word.is_quoted && !self.cursor.rest().first().is_none_or(u8::is_ascii) {
            // All bytes of a blank outside ASCII must have arrived before the word's end is known.
            self.cursor.skip_blanks()?;
            self.cursor.at = self.draft.at;
        }
        let ends = if word.is_quoted { closing > 0 } else { ends_word(self.cursor.rest()) };
        if !ends {
            let end = if word.is_quoted { " or the closing quotation mark" } else { "" };
            let expected = format!("a letter of `{}`{end}", self.boards.letters());
            return Err(self.cursor.unexpected(expected));
        }
        let length = self.draft.cells.len() - word.cells;
        if length == 0 {
            return Err(self.cursor.unexpected("a row of letters"));
        }
        self.cursor.at += closing;
        self.end_word(brackets, word.start, length)?;
        (brackets.word, brackets.last) = (None, Token::Word);
        Ok(())
    }

    fn letters(&mut self, word: Word) -> Result<(), Stop> {
        let rest = self.cursor.rest();
        let end = rest.iter().position(|&byte| !self.boards.is_letter(byte));
        let letters = &rest[..end.unwrap_or(rest.len())];
        if self.draft.cells.len() + letters.len() > MOST_CELLS {
            if self.draft.edge > Size::MAX {
                return Err(self.no_row(self.draft.edge).into());
            }
            let expected = format!("at most {MOST_CELLS} cells");
            return Err(Diagnostic::expected(word.start..word.start + 1, expected, "more").into());
        }
        self.draft.cells.extend(letters.iter().map(|&letter| self.boards.piece(letter)));
        self.cursor.at += letters.len();
        self.save_cursor();
        self.cursor.peek().map(drop)
    }

    /// Ends the current word, and checks its length. The first word decides whether words are rows
    /// or cells.
    fn end_word(
        &mut self,
        brackets: &mut Brackets,
        start: usize,
        length: usize,
    ) -> Result<(), Diagnostic> {
        if brackets.word_depth == 0 {
            (brackets.word_depth, brackets.leading_depth) = (brackets.depth, brackets.depth);
            brackets.words_are_rows = length > 1;
            self.draft.first_row = start..self.cursor.at;
            let is_quoted = brackets.word.is_some_and(|word| word.is_quoted);
            if length == 1 && brackets.depth == 1 && !is_quoted && blank(self.cursor.rest()) > 0 {
                // The blank may separate cells or may be meant as an empty cell, so the board is
                // rejected.
                return Err(self.no_row(1));
            }
            if brackets.words_are_rows {
                self.draft.edge = length;
                brackets.level_start = brackets.row_start;
            } else {
                brackets.level_start = brackets.outer_start;
            }
        }
        if !brackets.words_are_rows {
            return match (length, self.draft.edge) {
                (1, _) => Ok(()),
                (_, 0) => Err(self.no_row(1)),
                _ => Err(Diagnostic::expected(start..self.cursor.at, "one cell a word", length)),
            };
        }
        if length != self.draft.edge {
            let closes = brackets.bracketed_rows && self.cursor.rest().starts_with(b"]");
            self.cursor.at += usize::from(closes);
            return Err(self.wrong_length(
                if brackets.bracketed_rows { brackets.row_start } else { start },
                length,
            ));
        }
        self.draft.rows += 1;
        Ok(())
    }

    fn close(&mut self, brackets: &mut Brackets) -> Result<Option<Ended>, Stop> {
        let (at, depth) = (self.cursor.at, brackets.depth);
        if brackets.last == Token::Open {
            return Err(self.missing_row_error(brackets));
        }
        self.cursor.at += 1;
        let mut ended = None;
        if depth == brackets.word_depth && !brackets.words_are_rows {
            self.end_row(brackets)?;
        }
        if depth == brackets.word_depth && brackets.words_are_rows && brackets.level_depth == 0 {
            self.end_group(brackets)?;
        }
        let (rows, edge) = (self.draft.rows, self.draft.edge);
        if brackets.words_are_rows && depth == brackets.word_depth && rows == 1 && depth > 1 {
            // The bracket has one row, so the bracket around it is the level.
            brackets.level_start = brackets.outer_start;
        }
        if brackets.level_depth == 0 {
            if depth == brackets.leading_depth {
                ended = self.end_part(brackets)?;
                brackets.leading_depth -= 1;
            }
        } else if depth == brackets.level_depth && !rows.is_multiple_of(edge) {
            return Err(self.too_few_rows(brackets.level_start, "").into());
        } else if depth < brackets.level_depth && rows < edge * edge {
            return Err(self.too_few_levels(at..at + 1, "").into());
        } else if depth == 1 && rows == edge * edge {
            let is_list = brackets.level_depth == 1;
            let ending = if is_list { Ending::CommaAllowed } else { Ending::SidesOnly };
            ended = Size::new(edge).map(|size| (size, ending));
        }
        (brackets.depth, brackets.last, brackets.last_close) = (depth - 1, Token::Close, at);
        Ok(ended)
    }

    /// Ends an innermost bracket, which must contain the same number of rows as the first innermost
    /// bracket.
    fn end_group(&mut self, brackets: &mut Brackets) -> Result<(), Diagnostic> {
        let rows = self.draft.rows - brackets.group_rows;
        if brackets.first_group == 0 {
            brackets.first_group = rows;
        } else if brackets.first_group != rows {
            let cells = rows * self.draft.edge;
            self.draft.rows = brackets.group_rows;
            return Err(self.wrong_length(brackets.row_start, cells));
        }
        Ok(())
    }

    /// Ends a row whose words are single cells.
    fn end_row(&mut self, brackets: &mut Brackets) -> Result<(), Diagnostic> {
        let (start, before) = (brackets.row_start, brackets.row_cells);
        let length = self.draft.cells.len() - before;
        if self.draft.edge == 0 {
            self.draft.edge = length;
            if length > 1 {
                self.draft.first_row = start..self.cursor.at;
            }
        } else if length != self.draft.edge {
            return Err(self.wrong_length(start, length));
        }
        self.draft.rows += 1;
        Ok(())
    }

    /// Ends a bracket that contains all words so far, while no bracket is known to be a level. If
    /// the bracket contains n rows of n cells, it becomes the first level.
    ///
    /// Returns the size of the board if this bracket ends a board without brackets around levels,
    /// else `None`.
    fn end_part(&mut self, brackets: &mut Brackets) -> Result<Option<Ended>, Diagnostic> {
        let (rows, edge, cells) = (self.draft.rows, self.draft.edge, self.draft.cells.len());
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

    /// Returns `true` if the current level already has at least n rows, where n is the number of
    /// cells in each row.
    fn is_full(&self, brackets: &Brackets) -> bool {
        self.draft.rows > 0 && self.draft.rows - brackets.level_rows >= self.draft.edge
    }
}
