//! What the notations of a board share: the announced size, letters, the length of rows, and
//! what may follow a board.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Boards, Setup};
use crate::board::Rows;
use crate::cell::Size;
use crate::notation::error::quote;
use crate::notation::{ErrorKind, SyntaxError, character_at, color, is_cut_short};
use crate::piece::{Color, Piece};

/// One board being read.
pub(super) struct Reader<'b, 't> {
    boards: &'b Boards<'b>,
    text: &'t [u8],
    pub(super) at: usize,
    pub(super) starved: bool,
    /// The size that a prefix such as `n=3` announces, and its place.
    declared: Option<(usize, Range<usize>)>,
    /// The rows read so far, once the first has told the size.
    rows: Option<Rows>,
    /// The cells of the row being read.
    cells: Vec<Option<Piece>>,
    /// Cells that are looked for, by their number in the order of the text, and the byte each was
    /// found at.
    wanted: BTreeMap<usize, Option<usize>>,
}

/// A place in a board, counted from 0 in the order of the text.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) level: usize,
    pub(super) row: usize,
}

impl<'b, 't> Reader<'b, 't> {
    pub(super) const fn new(boards: &'b Boards<'b>, text: &'t [u8]) -> Self {
        Self {
            boards,
            text,
            at: 0,
            starved: false,
            declared: None,
            rows: None,
            cells: Vec::new(),
            wanted: BTreeMap::new(),
        }
    }

    /// Reads the board and tells the places of these cells, which are given by their number in the
    /// order of the text.
    pub(super) fn places(mut self, cells: &[usize]) -> Vec<Range<usize>> {
        self.wanted = cells.iter().map(|&cell| (cell, None)).collect();
        self.skip_space();
        // The board has been read before, and only looking ahead finds a cell twice.
        let _ = self.setup();
        cells.iter().filter_map(|cell| self.wanted[cell]).map(|at| at..at + 1).collect()
    }

    /// Reads a board, up to the end of its last line or to the next board on it.
    pub(super) fn setup(&mut self) -> Result<Setup, SyntaxError> {
        self.declaration()?;
        match self.peek() {
            Some(b'[') => self.brackets()?,
            Some(letter) if self.boards.cell(letter).is_some() => self.grid()?,
            _ => {
                let letters = self.boards.letters();
                let expected =
                    format!("a board, which starts with `[`, `n=` or a letter of `{letters}`");
                return Err(self.unexpected(ErrorKind::Shape, expected));
            }
        }
        let (turn, holder) = self.sides()?;
        let rows = self.rows.take().expect("a board that was read has a first row");
        Ok(Setup { board: rows.finish(), turn, holder })
    }

    /// Reads `n=3, `, which may stand before a board.
    fn declaration(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        if !self.at_declaration() {
            return Ok(());
        }
        self.at += 1;
        self.skip_blanks();
        self.at += 1;
        self.skip_blanks();
        let digits = self.at;
        let mut number = 0_usize;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            self.at += 1;
        }
        if self.at == digits {
            return Err(self.unexpected(ErrorKind::Size, "the number of cells along an edge"));
        }
        self.declared = Some((number, start..self.at));
        self.skip_space();
        if self.peek() == Some(b',') {
            self.at += 1;
        }
        self.skip_space();
        Ok(())
    }

    /// Whether `n=` stands here.
    fn at_declaration(&mut self) -> bool {
        let start = self.at;
        let mut found = self.peek() == Some(b'n');
        if found {
            self.at += 1;
            self.skip_blanks();
            found = self.peek() == Some(b'=');
        }
        self.at = start;
        found
    }

    /// Reads the side to move and the holder, if they stand on the board's last line, and that
    /// line's end, or stops before another board on it.
    pub(super) fn sides(&mut self) -> Result<(Option<Color>, Option<Color>), SyntaxError> {
        let turn = self.side();
        let holder = if turn.is_some() { self.holder() } else { None };
        match self.peek() {
            None | Some(b'[') => {}
            Some(b'\n') => self.at += 1,
            Some(_) if self.at_declaration() => {}
            Some(_) => return Err(self.unexpected_after_board(turn)),
        }
        Ok((turn, holder))
    }

    fn side(&mut self) -> Option<Color> {
        self.skip_blanks();
        let word = self.next_word(|byte| byte.is_ascii_alphabetic());
        let side = str::from_utf8(&self.text[word.clone()]).ok().and_then(color)?;
        self.at = word.end;
        self.skip_blanks();
        Some(side)
    }

    /// Reads who holds; `-` stands for nobody.
    fn holder(&mut self) -> Option<Color> {
        if self.boards.rules.holds().is_empty() {
            return None;
        }
        if self.peek() == Some(b'-') {
            self.at += 1;
            self.skip_blanks();
            return None;
        }
        self.side()
    }

    /// The bytes up to the first that is not one `of` a word.
    fn next_word(&mut self, of: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        while self.peek().is_some_and(&of) {
            self.at += 1;
        }
        let end = std::mem::replace(&mut self.at, start);
        start..end
    }

    /// An error about the word that follows a board, where only sides may stand.
    fn unexpected_after_board(&mut self, turn: Option<Color>) -> SyntaxError {
        let expected = match turn {
            None => "the side to move (`w` or `b`) or the end of the line",
            Some(_) if self.boards.rules.holds().is_empty() => {
                "the end of the line after the side to move"
            }
            Some(_) => {
                "the side whose king holds the other (`w`, `b` or `-`) or the end of the line"
            }
        };
        let word = self.next_word(|byte| byte.is_ascii_alphabetic());
        if word.is_empty() {
            return self.unexpected(ErrorKind::Rest, expected);
        }
        let found = quote(&self.text[word.clone()]);
        SyntaxError::new(ErrorKind::Rest, word, expected, found)
    }

    /// Reads letters up to a blank, a comma, a bracket or the end; or between quotes.
    pub(super) fn word(&mut self) -> Result<(), SyntaxError> {
        let quoted = self.peek() == Some(b'"');
        self.at += usize::from(quoted);
        let start = self.at;
        self.letters();
        if self.cells.len() > Size::MAX {
            let expected = format!("a row of {} to {} cells", Size::MIN, Size::MAX);
            return Err(SyntaxError::new(ErrorKind::Size, start..self.at, expected, "more"));
        }
        match self.peek() {
            Some(b'"') if quoted => {}
            Some(b',' | b']' | b'[') | None if !quoted => {}
            Some(blank) if !quoted && blank.is_ascii_whitespace() => {}
            _ => {
                let end = if quoted { " or the closing `\"`" } else { "" };
                let expected = format!("a letter of `{}`{end}", self.boards.letters());
                return Err(self.unexpected(ErrorKind::Letter, expected));
            }
        }
        if self.at == start {
            return Err(self.unexpected(ErrorKind::Shape, "a row of letters"));
        }
        self.at += usize::from(quoted);
        Ok(())
    }

    /// Reads as many letters as there are, but hardly more than the longest row has.
    fn letters(&mut self) {
        let (first, start) = (self.cells.len(), self.at);
        let most = Size::MAX + 1 - first;
        let rest = self.text[start..].iter().take(most);
        self.cells.extend(rest.map_while(|&letter| self.boards.cell(letter)));
        self.at += self.cells.len() - first;
        let before = self.rows.as_ref().map_or(0, |rows| rows.count() * rows.size().edge());
        let read = before + first..before + self.cells.len();
        for (cell, at) in self.wanted.range_mut(read) {
            *at = Some(start + cell - before - first);
        }
    }

    /// Ends a row that began at the byte `start` by checking its length; the first one tells the
    /// size of the board.
    pub(super) fn end_row(&mut self, row: Row, start: usize) -> Result<(), SyntaxError> {
        let (length, span) = (self.cells.len(), start..self.at);
        if self.rows.is_none() {
            self.rows = Some(Rows::new(self.size_of_first_row(length, span.clone())?));
        }
        let (edge, rows) = (self.edge(), self.rows.as_mut());
        if let Some(rows) = rows.filter(|_| length == edge) {
            for (file, piece) in self.cells.drain(..).enumerate() {
                if let Some(piece) = piece {
                    rows.put(file, piece);
                }
            }
            rows.end_row();
            return Ok(());
        }
        let expected = format!(
            "{edge} cells in level {} from the top, row {} from the back, as in the first row",
            row.level + 1,
            row.row + 1
        );
        Err(SyntaxError::new(ErrorKind::RowLength, span, expected, length.to_string()))
    }

    fn size_of_first_row(&self, edge: usize, row: Range<usize>) -> Result<Size, SyntaxError> {
        let error =
            |span, expected, found| Err(SyntaxError::new(ErrorKind::Size, span, expected, found));
        if let Some((declared, span)) = &self.declared
            && *declared != edge
        {
            let expected = format!("`n={edge}`, as the first row has {edge} cells");
            return error(span.clone(), expected, quote(&self.text[span.clone()]));
        }
        let Some(size) = Size::new(edge) else {
            let expected = format!("a row of {} to {} cells", Size::MIN, Size::MAX);
            return error(row, expected, edge.to_string());
        };
        match self.boards.size {
            Some(fixed) if fixed != size => {
                let rules = self.boards.rules;
                let why = match rules.size() {
                    Some(_) => format!("as `{}` rules", rules.name()),
                    None => "the size asked for".to_owned(),
                };
                error(row, format!("a row of {} cells, {why}", fixed.edge()), edge.to_string())
            }
            _ => Ok(size),
        }
    }

    /// A level with too few rows, which began at the byte `start`.
    pub(super) fn too_few_rows(&self, row: Row, start: usize, found: &str) -> SyntaxError {
        let expected = format!("{} rows in level {} from the top", self.edge(), row.level + 1);
        let found = format!("{found} after row {}", row.row);
        SyntaxError::new(ErrorKind::RowCount, start..self.at, expected, found)
    }

    /// A board that ends too early: `found` stands at `span` where a level should.
    pub(super) fn too_few_levels(
        &self,
        levels: usize,
        span: Range<usize>,
        found: &str,
    ) -> SyntaxError {
        let expected = format!("{0} levels, as the first row has {0} cells", self.edge());
        let found = format!("{found} after level {levels}");
        SyntaxError::new(ErrorKind::LevelCount, span, expected, found)
    }

    /// The number of cells of the row read so far.
    pub(super) const fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Forgets the cells of the row, which were read to look ahead.
    pub(super) fn forget_cells(&mut self) {
        self.cells.clear();
    }

    /// The number of cells along an edge; before the first row has been read, more than any.
    pub(super) fn edge(&self) -> usize {
        self.rows.as_ref().map_or(usize::MAX, |rows| rows.size().edge())
    }

    /// The next byte, if the text has one.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let next = self.text.get(self.at).copied();
        self.starved |= next.is_none();
        next
    }

    /// Skips blanks and line ends.
    pub(super) fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Skips blanks up to the line end; the first half of a Windows line end is a blank.
    pub(super) fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte != b'\n' && byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// An error about the next character.
    pub(super) fn unexpected(
        &mut self,
        kind: ErrorKind,
        expected: impl Into<String>,
    ) -> SyntaxError {
        let span = self.next_character();
        let found = match self.peek() {
            None => "the end of the input".to_owned(),
            Some(b'\n') => "the end of the line".to_owned(),
            Some(_) => quote(&self.text[span.clone()]),
        };
        let kind = if span.is_empty() { ErrorKind::End } else { kind };
        SyntaxError::new(kind, span, expected, found)
    }

    fn next_character(&mut self) -> Range<usize> {
        self.starved |= is_cut_short(self.text, self.at);
        character_at(self.text, self.at)
    }
}
