//! The parser of a whole record: a board in any notation or the name of a setup, then the side to
//! move and the side that holds the other king.

use super::EMPTIES;
use super::brackets::Brackets;
use super::draft::{BoardReader, Ending};
use super::grid::Grid;
use super::tokens::{number, size_digits};
use crate::board::{Board, Setup};
use crate::cell::{LIMIT, Size};
use crate::diagnostic::{Diagnostic, quote};
use crate::notation::cursor::Stop;
use crate::piece::Piece;

/// The notation of the current board, with the state of the parser of that notation.
#[derive(Clone, Debug, Default)]
pub(super) enum Notation {
    #[default]
    Unknown,
    Brackets(Brackets),
    Grid(Grid),
    /// All cells of the board are parsed. The fields are the size of the board and the text that
    /// may follow the last cell.
    Complete(Size, Ending),
}

impl Notation {
    /// Returns `true` if a mistake at the parser's current place spoils only the current line. This
    /// is the case before the board's first cell and after its last cell.
    pub(super) const fn breaks_one_line(&self) -> bool {
        matches!(self, Self::Unknown | Self::Complete(..))
    }
}

impl BoardReader<'_, '_, '_> {
    /// Parses a whole record: a board or the name of a setup, then the side to move and the side
    /// that holds the other king, if the text names them. Parsing continues from the state in
    /// `notation`.
    pub(super) fn setup(&mut self, notation: &mut Notation) -> Result<Setup, Stop> {
        loop {
            let (size, ending) = match notation {
                Notation::Unknown => {
                    if let Some(setup) = self.named()? {
                        return Ok(setup);
                    }
                    self.detect(notation)?;
                    self.save_cursor();
                    continue;
                }
                Notation::Brackets(brackets) => self.brackets(brackets)?,
                Notation::Grid(grid) => self.grid(grid)?,
                &mut Notation::Complete(size, ending) => {
                    let (turn, holder) = self.within_line(|reader| reader.sides(ending))?;
                    let cells = std::mem::take(&mut self.draft.cells);
                    let board = Board::from_cells(size, in_order(cells, size.edge()));
                    return Ok(Setup { board, turn, holder });
                }
            };
            *notation = Notation::Complete(size, ending);
            self.save_cursor();
        }
    }

    /// Parses the declared size, if the text declares one, and detects the notation of the board.
    fn detect(&mut self, notation: &mut Notation) -> Result<(), Stop> {
        if self.declared().is_none() && self.cursor.peek()? != Some(b'[') {
            self.within_line(Self::declaration)?;
        }
        if self.declared().is_some() {
            self.after_declaration()?;
        }
        if self.cursor.peek()? == Some(b'[') {
            *notation = Notation::Brackets(Brackets::default());
            return Ok(());
        }
        let row = self.line()?.trim_ascii();
        let starts_with_letter = row.first().is_some_and(|&letter| self.boards.is_letter(letter));
        let is_row = self.is_row(row) && size_digits(self.cursor)?.is_none();
        // A mistake in a row of a grid spoils the whole board, and any other mistake only its line.
        if is_row {
            *notation = Notation::Grid(Grid::default());
        }
        if !starts_with_letter {
            return Err(self.neither_board_nor_name());
        }
        if !is_row {
            self.row(&mut Grid::default())?;
            self.cursor.skip_blanks()?;
            return Err(self.cursor.unexpected("the end of the line"));
        }
        Ok(())
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
        if size > Size::MAX {
            let span = start..self.cursor.at;
            let expected = format!("a size of at most {} {LIMIT}", Size::MAX);
            let found = quote(&self.cursor.text[span.clone()]);
            return Err(Diagnostic::expected(span, expected, found).into());
        }
        self.draft.declared = Some((size, start..self.cursor.at));
        self.save_cursor();
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

/// Converts cells from text order to the order of [`Size::index`]. The conversion reverses the
/// levels and the rows of each level, while the cells of a row keep their order.
fn in_order(mut cells: Vec<Option<Piece>>, edge: usize) -> Vec<Option<Piece>> {
    cells.reverse();
    cells.chunks_mut(edge).for_each(<[_]>::reverse);
    cells
}
