//! Boards as plain grids: a row a line, an empty line between levels.

use super::reader::{BoardReader, Row, Separators};
use crate::diagnostic::Diagnostic;

/// What mostly stands between the rows of a level, and between levels.
const SEPARATORS: Separators = Separators { rows: b"\n", levels: &[b"\n\n"] };

impl BoardReader<'_, '_, '_> {
    /// Reads a board that starts with a letter, up to the end of its last row.
    pub(super) fn grid(&mut self) -> Result<(), Diagnostic> {
        self.open_board(Self::word)?;
        if self.tight_levels(&SEPARATORS) {
            return Ok(());
        }
        self.grid_level(0)?;
        for level in 1..self.edge {
            self.end_line()?;
            self.empty_line(level)?;
            self.grid_level(level)?;
        }
        Ok(())
    }

    fn grid_level(&mut self, level: usize) -> Result<(), Diagnostic> {
        let level_start = self.at;
        for row in 0.. {
            let start = self.at;
            match self.peek() {
                None => {
                    return Err(self.too_few_rows(
                        Row { level, row },
                        level_start,
                        "the end of the input",
                    ));
                }
                Some(b'\n') => {
                    return Err(self.too_few_rows(
                        Row { level, row },
                        level_start,
                        "an empty line",
                    ));
                }
                Some(_) => self.word()?,
            }
            self.end_row(Row { level, row }, start)?;
            if row + 1 == self.edge {
                break;
            }
            self.end_line()?;
        }
        Ok(())
    }

    /// Reads at least one empty line and goes to the level after it.
    fn empty_line(&mut self, levels: usize) -> Result<(), Diagnostic> {
        if self.peek().is_some_and(|byte| byte != b'\n') {
            let expected = format!("an empty line after level {levels} from the top");
            return Err(self.unexpected(expected));
        }
        self.skip_space();
        if self.peek().is_none() {
            return Err(self.too_few_levels(levels, self.at..self.at, "the end of the input"));
        }
        Ok(())
    }

    /// Reads the end of a line and the blanks that the next one starts with.
    fn end_line(&mut self) -> Result<(), Diagnostic> {
        self.skip_blanks();
        match self.peek() {
            None => {}
            Some(b'\n') => self.at += 1,
            Some(_) => return Err(self.unexpected("the end of the line")),
        }
        self.skip_blanks();
        Ok(())
    }
}
