//! Mistakes for mistakes in boards that are written in brackets.

use super::{Brackets, Token, TokenKind};
use crate::mistake::Mistake;
use crate::notation::boards::shape::BoardReader;
use crate::notation::cursor::{Cursor, Stop};

impl BoardReader<'_, '_, '_> {
    /// Returns a mistake if the first row has several cells, but not n, n² or n³ for the
    /// required board size n; else `None`.
    pub(super) fn first_row_error(&self) -> Option<Mistake> {
        let (fixed, row) = (self.boards.size?.edge(), self.edge);
        let fits = row < 2 || [fixed, fixed.pow(2), fixed.pow(3)].contains(&row);
        if fits { None } else { self.size_of_row().err() }
    }

    /// Returns the mistake for a closed bracket that was expected to be a level, but does not
    /// contain n rows of n cells.
    pub(super) fn no_level_error(&self, brackets: &Brackets<'_>) -> Mistake {
        let (rows, edge) = (self.rows, self.edge);
        if let Err(error) = self.size_of_row() {
            return error;
        }
        if rows > edge {
            let surplus = brackets.rows().nth(edge).map_or(0, |row| row.start);
            return Cursor { at: surplus, ..self.cursor }.error(after_rows(edge, 1));
        }
        // A bracket with one row is not the level, but the bracket around it may be.
        let depth = brackets.word_depth;
        let has_rows = brackets.words_are_rows && brackets.first_words() > 1;
        let level = if has_rows || depth == 1 { depth } else { depth - 1 };
        self.too_few_rows(brackets.tokens[level - 1].start, "")
    }

    /// Returns the mistake for a token at the cursor where a row was expected.
    pub(super) fn missing_row_error(&self, brackets: &Brackets<'_>) -> Stop {
        if self.is_full(brackets) && brackets.depth >= brackets.level_depth.max(1) {
            return self.too_many_rows();
        }
        self.cursor.unexpected("a row of letters")
    }

    pub(super) fn too_many_rows(&self) -> Stop {
        let edge = self.edge;
        self.cursor.unexpected(after_rows(edge, self.rows / edge))
    }

    pub(super) fn too_many_levels(&self) -> Stop {
        self.cursor.unexpected(only_levels(self.edge))
    }

    /// Returns the mistake for a board that ends before its last level.
    pub(super) fn missing_level_error(&self, brackets: &Brackets<'_>) -> Stop {
        let close = brackets.tokens.iter().rfind(|token| token.kind == TokenKind::Close);
        let at = close.map_or(0, |close| close.start);
        self.too_few_levels(at..at + 1, "").into()
    }
}

impl<'t> Brackets<'t> {
    /// Returns the first token of each row.
    fn rows(&self) -> impl Iterator<Item = &Token<'t>> {
        let kind = if self.words_are_rows { TokenKind::Word } else { TokenKind::Open };
        let depth = self.word_depth;
        self.tokens.iter().filter(move |token| token.kind == kind && token.depth == depth)
    }
}

fn after_rows(rows: usize, level: usize) -> String {
    format!("`]` after the {rows} rows of level {level} from the top")
}

pub(in crate::notation::boards) fn only_levels(levels: usize) -> String {
    format!("only {levels} levels, because the first row has {levels} cells")
}
