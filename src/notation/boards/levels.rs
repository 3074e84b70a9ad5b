//! Levels of a board in brackets: the lists that are levels, the list with which the board is over,
//! and mistakes of boards that are not.

use super::Written;
use super::lead::Declared;
use super::line::BoardLine;
use super::lists::Lists;
use super::shape::{self, Shape};
use crate::cell::Size;
use crate::mistake::Mistake;

impl Lists {
    /// Returns the number of cells in the first row; 0 if it is not known.
    pub(super) fn first_row(&self) -> usize {
        let words = &self.words.all;
        match (words.first().map_or(0, |word| word.cells.len()), self.first) {
            (1, Some(first)) => {
                let words = words.get(self.all[first].words.clone()).unwrap_or_default();
                let comma = words.iter().position(|word| word.is_after_comma);
                comma.filter(|_| self.has_comma_rows).unwrap_or(words.len())
            }
            (1, None) => 0,
            (cells, _) => cells,
        }
    }

    /// Returns `true` if the board is complete with the outermost list that has just closed.
    ///
    /// The first list decides: it is the whole board if it has levels inside, or n³ cells; and it is
    /// a level if it has n² cells. A level of 8×8×8 has as many cells as a board of 4×4×4, so that
    /// list is a level if another one follows.
    pub(super) fn is_complete(
        &mut self,
        line: &BoardLine<'_>,
        declared: Option<&Declared>,
    ) -> Result<bool, Mistake> {
        self.closed += 1;
        if self.closed == 1 {
            // Rows of two cells and another list would be too many, so the rows are codes.
            if self.level_depth() > 1
                && behind_comma(line).is_some_and(|sign| b"[({".contains(&sign))
                && self.words.may_be_codes(line)
            {
                self.words.become_coded(line)?;
            }
            self.needed = self.lists_of_board(line, declared);
        }
        Ok(self.needed.is_some_and(|needed| self.closed >= needed))
    }

    /// Returns the number of outermost lists that make a board, as the first one tells; `None` if its
    /// cells are no board and no level.
    fn lists_of_board(&self, line: &BoardLine<'_>, declared: Option<&Declared>) -> Option<usize> {
        if self.level_depth() > 1 {
            return Some(1);
        }
        let cells = self.words.cells.len();
        let edge = |power| (Size::MIN..=Size::MAX).find(|edge| edge.pow(power) == cells);
        let is_declared = |edge: usize| declared.is_some_and(|declared| declared.size == edge);
        let another_follows = || behind_comma(line).is_some_and(|sign| b"\n[({".contains(&sign));
        match (edge(2), edge(3)) {
            (Some(level), _) if level == self.first_row() || is_declared(level) => Some(level),
            (Some(level), Some(_)) if another_follows() => Some(level),
            (_, Some(_)) => Some(1),
            (level, None) => level,
        }
    }

    /// Returns the depth of the lists that are levels, because they have rows inside.
    pub(super) fn level_depth(&self) -> usize {
        let words_are_rows = self.words.all.first().is_some_and(|word| word.cells.len() > 1);
        let has_rows = self.first.is_some_and(|first| self.all[first].words.len() > 1);
        let is_row =
            !self.has_comma_rows && !(words_are_rows && (self.word_depth == 1 || has_rows));
        self.word_depth - usize::from(is_row && self.word_depth > 0)
    }

    /// Returns `true` if the board had all its cells before a list at this depth. The list of a row
    /// tells so only at the start of a line, where it may be the first of another board. Words that
    /// may be codes are not counted yet.
    pub(super) fn is_full(&self, line: &BoardLine<'_>, depth: usize) -> bool {
        let edge = self.first_row();
        let has_all = edge > 1 && self.words.cells.len() >= edge.saturating_pow(3);
        has_all
            && (depth <= self.level_depth() || line.text[..line.at].ends_with(b"\n"))
            && !self.words.may_be_codes(line)
    }

    /// Returns the board. `line` is behind it.
    pub(super) fn written(
        &self,
        line: &BoardLine<'_>,
        declared: Option<&Declared>,
    ) -> Result<Written, Mistake> {
        if let Some(error) = self.unfinished(line) {
            return Err(error);
        }
        let shape = Shape::of_lists(self);
        let size = shape.size(line, &self.words, declared)?;
        Ok(shape.written(&self.words, size, &[]))
    }

    /// Returns the mistake of a text that ends here; `None` if no bracket is open.
    fn unfinished(&self, line: &BoardLine<'_>) -> Option<Mistake> {
        let list = &self.all[*self.open.last()?];
        let (edge, nth) = (self.first_row(), self.words.all.len());
        if nth == 0 {
            return Some(line.error("a row of letters"));
        } else if edge > 1
            && let Err(error) = self.check_first_row(line)
        {
            return Some(error);
        }
        if let Some(word) = self.words.all.last().filter(|word| word.cells.len() != edge)
            && self.words.all[0].cells.len() > 1
        {
            return Some(shape::wrong_length(line.text, &word.row(), edge, nth - 1));
        }
        Some(line.error(format!("`{}`", char::from(list.closing))))
    }

    /// Checks the first row against the size that the board must have.
    pub(super) fn check_first_row(&self, line: &BoardLine<'_>) -> Result<(), Mistake> {
        let Some(word) = self.words.all.first() else { return Ok(()) };
        shape::check_edge(line, &word.row(), self.first_row(), false)
    }

    /// Returns the number of outermost lists that are missing, if each has so many rows.
    pub(super) fn missing(&self, rows: usize) -> usize {
        let lists = self.all.iter().filter(|list| list.depth == 1).count();
        if self.level_depth() <= 1 { rows.saturating_sub(lists) } else { 0 }
    }
}

/// Returns the sign behind a comma, which may be a line end; `None` if no comma is next.
fn behind_comma(line: &BoardLine<'_>) -> Option<u8> {
    let mut after = *line;
    after.skip_blanks();
    let has_comma = after.skip(b",");
    after.skip_blanks();
    has_comma.then(|| after.peek().unwrap_or(b'\n'))
}
