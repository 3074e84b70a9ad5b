//! Diagnostics for mistakes in boards that are written in brackets.

use super::Brackets;
use crate::diagnostic::Diagnostic;
use crate::notation::boards::draft::BoardReader;
use crate::notation::cursor::{Cursor, Stop};

impl BoardReader<'_, '_, '_> {
    /// Returns a diagnostic if the first row has several cells, but not n, n² or n³ for the
    /// required board size n; else `None`.
    pub(super) fn first_row_error(&self) -> Option<Diagnostic> {
        let (fixed, row) = (self.boards.size?.edge(), self.draft.edge);
        let fits = row < 2 || [fixed, fixed.pow(2), fixed.pow(3)].contains(&row);
        if fits { None } else { self.size_of_row().err() }
    }

    /// Returns the diagnostic for a closed bracket that was expected to be a level, but does not
    /// contain n rows of n cells.
    pub(super) fn no_level_error(&self, brackets: &Brackets) -> Diagnostic {
        let (rows, edge) = (self.draft.rows, self.draft.edge);
        if let Err(error) = self.size_of_row() {
            return error;
        }
        match brackets.surplus {
            Some(at) if rows > edge => Cursor { at, ..self.cursor }.error(after_rows(edge, 1)),
            _ => self.too_few_rows(brackets.level_start, ""),
        }
    }

    /// Returns the diagnostic for a token at the cursor where a row was expected.
    pub(super) fn missing_row_error(&self, brackets: &Brackets) -> Stop {
        if self.is_full(brackets) && brackets.depth >= brackets.level_depth.max(1) {
            return self.too_many_rows();
        }
        self.cursor.unexpected("a row of letters")
    }

    pub(super) fn too_many_rows(&self) -> Stop {
        let edge = self.draft.edge;
        self.cursor.unexpected(after_rows(edge, self.draft.rows / edge))
    }

    pub(super) fn too_many_levels(&self) -> Stop {
        self.cursor.unexpected(only_levels(self.draft.edge))
    }

    /// Returns the diagnostic for a board that ends before its last level.
    pub(super) fn missing_level_error(&self, brackets: &Brackets) -> Stop {
        self.too_few_levels(brackets.last_close..brackets.last_close + 1, "").into()
    }
}

fn after_rows(rows: usize, level: usize) -> String {
    format!("`]` after the {rows} rows of level {level} from the top")
}

pub(in crate::notation::boards) fn only_levels(levels: usize) -> String {
    format!("only {levels} levels, because the first row has {levels} cells")
}
