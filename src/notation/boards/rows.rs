//! Boards without brackets: a grid, one row a line, perhaps with empty lines or labels between its
//! levels.

use super::Written;
use super::labels::Labels;
use super::lead::Declared;
use super::line::BoardLine;
use super::picture::PictureRows;
use super::row_line::{is_row_of_codes, is_rule_line, skip_frame};
use super::shape::{self, CellRow, Shape};
use super::skip::is_fence;
use super::words::{CellWord, CellWords};
use crate::cell::Size;
use crate::mistake::Mistake;

/// The end of a board, as far as a line of it tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardEnd {
    More,
    /// The board ends in the line, before this byte offset.
    Ends(usize),
    /// The board ended before the line.
    EndsBefore,
}

/// The rows of a grid or picture so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) words: CellWords,
    pub(super) all: Vec<CellRow>,
    /// Number of cells in the first row; 0 before it.
    pub(super) edge: usize,
    /// True if empty lines or labels part the levels; `None` before the end of the first level.
    has_gaps: Option<bool>,
    pub(super) is_after_gap: bool,
    /// True if a frame such as `+---+` is between the rows of a level.
    has_frames: bool,
    /// Number of empty lines and labels between rows so far.
    pub(super) gaps: usize,
    /// Size that all cells have together, if they are in one line or one string.
    pub(super) flat: Option<usize>,
    pub(super) labels: Labels,
    pub(super) picture: Option<PictureRows>,
}

impl Rows {
    pub(super) fn clear(&mut self) {
        let (mut words, mut all) = (std::mem::take(&mut self.words), std::mem::take(&mut self.all));
        words.clear();
        all.clear();
        *self = Self { words, all, ..Self::default() };
    }

    /// Reads a line.
    pub(super) fn line(
        &mut self,
        mut line: BoardLine<'_>,
        declared: Option<&Declared>,
    ) -> Result<BoardEnd, Mistake> {
        let start = line.at;
        skip_frame(&mut line);
        let is_rule = is_rule_line(&line, self.edge, &self.words, self.is_between());
        if line.is_empty() || is_rule {
            return self.empty_line(BoardLine { at: start, ..line }, is_rule);
        }
        if self.picture.is_none() && self.is_whole() {
            return self.line_behind(&line);
        }
        if !self.all.is_empty() && is_fence(line.rest()) {
            return Err(self.unfinished(&line).unwrap_or_else(|| line.error("a row of letters")));
        }
        let cells = line.alphabet.count(line.rest().trim_ascii_end());
        let is_row = cells.is_some_and(|cells| cells == self.edge || self.edge == 0 && cells > 1);
        let labels = self.labels.len();
        if !is_row && self.labels.read(&line, self.all.len())? {
            return self.label(&line, labels);
        }
        if !self.labels.is_empty() && matches!(line.peek(), Some(b'[' | b'(' | b'{')) {
            return Err(self.labels.without_rows(&line, &line.rest()[..1]));
        }
        if self.all.is_empty() && self.labels.are_of_picture(&line) {
            self.picture = Some(PictureRows::default());
        }
        if self.picture.is_some() {
            return self.picture_row(line);
        }
        let is_first = self.all.is_empty();
        self.row(&mut line, declared)?;
        skip_frame(&mut line);
        if self.is_whole() {
            let is_last = line.is_empty() && self.flat.is_none();
            return Ok(if is_last { BoardEnd::More } else { BoardEnd::Ends(line.at) });
        }
        let is_level = [1, self.edge].contains(&self.all.len());
        let goes_on = !is_first || is_level || line.skip(b",");
        if !line.is_empty() {
            return Err(line.error_in_row("the end of the line"));
        }
        // Several strings in one line are a level or a whole board.
        let error = if goes_on { None } else { self.unfinished(&line) };
        error.map_or(Ok(BoardEnd::More), Err)
    }

    /// Returns `true` if no level is begun and not complete.
    fn is_between(&self) -> bool {
        self.all.len().is_multiple_of(self.edge.max(1))
    }

    /// Returns `true` if all cells are there.
    fn is_whole(&self) -> bool {
        self.flat.is_some() || self.edge > 0 && self.all.len() == self.edge * self.edge
    }

    /// Reads an empty line or a rule such as `-----`, which may only be between levels.
    fn empty_line(&mut self, line: BoardLine<'_>, is_rule: bool) -> Result<BoardEnd, Mistake> {
        let found = if is_rule { " before a line without cells" } else { " before an empty line" };
        let (rows, edge) = (self.all.len(), self.edge);
        if rows == 0 || self.picture.is_some() {
            return Ok(BoardEnd::More);
        } else if self.is_whole() {
            // A rule below the last row is a part of the board, and ends it unless all rows have one.
            return Ok(match is_rule {
                true if !self.has_frames => BoardEnd::Ends(line.end),
                true if !std::mem::replace(&mut self.is_after_gap, true) => BoardEnd::More,
                _ => BoardEnd::EndsBefore,
            });
        } else if is_rule && line.peek() == Some(b'+') && (rows == 1 || self.has_frames) {
            self.has_frames = true;
            self.is_after_gap |= rows.is_multiple_of(edge);
            return Ok(BoardEnd::More);
        } else if !rows.is_multiple_of(edge) {
            return Err(self.too_few_rows(line.at, found));
        }
        if !*self.has_gaps.get_or_insert(rows == edge) {
            let level = rows / edge;
            let expected =
                format!("level {} from the top on the next line, as after level 1", level + 1);
            let place = line.at..line.text.len().min(line.at + 1);
            return Err(Mistake::expected(place, expected, found.trim_start()));
        }
        self.is_after_gap = true;
        Ok(BoardEnd::More)
    }

    fn too_few_rows(&self, at: usize, found: &str) -> Mistake {
        let (rows, edge) = (self.all.len(), self.edge);
        let start = self.all[rows - rows % edge].span.start;
        shape::too_few_rows(&[], start..at, edge, rows / edge, rows % edge, found)
    }

    /// Takes the labels from the `first` on, which were just read. Labels part levels as empty lines do.
    fn label(&mut self, line: &BoardLine<'_>, first: usize) -> Result<BoardEnd, Mistake> {
        let is_in_level = !self.is_between();
        if let Some(picture) = &mut self.picture {
            *picture = PictureRows { first, margin: None };
        } else if is_in_level {
            return Err(self.too_few_rows(line.at, " before a label"));
        }
        self.has_gaps = Some(true);
        self.is_after_gap = true;
        Ok(BoardEnd::More)
    }

    /// Reads a row, up to its last cell. Several strings in the first line are several rows.
    fn row(
        &mut self,
        line: &mut BoardLine<'_>,
        declared: Option<&Declared>,
    ) -> Result<(), Mistake> {
        let (start, first) = (line.at, self.words.all.len());
        if self.all.is_empty() {
            self.words.is_coded = is_row_of_codes(line);
        }
        let all = declared.map_or(usize::MAX, |declared| declared.size.saturating_pow(3));
        let limit = if self.edge > 0 { self.edge } else { all };
        loop {
            self.words.read(line, false, false)?;
            let word = &self.words.all[self.words.all.len() - 1];
            let is_quoted = word.is_quoted;
            let is_cell = word.cells.len() == 1 && !is_quoted;
            line.skip_blanks();
            let mut next = *line;
            while next.skip(b"|") || is_quoted && next.skip(b",") {
                next.skip_blanks();
            }
            let goes_on = if is_quoted { next.quotation_mark() > 0 } else { !next.is_empty() };
            if !goes_on || !is_quoted && (!is_cell || self.words.all.len() - first >= limit) {
                break;
            }
            line.at = next.at;
        }
        let words = &self.words.all[first..];
        let Some(last) = words.last() else { return Err(line.error("a row of letters")) };
        let rows = self.all.len();
        if last.is_quoted {
            self.all.extend(words.iter().map(CellWord::row));
        } else {
            let (span, cells) = (start..last.span.end, words[0].cells.start..last.cells.end);
            if let Some(word) = words[1..].iter().find(|word| word.cells.len() > 1) {
                return Err(Mistake::expected(word.span.clone(), "one cell", word.cells.len()));
            }
            self.all.push(CellRow { cells, span, level: 0 });
        }
        self.check_rows(line, rows, declared)
    }

    /// Checks the rows from the `first` on, which were just read.
    fn check_rows(
        &mut self,
        line: &BoardLine<'_>,
        first: usize,
        declared: Option<&Declared>,
    ) -> Result<(), Mistake> {
        let (text, cells) = (line.text, self.words.cells.len());
        let row = &self.all[first];
        if first == 0 {
            self.edge = row.cells.len();
            let is_flat = |edge: &usize| edge.pow(3) == cells && *edge != self.edge;
            self.flat = match declared {
                Some(declared) => Some(declared.size).filter(is_flat),
                None if self.all.len() > 1 => (Size::MIN..=Size::MAX).find(is_flat),
                None => None,
            };
            shape::size_of_row(line, row, self.flat, declared)?;
        }
        if self.flat.is_some() {
            return Ok(());
        }
        let starts_level = first.is_multiple_of(self.edge);
        let is_apart = std::mem::take(&mut self.is_after_gap);
        self.gaps += usize::from(is_apart && first > 0);
        let needs_gap = starts_level && first > 0 && !is_apart;
        if needs_gap && *self.has_gaps.get_or_insert(false) {
            let at = BoardLine { at: row.span.start, ..*line };
            let expected = format!("an empty line after level {} from the top", first / self.edge);
            return Err(at.error(expected));
        }
        for (nth, row) in self.all.iter().enumerate().skip(first) {
            if row.cells.len() != self.edge {
                return Err(shape::wrong_length(text, row, self.edge, nth));
            } else if nth >= self.edge * self.edge {
                let at = BoardLine { at: row.span.start, ..*line };
                return Err(at.error(shape::only_levels(self.edge)));
            }
        }
        Ok(())
    }

    fn picture_row(&mut self, line: BoardLine<'_>) -> Result<BoardEnd, Mistake> {
        let Some(mut picture) = self.picture.take() else { return Ok(BoardEnd::More) };
        let (width, rows) = (self.labels.len() - picture.first, self.all.len());
        let is_row = picture.row(line, &mut self.words, &mut self.all, width)?;
        self.picture = Some(picture);
        if is_row && rows == 0 {
            self.edge = self.all[0].cells.len();
        }
        let is_last = self.labels.len() >= self.edge;
        Ok(if is_row || !is_last { BoardEnd::More } else { BoardEnd::Ends(line.end) })
    }

    /// Returns the mistake of a board that ends at byte offset `at` of its text, if it is not whole.
    pub(super) fn unfinished(&self, line: &BoardLine<'_>) -> Option<Mistake> {
        let (rows, edge, at) = (self.all.len(), self.edge, line.at);
        if rows == 0 {
            return Some(line.error(line.alphabet.board_forms()));
        }
        if self.picture.is_some() || self.is_whole() {
            return None;
        }
        Some(match rows % edge {
            0 => shape::too_few_levels(at..at, edge, rows / edge, ""),
            _ => self.too_few_rows(at, ""),
        })
    }

    /// Returns the board.
    pub(super) fn written(&mut self, line: &BoardLine<'_>) -> Result<Written, Mistake> {
        if let Some(error) = self.unfinished(line) {
            return Err(error);
        }
        let size = Size::new(self.flat.unwrap_or(self.edge));
        let Some(size) = size else { return Err(line.error(line.alphabet.board_forms())) };
        let end = line.at..line.at;
        if self.picture.is_some() {
            self.all.sort_by_key(|row| row.level);
        }
        let shape = Shape { rows: std::mem::take(&mut self.all), levels: Vec::new(), end };
        if self.picture.is_some() {
            shape.picture(line, size.edge())?;
        }
        let order = self.labels.order(line, size)?;
        Ok(shape.written(&self.words, size, &order))
    }
}
