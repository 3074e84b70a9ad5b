//! Pictures as `--draw` writes them: levels side by side, with names of rows and columns around
//! them.

use super::line::BoardLine;
use super::shape::{CellRow, Shape};
use super::words::CellWords;
use crate::mistake::Mistake;

/// The state of a picture.
#[derive(Clone, Debug, Default)]
pub(super) struct PictureRows {
    /// First level of the current band of levels.
    pub(super) first: usize,
    /// Column after the name of the first row.
    pub(super) margin: Option<usize>,
}

impl PictureRows {
    /// Reads a row: its name, then the cells of `width` levels side by side. Returns `false` for the
    /// line below the last row, which has the names of the columns and starts further right.
    pub(super) fn row(
        &mut self,
        line: BoardLine<'_>,
        words: &mut CellWords,
        rows: &mut Vec<CellRow>,
        width: usize,
    ) -> Result<bool, Mistake> {
        let before = &line.text[..line.at];
        let indent = before.iter().rev().take_while(|byte| **byte == b' ').count();
        if self.margin.is_some_and(|margin| indent >= margin) {
            return Ok(false);
        }
        let first = words.cells.len();
        let is_gap = |byte: u8| byte.is_ascii_whitespace() || b"<>".contains(&byte);
        let mut rest = line;
        rest.at += line.rest().iter().take_while(|byte| !is_gap(**byte)).count();
        self.margin.get_or_insert(indent + rest.at - line.at);
        while let Some(next) = rest.peek() {
            if is_gap(next) {
                rest.at += 1;
                continue;
            }
            let length = rest.rest().iter().take_while(|byte| !is_gap(**byte)).count();
            let mut word = BoardLine { end: rest.at + length, ..rest };
            words.read(&mut word, false, false)?;
            rest.at += length;
        }
        let cells = words.cells.len() - first;
        if cells == 0 || !cells.is_multiple_of(width) {
            return Err(line.error(format!("the cells of {width} levels side by side")));
        }
        let edge = cells / width;
        for level in 0..width {
            let cells = first + level * edge..first + (level + 1) * edge;
            let span = words.cells[cells.start].place.start..words.cells[cells.end - 1].place.end;
            rows.push(CellRow { cells, span, level: self.first + level });
        }
        Ok(true)
    }
}

impl Shape {
    /// Checks that each level of a picture has `edge` rows of `edge` cells.
    pub(super) fn picture(&self, line: &BoardLine<'_>, edge: usize) -> Result<(), Mistake> {
        let Some(first) = self.rows.first() else { return Ok(()) };
        let is_row = |level: usize, row: &CellRow| row.level == level && row.cells.len() == edge;
        let bad = (0..edge)
            .find(|level| self.rows.iter().filter(|row| is_row(*level, row)).count() != edge);
        let Some(level) = bad else { return Ok(()) };
        let rows = self.rows.iter().filter(|row| row.level == level);
        let spans: Vec<_> = rows.map(|row| row.span.clone()).collect();
        let start = spans.first().map_or(first.span.start, |span| span.start);
        let end = spans.iter().map(|span| span.end).max().unwrap_or(start);
        let expected = format!("{edge} rows of {edge} cells in level {} from the top", level + 1);
        let at = line.text.len().min(end);
        Err(Mistake::expected(start..at, expected, spans.len()))
    }
}
