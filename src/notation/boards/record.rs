//! The parser of a whole record: a board in any notation or the name of a setup, then the side to
//! move and the side that holds the other king.

use super::EMPTIES;
use super::grid::Grid;
use super::published::PlainBoard;
use super::shape::{BoardReader, Ending};
use super::tokens::{number, size_digits};
use crate::board::{Board, Setup};
use crate::cell::{LIMIT, Size};
use crate::mistake::{Mistake, quote};
use crate::notation::cursor::Stop;

impl BoardReader<'_, '_, '_> {
    /// Parses a whole record: a board or the name of a setup, then the side to move and the side
    /// that holds the other king, if the text names them. `list` is the board at the cursor if
    /// [`Boards::published`](super::Boards::published) has parsed it.
    pub(super) fn setup(&mut self, list: Option<PlainBoard>) -> Result<Setup, Stop> {
        if list.is_none()
            && let Some(setup) = self.named()?
        {
            return Ok(setup);
        }
        let plain = list.or_else(|| self.boards.plain_grid(self.cursor.rest()));
        let (board, ending) = match plain {
            Some((board, ending, length)) => {
                self.cursor.at += length;
                self.edge = board.size().edge();
                (board, ending)
            }
            None => self.board()?,
        };
        self.is_in_cells = false;
        let (turn, holder) = self.within_line(|reader| reader.sides(ending))?;
        Ok(Setup { board, turn, holder })
    }

    /// Parses the declared size, if the text declares one, and a board in any notation.
    pub(super) fn board(&mut self) -> Result<(Board, Ending), Stop> {
        if self.cursor.peek()? != Some(b'[') {
            self.within_line(Self::declaration)?;
        }
        if self.declared.is_some() {
            self.after_declaration()?;
        }
        if self.cursor.peek()? == Some(b'[') {
            self.is_in_cells = true;
            return self.brackets();
        }
        let row = self.line()?.trim_ascii();
        let starts_with_letter = row.first().is_some_and(|&letter| self.boards.is_letter(letter));
        // A mistake in a row of a grid spoils the whole board, and any other mistake only its line.
        self.is_in_cells = self.is_row(row) && size_digits(self.cursor)?.is_none();
        // A word of other letters, too, is no row, but may be meant as a setup's name.
        let is_name = !self.boards.names.is_empty()
            && row.iter().all(u8::is_ascii_alphabetic)
            && !row.iter().all(|letter| self.boards.is_letter(*letter));
        if !starts_with_letter || is_name {
            return Err(self.neither_board_nor_name());
        }
        if !self.is_in_cells {
            self.row(&mut Grid::default())?;
            self.cursor.skip_blanks()?;
            return Err(self.text_after_row());
        }
        self.grid()
    }

    /// Returns `true` if a line looks like the first row of a grid. Such a line is a single word.
    /// The word starts with the letter of a piece or an empty cell, or it has an empty cell and
    /// otherwise ASCII letters only.
    fn is_row(&self, row: &[u8]) -> bool {
        let is_empty = |byte: &u8| EMPTIES.contains(byte);
        let is_any = |byte: &u8| byte.is_ascii_alphabetic() || is_empty(byte);
        let is_row = row.first().is_some_and(|&letter| self.boards.is_letter(letter))
            || row.iter().any(is_empty) && row.iter().all(is_any);
        is_row && !row.iter().any(u8::is_ascii_whitespace)
    }

    fn declaration(&mut self) -> Result<(), Stop> {
        let Some(digits) = size_digits(self.cursor)? else { return Ok(()) };
        let start = self.cursor.at;
        self.cursor = digits;
        let size = number(&mut self.cursor)?;
        if self.cursor.at == digits.at {
            return Err(self.cursor.unexpected("the number of cells along an edge"));
        }
        self.cursor.peek()?;
        // The board after the declaration is too large, too.
        self.is_in_cells = size > Size::MAX;
        if size > Size::MAX {
            let span = start..self.cursor.at;
            let expected = format!("a size of at most {} {LIMIT}", Size::MAX);
            let found = quote(&self.cursor.text[span.clone()]);
            return Err(Mistake::expected(span, expected, found).into());
        }
        self.declared = Some((size, start..self.cursor.at));
        Ok(())
    }

    fn after_declaration(&mut self) -> Result<(), Stop> {
        self.cursor.skip_space()?;
        if self.cursor.peek()? == Some(b',') {
            self.cursor.at += 1;
        }
        self.cursor.skip_space()
    }
}
