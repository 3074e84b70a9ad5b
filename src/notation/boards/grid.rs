//! The parser of grids: one row per line, with or without empty lines between levels. A line such
//! as `-----` counts as an empty line.

use super::shape::{BoardReader, Ending};
use super::tokens::ends_word;
use crate::board::Board;
use crate::cell::Size;
use crate::mistake::Mistake;
use crate::notation::cursor::Stop;

#[derive(Default)]
pub(super) struct Grid<'t> {
    rows: Vec<&'t [u8]>,
    level_start: usize,
    /// True if an empty line followed the first level, so that an empty line must separate any two
    /// levels.
    gaps: bool,
    after_gap: bool,
}

impl<'t> BoardReader<'_, '_, 't> {
    /// Parses the lines of a grid, up to the end of its last row. Returns the board and the text
    /// that may follow the grid.
    pub(super) fn grid(&mut self) -> Result<(Board, Ending), Stop> {
        let mut grid = Grid::default();
        loop {
            let line = self.line()?;
            self.cursor.skip_blanks()?;
            let line = line.trim_ascii();
            if self.rows > 0 && (line.is_empty() || self.is_rule(line)) {
                self.empty_line(&mut grid)?;
                self.cursor.at += line.len();
                self.cursor.skip_blanks()?;
                self.cursor.at += usize::from(self.cursor.peek()?.is_some());
                continue;
            }
            self.row(&mut grid)?;
            if let Some(size) = Size::new(self.edge).filter(|_| self.rows == self.edge * self.edge)
            {
                let letters = grid.rows.into_iter().flatten().copied();
                return Ok((self.boards.board(size, letters), Ending::SidesOnly));
            }
            self.cursor.skip_blanks()?;
            match self.cursor.peek()? {
                None => {}
                Some(b'\n') => self.cursor.at += 1,
                Some(_) => return Err(self.text_after_row()),
            }
        }
    }

    /// Returns `true` if a line is a rule between levels, such as `-----`.
    fn is_rule(&self, line: &[u8]) -> bool {
        is_rule(line) && !line.iter().all(|&byte| self.boards.is_letter(byte))
    }

    /// Parses an empty line between two levels. The end of the text, or an empty line at any other
    /// place, is an error.
    fn empty_line(&self, grid: &mut Grid<'t>) -> Result<(), Stop> {
        let (rows, edge) = (self.rows, self.edge);
        let next = self.cursor.peek()?;
        let ends = next.is_none();
        let found = match next {
            None => "",
            Some(b'\n') => " before an empty line",
            Some(_) => " before a line without cells",
        };
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
            return Err(Mistake::expected(at..at + 1, expected, found).into());
        }
        grid.after_gap = true;
        Ok(())
    }

    /// Parses the letters of a row, up to a blank or the line end.
    pub(super) fn row(&mut self, grid: &mut Grid<'t>) -> Result<(), Stop> {
        let (rows, edge, start) = (self.rows, self.edge, self.cursor.at);
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
        grid.rows.push(row);
        self.rows += 1;
        grid.after_gap = false;
        Ok(())
    }

    /// Returns the mistake for the text at the cursor, which follows a row on its line.
    pub(super) fn text_after_row(&self) -> Stop {
        match self.cursor.unexpected("the end of the line") {
            Stop::Bad(error)
                if self.cursor.rest().first().is_some_and(|&b| self.boards.is_letter(b)) =>
            {
                let hint =
                    "write each row on a line of its own, and the levels one below the other";
                Mistake { hint: Some(hint.to_owned()), ..error }.into()
            }
            stop => stop,
        }
    }

    fn first_row(&mut self, start: usize, length: usize) -> Result<(), Mistake> {
        (self.first_row, self.edge) = (start..self.cursor.at, length);
        self.size_of_row().map(drop)
    }
}

/// Returns `true` if a line has only signs that draw a line.
pub(crate) fn is_rule(line: &[u8]) -> bool {
    line.iter().all(|byte| b"-=_+*".contains(byte))
}
