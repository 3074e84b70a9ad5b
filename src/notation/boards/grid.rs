//! The parser of grids: one row per line, with or without empty lines between levels.

use super::draft::{BoardReader, Ending};
use super::tokens::ends_word;
use crate::cell::Size;
use crate::diagnostic::Diagnostic;
use crate::notation::cursor::Stop;

#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    level_start: usize,
    /// True if an empty line followed the first level, so that an empty line must separate any two
    /// levels.
    gaps: bool,
    after_gap: bool,
}

impl BoardReader<'_, '_, '_> {
    /// Parses the lines of a grid, up to the end of its last row. Returns the size of the board and
    /// the text that may follow the grid.
    ///
    /// If the function stops because it needs more text, the next call continues from the saved
    /// cursor and the state in `grid`.
    pub(super) fn grid(&mut self, grid: &mut Grid) -> Result<(Size, Ending), Stop> {
        loop {
            let line = self.line()?;
            self.cursor.skip_blanks()?;
            if line.trim_ascii().is_empty() {
                self.empty_line(grid)?;
                self.cursor.at += 1;
                self.save_cursor();
                continue;
            }
            self.row(grid)?;
            if let Some(size) = self.size().filter(|_| self.is_complete()) {
                return Ok((size, Ending::SidesOnly));
            }
            self.cursor.skip_blanks()?;
            match self.cursor.peek()? {
                None => {}
                Some(b'\n') => self.cursor.at += 1,
                Some(_) => return Err(self.cursor.unexpected("the end of the line")),
            }
            self.save_cursor();
        }
    }

    fn size(&self) -> Option<Size> {
        Size::new(self.draft.edge)
    }

    fn is_complete(&self) -> bool {
        self.draft.rows == self.draft.edge * self.draft.edge
    }

    /// Parses an empty line between two levels. The end of the text, or an empty line at any other
    /// place, is an error.
    fn empty_line(&mut self, grid: &mut Grid) -> Result<(), Stop> {
        let (rows, edge) = (self.draft.rows, self.draft.edge);
        let ends = self.cursor.peek()?.is_none();
        let found = if ends { "" } else { " before an empty line" };
        if !rows.is_multiple_of(edge) {
            return Err(self.too_few_rows(grid.level_start, found).into());
        }
        let at = self.cursor.at;
        if ends {
            return Err(self.too_few_levels(at..at, found).into());
        }
        grid.gaps |= rows == edge;
        if !grid.gaps {
            let level = rows / edge;
            let expected =
                format!("level {} from the top on the next line, as after level 1", level + 1);
            return Err(Diagnostic::expected(at..at + 1, expected, found).into());
        }
        grid.after_gap = true;
        Ok(())
    }

    /// Parses the letters of a row, up to a blank or the line end.
    pub(super) fn row(&mut self, grid: &mut Grid) -> Result<(), Stop> {
        let (rows, edge, start) = (self.draft.rows, self.draft.edge, self.cursor.at);
        let starts_level = rows == 0 || rows.is_multiple_of(edge);
        if starts_level && grid.gaps && !grid.after_gap {
            let level = rows / edge;
            let expected = format!("an empty line after level {level} from the top");
            return Err(self.cursor.unexpected(expected));
        }
        if starts_level {
            grid.level_start = start;
        }
        let rest = self.cursor.rest();
        let end = rest.iter().position(|&byte| !self.boards.is_letter(byte));
        let (row, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.cursor.at += row.len();
        if !ends_word(rest) {
            let expected = format!("a letter of `{}`", self.boards.letters());
            return Err(self.cursor.unexpected(expected));
        }
        if rows == 0 {
            self.first_row(start, row.len())?;
        } else if row.len() != edge {
            return Err(self.wrong_length(start, row.len()).into());
        }
        self.draft.cells.extend(row.iter().map(|&letter| self.boards.piece(letter)));
        self.draft.rows += 1;
        grid.after_gap = false;
        Ok(())
    }

    fn first_row(&mut self, start: usize, length: usize) -> Result<(), Diagnostic> {
        (self.draft.first_row, self.draft.edge) = (start..self.cursor.at, length);
        self.size_of_row().map(drop)
    }
}
