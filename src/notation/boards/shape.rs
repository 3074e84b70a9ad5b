//! The parts of the board parser that all notations share: the size, and messages about rows.

use std::ops::Range;

use super::Boards;
use super::tokens::LONGEST_LINE;
use crate::cell::{LIMIT, Size};
use crate::mistake::{Mistake, quote};
use crate::notation::cursor::{BLANK, Cursor, NOT_IN_A_ROW, Stop, blank, too_long};
use crate::rules::Rules;

/// The text that may follow the last cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Only the words for the side to move and for the side that holds the other king may follow.
    SidesOnly,
    /// Either a single comma may follow, or the words for the side to move and for the side that
    /// holds the other king. The comma is accepted because each level of a list may be followed by
    /// a comma, even the last level.
    CommaAllowed,
}

/// The parser of one board: the [`Boards`] reader that knows the letters and the setup names, the
/// text, and the shape of the board so far.
pub(super) struct BoardReader<'b, 'r, 't> {
    pub(super) boards: &'b Boards<'r>,
    pub(super) cursor: Cursor<'t>,
    /// The size declared before the board, as in `n=3`, with the byte range of the declaration;
    /// `None` if no size is declared.
    pub(super) declared: Option<(usize, Range<usize>)>,
    /// The number of cells in the first row; 0 until the row ends.
    pub(super) edge: usize,
    pub(super) first_row: Range<usize>,
    /// The number of complete rows.
    pub(super) rows: usize,
    /// True from the board's first cell to its last. A mistake there spoils the whole record, and
    /// any other mistake only its line.
    pub(super) is_in_cells: bool,
}

impl<'b, 'r, 't> BoardReader<'b, 'r, 't> {
    pub(super) const fn new(boards: &'b Boards<'r>, cursor: Cursor<'t>) -> Self {
        let first_row = cursor.at..cursor.at;
        Self { boards, cursor, declared: None, edge: 0, first_row, rows: 0, is_in_cells: false }
    }

    /// Returns the text from the cursor to the end of the line, without the line end.
    pub(super) fn line(&self) -> Result<&'t [u8], Stop> {
        self.cursor.line(LONGEST_LINE)
    }

    /// Calls `read` on at most [`LONGEST_LINE`] + 1 bytes after the cursor. If `read` needs more
    /// bytes, the error says that the line is too long.
    pub(super) fn within_line<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let whole = self.cursor;
        let (line, is_cut) = whole.cut_after(LONGEST_LINE + 1);
        self.cursor = line;
        let result = read(self);
        self.cursor = Cursor { at: self.cursor.at, ..whole };
        match result {
            Err(Stop::NeedMore) if is_cut => {
                self.cursor.at = whole.at;
                Err(too_long(whole.at, LONGEST_LINE).into())
            }
            result => result,
        }
    }

    pub(super) fn declared(&self) -> Option<usize> {
        self.declared.as_ref().map(|(size, _)| *size)
    }

    /// Returns the board size given by the length of the first row. The result is an error if
    /// another size is required or declared.
    pub(super) fn size_of_row(&self) -> Result<Size, Mistake> {
        let edge = self.edge;
        if edge < Size::MIN || edge > Size::MAX && self.boards.size.is_none() {
            return Err(self.no_row(edge));
        }
        self.check_declared(edge, || format!("the first row has {edge} cells"))?;
        self.check_size(edge, |fixed| format!("a row of {} cells", fixed.edge()), edge)?;
        Size::new(edge).ok_or_else(|| self.no_row(edge))
    }

    /// Returns the mistake for a first row whose length is no board size.
    pub(super) fn no_row(&self, edge: usize) -> Mistake {
        let row = self.first_row.clone();
        let expected = if edge > Size::MAX {
            format!("a row of at most {} cells {LIMIT}", Size::MAX)
        } else {
            format!("a row of {} to {} cells", Size::MIN, Size::MAX)
        };
        let hint = self.hint_at_blank(row.end);
        Mistake { hint, ..Mistake::expected(row, expected, edge) }
    }

    /// Returns the size of a board of `edge`³ cells. If `edge` is not a board size, the length of
    /// the first row is the size. The result is an error if another size is required or declared.
    pub(super) fn size_of_cells(&self, edge: usize) -> Result<Size, Mistake> {
        let Some(size) = Size::new(edge) else { return self.size_of_row() };
        self.check_declared(edge, || format!("the board has {} cells", size.cells()))?;
        let expected = |fixed: Size| format!("a board of {fixed} cells");
        self.check_size(edge, expected, format_args!("one of {size}"))?;
        Ok(size)
    }

    pub(super) fn check_declared(
        &self,
        edge: usize,
        why: impl Fn() -> String,
    ) -> Result<(), Mistake> {
        match &self.declared {
            Some((declared, span)) if *declared != edge && edge <= Size::MAX => {
                let expected = format!("`n={edge}`, because {}", why());
                let found = quote(&self.cursor.text[span.clone()]);
                Err(Mistake::expected(span.clone(), expected, found))
            }
            _ => Ok(()),
        }
    }

    fn check_size(
        &self,
        edge: usize,
        expected: impl Fn(Size) -> String,
        found: impl std::fmt::Display,
    ) -> Result<(), Mistake> {
        let Some(fixed) = self.boards.size.filter(|fixed| fixed.edge() != edge) else {
            return Ok(());
        };
        let rules = self.boards.rules;
        let why = match rules.size() {
            Some(_) => format!("because `{}` is played on {fixed}", rules.name()),
            None => format!("because the size is set to {}", fixed.edge()),
        };
        let expected = format!("{}, {why}", expected(fixed));
        // Other built-in rules are suggested only for built-in rules, because a user's rule set has
        // other pieces.
        let other = Size::new(edge).and_then(|size| Rules::built_in_for(Some(size)));
        let other = other.filter(|_| rules.size().is_some() && rules.is_built_in());
        let hint = other.map(|name| format!("`--rules {name}` reads boards of this size"));
        let row = self.first_row.clone();
        Err(Mistake { hint, ..Mistake::expected(row, expected, found) })
    }

    /// Returns the mistake for a row of `length` cells, from `start` to the cursor, whose length
    /// differs from that of the first row.
    pub(super) fn wrong_length(&self, start: usize, length: usize) -> Mistake {
        let (edge, rows, at) = (self.edge, self.rows, self.cursor.at);
        let (level, row) = (rows / edge + 1, rows % edge + 1);
        let expected = format!(
            "{edge} cells in level {level} from the top, row {row} from Black's side, as in the first row"
        );
        let hint = self.hint_at_blank(at);
        Mistake { hint, ..Mistake::expected(start..at, expected, length) }
    }

    /// Returns a hint if a blank is at byte offset `at` of the text: a blank is not an empty cell.
    /// The result is `None` if no blank is there.
    fn hint_at_blank(&self, at: usize) -> Option<String> {
        let rest = self.cursor.text.get(at..).unwrap_or_default();
        match blank(rest) {
            1 if rest[0] == b' ' => Some(BLANK.to_owned()),
            2.. => Some(NOT_IN_A_ROW.to_owned()),
            _ => None,
        }
    }

    /// Returns the mistake for a level with too few rows. The level's text is from `start` to
    /// the cursor, and `found` describes the text after the last row that was parsed.
    pub(super) fn too_few_rows(&self, start: usize, found: &str) -> Mistake {
        let (edge, rows, at) = (self.edge, self.rows, self.cursor.at);
        let expected = format!("{edge} rows in level {} from the top", rows / edge + 1);
        let found = format!("{}{found}", rows % edge);
        let level = &self.cursor.text[start..at];
        // The last row may consist of blanks that were meant as empty cells.
        let rest = level.rsplit(|&byte| byte == b',').next().unwrap_or(level);
        let is_blank = rest.starts_with(b" ") && rest.trim_ascii() == b"]";
        let hint = is_blank.then(|| BLANK.to_owned());
        Mistake { hint, ..Mistake::expected(start..at, expected, found) }
    }

    /// Returns the mistake for a board with too few levels. `found` describes the text at
    /// `span`, where another level was expected.
    pub(super) fn too_few_levels(&self, span: Range<usize>, found: &str) -> Mistake {
        let edge = self.edge;
        let expected = format!("{edge} levels, because the first row has {edge} cells");
        Mistake::expected(span, expected, format!("{}{found}", self.rows / edge))
    }
}
