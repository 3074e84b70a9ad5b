//! The shape of a board: its rows and levels, checked against its size, and the board itself.

use std::ops::Range;

use super::Written;
use super::lead::Declared;
use super::line::BoardLine;
use super::lists::Lists;
use super::words::CellWords;
use crate::board::{Board, Setup};
use crate::cell::{LIMIT, Size};
use crate::mistake::{Mistake, quote};
use crate::notation::cursor::{BLANK, NOT_IN_A_ROW, blank};
use crate::rules::Rules;

/// A row of cells, as a range of [`CellWords::cells`].
#[derive(Clone, Debug)]
pub(super) struct CellRow {
    pub(super) cells: Range<usize>,
    pub(super) span: Range<usize>,
    /// Level of the row, counted from the top.
    pub(super) level: usize,
}

/// The rows of a board, the places of its levels, and the place where another level would follow.
pub(super) struct Shape {
    pub(super) rows: Vec<CellRow>,
    pub(super) levels: Vec<Range<usize>>,
    pub(super) end: Range<usize>,
}

impl Shape {
    /// Returns the rows of a board in brackets. These are its words if they have several cells, or
    /// its lists of cells, or the parts of such lists between commas.
    pub(super) fn of_lists(lists: &Lists) -> Self {
        let words = &lists.words.all;
        let words_are_rows = words.first().is_some_and(|word| word.cells.len() > 1);
        let (mut rows, mut levels) = (Vec::with_capacity(16), Vec::with_capacity(8));
        let level_depth = lists.level_depth();
        for list in &lists.all {
            if list.depth == level_depth {
                levels.push(list.span.clone());
            }
            if list.depth != lists.word_depth {
                continue;
            }
            let mut start = list.words.start;
            for end in list.words.start + 1..=list.words.end {
                let ends = words_are_rows
                    || end == list.words.end
                    || lists.has_comma_rows && words[end].is_after_comma;
                if !ends {
                    continue;
                }
                let is_list = end - start == list.words.len() && list.depth > level_depth.max(1);
                let span = words[start].span.start..words[end - 1].span.end;
                let cells = words[start].cells.start..words[end - 1].cells.end;
                let span = if is_list { list.span.clone() } else { span };
                rows.push(CellRow { cells, span, level: levels.len().max(1) - 1 });
                start = end;
            }
        }
        let end = lists.all.iter().map(|list| list.span.end).max().unwrap_or(0);
        Self { rows, levels, end: end.saturating_sub(1)..end }
    }

    /// Checks the shape, and returns its size.
    pub(super) fn size(
        &self,
        line: &BoardLine<'_>,
        words: &CellWords,
        declared: Option<&Declared>,
    ) -> Result<Size, Mistake> {
        let Some(first) = self.rows.first() else {
            return Err(line.error(line.alphabet.board_forms()));
        };
        let (row, total) = (first.cells.len(), self.rows.iter().map(|row| row.cells.len()).sum());
        // All cells may be in strings of n² or n³ cells, or each in one of its own.
        let is_flat = |edge: &usize| edge.pow(3) == total && [edge.pow(2), total, 1].contains(&row);
        // A blank that was meant as an empty cell makes single cells of the first row.
        let word = &words.all[0];
        let is_mixed = word.cells.len() == 1 && words.all.iter().any(|other| other.cells.len() > 1);
        if is_mixed {
            return Err(no_size(line.text, &word.row(), 1));
        }
        let may_be_flat = row.saturating_pow(3) != total
            && self.rows.iter().all(|other| other.cells.len() == row);
        let flat = if may_be_flat { (Size::MIN..=Size::MAX).find(is_flat) } else { None };
        let size = size_of_row(line, first, flat, declared)?;
        if flat.is_none() {
            self.check(line, size.edge())?;
        }
        Ok(size)
    }

    /// Checks that there are `edge` levels of `edge` rows of `edge` cells.
    fn check(&self, line: &BoardLine<'_>, edge: usize) -> Result<(), Mistake> {
        // Without brackets around levels, the rows alone make them.
        let is_whole = self.levels.len() <= 1 && self.rows.len() == edge * edge;
        let (mut level, mut count) = (0, 0);
        for row in &self.rows {
            if row.level > level && count < edge {
                break;
            }
            count = if row.level == level { count + 1 } else { 1 };
            level = row.level;
            let at = BoardLine { at: row.span.start, end: line.text.len(), ..*line };
            if row.cells.len() != edge {
                let nth = level * edge + count - 1;
                return Err(wrong_length(line.text, row, edge, nth));
            } else if level >= edge {
                let at = BoardLine { at: self.levels[level].start, ..at };
                return Err(at.error(only_levels(edge)));
            } else if count > edge && !is_whole {
                return Err(at.error(after_rows(edge, level + 1)));
            }
        }
        if is_whole {
            Ok(())
        } else if count < edge {
            let span = self.levels.get(level).unwrap_or(&self.end).clone();
            Err(too_few_rows(line.text, span, edge, level, count, ""))
        } else if level + 1 < edge {
            Err(too_few_levels(self.end.clone(), edge, level + 1, ""))
        } else {
            Ok(())
        }
    }

    /// Returns the board with the place of each cell. The cells are in text order if `order` is
    /// empty; otherwise it has the number of each written level, counted from the top.
    pub(super) fn written(&self, words: &CellWords, size: Size, order: &[usize]) -> Written {
        let (mut board, edge) = (Board::new(size), size.edge());
        let mut places = vec![0..0; size.cells()];
        let cells = self.rows.iter().flat_map(|row| &words.cells[row.cells.clone()]);
        for (nth, cell) in cells.enumerate() {
            let (row, file) = (nth / edge, nth % edge);
            let row = order.get(row / edge).map_or(row, |level| level * edge + row % edge);
            // Levels and rows are written from the last to the first.
            let index = (edge * edge - 1 - row) * edge + file;
            if let Some(piece) = cell.content {
                board.fill().place(index, piece);
            }
            places[index] = cell.place.clone();
        }
        Written { setup: Setup { board, turn: None, holder: None }, places }
    }
}

/// Returns the size of a board with this first row. `flat` is the size if all cells are in strings
/// of another length, and `declared` the size that the text declares.
pub(super) fn size_of_row(
    line: &BoardLine<'_>,
    row: &CellRow,
    flat: Option<usize>,
    declared: Option<&Declared>,
) -> Result<Size, Mistake> {
    let edge = flat.unwrap_or(row.cells.len());
    let is_too_large = edge > Size::MAX && line.alphabet.size.is_none();
    if edge < Size::MIN || is_too_large {
        return Err(no_size(line.text, row, edge));
    }
    if let Some(declared) = declared.filter(|declared| declared.size != edge) {
        let why = match flat {
            Some(edge) => format!("the board has {} cells", edge.pow(3)),
            None => format!("the first row has {edge} cells"),
        };
        return Err(declared.error(line, edge, &why));
    }
    check_edge(line, row, edge, flat.is_some())?;
    Size::new(edge).ok_or_else(|| no_size(line.text, row, edge))
}

/// Returns the mistake of a first row whose length is no size of boards.
fn no_size(text: &[u8], row: &CellRow, edge: usize) -> Mistake {
    let expected = if edge > Size::MAX {
        format!("a row of at most {} cells {LIMIT}", Size::MAX)
    } else {
        format!("a row of {} to {} cells", Size::MIN, Size::MAX)
    };
    let hint = hint_at_blank(text, row.span.end);
    Mistake { hint, ..Mistake::expected(row.span.clone(), expected, edge) }
}

/// Checks the edge of a board against the size that the rule set or the user requires.
pub(super) fn check_edge(
    line: &BoardLine<'_>,
    first: &CellRow,
    edge: usize,
    is_flat: bool,
) -> Result<(), Mistake> {
    let Some(fixed) = line.alphabet.size.filter(|fixed| fixed.edge() != edge) else {
        return Ok(());
    };
    let rules = line.alphabet.rules;
    let why = match rules.size() {
        Some(_) => format!("because `{}` is played on {fixed}", rules.name()),
        None => format!("because the size is set to {}", fixed.edge()),
    };
    let (size, span) = (Size::new(edge), first.span.clone());
    let error = match size.filter(|_| is_flat) {
        Some(size) => {
            let expected = format!("a board of {fixed} cells, {why}");
            Mistake::expected(span, expected, format_args!("one of {size}"))
        }
        None => Mistake::expected(span, format!("a row of {} cells, {why}", fixed.edge()), edge),
    };
    // Other built-in rules are suggested only for built-in rules, because a user's rule set has
    // other pieces.
    let other = size.and_then(|size| Rules::built_in_for(Some(size)));
    let other = other.filter(|_| rules.size().is_some() && rules.is_built_in());
    let hint = other.map(|name| format!("`--rules {name}` reads boards of this size"));
    Err(Mistake { hint, ..error })
}

/// Returns the mistake of a row of another length than the first row. `nth` counts rows from the
/// top.
pub(super) fn wrong_length(text: &[u8], row: &CellRow, edge: usize, nth: usize) -> Mistake {
    let (level, rank) = (nth / edge + 1, nth % edge + 1);
    let place = format!("level {level} from the top, row {rank} from Black's side");
    let expected = format!("{edge} cells in {place}, as in the first row");
    let hint = hint_at_blank(text, row.span.end);
    Mistake { hint, ..Mistake::expected(row.span.clone(), expected, row.cells.len()) }
}

/// Returns the mistake of a level with too few rows. `found` tells what is after the last of them.
pub(super) fn too_few_rows(
    text: &[u8],
    span: Range<usize>,
    edge: usize,
    level: usize,
    rows: usize,
    found: &str,
) -> Mistake {
    // The last row may consist of blanks that were meant as empty cells.
    let written = text.get(span.clone()).unwrap_or_default();
    let last = written.rsplit(|byte| *byte == b',').next().unwrap_or_default();
    let is_blank = last.starts_with(b" ") && last.trim_ascii() == b"]";
    let hint = is_blank.then(|| BLANK.to_owned());
    let expected = format!("{edge} rows in level {} from the top", level + 1);
    Mistake { hint, ..Mistake::expected(span, expected, format!("{rows}{found}")) }
}

pub(super) fn too_few_levels(
    span: Range<usize>,
    edge: usize,
    levels: usize,
    found: &str,
) -> Mistake {
    let expected = format!("{edge} levels, because the first row has {edge} cells");
    Mistake::expected(span, expected, format!("{levels}{found}"))
}

pub(super) fn after_rows(rows: usize, level: usize) -> String {
    format!("`]` after the {rows} rows of level {level} from the top")
}

pub(super) fn only_levels(edge: usize) -> String {
    format!("only {edge} levels, because the first row has {edge} cells")
}

/// Returns a hint if a blank is at byte offset `at`, because a blank is no empty cell there.
fn hint_at_blank(text: &[u8], at: usize) -> Option<String> {
    let rest = text.get(at..).unwrap_or_default();
    match blank(rest) {
        1 if rest[0] == b' ' => Some(BLANK.to_owned()),
        2.. => Some(NOT_IN_A_ROW.to_owned()),
        _ => None,
    }
}

impl Declared {
    /// Returns the mistake that the board has another size than the declared one.
    pub(super) fn error(&self, line: &BoardLine<'_>, edge: usize, why: &str) -> Mistake {
        let found = quote(&line.text[self.span.clone()]);
        Mistake::expected(self.span.clone(), format!("`n={edge}`, because {why}"), found)
    }
}
