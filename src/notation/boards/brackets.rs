//! Boards in brackets: a list of levels, in one more pair of brackets or not, their rows whole
//! or in brackets of their own, their letters in quotes or not.

use super::reader::{Reader, Row};
use crate::notation::{ErrorKind, SyntaxError};

/// Which pairs of brackets a board has besides those of its levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// One around all levels.
    outer: bool,
    /// One around each row.
    rows: bool,
}

impl Reader<'_, '_> {
    /// Reads a board that starts with a bracket.
    pub(super) fn brackets(&mut self) -> Result<(), SyntaxError> {
        let shape = self.shape()?;
        if shape.outer {
            self.expect(b'[')?;
        }
        let mut levels = 0;
        let mut commas = false;
        loop {
            self.skip_space();
            self.level(levels, shape)?;
            levels += 1;
            let complete = levels == self.edge();
            if !self.level_follows(shape, complete, &mut commas)? {
                let bracket = self.at - 1..self.at;
                let missing = || self.too_few_levels(levels, bracket, "the end of the board");
                return if complete { Ok(()) } else { Err(missing()) };
            }
            if complete {
                let expected = format!("only {levels} levels, as the first row has {levels} cells");
                return Err(self.unexpected(ErrorKind::LevelCount, expected));
            }
        }
    }

    /// Reads what follows a level: the board's closing bracket, or what parts it from the next.
    ///
    /// Without a closing bracket, blanks may part the levels too, up to the first of the `commas`.
    fn level_follows(
        &mut self,
        shape: Shape,
        complete: bool,
        commas: &mut bool,
    ) -> Result<bool, SyntaxError> {
        if shape.outer {
            return Ok(!self.closes()?);
        }
        // A board that has all its levels is not kept waiting for the next line.
        let comma = self.comma(if complete { Self::skip_blanks } else { Self::skip_space });
        *commas |= comma;
        Ok(comma || !complete && !*commas && self.bracket_follows())
    }

    /// Whether a bracket opens after blanks.
    fn bracket_follows(&mut self) -> bool {
        let start = self.at;
        self.skip_space();
        let follows = self.peek() == Some(b'[');
        self.at = start;
        follows
    }

    /// Looks ahead to the first row and finds out how the board is nested.
    ///
    /// With two opening brackets the outer one belongs to the board (`[[#q,##],…`) or to a level
    /// whose rows have their own (`[[#q] [##]], …`); then a bracket holds one word, or cells.
    fn shape(&mut self) -> Result<Shape, SyntaxError> {
        let start = self.at;
        let mut depth = 0;
        while self.peek() == Some(b'[') {
            self.at += 1;
            depth += 1;
            self.skip_space();
            if depth > 3 {
                self.at -= 1;
                return Err(self.unexpected(ErrorKind::Shape, "a row of letters"));
            }
        }
        self.word()?;
        let single_cell = self.cells() == 1;
        self.forget_cells();
        self.skip_space();
        let single_word = self.peek() == Some(b']');
        self.at = start;
        Ok(match depth {
            1 => Shape { outer: false, rows: false },
            2 if single_word || single_cell => Shape { outer: false, rows: true },
            2 => Shape { outer: true, rows: false },
            _ => Shape { outer: true, rows: true },
        })
    }

    /// Reads a level in its brackets.
    fn level(&mut self, level: usize, shape: Shape) -> Result<(), SyntaxError> {
        let start = self.at;
        self.expect(b'[')?;
        let mut row = 0;
        loop {
            self.skip_space();
            if row == self.edge() {
                let expected =
                    format!("`]` after the {row} rows of level {} from the top", level + 1);
                return Err(self.unexpected(ErrorKind::RowCount, expected));
            }
            let row_start = self.at;
            if shape.rows { self.bracketed_row() } else { self.word() }?;
            self.end_row(Row { level, row }, row_start)?;
            row += 1;
            if self.closes()? {
                break;
            }
        }
        if row < self.edge() {
            return Err(self.too_few_rows(Row { level, row }, start, "its end"));
        }
        Ok(())
    }

    /// Reads a row in brackets of its own, whole or cell by cell.
    fn bracketed_row(&mut self) -> Result<(), SyntaxError> {
        self.expect(b'[')?;
        loop {
            self.skip_space();
            self.word()?;
            if self.closes()? {
                return Ok(());
            }
        }
    }

    /// Reads what follows a part in brackets: the closing bracket, or what parts it from the next.
    fn closes(&mut self) -> Result<bool, SyntaxError> {
        self.skip_space();
        if self.comma(Self::skip_space) {
            self.skip_space();
            return Ok(false);
        }
        match self.peek() {
            Some(b']') => {
                self.at += 1;
                Ok(true)
            }
            None => Err(self.unexpected(ErrorKind::End, "`]`")),
            Some(_) => Ok(false),
        }
    }

    /// Reads a comma, if there is one after the blanks that `skip` skips.
    fn comma(&mut self, skip: impl Fn(&mut Self)) -> bool {
        let start = self.at;
        skip(self);
        let found = self.peek() == Some(b',');
        self.at = if found { self.at + 1 } else { start };
        found
    }

    fn expect(&mut self, bracket: u8) -> Result<(), SyntaxError> {
        if self.peek() == Some(bracket) {
            self.at += 1;
            return Ok(());
        }
        let expected = format!("`{}`", char::from(bracket));
        Err(self.unexpected(ErrorKind::Shape, expected))
    }
}
