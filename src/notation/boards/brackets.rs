//! Boards in brackets: a list of levels, in one more pair of brackets or not, their rows whole
//! or in brackets of their own, their letters in quotes or not.

use super::FirstRow;
use super::reader::{BoardReader, Row, Separators};

use crate::diagnostic::Diagnostic;

/// The most brackets in one another: of the board, of a level and of a row.
pub(super) const DEEPEST: usize = 3;
/// What mostly stands between the rows of a level, and between the rows of two levels.
const SEPARATORS: Separators = Separators { rows: b", \n", levels: &[b"],[", b"], [", b"],\n["] };

impl BoardReader<'_, '_, '_> {
    /// Reads a board that starts with a bracket.
    pub(super) fn brackets(&mut self) -> Result<(), Diagnostic> {
        let shape = self.shape()?;
        if shape.outer {
            self.expect(b'[')?;
            self.skip_space();
        }
        let start = self.at;
        self.expect(b'[')?;
        self.skip_space();
        self.open_board(if shape.bracketed { Self::bracketed_row } else { Self::word })?;
        let mut levels = if self.tight_levels(&SEPARATORS) {
            self.expect(b']')?;
            self.edge
        } else {
            self.at = start;
            self.level(0, shape)?;
            1
        };
        let mut commas = false;
        loop {
            let complete = levels == self.edge;
            if !self.level_follows(shape, complete, &mut commas)? {
                let bracket = self.at - 1..self.at;
                let missing = || self.too_few_levels(levels, bracket, "the end of the board");
                return if complete { Ok(()) } else { Err(missing()) };
            }
            if complete {
                self.skip_blanks();
                let expected = format!("only {levels} levels, as the first row has {levels} cells");
                return Err(self.unexpected(expected));
            }
            self.skip_space();
            self.level(levels, shape)?;
            levels += 1;
        }
    }

    /// Reads what follows a level: the board's closing bracket, or what parts it from the next.
    ///
    /// Without a closing bracket, blanks may part the levels too, up to the first of the `commas`.
    fn level_follows(
        &mut self,
        shape: FirstRow,
        complete: bool,
        commas: &mut bool,
    ) -> Result<bool, Diagnostic> {
        if shape.outer {
            return Ok(!self.closes()?);
        }
        // A board that has all its levels is not kept waiting for the next line.
        let comma = self.comma(if complete { Self::skip_blanks } else { Self::skip_space });
        *commas |= comma;
        if comma && complete {
            let after = self.at;
            self.skip_blanks();
            if self.peek().is_none_or(|byte| byte == b'\n') {
                // A comma that parts the board from nothing.
                return Ok(false);
            }
            self.at = after;
        }
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

    /// How the board is nested, by its first row.
    fn shape(&mut self) -> Result<FirstRow, Diagnostic> {
        if (1..=DEEPEST).contains(&self.first_row.brackets) {
            return Ok(self.first_row);
        }
        let mut depth = 0;
        while self.peek() == Some(b'[') && depth <= DEEPEST {
            depth += 1;
            self.at += usize::from(depth <= DEEPEST);
            self.skip_space();
        }
        self.word()?;
        Err(self.unexpected("a row of letters"))
    }

    /// Reads a level in its brackets.
    fn level(&mut self, level: usize, shape: FirstRow) -> Result<(), Diagnostic> {
        let start = self.at;
        self.expect(b'[')?;
        self.skip_space();
        let mut row = 0;
        loop {
            self.skip_space();
            if row == self.edge {
                let expected =
                    format!("`]` after the {row} rows of level {} from the top", level + 1);
                return Err(self.unexpected(expected));
            }
            let row_start = self.at;
            if shape.bracketed { self.bracketed_row() } else { self.word() }?;
            self.end_row(Row { level, row }, row_start)?;
            row += 1;
            if self.closes()? {
                break;
            }
        }
        if row < self.edge {
            return Err(self.too_few_rows(Row { level, row }, start, "its end"));
        }
        Ok(())
    }

    /// Reads a row in brackets of its own, whole or cell by cell.
    fn bracketed_row(&mut self) -> Result<(), Diagnostic> {
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
    fn closes(&mut self) -> Result<bool, Diagnostic> {
        self.skip_space();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.skip_space();
            }
            None => return Err(self.unexpected("`]`")),
            Some(_) => {}
        }
        // The last comma may part what it follows from nothing.
        let closes = self.peek() == Some(b']');
        self.at += usize::from(closes);
        Ok(closes)
    }

    /// Reads a comma, if there is one after the blanks that `skip` skips.
    fn comma(&mut self, skip: impl Fn(&mut Self)) -> bool {
        let start = self.at;
        skip(self);
        let found = self.peek() == Some(b',');
        self.at = if found { self.at + 1 } else { start };
        found
    }

    fn expect(&mut self, bracket: u8) -> Result<(), Diagnostic> {
        if self.peek() == Some(bracket) {
            self.at += 1;
            return Ok(());
        }
        let expected = format!("`{}`", char::from(bracket));
        Err(self.unexpected(expected))
    }
}
